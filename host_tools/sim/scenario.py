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
    > refused rule void_hand by Anna  the table does not take it; without `refused` the file ends

Rule of the errors: whatever the table does not take, or nobody could mean, names its line, why,
and what to write instead; nothing is passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core import legal_actions
from firmware.core.cards import parse_card
from firmware.schema import faults, irregularities, rulings, settings
from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS, TYPE_ENUM, TYPE_INT
from host_tools.texts import near

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.texts import Texts

from host_tools.sim.scenario_dealer import MISHAPS, Dealer, Mishap

NUMBER_DIGITS_MAX = 9  # what a table can hold
_SEATS = tuple(str(seat) for seat in range(1, 11))


class ScenarioError(Exception):
    """A line cannot be played; `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


class Unplayable(Exception):
    """Why a line cannot be played: a text of the catalogue, `scenario.KEY`, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


# ------------------------------------------------------------------ the words of a file


def _one_of(word: str, known: tuple[str, ...], key: str) -> int:
    if not word or word not in known:
        raise Unplayable(key, word=word, near=near(word, known))
    return known.index(word)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > NUMBER_DIGITS_MAX:
        raise Unplayable("number", word=word)
    return int(word)


def _seat(word: str) -> int:
    if word not in _SEATS:
        raise Unplayable("seat", word=word)
    return int(word)


def _card(word: str) -> int:
    if word not in m.CARD_WORDS:
        raise Unplayable("card", word=word)
    return parse_card(word)


def _fault(word: str) -> str:
    return faults.CODES[_one_of(word, faults.CODES, "fault")]


def _place(word: str) -> int:
    return _one_of(word, m.PLACE_WORDS, "place")


def _table(say: Texts, words: list[str]) -> Dealer:
    """`rules NAME setting=value …`: a fresh table without clocks and without a witness."""
    name = words[0] if words else "default"
    book = name if name in rulings.BOOK_WORDS else ""
    profile = settings.profile_by_name("default" if book else name)
    if profile < 0:
        known = (*settings.PROFILE_WORDS, *rulings.BOOK_WORDS)
        raise Unplayable("rules", word=name, near=near(name, known))
    dealer = Dealer(say, profile)
    given = {"witness_ms": "0", "action_seconds": "0", "objection_seconds": "0"}
    given["first_button"] = "tray_left"
    if book:
        given["dealer_errors"] = book
    for word in words[1:]:
        key, _, value = word.partition("=")
        given[key] = value
    for key, value in given.items():
        if key not in settings.NAMES[1:]:
            raise Unplayable("setting", word=key, near=near(key, settings.NAMES))
        code = dealer.send(m.SETTING_CHANGED, key, value, None)
        if code:
            why = say.refusal(m.REFUSAL_WORDS[code])
            raise Unplayable("value", name=key, word=value, why=why)
    return dealer


def _act(dealer: Dealer, words: list[str], choice: int) -> None:
    to = _number(words[1]) if len(words) > 1 else None
    dealer.send(m.ACTION_CHOSEN, _seat(words[0]), choice, to)


def _check(dealer: Dealer, words: list[str]) -> None:
    """A call of nothing; where there is something to call, nobody may check."""
    seat = _seat(words[0])
    legal = legal_actions(dealer.table.hand)
    if legal is not None and legal[0] == seat and legal[1]:
        raise Unplayable("check", seat=seat, call=dealer.say.chips(legal[1]))
    dealer.send(m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)


def _all_in(dealer: Dealer, words: list[str]) -> None:
    legal = legal_actions(dealer.table.hand)
    if legal is None or not legal[3]:
        raise Unplayable("all_in")
    dealer.send(m.ACTION_CHOSEN, _seat(words[0]), m.CHOICE_RAISE, legal[3])


def _cards(dealer: Dealer, words: list[str]) -> None:
    dealer.named[_seat(words[0])] = [_card(word) for word in words[1:]]


