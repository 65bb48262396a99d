"""How noise gets from its source to the pipeline: one packet a pass, every one judged.

Reads the noise port when the pipeline wants bytes, and says when a draw can be made. A source that
fails its tests is named as a fault and tested anew from the start; there is no other source. What
is drawn, and for what, is decided elsewhere. Rule of the file: at most one packet a pass, so that
noise never holds up a player's key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.randomness.pipeline import FAILED, HEALTHY, Pipeline
from firmware.schema.faults import FAULT_NOISE_FAILED_HEALTH, FAULT_NOISE_SILENT
from hal.errors import BUSY, HalError

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from hal.ports import Noise

# Assessed min-entropy of a raw byte: the sources of revision A claim full entropy; a bit a byte is
# kept back until a fitted part was measured.
H_MILLIBITS = 7000


class NoiseIntake:
    """One source and its pipeline."""

    def __init__(self, source: Noise, faults: Faults, serial: str) -> None:
        self._source = source
        self._faults = faults
        self.pipeline = Pipeline(H_MILLIBITS, serial.encode())

    def step(self) -> bool:
        """Read and judge one packet if one is wanted; whether more is wanted in the next pass."""
        pipeline = self.pipeline
        if pipeline.state == FAILED and not pipeline.restart(by_person=False):
            return False  # latched: a person decides
        if not pipeline.wanted:
            return False
        try:
            packet = self._source.read()
        except HalError as trouble:
            if trouble.kind != BUSY and self._faults.failed(FAULT_NOISE_SILENT, trouble.kind):
                pipeline.source_failed()
            return False
        self._faults.worked(FAULT_NOISE_SILENT)
        pipeline.feed(packet)
        if pipeline.state == FAILED:
            alarm = pipeline.alarm
            self._faults.failed(FAULT_NOISE_FAILED_HEALTH, "" if alarm is None else alarm.test)
        elif pipeline.state == HEALTHY:
            self._faults.worked(FAULT_NOISE_FAILED_HEALTH)
        return pipeline.wanted > 0

    @property
    def is_healthy(self) -> bool:
        """Whether a draw can be asked for."""
        return self.pipeline.state == HEALTHY

    def is_ready(self) -> bool:
        """Whether a draw can be made now; asks for its seeds when nobody has yet."""
        pipeline = self.pipeline
        if pipeline.state != HEALTHY:
            return False
        if not pipeline.is_ready and not pipeline.wanted:
            pipeline.request_draw()
        return pipeline.is_ready

    def test_again(self) -> None:
        """A person orders a new start-up test: a latched failure is forgiven by nobody else."""
        if self.pipeline.state == FAILED:
            self.pipeline.restart(by_person=True)
