"""Deciding and writing down, in one breath: an input, what the table says to it, the sync.

Each input is written, told to the table, and everything the table says is written behind it. The
effects wait in `effects` until `sync` has made the pass durable. Whoever must remember something
of what was written (the keeper, the seats, the door) is told of every line, live and in the
replay, in the same way. Rule of the file: no effect leaves before its line is durable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.core.table import Table
    from firmware.journal.segments import Journal
    from hal.ports import Clock

    Observe = Callable[[tuple, int, bytes], None]

CLOCK_RESTARTS_MS = (1 << 29) - 1000  # formats 2: before 2^29


class Recorder:
    """The log, open for writing, and the table that answers.

    observe: told of every line as observe(message, seq, full_hash). effects: (effect, seq) of what
    the table wants done, seq 0 for effects that are never written. is_urgent: a line was written
    that somebody waits for, so that the pass must be made durable at its end.
    """

    def __init__(self, journal: Journal, table: Table, clock: Clock, observe: Observe) -> None:
        self.journal = journal
        self._table = table
        self._clock = clock
        self._observe = observe
        self._zero_ms = clock.now_ms()
        self.effects: list[tuple[tuple, int]] = []
        self.is_urgent = False

    def ms(self) -> int:
        """Milliseconds since the start, or since the clock was restarted."""
        return self._clock.now_ms() - self._zero_ms

    def begin(self) -> None:
        """Before the first line of a pass: restart the clock, or open a segment, where due."""
        if self.ms() >= CLOCK_RESTARTS_MS:
            self.journal.append((m.CLOCK_RESTARTED,), self.ms())
            self._zero_ms = self._clock.now_ms()
        elif self.journal.is_segment_full():
            self.journal.open_segment(self.ms())

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
        seq = 0
        if m.VISIBILITY[message[0]] == m.VISIBILITY_LOG:
            seq = self.note(message)
        if m.KIND[message[0]] == m.KIND_EFFECT:
            self.effects.append((message, seq))

    def note(self, message: tuple) -> int:
        """Write a line that no table answers; its number."""
        self.is_urgent = True
        return self.remark(message)

    def remark(self, message: tuple) -> int:
        """Write a line that nothing follows from and nobody waits for; its number."""
        seq = self.journal.append(message, self.ms())
        self._observe(message, seq, self.journal.appended_head)
        return seq

    def take_effects(self) -> list[tuple[tuple, int]]:
        """The effects of the durable pass, once."""
        effects = self.effects
        if effects:
            self.effects = []
        return effects
