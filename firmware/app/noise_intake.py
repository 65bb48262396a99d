"""How noise gets from its source to the pipeline: one packet a pass, every one judged.

Reads the noise port when the pipeline wants bytes, and says when a draw can be made. A source
that fails its tests is named as a fault and tested anew from the start, and so is one that was
switched off and on; there is no other source. A second one, where fitted, gives 32 bytes to each
draw, which are mixed in and counted for nothing: when it refuses, that is told by name and the
draw goes on without it. What is drawn, and for what, is decided elsewhere. Rule of the file: at
most one packet a pass, so that noise never holds up a player's key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.randomness.assessments import h_millibits_of
from firmware.randomness.pipeline import FAILED, HEALTHY, Pipeline
from firmware.schema.faults import (
    FAULT_NOISE_CHIP_ALARM,
    FAULT_NOISE_FAILED_HEALTH,
    FAULT_NOISE_SILENT,
    FAULT_SECOND_NOISE_REFUSED,
)
from hal.errors import BUSY, UNHEALTHY, HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import Noise, SecondNoise


BUSY_MS = 5  # a source that wakes takes 3 ms, an answer of the second source 23


class NoiseIntake:
    """One source and its pipeline, and the second source where there is one."""

    def __init__(
        self, source: Noise, faults: Faults, serial: str, second: SecondNoise | None = None
    ) -> None:
        self._source = source
        self._faults = faults
        self._second = second
        self._is_second_due = second is not None
        self._starts = -1  # of the source, when it gave its last packet; -1: none yet
        self._is_busy = False  # the source said so when it was asked last
        self.pipeline = Pipeline(h_millibits_of(source.model), serial.encode())

    def step(self) -> bool:
        """Read and judge one packet if one is wanted; whether more is wanted in the next pass."""
        pipeline = self.pipeline
        self._is_busy = False
        if pipeline.state == FAILED and not self._restart(by_person=False):
            return False  # latched: a person decides
        if not pipeline.wanted:
            return False
        if self._second is not None and self._is_second_due:
            return self._ask_second(self._second)
        try:
            packet = self._source.read()
        except HalError as trouble:
            if trouble.kind == BUSY:
                self._is_busy = True
            else:
                self._refused(trouble)
            return False
        self._faults.worked(FAULT_NOISE_SILENT)
        self._faults.worked(FAULT_NOISE_CHIP_ALARM)
        if self._source.starts != self._starts:
            if self._starts >= 0:
                self._restart(by_person=False)
            self._starts = self._source.starts
        pipeline.feed(packet)
        if pipeline.state == FAILED:
            alarm = pipeline.alarm
            self._faults.failed(FAULT_NOISE_FAILED_HEALTH, "" if alarm is None else alarm.test)
        elif pipeline.state == HEALTHY:
            self._faults.worked(FAULT_NOISE_FAILED_HEALTH)
        return pipeline.wanted > 0

    def wait_ms(self, idle_ms: int) -> int:
        """Milliseconds until it wants the next pass, at most `idle_ms`; 0 when a packet is due."""
        if not self.pipeline.wanted:
            return idle_ms
        return min(idle_ms, BUSY_MS) if self._is_busy else 0

    @property
    def is_healthy(self) -> bool:
        """Whether a draw can be asked for."""
        return self.pipeline.state == HEALTHY

    @property
    def can_draw(self) -> bool:
        """Whether asking for a draw leads on: healthy, and no source is being waited for."""
        return self.is_healthy and not self._is_busy

    def is_ready(self) -> bool:
        """Whether a draw can be made now; asks for its seeds when nobody has yet."""
        pipeline = self.pipeline
        if pipeline.state != HEALTHY:
            return False
        if not pipeline.is_ready and not pipeline.wanted:
            pipeline.request_draw()
            self._is_second_due = self._second is not None
        return pipeline.is_ready

    def test_again(self) -> None:
        """A person orders a new start-up test: a latched failure is forgiven by nobody else."""
        if self.pipeline.state == FAILED:
            self._restart(by_person=True)

    def _restart(self, *, by_person: bool) -> bool:
        self._is_second_due = self._second is not None
        return self.pipeline.restart(by_person=by_person)

    def _refused(self, trouble: HalError) -> None:
        """The source gave no packet: by its own alarm, or for any other reason."""
        self._is_busy = True  # asked again in a while, not in a loop that never rests
        is_alarm = trouble.kind == UNHEALTHY
        fault = FAULT_NOISE_CHIP_ALARM if is_alarm else FAULT_NOISE_SILENT
        if self._faults.failed(fault, trouble.detail if is_alarm else trouble.kind):
            self.pipeline.source_failed()

    def _ask_second(self, second: SecondNoise) -> bool:
        """Mix in the second source's share before the first packet; a few tries, no more."""
        try:
            share = second.read()
        except HalError as trouble:
            if trouble.kind == BUSY:
                self._is_busy = True
                return False
            self._faults.failed(FAULT_SECOND_NOISE_REFUSED, trouble.kind)
            self._is_second_due = not self._faults.stands(FAULT_SECOND_NOISE_REFUSED)
            return True
        self._faults.worked(FAULT_SECOND_NOISE_REFUSED)
        self._is_second_due = False
        self.pipeline.feed(b"", share)
        return True
