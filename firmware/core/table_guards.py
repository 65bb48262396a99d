"""The questions that the rows of the table between hands ask.

A guard looks and changes nothing: YES, NO (the next row is tried), or a refusal code. Rule of the
file: what people ask for is checked here to the last field, so that an action never meets a seat,
an amount or a setting that does not exist.
"""

from __future__ import annotations

from firmware.core.attendance_guards import CHIPS_MAX, is_seat, somebody_sits_there
from firmware.core.cards import DECK_CARDS
from firmware.core.contradictions import contradiction
from firmware.core.hand_guards import severity
from firmware.core.hand_table import OVER
from firmware.core.machine import NO, YES
from firmware.core.positions import DRAWS_MAX, NOBODY
from firmware.core.table_service import NO_TEST
from firmware.schema import faults
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

_OBJECTION_SECONDS_MIN = 3  # or 0: no window at all


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
    """Do two players have chips, is one of them here, and does nothing stand in the way?"""
    if table.paused or table.faults or True in table.miscounted or table.testing != NO_TEST:
        return NO
    players = table.players()
    for seat in players:
        if not table.sitting_out[seat]:
            return YES if len(players) >= 2 else NO
    return NO


def hand_cannot_start(table: Table, message: tuple) -> int:
    """Did something come in the way meanwhile?"""
    return NO if hand_can_start(table, message) == YES else YES


def button_is_to_be_drawn(table: Table, message: tuple) -> int:
    """Is it the first hand, and did nobody put the button anywhere (K1)?"""
    if table.positions[2] != NOBODY or table.button_placed or table.draws >= DRAWS_MAX:
        return NO
    is_drawn = table.settings[s.SETTING_FIRST_BUTTON] == s.FIRST_BUTTON_RANDOM
    return hand_can_start(table, message) if is_drawn else NO


def draw_is_over(table: Table, _: tuple) -> int:
    """Is the first button drawn, and the deck beyond doubt as it was loaded?"""
    hand = table.hand
    if hand is None or hand.number or hand.to_seat or hand.state != OVER:
        return NO
    return NO if hand.is_voided or table.draws >= DRAWS_MAX else YES


def hand_is_over(table: Table, _: tuple) -> int:
    """Is the hand that runs at its end?"""
    return YES if table.hand is not None and table.hand.state == OVER else NO


# ------------------------------------------------------------------ people


def seat_can_be_taken(table: Table, message: tuple) -> int:
    """Is there such a seat, is it free, and do the chips fit the table?"""
    seat = message[1]
    stack = message[2]
    if not is_seat(seat):
        return m.REFUSAL_NO_SUCH_SEAT
    if table.closed:
        return m.REFUSAL_TABLE_CLOSED
    if table.taken[seat]:
        return m.REFUSAL_SEAT_TAKEN
    if table.seat_draw.holds(seat):
        return m.REFUSAL_DRAW_RUNNING
    fits = 0 <= stack <= CHIPS_MAX - table.issued
    return YES if fits else m.REFUSAL_AMOUNT_OUT_OF_RANGE


def leaver_is_dealt_in(table: Table, message: tuple) -> int:
    """Is the player who leaves in the hand that runs?"""
    hand = table.hand
    seat = message[1]
    if hand is None or seat not in hand.ring or not table.taken[seat]:
        return NO
    return m.REFUSAL_SEAT_EMPTY if hand.absent[seat] else YES


def seat_can_be_left(table: Table, message: tuple) -> int:
    """Is somebody there?"""
    return somebody_sits_there(table, message)


def post_can_be_promised(table: Table, message: tuple) -> int:
    """Is somebody there, and is the bet no more than the big blind?"""
    _id, _seat, dead, live = message
    verdict = somebody_sits_there(table, message)
    if verdict != YES:
        return verdict
    fits = 0 <= dead <= CHIPS_MAX and 0 <= live <= table.settings[s.SETTING_BIG_BLIND]
    return YES if fits else m.REFUSAL_AMOUNT_OUT_OF_RANGE


def button_can_be_placed(_: Table, message: tuple) -> int:
    """Is there such a seat?"""
    return YES if is_seat(message[1]) else m.REFUSAL_NO_SUCH_SEAT


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
    if setting == s.SETTING_BIG_BLIND and value < small:
        return m.REFUSAL_BAD_VALUE
    if setting == s.SETTING_OBJECTION_SECONDS and 0 < value < _OBJECTION_SECONDS_MIN:
        return m.REFUSAL_BAD_VALUE
    rules = list(table.settings)
    rules[setting] = value
    return YES if contradiction(rules) is None else m.REFUSAL_SETTINGS_CONTRADICT


# ------------------------------------------------------------------ devices


def fault_is_only_noted(_: Table, message: tuple) -> int:
    """Can play go on as if nothing had happened?"""
    return YES if severity(message[1]) == faults.SEVERITY_NOTE else NO


def fault_doubts_deck(_: Table, message: tuple) -> int:
    """Are lines lost that may have moved cards?"""
    return YES if message[1] == faults.CODES[faults.FAULT_LOG_LOST] else NO


def hands_are_unknown(table: Table, message: tuple) -> int:
    """Were hands begun that this table knows nothing of?"""
    return YES if message[1] > table.hand_number else m.REFUSAL_BAD_VALUE
