"""What passes a beam is judged by the time in the dark, never by the number of edges."""

from __future__ import annotations

import pytest

from hal.card_machine.beams import PASSAGE_MS, PULSE_MS, is_one_card, length
from hal.sim.beams import chattering


def test_one_card_is_one_passage_of_its_length() -> None:
    assert length([(0, True), (PASSAGE_MS, False)]) == 1000


@pytest.mark.parametrize("thousandths", [1550, 2000])
def test_two_cards_that_overlap_or_touch_are_too_long_for_one(thousandths: int) -> None:
    found = length([(0, True), (PASSAGE_MS * thousandths // 1000, False)])
    assert found == thousandths
    assert not is_one_card(found)


@pytest.mark.parametrize(
    ("toggles", "total_ms"), [(1, 10), (1, 110), (2, 10), (5, 110), (9, 110), (40, 110), (9, 200)]
)
def test_a_receiver_that_chatters_is_one_card_however_often(toggles: int, total_ms: int) -> None:
    assert is_one_card(length(chattering(toggles, total_ms)))


def test_two_cards_with_light_between_them_are_too_long_for_one() -> None:
    second = PASSAGE_MS + 2 * PULSE_MS
    edges = [(0, True), (PASSAGE_MS, False), (second, True), (second + PASSAGE_MS, False)]
    assert length(edges) == 2000


def test_a_flash_of_light_does_not_part_a_card() -> None:
    assert length([(0, True), (60, False), (60 + PULSE_MS - 1, True), (PASSAGE_MS, False)]) == 1000


def test_a_beam_that_never_darkens_saw_nothing() -> None:
    assert length([]) == 0


def test_a_corner_is_no_card() -> None:
    assert not is_one_card(length([(0, True), (PASSAGE_MS // 3, False)]))
