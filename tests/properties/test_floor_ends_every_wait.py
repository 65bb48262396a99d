"""Wherever a hand waits, a named person of the floor can end it, by words that the table takes.

Tables with accidents are stopped after inputs drawn by a seed. From there nothing moves any more:
no machine, no clock, no player answers. The floor alone speaks, and what it says is only what the
keys' menu offers there; the hand must come to its end with every chip back.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING

from firmware.app.floor_menu import REPORTS, floor_items
from firmware.core import hand_table
from firmware.schema import irregularities as i
from firmware.schema import messages as m
from tests.accidents import accidents_of

if TYPE_CHECKING:
    from firmware.core.table import Table

SEEDS = range(400, 440)
HANDS = 3
LOOKED_AT = 12  # of so many inputs one
WORDS_MAX = 4

WANTED = (
    m.RULING_VOID_HAND,
    REPORTS + i.IRREGULARITY_DUPLICATE_FACE,
    m.RULING_RESUME,
    m.RULING_COMPLETE_BY_HAND,
)
"""What a floor that wants the hand to end says, the first that is offered."""

PAID = range(hand_table.ENDED, hand_table.REVEALING + 1)
"""The chips are paid, or are about to be: the order's reveal is all that is waited for."""


def say(table: Table, item: int) -> None:
    kind = item - REPORTS
    said = (m.FLOOR_RULED, item, "Anna", None)
    if item >= REPORTS:
        said = (m.IRREGULARITY_REPORTED, i.NAMES[kind], "Anna", None, None)
    assert table.take(said, []) == 0, said


def words_to_the_end(table: Table) -> int:
    """How many words of the floor end the hand."""
    table = deepcopy(table)
    for words in range(WORDS_MAX + 1):
        hand = table.hand
        if hand is None or hand.is_voided:
            assert sum(table.stacks) == table.issued
            return words
        offered = floor_items(hand)
        state = hand_table.STATES[hand.state]
        wanted = [item for item in WANTED if item in offered]
        assert wanted, f"nobody can end a hand that is {state}: {offered}"
        say(table, wanted[0])
    raise AssertionError(f"the floor's words do not end a hand that is {state}")


def test_a_named_person_ends_a_hand_wherever_it_waits() -> None:
    states = set()
    for seed in SEEDS:
        driver = accidents_of(seed, 60)
        rng = Random(seed)
        take = driver.give

        def looked_at(*message, take=take, driver=driver, rng=rng) -> int:
            code = take(*message)
            hand = driver.table.hand
            is_due = rng.randrange(LOOKED_AT) == 0 or (hand and hand.state not in states)
            if hand is not None and hand.number and hand.state not in PAID and is_due:
                states.add(hand.state)
                words_to_the_end(driver.table)
            return code

        driver.give = looked_at  # type: ignore[method-assign]
        for _ in range(HANDS):
            driver.play_hand()
    assert len(states) > 15, [hand_table.STATES[state] for state in sorted(states)]
