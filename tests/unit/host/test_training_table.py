"""The training table without its screen: what is ordered happens, the trainee is its floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core.report_guards import ALSO_SEEN
from firmware.schema import faults, rulings
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from hal.ports import KEY_RAISE
from hal.sim.breakdowns import BREAKDOWNS
from host_tools.sim import training_causes as causes
from host_tools.sim import training_menu as menu
from host_tools.sim.cabled_table import passing_store
from host_tools.sim.training_table import TrainingTable
from host_tools.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.sim.training_causes import Cause

NEVER_CAUSED = {i.IRREGULARITY_DOUBLE_FEED, i.IRREGULARITY_DECK_SHORT}
"""What no hand or machine does to a table of rule: the core's own transcripts have them."""


@pytest.fixture
def table() -> Iterator[TrainingTable]:
    """Four players before the flop of their first hand."""
    with passing_store() as store:
        table = TrainingTable(Texts("en"), store, b"training", seats=4, by="Anna", draw=bytes)
        assert table.deal()
        yield table


def cause_of(kind: int, word: str = "") -> Cause:
    return next(
        one for one in causes.CARD_CAUSES if one.kind == kind and one.when.word.endswith(word)
    )


def device(text: str) -> Cause:
    rows = (*causes.MACHINE_CAUSES, *causes.DEVICE_CAUSES)
    return next(one for one in rows if one.text == text)


def found(table: TrainingTable) -> list[int]:
    """The irregularities of this hand, in order."""
    procedures = table.procedures
    return [one.kind for one in procedures.before] + (
        [procedures.now.kind] if procedures.now else []
    )


@pytest.mark.parametrize("word", ["before", "after"])
def test_premature_turn_is_explained_by_its_rule_and_repaired_step_by_step(
    table: TrainingTable, word: str
) -> None:
    table.cause(cause_of(i.IRREGULARITY_PREMATURE_TURN, word))
    assert table.until(lambda: bool(table.card_to_lay()))
    now = table.procedures.now
    assert now is not None
    assert found(table) == [i.IRREGULARITY_PREMATURE_BURN, i.IRREGULARITY_PREMATURE_TURN]
    assert (now.number, now.book) == (rulings.PROCEDURE_PREMATURE_TURN, rulings.BOOK_R004)
    assert table.card_to_lay() == m.PLACE_ASIDE
    assert len(table.state.board) == 4, "the card that strayed lies there for everybody to see"
    assert None not in table.state.board
    hand = table.state.hand
    table.advance(60_000)
    assert table.card_to_lay() == m.PLACE_ASIDE, "nobody does it but the trainee"
    assert table.lay_card()
    table.turn_floor_key()
    assert table.until(lambda: now.step == rulings.STEP_FINISH_BETTING)
    assert len(table.state.board) == 3
    assert table.until(lambda: now.is_over)
    assert table.until(lambda: table.state.street == m.STREET_RIVER)
    assert table.state.order.epoch == 1, "the aside card was shuffled back in before the river"
    assert table.until(lambda: table.state.hand == hand + 1)
    assert table.procedures.now is None


@pytest.mark.parametrize(
    "cause",
    [one for one in causes.CARD_CAUSES if one.kind != i.IRREGULARITY_CARD_MISREAD],
    ids=lambda one: f"{i.NAMES[one.kind]}-{one.when.word}",
)
def test_ordered_irregularity_comes_about_under_its_own_name(
    table: TrainingTable, cause: Cause
) -> None:
    table.cause(cause)

    def is_found() -> bool:
        if table.card_to_lay():  # the first of two strokes waits for the trainee
            table.lay_card()
            table.turn_floor_key()
        return cause.kind in found(table)

    assert table.until(is_found, 240_000), [i.NAMES[kind] for kind in found(table)]
    assert not table.luck.armed


def test_misread_is_seen_by_nobody_until_a_person_reports_it(table: TrainingTable) -> None:
    table.cause(cause_of(i.IRREGULARITY_CARD_MISREAD))
    assert table.until(lambda: table.state.street == m.STREET_TURN)
    assert not found(table)
    read = table.state.board[3]
    assert read is not None
    table.report("card_misread", None, read)
    assert table.until(lambda: table.face_to_enter() is not None, 60_000)
    lies = table.face_to_enter()
    assert lies not in (None, read)
    table.enter_face(lies or 0)
    assert table.until(lambda: table.state.board[3] == lies or table.face_to_enter() is None)
    now = table.procedures.now
    assert now is not None
    assert now.reported_by == "Anna"
    assert now.is_over


