"""Tells a hand as a dealer would read it aloud.

Takes the lines of a log one by one and gives the sentences they are worth, in the language of the
catalogue: who posts, who acts, what lies on the board, who wins. Lines that only a machine cares
for give nothing; hole cards are gathered into one sentence when the deal is complete. The rule of
the file: every sentence is read from a line, none is worked out anew, so the transcript cannot
disagree with the log.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from firmware.schema import faults, irregularities, rulings, texts
from firmware.schema import messages as m
from host_tools.view.house_sentences import ASKED_BY_THE_HOUSE, HOUSE_SENTENCES, with_names
from host_tools.view.machine_fault import machine_fault

if TYPE_CHECKING:
    from host_tools.texts import Texts

Message = tuple[Any, ...]


class Transcript:
    """The sentences of one table's log."""

    def __init__(self, say: Texts) -> None:
        self.say = say
        self.seats: tuple[int, ...] = ()
        self.hole_cards = 0
        self.column = 0 if say.language == "it" else 1
        self.is_repaired = False
        self.voided_by = ""  # the person who had the hand voided
        self.faults = _words(faults.CODES, texts.FAULTS, say.language)
        self.irregularities = _words(irregularities.NAMES, texts.IRREGULARITIES, say.language)

    def read(self, message: Message) -> list[str]:
        """The sentences that this message is worth, in order."""
        message = with_names(message, self.say)
        of_house = HOUSE_SENTENCES.get(message[0])
        tell = SENTENCES.get(message[0])
        sentence = tell(self, message) if tell else ""
        sentence = of_house(self.say, message) if of_house else sentence
        return [sentence] if sentence else []

    def _cards(self, cards: tuple[int, ...]) -> str:
        """Cards as they are written."""
        return " ".join(m.CARD_WORDS[card] for card in cards)

    def _stacks(self, seats: tuple[int, ...], stacks: tuple[int, ...]) -> str:
        """All stacks in one phrase."""
        return ", ".join(
            self.say("hand.stack", seat=seat, amount=self.say.chips(stack))
            for seat, stack in zip(seats, stacks, strict=True)
        )

    def _seat_list(self, seats: tuple[int, ...]) -> str:
        """Seats as they are read aloud."""
        return self.say.several([str(seat) for seat in seats])

    def _hand_started(self, message: Message) -> str:
        _, hand, button, self.seats, stacks = message
        self.hole_cards = 0
        return self.say(
            "hand.started", hand=hand, button=button, stacks=self._stacks(self.seats, stacks)
        )

    def _forced_bet(self, message: Message) -> str:
        _, seat, forced, amount = message
        key = f"hand.{m.FORCED_WORDS[forced]}"
        return self.say(key, seat=seat, amount=self.say.chips(amount))

    def _committed(self, message: Message) -> str:
        _, hand, epoch, _, _, commit, _ = message
        key = "hand.reshuffled" if epoch else "hand.committed"
        return self.say(key if hand else "hand.draw_committed", commit=commit[:4].hex())

    def _draw_started(self, message: Message) -> str:
        _, _epoch, seats, players = message
        if players is None:
            return self.say("hand.draw_started", seats=self._seat_list(seats))
        return self.say("hand.seats_draw_among", seats=self._seat_list(seats), players=players)

    def _seats_drawn(self, message: Message) -> str:
        return self.say("hand.seats_drawn", seats=", ".join(map(str, message[1])))

    def _given_up(self, message: Message) -> str:
        return self.say(f"hand.draw_given_up_{m.NO_DRAW_WORDS[message[1]]}")

    def _voided(self, message: Message) -> str:
        _, hand, by = message
        if hand and by in rulings.BOOK_WORDS and by != self.voided_by:
            book = BOOKS[rulings.BOOK_WORDS.index(by)]
            return self.say("hand.voided_by_book", hand=hand, book=book)
        key = "voided" if hand else "draw_voided_by_table" if by == "table" else "draw_voided"
        return self.say(f"hand.{key}", hand=hand, by=by)

    def _order_cut(self, message: Message) -> str:
        _, _, _, cut, by, seat = message
        return self.say(f"hand.cut_by_{m.CUTTER_WORDS[by]}", cut=f"{cut:04}", seat=seat)

    def _hole_card(self, message: Message) -> str:
        self.hole_cards += 1
        if self.hole_cards != 2 * len(self.seats):
            return ""
        return self.say("hand.dealt", seats=self._seat_list(self.seats))

    def _refused(self, message: Message) -> str:
        """What a person said and the table did not take; keys are not worth a word."""
        if message[1] not in SAID_BY_PEOPLE:
            return ""
        return self.say("hand.refused", why=self.say.refusal(m.REFUSAL_WORDS[message[2]]))

    def _not_dealt(self, message: Message) -> str:
        _, seat, reason = message
        if reason == m.NOT_DEALT_ABSENT:
            self.seats = tuple(one for one in self.seats if one != seat)
        return self.say(f"hand.not_dealt_{m.NOT_DEALT_WORDS[reason]}", seat=seat)

    def _entry(self, message: Message) -> str:
        return self.say(f"hand.entry_{m.ENTRY_WORDS[message[2]]}", seat=message[1])

    def _owed(self, message: Message) -> str:
        _, seat, dead, live = message
        chips = self.say.chips
        return self.say("hand.blind_owed", seat=seat, dead=chips(dead), live=chips(live))

    def _ranked(self, message: Message) -> str:
        named = self.say(f"category.{m.CATEGORY_WORDS[message[3]]}")
        return self.say("hand.ranked", seat=message[1], category=named)

    def _board_played(self, message: Message) -> str:
        named = self.say(f"category.{m.CATEGORY_WORDS[message[3]]}")
        return self.say("hand.board_played", seat=message[1], category=named)

    def _result(self, message: Message) -> str:
        _, cards, seconds = message
        return self.say("hand.result_read", cards=self._cards(cards), seconds=seconds)

    def _decided(self, message: Message) -> str:
        _, pot, amount, seats = message
        key = "hand.decided_side" if pot else "hand.decided_main"
        if len(seats) == 1:
            key += "_one"
        return self.say(key, pot=pot, amount=self.say.chips(amount), seats=self._seat_list(seats))

    def _reversed(self, message: Message) -> str:
        _, seat, to, amount, by = message
        amount = self.say.chips(amount)
        return self.say("hand.award_reversed", seat=seat, to=to, amount=amount, by=by)

    def _differ(self, message: Message) -> str:
        _, seat, counted, held = message
        chips = self.say.chips
        return self.say("hand.chips_differ", seat=seat, counted=chips(counted), held=chips(held))

    def _board(self, message: Message) -> str:
        _, street, cards = message
        return self.say(f"hand.{m.STREET_WORDS[street]}", cards=self._cards(cards))

    def _action(self, message: Message) -> str:
        _, seat, action, to, stack, timed_out = message
        said = self.say(f"hand.{m.ACTION_WORDS[action]}", seat=seat, to=self.say.chips(to))
        if stack == 0 and action not in {m.ACTION_FOLD, m.ACTION_CHECK}:
            said = self.say("hand.all_in", said=said)
        return self.say("hand.timed_out", said=said) if timed_out else said

    def _pot(self, message: Message) -> str:
        """A pot nobody contests is told when it is won."""
        _, pot, amount, seats = message
        if len(seats) == 1:
            return ""
        key = "hand.side_pot" if pot else "hand.main_pot"
        return self.say(key, pot=pot, amount=self.say.chips(amount), seats=self._seat_list(seats))

    def _shown(self, message: Message) -> str:
        _, seat, cards, _, category = message
        words = self._cards(cards)
        if category is None:
            return self.say("hand.shown", seat=seat, cards=words)
        named = self.say(f"category.{m.CATEGORY_WORDS[category]}")
        return self.say("hand.shown_as", seat=seat, cards=words, category=named)

    def _raked(self, message: Message) -> str:
        _, pot, amount = message
        key = "hand.raked_side" if pot else "hand.raked_main"
        return self.say(key, pot=pot, amount=self.say.chips(amount))

    def _won(self, message: Message) -> str:
        _, pot, seat, amount = message
        key = "hand.won_side" if pot else "hand.won_main"
        return self.say(key, pot=pot, seat=seat, amount=self.say.chips(amount))

    def _finished(self, message: Message) -> str:
        _, hand, seats, stacks = message
        return self.say("hand.finished", hand=hand, stacks=self._stacks(seats, stacks))

    def _ruled(self, message: Message) -> str:
        _, ruling, by, reason = message
        self.voided_by = by if ruling == m.RULING_VOID_HAND else ""
        said = self.say(f"hand.{RULED[ruling]}", by=by)
        return self.say("hand.ruled_because", said=said, reason=reason) if reason else said

    def _held(self, message: Message) -> str:
        reason = self.irregularities.get(message[1], message[1])
        return self.say("hand.held", reason=reason)

    def _fault(self, message: Message) -> str:
        _, code, device, detail = message
        text = machine_fault(code, detail, self.say) or self.faults.get(code, code)
        return self.say("hand.fault", code=code, where=whose(device, self.say), text=text)

    def _paired(self, message: Message) -> str:
        return self.say("hand.role_paired", role=m.ROLE_WORDS[message[1]])

    def _reported(self, message: Message) -> str:
        _, kind, by, seat, _card = message
        kind = self.irregularities.get(kind, kind)
        key = "hand.reported_seat" if seat else "hand.reported"
        return self.say(key, by=by, seat=seat, kind=kind)

    def _ruling(self, message: Message) -> str:
        """The book, its source and what it asks for."""
        _, ruling, _kind, procedure, book = message
        column = rulings.BOOK_WORDS.index(book)
        named = rulings.PROCEDURE_NAMES.index(procedure)
        self.is_repaired = bool(rulings.STEPS[named])
        procedure = texts.PROCEDURES[named][self.column]
        return self.say("hand.ruling", book=by_book(ruling, column, self.say), procedure=procedure)

    def _step(self, message: Message) -> str:
        _, step, _token, seat = message
        text = texts.STEPS[rulings.STEP_NAMES.index(step)][self.column]
        return self.say("hand.step_seat" if seat else "hand.step", seat=seat, step=text)

    def _repaired(self, message: Message) -> str:
        return self.say("hand.going_on") if self.is_repaired else ""

    def _card_moved(self, message: Message) -> str:
        _, _token, place, by = message
        return self.say("hand.card_moved", by=by, place=place_named(place, self.say))

    def _face_typed(self, message: Message) -> str:
        return self.say("hand.face_typed", by=message[2], card=self._cards((message[1],)))

    def _face_corrected(self, message: Message) -> str:
        return self.say("hand.face_corrected", card=self._cards((message[2],)))

    def _irregularity(self, message: Message) -> str:
        return self.say("hand.irregular", kind=self.irregularities.get(message[1], message[1]))


