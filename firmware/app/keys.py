"""What a seat's keys mean: fold, call, raise, cut, show, and the questions asked back.

A player at a table is tired, in a hurry, or new. So keys act when they are let go, a fold is held,
a fold that costs nothing and a call that costs half a stack are asked twice, and a press that
began before the question was asked answers nothing. `firmware/docs/keys.md` is the whole of it,
row by row; `debounce` makes presses of levels, the core judges what comes out. Rule of the file:
out of it come only answers to the question that the table asks this seat now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.debounce import BITS, Debounce
from firmware.app.floor_menu import FloorMenu
from firmware.app.number_entry import AmountEntry, CutEntry
from firmware.schema.messages import (
    ACTION_CHOSEN,
    BLIND_CHOSEN,
    BOARD_CLAIMED,
    CHOICE_CALL,
    CHOICE_FOLD,
    CHOICE_RAISE,
    CUT_SET,
    ENTRY_POST,
    ENTRY_STRADDLE,
    ENTRY_WAIT,
    FLOOR_CALLED,
    PLAYER_BACK,
    PLAYER_OUT_NEXT,
    SHOW_CHOSEN,
    SHOW_MUCK,
    SHOW_SHOW,
)
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP

if TYPE_CHECKING:
    from collections.abc import Callable

FOLD_HELD_MS = 400
ALL_IN_HELD_MS = 1500
CONFIRM_AFTER_MS = 600  # RAISE pressed twice by one nervous finger confirms nothing
SURE_MS = 3000
STUCK_MS = 10000  # five times the longest that a key is ever held on purpose
ASIDE_HELD_MS = 2000  # FOLD to sit out, UP and DOWN to call the floor

# What a seat is asked.
ASK_NOTHING = 0
ASK_TURN = 1
ASK_CUT = 2
ASK_SHOW = 3
ASK_FLOOR = 4  # the floor key is held: the floor speaks by this seat's keys

# What a seat may say beside the game (docs/keys.md, `Beside the turn`).
ASIDE_NOTHING = 0
ASIDE_PLAYS = 1  # FOLD held: out from the next hand on
ASIDE_AWAY = 2  # CALL: back
ASIDE_OWES = 3  # CALL posts, FOLD waits for the big blind, held longer: out
ASIDE_MAY_STRADDLE = 4  # RAISE straddles, FOLD held: out
ASIDE_STRADDLES = 5  # FOLD takes it back, held longer: out

# Where a turn stands (the states of docs/keys.md).
OFFER = 0
SURE_FOLD = 1
SURE_CALL = 2
ENTRY = 3

_KEYS = KEY_FOLD | KEY_CALL | KEY_RAISE | KEY_UP | KEY_DOWN
_NEVER = -1
_UP_AT = 3  # the bit of UP
_CANNOT_GO_OUT = (ASIDE_NOTHING, ASIDE_AWAY)


class Question:
    """What the table asks a seat: `number` tells two questions apart that read the same.

    For a turn: `call` chips to call, `least` and `most` to raise to (0, 0: raising is closed),
    `stack` chips the seat has left. For a cut: `seat` is None when the floor sets it. For a show:
    `claims` whether the board may be claimed. For the floor: `items` of its menu.
    """

    def __init__(
        self,
        kind: int,
        number: int,
        seat: int | None,
        call: int = 0,
        least: int = 0,
        most: int = 0,
        stack: int = 0,
        claims: bool = False,
        items: tuple[int, ...] = (),
    ) -> None:
        self.kind = kind
        self.number = number
        self.seat = seat
        self.call = call
        self.least = least
        self.most = most
        self.stack = stack
        self.claims = claims
        self.items = items


NO_QUESTION = Question(ASK_NOTHING, 0, None)


class SeatKeys:
    """One seat's keys. `state`, `amount` and `cut` are what the display shows of them."""

    def __init__(self, seat: int = 0) -> None:
        self._debounce = Debounce()
        self._pressed_ms = [_NEVER] * BITS  # of a press that may still act
        self.question = NO_QUESTION
        self.state = OFFER
        self.amount = AmountEntry(0, 0)
        self.cut = CutEntry()
        self.menu = FloorMenu(())
        self._asked_ms = 0  # a press before this moment answers nothing
        self._opened_ms = 0  # of entry or cut
        self.seat = seat
        self.aside = ASIDE_NOTHING  # what the seat may say beside the game
        self._pair_ms = _NEVER  # since when UP and DOWN are down together, and nothing else
        self.moves = 0  # rises when the display may have to show something else of the keys
        self.out_of_turn = 0  # keys let go while nothing was asked; the reader clears it
        self.tried = 0  # keys that were let go since service began to try them
        self.stuck = 0  # keys that are down for too long; they mean nothing until they are let go
        self._moved_ms = 0  # when a key went down or up last

    def begin(self, bits: int) -> None:
        """The first sample after a start: a key that is down means nothing until it is let go."""
        self._debounce.begin(bits & _KEYS)

    def ask(self, question: Question, now_ms: int) -> None:
        """The table asks something else, or nothing any more; every state of before is over."""
        self.question = question
        self.state = OFFER
        self._asked_ms = self._opened_ms = now_ms
        if question.kind == ASK_CUT:
            self.cut = CutEntry()
        elif question.kind == ASK_FLOOR:
            self.menu = FloorMenu(question.items)

    def wait_ms(self, now_ms: int) -> int | None:
        """Milliseconds until the keys want to be looked at; None: not before a level moves."""
        wait = self._debounce.wait_ms(now_ms)
        due_ms = None
        if self._pair_ms != _NEVER:
            due_ms = self._pair_ms + ASIDE_HELD_MS
        elif self.state in (SURE_FOLD, SURE_CALL):
            due_ms = self._asked_ms + SURE_MS
        elif self._is_up_held():
            due_ms = self._pressed_ms[_UP_AT] + ALL_IN_HELD_MS
        if due_ms is None:
            return wait
        left = max(due_ms - now_ms, 0)
        return left if wait is None or left < wait else wait

    @property
    def is_heard(self) -> bool:
        """Whether a press that may answer the question is down now."""
        if self.question.kind == ASK_NOTHING:
            return False
        for pressed_ms in self._pressed_ms:
            if pressed_ms != _NEVER and pressed_ms >= self._asked_ms:
                return True
        return False

    def sample(self, bits: int, now_ms: int) -> tuple | None:
        """Take a sample of the seat's inputs; the answer it completes, or None.

        Only keys bounce: sensors are not waited for.
        """
        changed = self._debounce.sample(bits & _KEYS, now_ms)
        answer = None
        if changed:
            self.moves += 1
            self._moved_ms = now_ms
            self.stuck &= ~changed
            for at in range(BITS):
                if changed >> at & 1:
                    if self._debounce.levels >> at & 1:
                        self._press(at, now_ms)
                    elif answer is None:
                        answer = self._release(at, now_ms)
        self._grow_old(now_ms)
        return answer or self._call_floor(now_ms)

    def look_for_stuck(self, now_ms: int) -> int | None:
        """What is down for too long means nothing any more; when to look next, None for never."""
        down = self._debounce.levels & _KEYS & ~self.stuck
        if not down:
            return None
        if now_ms < self._moved_ms + STUCK_MS:
            return self._moved_ms + STUCK_MS
        self.stuck |= down
        self._pressed_ms = [_NEVER] * BITS
        self._pair_ms = _NEVER
        return None

    def _call_floor(self, now_ms: int) -> tuple | None:
        """UP and DOWN held together call the floor, at any time, once."""
        if self._pair_ms == _NEVER or now_ms < self._pair_ms + ASIDE_HELD_MS:
            return None
        self._pair_ms = _NEVER
        return (FLOOR_CALLED, self.seat) if self.aside != ASIDE_NOTHING else None

    # --- presses ---------------------------------------------------------------------------------

    def _press(self, at: int, now_ms: int) -> None:
        """A second key going down while another is down makes both worth nothing."""
        others = self._debounce.levels & _KEYS & ~(1 << at) & ~self.stuck
        self._pair_ms = now_ms if others | 1 << at == KEY_UP | KEY_DOWN else _NEVER
        if others:
            for other in range(BITS):
                self._pressed_ms[other] = _NEVER
        else:
            self._pressed_ms[at] = now_ms

    def _release(self, at: int, now_ms: int) -> tuple | None:
        pressed_ms = self._pressed_ms[at]
        self._pressed_ms[at] = _NEVER
        self._pair_ms = _NEVER
        if self.question.kind == ASK_NOTHING and pressed_ms != _NEVER:
            if pressed_ms >= self._asked_ms:
                said = self._say_aside(1 << at, now_ms - pressed_ms)
                if said is not None:
                    return said
            self.out_of_turn |= 1 << at
        if pressed_ms == _NEVER or pressed_ms < self._asked_ms:
            return None
        row = _MEANINGS.get((self.question.kind, self.state))
        return None if row is None else row(self, 1 << at, now_ms - pressed_ms, now_ms)

    def _is_up_held(self) -> bool:
        return self.state == ENTRY and self._pressed_ms[_UP_AT] >= self._asked_ms

    def _grow_old(self, now_ms: int) -> None:
        """What happens by itself: a doubt that nobody answers goes away, UP held is all-in."""
        if self.state in (SURE_FOLD, SURE_CALL) and now_ms >= self._asked_ms + SURE_MS:
            self._go(OFFER, now_ms)
        if self._is_up_held() and now_ms >= self._pressed_ms[_UP_AT] + ALL_IN_HELD_MS:
            self.amount.to_most()
            self.moves += 1
            self._pressed_ms[_UP_AT] = _NEVER

    def _go(self, state: int, now_ms: int) -> None:
        self.state = state
        self._asked_ms = now_ms
        self.moves += 1

    # --- meanings: one function a row of docs/keys.md --------------------------------------------

    def _offer(self, key: int, held_ms: int, now_ms: int) -> tuple | None:
        asked = self.question
        if key == KEY_FOLD and held_ms >= FOLD_HELD_MS:
            if asked.call:
                return self._act(CHOICE_FOLD)
            self._go(SURE_FOLD, now_ms)
        elif key == KEY_CALL:
            if asked.call and 2 * asked.call >= asked.stack:
                self._go(SURE_CALL, now_ms)
            else:
                return self._act(CHOICE_CALL)
        elif key == KEY_RAISE and asked.most:
            self.amount = AmountEntry(asked.least, asked.most)
            self._opened_ms = now_ms
            self._go(ENTRY, now_ms)
        return None

    def _sure_fold(self, key: int, held_ms: int, now_ms: int) -> tuple | None:
        if key != KEY_FOLD:
            self._go(OFFER, now_ms)
        elif held_ms >= FOLD_HELD_MS:
            return self._act(CHOICE_FOLD)
        return None

    def _sure_call(self, key: int, _held_ms: int, now_ms: int) -> tuple | None:
        if key == KEY_CALL:
            return self._act(CHOICE_CALL)
        self._go(OFFER, now_ms)
        return None

    def _entry(self, key: int, _held_ms: int, now_ms: int) -> tuple | None:
        if key == KEY_FOLD:
            self._go(OFFER, now_ms)
        elif key == KEY_CALL:
            self.amount.move()
        elif key == KEY_UP:
            self.amount.step(1)
        elif key == KEY_DOWN:
            self.amount.step(-1)
        elif now_ms - self._opened_ms >= CONFIRM_AFTER_MS:
            return (ACTION_CHOSEN, self.question.seat, CHOICE_RAISE, self.amount.amount)
        return None

    def _set_cut(self, key: int, _held_ms: int, now_ms: int) -> tuple | None:
        if key == KEY_CALL:
            self.cut.move()
        elif key == KEY_UP:
            self.cut.step(1)
        elif key == KEY_DOWN:
            self.cut.step(-1)
        elif key == KEY_RAISE and now_ms - self._opened_ms >= CONFIRM_AFTER_MS:
            return (CUT_SET, self.cut.cut, self.question.seat)
        return None

    def _say_aside(self, key: int, held_ms: int) -> tuple | None:
        """Beside the game: out, back, what is owed, a straddle."""
        aside = self.aside
        if key == KEY_CALL and aside == ASIDE_AWAY:
            return (PLAYER_BACK, self.seat)
        if key == KEY_CALL and aside == ASIDE_OWES:
            return (BLIND_CHOSEN, self.seat, ENTRY_POST)
        if key == KEY_RAISE and aside == ASIDE_MAY_STRADDLE:
            return (BLIND_CHOSEN, self.seat, ENTRY_STRADDLE)
        if key == KEY_FOLD and held_ms >= ASIDE_HELD_MS and aside not in _CANNOT_GO_OUT:
            return (PLAYER_OUT_NEXT, self.seat)
        if key == KEY_FOLD and held_ms >= FOLD_HELD_MS and aside in (ASIDE_OWES, ASIDE_STRADDLES):
            return (BLIND_CHOSEN, self.seat, ENTRY_WAIT)
        return None

    def _show(self, key: int, held_ms: int, _now_ms: int) -> tuple | None:
        if key == KEY_CALL:
            return (SHOW_CHOSEN, self.question.seat, SHOW_SHOW)
        if key == KEY_FOLD and held_ms >= FOLD_HELD_MS:
            return (SHOW_CHOSEN, self.question.seat, SHOW_MUCK)
        if key == KEY_UP and self.question.claims:
            return (BOARD_CLAIMED, self.question.seat)
        return None

    def _speak(self, key: int, _held_ms: int, now_ms: int) -> tuple | None:
        """The floor steps through its menu, and says what stands there."""
        if key == KEY_UP:
            self.menu.step(-1)
        elif key == KEY_DOWN:
            self.menu.step(1)
        elif key == KEY_CALL:
            self.menu.step_seat()
        elif key == KEY_RAISE and now_ms - self._opened_ms >= CONFIRM_AFTER_MS:
            return self.menu.answer()
        self.moves += 1
        return None

    def _act(self, choice: int) -> tuple:
        return (ACTION_CHOSEN, self.question.seat, choice, None)


_MEANINGS: dict[tuple[int, int], Callable] = {
    (ASK_TURN, OFFER): SeatKeys._offer,
    (ASK_TURN, SURE_FOLD): SeatKeys._sure_fold,
    (ASK_TURN, SURE_CALL): SeatKeys._sure_call,
    (ASK_TURN, ENTRY): SeatKeys._entry,
    (ASK_CUT, OFFER): SeatKeys._set_cut,
    (ASK_SHOW, OFFER): SeatKeys._show,
    (ASK_FLOOR, OFFER): SeatKeys._speak,
}
