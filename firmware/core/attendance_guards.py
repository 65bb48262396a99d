"""The questions that the rows ask about people: who sits, who owes, whose chips may move.

A guard looks and changes nothing: YES, NO (the next row is tried), or a refusal code. Rule of the
file: chips of a seat move between hands only, and every refusal has its own code.
"""

from __future__ import annotations

from firmware.core.attendance import straddle_is_allowed
from firmware.core.hand_table import OPENING, OVER
from firmware.core.machine import NO, YES
from firmware.core.positions import SEATS_MAX
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

CHIPS_MAX = (1 << 30) - 1  # of a whole table: every sum fits a small integer of a board


def is_seat(seat: int) -> bool:
    """Whether there is such a seat."""
    return 1 <= seat <= SEATS_MAX


def somebody_sits_there(table: Table, message: tuple) -> int:
    """Is there such a seat, and is it taken?"""
    seat = message[1]
    if not is_seat(seat):
        return m.REFUSAL_NO_SUCH_SEAT
    return YES if table.taken[seat] else m.REFUSAL_SEAT_EMPTY


def player_says_something_new(table: Table, message: tuple) -> int:
    """Is somebody there who does not sit out already, or who does and is back?"""
    verdict = somebody_sits_there(table, message)
    is_out = message[0] == m.PLAYER_OUT_NEXT
    if verdict == YES and table.sitting_out[message[1]] == is_out:
        return m.REFUSAL_ALREADY_SO
    return verdict


def entry_can_be_chosen(table: Table, message: tuple) -> int:
    """Does the player owe a blind that may be posted, or may the player straddle?"""
    verdict = somebody_sits_there(table, message)
    if verdict != YES:
        return verdict
    _id, seat, entry = message
    if entry == m.ENTRY_STRADDLE:
        return _straddle_can_be_chosen(table, seat)
    if not table.debts[seat]:
        takes_back = entry == m.ENTRY_WAIT and has_straddled(table, seat)
        return YES if takes_back else m.REFUSAL_NOTHING_OWED
    if entry == m.ENTRY_WAIT:
        return YES
    if entry != m.ENTRY_POST:
        return m.REFUSAL_BAD_VALUE
    must_wait = table.settings[s.SETTING_MISSED_BLINDS] == s.MISSED_BLINDS_WAIT
    return m.REFUSAL_MUST_WAIT if must_wait else YES


def _straddle_can_be_chosen(table: Table, seat: int) -> int:
    """Before the deal only; once the button has moved, by the seat left of the big blind."""
    hand = table.hand
    is_late = hand is not None and hand.state > OPENING
    rules = table.settings if hand is None else hand.rules
    if is_late or table.sitting_out[seat] or not straddle_is_allowed(rules, CHIPS_MAX):
        return m.REFUSAL_NOT_NOW
    if hand is not None and seat != hand.straddler():
        return m.REFUSAL_NOT_YOUR_TURN
    if has_straddled(table, seat):
        return m.REFUSAL_NOT_NOW
    allowed = straddle_is_allowed(rules, table.stacks[seat])
    return YES if allowed else m.REFUSAL_AMOUNT_OUT_OF_RANGE


def has_straddled(table: Table, seat: int) -> bool:
    """Whether the seat wants to straddle in the coming deal."""
    hand = table.hand
    if hand is None:
        return table.straddling[seat]
    return hand.is_straddled and hand.state <= OPENING and seat == hand.straddler()


def may_straddle(table: Table, seat: int) -> bool:
    """Whether the seat may say now that it straddles."""
    return _straddle_can_be_chosen(table, seat) == YES


# ------------------------------------------------------------------ chips


def _sits_in_no_hand(table: Table, message: tuple) -> int:
    verdict = somebody_sits_there(table, message)
    hand = table.hand
    if verdict == YES and hand is not None and hand.state != OVER and message[1] in hand.ring:
        return m.REFUSAL_HAND_RUNNING
    return verdict


def chips_can_be_added(table: Table, message: tuple) -> int:
    """Is the seat in no hand, and do the chips fit the table?"""
    verdict = _sits_in_no_hand(table, message)
    if verdict == YES and not 1 <= message[2] <= CHIPS_MAX - table.issued:
        return m.REFUSAL_AMOUNT_OUT_OF_RANGE
    return verdict


def stack_can_be_set(table: Table, message: tuple) -> int:
    """Is the seat in no hand, and do the chips fit the table?"""
    verdict = _sits_in_no_hand(table, message)
    if verdict == YES:
        _id, seat, stack, _by, _reason = message
        if stack == table.stacks[seat]:
            return m.REFUSAL_ALREADY_SO
        if not 0 <= stack <= CHIPS_MAX - table.issued + table.stacks[seat]:
            return m.REFUSAL_AMOUNT_OUT_OF_RANGE
    return verdict


def chips_can_be_cashed(table: Table, message: tuple) -> int:
    """Is the seat in no hand, and is that all it has?"""
    verdict = _sits_in_no_hand(table, message)
    if verdict == YES and message[2] != table.stacks[message[1]]:
        return m.REFUSAL_AMOUNT_DIFFERS
    return verdict


def chips_can_be_counted(table: Table, message: tuple) -> int:
    """Are there chips to count, and does nobody play with them?"""
    if table.settings[s.SETTING_CHIP_MODE] != s.CHIP_MODE_DECLARED:
        return m.REFUSAL_NOT_NOW
    verdict = _sits_in_no_hand(table, message)
    if verdict == YES and not 0 <= message[2] <= CHIPS_MAX:
        return m.REFUSAL_AMOUNT_OUT_OF_RANGE
    return verdict


def counts_are_in_doubt(table: Table, message: tuple) -> int:
    """Does the floor let the table go on although a count differs?"""
    if True not in table.miscounted:
        return NO
    return YES if message[1] == m.RULING_RESUME else m.REFUSAL_NOT_NOW


def award_can_be_reversed(table: Table, message: tuple) -> int:
    """Was it won in the last hand, and has no card of the next one been dealt?"""
    _id, seat, to, amount, _by = message
    awards = table.awards
    if not is_seat(seat) or not is_seat(to):
        return m.REFUSAL_NO_SUCH_SEAT
    if not awards.can_be_reversed:
        return m.REFUSAL_TOO_LATE
    if seat == to or seat not in awards.ring or to not in awards.ring:
        return m.REFUSAL_BAD_VALUE
    most = min(awards.won[seat], table.stacks[seat])
    return YES if 1 <= amount <= most else m.REFUSAL_AMOUNT_OUT_OF_RANGE
