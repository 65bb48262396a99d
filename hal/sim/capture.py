"""Raw noise for a laboratory, from the simulated chip through the driver of the real one.

A laboratory wants the bytes of the source itself: before the health tests, before conditioning. It
gets them from the driver alone, in a process in which no table runs, so none of these bytes can
ever seed an order; on a real table the service is stopped first, for one chip has one reader. The
simulated source takes a word of its own into its seed, so that a captured stream is not that of a
table started with the same seed. Rule of the file: every byte is written as it came, none is left
out and none is judged.

`python -m hal.sim.capture --bytes 1000000 --seed lab FILE` writes raw bytes; the line it prints is
their provenance as JSON. With `--restarts 1000` the chip is switched off and on so often, and
gives as many bytes after each start: the matrix that SP 800-90B 3.1.4 asks for, row by row.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from typing import TYPE_CHECKING

from firmware.compat.digest import sha256
from hal.drivers.qrng import Qrng
from hal.errors import BUSY, HalError
from hal.sim.bus import SimBus
from hal.sim.chip_qrng import SimQrng
from hal.sim.clock import SimClock
from hal.sim.noise import SimNoise
from hal.sim.register_board import INNER_HERTZ, QRNG_AT

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_MAX = 10_000  # questions in a row to a chip that is never ready
EXIT_REFUSED = 8


class Bench:
    """The chip, its bus and its driver, and nothing else."""

    def __init__(self, seed: bytes) -> None:
        self.clock = SimClock()
        bus = SimBus(self.clock, "inner_bus", INNER_HERTZ)
        chip = SimQrng(self.clock, SimNoise(sha256(b"capture", seed)))
        bus.wires.attach(QRNG_AT, chip)
        self.driver = Qrng(
            bus, QRNG_AT, chip, self.clock, serial="SIM-NOISE", provenance="simulated",
            model="simulated",
        )  # fmt: skip
        self.packets = 0
        self.busy = 0

    def packet(self) -> bytes:
        """The next packet; any trouble but `busy` ends the capture."""
        for _ in range(BUSY_MAX):
            try:
                raw = self.driver.read()
            except HalError as trouble:
                if trouble.kind != BUSY:
                    raise
                self.busy += 1
                self.clock.advance(self.clock.now_ms() + 1)
            else:
                self.packets += 1
                return raw
        raise HalError(BUSY, "noise", "never ready")

    def stream(self, count: int, restarts: int) -> Iterator[bytes]:
        """So many bytes after each of so many starts."""
        for _ in range(restarts):
            left = count
            while left > 0:
                raw = self.packet()[:left]
                left -= len(raw)
                yield raw
            self.driver.switch_off()


def main(argv: list[str] | None = None) -> int:
    """Capture and tell; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hal.sim.capture", description=__doc__)
    parser.add_argument("--bytes", type=int, required=True, help="after each start")
    parser.add_argument("--restarts", type=int, default=1)
    parser.add_argument("--seed", default="")
    parser.add_argument("file")
    told = parser.parse_args(argv)
    bench = Bench(told.seed.encode())
    digest = hashlib.sha256()
    try:
        with open(told.file, "wb") as file:
            for raw in bench.stream(told.bytes, told.restarts):
                digest.update(raw)
                file.write(raw)
    except (HalError, OSError) as trouble:
        sys.stderr.write(str(trouble) + "\n")
        return EXIT_REFUSED
    driver = bench.driver
    sys.stdout.write(
        json.dumps(
            {
                "provenance": driver.provenance,
                "model": driver.model,
                "serial": driver.serial,
                "bytes": told.bytes * told.restarts,
                "restarts": told.restarts,
                "packets": bench.packets,
                "busy": bench.busy,
                "chip_alarms": driver.alarms,
                "sha256": digest.hexdigest(),
                "read": "hal.drivers.qrng, no table running",
            }
        )
        + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
