"""Every recorded hand comes out as it was recorded.

The 19 televised hands, no limit and fixed limit, and all 5,124 hands of the six-player experiment
end with the stacks that an independent engine found; the random hands, pot limit too, end with the
stacks and the pots as they were settled twice. Within a few Pluribus hands the source shares half
a chip: there whole chips are compared.
"""

from __future__ import annotations

import json
import lzma
import time
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.replay.hand_record import HandRecord
from host_tools.replay.run import NotPlayed, Played, run_files, run_one
from host_tools.replay.sources import find_hands
from tests.pace import slowness
from tests.untraced import untraced

DATA = Path("tests/data/phh")

FINAL_SECONDS_MAX = 20.0  # of processor time for all of them, on one core; a slower one longer


def expected() -> dict[str, list[int]]:
    with lzma.open(DATA / "expected.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["file"]: row["final_stacks"] for row in rows}


def named(file: str) -> str:
    return file.removeprefix(f"{DATA}/")


@pytest.mark.slow
def test_all_real_records_end_with_the_expected_stacks() -> None:
    wanted = expected()
    start = time.process_time()
    names = ("holdem_nt_ft", "pluribus_sample", "pluribus.tar.xz")
    with untraced():
        outcomes = list(run_files(DATA / name for name in names))
    seconds = time.process_time() - start

    played = {named(o.file): list(o.final_stacks) for o in outcomes if isinstance(o, Played)}
    assert len(played) == len(wanted) == 19 + 54 + 5070
    wrong = {file: stacks for file, stacks in played.items() if stacks != wanted[file]}
    assert not wrong
    assert not [o for o in outcomes if isinstance(o, Played) and o.match is False]
    print(f"{len(played)} hands in {seconds:.1f} s")
    assert seconds <= FINAL_SECONDS_MAX * slowness()


def test_half_a_recorded_chip_is_neither_a_match_nor_a_difference() -> None:
    (outcome,) = run_files([DATA / "pluribus_sample/pluribus-102-0.phh"])
    assert isinstance(outcome, Played)
    assert outcome.match is None
    assert outcome.as_json()["recorded_stacks"] == [10112.5, 9775, 10000, 10000, 10112.5, 10000]
    assert outcome.final_stacks == (10113, 9775, 10000, 10000, 10112, 10000)


def test_random_hands_of_all_structures_end_as_settled_to_the_last_pot() -> None:
    outcomes = list(run_files([DATA / "sim_hands.jsonl.xz"]))
    assert len(outcomes) == 1403
    assert not [o for o in outcomes if isinstance(o, NotPlayed)]
    assert not [o.file for o in outcomes if isinstance(o, Played) and o.match is not True]


def test_a_pot_that_differs_from_the_record_is_a_difference() -> None:
    _name, found = next(iter(find_hands(DATA / "sim_hands.jsonl.xz")))
    assert isinstance(found, HandRecord)
    assert found.recorded_pots is not None
    (amount, players), *others = found.recorded_pots
    wrong = replace(found, recorded_pots=((amount - 1, players), *others))
    (good, bad) = run_one("good", found), run_one("bad", wrong)
    assert isinstance(good, Played)
    assert isinstance(bad, Played)
    assert (good.match, bad.match) == (True, False)
