"""Deciding and writing down, in one breath: an input, what the table says to it, the sync.

Each input is written, told to the table, and everything the table says is written behind it. The
effects wait in `effects` until `sync` has made the pass durable. Whoever must remember something
of what was written (the keeper, the seats, the door) is told of every line, live and in the
replay, in the same way. Rule of the file: no effect leaves before its line is durable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.core.table import Table
    from firmware.journal.segments import Journal
    from hal.ports import Clock

    Observe = Callable[[tuple, int, bytes], None]

REMARKS_MS = 10000  # lines that nobody waits for are durable after so long: a 30 ms sync (bad SD
# card) each 3 s alone is 1 % of the time in which no key is seen, all that a p99 of 20 ms allows
CLOCK_RESTARTS_MS = (1 << 29) - 1000  # formats 2: before 2^29

_LOGGED = const(1)  # it stands in the log
_WISHED = const(2)  # it is to be done
# By message: what the table's saying it comes to.
_SAID = bytes(
    [
        (m.VISIBILITY[one] == m.VISIBILITY_LOG) * _LOGGED
        + (m.KIND[one] == m.KIND_EFFECT) * _WISHED
        for one in range(len(m.NAMES))
    ]
)


class Recorder:
    """The log, open for writing, and the table that answers.

    observe: told of every line as observe(message, seq, full_hash). effects: (effect, seq) of what
    the table wants done, seq 0 for effects that are never written.
    """

    def __init__(self, journal: Journal, table: Table, clock: Clock, observe: Observe) -> None:
        self.journal = journal
        self._table = table
        self._clock = clock
        self._observe = observe
        self._zero_ms = clock.now_ms()
        self.effects: list[tuple[tuple, int]] = []
        self._is_urgent = False  # a line was written that somebody waits for
        self._remarks_due_ms = 0

    def ms(self) -> int:
        """Milliseconds since the start, or since the clock was restarted."""
        return self._clock.now_ms() - self._zero_ms

    def begin(self) -> None:
        """Before the first line of a pass: open a segment, restart the clock, where due."""
        if self.journal.is_segment_full():  # first: behind its opening stands what was lost
            self.journal.open_segment(self.ms())
        elif self.is_clock_due():
            self.journal.append((m.CLOCK_RESTARTED,), self.ms())
            self._zero_ms = self._clock.now_ms()

    def is_clock_due(self) -> bool:
        """Whether the clock is to be restarted, though nothing else may be to be written."""
        return self.ms() >= CLOCK_RESTARTS_MS

    def take(self, message: tuple) -> int:
        """One input: 0, or the refusal; both are written down."""
        self.note(message)
        out: list[tuple] = []
        code = self._table.take(message, out)
        for said in out:
            self.say(said)
        return code

    def say(self, message: tuple) -> None:
        """What the table said: written if it is of the log, kept for `effects` if it is one."""
        comes_to = _SAID[message[0]]
        seq = self.note(message) if comes_to & _LOGGED else 0
        if comes_to & _WISHED:
            self.effects.append((message, seq))

    def note(self, message: tuple) -> int:
        """Write a line that no table answers; its number."""
        self._is_urgent = True
        seq = self.journal.append(message, self._clock.now_ms() - self._zero_ms)
        self._observe(message, seq, self.journal.appended_head)
        return seq

    def remark(self, message: tuple) -> int:
        """Write a line from which nothing follows (a key pressed out of turn); its number.

        It does not stop the loop for a disk's time of its own, but goes with the next line that
        somebody waits for, within `REMARKS_MS`. Until then no host hears of it; a power cut may
        take it, and nothing else with it.
        """
        if self.journal.synced == self.journal.seq:
            self._remarks_due_ms = self._clock.now_ms() + REMARKS_MS
        is_urgent = self._is_urgent
        seq = self.note(message)
        self._is_urgent = is_urgent
        return seq

    def wants_sync(self, now_ms: int) -> bool:
        """Whether what is written is to be made durable in this pass."""
        journal = self.journal
        if self._is_urgent or journal.is_failing:
            return True
        return journal.synced != journal.seq and now_ms >= self._remarks_due_ms

    def synced(self) -> None:
        """Everything written is durable."""
        self._is_urgent = False

    def take_effects(self) -> list[tuple[tuple, int]]:
        """The effects of the durable pass, once."""
        effects = self.effects
        if effects:
            self.effects = []
        return effects
