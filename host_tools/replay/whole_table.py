"""Plays recorded hands on a whole simulated table and compares what the host stored.

The order of the cards stays random and is sealed, cut and dealt as always; only the simulated
reader is scripted to name, as a card passes it, the face that the record has at that place, each
of the 52 once, and the provenance of the noise is `scripted`. Keys are pressed as recorded, the
journal is written, lines cross a pseudo-terminal, and the stacks compared are those in the host's
store. A hand is first played on the core alone, so a record that breaks the rules is refused
before a card moves. The rule of the file: what is compared was read from the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.schema import settings as s
from host_tools.replay.hand_record import HandRecord
from host_tools.replay.play import play_hand
from host_tools.replay.refusal import WHOLE_TABLE, Refused
from host_tools.replay.run import NotPlayed, Outcome, compare
from host_tools.replay.sources import find_hands
from host_tools.replay.structures import is_small_blind_dead, posts_of, settings_of

if TYPE_CHECKING:
    from host_tools.sim.evening import Evening

HANDS_A_TABLE = 200
"""So many hands keep a script small (about 200 KB) and a failure near its hand."""

Named = tuple[str, HandRecord]


def scripted_hand(
    record: HandRecord, rules: str = "phh", witnessed: bool = False
) -> dict[str, Any]:
    """One hand of the simulator's script; unwitnessed, the table does not wait for a witness."""
    settings = {**_profile(rules), **dict(settings_of(record))}
    if not witnessed:
        settings["witness_ms"] = "0"
    board = [card for action in record.actions if action.verb == "board" for card in action.cards]
    faces: dict[str, list[int | None]] = {
        f"seat{seat}": list(cards) for seat, cards in record.hole_cards.items()
    }
    for place, card in enumerate(board, 1):
        faces[f"board{place}"] = [card]
    choices: dict[str, list[list[Any]]] = {str(seat): [] for seat in record.seats}
    for action in record.actions:
        if action.verb in {"fold", "call", "raise"}:
            said = [action.verb, action.to] if action.verb == "raise" else [action.verb]
            choices[str(action.player)].append(said)
    return {
        "seats": {str(seat): record.stacks[seat - 1] for seat in record.seats},
        "button": len(record.stacks),
        "settings": settings,
        "faces": faces,
        "choices": choices,
        "mucks": [action.player for action in record.actions if action.verb == "muck"],
    }


def _profile(rules: str) -> dict[str, str]:
    """The settings of a rule set that differ from the table's own defaults."""
    ours = s.DEFAULTS[s.profile_by_name(rules)]
    default = s.DEFAULTS[s.PROFILE_DEFAULT]
    return {
        s.NAMES[setting]: s.value_word(setting, ours[setting])
        for setting in range(1, len(s.NAMES))
        if ours[setting] != default[setting]
    }


def write_script(
    path: Path, records: Iterable[HandRecord], rules: str = "phh", witnessed: bool = False
) -> None:
    """Write the simulator's script of these hands, in order."""
    hands = [scripted_hand(record, rules, witnessed) for record in records]
    path.write_text(json.dumps({"hands": hands}), encoding="ascii")


def run_files(
    paths: Iterable[Path], rules: str = "phh", level: str = "register"
) -> Iterator[Outcome]:
    """Play every hand found at the paths on whole tables, `HANDS_A_TABLE` on each, in order.

    level: what lies between the firmware and the simulated world, `register`, `port` or `worked`.
    """
    waiting: list[Named] = []
    for path in paths:
        for name, found in find_hands(path):
            refused = _refused(name, found, rules)
            if refused is not None:
                yield refused
                continue
            assert isinstance(found, HandRecord)
            waiting.append((name, found))
            if len(waiting) == HANDS_A_TABLE:
                yield from run_table(waiting, rules, level=level)
                waiting = []
    if waiting:
        yield from run_table(waiting, rules, level=level)


def _refused(name: str, found: HandRecord | Refused, rules: str) -> NotPlayed | None:
    try:
        if isinstance(found, Refused):
            raise found
        if posts_of(found):
            raise Refused("blinds_or_straddles", "no_post_key")
        if is_small_blind_dead(found):
            raise Refused("blinds_or_straddles", "no_hand_before")
        play_hand(found, rules)
    except Refused as refusal:
        return NotPlayed(name, refusal)
    return None


def run_table(
    hands: list[Named], rules: str = "phh", seed: str = "replay", level: str = "register"
) -> Iterator[Outcome]:
    """Play these hands on one table, from a fresh deck to the last line stored."""
    import tempfile

    from host_tools.sim.evening import Evening, Stalled
    from host_tools.sim.table_process import TableFailed
    from host_tools.store import LineStore

    with tempfile.TemporaryDirectory(prefix="mazziere-") as name:
        folder = Path(name)
        write_script(folder / "script.json", [record for _, record in hands], rules)
        store = LineStore(folder / "lines.sqlite3")
        options = ["--speed", "max", "--seed", seed, "--script", str(folder / "script.json")]
        options += ["--level", level]
        evening = Evening(options, folder / "table", store)
        why = Refused(WHOLE_TABLE, "table_ended")
        try:
            evening.run()
        except Stalled:
            why = Refused(WHOLE_TABLE, "table_stalled")
        except TableFailed as error:
            why = Refused(WHOLE_TABLE, "table_failed", why=str(error))
        finally:
            store.close()
        yield from outcomes(hands, evening, why)


def outcomes(hands: list[Named], evening: Evening, why: Refused) -> Iterator[Outcome]:
    """One outcome a hand, from what was stored; `why` is told of hands that did not end."""
    for at, (name, record) in enumerate(hands):
        if at >= len(evening.finished):
            yield NotPlayed(name, why)
            continue
        stacks = evening.finished[at].stacks
        outcome = compare(name, record, tuple(stacks.get(seat, 0) for seat in record.seats))
        if evening.sums.are_right():
            yield outcome
        else:
            yield NotPlayed(name, Refused(WHOLE_TABLE, "stored_differs"))
