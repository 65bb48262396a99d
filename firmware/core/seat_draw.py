"""The draw of seats: who sits where is decided as the first button is, by a sealed order (K1).

The floor enters the players one by one, in the order in which they are to be drawn, and then asks
for the draw among the free seats or some of them. From there on it is hand 0 with an order of
those seats: promised, witnessed, cut, settled, and told in full. The first seat of it is the first
player's, and so on; a seat so won is taken at once, without chips, which the player brings as
anybody does. Functions here are named in `table_rows`. Rule of the file: nobody sits down before
the whole order was told, so that everybody can check why the seat is this one.
"""

from __future__ import annotations

from firmware.core import attendance
from firmware.core.hand_table import OVER
from firmware.core.machine import NO, YES
from firmware.core.positions import DRAWS_MAX, SEATS_MAX
from firmware.core.table_service import NO_TEST
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from firmware.core.table import Table


class SeatDraw:
    """The list for the next draw of seats, and what the last one gave to whom."""

    __slots__ = ("players", "seats", "places")

    def __init__(self) -> None:
        self.players: list[str] = []  # in the order in which they are drawn
        self.seats: tuple[int, ...] = ()  # drawn among, ascending; none: no draw is wanted
        # By seat: the place in the list of the player who drew it, until chips or another come.
        self.places = [0] * (SEATS_MAX + 1)

    def holds(self, seat: int) -> bool:
        """Whether the seat is kept for a draw that is wanted or runs."""
        return seat in self.seats


# ------------------------------------------------------------------ what the floor asks for


def _draw_is_refused(table: Table) -> int:
    """Why neither list nor draw may be begun now, or 0."""
    if table.settings[s.SETTING_SEAT_DRAW] == s.SEAT_DRAW_CARDS:
        return m.REFUSAL_DRAWN_WITH_CARDS
    if table.closed:
        return m.REFUSAL_TABLE_CLOSED
    hand = table.hand
    if hand is None:
        return 0
    return m.REFUSAL_HAND_RUNNING if hand.number else m.REFUSAL_DRAW_RUNNING


def player_can_be_entered(table: Table, message: tuple) -> int:
    """Is it the next place of the list, or the first of a new one, and the name not in it yet?"""
    _id, place, player, _by = message
    refused = _draw_is_refused(table)
    if refused:
        return refused
    if place == 1:
        return YES
    draw = table.seat_draw
    if draw.seats:
        return m.REFUSAL_DRAW_RUNNING
    if place != len(draw.players) + 1 or place > SEATS_MAX:
        return m.REFUSAL_LIST_INCOMPLETE
    return m.REFUSAL_NAME_TWICE if player in draw.players else YES


def seats_can_be_drawn(table: Table, message: tuple) -> int:
    """Is the list complete, is there a free seat for everybody, and may the table draw?"""
    _id, count, _by, seats = message
    refused = _draw_is_refused(table)
    if refused:
        return refused
    draw = table.seat_draw
    if draw.seats:
        return m.REFUSAL_DRAW_RUNNING
    if not count or count != len(draw.players):
        return m.REFUSAL_LIST_INCOMPLETE
    for seat in seats or ():
        if not 1 <= seat <= SEATS_MAX:
            return m.REFUSAL_NO_SUCH_SEAT
        if table.taken[seat]:
            return m.REFUSAL_SEAT_TAKEN
    among = _among(table, seats)
    if seats and len(among) != len(seats):
        return m.REFUSAL_BAD_VALUE  # a seat twice
    if count > len(among):
        return m.REFUSAL_TOO_MANY_PLAYERS
    return m.REFUSAL_DRAWS_USED_UP if table.draws >= DRAWS_MAX else YES


def _among(table: Table, seats: tuple[int, ...] | None) -> tuple[int, ...]:
    return tuple(
        [
            seat
            for seat in range(1, SEATS_MAX + 1)
            if not table.taken[seat] and (not seats or seat in seats)
        ]
    )


def enter_player(table: Table, message: tuple, out: list) -> None:
    """One more player waits for a seat; a new list takes back a draw that has not begun."""
    _id, place, player, _by = message
    draw = table.seat_draw
    if place == 1:
        give_up(table, m.NO_DRAW_NEW_LIST, out)
        draw.players = []
    draw.players = draw.players + [player]


def want_draw(table: Table, message: tuple, out: list) -> None:
    """The draw begins as soon as the deck lies loaded and nothing stands in the way."""
    table.seat_draw.seats = _among(table, message[3])


def give_up(table: Table, reason: int, out: list) -> None:
    """A draw that was wanted gives nobody a seat."""
    draw = table.seat_draw
    if draw.seats:
        draw.seats = ()
        draw.players = []
        out.append((m.SEAT_DRAW_GIVEN_UP, reason))


# ------------------------------------------------------------------ its course


def seats_are_to_be_drawn(table: Table, _: tuple) -> int:
    """Is a draw wanted, and does no fault or test stand in its way? A pause does not."""
    is_free = not table.faults and table.testing == NO_TEST
    return YES if table.seat_draw.seats and is_free else NO


def seat_draw_is_over(table: Table, _: tuple) -> int:
    """Are the seats drawn, and the deck beyond doubt as it was loaded?"""
    hand = table.hand
    if hand is None or hand.state != OVER or not hand.seats_drawn:
        return NO
    return NO if hand.is_voided or table.draws >= DRAWS_MAX else YES


def end_seat_draw(table: Table, hand: Hand, out: list) -> None:
    """Who drew a seat has it; a draw that came to nothing is given up, with the reason."""
    if not hand.to_seat:
        return
    draw = table.seat_draw
    if hand.is_voided or not hand.seats_drawn:
        give_up(table, m.NO_DRAW_VOIDED if hand.is_voided else m.NO_DRAW_ORDER_LOST, out)
        return
    for at in range(hand.to_seat):
        seat = hand.seats_drawn[at]
        table.taken[seat] = True
        draw.places[seat] = at + 1
        out.append((m.PLAYER_SEATED, seat, draw.players[at]))
        attendance.note_newcomer(table, seat, out)
    draw.seats = ()
    draw.players = []
