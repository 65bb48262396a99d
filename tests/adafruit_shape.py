"""What Adafruit's drivers expect around them: a bus of `busio`'s shape, and no known board."""

from __future__ import annotations

import os

from hal.errors import HalError

# Blinka asks on import which board it runs on; this is its own name for none.
os.environ["BLINKA_FORCEBOARD"] = "OS_AGNOSTIC_BOARD"
os.environ["BLINKA_FORCECHIP"] = "OS_AGNOSTIC"


class BusioShape:
    """A bus with the calls of `busio.I2C`; errors are `OSError`, as there."""

    def __init__(self, bus):
        self._bus = bus

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def _call(self, call, *args):
        try:
            call(*args)
        except HalError as trouble:
            raise OSError(121, str(trouble)) from trouble

    def writeto(self, address, buffer, *, start=0, end=None):
        self._call(self._bus.writeto, address, bytes(buffer[start:end]))

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        into = bytearray(len(buffer[start:end]))
        self._call(self._bus.readfrom_into, address, into)
        buffer[start : start + len(into)] = into

    def writeto_then_readfrom(
        self, address, out_buffer, in_buffer, *, out_start=0, out_end=None, in_start=0, in_end=None
    ):
        into = bytearray(len(in_buffer[in_start:in_end]))
        self._call(self._bus.write_read_into, address, bytes(out_buffer[out_start:out_end]), into)
        in_buffer[in_start : in_start + len(into)] = into
