"""Plays a recorded hand on the core that runs the table.

The core asks for everything it wants of the world: load the deck, deal a card to a seat, open a
face, hear a player's choice. Here the record answers: cards leave the carousel in slot order and
the faces are those the record names; choices are the record's, asked for one at a time and only
when it is that player's turn. Whether a choice is legal, who wins and how many chips move is
decided by the core alone. The rule of the file: it answers what is asked and nothing else; where
the record has no answer the hand is refused, never guessed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware.core import Table, legal_actions
from firmware.schema import messages as m
from firmware.schema import settings as rules_schema
from host_tools.replay.hand_record import UNKNOWN_CARD, HandRecord, Pot, RecordedAction
from host_tools.replay.refusal import END, START, Refused, Told
from host_tools.replay.structures import positions_before, posts_of, settings_of
from host_tools.texts import Refusal

Message = tuple[Any, ...]

DECK = 52
HAND_PASSES_MAX = 100_000
"""A hand ends far below this; reaching it means that table and record wait for each other."""

CHOICES = {"fold": m.CHOICE_FOLD, "call": m.CHOICE_CALL, "raise": m.CHOICE_RAISE}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended, in units: stacks by player; pots as they were awarded, main pot first."""

    stacks: tuple[int, ...]
    pots: tuple[Pot, ...]


def play_hand(
    record: HandRecord, rules: str = "phh", hear: Callable[[Message], None] | None = None
) -> Ending:
    """Play `record` to its end under the rule set `rules`; `hear` is told what the table says.

    `Refused` when the record breaks the rules, breaks off or goes on after the end.
    """
    return _Replay(record, rules, hear).run()


