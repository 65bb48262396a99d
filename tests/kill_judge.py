"""What must be there after a table or its host was killed in the middle of a hand.

The public course of an evening must be that of the same evening when nobody kills anything, but
for the card that a kill stopped under way, which a person lays and whose face a person enters.
Rule of the file: what a kill does not explain is wrong, and is said in a sentence.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from firmware.lines.grammar import LineError
from firmware.lines.parser import parse
from firmware.schema import messages as m
from firmware.schema.irregularities import IRREGULARITY_CARD_AT_WRONG_PLACE, NAMES
from host_tools.sim.invariants import examine

if TYPE_CHECKING:
    from pathlib import Path

    from host_tools.store import LineStore

SERIAL = "MZ-SIM1"

TOLD = (
    m.HAND_STARTED, m.ACTION_TAKEN, m.BOARD_DEALT, m.HAND_SHOWN, m.POT_AWARDED, m.HAND_FINISHED,
)  # fmt: skip
"""What must come out as if nobody had killed anything."""

FACES = (m.FACE_READ, m.FACE_OPENED, m.FACE_TYPED)
SHOWING = (*FACES, m.HAND_SHOWN)


def story(log: bytes) -> list[tuple]:
    """The public course of the hands, and the faces in the order in which they were learnt."""
    said = []
    for raw in log.splitlines(keepends=True):
        message = parse(raw).message
        if message[0] in TOLD:
            said.append(message)
        elif message[0] in (m.FACE_READ, m.FACE_OPENED):
            said.append((message[0], message[2]))
        elif message[0] == m.FACE_TYPED:
            said.append(message[:2])
    return said


def as_entered(is_told: list[tuple], was_told: list[tuple]) -> list[tuple]:
    """The undisturbed story, in the order in which the other one came to the same faces.

    A card that a kill stopped under way is laid by a person: the reader never saw it, so a person
    enters its face before the hand that holds it is shown; others may be shown first. Only where
    somebody entered a face, and only between the same two lines of another kind.
    """
    expected = []
    for is_run, was_run in zip_longest(_runs(is_told), _runs(was_told), fillvalue=[]):
        is_entered = _entered_in_time(is_run)
        is_same = Counter(map(_by_anybody, is_run)) == Counter(map(_by_anybody, was_run))
        expected += is_run if is_entered and is_same else was_run
    return expected


def _runs(told: list[tuple]) -> list[list[tuple]]:
    """The story in pieces: faces and shown hands that follow each other, and all else."""
    return [list(run) for _, run in groupby(told, lambda one: one[0] in SHOWING)]


def _entered_in_time(run: list[tuple]) -> bool:
    """Whether faces were entered here, each before the hand that holds it was shown."""
    entered = [(at, told[1]) for at, told in enumerate(run) if told[0] == m.FACE_TYPED]
    late = (
        face in shown[2] for at, face in entered for shown in run[:at] if shown[0] == m.HAND_SHOWN
    )
    return bool(entered) and not any(late)


def _by_anybody(told: tuple) -> tuple:
    """The line, whoever told the face."""
    return (m.FACE_READ, told[1]) if told[0] in FACES else told


def journal(folder: Path) -> bytes:
    """The whole log on the table's disk."""
    segments = sorted((folder / "journal").glob("segment-*.log"))
    return b"".join(path.read_bytes() for path in segments)


def orders(log: bytes) -> dict[tuple[int, int], bytes]:
    """(hand, epoch) -> commitment, of the whole lines of a log that may be torn at its end."""
    found = {}
    for raw in log.splitlines(keepends=True):
        try:
            message = parse(raw).message
        except LineError:
            break
        if message[0] == m.ORDER_COMMITTED:
            found[message[1:3]] = message[5]
    return found


@dataclass
class Disturbed:
    """An evening that was disturbed: what lay on the disk each time, and what lies there now."""

    folder: Path
    store: LineStore
    kills: int = 0
    before: list[bytes] = field(default_factory=list)
    """The log as each kill left it."""
    printed: list[int] = field(default_factory=list)
    """Numbers of the lines that killed hosts had told."""

    def log(self) -> bytes:
        """The log as it lies there."""
        return journal(self.folder)

    def stored(self) -> list[bytes]:
        """Every line of the host's store, in order."""
        ((serial, log, _, _),) = self.store.logs()
        return [kept.line for kept in self.store.lines(serial, log)]

    def forks(self) -> int:
        """Lines that contradict a stored one."""
        ((serial, log, _, _),) = self.store.logs()
        return len(self.store.forks(serial, log))


def went_wrong(messages: list[tuple]) -> int:
    """Irregularities other than of a card that a kill stopped in the path.

    The motors lose their supply with the loop; such a card is driven out to the aside tray.
    A head of the log may stand between any two lines.
    """
    messages = [message for message in messages if message[0] != m.LOG_HEAD]
    count = 0
    for at, message in enumerate(messages):
        if message[0] != m.IRREGULARITY_FOUND:
            continue
        sent = max(n for n in range(at) if messages[n][0] == m.DEAL_CARD)
        is_cut = any(one[0] == m.TABLE_STARTED for one in messages[sent:at])
        token = messages[at - 1][1]
        is_aside = messages[at - 1] == (m.CARD_LANDED, token, m.PLACE_ASIDE)
        count += not (
            is_cut and is_aside and message[1] == NAMES[IRREGULARITY_CARD_AT_WRONG_PLACE]
        )
    return count


def wrong_with(evening: Disturbed) -> list[str]:
    """What is not as it must be, in sentences; of tables and hosts alike."""
    log = evening.log()
    lines = log.splitlines(keepends=True)
    wrong = examine(lines, SERIAL).wrong
    stored = evening.stored()
    if stored != lines:
        at = next((n for n, pair in enumerate(zip(stored, lines, strict=False), 1)
                   if pair[0] != pair[1]), min(len(stored), len(lines)))  # fmt: skip
        wrong.append(f"{len(stored)} lines stored, {len(lines)} journalled; they part at {at}")
    if evening.forks():
        wrong.append(f"{evening.forks()} stored lines were contradicted")
    if evening.printed != sorted(set(evening.printed)):
        wrong.append("a line was told twice")
    final = orders(log)
    for nth, before in enumerate(evening.before, 1):
        for hand, commit in orders(before).items():
            if final.get(hand) != commit:
                wrong.append(f"kill {nth}: hand {hand[0]} went on with other cards")
    messages = [parse(raw).message for raw in lines]
    names = [message[0] for message in messages]
    hands = names.count(m.HAND_STARTED)
    dealt = [one for one in messages if one[0] == m.ORDER_COMMITTED and one[1]]  # 0: the button's
    if len(dealt) != hands:
        wrong.append(f"{len(dealt)} orders for {hands} hands")
    if names.count(m.FACE_TYPED) >= names.count(m.TABLE_STARTED):
        wrong.append("more faces entered than cards that a kill can have stopped")
    if went_wrong(messages):
        wrong.append(f"{went_wrong(messages)} irregularities that no kill explains")
    for bad in (m.TAIL_LOST, m.LOG_DAMAGED, m.HAND_VOIDED):
        if bad in names:
            wrong.append(f"{m.NAMES[bad]} in the log")
    return wrong
