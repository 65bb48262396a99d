"""The questions that the rows of the table between hands ask.

A guard looks and changes nothing: YES, NO (the next row is tried), or a refusal code. Rule of the
file: what people ask for is checked here to the last field, so that an action never meets a seat,
an amount or a setting that does not exist.
"""

from __future__ import annotations

from firmware.core.cards import DECK_CARDS
from firmware.core.hand_guards import severity
from firmware.core.hand_table import OVER
from firmware.core.machine import NO, YES
from firmware.core.positions import SEATS_MAX
from firmware.schema import faults
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

CHIPS_MAX = (1 << 30) - 1  # of a whole table: every sum fits a small integer of a board


def timer_is_old(table: Table, message: tuple) -> int:
    """Was this timer stopped or replaced before it came due?"""
    return NO if table.timer.is_due(message) else YES


# ------------------------------------------------------------------ deck


def deck_is_whole(table: Table, message: tuple) -> int:
    """Are 52 cards there, and were only those faces opened that were asked for?"""
    _id, count, openings = message
    return YES if count == DECK_CARDS and openings == table.ledger.openings else NO


def is_next_fed(table: Table, message: tuple) -> int:
    """Is it the next card of the load?"""
    ledger = table.ledger
    return YES if ledger.hopper and message[1] == ledger.fed + 1 else NO


def whole_deck_is_fed(table: Table, message: tuple) -> int:
    """Are all 52 cards in the carousel?"""
    return YES if message[1] == DECK_CARDS == table.ledger.carousel else NO


def floor_resumes(_: Table, message: tuple) -> int:
    """Does the floor let the table go on?"""
    return YES if message[1] == m.RULING_RESUME else m.REFUSAL_NOT_NOW


# ------------------------------------------------------------------ next hand


def hand_can_start(table: Table, _: tuple) -> int:
    """Do two players have chips, and does nothing stand in the way?"""
    if table.paused or table.faults:
        return NO
    return YES if len(table.players()) >= 2 else NO


def hand_cannot_start(table: Table, message: tuple) -> int:
    """Did something come in the way meanwhile?"""
    return NO if hand_can_start(table, message) == YES else YES


def hand_is_over(table: Table, _: tuple) -> int:
    """Is the hand that runs at its end?"""
    return YES if table.hand is not None and table.hand.state == OVER else NO


# ------------------------------------------------------------------ people


def _is_seat(seat: int) -> bool:
    return 1 <= seat <= SEATS_MAX


def seat_can_be_taken(table: Table, message: tuple) -> int:
    """Is there such a seat, is it free, and do the chips fit the table?"""
    seat = message[1]
    stack = message[2]
    if not _is_seat(seat):
        return m.REFUSAL_NO_SUCH_SEAT
    if table.taken[seat]:
        return m.REFUSAL_SEAT_TAKEN
    fits = 0 <= stack <= CHIPS_MAX - table.issued
    return YES if fits else m.REFUSAL_AMOUNT_OUT_OF_RANGE


def leaver_is_dealt_in(table: Table, message: tuple) -> int:
    """Is the player who leaves in the hand that runs?"""
    hand = table.hand
    seat = message[1]
    if hand is None or seat not in hand.ring:
        return NO
    return m.REFUSAL_SEAT_EMPTY if hand.absent[seat] else YES


def seat_can_be_left(table: Table, message: tuple) -> int:
    """Is somebody there?"""
    seat = message[1]
    if not _is_seat(seat):
        return m.REFUSAL_NO_SUCH_SEAT
    return YES if table.taken[seat] else m.REFUSAL_SEAT_EMPTY


def post_can_be_promised(table: Table, message: tuple) -> int:
    """Is somebody there, and is the bet no more than the big blind?"""
    _id, seat, dead, live = message
    if not _is_seat(seat):
        return m.REFUSAL_NO_SUCH_SEAT
    if not table.taken[seat]:
        return m.REFUSAL_SEAT_EMPTY
    fits = 0 <= dead <= CHIPS_MAX and 0 <= live <= table.settings[s.SETTING_BIG_BLIND]
    return YES if fits else m.REFUSAL_AMOUNT_OUT_OF_RANGE


def button_can_be_placed(_: Table, message: tuple) -> int:
    """Is there such a seat?"""
    return YES if _is_seat(message[1]) else m.REFUSAL_NO_SUCH_SEAT


def setting_can_be_changed(table: Table, message: tuple) -> int:
    """The small blind is never larger than the big one; equal blinds are legal (K9)."""
    setting = s.by_name(message[1])
    if not setting:
        return m.REFUSAL_NO_SUCH_SETTING
    value = s.parse(setting, message[2])
    if value is None:
        return m.REFUSAL_BAD_VALUE
    small = table.settings[s.SETTING_SMALL_BLIND]
    big = table.settings[s.SETTING_BIG_BLIND]
    if setting == s.SETTING_SMALL_BLIND and value > big:
        return m.REFUSAL_BAD_VALUE
    return m.REFUSAL_BAD_VALUE if setting == s.SETTING_BIG_BLIND and value < small else YES


# ------------------------------------------------------------------ devices


def fault_is_only_noted(_: Table, message: tuple) -> int:
    """Can play go on as if nothing had happened?"""
    return YES if severity(message[1]) == faults.SEVERITY_NOTE else NO