def by_book(ruling: int, book: int, say: Texts) -> str:
    """The book that rules and the paragraph; where it is silent, the one that is followed."""
    source, silent, _ = texts.SOURCES[ruling][book].partition(SILENT[book])
    return say("book.silent" if silent else "book.says", book=BOOKS[book], source=source)


def whose(device: str, say: Texts) -> str:
    """Whose device it is, behind a blank; a fault's own sentence names the device."""
    number = device.lstrip(ascii_lowercase + "_")
    return " " + say("place.seat", number=number) if number.isdigit() else ""


def place_named(place: int, say: Texts) -> str:
    """A place of the table in words."""
    word = m.PLACE_WORDS[place]
    for kind in ("seat", "board"):
        number = word.removeprefix(kind)
        if number.isdigit():
            return say(f"place.{kind}", number=number)
    return say(f"place.{word}")


def _words(
    names: tuple[str, ...], sentences: tuple[tuple[str, str], ...], language: str
) -> dict[str, str]:
    """Italian or English sentence of each code or name of the schema."""
    column = 0 if language == "it" else 1
    return {name: both[column] for name, both in zip(names, sentences, strict=True)}


def _plain(key: str, **where: int) -> Callable[[Transcript, Message], str]:
    """A sentence whose fields are fields of the message, by place."""
    return lambda told, message: told.say(
        key, **{name: message[place] for name, place in where.items()}
    )


