"""What goes wrong in a simulated card machine, and when: a fault plan of readable rows.

A row says what happens to which card: `jam stage=path deal=2 card=11 tries=never` lets the
eleventh card of the second deal stick in the card path until a person takes it out. Cards are
counted as they leave, feeds as they are fed, stub cards as they go back, so a motion that is tried
again meets the same row again, and `tries=3` means that the third try goes through. What the
machine senses of it is decided in `mechanics`; nothing here moves a card. Rule of the file: a plan
knows no chance and no clock of its own, so the same rows do the same to the same evening.

    KIND [deal=N] card=N | feed=N | stub=N  [WORD=VALUE ...]      # a comment

deal: 1 is the first deal after the first load; left out, the first deal that comes so far. A kind
that damages the deck itself (`lacks`, `extra`, `duplicate`, `foreign`, `dirty`, `boxed`) takes
`deal` only, and happens when that deal's cards have been collected; without it, at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import (
    PLACE_ASIDE,
    PLACE_BOARD1,
    PLACE_BURN,
    PLACE_CHUTE,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_FEEDER,
    STAGE_PATH,
    STAGE_RETURN,
    STAGE_TURRET,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

ROWS_MAX = 1000  # of a plan's file: more than an evening has cards, and a table's room holds them
NEVER = 0x7FFF  # tries that no machine and no person has the patience for
NO_FACE = -1

STAGES = {
    "feeder": STAGE_FEEDER,
    "carousel": STAGE_CAROUSEL,
    "ejector": STAGE_EJECTOR,
    "path": STAGE_PATH,
    "turret": STAGE_TURRET,
    "return": STAGE_RETURN,
}
SENSORS = ("home", "entry", "exit", "gauge", "face_up", "mouth", "feed_gauge", "reader")
HOWS = ("overlapped", "nose_to_tail", "stacked")
ENDS = ("table", "floor", "gone")

# Kind -> the words a row of it may have beside its place, with what each takes.
_TRIES, _STAGE, _HOW, _END, _FACE, _PLACE, _PLACES, _SENSOR, _STATE, _MS, _WHERE = range(11)
KINDS: dict[str, tuple[tuple[str, int], ...]] = {
    "jam": (("stage", _STAGE), ("tries", _TRIES)),
    "nothing": (("tries", _TRIES),),
    "double": (("how", _HOW), ("tries", _TRIES)),
    "dead": (("stage", _STAGE),),
    "stray": (("to", _PLACES), ("after", _MS)),
    "misplace": (("to", _PLACE),),
    "flip": (("in", _WHERE),),
    "miss": (("to", _END),),
    "misread": (("as", _FACE),),
    "unread": (("tries", _TRIES),),
    "unsure": (("tries", _TRIES),),
    "hang": (),
    "sensor": (("name", _SENSOR), ("state", _STATE)),
    "lid": (("ms", _MS),),
    "silent": (("ms", _MS),),
    "lost_reply": (),
    "power": (),
    "lacks": (("face", _FACE),),
    "extra": (("face", _FACE),),
    "duplicate": (("face", _FACE), ("as", _FACE)),
    "foreign": (("face", _FACE),),
    "dirty": (("face", _FACE),),
    "boxed": (("face", _FACE),),
}
OF_THE_DECK = ("lacks", "extra", "duplicate", "foreign", "dirty", "boxed")
_STATES = ("on", "off", "chatter")
_WHERES = ("ejector", "turret")
_COUNTERS = ("card", "feed", "stub")
NTH_CARD, NTH_FEED, NTH_STUB = range(3)  # counters of a plan
_ANYWHEN = 0
_DEFAULTS = {
    _TRIES: 2,
    _STAGE: STAGE_PATH,
    _HOW: "overlapped",
    _END: "table",
    _STATE: "off",
    _MS: 1000,
    _WHERE: "ejector",
}

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_A_PLACE = "seat1 to seat10, board1 to board5, burn, aside or chute"
_WOULD_DO = {  # by what a word takes: said of a value that is none, and on the page of mishaps
    _TRIES: "never or a number from 2",
    _STAGE: " ".join(STAGES),
    _HOW: " ".join(HOWS),
    _END: " ".join(ENDS),
    _FACE: "a face such as Td",
    _PLACE: _A_PLACE,
    _PLACES: _A_PLACE + "; several with commas",
    _SENSOR: " ".join(SENSORS),
    _STATE: " ".join(_STATES),
    _MS: "a number of ms",
    _WHERE: " ".join(_WHERES),
}


class PlanError(ValueError):
    """A row that says nothing a machine could do; the text names the row."""


class Mishap:
    """One row: what, to which card of which deal, and how often still.

    words: what the row says beside its place, by word. left: how many motions it still spoils.
    """

    __slots__ = ("counter", "deal", "kind", "left", "nth", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        pieces = text.split()
        self.kind = pieces[0]
        if self.kind not in KINDS:
            raise PlanError(text + ": no such mishap")
        self.deal = _ANYWHEN
        self.counter = NTH_CARD
        self.nth = 0
        self.words: dict[str, Any] = {}
        takes = dict(KINDS[self.kind])
        for piece in pieces[1:]:
            word, found, value = piece.partition("=")
            if word == "deal" and _is_number(value) and int(value) and not self.deal:
                self.deal = int(value)
            elif word in _COUNTERS and self.nth:
                raise PlanError(text + ": one place, not two")
            elif word in _COUNTERS and _is_number(value) and int(value):
                self.counter, self.nth = _COUNTERS.index(word), int(value)
            elif found and word in takes and word not in self.words:
                self.words[word] = _value(takes[word], value, text)
            else:
                raise PlanError(text + ": what is " + piece + "?")
        self._fill_in(takes)
        self.left = self.words.get("tries", 2) - 1

    def _fill_in(self, takes: dict[str, int]) -> None:
        if self.kind in OF_THE_DECK:
            if self.nth:
                raise PlanError(self.text + ": happens to the deck, not to the n-th card")
        elif not self.nth:
            raise PlanError(self.text + ": to which card? card=, feed= or stub=")
        for word, takes_what in KINDS[self.kind]:
            if word not in self.words:
                if takes_what not in _DEFAULTS:
                    raise PlanError(self.text + ": " + word + "= is missing")
                self.words[word] = _DEFAULTS[takes_what]
        if self.kind in ("jam", "dead") and self.words["stage"] == STAGE_FEEDER:
            self.counter = NTH_FEED

    def __repr__(self) -> str:
        return "<" + self.text + ">"


def _is_number(text: str) -> bool:
    return text.encode().isdigit()  # of bytes: a raised two is no digit


def _value(takes: int, value: str, text: str) -> Any:
    if takes == _TRIES:
        if value == "never":
            return NEVER
        if _is_number(value) and int(value) > 1:
            return int(value)
    elif takes == _MS and _is_number(value):
        return int(value)
    elif takes == _STAGE and value in STAGES:
        return STAGES[value]
    elif takes == _FACE and len(value) == 2 and value[0] in RANKS and value[1] in SUITS:
        return RANKS.index(value[0]) * 4 + SUITS.index(value[1])
    elif takes in (_PLACE, _PLACES):
        places = tuple([_place(name) for name in value.split(",")])
        if min(places) > 0 and (takes == _PLACES or len(places) == 1):
            return places if takes == _PLACES else places[0]
    else:
        for kind, names in (
            (_HOW, HOWS),
            (_END, ENDS),
            (_SENSOR, SENSORS),
            (_STATE, _STATES),
            (_WHERE, _WHERES),
        ):
            if takes == kind and value in names:
                return value
    raise PlanError(text + ": " + value + " cannot be meant, but " + _WOULD_DO[takes])


def words_told(kind: str) -> str:
    """What a row of this kind says beside its place, as the page of mishaps has it."""
    return "; ".join(
        [
            "`" + word + "=` " + _WOULD_DO[takes] + ("" if takes in _DEFAULTS else " (a must)")
            for word, takes in KINDS[kind]
        ]
    )


def _place(name: str) -> int:
    """A place by the schema's name, or 0."""
    for word, number in (("burn", PLACE_BURN), ("aside", PLACE_ASIDE), ("chute", PLACE_CHUTE)):
        if name == word:
            return number
    for word, first, most in (("seat", 1, 10), ("board", PLACE_BOARD1, 5)):
        rest = name[len(word) :]
        if name.startswith(word) and _is_number(rest) and 1 <= int(rest) <= most:
            return first - 1 + int(rest)
    return 0


