"""What a table looks like, as far as its log tells.

Takes the lines of one log in order and keeps the picture that a person at the table would have:
who sits where with what, whose turn it is, the board, the pots, what the machine does, how the
order of the cards was sealed and cut, whether something is wrong, and how far the record's chain
holds. It adds up chips, because the log tells bets and not the sum in the middle, and judges
nothing. The rule of the file: it is fed by log lines alone, so it cannot know a card that was not
opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.texts import readable
from host_tools.view.board_state import Board
from host_tools.view.machine_state import CardMachine
from host_tools.view.order_state import Order
from host_tools.view.record_state import Record
from host_tools.view.seat_state import Seat
from host_tools.view.trouble_state import Trouble

if TYPE_CHECKING:
    from firmware.lines.parser import Line

Message = tuple[Any, ...]

SEAT_PLACES = range(m.PLACE_SEAT1, m.PLACE_SEAT10 + 1)


@dataclass(slots=True)
class Turn:
    """Somebody is asked: to act, to show, or to cut (`asked` names a text)."""

    seat: int
    asked: str
    since_ms: int
    clock_ms: int = 0
    """How long the seat has; 0 where no clock runs."""
    call: int = 0


@dataclass(slots=True)
class TableState:
    """The picture; `take` brings it up to the next line of the log."""

    seats: dict[int, Seat] = field(default_factory=dict)
    settings: list[int] = field(default_factory=lambda: list(s.DEFAULTS[0]))
    hand: int = 0
    is_playing: bool = False
    button: int = 0
    street: int = m.STREET_PREFLOP
    laid: Board = field(default_factory=Board)
    pot: int = 0
    """Chips in the middle; bets in front of the seats come on top."""
    pots: list[int] = field(default_factory=list)
    """The pots as formed at the end of a hand: main pot first."""
    turn: Turn | None = None
    machine: CardMachine = field(default_factory=CardMachine)
    order: Order = field(default_factory=Order)
    trouble: Trouble = field(default_factory=Trouble)
    record: Record = field(default_factory=Record)
    ms: int = 0
    before: tuple[str, dict[int, Seat], list[int]] | None = None
    """A person's word by its name, and seats and settings before it, as long as the table may
    still refuse it."""
    rules: list[int] = field(default_factory=lambda: list(s.DEFAULTS[0]))
    """The settings of the running hand, which keeps its own copy."""

    def take(self, line: Line) -> None:
        """Bring the picture up to this line; messages it does not know change nothing."""
        self.record.take(line)
        self.glance(line)

    def glance(self, line: Line) -> None:
        """The same without the record, whose chain holds only if no line is left out."""
        message = line.message
        self.ms = line.ms
        for part in (self.machine, self.order, self.trouble):
            part.take(message)
        self.note(message)

    def note(self, message: Message) -> None:
        """What a message says of seats and hand, whenever it is looked at."""
        if message[0] == m.INPUT_REFUSED and self.before and self.before[0] == message[1]:
            _, self.seats, self.settings = self.before
        if message[0] != m.LOG_HEAD:  # the table's answer follows its input, but for this line
            self.before = None
        if message[0] in OF_PEOPLE:
            seats = {number: seat.copy() for number, seat in self.seats.items()}
            self.before = m.NAMES[message[0]], seats, list(self.settings)
        take = TAKES.get(message[0])
        if take is not None:
            take(self, message)

    @property
    def board(self) -> list[int | None]:
        """The cards of the board as they lie there, None for one that nobody saw yet."""
        return self.laid.cards

    def chips(self) -> int:
        """All chips on the table: stacks, bets and pots."""
        return self.pot + sum(seat.stack + seat.bet for seat in self.seats.values())

    def total_pot(self) -> int:
        """What is to be won: pots and bets."""
        return self.pot + sum(seat.bet for seat in self.seats.values())

    def _seat(self, number: int) -> Seat:
        """A seat; one that the log has not told of yet (it began earlier) is taken."""
        return self.seats.setdefault(number, Seat(number))

    # --- the table between hands -----------------------------------------------------------------

    def _seat_taken(self, message: Message) -> None:
        _, number, stack, player = message
        self.seats[number] = Seat(number, readable(player or ""), stack, stack)

    def _player_seated(self, message: Message) -> None:
        _, number, player = message
        self.seats[number] = Seat(number, readable(player), 0, 0)

    def _seat_left(self, message: Message) -> None:
        seat = self._seat(message[1])
        if self.is_playing and seat.is_dealt_in:
            seat.has_left = True  # the hand is played to its end without the player
        else:
            del self.seats[message[1]]

    def _bought(self, message: Message) -> None:
        self._move(message[1], message[2])

    def _set(self, message: Message) -> None:
        if message[1] in self.seats:
            self.seats[message[1]].stack = message[2]

    def _reversed(self, message: Message) -> None:
        _, number, to, amount, _ = message
        self._move(number, -amount)
        self._move(to, amount)

    def _move(self, number: int, amount: int) -> None:
        if number in self.seats:
            self.seats[number].stack += amount

    def _goes_out(self, message: Message) -> None:
        self._seat(message[1]).is_out = True

    def _comes_back(self, message: Message) -> None:
        self._seat(message[1]).is_out = False

    def _calls(self, message: Message) -> None:
        self._seat(message[1]).calls = True

    def _answered(self, message: Message) -> None:
        for number, seat in self.seats.items():
            if message[2] in (None, number):
                seat.calls = False

    def _setting(self, message: Message) -> None:
        setting = s.by_name(message[1])
        value = s.parse(setting, message[2]) if setting else None
        if value is not None:
            self.settings[setting] = value

    # --- cards -----------------------------------------------------------------------------------

    def _deal(self, message: Message) -> None:
        if message[2] not in SEAT_PLACES:
            self._sweep()

    def _landed(self, message: Message) -> None:
        self.laid.lands(message[1], message[2])

    def _card_moved(self, message: Message) -> None:
        self.laid.moved(message[1])

    def _place_returned(self, message: Message) -> None:
        self.laid.returned(message[1])

    def _face_read(self, message: Message) -> None:
        is_asked = self.machine.doing == "dealing"
        self.laid.seen(message[1], message[2], self.machine.place if is_asked else 0)

    def _opened(self, message: Message) -> None:
        for seat in self.seats.values():
            if message[1] in seat.tokens:
                seat.faces[message[1]] = message[2]

    # --- the hand --------------------------------------------------------------------------------

    def _hand_started(self, message: Message) -> None:
        _, self.hand, self.button, seats, stacks = message
        self.is_playing = True
        self.street, self.laid, self.pot, self.pots = m.STREET_PREFLOP, Board(), 0, []
        self.turn = None
        self.rules = list(self.settings)
        for seat in self.seats.values():
            seat.clear()
        for number, stack in zip(seats, stacks, strict=True):
            self._seat(number).begin_hand(stack)

    def _not_dealt(self, message: Message) -> None:
        if message[2] == m.NOT_DEALT_ABSENT:
            self._seat(message[1]).give_up("away")

    def _posted(self, message: Message) -> None:
        _, number, forced, amount = message
        seat = self._seat(number)
        seat.stack -= amount
        seat.did = m.FORCED_WORDS[forced]
        if forced in {m.FORCED_ANTE, m.FORCED_DEAD_BLIND}:
            self.pot += amount
        else:
            seat.bet += amount

    def _hole_card(self, message: Message) -> None:
        self._seat(message[1]).tokens.append(message[3])

    def _board_dealt(self, message: Message) -> None:
        self._sweep()
        self.street = message[1]
        self.laid.cards = list(message[2])

    def _ask(self, seat: int, asked: str, clock_ms: int, call: int = 0) -> None:
        self.turn = Turn(seat, asked, self.ms, clock_ms, call)

    def _cut_asked(self, message: Message) -> None:
        seat = message[1] or 0
        self._ask(seat, "cut", self.rules[s.SETTING_CUT_MS] if seat else 0)

    def _cut(self, message: Message) -> None:
        self.turn = None

    def _turn_opened(self, message: Message) -> None:
        self._ask(message[1], "act", self.rules[s.SETTING_ACTION_SECONDS] * 1000, message[2])

    def _bank_opened(self, message: Message) -> None:
        if self.turn is not None:
            self.turn.since_ms, self.turn.clock_ms = self.ms, message[2] * 1000

    def _show_asked(self, message: Message) -> None:
        self._ask(message[1], "show", self.rules[s.SETTING_SHOW_SECONDS] * 1000)

    def _acted(self, message: Message) -> None:
        _, number, action, _, stack, _ = message
        seat = self._seat(number)
        seat.bet += seat.stack - stack
        seat.stack = stack
        seat.did = m.ACTION_WORDS[action]
        self.turn = None
        if action == m.ACTION_FOLD:
            seat.give_up(seat.did)

    def _sweep(self) -> None:
        """A street is over: bets go to the middle."""
        for seat in self.seats.values():
            self.pot += seat.bet
            seat.bet = 0
            if not seat.is_folded:
                seat.did = ""

    def _returned(self, message: Message) -> None:
        seat = self._seat(message[1])
        self._sweep()
        self.pot -= message[2]
        seat.stack += message[2]

    def _pot_formed(self, message: Message) -> None:
        self._sweep()
        self.pots.append(message[2])

    def _shown(self, message: Message) -> None:
        _, number, cards, _, category = message
        seat = self._seat(number)
        self.turn = None
        seat.faces = dict(zip(seat.tokens, cards, strict=False))
        seat.category = "" if category is None else m.CATEGORY_WORDS[category]

    def _ranked(self, message: Message) -> None:
        self._seat(message[1]).category = m.CATEGORY_WORDS[message[3]]

    def _board_played(self, message: Message) -> None:
        self.turn = None
        self._seat(message[1]).category = m.CATEGORY_WORDS[message[3]]

    def _mucked(self, message: Message) -> None:
        self.turn = None
        self._seat(message[1]).give_up("muck")

    def _raked(self, message: Message) -> None:
        self._sweep()
        self.pot -= message[2]

    def _awarded(self, message: Message) -> None:
        _, _, number, amount = message
        seat = self._seat(number)
        self._sweep()
        self.pot -= amount
        seat.stack += amount
        seat.won += amount

    def _finished(self, message: Message) -> None:
        for number, stack in zip(message[2], message[3], strict=True):
            self._seat(number).stack = stack
        self._end()

    def _voided(self, message: Message) -> None:
        for seat in self.seats.values():
            if seat.is_dealt_in:
                seat.stack, seat.bet, seat.won = seat.at_start, 0, 0
        self.pot = 0
        self._end()

    def _end(self) -> None:
        self.is_playing = False
        self.turn = None
        for seat in [seat for seat in self.seats.values() if seat.has_left]:
            del self.seats[seat.number]


OF_PEOPLE = (
    m.SEAT_TAKEN,
    m.SEAT_LEFT,
    m.CHIPS_ADDED,
    m.CHIPS_CASHED,
    m.STACK_SET,
    m.AWARD_REVERSED,
    m.PLAYER_OUT_NEXT,
    m.PLAYER_BACK,
    m.FLOOR_CALLED,
    m.FLOOR_ANSWERED,
    m.SETTING_CHANGED,
)
"""What people say of seats and rules: the table's answer decides whether it holds."""

