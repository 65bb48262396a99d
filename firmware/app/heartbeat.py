"""The heartbeat of the table: the watchdog is fed and the motors are let run by the loop itself.

Every stage of a pass (look, decide, record, act, report, show) says when it has done its part. The
watchdog is fed only while each of them said so a short while ago; a stage that hangs, or that a
bug passes over, starves it, and the controller is started again. Beside it beats MOTOR_ENABLE: the
motors have current only while the loop changes that line itself, so no card moves at a table whose
loop stands still. A table that is stopped has no stages left: `safe_stop` feeds the watchdog when
all that it still does is done. Rule of the file: nobody feeds the watchdog for somebody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hal.ports import DigitalOut, Watchdog

LOOK = 0  # keys, cards, lines, host
DECIDE = 1
RECORD = 2  # durable, or nothing to be made so
ACT = 3
REPORT = 4
SHOW = 5
STAGES = 6

# A stage may be silent so long. A table without news looks and does the rest once a
# second; the watchdog bites after 5 s (hal/sim/lines.py; 8 s on a Pi), so that a silent
# stage is cured within the time of one turn.
SILENT_MS_MAX = 3000


class Heartbeat:
    """motor_enable: the line that must change at 20 Hz or more for a motor to move."""

    def __init__(self, watchdog: Watchdog, motor_enable: DigitalOut, now_ms: int) -> None:
        self._watchdog = watchdog
        self._motor_enable = motor_enable
        self._is_high = False
        self._done_ms = [now_ms] * STAGES
        self._well_until_ms = now_ms  # no stage can have been silent for too long before then

    def done(self, stage: int, now_ms: int) -> None:
        """A stage has done its part, or found that there is none."""
        self._done_ms[stage] = now_ms

    def wait(self, now_ms: int) -> None:
        """Every stage waits on purpose (for the store, for the supply), and knows it."""
        for stage in range(STAGES):
            self._done_ms[stage] = now_ms

    def feed(self) -> None:
        """Before something that may take long, with all motors at rest."""
        if max(self._done_ms) - min(self._done_ms) <= SILENT_MS_MAX:
            self._watchdog.feed()

    def beat(self, now_ms: int, is_moving: bool) -> None:
        """Feed the watchdog, if all is well; give the motors another moment, if they run."""
        if now_ms > self._well_until_ms:
            self._well_until_ms = min(self._done_ms) + SILENT_MS_MAX
            if now_ms > self._well_until_ms:
                return
        self._watchdog.feed()
        if is_moving or self._is_high:
            self._is_high = is_moving and not self._is_high
            self._motor_enable.put(self._is_high)

    def stop_motors(self) -> None:
        """No current for any motor, whatever the machine believes."""
        self._is_high = False
        self._motor_enable.put(False)