def _board(dealer: Dealer, words: list[str]) -> None:
    for at, word in enumerate(words):
        dealer.named[m.PLACE_BOARD1 + at] = [_card(word)]


def _deal(dealer: Dealer, _words: list[str]) -> None:
    before = len(dealer.said)
    dealer.deal_hand()
    if all(said[0] != m.HAND_STARTED for said in dealer.said[before:]):
        raise Unplayable("deal")


def _time(dealer: Dealer, _words: list[str]) -> None:
    if dealer.timer is None:
        raise Unplayable("time")
    dealer.fire()


def _next(dealer: Dealer, words: list[str]) -> None:
    after = 1
    if words[0].isdigit():
        after, words = _number(words[0]), words[1:]
    _one_of(words[0], MISHAPS, "mishap")
    if words[0] == "to":
        _place(words[1])
    elif words[0] == "as":
        _card(words[1])
    dealer.mishaps.append(Mishap(after, words[0], words[1] if len(words) > 1 else ""))


def _stray(dealer: Dealer, words: list[str]) -> None:
    for word in words:
        if word != "lost":
            _place(word)
    dealer.stray(words)


def _named(words: list[str]) -> tuple[list[str], str, str | None]:
    """(words before `by`, the name, the words after it)."""
    if "by" not in words[1:-1]:
        raise Unplayable("by")
    at = words.index("by", 1)
    return words[:at], words[at + 1], " ".join(words[at + 2 :]) or None


def _report(dealer: Dealer, words: list[str]) -> None:
    told, by, _ = _named(words)
    _one_of(told[0], irregularities.NAMES, "kind")
    seats = [_seat(word) for word in told[1:] if word.isdigit()]
    cards = [_card(word) for word in told[1:] if not word.isdigit()]
    seat, card = seats[0] if seats else None, cards[0] if cards else None
    dealer.send(m.IRREGULARITY_REPORTED, told[0], by, seat, card)


def _rule(dealer: Dealer, words: list[str]) -> None:
    told, by, reason = _named(words)
    dealer.send(m.FLOOR_RULED, _one_of(told[0], m.RULING_WORDS, "ruling"), by, reason)


def _input(dealer: Dealer, words: list[str]) -> None:
    message_id = _one_of(words[0], m.NAMES, "message")
    fields = tuple(field[0] for field in FIELDS[message_id])
    given: dict[str, str] = {}
    for word in words[1:]:
        name, _, given_word = word.partition("=")
        _one_of(name, fields, "field")
        given[name] = given_word
    values: list[object] = []
    for name, kind, allowed, is_optional, *_ in FIELDS[message_id]:
        word = given.get(name)
        if word is None and not is_optional:
            raise Unplayable("missing", verb=f"{words[0]}: {name}=…")
        is_number = kind == TYPE_INT
        is_word = kind == TYPE_ENUM
        values.append(
            None if word is None else _number(word) if is_number
            else _one_of(word, allowed, "field") if is_word else word
        )  # fmt: skip
    dealer.send(message_id, *values)


def _pause(dealer: Dealer, words: list[str]) -> None:
    dealer.cards_left = _number(words[0])


