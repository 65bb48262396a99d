"""The people at a simulated table: they watch lamp and display, and press keys.

A person sees the lamp light, thinks for a tenth of a second, presses, looks what the display says
now, and presses again until the table has what it asked for. Nothing is pressed blindly: an amount
is dialled by reading it from the digits, the way `firmware/docs/keys.md` says it is shown. When
cards are collected, each person drops the cards before it into the hopper, and somebody empties
the burn tray. What they want is a policy's answer. Rule of the file: people touch keys and cards,
nothing else; they know no more than is to be seen at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP
from hal.sim.policies import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from hal.sim.board import SimTable
    from hal.sim.policies import Choice, Legal, Policy

    class Eyes(Protocol):
        """What everybody at the table knows. hand: the running, or last, hand's number."""

        hand: int

        def legal(self, seat: int) -> Legal | None:
            """What the seat may do when it is its turn, or None."""
            ...


THINK_MS = 100  # from lamp to first key
PRESS_MS = 60
CYCLE_MS = 220  # from key to key: two edges, each locked for 100 ms, and the samples between
FOLD_MS = 450  # above the 400 ms that a fold is held
ALL_IN_MS = 1550  # above the 1500 ms that UP is held for all-in
CONFIRM_AFTER_MS = 650  # above the 600 ms in which an entry cannot be confirmed
LOOK_AGAIN_MS = 20  # the display is written one seat at a time
COLLECT_MS = 400  # until the first cards are dropped, and
DROP_MS = 100  # from one to the next
KEYS_MAX = 300  # for one question; above that somebody is lost, and the simulation says so

WIDE_FROM = 1000000  # an entry that may go so far takes all eight digits
WORD_AT = 2  # the six digits of words and amounts begin here


class Words:
    """The display's words that people act on, in every language, as `hal.sim.display` reads it."""

    def __init__(
        self,
        show: tuple[str, ...],
        all_in: tuple[str, ...],
        cut: tuple[str, ...],
        post: tuple[str, ...] = (),
        away: tuple[str, ...] = (),
        straddle: tuple[str, ...] = (),
    ) -> None:
        self.show = show
        self.post = post
        self.away = away
        self.straddle = straddle
        self.all_in = all_in
        self.beside = post + away + straddle
        self.cut_letters = tuple([word[:1] for word in cut])


