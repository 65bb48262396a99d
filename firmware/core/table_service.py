"""What the house does to a table beside the game: open and close it, answer a call, try a part.

A table is closed when nobody sits there any more, and opened before the next player sits down. A
seat that called the floor has called until somebody of the house has come. Service may try lamps,
displays, keys, the motors or the ejector of a table that is paused and holds no hand; a test that
moves cards counts all of them, and the deck is shuffled anew afterwards. Functions here are named
in `table_rows`. Rule of the file: nothing here touches a running hand or a chip.
"""

from __future__ import annotations

from firmware.core.cards import DECK_CARDS
from firmware.core.machine import NO, YES
from firmware.core.positions import SEATS_MAX
from firmware.schema import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.table import Table

NO_TEST = -1

# ------------------------------------------------------------------ open, closed


def table_is_closed(table: Table, _: tuple) -> int:
    """Is there anything to open?"""
    return YES if table.closed else m.REFUSAL_ALREADY_SO


def table_can_be_closed(table: Table, _: tuple) -> int:
    """Has everybody gone, with the chips?"""
    if table.closed:
        return m.REFUSAL_ALREADY_SO
    if table.hand is not None:
        return m.REFUSAL_HAND_RUNNING
    if table.seat_draw.seats:
        return m.REFUSAL_DRAW_RUNNING
    return m.REFUSAL_SEATS_NOT_EMPTY if True in table.taken else YES


def open_table(table: Table, _: tuple, out: list) -> None:
    """Players may sit down."""
    table.closed = False


def close_table(table: Table, _: tuple, out: list) -> None:
    """Nobody sits down until it is opened."""
    table.closed = True


# ------------------------------------------------------------------ calls


def seat_has_called(table: Table, message: tuple) -> int:
    """Does that seat, or any seat, wait for the floor?"""
    seat = message[2]
    if seat is None:
        return YES if True in table.calls else m.REFUSAL_NOBODY_CALLED
    if not 1 <= seat <= SEATS_MAX:
        return m.REFUSAL_NO_SUCH_SEAT
    return YES if table.calls[seat] else m.REFUSAL_NOBODY_CALLED


def answer_call(table: Table, message: tuple, out: list) -> None:
    """The floor has come to that seat, or to all."""
    for seat in range(1, SEATS_MAX + 1):
        if message[2] in (None, seat):
            table.calls[seat] = False


# ------------------------------------------------------------------ tests


def _refusal_of_test(table: Table) -> int:
    if table.hand is not None:
        return m.REFUSAL_HAND_RUNNING
    if not table.paused:
        return m.REFUSAL_NOT_PAUSED
    return YES if table.testing == NO_TEST else m.REFUSAL_ALREADY_SO


def test_is_to_end(table: Table, message: tuple) -> int:
    """Is a test that moves no card broken off?"""
    _id, part, seconds, _by = message
    is_moving = part in (m.PART_MOTOR, m.PART_EJECT)
    return YES if seconds == 0 and part == table.testing and not is_moving else NO


def motor_is_to_be_tried(table: Table, message: tuple) -> int:
    """Is it the motors, and is nothing in play?"""
    return _refusal_of_test(table) if message[1] == m.PART_MOTOR else NO


def ejector_is_to_be_tried(table: Table, message: tuple) -> int:
    """Is it the ejector, and is nothing in play?"""
    return _refusal_of_test(table) if message[1] == m.PART_EJECT else NO


def test_can_begin(table: Table, message: tuple) -> int:
    """Is it a test without cards, on a table that is paused and holds no hand?"""
    verdict = _refusal_of_test(table)
    if verdict != YES:
        return verdict
    _id, part, seconds, _by = message
    if part in (m.PART_MOTOR, m.PART_EJECT):
        return m.REFUSAL_CARDS_IN_PLAY  # the deck is not loaded, or not beyond doubt
    return YES if seconds else m.REFUSAL_ALREADY_SO


def test_is_over(table: Table, message: tuple) -> int:
    """Did the time of a test run out?"""
    return YES if message[1] == m.TIMER_TEST else NO


def deck_is_counted(_: Table, message: tuple) -> int:
    """Are all 52 cards in the carousel?"""
    return YES if message[1:3] == (0, DECK_CARDS) else NO


def deck_is_unloaded(_: Table, message: tuple) -> int:
    """Did all 52 cards come out?"""
    return YES if message[1] == DECK_CARDS else NO


def begin_test(table: Table, message: tuple, out: list) -> None:
    """Lamps, displays or keys, so many seconds."""
    _id, table.testing, seconds, _by = message
    out.append((m.TEST_BEGUN, table.testing, seconds))
    table.timer.start(m.TIMER_TEST, seconds * 1000, out)


def try_motor(table: Table, message: tuple, out: list) -> None:
    """Carousel and turret seek their reference; no card leaves its slot."""
    table.testing = message[1]
    out.append((m.TEST_BEGUN, table.testing, 0))
    out.append((m.TRY_MOTOR,))


def try_ejector(table: Table, message: tuple, out: list) -> None:
    """Every card out of its slot, through the chute into the hopper."""
    table.testing = message[1]
    table.ledger.begin_load()
    out.append((m.TEST_BEGUN, table.testing, 0))
    out.append((m.UNLOAD_DECK,))


def _end(table: Table, cards: int | None, out: list) -> None:
    out.append((m.TEST_ENDED, table.testing, cards))
    table.testing = NO_TEST


def end_test(table: Table, message: tuple, out: list) -> None:
    """Its time is over, or nobody wants it any more."""
    stop_waiting(table, message, out)


def end_motor_test(table: Table, message: tuple, out: list) -> None:
    """Every card is where it was."""
    _end(table, message[2], out)


def load_ejected_deck(table: Table, message: tuple, out: list) -> None:
    """Every card came out: shuffle them all."""
    _end(table, message[1], out)
    table.ledger.collect(message[1])
    table.ledger.begin_load()
    out.append((m.LOAD_DECK,))


def hold_after_test(table: Table, message: tuple, out: list) -> None:
    """Cards are missing, or too many: somebody has to look."""
    cards = message[1] + (message[2] if message[0] == m.CARDS_COUNTED else 0)
    _end(table, cards, out)
    table.ledger.collect(cards)
    out.append((m.TABLE_HELD, "deck_count_wrong"))


def stop_waiting(table: Table, _: tuple, out: list) -> None:
    """The pause before a hand, or the test that is made, is broken off."""
    table.timer.stop(out)
    if table.testing != NO_TEST:
        _end(table, None, out)
