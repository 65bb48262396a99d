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

from typing import TYPE_CHECKING

from firmware.core import legal_actions
from firmware.core.cards import parse_card
from firmware.schema import messages as m
from firmware.schema import rulings, settings
from firmware.schema.messages_fields import FIELDS, TYPE_ENUM, TYPE_INT

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.texts import Texts

from host_tools.sim.scenario_dealer import MISHAPS, Dealer, Mishap


class ScenarioError(Exception):
    """A line cannot be played; `line` is its number, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


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
    if words[0] not in MISHAPS:
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


_OPENING = "a scenario begins with `> rules NAME`"

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
                    raise ValueError(_OPENING)
                elif verb not in _VERBS:
                    raise ValueError(f"no verb {verb}")
                else:
                    _VERBS[verb](dealer, words)
                    if verb not in _BEFORE_IT_GOES_ON:
                        dealer.go_on()
            except IndexError as error:
                raise ScenarioError(number, f"a word is missing after {verb}") from error
            except (ValueError, AttributeError) as error:
                raise ScenarioError(number, str(error) or type(error).__name__) from error
            lines += ["    " + sentence for sentence in dealer.sentences]
            dealer.sentences = []
        elif not line.startswith("    "):
            lines.append(line)
    if dealer is None:
        raise ScenarioError(1, _OPENING)
    return "\n".join(lines)