def _amount(key: str, amount: int, **where: int) -> Callable[[Transcript, Message], str]:
    """The same, with one amount of chips."""
    return lambda told, message: told.say(
        key,
        amount=told.say.chips(message[amount]),
        **{name: message[place] for name, place in where.items()},
    )


RULED = (
    "ruled_resume",
    "ruled_void_hand",
    "ruled_take_back",
    "ruled_by_hand",
    "ruled_misdeal",
    "ruled_let_stand",
    "ruled_shuffle",
)
"""The sentence of each ruling, in the order of the schema's enum."""

BOOKS = ("R004", "TDA 2024", "Robert's Rules")
SILENT = (" (R004 silent)", " (TDA silent)", " (RRoP silent)")
"""How the tables say that a book does not answer, and that the one named before is followed."""

SAID_BY_PEOPLE = frozenset(
    m.NAMES[said]
    for said in (m.SEAT_TAKEN, m.SEAT_LEFT, m.BUTTON_PLACED, m.SETTING_CHANGED, m.FLOOR_RULED)
    + (m.PLAYER_OUT_NEXT, m.PLAYER_BACK, m.CHIPS_ADDED, m.CHIPS_COUNTED, m.BLIND_CHOSEN)
    + (m.AWARD_REVERSED, m.IRREGULARITY_REPORTED, m.CARD_MOVED, m.FACE_TYPED)
    + ASKED_BY_THE_HOUSE
    + (m.DRAW_ENTERED, m.SEAT_DRAW_ASKED)
)