class Person:
    """Who sits at one seat."""

    def __init__(
        self,
        table: SimTable,
        seat: int,
        policy: Policy,
        words: Words,
        eyes: Eyes,
        is_seated: bool = True,
    ) -> None:
        self._table = table
        self._panel = table.panel(seat)
        self._display = table.display(seat)
        self._seat = seat
        self._policy = policy
        self._words = words
        self._eyes = eyes
        self.think_ms = THINK_MS
        self.is_by_hand = False  # somebody else presses the keys, except when
        self.is_told = False  # to answer this one question
        self.is_acting = False  # with a key down, or about to look again
        self._question: object = None  # what is being answered, and
        self._keys_pressed = 0
        self._choice: Choice = (CALL, 0)
        self._entry_ms = 0
        self._dull = b""  # digits that were lit last and ask nothing beside the turn
        self.noticed: Callable[[], None] = _nothing  # called when there is something to look at
        if is_seated:
            self._panel.sit(seat, True)

    def look(self) -> None:
        """Notice the lamp; called whenever the firmware has had a pass."""
        if self.is_acting:
            return
        if self._panel.is_lit(self._seat):
            self._look_again_in(self.think_ms)
            return
        self.is_told = False
        if self._display.segments != self._dull:
            self._look_beside_the_turn()

    def _look_beside_the_turn(self) -> None:
        """Who may post or straddle does or not, who sits out comes back; each once a hand."""
        word = self._display.text()[WORD_AT:].strip()
        words = self._words
        if word not in words.beside:
            self._dull = self._display.segments
            return
        hand = self._eyes.hand
        if not self._is_new((word, hand)):
            return
        if word in words.straddle:
            if self._policy.straddles(self._seat, hand):
                self._press(KEY_RAISE)
        elif word in words.away or self._policy.posts(self._seat, hand):
            self._press(KEY_CALL)

    # --- one key after another, each after a look ------------------------------------------------

    def _answer(self) -> None:
        """Press the next key that the question wants, or stop when nothing is asked any more."""
        self.is_acting = False
        self.noticed()
        if not self._panel.is_lit(self._seat):
            self.is_told = False
            return
        if self.is_by_hand and not self.is_told:
            return
        text = self._display.text()
        if not text.strip():  # it blinks
            self._look_again_in(LOOK_AGAIN_MS)
        elif text[WORD_AT] in self._words.cut_letters and text[WORD_AT + 1] == " ":
            self._set_cut(text)
        elif text[WORD_AT:].strip() in self._words.show:
            self._show()
        else:
            self._act(text)

    def _press(self, key: int, hold_ms: int = PRESS_MS) -> None:
        self._keys_pressed += 1
        check(self._keys_pressed <= KEYS_MAX, "person_lost")
        self.is_acting = True
        clock = self._table.clock
        self._panel.press(self._seat, key)
        clock.after(hold_ms, self._letting_go_of(key))
        clock.after(hold_ms + CYCLE_MS - PRESS_MS, self._answer)

    def _look_again_in(self, wait_ms: int) -> None:
        self.is_acting = True
        self._table.clock.after(wait_ms, self._answer)

    def _letting_go_of(self, key: int) -> Callable[[], None]:
        return lambda: self._panel.release(self._seat, key)

    def _is_new(self, question: object) -> bool:
        if question == self._question:
            return False
        self._question = question
        self._keys_pressed = 0
        return True

    # --- the three questions ------------------------------------------------------------------

    def _set_cut(self, text: str) -> None:
        hand = self._eyes.hand
        self._is_new(("cut", hand))
        wanted = ("000" + str(self._policy.cut(self._seat, hand)))[-4:]
        shown = text[4:]
        lit = _lit_digit(self._display.points()) - 4
        if shown == wanted:
            self._press(KEY_RAISE)
        elif not 0 <= lit <= 3 or not shown[lit].isdigit() or shown[lit] == wanted[lit]:
            self._press(KEY_CALL)
        else:
            up_steps = (int(wanted[lit]) - int(shown[lit])) % 10
            self._press(KEY_UP if up_steps <= 5 else KEY_DOWN)

    def _show(self) -> None:
        hand = self._eyes.hand
        self._is_new(("show", hand))
        if self._policy.shows(self._seat, hand):
            self._press(KEY_CALL)
        else:
            self._press(KEY_FOLD, FOLD_MS)

    def _act(self, text: str) -> None:
        legal = self._eyes.legal(self._seat)
        if legal is None:
            return  # the lamp still shines, the turn is over
        if self._is_new(("turn", legal[0], legal[1])):
            self._choice = self._policy.choose(self._seat, legal)
            self._entry_ms = 0
        choice, amount = self._choice
        if choice == FOLD:
            self._press(KEY_FOLD, FOLD_MS)
        elif choice == CALL:
            self._press(KEY_CALL)
        else:
            check(choice == RAISE, "person_choice_unknown")
            self._dial(text, amount, legal)

    def _dial(self, text: str, amount: int, legal: Legal) -> None:
        """Bring the entry to the amount, one key nearer each time."""
        lit = _lit_digit(self._display.points())
        now_ms = self._table.clock.now_ms()
        if lit < 0:  # several points: the legal keys; the entry is not open
            self._entry_ms = now_ms
            self._press(KEY_RAISE)
            return
        if not self._entry_ms:  # still what the display said before the turn
            self._look_again_in(LOOK_AGAIN_MS)
            return
        shown = self._amount_shown(text, legal[4])
        if shown == amount:
            wait_ms = self._entry_ms + CONFIRM_AFTER_MS - now_ms
            if wait_ms > 0:
                self._look_again_in(wait_ms)
            else:
                self._press(KEY_RAISE)
        elif amount == legal[4]:
            self._press(KEY_UP, ALL_IN_MS)
        else:
            away = amount - shown
            wanted = len(str(abs(away))) - 1
            highest = min(len(str(legal[4])), len(text)) - 1
            if len(text) - 1 - lit != min(wanted, highest):
                self._press(KEY_CALL)
            else:
                self._press(KEY_UP if away > 0 else KEY_DOWN)

    def _amount_shown(self, text: str, raise_max: int) -> int:
        if text[WORD_AT:].strip() in self._words.all_in:
            return raise_max
        read = (text if raise_max >= WIDE_FROM else text[WORD_AT:]).strip()
        check(read.isdigit(), "person_cannot_read")
        return int(read)


