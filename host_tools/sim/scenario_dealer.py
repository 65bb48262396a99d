"""The machine and the floor of a scenario: they do what the table asks, and what goes wrong.

The machine deals what it is asked for, unless a scenario lets a card go wrong; the floor lays
cards and enters faces as soon as the table asks. Faces are chosen when a card leaves: those that
the scenario named for its place, else the next that nobody named. Rule of the file: the table is
told nothing but what machine and people could tell it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.core import Table, hand_table, legal_actions
from firmware.core.cards import DECK_CARDS, parse_card
from firmware.schema import messages as m
from firmware.schema import settings
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.texts import Texts

FLOOR = "Anna"
CUT = 5000
_SILENT = frozenset({m.SEAT_TAKEN, m.SETTING_CHANGED, m.ORDER_COMMITTED, m.ORDER_REVEALED})
_AT_THE_SHOWDOWN = (hand_table.SHOWING, hand_table.OBJECTING)


@dataclass
class Mishap:
    """What goes wrong with a card that is still to leave: so many cards from now."""

    after: int
    kind: str
    word: str = ""


@dataclass
class Dealer:
    """The machine and the floor: they do what the table asks, and what the scenario wants."""

    say: Texts
    profile: int = settings.PROFILE_DEFAULT
    sentences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table(self.profile)
        self.transcript = Transcript(self.say)
        self.faces: dict[int, int] = {}  # token -> card id, of every card outside
        self.named: dict[int, list[int]] = {}  # place -> cards that will be dealt there
        self.mishaps: list[Mishap] = []
        self.misread: list[int] = []
        self.gone: set[int] = set()  # slots of this epoch that are empty
        self.openings = 0
        self.said: list[tuple] = []  # all that the table said
        self.cards_left = -1  # cards that still come before the machine waits; -1: all
        self.waiting: list[tuple] = []  # what the machine tells when it goes on
        self.refusal = 0  # the first of the line that is played
        self.timer: tuple[int, int] | None = None
        self._queue: list[tuple] = []

    # ------------------------------------------------------------------ inputs and answers

    def send(self, *message: object) -> int:
        """One input and all that follows from it; returns its refusal."""
        code = self._take(message)
        self._settle()
        return code

    def _settle(self) -> None:
        while self._queue:
            self._take(self._queue.pop(0))

    def _take(self, message: tuple) -> int:
        out: list[tuple] = []
        code = self.table.take(message, out)
        self.said += out
        self.refusal = self.refusal or code
        if not code and message[0] not in _SILENT:
            self._tell(message)
        for said in out:
            self._tell(said)
            self._answer(said)
        return code

    def _tell(self, message: tuple) -> None:
        if message[0] == m.CARD_BURNT:
            street = m.STREET_WORDS[message[1]]
            self.sentences.append(self.say("hand.card_burnt", street=street))
        elif message[0] not in _SILENT:
            self.sentences += self.transcript.read(message)

    def _answer(self, effect: tuple) -> None:
        """Queue what machine and floor answer to an effect."""
        answer = _ANSWERS.get(effect[0])
        if answer is not None:
            self._queue += answer(self, effect)
        if effect[0] in (m.HAND_VOIDED, m.HAND_BECAME_MANUAL):
            self.waiting = []
        if effect[0] == m.HAND_VOIDED:
            self._queue = [one for one in self._queue if one[0] == m.ORDER_REVEALED]

    def _start_timer(self, effect: tuple) -> list[tuple]:
        self.timer = (effect[1], effect[2])
        return []

    def _stop_timer(self, _: tuple) -> list[tuple]:
        self.timer = None
        return []

    def _collect(self, _: tuple) -> list[tuple]:
        openings, self.openings = self.openings, 0
        self.faces = {}
        self.mishaps = []
        return [(m.CARDS_COLLECTED, DECK_CARDS, openings)]

    def _load(self, _: tuple) -> list[tuple]:
        count = self.table.ledger.hopper
        self.gone = set()
        fed = [(m.CARD_FED, n) for n in range(1, count + 1)]
        return [*fed, (m.DECK_LOADED, count)]

    def _commit(self, effect: tuple) -> list[tuple]:
        cards = self.table.ledger.carousel
        return [(m.ORDER_COMMITTED, effect[1], effect[2], 1, cards, bytes(32), None)]

    def _reveal(self, effect: tuple) -> list[tuple]:
        return [(m.ORDER_REVEALED, effect[1], effect[2], bytes(1), bytes(32))]

    def _cut(self, effect: tuple) -> list[tuple]:
        return [(m.CUT_SET, CUT, effect[1])]

    def _return_place(self, effect: tuple) -> list[tuple]:
        place = self.table.ledger.place
        cards = [token for token in place if place[token] == effect[1]]
        for token in cards:
            self.faces.pop(token, None)
        doubled = self.table.hand.correction.doubled if self.table.hand else 0
        return [(m.PLACE_RETURNED, effect[1], len(cards) + doubled)]

    def _move_card(self, effect: tuple) -> list[tuple]:
        return [(m.CARD_MOVED, effect[1], effect[2], FLOOR)]

    def _name_slot(self, effect: tuple) -> list[tuple]:
        k = effect[1]
        if self.table.ledger.is_out(self.table.ledger.token_of(k)):
            return [(m.SLOT_FOUND_EMPTY, k, k)]
        hand = self.table.hand
        place = hand.queue[hand.queue_at] if hand else 0
        self._take_face(self.table.ledger.token_of(k), place)
        return [(m.SLOT_NAMED, k, k)]

    def _ask_face(self, effect: tuple) -> list[tuple]:
        face = self.misread.pop(0) if self.misread else self.faces.get(effect[1], 0)
        return [(m.FACE_TYPED, face, FLOOR)]

    def _open_face(self, effect: tuple) -> list[tuple]:
        self.openings += 1
        return [(m.FACE_OPENED, effect[1], self.faces[effect[1]])]

    # ------------------------------------------------------------------ cards

    def _take_face(self, token: int, place: int) -> int:
        """The face of a card when it leaves: the one named for its place, or the next free."""
        if token not in self.faces:
            coming = self.named.get(place, [])
            taken = {*self.faces.values(), *(c for cards in self.named.values() for c in cards)}
            free = [card for card in range(DECK_CARDS) if card not in taken]
            self.faces[token] = coming.pop(0) if coming else free[0]
        return self.faces[token]

    def _deal(self, effect: tuple) -> list[tuple]:
        """What the k-th card tells on its way, or nothing while the machine waits."""
        told = self._leave(effect)
        if self.cards_left == 0:
            self.waiting += told
            return []
        self.cards_left -= 1 if self.cards_left > 0 else 0
        return told

    def go_on(self) -> None:
        """The machine waits no more."""
        self.cards_left = -1
        self._queue += self.waiting
        self.waiting = []
        self._settle()

    def _leave(self, effect: tuple) -> list[tuple]:
        """What one card tells; the slot has the card's number in the order."""
        _id, k, place = effect
        token = self.table.ledger.token_of(k)
        if self.table.ledger.is_out(token) or k in self.gone:
            return [(m.SLOT_FOUND_EMPTY, k, k)]
        mishap = self._due()
        if mishap.kind == "missing":
            return [(m.SLOT_FOUND_EMPTY, k, k)]
        face = self._take_face(token, place)
        told: list[tuple] = [(m.CARD_LEFT, k, k)]
        if mishap.kind == "exposed":
            told.append((m.CARD_EXPOSED, token))
        if mishap.kind == "doubled":
            self.gone.add(k + 1)
            told.append((m.CARD_DOUBLED, token, 0))
        if mishap.kind in _DOUBTS:
            told.append((m.FACE_DOUBTED, token, _DOUBTS[mishap.kind]))
        elif m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            told.append(
                (m.FACE_READ, token, parse_card(mishap.word) if mishap.kind == "as" else face)
            )
        if mishap.kind == "lost":
            return [*told, (m.CARD_UNLANDED, token)]
        at = m.PLACE_WORDS.index(mishap.word) if mishap.kind == "to" else place
        return [*told, (m.CARD_LANDED, token, at)]

    def _due(self) -> Mishap:
        """The mishap of the card that leaves now."""
        due = Mishap(0, "")
        for mishap in list(self.mishaps):
            mishap.after -= 1
            if mishap.after <= 0:
                due = mishap
                self.mishaps.remove(mishap)
        return due

    def stray(self, places: list[str]) -> None:
        """Cards leave one after the other, unasked; the last of the stub first."""
        for word in places:
            is_lost = word == "lost"
            place = m.PLACE_NOWHERE if is_lost else m.PLACE_WORDS.index(word)
            ledger = self.table.ledger
            slot = self.table.hand.correction.order_cards - 1 if self.table.hand else 0
            while ledger.is_out(ledger.token_of(slot)):
                slot -= 1
            token = ledger.token_of(slot)
            face = self._take_face(token, place)
            self._take((m.CARD_STRAYED, slot))
            if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
                self._take((m.FACE_READ, token, face))
            landing = (m.CARD_UNLANDED, token) if is_lost else (m.CARD_LANDED, token, place)
            self.send(*landing)

    # ------------------------------------------------------------------ people

    def deal_hand(self) -> None:
        """From wherever the table is to the first turn of a hand."""
        if self.table.ledger.missing:
            self.send(m.CARDS_COLLECTED, DECK_CARDS, 0)
        self.fire()

    def fire(self) -> None:
        """The running clock ends."""
        timer = self.timer or (0, 0)
        self.send(m.TIMER_FIRED, *timer)

    def round(self) -> None:
        """Everybody left checks or calls until the street's betting is over."""
        hand = self.table.hand
        street = hand.street if hand is not None else 0
        while hand is not None and hand.street == street and legal_actions(hand) is not None:
            self.send(m.ACTION_CHOSEN, hand.turn, m.CHOICE_CALL, None)
            if self.table.hand is not hand:
                return

    def finish(self) -> None:
        """To the end of the hand: checks, calls, and everybody shows."""
        hand = self.table.hand
        while hand is not None and self.table.hand is hand:
            if legal_actions(hand) is not None:
                self.send(m.ACTION_CHOSEN, hand.turn, m.CHOICE_CALL, None)
            elif hand.state == hand_table.SHOWING:
                self.send(m.SHOW_CHOSEN, hand.turn, m.SHOW_SHOW)
            elif hand.state == hand_table.OBJECTING:
                self.fire()
            else:
                return  # held: somebody has to decide first


_DOUBTS = {"unreadable": m.DOUBT_UNREADABLE, "foreign": m.DOUBT_FOREIGN}
MISHAPS = ("exposed", "lost", "doubled", "missing", "to", "as", *_DOUBTS)

_ANSWERS: dict[int, Callable[[Dealer, tuple], list[tuple]]] = {
    m.START_TIMER: Dealer._start_timer,
    m.STOP_TIMER: Dealer._stop_timer,
    m.COLLECT_CARDS: Dealer._collect,
    m.LOAD_DECK: Dealer._load,
    m.COMMIT_ORDER: Dealer._commit,
    m.REVEAL_ORDER: Dealer._reveal,
    m.CUT_ASKED: Dealer._cut,
    m.DEAL_CARD: Dealer._deal,
    m.OPEN_FACE: Dealer._open_face,
    m.RETURN_PLACE: Dealer._return_place,
    m.MOVE_CARD: Dealer._move_card,
    m.NAME_SLOT: Dealer._name_slot,
    m.ASK_FACE: Dealer._ask_face,
}
