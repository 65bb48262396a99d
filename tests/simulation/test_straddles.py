"""Simulated people straddle with their keys, before the deal, where the house lets them."""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from tests.simulated_evening import Evening

HANDS = 10


@pytest.fixture(scope="module")
def evening() -> Evening:
    stacks = dict.fromkeys((1, 3, 4, 6, 9), 10_000)
    return Evening(b"straddles", stacks, HANDS, {"straddle": "by_choice"}).play()


def test_who_sits_left_of_the_big_blind_straddles_in_some_hands(evening: Evening) -> None:
    posted = [one for one in evening.told(m.FORCED_BET_POSTED) if one[2] == m.FORCED_STRADDLE]
    chosen = [one[1] for one in evening.told(m.BLIND_CHOSEN) if one[2] == m.ENTRY_STRADDLE]
    assert [one[1] for one in posted] == chosen
    assert {one[3] for one in posted} <= {100, 200}  # 100 where a blind owed was posted with it
    assert 0 < len(posted) < HANDS
    assert not [one for one in evening.told(m.INPUT_REFUSED) if one[1] == "blind_chosen"]
