"""A fault plan: rows that can be read, checked whole, counted by cards, and gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hal.ports import PLACE_BOARD1, PLACE_BURN, STAGE_EJECTOR, STAGE_FEEDER, STAGE_PATH
from hal.sim import main as sim
from hal.sim.mishaps import (
    KINDS,
    OF_THE_DECK,
    ROWS_MAX,
    FaultPlan,
    PlanError,
    plan_from,
    words_told,
)
from host_tools.sim import fault_plans
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CARD, FEED, STUB = range(3)


def test_a_row_says_what_to_which_card_and_how_often() -> None:
    (row,) = FaultPlan(["jam stage=ejector deal=2 card=11 tries=3  # the river"]).rows
    assert (row.kind, row.deal, row.counter, row.nth, row.left) == ("jam", 2, CARD, 11, 2)
    assert row.words["stage"] == STAGE_EJECTOR


def test_what_is_left_out_has_a_default() -> None:
    (row,) = FaultPlan(["jam card=1"]).rows
    assert row.words == {"stage": STAGE_PATH, "tries": 2}


def test_a_feeder_is_counted_by_feeds_and_places_are_named_as_in_the_schema() -> None:
    jam, stray = FaultPlan(["jam stage=feeder feed=3", "stray card=2 to=burn,board1"]).rows
    assert (jam.counter, jam.words["stage"]) == (FEED, STAGE_FEEDER)
    assert stray.words["to"] == (PLACE_BURN, PLACE_BOARD1)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("melt card=1", "no such mishap"),
        ("jam", "to which card?"),
        ("jam card=0", "what is card=0?"),
        ("jam card=\u00b2", "what is card=\u00b2?"),
        ("jam deal=0 card=1", "what is deal=0?"),
        ("jam deal=1 deal=2 card=1", "what is deal=2?"),
        ("jam card=1 feed=2", "one place, not two"),
        ("jam card=1 stage=path stage=feeder", "what is stage=feeder?"),
        ("jam card=1 stage=roof", "roof cannot be meant"),
        ("jam card=1 tries=1", "1 cannot be meant"),
        ("jam card=1 stage=roof", "but feeder carousel ejector path turret return"),
        (
            "misplace card=8 to=12",
            "12 cannot be meant, but seat1 to seat10, board1 to",
        ),
        ("jam card=1 colour=red", "what is colour=red?"),
        ("misread card=1", "as= is missing"),
        ("misread card=1 as=1h", "1h cannot be meant"),
        ("stray card=1 to=seat11", "seat11 cannot be meant"),
        ("misplace card=1 to=seat1,seat2", "seat1,seat2 cannot be meant"),
        ("lacks card=1 face=Ah", "happens to the deck"),
    ],
)
def test_a_row_that_cannot_happen_is_refused_by_its_text(row: str, complaint: str) -> None:
    with pytest.raises(PlanError) as refused:
        FaultPlan([row])
    assert complaint in str(refused.value)
    with pytest.raises(PlanError) as refused:
        plan_from("# a plan\n\n" + row)
    assert str(refused.value).startswith("line 3: ")


def test_a_row_meets_the_same_card_again_until_its_tries_are_used() -> None:
    plan = FaultPlan(["nothing card=2 tries=3"])
    assert plan.hit("nothing", CARD) is None
    plan.count(CARD)
    assert plan.hit("nothing", CARD)
    assert plan.hit("nothing", CARD)
    assert plan.hit("nothing", CARD) is None


def test_a_row_of_another_deal_waits_for_it() -> None:
    plan = FaultPlan(["nothing deal=2 card=1"])
    assert plan.hit("nothing", CARD) is None
    plan.next_deal()
    assert plan.hit("nothing", CARD)


def test_what_never_clears_is_cleared_by_a_person() -> None:
    plan = FaultPlan(["jam card=1 tries=never", "dead stage=ejector card=1"])
    for _ in range(100):
        assert plan.hit("jam", CARD)
    assert plan.stands("dead", "stage", STAGE_EJECTOR)
    plan.mend()
    assert plan.hit("jam", CARD) is None
    assert plan.stands("dead", "stage", STAGE_EJECTOR) is None


def test_a_plan_goes_on_where_it_was() -> None:
    rows = ["nothing card=2 tries=4", "lacks face=Ah"]
    plan = FaultPlan(rows)
    assert len(plan.of_the_deck()) == 1
    plan.count(CARD)
    plan.hit("nothing", CARD)
    again = FaultPlan(rows)
    again.restore(plan.snapshot())
    assert again.snapshot() == plan.snapshot()
    assert again.of_the_deck() == []
    assert again.hit("nothing", CARD)
    assert again.hit("nothing", CARD)
    assert again.hit("nothing", CARD) is None


def test_random_plans_draw_every_kind_and_every_row_can_be_meant() -> None:
    drawn = set()
    for seed in range(3000):
        rows = fault_plans.rows_of(str(seed), 5, (1, 4, 9))
        assert rows == fault_plans.rows_of(str(seed), 5, (1, 4, 9))
        drawn |= {row.kind for row in FaultPlan(rows).rows}
    assert drawn == set(KINDS)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"jam card=x\n", "line 1: jam card=x: what is card=x?"),
        (b"\xff", "plan.txt: no text in UTF-8; how a row is written stands in hal/sim/mishaps.md"),
    ],
)
def test_a_plan_file_that_cannot_be_followed_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, complaint: str
) -> None:
    path = tmp_path / "plan.txt"
    path.write_bytes(content)
    assert sim.main(["--hands", "1", "--mishaps", str(path)]) == sim.EXIT_USAGE
    assert complaint in capsys.readouterr().err


def test_a_plan_file_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    path.write_text("# the second card\nnothing deal=2 card=2 tries=3\n", encoding="utf-8")
    words = ["--hands", "1", "--seats", "2", "--speed", "max", "--set", "witness_ms=0"]
    folder = tmp_path / "table"
    assert sim.main([*words, "--linger", "0", "--mishaps", str(path), "--state", str(folder)]) == 0
    log = b"".join(one.read_bytes() for one in sorted((folder / "journal").iterdir()))
    assert log.count(b" motion_retried stage=ejector ") == 2


def test_a_plan_of_too_many_rows_is_refused_by_the_line_that_is_too_many() -> None:
    assert len(plan_from("nothing card=1\n" * ROWS_MAX).rows) == ROWS_MAX
    with pytest.raises(PlanError) as refused:
        plan_from("# a plan\n" + "nothing card=1\n" * (ROWS_MAX + 1))
    assert str(refused.value) == f"line {ROWS_MAX + 2}: a plan has at most {ROWS_MAX} rows"


PAGE = (ROOT / "hal/sim/mishaps.md").read_text(encoding="utf-8")


def test_the_page_tells_every_kind_with_the_words_that_its_rows_take() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| `")]
    told = [(kind, words) for kind, _what, words in rows]
    assert told == [(f"`{kind}`", words_told(kind) or "none") for kind in KINDS]
    assert all(f"`{kind}`" in PAGE.rpartition("|\n")[2] for kind in OF_THE_DECK)
    assert f"at most {ROWS_MAX} rows" in PAGE


def test_the_rows_that_the_page_shows_can_be_followed() -> None:
    shown = [block for block in PAGE.split("```\n")[1::2] if not block.startswith("mazziere")]
    assert [row.kind for row in plan_from("".join(shown)).rows] == [
        "jam", "nothing", "misplace", "lacks",
    ]  # fmt: skip
