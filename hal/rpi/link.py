"""The serial line to a host: the Pi's UART, or its USB port as a serial gadget.

pyserial opens the port and sets it; then bytes are read and written as they come and go, without
waiting. A port that fails or vanishes (a gadget whose cable is pulled) is opened again once a
second. Rule of the file: bytes the line did not take were not written.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

from hal.errors import IO, LOST, HalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.ports import Clock

READ_BYTES_MAX = 4096
AGAIN_MS = 1000

# What a terminal says when its other end, or the device itself, is gone: tty_ioctl(4), pty(7).
_GONE = (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.EBADF)


def open_port(device: str, baud: int) -> Any:
    """Open a port with pyserial: 8 bits, no parity, raw, for this program alone."""
    import serial

    return serial.Serial(device, baud, timeout=0, write_timeout=0, exclusive=True)


class SerialLink:
    """The contract `hal.ports.HostLink`. opened: opens the port; anything with `fileno`, `close`.

    A port that is not there yet is a cable that is out.
    """

    def __init__(self, opened: Callable[[], Any], clock: Clock) -> None:
        self._opened = opened
        self._clock = clock
        self._port: Any = None
        self._again_ms = 0

    def fileno(self) -> int:
        """The descriptor to wait on for a host's bytes; -1 while there is none."""
        return -1 if self._port is None else self._port.fileno()

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes."""
        handle = self._handle()
        try:
            return os.read(handle, READ_BYTES_MAX)
        except BlockingIOError:
            return b""
        except OSError as failed:
            raise self._lost(failed) from failed

    def write(self, content: bytes) -> int:
        """How many bytes the line took."""
        handle = self._handle()
        try:
            return os.write(handle, content)
        except BlockingIOError:
            return 0
        except OSError as failed:
            raise self._lost(failed) from failed

    def close(self) -> None:
        """Let go of the port."""
        if self._port is not None:
            port, self._port = self._port, None
            try:
                port.close()
            except OSError:  # of a port that is gone already
                return

    def _handle(self) -> int:
        if self._port is None:
            now_ms = self._clock.now_ms()
            if now_ms < self._again_ms:
                raise HalError(LOST, "link", "no port")
            self._again_ms = now_ms + AGAIN_MS
            try:
                self._port = self._opened()
            except OSError as failed:  # pyserial's errors are of this class
                raise HalError(LOST, "link", str(failed)) from failed
        return self._port.fileno()

    def _lost(self, failed: OSError) -> HalError:
        self.close()
        kind = LOST if failed.errno in _GONE else IO
        return HalError(kind, "link", os.strerror(failed.errno or 0))
