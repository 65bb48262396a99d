"""How a table's clock runs beside this computer's, and how long it takes to answer.

A table has no calendar: its lines carry the milliseconds since it was started, and a host dates
them when they come. What can be known of its clock is how fast it runs. It is greeted several
times; each hello carries its time. The rule of the file: what was measured is told with how often
it was measured, and asking changes nothing.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from firmware.schema import messages as m
from host_tools.link import commands
from host_tools.link.discovery import NO_LINE
from host_tools.link.hearing import Hearing
from host_tools.link.port import TablePort

ASK_EVERY_MS = 250


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """`asked` greetings, `round_trips_ms` of those answered, lines that came `damaged`; the
    table's own milliseconds at the last answer, and its rate beside ours (1.0: as fast), None
    where too few answers came.
    """

    asked: int
    round_trips_ms: tuple[float, ...]
    damaged: int
    table_ms: int | None
    rate: float | None


class _Watch:
    def __init__(self) -> None:
        self.tell = lambda event: None
        self.asked = 0
        self.trips: list[float] = []
        self.hellos: list[tuple[float, int]] = []
        self.hearing = Hearing()
        self._sent = 0.0
        self._next_ms = 0

    def connect(self, now_ms: int) -> bytes:
        return self._greet(now_ms)

    def _greet(self, now_ms: int) -> bytes:
        self._next_ms = now_ms + ASK_EVERY_MS
        self._sent = time.monotonic()
        self.asked += 1
        return commands.greet(NO_LINE, now_ms)

    def tick(self, now_ms: int) -> bytes:
        return self._greet(now_ms) if now_ms >= self._next_ms else b""

    def receive(self, octets: bytes, now_ms: int) -> bytes:
        now = time.monotonic()
        for line in self.hearing.lines(octets):
            if line.message[0] == m.HELLO and self._sent:
                self.trips.append((now - self._sent) * 1000)
                self.hellos.append((now, line.ms))
                self._sent = 0.0
        return b""


def watch_clock(port: str, seconds: float) -> ClockSeen:
    """Greet a table for so many seconds; raises `Unopened` and `BadPort` as every port."""
    watch = _Watch()
    table = TablePort(port, watch)
    try:
        table.open_first()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            table.poll()
    finally:
        table.close()
    hellos = watch.hellos
    rate = None
    if len(hellos) > 1 and hellos[-1][1] > hellos[0][1]:
        rate = (hellos[-1][1] - hellos[0][1]) / 1000 / (hellos[-1][0] - hellos[0][0])
    last = hellos[-1][1] if hellos else None
    return ClockSeen(watch.asked, tuple(watch.trips), watch.hearing.damaged, last, rate)
