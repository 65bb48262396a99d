"""Whatever goes wrong with cards, in whatever order: the hand ends or waits for a named person.

Cards are exposed, stray, double, get lost, land elsewhere, are misread; people report, devices
fail, the floor decides. After every input 52 cards lie each in one place, known or explicitly
unknown, chips are conserved, a refused input has changed nothing; a hand that stops is stopped at
a question that the floor can answer. A failing seed is played again by its number alone.
"""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from tests.accidents import accidents_of

SEEDS = range(100, 160)
HANDS = 4


@pytest.mark.parametrize("often", [15, 60])
def test_every_hand_ends_whatever_goes_wrong(often: int) -> None:
    ruled = set()
    for seed in SEEDS:
        driver = accidents_of(seed, often)
        for _ in range(HANDS):
            driver.play_hand()
        ruled |= driver.kinds
        ends = len(driver.heard(m.HAND_FINISHED)) + len(driver.heard(m.HAND_VOIDED))
        assert ends >= len(driver.heard(m.HAND_STARTED)) - 1, seed
    assert len(ruled) > 15, "hardly anything went wrong"


def test_the_same_inputs_make_the_same_table() -> None:
    for seed in SEEDS[:10]:
        driver = accidents_of(seed, 60)
        for _ in range(HANDS):
            driver.play_hand()
        again = type(driver.table)(driver.profile)
        said: list[tuple] = []
        for message in driver.accepted:
            assert again.take(message, said) == 0
        assert again.snapshot() == driver.table.snapshot()


def test_no_face_is_told_that_the_rules_do_not_show() -> None:
    for seed in SEEDS[:20]:
        driver = accidents_of(seed, 60)
        for _ in range(HANDS):
            driver.play_hand()
        asked = {one[1] for one in driver.heard(m.OPEN_FACE) + driver.heard(m.ASK_FACE)}
        for shown in driver.heard(m.HAND_SHOWN):
            assert len(shown[2]) == 2
        assert len(driver.heard(m.HAND_SHOWN)) <= len(asked)