class _Replay:
    """One table, one record, and how far both have come."""

    def __init__(
        self, record: HandRecord, rules: str, hear: Callable[[Message], None] | None
    ) -> None:
        self.record = record
        self.hear = hear
        self.table = Table(rules_schema.profile_by_name(rules))
        self.wanted: deque[Message] = deque()
        self.choices = deque(
            a for a in record.actions if a.verb in {"fold", "call", "raise", "board"}
        )
        self.shows = {a.player: a for a in record.actions if a.verb in {"show", "muck"}}
        self.place = START
        self.faces: dict[int, int | None] = {}
        self.openings = 0
        self.epoch = 0
        self.board: deque[int | None] = deque()
        self.dealt: dict[int, int] = {}
        self.pots: list[Pot] = []
        self.finished = False

    def run(self) -> Ending:
        record, table = self.record, self.table
        for name, value in settings_of(record):
            self.give((m.SETTING_CHANGED, name, value, None))
        self.give((m.SETTING_CHANGED, "witness_ms", "0", None))  # nobody watches a replay
        for seat, stack in zip(record.seats, record.stacks, strict=True):
            self.give((m.SEAT_TAKEN, seat, stack, None))
        for seat, live in posts_of(record):
            self.give((m.POST_PROMISED, seat, 0, live))
        before = positions_before(record)
        if before is None:
            self.give((m.BUTTON_PLACED, len(record.stacks)))
        else:
            table.positions = (
                before  # no input leads there but a whole hand, of which none is told
            )
        self.collect((m.COLLECT_CARDS,))
        for _ in range(HAND_PASSES_MAX):
            if self.wanted:
                message = self.wanted.popleft()
                answer = ANSWERS.get(message[0])
                if answer is not None:
                    answer(self, message)
            elif self.finished:
                break
            else:
                raise Refused(self.place, "deadlock")
        else:
            raise Refused(self.place, "endless")
        if self.choices:
            left = self.choices[0]
            raise Refused(left.place, "over")
        stacks = tuple(table.stacks[seat] for seat in record.seats)
        return Ending(stacks, tuple(self.pots))

    def give(self, message: Message) -> None:
        """Hand the table one input and take what it wants next."""
        out: list[Message] = []
        code = self.table.take(message, out)
        if code:
            raise self.refusal(message, code)
        if self.hear is not None:
            for said in out:
                self.hear(said)
        self.wanted.extend(out)

    def refusal(self, message: Message, code: int) -> Refused:
        """The table's refusal, with what would have been legal."""
        why = Refusal(m.REFUSAL_WORDS[code])
        if message[0] != m.ACTION_CHOSEN:
            return Refused(self.place, "input_refused", input=m.NAMES[message[0]], why=why)
        legal = legal_actions(self.table.hand)
        if legal is None:
            return Refused(self.place, "not_legal", why=why)
        seat, call, low, high = legal
        calling = Told("may_call", {"call": call}) if call else Told("may_check")
        raising = Told("may_raise", {"low": low, "high": high}) if low else Told("may_not_raise")
        return Refused(
            self.place, "not_legal_but", why=why, seat=seat, calling=calling, raising=raising
        )

    def turn(self, message: Message) -> None:
        """A player has to act: the record's next action, if it is that player's."""
        seat = message[1]
        if self.board:
            raise Refused(self.place, "board_too_many")
        action = self.next_choice(Told("has_to_act", {"seat": seat}))
        if action.player != seat:
            raise Refused(action.place, "not_turn", seat=seat)
        to = action.to if action.verb == "raise" else None
        self.give((m.ACTION_CHOSEN, seat, CHOICES[action.verb], to))

    def next_choice(self, wanted: Told) -> RecordedAction:
        """The next fold, call, raise or street of the record."""
        if not self.choices:
            raise Refused(END, "breaks_off", wanted=wanted)
        action = self.choices.popleft()
        self.place = action.place
        return action

    def show(self, message: Message) -> None:
        """Without a word in the record a known hand is shown, so that nobody loses chips he is
        due.
        """
        seat = message[1]
        said = self.shows.get(seat)
        if said is not None:
            self.place = said.place
            choice = m.SHOW_MUCK if said.verb == "muck" else m.SHOW_SHOW
        elif UNKNOWN_CARD in self.hole(seat):
            raise Refused(END, "showdown_unnamed", seat=seat)
        else:
            choice = m.SHOW_SHOW
        self.give((m.SHOW_CHOSEN, seat, choice))

    def hole(self, seat: int) -> tuple[int | None, ...]:
        return self.record.hole_cards.get(seat, (UNKNOWN_CARD, UNKNOWN_CARD))

    # what the table asks for, and the answers

    def collect(self, message: Message) -> None:
        if not self.finished:
            self.give((m.CARDS_COLLECTED, DECK, self.openings))

    def load(self, message: Message) -> None:
        for n in range(1, DECK + 1):
            self.give((m.CARD_FED, n))
        self.give((m.DECK_LOADED, DECK))

    def start_timer(self, message: Message) -> None:
        """Only pauses run out, before the hand and before the award: players of a record are never
        too slow, and nobody objects.
        """
        if message[1] in {m.TIMER_NEXT_HAND, m.TIMER_OBJECTION} and not self.finished:
            self.give((m.TIMER_FIRED, message[1], message[2]))

    def commit(self, message: Message) -> None:
        _, hand, self.epoch = message
        commit = bytes(32)  # nothing is secret here: the order is the slots' own
        self.give((m.ORDER_COMMITTED, hand, self.epoch, 1, DECK, commit, m.PROVENANCE_SCRIPTED))

    def cut(self, message: Message) -> None:
        self.give((m.CUT_SET, 0, message[1]))

    def deal(self, message: Message) -> None:
        _, k, to = message
        face = self.face_for(to)
        slot = k
        token = self.epoch * 64 + slot
        self.faces[token] = face
        self.give((m.CARD_LEFT, k, slot))
        self.give((m.CARD_LANDED, token, to))
        if m.PLACE_BOARD1 <= to <= m.PLACE_BOARD5:
            self.give((m.FACE_READ, token, face))

    def face_for(self, to: int) -> int | None:
        """The face of the next card to this place, as recorded; unknown for burns and hidden hole
        cards.
        """
        if m.PLACE_SEAT1 <= to <= m.PLACE_SEAT10:
            nth = self.dealt.get(to, 0)
            self.dealt[to] = nth + 1
            return self.hole(to)[nth]
        if m.PLACE_BOARD1 <= to <= m.PLACE_BOARD5:
            if not self.board:
                action = self.next_choice(Told("street_due"))
                if action.verb != "board":
                    raise Refused(action.place, "nobody_to_act")
                self.board.extend(action.cards)
            return self.board.popleft()
        return UNKNOWN_CARD

    def open(self, message: Message) -> None:
        token = message[1]
        face = self.faces[token]
        if face is UNKNOWN_CARD:
            raise Refused(self.place, "turned_up_unnamed")
        self.openings += 1
        self.give((m.FACE_OPENED, token, face))

    def reveal(self, message: Message) -> None:
        _, hand, epoch = message
        self.give((m.ORDER_REVEALED, hand, epoch, bytes(range(DECK)), bytes(32)))

    def pot(self, message: Message) -> None:
        _, _, amount, seats = message
        self.pots.append((amount, seats))

    def finish(self, message: Message) -> None:
        self.finished = True

    def hold(self, message: Message) -> None:
        raise Refused(self.place, "held", why=message[1])


ANSWERS: dict[int, Callable[[_Replay, Message], None]] = {
    m.COLLECT_CARDS: _Replay.collect,
    m.LOAD_DECK: _Replay.load,
    m.START_TIMER: _Replay.start_timer,
    m.COMMIT_ORDER: _Replay.commit,
    m.CUT_ASKED: _Replay.cut,
    m.DEAL_CARD: _Replay.deal,
    m.OPEN_FACE: _Replay.open,
    m.REVEAL_ORDER: _Replay.reveal,
    m.TURN_OPENED: _Replay.turn,
    m.SHOW_ASKED: _Replay.show,
    m.POT_FORMED: _Replay.pot,
    m.HAND_FINISHED: _Replay.finish,
    m.IRREGULARITY_FOUND: _Replay.hold,
    m.HAND_HELD: _Replay.hold,
    m.TABLE_HELD: _Replay.hold,
}
