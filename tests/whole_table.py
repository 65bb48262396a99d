"""Recorded hands through a whole table, compared with what an independent engine found.

`python -m tests.whole_table [HANDS] [LEVEL]` plays the 66 unpacked no-limit records and HANDS of
the packed ones, spread over the archive (default 300; `all` for every one): scripted reader, keys
as recorded, journal, pseudo-terminal, host. What is compared is the host's store: the stacks, and
line by line the journal on the table's disk. Shared with the quick test of a sample. It plays and
counts; a test judges.
"""

from __future__ import annotations

import argparse
import json
import lzma
import resource
import sys
import time
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.cli.options import LEVELS
from host_tools.dev.campaign_size import size_from
from host_tools.replay.hand_record import HandRecord
from host_tools.replay.run import NotPlayed
from host_tools.replay.sources import find_hands
from host_tools.replay.whole_table import HANDS_A_TABLE, Named, run_table

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent / "data/phh"
UNPACKED = ("holdem_nt_ft", "pluribus_sample")
PACKED = "pluribus.tar.xz"
HANDS = 300


@dataclass
class Comparison:
    """What came of a run; `differing` and `refused` hold sentences that name the hand."""

    equal: int = 0
    seconds: float = 0.0
    table_seconds: float = 0.0
    differing: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Figures in a line."""
        told = f"{self.equal} hands through the whole table end as recorded"
        told += f", {len(self.differing)} differ, {len(self.refused)} were not played"
        if not self.equal:
            return told
        return (
            f"{told}; {self.equal / self.seconds:.1f} hands/s with pseudo-terminal and host, "
            f"{self.equal / self.table_seconds:.1f} hands/s of the table's own processor time"
        )


def expected_stacks() -> dict[str, list[int]]:
    """Final stacks by the file's name, in whole chips, as the other engine settled the hand."""
    with lzma.open(DATA / "expected.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["file"]: row["final_stacks"] for row in rows}


def named(file: str) -> str:
    """Return a hand's name as `expected_stacks` has it."""
    return Path(file).relative_to(DATA).as_posix()


def unpacked() -> list[Named]:
    """The no-limit records that lie unpacked."""
    return [hand for name in UNPACKED for hand in _no_limit(name)]


def packed(count: int | None) -> list[Named]:
    """`count` records of the archive, at equal distances; None for all."""
    found = list(_no_limit(PACKED))
    step = 1 if count is None else max(len(found) // max(count, 1), 1)
    return found[::step][:count]


def _no_limit(name: str) -> Iterator[Named]:
    for file, record in find_hands(DATA / name):
        if isinstance(record, HandRecord) and record.variant == "NT":
            yield file, record


def compare(hands: list[Named], level: str = "register") -> Comparison:
    """Play the hands, some hundred on each table, and compare what the host stored."""
    wanted = expected_stacks()
    result = Comparison()
    for some in _tables(hands):
        began = time.monotonic()
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        for outcome in run_table(some, level=level):
            if isinstance(outcome, NotPlayed):
                result.refused.append(str(outcome))
            elif list(outcome.final_stacks) != wanted[named(outcome.file)]:
                result.differing.append(f"{outcome.file}: {outcome.final_stacks}")
            elif outcome.match is False:
                result.differing.append(f"{outcome.file}: not as its own record says")
            else:
                result.equal += 1
        result.seconds += time.monotonic() - began
        result.table_seconds += resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used
    return result


def _tables(hands: list[Named]) -> Iterator[list[Named]]:
    waiting = iter(hands)
    while some := list(islice(waiting, HANDS_A_TABLE)):
        yield some


def main(argv: list[str]) -> int:
    """Play, print figures and every hand that came out otherwise; returns the exit status."""
    parser = argparse.ArgumentParser(prog="whole_table")
    parser.add_argument("hands", nargs="?", type=size_from(0, "all"), default=HANDS)
    parser.add_argument("level", nargs="?", choices=LEVELS, default="register")
    asked = parser.parse_args(argv)
    level = asked.level
    result = compare(unpacked() + packed(asked.hands), level)
    for told in result.differing + result.refused:
        print(told, file=sys.stderr)
    print(f"{level} level: {result}")
    return 1 if result.differing or result.refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
