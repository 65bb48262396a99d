"""Finds the tables that can be reached, by what they say of themselves.

A port's name says nothing about the table behind it, and the first port of a computer may be a
telephone. So every port that could lead to a table is greeted, and who answers names its serial
number: a greeting asks for no line and changes nothing. Asked are USB adapters of kinds that
tables have, ports that a person has named, and simulated tables that run here. The rule of the
file: a table is known by the serial number in its hello, never by the place of its port in a list.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from host_tools.link import commands
from host_tools.link.hearing import Hearing
from host_tools.link.person_folders import runtime_folder
from host_tools.link.port import BadPort, TablePort, check_port, holder_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.link.session import Event

ANSWER_SECONDS = 1.5
"""A table answers a greeting within one pass of its loop, at most 0.1 s; a noisy cable may eat the
first one."""

GREET_AGAIN_MS = 500
ASKED_AT_ONCE = 16
NO_LINE = (1 << 30) - 1
"""Greeted so, a table says hello and sends no line: it has none with so high a number."""

KINDS_OF_PORT = {
    (0x0525, 0xA4A7): "Linux USB gadget",  # the table itself, over its USB port
    (0x1D6B, 0x0104): "Linux USB gadget",
    (0x0403, 0x6001): "FTDI FT232",  # adapters for the table's UART
    (0x0403, 0x6015): "FTDI FT230X",
    (0x10C4, 0xEA60): "Silicon Labs CP210x",
    (0x1A86, 0x7523): "WCH CH340",
    (0x1A86, 0x55D4): "WCH CH9102",
    (0x067B, 0x2303): "Prolific PL2303",
}
"""USB vendor and product of what a table's line comes out of; anything else is never greeted
unless a person names it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A port and who answered there.

    `serial` is empty where no table did; then `trouble` says why, as a key of the catalogue, with
    `why` in the system's words and `holder` as the process that has the port (0: not known).
    """

    port: str
    serial: str = ""
    firmware: str = ""
    protocol: str = ""
    schema: str = ""
    log: str = ""
    lines: int = 0
    is_safe_mode: bool = False
    trouble: str = ""
    why: str = ""
    holder: int = 0


class Greeting:
    """One question to a port: who are you?"""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.events: list[Event] = []
        self.tell: Callable[[Event], None] = self.events.append
        self.name = ""
        self._hearing = Hearing()
        self._greeted_ms = 0

    def connect(self, now_ms: int) -> bytes:
        """The port is open: greet."""
        self._greeted_ms = now_ms
        return commands.greet(NO_LINE, now_ms)

    def tick(self, now_ms: int) -> bytes:
        """Greet again, once a while."""
        return b"" if now_ms - self._greeted_ms < GREET_AGAIN_MS else self.connect(now_ms)

    def receive(self, octets: bytes, now_ms: int) -> bytes:
        """Look for a hello, or for the words of a table that does not start."""
        for line in self._hearing.lines(octets):
            message = line.message
            if message[0] == m.HELLO:
                _, major, minor, schema, firmware, serial, log, _, _, seq, _ = message
                self.seen = Seen(
                    self.name, serial, firmware, f"{major}.{minor}", schema.hex(), log.hex(), seq
                )
            elif message[0] == m.SAFE_MODE:
                self.seen = Seen(self.name, message[1], is_safe_mode=True)
        return b""


def ask_port(name: str, seconds: float = ANSWER_SECONDS) -> Seen:
    """Greet one port; waits at most `seconds`."""
    greeting = Greeting()
    greeting.name = name
    try:
        check_port(name)
        table = TablePort(name, greeting)
        end = time.monotonic() + seconds
        try:
            while greeting.seen is None and time.monotonic() < end:
                table.poll()
                if greeting.events:
                    return _unopened(name, greeting.events[0])
        finally:
            table.close()
    except BadPort as error:
        return Seen(name, trouble=error.key, why=error.why)
    return greeting.seen or Seen(name, trouble="discovery.silent")


def _unopened(name: str, event: Event) -> Seen:
    why = str(event.values.get("why", ""))
    if event.key == "link.port_busy":
        return Seen(name, trouble="discovery.busy", why=why, holder=holder_of(name))
    return Seen(name, trouble="discovery.unopened", why=why)


def ask_ports(names: Iterable[str], seconds: float = ANSWER_SECONDS) -> list[Seen]:
    """Greet several ports at once; in the order given, each once."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return []
    with ThreadPoolExecutor(min(len(wanted), ASKED_AT_ONCE)) as pool:
        return list(pool.map(lambda name: ask_port(name, seconds), wanted))


def usb_ports() -> list[str]:
    """Ports of this computer that may lead to a table, by the kind of their USB device."""
    from serial.tools.list_ports import comports

    found = [port for port in comports() if (port.vid, port.pid) in KINDS_OF_PORT]
    return sorted(port.device for port in found)


# --- simulated tables ----------------------------------------------------------------------------


def simulated_folder() -> Path:
    """Where simulated tables of this person name their ports."""
    return runtime_folder() / "tables"


class NamedPort:
    """A simulated table's port under its process's number, as long as the block lasts."""

    def __init__(self, port: str, process: int) -> None:
        self._port = port
        self._path = simulated_folder() / str(process)

    def __enter__(self) -> NamedPort:
        with suppress(OSError):  # nobody finds it then; its port is printed all the same
            self._path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
            self._path.unlink(missing_ok=True)
            self._path.symlink_to(self._port)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def simulated_ports() -> list[str]:
    """Ports of the simulated tables that run; what a dead one left behind is taken away.

    A pseudo-terminal's name goes to the next program that opens one, so a port is believed only
    while the process that named it lives.
    """
    found = []
    with suppress(OSError):
        for path in sorted(simulated_folder().iterdir()):
            if path.name.isdigit() and _is_alive(int(path.name)):
                found.append(os.readlink(path))
            else:
                path.unlink(missing_ok=True)
    return found


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
