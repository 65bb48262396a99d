"""`mazziere trng`: raw noise captured, looked at, and a report a laboratory could file.

Raw noise is read by the driver alone while no table runs, so nothing that is captured can have
seeded an order. Status 7 says that a test failed. The rule of the file: it prints and writes what
it is told to; nothing here touches a running table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.lab_options import (
    confidence_option,
    document,
    json_option,
    model_of,
    need,
    read_noise,
    rows,
)
from host_tools.cli.shuffle import PATHS, make_trial
from host_tools.cli.writing import force_option, must_be_free

if TYPE_CHECKING:
    from host_tools.lab.raw import RawLook
    from host_tools.lab.trial import Trial
    from host_tools.texts import Texts

BOARDS = ("sim",)


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("trng", help=say("trng.about"))
    _add_capture(group, say)
    _add_test(group, say)
    _add_report(group, say)
    return group


def _add_capture(group: click.Group, say: Texts) -> None:
    @group.command("capture", help=say("trng.capture_about"))
    @click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
    @click.option(
        "--board", type=click.Choice(BOARDS), default="sim", show_default=True,
        help=say("trng.board"),
    )  # fmt: skip
    @click.option(
        "--bytes", "count", type=click.IntRange(1), default=1_000_000, show_default=True,
        help=say("trng.bytes"),
    )  # fmt: skip
    @click.option(
        "--restarts", type=click.IntRange(1, 100_000), default=1, show_default=True,
        help=say("trng.restarts"),
    )  # fmt: skip
    @click.option("--seed", default="", help=say("trng.seed"))
    @force_option(say)
    @json_option(say)
    def capture(
        file: Path,
        board: str,
        count: int,
        restarts: int,
        seed: str,
        is_forced: bool,
        as_json: bool,
    ) -> int:
        from host_tools.lab import capture as captured

        must_be_free(say, file, is_forced)
        try:
            note = captured.capture(file, count=count, restarts=restarts, seed=seed)
        except (captured.CaptureFailed, OSError) as error:
            raise Ended(say("trng.failed", board=board, why=error), exit_codes.REFUSED) from None
        if as_json:
            click.echo(json.dumps(note))
        else:
            told = {"bytes": say.chips(note["bytes"]), "model": note["model"], "path": str(file)}
            click.echo(say("trng.captured", serial=note["serial"], **told))
        return exit_codes.OK


def _add_test(group: click.Group, say: Texts) -> None:
    @group.command("test", help=say("trng.test_about"))
    @click.argument("file", type=click.Path(path_type=Path))
    @click.option("--model", help=say("trng.model"))
    @confidence_option(say)
    @json_option(say)
    def test(file: Path, model: str | None, confidence: float, as_json: bool) -> int:
        need(say, "numpy")
        noise = read_noise(say, file)
        look = look_at(say, noise.raw, model_of(say, noise, model), confidence)
        if as_json:
            click.echo(json.dumps(raw_document(look, noise.note)))
        else:
            for line in raw_lines(say, look):
                click.echo(line)
        return exit_codes.OK if look.passed else exit_codes.VERIFICATION_FAILED


def _add_report(group: click.Group, say: Texts) -> None:
    @group.command("report", help=say("trng.report_about"))
    @click.argument("file", type=click.Path(path_type=Path), required=False)
    @click.option(
        "--out", "folder", type=click.Path(path_type=Path, file_okay=False), required=True,
        help=say("trng.folder"),
    )  # fmt: skip
    @click.option(
        "--decks", type=click.IntRange(1_000), default=100_000, show_default=True,
        help=say("shuffle.decks"),
    )  # fmt: skip
    @click.option(
        "--path", type=click.Choice(PATHS), default="pipeline", show_default=True,
        help=say("shuffle.path"),
    )  # fmt: skip
    @click.option("--seed", default="mazziere", show_default=True, help=say("shuffle.seed"))
    @click.option(
        "--processes", type=click.IntRange(1, 64), default=1, show_default=True,
        help=say("shuffle.processes"),
    )  # fmt: skip
    @click.option(
        "--pieces",
        type=click.Path(path_type=Path, file_okay=False),
        help=say("trng.pieces"),
    )
    @click.option("--model", help=say("trng.model"))
    @confidence_option(say)
    @json_option(say)
    def report(file: Path | None, folder: Path, model: str | None, **told: Any) -> int:
        need(say, "numpy", "matplotlib")
        return _report(say, file, folder, model, told)


def _report(
    say: Texts, file: Path | None, folder: Path, model: str | None, told: dict[str, Any]
) -> int:
    import numpy as np

    from host_tools.lab.power import catch_all
    from host_tools.lab.report import sections
    from host_tools.paper.document import as_html, as_pdf

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = say("lab.unreadable", path=str(folder), why=error)
        raise Ended(sentence, exit_codes.REFUSED) from None
    raw, octets, note = None, None, {}
    if file is not None:
        noise = read_noise(say, file)
        raw = look_at(say, noise.raw, model_of(say, noise, model), told["confidence"])
        octets, note = np.frombuffer(noise.raw, np.uint8), noise.note
    trial = _pieces(say, told) or make_trial(say, noise=None, model=None, **told)
    trial.provenance |= {f"raw {key}": str(value) for key, value in note.items()}
    trial.provenance |= _versions()
    verdict = trial.verdict(told["confidence"] / 100)
    catches = catch_all()
    made = sections(say, trial, verdict, catches, raw, octets)
    (folder / "report.html").write_text(as_html(say.language, made), encoding="utf-8")
    as_pdf(folder / "report.pdf", made, "mazziere trng report")
    whole = document(trial, verdict)
    whole["planted"] = [
        {"name": one.name, "decks": one.decks, "by": one.test, "in_time": one.is_in_time}
        for one in catches
    ]
    whole["raw"] = None if raw is None else raw_document(raw, note)
    (folder / "report.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    passed = verdict.passed and (raw is None or raw.passed)
    passed = passed and all(one.is_in_time for one in catches)
    if told["as_json"]:
        click.echo(json.dumps(whole))
    else:
        for sentence in made[0].sentences:
            click.echo(sentence)
        click.echo(say("trng.written", path=str(folder)))
    return exit_codes.OK if passed else exit_codes.VERIFICATION_FAILED


def _pieces(say: Texts, told: dict[str, Any]) -> Trial | None:
    """The decks of a campaign, where its folder is named."""
    from host_tools.lab.campaign import read_pieces

    folder = told.pop("pieces")
    if folder is None:
        return None
    try:
        return read_pieces(folder, told["path"], told["seed"])
    except FileNotFoundError:
        sentence = say("trng.no_pieces", path=str(folder), seed=told["seed"])
        raise Ended(sentence, exit_codes.NOT_FOUND) from None


def _versions() -> dict[str, str]:
    import matplotlib

    from firmware.schema.messages import SCHEMA_HASH
    from host_tools.lab.capture import now
    from host_tools.lab.trial import digests

    return {
        "matplotlib": matplotlib.__version__,
        "schema": SCHEMA_HASH.hex() if isinstance(SCHEMA_HASH, bytes) else str(SCHEMA_HASH),
        "written": now(),
        **digests(),
    }


def look_at(say: Texts, raw: bytes, model: str, confidence: float) -> RawLook:
    """Look at raw noise, or end the command when it is too little."""
    from host_tools.lab.raw import BYTES_MIN, look_at_model

    try:
        return look_at_model(raw, model, confidence / 100)
    except ValueError:
        sentence = say("trng.too_short", bytes=say.chips(len(raw)), least=say.chips(BYTES_MIN))
        raise Ended(sentence, exit_codes.REFUSED) from None


def raw_document(look: RawLook, note: dict[str, Any]) -> dict[str, Any]:
    """A look at raw noise as JSON."""
    return {
        "version": 1,
        "passed": look.passed,
        "bytes": look.count,
        "provenance": note,
        "confidence": look.verdict.confidence,
        "tests": len(look.verdict.outcomes),
        "rejected": [f"{one.family}: {one.name}" for one in look.verdict.rejected],
        "fips_blocks": look.blocks,
        "fips_failed": look.blocks_failed,
        "alarms": list(look.alarms),
        "hard_alarms": look.hard_alarms,
        "min_entropy": look.entropy,
        "outcomes": rows(look.verdict),
    }


def raw_lines(say: Texts, look: RawLook) -> list[str]:
    """The same for a person."""
    told = [
        say(
            "lab.result_raw",
            verdict=say("lab.pass") if look.passed else say("lab.fail"),
            bytes=say.chips(look.count),
            tests=len(look.verdict.outcomes),
            rejected=len(look.verdict.rejected),
        ),
        f"{say('lab.fips')}: {look.blocks_failed} / {look.blocks}",
        f"{say('lab.alarms')}: {len(look.alarms)}, {say('lab.hard')} {look.hard_alarms}",
    ]
    told += [f"  {alarm}" for alarm in look.alarms[:8]]
    told += [
        f"{say('lab.entropy')}: {name} {say.number(h, '.4f')}" for name, h in look.entropy.items()
    ]
    told += [
        f"! {one.family}: {one.name}, p {say.number(one.p, '.3g')}"
        for one in look.verdict.rejected[:8]
    ]
    return told
