"""The chips of a record without its beginning: what no line told of is unknown, not nothing."""

from __future__ import annotations

from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from host_tools.verify.binding import Bound
from host_tools.verify.chips import Chips
from host_tools.verify.report import Report
from tests.forging import words

FIRST = 100


def findings(*messages: tuple, first: int = FIRST) -> list[str]:
    """What is found in a record of these lines that begins with number `first`."""
    report = Report()
    report.first = first
    chips = Chips(report)
    for seq, message in enumerate(messages, first):
        line = parse(seal(write(message, seq, 0), bytes(8)))
        chips.line(Bound(line, seq, bytes(32), after_gap=False, is_lost=False))
    return [found.code for found in report.findings]


def hand(number: int, stacks: dict[int, int]) -> tuple[tuple, tuple]:
    """A hand in which nothing was bet."""
    seats, chips = tuple(stacks), tuple(stacks.values())
    return (
        words("hand_started", hand=number, button=1, seats=seats, stacks=chips),
        words("hand_finished", hand=number, seats=seats, stacks=chips),
    )


def test_who_sat_out_the_first_hand_told_may_bring_any_chips_to_the_next():
    told = [*hand(3, {1: 3400, 6: 5600}), *hand(4, {1: 3400, 2: 3000, 6: 5600})]
    assert findings(words("cards_collected", count=52, openings=0), *told) == []
    assert findings(*told, first=1) == ["stack_begins"] * 3


def test_chips_added_to_an_unknown_stack_leave_it_unknown():
    told = [*hand(3, {1: 3400, 6: 5600}), (m.CHIPS_ADDED, 2, 500)]
    assert findings((m.TABLE_RESUMED, "floor"), *told, *hand(4, {1: 3400, 2: 900, 6: 5600})) == []


def test_a_stack_that_a_line_told_is_held_against_the_next_hand():
    begun = [(m.TABLE_RESUMED, "floor"), *hand(3, {1: 3400, 6: 5600})]
    for line in (
        words("stack_set", seat=2, stack=700, by="floor", reason="counted"),
        words("seat_taken", seat=2, stack=700),
    ):
        assert findings(*begun, line, *hand(4, {1: 3400, 2: 700, 6: 5600})) == []
        assert findings(*begun, line, *hand(4, {1: 3400, 2: 800, 6: 5600})) == ["stack_begins"]
    assert findings(*begun, *hand(4, {1: 3500, 6: 5600})) == ["stack_begins"]