TAKES: dict[int, Callable[[TableState, Message], None]] = {
    m.SEAT_TAKEN: TableState._seat_taken,
    m.PLAYER_SEATED: TableState._player_seated,
    m.SEAT_LEFT: TableState._seat_left,
    m.CHIPS_ADDED: TableState._bought,
    m.CHIPS_CASHED: TableState._seat_left,
    m.STACK_SET: TableState._set,
    m.PLAYER_OUT_NEXT: TableState._goes_out,
    m.PLAYER_SAT_OUT: TableState._goes_out,
    m.PLAYER_BACK: TableState._comes_back,
    m.FLOOR_CALLED: TableState._calls,
    m.FLOOR_ANSWERED: TableState._answered,
    m.AWARD_REVERSED: TableState._reversed,
    m.SEAT_NOT_DEALT: TableState._not_dealt,
    m.TIME_BANK_OPENED: TableState._bank_opened,
    m.BOARD_PLAYED: TableState._board_played,
    m.SETTING_CHANGED: TableState._setting,
    m.DEAL_CARD: TableState._deal,
    m.CARD_LANDED: TableState._landed,
    m.FACE_READ: TableState._face_read,
    m.CARD_MOVED: TableState._card_moved,
    m.PLACE_RETURNED: TableState._place_returned,
    m.FACE_OPENED: TableState._opened,
    m.CUT_ASKED: TableState._cut_asked,
    m.ORDER_CUT: TableState._cut,
    m.HAND_STARTED: TableState._hand_started,
    m.FORCED_BET_POSTED: TableState._posted,
    m.HOLE_CARD_DEALT: TableState._hole_card,
    m.BOARD_DEALT: TableState._board_dealt,
    m.TURN_OPENED: TableState._turn_opened,
    m.SHOW_ASKED: TableState._show_asked,
    m.ACTION_TAKEN: TableState._acted,
    m.UNCALLED_BET_RETURNED: TableState._returned,
    m.POT_FORMED: TableState._pot_formed,
    m.HAND_SHOWN: TableState._shown,
    m.HAND_RANKED: TableState._ranked,
    m.HAND_MUCKED: TableState._mucked,
    m.RAKE_TAKEN: TableState._raked,
    m.POT_AWARDED: TableState._awarded,
    m.HAND_FINISHED: TableState._finished,
    m.HAND_VOIDED: TableState._voided,
}
