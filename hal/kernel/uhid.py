"""Sticks that are not there, plugged into this computer: Linux's user-space HID.

A program that opens /dev/uhid may say that a USB device was plugged in and answer for it. The
kernel finds an MCP2221, loads its driver and offers an I2C bus and four pins, as for a real one.
The answering is done in a thread of its own, because the one who asks waits in the kernel
meanwhile. Layouts from linux/uhid.h. Rule of the file: what was plugged in is unplugged when the
program ends, however it ends.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import struct
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from hal.errors import ABSENT, REFUSED, TIMEOUT, HalError
from hal.kernel.mcp2221 import REPORT_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hal.kernel.mcp2221 import Mcp2221

DEVICE = "/dev/uhid"
DEVICES = Path("/sys/bus/hid/devices")
FOUND_S_MAX = 60  # Linux 6.1 asks for the pins before it listens, and waits 4 s for each of them

_DESTROY = 1
_OUTPUT = 6
_CREATE2 = 11
_INPUT2 = 12
_EVENT_BYTES = 4380  # struct uhid_event, its largest member included
_OUTPUT_SIZE_AT = 4 + 4096
_CREATE = struct.Struct("<I128s64s64sHHIIII4096s")
_USB = 3
_MICROCHIP = 0x04D8
_MCP2221 = 0x00DD

_PLUGGED = itertools.count(1)  # no two sticks of a program have the same serial number

# Usage page and usage are the vendor's; 64 bytes each way and no report numbers.
_REPORTS = bytes.fromhex("0600ff0901a101150026ff007508954009018102954009029102c0")


class PluggedIn:
    """Sticks by name, as the kernel's devices. `HalError`: /dev/uhid is missing or not ours.

    buses: number of each one's /dev/i2c-N. pins: path of each one's /dev/gpiochipN.
    """

    def __init__(self, sticks: Mapping[str, Mcp2221], device: str = DEVICE) -> None:
        self.sticks = dict(sticks)
        self.buses: dict[str, int] = {}
        self.pins: dict[str, str] = {}
        self._device = device
        self._handles: dict[int, Mcp2221] = {}
        self._is_over = False
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def plug_in(self, name: str) -> None:
        """Plug one of them in and wait until its bus and pins are there."""
        try:
            handle = os.open(self._device, os.O_RDWR | os.O_CLOEXEC)
        except OSError as failed:
            kind = ABSENT if isinstance(failed, FileNotFoundError) else REFUSED
            said = self._device + ": " + os.strerror(failed.errno or 0)
            raise HalError(kind, "uhid", said) from failed
        serial = f"mazziere-{os.getpid()}-{next(_PLUGGED)}"
        created = _CREATE.pack(
            _CREATE2,
            b"Mazziere simulated MCP2221",
            b"mazziere",
            serial.encode(),
            len(_REPORTS),
            _USB,
            _MICROCHIP,
            _MCP2221,
            0,
            0,
            _REPORTS,
        )
        os.write(handle, created)
        self._handles[handle] = self.sticks[name]
        self._find(name, serial)

    def close(self) -> None:
        """Unplug all of them."""
        self._is_over = True
        self._listening.join(timeout=1)
        handles, self._handles = self._handles, {}
        for handle in handles:
            with contextlib.suppress(OSError):
                os.write(handle, struct.pack("<I", _DESTROY))
            os.close(handle)

    def _find(self, name: str, serial: str) -> None:
        end = time.monotonic() + FOUND_S_MAX
        while time.monotonic() < end:
            for device in DEVICES.glob("*:04D8:00DD.*"):
                if ("HID_UNIQ=" + serial) not in (device / "uevent").read_text().splitlines():
                    continue
                buses = [one.name for one in device.glob("i2c-*")]
                pins = [one.name for one in device.glob("gpiochip*")]
                is_whole = bool(buses) and bool(pins)
                if is_whole and all(os.path.exists("/dev/" + one) for one in buses + pins):
                    self.buses[name] = int(buses[0].removeprefix("i2c-"))
                    self.pins[name] = "/dev/" + pins[0]
                    return
            time.sleep(0.01)  # the kernel makes the nodes in its own time and calls nobody
        raise HalError(TIMEOUT, name, "the kernel offers no bus: is hid_mcp2221 there?")

    def _listen(self) -> None:
        while not self._is_over:
            handles = list(self._handles)
            for handle in select.select(handles, [], [], 0.02 if handles else 0.002)[0]:
                self._hear(handle)

    def _hear(self, handle: int) -> None:
        event = os.read(handle, _EVENT_BYTES)
        if struct.unpack_from("<I", event)[0] != _OUTPUT:
            return
        size = struct.unpack_from("<H", event, _OUTPUT_SIZE_AT)[0]
        told = self._handles[handle].answer(event[4 : 4 + size])
        os.write(handle, struct.pack("<IH", _INPUT2, REPORT_BYTES) + told)
