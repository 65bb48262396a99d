"""When the loop looks, and how long it may rest: the breath of the table.

A pass in which nothing happened should cost next to nothing, and a key should never wait for it.
So keys and cards are looked at when an interrupt line says that there is something, and every two
seconds in any case, because a wire can break (what came and went meanwhile is told all the same,
`hal.ports.SeatPanel`); ten times a second, once it was caught at silence. Between passes the loop
rests as long as nothing is due; while motors run no longer than their supply holds without a word
from the loop. After a pass in which nobody has anything under way the table is calm: then passes
only listen, and look when it is time. Rule of the file: an interrupt line may make the loop look
sooner, and nothing makes it look later than its own time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.ports import LOOK_MS

if TYPE_CHECKING:
    from hal.ports import DigitalIn

IDLE_MS = 100  # nothing is due: a pass ten times a second
MOTORS_AHEAD_MS = 5  # so much sooner than their supply would go: a pass may come late
LINE_HELD_MS = 5  # a line that stays active though everything was read: as keys want it
CALM_MS = 1000  # so long; then everybody is asked, whatever they said


class Pace:
    """attention: the interrupt lines, joined; motor_gap_ms: both as in `hal.board.Board`.

    is_whole: whether this pass looks at everything, or only at keys that move. idle_ms: the
    longest rest. calm_ms: how long it may be before everybody is asked again.
    """

    idle_ms = IDLE_MS
    calm_ms = CALM_MS

    def __init__(self, attention: DigitalIn, motor_gap_ms: int) -> None:
        self._attention = attention
        self._moving_ms = min(motor_gap_ms - MOTORS_AHEAD_MS, self.idle_ms)
        self._look_ms = 0
        self._look_each_ms = LOOK_MS
        self.is_whole = False
        self._is_asked_for = False
        self._is_own_time = False  # the look of this pass was asked for by nobody
        self._is_line_held = False
        self._calm_until_ms = 0
        self._due_ms = 0  # something is to be looked at, or shown
        self._wake_ms = 0  # something is to be done at this very millisecond
        self._pause_ms = 0

    # --- a table on which nothing is under way ---------------------------------------------------

    def is_calm(self, now_ms: int) -> bool:
        """Whether nobody has anything under way."""
        return now_ms < self._calm_until_ms

    def calm_down(self, now_ms: int) -> None:
        """A pass has asked everybody, and nobody has anything under way."""
        self._calm_until_ms = now_ms + self.calm_ms

    def wake_up(self) -> None:
        """Somebody may have something under way."""
        self._calm_until_ms = 0
        self._due_ms = 0

    def rest(self, now_ms: int, due_ms: int, wake_ms: int, is_moving: bool) -> int:
        """Milliseconds that the loop may rest after a pass in which all was looked after.

        Nothing is to be shown before `due_ms` and nothing to be done before `wake_ms`. What is due
        waits for the pass that comes anyway; what is to be done wakes the loop.
        """
        self._wake_ms = wake_ms
        self._due_ms = min(due_ms, wake_ms, self._look_ms, self._calm_until_ms)
        self._pause_ms = self._moving_ms if is_moving else self.idle_ms
        if self._attention.is_on():  # since this pass looked
            return LINE_HELD_MS if self._is_line_held else 0
        left_ms = wake_ms - now_ms
        return left_ms if left_ms < self._pause_ms else self._pause_ms

    def quiet_ms(self, now_ms: int) -> int:
        """Milliseconds to rest at once; 0 when something is due, or under way."""
        if now_ms >= self._due_ms or self._attention.is_on():
            return 0
        left_ms = self._wake_ms - now_ms
        return left_ms if left_ms < self._pause_ms else self._pause_ms

    # --- looking ---------------------------------------------------------------------------------

    def wants_look(self, now_ms: int, is_sampling: bool) -> bool:
        """Whether keys and cards are to be looked at in this pass."""
        self._is_asked_for = self._attention.is_on()
        self._is_own_time = not self._is_asked_for and not is_sampling
        self.is_whole = self._is_asked_for or now_ms >= self._look_ms
        if self.is_whole:
            self._look_ms = now_ms + self._look_each_ms
        return self.is_whole or is_sampling

    @property
    def is_own_time(self) -> bool:
        """Whether the last look was asked for by nobody, so that every part was asked."""
        return self._is_own_time

    def looked(self, has_news: bool) -> None:
        """Everything was read; has_news: a level moved, or the machine told something.

        News of which no line spoke: it is not believed any more until it speaks again. A line that
        is active though everything was read is held by something else.
        """
        if has_news and self._is_own_time:
            self._look_each_ms = IDLE_MS
        elif has_news and self._is_asked_for:
            self._look_each_ms = LOOK_MS
        self._is_line_held = self._is_asked_for and self._attention.is_on()