class FaultPlan:
    """The rows of one evening and how far it has come.

    deal counts loads that went before cards; card, feed and stub count those of this deal.
    """

    def __init__(self, rows: Sequence[str] = ()) -> None:
        self.rows: list[Mishap] = []
        self.deal = 1
        self.done = [0, 0, 0]  # cards, feeds, stub cards of this deal
        for row in rows:
            self.add(row)

    def add(self, row: str) -> None:
        """One more row; an empty one and a comment add nothing. `PlanError` when it is none."""
        text = row.partition("#")[0].strip()
        if text:
            self.rows.append(Mishap(text))

    def add_next(self, kind: str, words: str, is_under_way: Callable[[int], bool]) -> None:
        """A row without its place: for the next card, or feed, of which none is under way yet."""
        counter = NTH_FEED if "stage=feeder" in words else NTH_CARD
        nth = self.done[counter] + 1 + is_under_way(counter)
        self.add(kind + " " + _COUNTERS[counter] + "=" + str(nth) + " " + words)

    # --- how far the evening has come ------------------------------------------------------------

    def count(self, counter: int) -> None:
        """One more of what NTH_CARD, NTH_FEED or NTH_STUB counts."""
        self.done[counter] += 1

    def next_deal(self) -> None:
        """All cards are collected."""
        self.deal += 1
        self.done = [0, 0, 0]

    # --- what happens ----------------------------------------------------------------------------

    def hit(self, kind: str, counter: int, stage: int = 0) -> Mishap | None:
        """The row that spoils the coming motion of this kind, used up by one; or None."""
        for row in self.rows:
            if (
                row.kind == kind
                and row.left > 0
                and row.counter == counter
                and row.nth == self.done[counter] + 1
                and row.deal in (_ANYWHEN, self.deal)
                and (not stage or row.words["stage"] == stage)
            ):
                if row.left != NEVER - 1:
                    row.left -= 1
                return row
        return None

    def stands(self, kind: str, word: str, value: object) -> Mishap | None:
        """The row by which a motor or sensor has failed and nobody has mended it; or None."""
        for row in self.rows:
            if row.kind == kind and row.left > 0 and row.words[word] == value and self._came(row):
                return row
        return None

    def _came(self, row: Mishap) -> bool:
        if row.deal not in (_ANYWHEN, self.deal):
            return 0 < row.deal < self.deal
        return self.done[row.counter] + 1 >= row.nth

    def of_the_deck(self) -> list[Mishap]:
        """Rows that change the deck now, used up."""
        due = []
        for row in self.rows:
            if row.kind in OF_THE_DECK and row.left > 0 and row.deal <= self.deal:
                row.left = 0
                due.append(row)
        return due

    def mend(self) -> None:
        """A person has looked after the machine: what never clears by itself is cleared."""
        for row in self.rows:
            lasts = row.left == NEVER - 1 or row.kind in ("dead", "sensor")
            if lasts and row.kind not in OF_THE_DECK and self._came(row):
                row.left = 0

    # --- a simulation that stops and goes on -----------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return how far the plan has come."""
        return [self.deal, list(self.done), [row.left for row in self.rows]]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on from there, with the same rows."""
        self.deal, done, left = state
        self.done = list(done)
        for at in range(min(len(left), len(self.rows))):
            self.rows[at].left = left[at]


def plan_from(text: str) -> FaultPlan:
    """A plan from the text of a file, one row a line; `PlanError` names the line."""
    plan = FaultPlan()
    rows = text.split("\n")
    for at in range(len(rows)):
        try:
            plan.add(rows[at])
        except PlanError as wrong:
            raise PlanError("line " + str(at + 1) + ": " + str(wrong))  # noqa: B904  the subset
        if len(plan.rows) > ROWS_MAX:
            raise PlanError(
                "line " + str(at + 1) + ": a plan has at most " + str(ROWS_MAX) + " rows"
            )
    return plan
