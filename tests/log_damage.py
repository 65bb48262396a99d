"""A table's log is damaged at random, and host and table must both notice.

`python -m tests.log_damage [SIZE]` spoils the journal folder of a played evening SIZE times
(default 500) by seeded chance, and cuts its tail at every length there is (at SIZE lengths when
there are more). Each time the host's verifier, which knows the heads that its store holds, must
name something; and so must the table's own start, which knows the note in its FRAM. A snapshot
with a changed bit is one that nobody believes. The untouched folder must please both.

Rule of the file: what is handed to the judges is bytes as a folder holds them, and the damage is
never told.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.app.fram import HEADS_AT, HEADS_PLACE_BYTES
from firmware.app.log_keeping import LogBounds
from firmware.compat import InvariantError
from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import recover
from firmware.journal.segments import read_head_note
from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from hal.sim.store import MemoryStore
from host_tools.dev.campaign_size import size_from
from host_tools.verify.heads import heads_to_tell
from host_tools.verify.report import ACCEPTED
from host_tools.verify.source import Record, lines_of
from host_tools.verify.verifier import verify
from tests.simulated_evening import SERIAL, Evening

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 20260101
HANDS = 1
SEATS = (1, 4, 6)
BOUNDS = LogBounds(segment_bytes_max=4000, snapshot_lines=60)
OLD_IMAGE_LINES = 7  # lines between two moments at which somebody copied the folder
WRONG_TOLD_MAX = 50

Segments = dict[int, bytes]


@dataclass
class Folder:
    """A table's journal, what a host holds of it, and what its FRAM does.

    older: the folder as it was at earlier moments. believed: how many of these snapshots (number,
    bytes) a start would believe.
    """

    segments: Segments
    snapshots: dict[int, bytes]
    older: list[Segments]
    heads: dict[int, bytes]
    noted: tuple[int, bytes] | None
    believed: Callable[[dict[int, bytes]], int]


def played(seed: bytes = b"damage", hands: int = HANDS) -> Folder:
    """The folder that an evening leaves."""
    evening = Evening(seed, dict.fromkeys(SEATS, 3000), hands, bounds=BOUNDS)
    older: list[Segments] = []
    copied_at = 0
    while not evening.evening.is_over():
        evening.one_pass()
        journal = evening.controller.journal
        if journal and journal.synced == journal.seq >= copied_at + OLD_IMAGE_LINES:
            copied_at = journal.seq
            older.append({one: evening.disk.read(one) for one in evening.disk.segments()})
    segments = {one: evening.disk.read(one) for one in evening.disk.segments()}
    heads = KeptRecord(evening.memory, HEADS_AT, HEADS_PLACE_BYTES)

    def believed(snapshots: dict[int, bytes]) -> int:
        store = MemoryStore()
        for number, content in snapshots.items():
            store.write_snapshot(number, content)
        keeping = evening.controller._keeping
        keeping._store = store
        return len(keeping.snapshots())

    return Folder(
        segments,
        {one: evening.disk.read_snapshot(one) for one in evening.disk.snapshots()},
        [image for image in older if image != segments],
        _heads_of(segments),
        read_head_note(heads.read()),
        believed,
    )


def _heads_of(segments: Segments) -> dict[int, bytes]:
    """The heads that a host's store tells, the last line's among them."""
    lines = [parse(raw) for one in sorted(segments) for raw in lines_of(segments[one])]
    chain = Chain(genesis(SERIAL, lines[0].message[2]))
    stored = []
    for number, line in enumerate(lines, 1):
        chain.add(line.body)
        stored.append((number, line.body, chain.head))
    return dict(heads_to_tell(stored))


# --- damages -------------------------------------------------------------------------------------


def _some(segments: Segments, chance: random.Random) -> int:
    """A segment, the longer the likelier."""
    numbers = sorted(segments)
    return chance.choices(numbers, [len(segments[one]) for one in numbers])[0]


def _spliced(segments: Segments, number: int, at: int, end: int, new: bytes) -> Segments:
    content = segments[number]
    return {**segments, number: content[:at] + new + content[end:]}


def flipped_bit(folder: Folder, chance: random.Random) -> Segments:
    """One bit anywhere."""
    number = _some(folder.segments, chance)
    content = folder.segments[number]
    at = chance.randrange(len(content))
    changed = bytes([content[at] ^ 1 << chance.randrange(8)])
    return _spliced(folder.segments, number, at, at + 1, changed)


def deleted_bytes(folder: Folder, chance: random.Random) -> Segments:
    """Some bytes in a row are gone."""
    number = _some(folder.segments, chance)
    at = chance.randrange(len(folder.segments[number]))
    return _spliced(folder.segments, number, at, at + chance.choice((1, 2, 16, 512, 4096)), b"")


def zeroed_block(folder: Folder, chance: random.Random) -> Segments:
    """A block of the disk reads as zeros."""
    number = _some(folder.segments, chance)
    content = folder.segments[number]
    at = chance.randrange(len(content)) & ~511
    end = min(at + 512, len(content))
    return _spliced(folder.segments, number, at, end, bytes(end - at))


def deleted_lines(folder: Folder, chance: random.Random) -> Segments:
    """One to three whole lines are gone."""
    number = _some(folder.segments, chance)
    lines = lines_of(folder.segments[number])
    at = chance.randrange(len(lines))
    del lines[at : at + chance.randrange(1, 4)]
    return {**folder.segments, number: b"".join(lines)}


def deleted_segment(folder: Folder, chance: random.Random) -> Segments:
    """A file is gone."""
    gone = chance.choice(sorted(folder.segments))
    return {one: content for one, content in folder.segments.items() if one != gone}


def swapped_lines(folder: Folder, chance: random.Random) -> Segments:
    """Two lines have changed places."""
    number = _some(folder.segments, chance)
    lines = lines_of(folder.segments[number])
    if len(lines) > 1:
        one, other = chance.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]
    return {**folder.segments, number: b"".join(lines)}


def swapped_bytes(folder: Folder, chance: random.Random) -> Segments:
    """Two bytes of a line have changed places."""
    number = _some(folder.segments, chance)
    content = bytearray(folder.segments[number])
    one = chance.randrange(len(content))
    other = min(one + chance.randrange(1, 60), len(content) - 1)
    content[one], content[other] = content[other], content[one]
    return {**folder.segments, number: bytes(content)}


def swapped_segments(folder: Folder, chance: random.Random) -> Segments:
    """Two files have changed names."""
    one, other = chance.sample(sorted(folder.segments), 2)
    changed = {one: folder.segments[other], other: folder.segments[one]}
    return {**folder.segments, **changed}


def doubled_lines(folder: Folder, chance: random.Random) -> Segments:
    """One to three lines stand there twice."""
    number = _some(folder.segments, chance)
    lines = lines_of(folder.segments[number])
    at = chance.randrange(len(lines))
    again = lines[at : at + chance.randrange(1, 4)]
    to = chance.choice((at, at + len(again), len(lines)))
    return {**folder.segments, number: b"".join(lines[:to] + again + lines[to:])}


def doubled_segment(folder: Folder, chance: random.Random) -> Segments:
    """A file was copied to the end."""
    number = chance.choice(sorted(folder.segments))
    return {**folder.segments, max(folder.segments) + 1: folder.segments[number]}


def cut_tail(folder: Folder, chance: random.Random) -> Segments:
    """The log ends anywhere, what came later is gone."""
    whole = sum(len(content) for content in folder.segments.values())
    return tail_of(folder, chance.randrange(whole))


def cut_inside(folder: Folder, chance: random.Random) -> Segments:
    """A file has lost its end; the later ones are there."""
    number = _some(folder.segments, chance)
    content = folder.segments[number]
    return {**folder.segments, number: content[: chance.randrange(len(content))]}


def rolled_back(folder: Folder, chance: random.Random) -> Segments:
    """An old image of the folder was put back."""
    return chance.choice(folder.older)


def partly_rolled_back(folder: Folder, chance: random.Random) -> Segments:
    """An old image of one file was put back."""
    old = chance.choice(folder.older)
    number = chance.choice(sorted(old))
    return {**folder.segments, number: old[number]}


DAMAGES = (
    flipped_bit, deleted_bytes, zeroed_block, deleted_lines, deleted_segment, swapped_lines,
    swapped_bytes, swapped_segments, doubled_lines, doubled_segment, cut_tail, cut_inside,
    rolled_back, partly_rolled_back,
)  # fmt: skip
SHARES = (8, 3, 1, 2, 1, 2, 3, 1, 2, 1, 3, 2, 2, 1)  # how often each comes


def tail_of(folder: Folder, length: int) -> Segments:
    """The first `length` bytes of the log."""
    left: Segments = {}
    for number in sorted(folder.segments):
        content = folder.segments[number][:length]
        length -= len(content)
        if content:
            left[number] = content
    return left


# --- the judges ----------------------------------------------------------------------------------


def host_says(folder: Folder, segments: Segments) -> str:
    """The code of what the host finds first in a folder; empty when all is well.

    A log without its oldest segments that a snapshot carries forward is one that was shortened in
    order: the host names it all the same, as a notice.
    """
    pages = [lines_of(segments[one]) for one in sorted(segments)]
    if not any(pages):
        return "empty"
    record = Record(pages, may_be_torn=True, snapshots=list(folder.snapshots.values()))
    report = verify(record, folder.heads)
    if report.verdict == ACCEPTED:
        return "begins_late" if report.first > 1 else ""
    found = report.first_finding or report.gaps[0]
    return found.code


def table_says(folder: Folder, segments: Segments) -> str:
    """What a start of the table finds; empty when all is well.

    What stands behind the line that the FRAM names is a torn end: it is cut off and told.
    """
    store = MemoryStore()
    for number, content in segments.items():
        store.append(number, content)
        store.sync(number)
    found = recover(store, folder.noted, SERIAL, lambda line, head: None)
    if found.is_damaged:
        return "damaged"
    return "cut" if found.cut_bytes else ""


@dataclass
class Figures:
    """What a run came to. wrong: one sentence for each damage that somebody did not notice."""

    tried: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def judge(self, kind: str, folder: Folder, segments: Segments) -> None:
        """Ask both, and note who is silent."""
        self.tried[kind] += 1
        number = self.tried[kind]
        try:
            host, table = host_says(folder, segments), table_says(folder, segments)
        except (InvariantError, ValueError, KeyError, IndexError) as broken:
            self.wrong.append(f"{kind} {number}: {type(broken).__name__}: {broken}")
            return
        self.codes[host] += 1
        if not host:
            self.wrong.append(f"{kind} {number}: the host noticed nothing")
        if not table:
            self.wrong.append(f"{kind} {number}: the table noticed nothing")

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.tried.most_common())
        codes = ", ".join(f"{count} {code}" for code, count in self.codes.most_common())
        return (
            f"{self.tried.total()} damages ({kinds}); the host says {codes}; "
            f"{len(self.wrong)} not noticed; {self.seconds:.0f} s of processor time"
        )


def campaign(size: int, seed: int = SEED) -> Figures:
    """`size` damages by chance, as many snapshots spoiled as there are, and the cut tails."""
    began = time.process_time()
    folder = played()
    figures = Figures()
    for judge in (host_says, table_says):
        if judge(folder, folder.segments):
            figures.wrong.append(f"untouched: {judge.__name__} finds fault with it")
    chance = random.Random(seed)
    while figures.tried.total() < size:
        damage = chance.choices(DAMAGES, SHARES)[0]
        segments = damage(folder, chance)
        if segments != folder.segments:
            figures.judge(damage.__name__, folder, segments)
    whole = sum(len(content) for content in folder.segments.values())
    for length in range(0, whole, max(whole // size, 1)):
        figures.judge("length_of_the_tail", folder, tail_of(folder, length))
    _spoil_snapshots(folder, chance, min(size, 1000), figures)
    figures.seconds = time.process_time() - began
    return figures


def _spoil_snapshots(folder: Folder, chance: random.Random, count: int, figures: Figures) -> None:
    """A snapshot with a changed bit is passed over."""
    whole = folder.believed(folder.snapshots)
    if whole != len(folder.snapshots) or not whole:
        figures.wrong.append("untouched: a snapshot is not believed")
        return
    for _ in range(count):
        number = chance.choice(sorted(folder.snapshots))
        content = bytearray(folder.snapshots[number])
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        figures.tried["snapshot"] += 1
        if folder.believed({**folder.snapshots, number: bytes(content)}) != whole - 1:
            figures.wrong.append("snapshot: a changed one was believed")


def main(arguments: list[str]) -> int:
    """Run the campaign and tell its figures."""
    reader = argparse.ArgumentParser(prog="log_damage", description=(__doc__ or "").split("\n")[0])
    reader.add_argument("size", nargs="?", type=size_from(1), default=500)
    reader.add_argument("--seed", type=int, default=SEED)
    told = reader.parse_args(arguments)
    figures = campaign(told.size, told.seed)
    for wrong in figures.wrong[:WRONG_TOLD_MAX]:
        print(wrong)
    print(figures)
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
