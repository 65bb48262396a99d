"""Steps before the first card: the order is promised, witnessed, cut and settled.

The dealing order was fixed by a promise before anybody cut; then the witness and the cutter add
what the table could not foresee (fairness.md, rules 2 and 3). The core only keeps the turns and
the clock: it knows no order, no nonce, and does not check the witness's number, which is refused
at the door when it is wrong. Functions here are actions named in `hand_table`; by the time one
runs, the guards have said that it may. Rule of the file: without a witness there is no default
cut.
"""

from __future__ import annotations

from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand

NO_OPENING = bytes(32)  # a missing witness counts as zeros (formats 1)
_CUTS = 10000


def note_order(hand: Hand, message: tuple, out: list) -> None:
    """The promise is journalled; from now on this order must be revealed."""
    hand.is_committed = True
    hand.correction.order_cards = message[4]


def wait_for_witness(hand: Hand, _: tuple, out: list) -> None:
    """The witness has this long to promise its number."""
    hand.timer.start(m.TIMER_WITNESS, hand.rules[s.SETTING_WITNESS_MS], out)


def note_witness(hand: Hand, message: tuple, out: list) -> None:
    """The witness is in; the cut is asked."""
    hand.is_witnessed = True
    hand.timer.stop(out)
    ask_first_cut(hand, message, out)


def miss_witness(hand: Hand, message: tuple, out: list) -> None:
    """No witness in time: nobody's cut may be left to a default."""
    hand.timer.fired()
    out.append((m.WITNESS_MISSING, hand.number))
    ask_first_cut(hand, message, out)


def cut_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats to be asked for the cut, first the one right of the button.

    Who sits out is passed over. When all who are dealt in sit out (a newcomer waits for the big
    blind) all are asked, so that the clock runs as ever.
    """
    ring = tuple([seat for seat in hand.ring if not hand.by_itself[seat]]) or hand.ring
    right = len(ring) - (2 if ring[-1] == hand.button() else 1)
    return ring[right:] + ring[:right]


def ask_first_cut(hand: Hand, message: tuple, out: list) -> None:
    """The cut belongs to the seat right of the button."""
    hand.cutters = cut_order(hand)
    ask_next_cut(hand, message, out)


def ask_next_cut(hand: Hand, _: tuple, out: list) -> None:
    """Without a witness nobody's cut may be replaced by a default: ask on, last the floor."""
    hand.timer.fired()
    if hand.cutters:
        hand.turn = hand.cutters[0]
        hand.cutters = hand.cutters[1:]
        out.append((m.CUT_ASKED, hand.turn))
        hand.timer.start(m.TIMER_CUT, hand.rules[s.SETTING_CUT_MS], out)
    else:
        hand.turn = 0
        out.append((m.CUT_ASKED, None))


def take_cut(hand: Hand, message: tuple, out: list) -> None:
    """A seat or the floor has set the cut."""
    _id, cut, seat = message
    hand.timer.stop(out)
    _cut(hand, cut, m.CUTTER_FLOOR if seat is None else m.CUTTER_SEAT, seat, out)


def take_default_cut(hand: Hand, _: tuple, out: list) -> None:
    """Nobody cut in time; with a witness the hand number may serve."""
    hand.timer.fired()
    _cut(hand, hand.number % _CUTS, m.CUTTER_DEFAULT, None, out)


def _cut(hand: Hand, cut: int, by: int, seat: int | None, out: list) -> None:
    hand.cut = cut
    hand.turn = 0
    hand.cutters = ()
    out.append((m.ORDER_CUT, hand.number, hand.ledger.epoch, cut, by, seat))


def wait_for_opening(hand: Hand, _: tuple, out: list) -> None:
    """The witness has this long to open its number."""
    hand.timer.start(m.TIMER_OPENING, hand.rules[s.SETTING_OPENING_MS], out)


def settle_unwitnessed(hand: Hand, _: tuple, out: list) -> None:
    """The dealing order is settled by the cut alone."""
    out.append((m.SETTLE_ORDER, hand.number, hand.ledger.epoch, NO_OPENING, hand.cut))


def settle_witnessed(hand: Hand, message: tuple, out: list) -> None:
    """The dealing order is settled by the witness's number and the cut."""
    hand.timer.stop(out)
    out.append((m.SETTLE_ORDER, hand.number, hand.ledger.epoch, message[3], hand.cut))


def ask_drawn_button(hand: Hand, _: tuple, out: list) -> None:
    """The order of seats is settled: its first seat gets the button."""
    out.append((m.DRAW_BUTTON, tuple(sorted(hand.ring))))


def ask_drawn_seats(hand: Hand, _: tuple, out: list) -> None:
    """The order of seats is settled: its first seats are the players', in their order."""
    out.append((m.DRAW_SEATS, tuple(sorted(hand.ring)), hand.to_seat))


def note_seats(hand: Hand, message: tuple, out: list) -> None:
    """The seats are drawn; they are taken when the whole order was told."""
    hand.seats_drawn = message[1]
    out.append((m.REVEAL_ORDER, hand.number, hand.ledger.epoch))


def note_button(hand: Hand, message: tuple, out: list) -> None:
    """The button is drawn; the whole order is told, for everybody to check."""
    hand.drawn = message[1]
    out.append((m.REVEAL_ORDER, hand.number, hand.ledger.epoch))


def settle_unopened(hand: Hand, message: tuple, out: list) -> None:
    """The witness did not open: zeros are taken, and everybody is told."""
    hand.timer.fired()
    out.append((m.WITNESS_FAILED, hand.number))
    settle_unwitnessed(hand, message, out)