def _lit_digit(points: Sequence[bool]) -> int:
    """Return the place of the only point lit, 0..7 from the left, or -1."""
    return points.index(True) if sum(points) == 1 else -1


def _nothing() -> None:
    """Nobody else is told."""


class Gathering:
    """When cards are collected, each person drops those before it into the hopper."""

    def __init__(self, table: SimTable) -> None:
        self._clock, self._machine = table.clock, table.machine
        self._is_collecting = False

    def look(self) -> None:
        """Notice that cards are collected; called whenever the firmware has had a pass."""
        machine = self._machine
        if machine.is_collecting and not self._is_collecting:
            delay_ms = COLLECT_MS
            for place in machine.trays_with_cards():
                self._clock.after(delay_ms, self._dropping(place))
                delay_ms += DROP_MS
        self._is_collecting = machine.is_collecting

    def _dropping(self, place: int) -> Callable[[], None]:
        def drop() -> None:
            self._machine.drop_in_hopper(place)

        return drop


class People:
    """Everybody at the table."""

    def __init__(
        self,
        table: SimTable,
        policies: Sequence[tuple[int, Policy]],
        words: Words,
        eyes: Eyes,
        passers_by: Sequence[tuple[int, Policy]] = (),
    ) -> None:
        """policies: who sits where. passers_by: who answers at an empty seat that is asked."""
        self._table = table
        self._eyes = eyes
        self._hand = eyes.hand
        self._persons = [Person(table, seat, policy, words, eyes) for seat, policy in policies]
        self._persons += [
            Person(table, seat, policy, words, eyes, is_seated=False)
            for seat, policy in passers_by
        ]
        self._gathering = Gathering(table)
        self._is_noticed = True
        self._is_by_hand = False
        for person in self._persons:
            person.noticed = self._notice
        for panel in table.panels:
            panel.lamps_changed = self._notice

    def _notice(self) -> None:
        self._is_noticed = True

    def wait(self, is_by_hand: bool) -> None:
        """From now on nobody presses a key before `go_on`, or everybody plays by itself again."""
        self._is_by_hand = is_by_hand
        for person in self._persons:
            person.is_by_hand = is_by_hand
        self._notice()

    def go_on(self) -> None:
        """Whoever is asked something now answers it."""
        for person in self._persons:
            person.is_told = True
            person.look()

    def take_time(self, think_ms: int) -> None:
        """Everybody thinks so long before the first key."""
        for person in self._persons:
            person.think_ms = think_ms

    def look(self) -> None:
        """Everybody looks at the table; called whenever the firmware has had a pass."""
        if (
            self._is_noticed and not self._is_by_hand
        ):  # a lamp changed, or somebody is done with a key
            self._is_noticed = False
            for person in self._persons:
                if not person.is_acting:
                    person.look()
        hand = self._eyes.hand
        if hand != self._hand:  # the button has moved: does the display ask for a straddle?
            self._hand = hand
            self._table.clock.after(THINK_MS, self._look_around)
        self._gathering.look()

    def _look_around(self) -> None:
        if not self._is_by_hand:
            for person in self._persons:
                person.look()
