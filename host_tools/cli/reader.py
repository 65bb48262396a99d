"""`mazziere reader`: the camera that reads the faces, installed, taught a deck and tried.

A technician's work, over a line of the camera's own and before the machine asks for faces. A deck
is taught card by card in a known order, the person confirming each; the camera refuses a card that
does not look like its own kind, and a deck of which two cards look alike. The rule of the file: a
face is printed for who holds the card, and kept nowhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firmware.schema.messages import CARD_WORDS
from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended, by_port, by_writing

if TYPE_CHECKING:
    from host_tools.reader.camera_line import CameraLine, Fit, Tried
    from host_tools.texts import Texts

RANKS = "23456789TJQKA"
SUITS = "cdhs"
REASONS = ("found", "no_light", "no_contrast", "no_corner", "no_glyphs", "pattern", "no_frame")
REFUSALS = {
    10: "strange", 11: "enough", 12: "missing", 13: "alike", 16: "in_service", 17: "out_of_range",
    18: "no_lesson",
}  # fmt: skip
LAY_AGAIN = (10, 11)
KINDS = ("face", "unreadable", "unsure", "foreign", "untaught")


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("reader", help=say("reader.about"))
    millimetres = click.IntRange(5, 30)

    @group.command("install", help=say("reader.install_about"))
    @click.argument("drive", type=click.Path(path_type=Path, file_okay=False))
    def install(drive: Path) -> int:
        return _install(say, drive)

    @group.command("who", help=say("reader.who_about"))
    @click.argument("port")
    def who(port: str) -> int:
        with _opened(say, port) as line:
            found = _asked(say, port, line.who)
            click.echo(say("reader.is", version=found.version))
            known = f"{found.check:04x}" if found.cards else say("reader.no_deck")
            click.echo(say("reader.deck", deck=known))
        return exit_codes.OK

    @group.command("teach", help=say("reader.teach_about"))
    @click.argument("port")
    @click.option(
        "--wide", type=millimetres, default=12, show_default=True, help=say("reader.wide")
    )
    @click.option(
        "--long", type=millimetres, default=24, show_default=True, help=say("reader.long")
    )
    @click.option(
        "--looks",
        type=click.IntRange(2, 8),
        default=4,
        show_default=True,
        help=say("reader.looks"),
    )
    def teach(port: str, wide: int, long: int, looks: int) -> int:
        with _opened(say, port) as line:
            return _teach(say, port, line, (wide, long), looks)

    @group.command("try", help=say("reader.try_about"))
    @click.argument("port")
    @click.option("--looks", type=click.IntRange(1), help=say("reader.try_looks"))
    def try_deck(port: str, looks: int | None) -> int:
        with _opened(say, port) as line:
            return _try(say, port, line, looks)

    return group


def _install(say: Texts, drive: Path) -> int:
    from host_tools.reader.program_files import foreign_file, install, is_a_camera

    try:
        if not is_a_camera(drive):
            sentence, step = say("reader.no_camera", path=drive), say("reader.no_camera_next")
            raise Ended(sentence, exit_codes.NOT_FOUND, step=step)
        if foreign := foreign_file(drive):
            sentence, step = say("reader.foreign_file", path=foreign), say("reader.foreign_next")
            raise Ended(sentence, exit_codes.REFUSED, step=step)
        files = install(drive)
    except OSError as error:
        raise by_writing(say, drive, error) from None
    click.echo(say("reader.installed", files=files, path=drive))
    return exit_codes.OK


def _opened(say: Texts, port: str) -> CameraLine:
    from host_tools.link.port import BadPort, Unopened
    from host_tools.reader.camera_line import CameraLine

    try:
        return CameraLine(port)
    except Unopened as error:
        raise by_port(say, error) from None
    except BadPort as error:
        raise click.UsageError(say(error.key, port=port, why=error.why)) from None


def _asked(say: Texts, port: str, ask: Any, *words: Any) -> Any:
    """What the camera answers, or the end of the command."""
    from host_tools.reader.camera_line import Silent

    try:
        return ask(*words)
    except Silent:
        raise Ended(say("reader.silent", port=port), exit_codes.LINK_LOST) from None


def _refused(say: Texts, why: int, first: str = "", second: str = "") -> Ended:
    word = REFUSALS.get(why, "unknown")
    sentence = say(f"reader.{word}", first=first, second=second)
    return Ended(sentence, exit_codes.REFUSED, word)


def _teach(say: Texts, port: str, line: CameraLine, size: tuple[int, int], looks: int) -> int:
    why = _asked(say, port, line.begin, *size)
    if why:
        raise _refused(say, why)
    click.echo(say("reader.teach_begin", looks=looks))
    for card, word in enumerate(CARD_WORDS):
        _confirm(say("reader.lay", card=word, number=card + 1))
        taken = 0
        while taken < looks:
            why = _asked(say, port, line.teach, card)
            if why == 0:
                taken += 1
                if taken < looks:
                    _confirm(say("reader.again", card=word, left=looks - taken))
                continue
            if why >= len(REASONS) and why not in LAY_AGAIN:
                raise _refused(say, why)
            _confirm(say("reader.not_taken", card=word, why=_why(say, why)))
    why, first, second = _asked(say, port, line.keep)
    if why:
        raise _refused(say, why, CARD_WORDS[first], CARD_WORDS[second])
    click.echo(say("reader.taught", deck=f"{_asked(say, port, line.who).check:04x}"))
    return exit_codes.OK


def _confirm(sentence: str) -> None:
    click.prompt(sentence, default="", show_default=False, prompt_suffix=" ")


def _why(say: Texts, reason: int) -> str:
    if reason < len(REASONS):
        return say(f"reader.{REASONS[reason]}")
    return say(f"reader.{REFUSALS.get(reason, 'unknown')}", first="", second="")


def _try(say: Texts, port: str, line: CameraLine, looks: int | None) -> int:
    done = faces = 0
    while looks is None or done < looks:
        word = click.prompt(
            say("reader.try_lay"), default="", show_default=False, prompt_suffix=" "
        )
        if word.strip().lower() == "q":
            break
        seen = _asked(say, port, line.look)
        if isinstance(seen, int):
            raise _refused(say, seen)
        done += 1
        faces += seen.kind == 0
        for row in told(say, seen):
            click.echo(row)
    click.echo(say("reader.tried", looks=done, faces=faces))
    return exit_codes.OK


def told(say: Texts, seen: Tried) -> list[str]:
    """One look for a person: what was read, and how near and how far it was."""
    if seen.kind == 0:
        rows = [say("reader.face", card=CARD_WORDS[seen.card], ms=seen.took_ms)]
    else:
        kind = say(f"reader.{KINDS[seen.kind]}")
        why = say(f"reader.{REASONS[seen.reason]}")
        rows = [say("reader.no_face", kind=kind, why=why, ms=seen.took_ms)]
    if seen.reason == 0 and seen.kind < len(KINDS) - 1:
        ranks = _fit(say, RANKS[seen.rank.nearest], seen.rank)
        suits = _fit(say, SUITS[seen.suit.nearest], seen.suit)
        rows.append(say("reader.fits", rank=ranks, suit=suits))
    left, above = (say.number(mm, ".1f") for mm in seen.corner)
    light = say.number(100 * seen.contrast, ".0f")
    rows.append(say("reader.picture", left=left, above=above, dark=light))
    return rows


def _fit(say: Texts, word: str, fit: Fit) -> str:
    return say("reader.fit", word=word, distance=fit.distance, limit=fit.limit, second=fit.second)
