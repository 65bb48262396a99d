"""A scenario: a readable file of what people, cards and machine do, played on the rules alone.

Each line `> …` is something that happens; the indented lines below it are what the table says, in
sentences. `#` opens a remark. Playing a file keeps what happens and writes the sentences anew, so
a correct file comes out as it went in, and a dealer can check it at a kitchen table. The machine
here deals what it is asked for, unless the scenario lets a card go wrong; cards are laid and faces
entered by the floor as soon as the table asks. No terminal, no clock, no chance. Rule of the file:
whatever is said is read from the table's reports, none of it is worked out here.

    > rules r004 burn=none            a fresh table; rule set or book, house rules
    > seat 1 1000                     a player sits down
    > cards 1 As Kh, board 2c 7d …    what will be dealt there, where it matters
    > deal                            a hand begins; the seat asked cuts, the cards are dealt
    > call 3, check 3, fold 3, raise 3 200, allin 3
    > round                           everybody left checks or calls to the end of the street
    > finish                          the same to the end of the hand; hands are shown
    > show 3, muck 3, time            at the showdown; the running clock ends
    > pause 3                         three more cards come; the next one waits for the next line
    > stray burn board4               cards leave the machine unasked and land there (or: lost)
    > next exposed                    the next card is seen on its way; `next 3 …`: the third
    > next lost | doubled | unreadable | foreign | missing | to seat5 | as Kh
    > report wrong_button 3 by Anna   an irregularity that a person saw; seat and card where needed
    > rule void_hand by Anna because  a decision of the closed list; words after the name: why
    > misread 2h                      the floor enters this face the next time it is asked for one
    > input card_left k=6 slot=0      what the machine tells, by name
    > fault F-DEAL-01 card_machine, cleared F-DEAL-01 card_machine
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.core import Table, hand_table, legal_actions
from firmware.core.cards import DECK_CARDS, parse_card
from firmware.schema import messages as m
from firmware.schema import rulings, settings
from firmware.schema.messages_fields import FIELDS, TYPE_ENUM, TYPE_INT
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.texts import Texts

FLOOR = "Anna"
CUT = 5000
_SILENT = frozenset({m.SEAT_TAKEN, m.SETTING_CHANGED, m.ORDER_COMMITTED, m.ORDER_REVEALED})
_AT_THE_SHOWDOWN = (hand_table.SHOWING, hand_table.OBJECTING)


class ScenarioError(Exception):
    """A line cannot be played; `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


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
_MISHAPS = ("exposed", "lost", "doubled", "missing", "to", "as", *_DOUBTS)

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


# ------------------------------------------------------------------ the words of a file


def _table(say: Texts, words: list[str]) -> Dealer:
    """`rules NAME setting=value …`: a fresh table without clocks and without a witness."""
    name = words[0] if words else "default"
    book = name if name in rulings.BOOK_WORDS else ""
    profile = settings.profile_by_name("default" if book else name)
    if profile < 0:
        raise ValueError(f"no rule set {name}")
    dealer = Dealer(say, profile)
    given = {"witness_ms": "0", "action_seconds": "0", "objection_seconds": "0"}
    given["first_button"] = "tray_left"
    if book:
        given["dealer_errors"] = book
        given["misdeal_exposed_first"] = "2" if book == "tda2024" else "1"
    for word in words[1:]:
        key, _, value = word.partition("=")
        given[key] = value
    for key, value in given.items():
        if dealer.send(m.SETTING_CHANGED, key, value, None):
            raise ValueError(f"no house rule {key}={value}")
    return dealer


def _act(dealer: Dealer, words: list[str], choice: int) -> None:
    to = int(words[1]) if len(words) > 1 else None
    dealer.send(m.ACTION_CHOSEN, int(words[0]), choice, to)


def _all_in(dealer: Dealer, words: list[str]) -> None:
    legal = legal_actions(dealer.table.hand)
    if legal is None or not legal[3]:
        raise ValueError("nobody can raise now")
    dealer.send(m.ACTION_CHOSEN, int(words[0]), m.CHOICE_RAISE, legal[3])


def _cards(dealer: Dealer, words: list[str]) -> None:
    dealer.named[int(words[0])] = [parse_card(word) for word in words[1:]]


def _board(dealer: Dealer, words: list[str]) -> None:
    for at, word in enumerate(words):
        dealer.named[m.PLACE_BOARD1 + at] = [parse_card(word)]


def _next(dealer: Dealer, words: list[str]) -> None:
    after = 1
    if words[0].isdigit():
        after, words = int(words[0]), words[1:]
    if words[0] not in _MISHAPS:
        raise ValueError(f"no mishap {words[0]}")
    dealer.mishaps.append(Mishap(after, words[0], words[1] if len(words) > 1 else ""))


def _named(words: list[str]) -> tuple[list[str], str, str | None]:
    """(words before `by`, the name, the words after it)."""
    at = words.index("by")
    return words[:at], words[at + 1], " ".join(words[at + 2 :]) or None


def _report(dealer: Dealer, words: list[str]) -> None:
    told, by, _ = _named(words)
    seats = [int(word) for word in told[1:] if word.isdigit()]
    cards = [parse_card(word) for word in told[1:] if not word.isdigit()]
    seat, card = seats[0] if seats else None, cards[0] if cards else None
    dealer.send(m.IRREGULARITY_REPORTED, told[0], by, seat, card)


def _rule(dealer: Dealer, words: list[str]) -> None:
    told, by, reason = _named(words)
    dealer.send(m.FLOOR_RULED, m.RULING_WORDS.index(told[0]), by, reason)


def _input(dealer: Dealer, words: list[str]) -> None:
    message_id = m.by_name(words[0])
    if not message_id:
        raise ValueError(f"no message {words[0]}")
    given = dict(word.split("=") for word in words[1:])
    values: list[object] = []
    for name, kind, allowed, *_ in FIELDS[message_id]:
        word = given.get(name)
        is_number = kind == TYPE_INT
        is_word = kind == TYPE_ENUM
        values.append(
            None if word is None else int(word) if is_number
            else allowed.index(word) if is_word else word
        )  # fmt: skip
    dealer.send(message_id, *values)


def _pause(dealer: Dealer, words: list[str]) -> None:
    dealer.cards_left = int(words[0])


_VERBS: dict[str, Callable[[Dealer, list[str]], object]] = {
    "seat": lambda d, w: d.send(m.SEAT_TAKEN, int(w[0]), int(w[1]), None),
    "leave": lambda d, w: d.send(m.SEAT_LEFT, int(w[0])),
    "button": lambda d, w: d.send(m.BUTTON_PLACED, int(w[0])),
    "cards": _cards,
    "board": _board,
    "deal": lambda d, _w: d.deal_hand(),
    "call": lambda d, w: _act(d, w, m.CHOICE_CALL),
    "check": lambda d, w: _act(d, w, m.CHOICE_CALL),
    "fold": lambda d, w: _act(d, w, m.CHOICE_FOLD),
    "raise": lambda d, w: _act(d, w, m.CHOICE_RAISE),
    "allin": _all_in,
    "round": lambda d, _w: d.round(),
    "finish": lambda d, _w: d.finish(),
    "show": lambda d, w: d.send(m.SHOW_CHOSEN, int(w[0]), m.SHOW_SHOW),
    "muck": lambda d, w: d.send(m.SHOW_CHOSEN, int(w[0]), m.SHOW_MUCK),
    "time": lambda d, _w: d.fire(),
    "stray": lambda d, w: d.stray(w),
    "pause": _pause,
    "input": _input,
    "next": _next,
    "report": _report,
    "rule": _rule,
    "misread": lambda d, w: d.misread.append(parse_card(w[0])),
    "floor": lambda d, w: d.send(m.FLOOR_CALLED, int(w[0])),
    "fault": lambda d, w: d.send(m.FAULT_RAISED, w[0], w[1], None),
    "cleared": lambda d, w: d.send(m.FAULT_CLEARED, w[0], w[1]),
}


_BEFORE_IT_GOES_ON = ("pause", "next", "deal", "call", "check", "raise", "allin", "round")
"""After these a machine that was told to wait still waits."""


def play(text: str, say: Texts) -> str:
    """Return the scenario with the sentences as the table says them now.

    Raises:
        ScenarioError: a line is no line of a scenario, or says what cannot be said.
    """
    dealer: Dealer | None = None
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("> "):
            lines.append(line)
            verb, *words = line[2:].split()
            try:
                if verb == "rules":
                    dealer = _table(say, words)
                elif dealer is None:
                    raise ValueError("a scenario begins with `> rules NAME`")
                elif verb not in _VERBS:
                    raise ValueError(f"no verb {verb}")
                else:
                    _VERBS[verb](dealer, words)
                    if verb not in _BEFORE_IT_GOES_ON:
                        dealer.go_on()
            except (ValueError, IndexError, AttributeError) as error:
                raise ScenarioError(number, str(error) or type(error).__name__) from error
            lines += ["    " + sentence for sentence in dealer.sentences]
            dealer.sentences = []
        elif not line.startswith("    "):
            lines.append(line)
    return "\n".join(lines)
