"""Two watchdogs that the loop feeds together: the Pi's own, and systemd's eye on the program.

The Pi's is a device that starts the computer again when nobody writes to it; systemd starts the
program again, which is faster and spares the disk. Both are fed by the table's loop and by nothing
else. Rule of the file: a program that ends on purpose disarms the device; one that dies does not.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
from typing import TYPE_CHECKING

from hal.errors import ABSENT, BUSY, IO, REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hal.ports import Clock

DEVICE = "/dev/mazziere-watchdog"
RESET_AFTER_S = 8  # the device can do 15 (bcm2835_wdt); a stage of the loop may be silent for 3
FEED_EVERY_MS = 500  # the loop turns a hundred times as often at most; one write in each is waste

_SET_TIMEOUT = 0xC0045706  # WDIOC_SETTIMEOUT, linux/watchdog.h
_DISARM = b"V"  # the magic close of Documentation/watchdog/watchdog-api.rst
# EBUSY: one program may hold it, and systemd does where RuntimeWatchdogSec is set.
_KINDS: dict[int | None, str] = {
    errno.ENOENT: ABSENT,
    errno.EACCES: REFUSED,
    errno.EPERM: REFUSED,
    errno.EBUSY: BUSY,
}


class DeviceWatchdog:
    """The computer's watchdog at `path`: armed by opening it. `absent`, `refused`, `busy`."""

    def __init__(self, path: str = DEVICE) -> None:
        try:
            self._handle = os.open(path, os.O_WRONLY)
        except OSError as failed:
            said = path + ": " + os.strerror(failed.errno or 0)
            raise HalError(_KINDS.get(failed.errno, IO), "watchdog", said) from failed
        try:
            fcntl.ioctl(self._handle, _SET_TIMEOUT, struct.pack("i", RESET_AFTER_S))
        except OSError:  # a device with one time of its own; it is fed often enough for any
            self.feed()

    def feed(self) -> None:
        """Another eight seconds."""
        try:
            os.write(self._handle, b"\0")
        except OSError as failed:
            raise HalError(IO, "watchdog", os.strerror(failed.errno or 0)) from failed

    def close(self) -> None:
        """Disarm it and let go."""
        os.write(self._handle, _DISARM)
        os.close(self._handle)


def looked_at(path: str = DEVICE) -> tuple[object, ...]:
    """Return nothing where the device is ours; opening it would arm it. `absent`, `refused`."""
    if not os.access(path, os.W_OK):
        raise HalError(REFUSED if os.path.exists(path) else ABSENT, "watchdog", path)
    return ()


class Notify:
    """What systemd is told, over its socket (sd_notify(3)); nothing where there is none.

    is_watching: whether systemd expects this program to tell that its loop turns (`WatchdogSec`).
    every_ms: how often it is told, half of what systemd allows (sd_watchdog_enabled(3)).
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        if address:
            self._address = "\0" + address[1:] if address.startswith("@") else address
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)
        allowed_us = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "")  # the program that was started, not its child
        is_asked = allowed_us.isdecimal() and int(allowed_us) > 0
        self.is_watching = bool(address) and is_asked and meant in ("", str(os.getpid()))
        self.every_ms = int(allowed_us) // 2000 if self.is_watching else FEED_EVERY_MS

    def tell(self, *words: str) -> None:
        """Say some of READY=1, STOPPING=1, WATCHDOG=1, STATUS=…; lost when nobody listens."""
        if self._socket is None:
            return
        try:
            self._socket.sendto("\n".join(words).encode(), self._address)
        except OSError:  # systemd misses it and acts, which is what it is there for
            return

    def close(self) -> None:
        """Let go of the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class PiWatchdog:
    """The contract `hal.ports.Watchdog` over both; the device joins when it is armed."""

    def __init__(self, clock: Clock, notify: Notify) -> None:
        self._clock = clock
        self._device: DeviceWatchdog | None = None
        self._notify = notify
        self._due_ms = 0
        self._tell_ms = 0

    def join(self, device: DeviceWatchdog) -> None:
        """Feed this device too from now on."""
        self._device = device

    def feed(self) -> None:
        """One pass is done and all is well."""
        now_ms = self._clock.now_ms()
        if now_ms >= self._tell_ms:
            self._tell_ms = now_ms + min(self._notify.every_ms, FEED_EVERY_MS)
            self._notify.tell("WATCHDOG=1")
        if now_ms >= self._due_ms:
            self._due_ms = now_ms + FEED_EVERY_MS
            if self._device is not None:
                self._device.feed()
