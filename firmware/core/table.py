"""The table: one message in, everything that follows from it out.

`Table.take` is the only door to the rules. Everything that matters later comes through it as an
input: cards seen, keys pressed, timers fired, people sitting down. What the table wants done and
what it has to say is appended to `out`, in order. A refused input changes nothing and says why.
Rule of the file: after every input the chips and the cards are counted, and if a count does not
come out the table stops rather than goes on.

    table = Table()
    code = table.take(message, out)     # 0, or a refusal (schema enum `refusal`)

Messages are tuples (id, field, ...) in schema order. Seats are 1..10; lists have 11 places.
"""

from __future__ import annotations

from firmware.compat import check
from firmware.compat.memory import forget, leave_room
from firmware.core import (
    attendance,
    attendance_guards,
    seat_draw,
    table_actions,
    table_deck,
    table_guards,
    table_service,
)
from firmware.core.awards import Awards
from firmware.core.hand import HAND
from firmware.core.hand_table import HELD, OVER
from firmware.core.ledger import Ledger, check_cards
from firmware.core.machine import Machine
from firmware.core.positions import NOBODY
from firmware.core.snapshot import frozen
from firmware.core.table_rows import GATHERING, STATES_COUNT
from firmware.core.timer import Timer
from firmware.schema import messages as m
from firmware.schema import settings as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.core.hand_state import Hand
    from firmware.core.machine import Rules


def _rules() -> Rules:
    from firmware.core import table_rows

    forget(table_rows)
    return (
        table_rows.ROWS,
        table_rows.DEFAULTS,
        (table_guards, table_deck, table_service, attendance_guards, seat_draw),
        (table_actions, table_deck, table_service, attendance, seat_draw),
    )


BETWEEN_HANDS = Machine(STATES_COUNT, _rules)

# While a hand runs these go to the hand's rows; the table's rows answer them otherwise.
_OF_THE_HAND = {
    m.ORDER_COMMITTED,
    m.WITNESS_PROMISED,
    m.CUT_SET,
    m.WITNESS_OPENED,
    m.BUTTON_DRAWN,
    m.SEATS_DRAWN,
    m.CARD_LEFT,
    m.CARD_LANDED,
    m.FACE_READ,
    m.FACE_OPENED,
    m.CARD_STRAYED,
    m.CARD_UNLANDED,
    m.SLOT_FOUND_EMPTY,
    m.CARD_DOUBLED,
    m.CARD_EXPOSED,
    m.FACE_DOUBTED,
    m.PLACE_RETURNED,
    m.CARDS_COUNTED,
    m.SLOT_NAMED,
    m.CARDS_COLLECTED,
    m.CARD_FED,
    m.DECK_LOADED,
    m.IRREGULARITY_REPORTED,
    m.CARD_MOVED,
    m.FACE_TYPED,
    m.ACTION_CHOSEN,
    m.SHOW_CHOSEN,
    m.BOARD_CLAIMED,
    m.ORDER_REVEALED,
    m.TIMER_FIRED,
    m.FLOOR_RULED,
}


def _report_refused(message_id: int, code: int, out: list) -> None:
    name = m.NAMES[message_id] if 0 < message_id < len(m.NAMES) else ""
    out.append((m.INPUT_REFUSED, name or "unknown", code))


