"""The chips of a record: nobody's stack changes but by what the lines say.

Adds up each hand from its own lines: what a seat brought, posted, bet, got back and won must be
what it is left with, the pots must be what was put in, and from hand to hand a stack changes only
by chips that were bought, taken away or corrected by the floor under a name. Rule of the file: it
knows no rule of poker; it only adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m
from firmware.schema.rulings import STEP_NAMES, STEP_RETURN_BETS

if TYPE_CHECKING:
    from host_tools.verify.binding import Bound
    from host_tools.verify.report import Report


_RETURN_BETS = STEP_NAMES[STEP_RETURN_BETS]


class Chips:
    """Reads every line; keeps what each seat must hold."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._stacks: dict[int, int] | None = {}  # None: not known until the next hand begins
        self._others: int | None = 0  # held where no line told of it; None: not known either
        self._before: dict[int, int] = {}
        self._left: dict[int, int] = {}
        self._pot = 0
        self._is_running = False
        self._undo: tuple[dict[int, int], int] = {}, 0  # before the last action: stacks and pot

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        message = bound.line.message
        kind = message[0]
        if bound.after_gap or bound.seq == self._report.first > 1:
            self._stacks, self._others = None, None
            self._is_running, self._report.running = False, 0
        if bound.is_lost or bound.is_refused:
            return
        if kind == m.SEAT_TAKEN and self._stacks is not None:
            self._stacks[message[1]] = message[2]
        elif kind == m.CHIPS_ADDED:
            self._move(message[1], message[2])
        elif kind in (m.SEAT_LEFT, m.CHIPS_CASHED):
            self._set(message[1], 0)
        elif kind == m.STACK_SET:
            self._set(message[1], message[2])
        elif kind == m.AWARD_REVERSED:
            self._move(message[1], -message[3])
            self._move(message[2], message[3])
        if kind == m.HAND_STARTED:
            self._begin(bound, message)
        elif self._is_running:
            self._play(bound, message)

    def _move(self, seat: int, amount: int) -> None:
        """Chips come or go beside the play."""
        held = self._held(seat)
        if held is not None:
            self._set(seat, held + amount)

    def _set(self, seat: int, stack: int) -> None:
        """Somebody's chips are these now; those of a seat in the hand go when it is over."""
        if self._stacks is not None and not (self._is_running and seat in self._before):
            self._stacks[seat] = stack

    def _held(self, seat: int) -> int | None:
        """What a seat holds between hands, or None where no line told of it."""
        return None if self._stacks is None else self._stacks.get(seat, self._others)

    def _begin(self, bound: Bound, message: tuple) -> None:
        self._before = dict(zip(message[3], message[4], strict=True))
        self._left = dict(self._before)
        self._pot = 0
        self._is_running = True
        if self._report.running:
            self._report.wrong(bound.seq, "no_end", hand=self._report.running)
        self._report.running = message[1]
        for seat, stack in self._before.items():
            held = self._held(seat)
            if held not in (None, stack):
                self._report.wrong(bound.seq, "stack_begins", seat=seat, stack=stack, held=held)
        self._stacks = {**(self._stacks or {}), **self._before}

    def _take(self, seat: int, amount: int) -> None:
        self._left[seat] = self._left.get(seat, 0) - amount
        self._pot += amount

    def _play(self, bound: Bound, message: tuple) -> None:
        kind, seq, report = message[0], bound.seq, self._report
        if kind == m.FORCED_BET_POSTED:
            self._take(message[1], message[3])
        elif kind == m.ACTION_TAKEN:
            seat, stack = message[1], message[4]
            self._undo = dict(self._left), self._pot
            if stack > self._left.get(seat, 0):
                report.wrong(seq, "chips_from_nowhere", seat=seat)
            self._take(seat, self._left.get(seat, 0) - stack)
        elif kind == m.ACTION_TAKEN_BACK:
            self._left, self._pot = self._undo
        elif kind == m.STEP_BEGUN and message[1] == _RETURN_BETS:
            self._left, self._pot = dict(self._before), 0
        elif kind == m.UNCALLED_BET_RETURNED:
            self._take(message[1], -message[2])
        elif kind == m.POT_AWARDED:
            self._take(message[2], -message[3])
        elif kind == m.RAKE_TAKEN:
            self._pot -= message[2]
        elif kind == m.HAND_FINISHED:
            self._finish(bound, message)
        elif kind == m.HAND_VOIDED:
            report.counts["voided"] += 1
            self._ended(bound, message[1])

    def _ended(self, bound: Bound, hand: int) -> None:
        if hand != self._report.running:
            self._report.wrong(bound.seq, "end_of_another", hand=hand)
        self._report.running = 0
        self._is_running = False

    def _finish(self, bound: Bound, message: tuple) -> None:
        report = self._report
        report.counts["finished"] += 1
        self._ended(bound, message[1])
        after = dict(zip(message[2], message[3], strict=True))
        if self._pot:
            report.wrong(bound.seq, "pot_left", chips=self._pot)
        for seat, stack in after.items():
            if self._left.get(seat) != stack:
                report.wrong(
                    bound.seq, "stack_ends", seat=seat, stack=stack, counted=self._left.get(seat)
                )
        if set(after) != set(self._before):
            report.wrong(bound.seq, "seats_differ")
        if self._stacks is not None:
            self._stacks.update(after)