SENTENCES: dict[int, Callable[[Transcript, Message], str]] = {
    m.TABLE_STARTED: _plain("hand.started_table", firmware=3),
    m.TAIL_CUT: _plain("hand.tail_cut", bytes=1),
    m.LOG_DAMAGED: _plain("hand.damaged_log", segment=1, line=2),
    m.LAST_WORDS: _plain("hand.last_words", code=1),
    m.SEAT_TAKEN: _amount("hand.sat_down", 2, seat=1),
    m.SEAT_LEFT: _plain("hand.left", seat=1),
    m.BUTTON_PLACED: _plain("hand.button_placed", seat=1),
    m.INPUT_REFUSED: Transcript._refused,
    m.PLAYER_OUT_NEXT: _plain("hand.out_next", seat=1),
    m.PLAYER_BACK: _plain("hand.back", seat=1),
    m.CHIPS_ADDED: _amount("hand.chips_added", 2, seat=1),
    m.DRAW_STARTED: Transcript._draw_started,
    m.BUTTON_DRAWN: _plain("hand.button_drawn", seat=1),
    m.DRAW_ENTERED: _plain("hand.draw_entered", place=1, player=2),
    m.SEATS_DRAWN: Transcript._seats_drawn,
    m.PLAYER_SEATED: _plain("hand.player_seated", seat=1, player=2),
    m.SEAT_DRAW_GIVEN_UP: Transcript._given_up,
    m.BLIND_CHOSEN: Transcript._entry,
    m.FLOOR_CALLED: _plain("hand.floor_called", seat=1),
    m.AWARD_REVERSED: Transcript._reversed,
    m.CHIPS_COUNTED: _amount("hand.chips_counted", 2, seat=1),
    m.PLAYER_SAT_OUT: _plain("hand.sat_out", seat=1),
    m.TIME_WARNED: _plain("hand.time_warned", seat=1, seconds=2),
    m.TIME_BANK_OPENED: _plain("hand.time_bank", seat=1, seconds=2),
    m.SEAT_NOT_DEALT: Transcript._not_dealt,
    m.BLIND_OWED: Transcript._owed,
    m.BOARD_PLAYED: Transcript._board_played,
    m.RESULT_READ: Transcript._result,
    m.POT_DECIDED: Transcript._decided,
    m.CHIPS_DIFFER: Transcript._differ,
    m.SETTING_CHANGED: _plain("hand.setting", name=1, value=2),
    m.TABLE_PAUSED: _plain("hand.paused"),
    m.TABLE_RESUMED: _plain("hand.resumed"),
    m.ROLE_PAIRED: Transcript._paired,
    m.FLOOR_RULED: Transcript._ruled,
    m.FAULT_RAISED: Transcript._fault,
    m.FAULT_CLEARED: _plain("hand.cleared", code=1),
    m.HAND_STARTED: Transcript._hand_started,
    m.FORCED_BET_POSTED: Transcript._forced_bet,
    m.ORDER_COMMITTED: Transcript._committed,
    m.WITNESS_PROMISED: _plain("hand.promised"),
    m.WITNESS_MISSING: _plain("hand.unwitnessed"),
    m.WITNESS_OPENED: _plain("hand.opened"),
    m.WITNESS_FAILED: _plain("hand.unopened"),
    m.ORDER_CUT: Transcript._order_cut,
    m.HOLE_CARD_DEALT: Transcript._hole_card,
    m.BOARD_DEALT: Transcript._board,
    m.ACTION_TAKEN: Transcript._action,
    m.UNCALLED_BET_RETURNED: _amount("hand.returned", 2, seat=1),
    m.POT_FORMED: Transcript._pot,
    m.HAND_SHOWN: Transcript._shown,
    m.HAND_RANKED: Transcript._ranked,
    m.HAND_MUCKED: _plain("hand.mucked", seat=1),
    m.RAKE_TAKEN: Transcript._raked,
    m.POT_AWARDED: Transcript._won,
    m.HAND_FINISHED: Transcript._finished,
    m.HAND_VOIDED: Transcript._voided,
    m.IRREGULARITY_FOUND: Transcript._irregularity,
    m.HAND_HELD: Transcript._held,
    m.IRREGULARITY_REPORTED: Transcript._reported,
    m.RULING_MADE: Transcript._ruling,
    m.STEP_BEGUN: Transcript._step,
    m.PROCEDURE_ENDED: Transcript._repaired,
    m.RESHUFFLE_STARTED: _plain("hand.new_epoch", epoch=2, cards=4),
    m.ACTION_TAKEN_BACK: _plain("hand.taken_back", seat=1),
    m.HAND_BECAME_MANUAL: _plain("hand.became_manual", by=1),
    m.HAND_KILLED: _plain("hand.killed", seat=1),
    m.FACE_CORRECTED: Transcript._face_corrected,
    m.CARD_MOVED: Transcript._card_moved,
    m.FACE_TYPED: Transcript._face_typed,
    m.TABLE_HELD: _plain("hand.table_held", reason=1),
    m.ORDER_REVEALED: _plain("hand.revealed", epoch=2),
}