class Table:
    """Seats, stacks, deck, house rules, and the hand that runs."""

    __slots__ = (
        "state",
        "taken",
        "stacks",
        "issued",
        "settings",
        "posts_dead",
        "posts_live",
        "sitting_out",
        "debts",
        "posting",
        "straddling",
        "bank_used",
        "miscounted",
        "awards",
        "positions",
        "button_placed",
        "positions_before",
        "button_before",
        "debts_before",
        "posting_before",
        "hand_number",
        "draws",
        "seat_draw",
        "hand",
        "ledger",
        "deck_wish",
        "timer",
        "paused",
        "closed",
        "calls",
        "testing",
        "faults",
    )

    def __init__(self, profile: int = s.PROFILE_DEFAULT) -> None:
        """Start with empty seats and the house rules of a profile of the settings schema."""
        HAND.prepare()
        BETWEEN_HANDS.prepare()
        self.state = GATHERING
        self.taken = [False] * 11
        self.stacks = [0] * 11
        self.issued = 0  # all chips at the table, behind and in pots
        self.settings = list(s.DEFAULTS[profile])
        self.posts_dead = [0] * 11  # by seat: what players promised to post in their next hand
        self.posts_live = [0] * 11
        self.sitting_out = [False] * 11  # from the next hand on, until back
        self.debts = [0] * 11  # blinds missed (`attendance`)
        self.posting = [False] * 11  # posts what it owes rather than wait for the big blind
        self.straddling = [False] * 11  # wants to straddle in the coming hand
        self.bank_used = [0] * 11  # seconds of the time bank
        self.miscounted = [False] * 11  # physical chips were counted and differ
        self.awards = Awards()
        # Seats of button, small blind and big blind in this or the last hand.
        self.positions: tuple[int, int, int] = (NOBODY, NOBODY, NOBODY)
        self.button_placed = NOBODY  # where a person put the button for the next hand
        self.positions_before: tuple[int, int, int] = self.positions
        self.button_before = NOBODY
        self.debts_before: tuple[int, ...] = ()
        self.posting_before: tuple[bool, ...] = ()
        self.hand_number = 0
        self.draws = 0  # of the first button and of seats; each is an epoch of hand 0
        self.seat_draw = seat_draw.SeatDraw()
        self.hand: Hand | None = None
        self.ledger = Ledger()
        self.deck_wish = table_deck.NO_WISH
        self.timer = Timer()
        self.paused = False
        self.closed = False
        self.calls = [False] * 11  # by seat: it called the floor, and nobody has come yet
        self.testing = table_service.NO_TEST  # the part that service tries
        self.faults: list[tuple[str, str]] = []  # (code, device) that stand in the way of a hand
        leave_room(self, 2)

    def button(self) -> int:
        """The seat of the button in this or the last hand; 0 before the first."""
        return self.positions[0]

    def players(self) -> tuple[int, ...]:
        """Return the seats that may be in the next hand, ascending: chips, and not left out."""
        left_out = attendance.is_left_out
        return tuple([n for n in range(1, 11) if self.stacks[n] and not left_out(self, n)])

    def take(self, message: tuple, out: list) -> int:
        """Answer one input; returns 0, or the refusal code, and then nothing has changed."""
        hand = self.hand
        if hand is not None and message[0] in _OF_THE_HAND:
            code = HAND.step(hand, message, out)
        elif message[0] in BETWEEN_HANDS.defaults:
            code = BETWEEN_HANDS.step(self, message, out)
        else:
            code = m.REFUSAL_NO_SUCH_MESSAGE
        if code:
            _report_refused(message[0], code, out)
            return code
        if hand is not None:
            if hand.held_facts and hand.state != HELD:
                self._take_up_kept(hand, out)
            if hand.state == OVER:
                BETWEEN_HANDS.pass_on(self, message, out)
        hand = self.hand
        in_play = 0 if hand is None else hand.betting.in_pot + hand.rake
        if sum(self.stacks) + in_play != self.issued:  # behind and in pots: all that was issued
            check(False, "chips_do_not_add_up")
        check_cards(self.ledger)
        return 0

    def snapshot(self) -> tuple:
        """Return everything that the core knows, as one comparable value."""
        return frozen(self)

    def _take_up_kept(self, hand: Hand, out: list) -> None:
        """The fault is cleared: what happened meanwhile is answered now, in order."""
        facts = hand.held_facts
        hand.held_facts = []
        for fact in facts:
            code = HAND.step(hand, fact, out)
            if code:
                _report_refused(fact[0], code, out)