@pytest.mark.parametrize(
    "cause",
    [
        one
        for one in (*causes.MACHINE_CAUSES, *causes.DEVICE_CAUSES)
        if one.fault and one.fault not in ("F-MEM-01", "F-STO-01", "F-LNK-01")
    ],
    ids=lambda one: one.text,
)
def test_broken_device_is_named_by_its_fault(table: TrainingTable, cause: Cause) -> None:
    table.cause(cause)

    def is_named() -> bool:
        return cause.fault in [code for code, _ in table.state.trouble.faults]

    assert table.until(is_named, 300_000)


@pytest.mark.parametrize(("text", "shows"), [("memory_silent", "FrA"), ("store_failed", "StorE")])
def test_fault_that_no_line_can_tell_stands_on_every_display(
    table: TrainingTable, text: str, shows: str
) -> None:
    table.cause(device(f"break_{text}"))
    table.advance(60_000)
    seen: dict[int, set[str]] = {seat: set() for seat in table.state.seats}
    for _ in range(5):  # what blinks is dark for a quarter of a second
        table.advance(200)
        for seat, words in seen.items():
            words.add(table.lights.seats[seat].shows.strip())
    assert all(words <= {shows, ""} and shows in words for words in seen.values()), seen


def test_mended_machine_goes_on_after_the_floor_key_and_not_before(table: TrainingTable) -> None:
    table.cause(device("jam_path"))
    assert table.until(lambda: bool(table.state.trouble.faults))
    table.advance(30_000)
    assert table.state.trouble.faults
    table.mend()
    table.turn_floor_key()
    assert table.until(lambda: not table.state.trouble.faults)


def test_cable_that_falls_out_loses_no_line(table: TrainingTable) -> None:
    table.cause(device("break_cable"))
    table.advance(20_000)
    lines = table.state.record.lines
    table.advance(20_000)
    assert table.state.record.lines == lines
    table.mend()
    assert table.until(lambda: table.state.record.lines > lines)
    assert not table.state.record.broken_at


def test_players_wait_for_their_keys_when_they_are_played_by_hand(table: TrainingTable) -> None:
    table.play_by_hand(True)
    turn = table.state.turn
    assert turn is not None
    table.advance(10_000)
    assert table.state.turn == turn
    table.press(turn.seat, KEY_RAISE, 60)
    table.advance(1_000)
    assert table.lights.seats[turn.seat].points, "the entry is open, a digit is lit"
    table.press(turn.seat, KEY_RAISE, 60)
    assert table.until(lambda: table.state.seats[turn.seat].did == "raise", 5_000)
    following = table.state.turn
    assert following is not None
    table.let_play()
    assert table.until(lambda: table.state.seats[following.seat].did == "call", 5_000)


def test_floor_decides_by_name_and_with_a_reason(table: TrainingTable) -> None:
    table.cause(cause_of(i.IRREGULARITY_UNCOMMANDED_CARD))
    assert table.until(lambda: bool(table.state.trouble.held))
    table.decide(m.RULING_VOID_HAND, "the machine cannot be trusted")
    assert table.until(lambda: not table.state.is_playing, 5_000)
    assert any("Anna" in told and "cannot be trusted" in told for told in table.told)


def test_report_that_the_table_refuses_is_told(table: TrainingTable) -> None:
    table.report("card_on_floor")
    table.advance(1_000)
    assert not found(table)
    assert "refused" in table.told[-1].lower() or "not" in table.told[-1].lower()


def test_every_irregularity_can_be_caused_or_reported() -> None:
    caused = {one.kind for one in causes.CARD_CAUSES}
    reported = {*causes.REPORTED, *ALSO_SEEN}
    assert caused | reported | NEVER_CAUSED == set(range(1, len(i.NAMES)))
    assert not NEVER_CAUSED & caused


def test_every_breakdown_stands_in_the_menu_under_the_fault_it_names() -> None:
    rows = {one.text.removeprefix("break_"): one.fault for one in causes.DEVICE_CAUSES}
    assert rows == {**BREAKDOWNS, "cable": "F-LNK-01"}
    every = (*causes.MACHINE_CAUSES, *causes.DEVICE_CAUSES)
    assert all(one.fault in faults.CODES for one in every if one.fault)


@pytest.mark.parametrize("language", ["en", "it"])
def test_menu_has_words_for_every_row(language: str) -> None:
    say = Texts(language)
    rows = [*menu.causes(say), *menu.reports(say), *menu.rulings(say), *menu.cards()]
    assert all(row.words for row in rows)
    assert len({(row.words, row.remark) for row in menu.causes(say)}) == len(menu.causes(say))
