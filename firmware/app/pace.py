"""When the loop looks, and how long it may rest: the breath of the table.

A pass in which nothing happened should cost next to nothing, and a key should never wait for it.
So keys and cards are looked at when an interrupt line says that there is something, and four times
a second in any case, because a wire can break; ten times, once it was caught at silence. Between
passes the loop rests as long as nothing is due; while motors run no longer than their supply holds
without a word from the loop. When everybody was asked and nothing is due for a while, the passes
until then are quiet: they only keep the watchdog fed and listen. Rule of the file: an interrupt line may make the loop look sooner,
and nothing makes it look later than its own time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import DigitalIn

IDLE_MS = 100  # nothing is due: a pass ten times a second
LOOK_MS = 250  # keys and cards, while the lines are believed
MOVING_MS = 45  # from feed to feed: MOTOR_ENABLE must change at 20 Hz or more
LINE_HELD_MS = 5  # a line that stays active though everything was read: as keys want it


class Pace:
    """attention: the interrupt lines, joined (`hal.board.Board`)."""

    def __init__(self, attention: DigitalIn) -> None:
        self._attention = attention
        self._look_ms = 0
        self._look_each_ms = LOOK_MS
        self._is_asked_for = False
        self._is_own_time = False  # the look of this pass was asked for by nobody
        self._is_line_held = False
        self._quiet_until_ms = 0

    def is_quiet(self, now_ms: int) -> bool:
        """Whether nothing is due yet and no line speaks."""
        return now_ms < self._quiet_until_ms and not self._attention.is_on()

    def be_quiet(self, until_ms: int) -> None:
        """Nothing is due before `until_ms`, but for the next look; 0: something is under way."""
        self._quiet_until_ms = min(until_ms, self._look_ms)

    def wants_look(self, now_ms: int, is_sampling: bool) -> bool:
        """Whether keys and cards are to be looked at in this pass."""
        self._is_asked_for = self._attention.is_on()
        self._is_own_time = not self._is_asked_for and not is_sampling
        if not self._is_own_time or now_ms >= self._look_ms:
            self._look_ms = now_ms + self._look_each_ms
            return True
        return False

    def looked(self, has_news: bool) -> None:
        """Everything was read; has_news: a level moved, or the machine told something.

        News of which no line spoke: it is not believed any more until it speaks again. A line that
        is active though everything was read is held by something else.
        """
        if has_news:
            self._look_each_ms = IDLE_MS if self._is_own_time else LOOK_MS
        self._is_line_held = self._is_asked_for and self._attention.is_on()

    def rest_ms(self, is_moving: bool) -> int:
        """Milliseconds that the loop may rest if nothing else is due sooner."""
        if self._attention.is_on():  # since this pass looked
            return LINE_HELD_MS if self._is_line_held else 0
        return MOVING_MS if is_moving else IDLE_MS
