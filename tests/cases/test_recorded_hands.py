"""Every recorded hand comes out as it was recorded.

The twelve televised no-limit hands and all 5,124 hands of the six-player experiment end with the
stacks that an independent engine found; the random hands end as they were settled twice. Within a
few Pluribus hands the source shares half a chip: there whole chips are compared.
"""

from __future__ import annotations

import json
import lzma
import time
from pathlib import Path

import pytest

from host_tools.replay.run import NotPlayed, Played, run_files

DATA = Path("tests/data/phh")

FINAL_SECONDS_MAX = 20.0  # of processor time for all of them, on one core


def expected() -> dict[str, list[int]]:
    with lzma.open(DATA / "expected.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["file"]: row["final_stacks"] for row in rows if row["variant"] == "NT"}


def named(file: str) -> str:
    return file.removeprefix(f"{DATA}/")


@pytest.mark.slow
def test_all_no_limit_records_end_with_the_expected_stacks() -> None:
    wanted = expected()
    start = time.process_time()
    outcomes = list(
        run_files(DATA / name for name in ("holdem_nt_ft", "pluribus_sample", "pluribus.tar.xz"))
    )
    seconds = time.process_time() - start

    played = {named(o.file): list(o.final_stacks) for o in outcomes if isinstance(o, Played)}
    assert len(played) == len(wanted) == 12 + 54 + 5070
    wrong = {file: stacks for file, stacks in played.items() if stacks != wanted[file]}
    assert not wrong
    assert not [o for o in outcomes if isinstance(o, Played) and o.match is False]
    refused = [o for o in outcomes if isinstance(o, NotPlayed)]
    assert {o.place for o in refused} == {"variant"}
    assert len(refused) == 7
    print(f"{len(played)} hands in {seconds:.1f} s")
    assert seconds <= FINAL_SECONDS_MAX


def test_half_a_recorded_chip_is_neither_a_match_nor_a_difference() -> None:
    (outcome,) = run_files([DATA / "pluribus_sample/pluribus-102-0.phh"])
    assert isinstance(outcome, Played)
    assert outcome.match is None
    assert outcome.as_json()["recorded_stacks"] == [10112.5, 9775, 10000, 10000, 10112.5, 10000]
    assert outcome.final_stacks == (10113, 9775, 10000, 10000, 10112, 10000)


def test_random_no_limit_hands_end_as_settled() -> None:
    outcomes = list(run_files([DATA / "sim_hands.jsonl.xz"]))
    played = [o for o in outcomes if isinstance(o, Played)]
    assert len(played) == 876
    assert not [o.file for o in played if o.match is not True]
    refused = [o for o in outcomes if isinstance(o, NotPlayed)]
    assert {o.reason.split()[0] for o in refused} == {"FT", "PT"}
    assert len(refused) == 1403 - 876