_VERBS: dict[str, Callable[[Dealer, list[str]], object]] = {
    "seat": lambda d, w: d.send(m.SEAT_TAKEN, _seat(w[0]), _number(w[1]), None),
    "leave": lambda d, w: d.send(m.SEAT_LEFT, _seat(w[0])),
    "button": lambda d, w: d.send(m.BUTTON_PLACED, _seat(w[0])),
    "cards": _cards,
    "board": _board,
    "deal": _deal,
    "call": lambda d, w: _act(d, w, m.CHOICE_CALL),
    "check": _check,
    "fold": lambda d, w: _act(d, w, m.CHOICE_FOLD),
    "raise": lambda d, w: _act(d, w, m.CHOICE_RAISE),
    "allin": _all_in,
    "round": lambda d, _w: d.round(),
    "finish": lambda d, _w: d.finish(),
    "show": lambda d, w: d.send(m.SHOW_CHOSEN, _seat(w[0]), m.SHOW_SHOW),
    "muck": lambda d, w: d.send(m.SHOW_CHOSEN, _seat(w[0]), m.SHOW_MUCK),
    "time": _time,
    "stray": _stray,
    "pause": _pause,
    "input": _input,
    "next": _next,
    "report": _report,
    "rule": _rule,
    "misread": lambda d, w: d.misread.append(_card(w[0])),
    "floor": lambda d, w: d.send(m.FLOOR_CALLED, _seat(w[0])),
    "fault": lambda d, w: d.send(m.FAULT_RAISED, _fault(w[0]), w[1], None),
    "cleared": lambda d, w: d.send(m.FAULT_CLEARED, _fault(w[0]), w[1]),
}


_BEFORE_IT_GOES_ON = ("pause", "next", "deal", "call", "check", "raise", "allin", "round")
"""After these a machine that was told to wait still waits."""


def play(text: str, say: Texts) -> str:
    """Return the scenario with the sentences as the table says them now.

    Raises:
        ScenarioError: a line is no line of a scenario, says what cannot be said, or what the table
            refuses while the line does not say so.
    """
    dealer: Dealer | None = None
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        is_sentence = line.startswith("    ")
        if not is_sentence:
            lines.append(line)
        if is_sentence or not line.strip() or line.startswith("#"):
            continue
        try:
            dealer = _line(dealer, say, line)
        except Unplayable as error:
            why = say(f"scenario.{error.key}", **error.values)
            raise ScenarioError(number, why) from error
        lines += ["    " + sentence for sentence in dealer.sentences]
        dealer.sentences = []
    if dealer is None:
        raise ScenarioError(1, say("scenario.opening"))
    return "\n".join(lines)


def _line(dealer: Dealer | None, say: Texts, line: str) -> Dealer:
    """Play one line that says what happens; the table that it begins or goes on with."""
    told = line.lstrip("> ").strip()
    if not line.startswith("> "):
        key = "opening" if dealer is None else "blank" if line.startswith(">") else "no_line"
        raise Unplayable(key, told=told)
    verb, *words = told.split() or [""]
    if verb == "rules":
        return _table(say, words)
    if dealer is None:
        raise Unplayable("opening")
    is_refused = verb == "refused"
    if is_refused:
        told = told.partition(" ")[2].strip()
        verb, *words = words or [""]
    _one_of(verb, tuple(_VERBS), "verb")
    dealer.refusal = 0
    try:
        _VERBS[verb](dealer, words)
        if verb not in _BEFORE_IT_GOES_ON:
            dealer.go_on()
    except IndexError as error:
        raise Unplayable("missing", verb=verb) from error
    except (ValueError, AttributeError, TypeError) as error:
        raise Unplayable("cannot", told=told, why=str(error) or type(error).__name__) from error
    if is_refused and not dealer.refusal:
        raise Unplayable("not_refused", told=told)
    why = say.refusal(m.REFUSAL_WORDS[dealer.refusal]) if dealer.refusal else ""
    if is_refused and not dealer.sentences:
        dealer.sentences.append(say("hand.refused", why=why))
    elif dealer.refusal and not is_refused:
        raise Unplayable("refused", told=told, why=why, now=_now(dealer, say))
    return dealer


def _now(dealer: Dealer, say: Texts) -> str:
    """What could be said instead: who is to act, and with how much."""
    legal = legal_actions(dealer.table.hand)
    if legal is None:
        return say("scenario.nobody_acts")
    seat, call, least, most = legal
    amounts = {"call": say.chips(call), "least": say.chips(least), "most": say.chips(most)}
    return say("scenario.may_raise" if most else "scenario.may_call", seat=seat, **amounts)
