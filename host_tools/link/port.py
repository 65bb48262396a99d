"""The cable between the host and one table: opened, read, written, and opened again when it falls
out.

Whatever pyserial can open is a port: a device path, or a URL (`socket://`, `rfc2217://`,
`loop://`). A cable that is pulled, a table that is switched off, a port in other hands: each is an
event in plain words, then the next try, with growing pauses up to two seconds. Nothing here waits
without an end. The rule of the file: no fault of the world leaves this file as an exception; only
the store's may, because without a store the host must not go on.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast
from urllib.parse import urlsplit

from host_tools.link import commands
from host_tools.link.person_folders import runtime_folder
from host_tools.link.session import Event
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    import serial

    from host_tools.link.relay import Relay

BAUD = 115200
READ_SECONDS = 0.05
WRITE_SECONDS = 1.0

FIRST_SECONDS = 2.0
"""What a port gets that is to be opened for the first time: a program that is just ending lets go
of it, a table that was just switched on names it."""

PAUSE_MS_MIN = 100
PAUSE_MS_MAX = 2000
READ_BYTES_MAX = 65536

HELD = frozenset((errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK))
"""What the system says of a port that another program has locked."""


def relay_folder() -> Path:
    """Where programs that hold a port listen for others of the same person."""
    return runtime_folder() / "relays"


class BadPort(Exception):
    """The name is no port at all, so trying again is no use. `key` is the text that says so."""

    def __init__(self, key: str, why: str = "") -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why


def check_port(name: str) -> None:
    """Raise `BadPort` for a name that can never be opened; nothing is opened for it."""
    if not name.strip():
        raise BadPort("link.port_empty")
    if "://" not in name:
        try:
            mode = os.stat(name).st_mode
        except (OSError, ValueError):
            return  # not there, or not yet: opening tells
        if not stat.S_ISCHR(mode):
            raise BadPort("link.port_file")
    elif name.startswith(("socket://", "rfc2217://")):
        try:
            number = urlsplit(name).port
        except ValueError:
            number = None
        if not number:
            raise BadPort("link.port_url")


def holder_of(name: str) -> int:
    """The process that has locked this port, 0 where that is not known (not on Linux, not ours).

    Linux lists every lock with its process and the file's device and inode (proc(5), locks).
    """
    try:
        status = os.stat(name)
        with open("/proc/locks", encoding="ascii") as locks:
            rows = [row.split() for row in locks]
    except (OSError, ValueError):
        return 0
    place = (os.major(status.st_dev), os.minor(status.st_dev), status.st_ino)
    for row in rows:
        if len(row) < 6 or row[1] != "FLOCK" or not row[4].isdigit():
            continue
        major, minor, inode = row[5].split(":")
        if (int(major, 16), int(minor, 16), int(inode)) == place:
            return int(row[4])
    return 0


class Unopened(Exception):
    """The port is not there, or in other hands. `why` in the system's words; `holder` is the
    process that has it, 0 where nobody is known to.
    """

    def __init__(self, port: str, why: str, is_busy: bool) -> None:
        super().__init__(port, why)
        self.port = port
        self.why = why
        self.is_busy = is_busy
        self.holder = holder_of(port) if is_busy else 0


class Conversation(Protocol):
    """What is said over a port: a following session, or a question for a key."""

    @property
    def tell(self) -> Callable[[Event], None]:
        """Gets what a person should know."""
        ...

    def connect(self, now_ms: int) -> bytes:
        """The cable is in: what to say first."""
        ...

    def receive(self, octets: bytes, now_ms: int) -> bytes:
        """Bytes arrived; returns what to send."""
        ...

    def tick(self, now_ms: int) -> bytes:
        """Time has passed; returns what to send."""
        ...


class TablePort:
    """Keeps one session on one port. `clock` gives milliseconds that never fall."""

    def __init__(
        self,
        name: str,
        session: Conversation,
        clock: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        idle: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self.session = session
        self.clock = clock
        self.idle = idle
        self.port: serial.Serial | None = None
        self._start_ms = clock()
        self._pause_ms = PAUSE_MS_MIN
        self._next_try_ms = 0
        self._told_why = ""
        self._is_busy = False
        self.is_shared = False
        """Whether others may listen and speak while this program holds the port."""
        self.is_guest = False
        """Whether another program holds the port and passes everything on."""
        self._relay: Relay | None = None
        self._is_alone_told = False  # that nobody can be let in

    def open_first(self, seconds: float = FIRST_SECONDS) -> None:
        """Open the port for the first time, or raise `Unopened` when that takes longer.

        A port that was open once is opened again for as long as anybody polls.
        """
        end = time.monotonic() + seconds
        while not self.poll():
            if self.port is None and time.monotonic() >= end:
                raise Unopened(self.name, self._told_why, self._is_busy)

    def now_ms(self) -> int:
        """Milliseconds since this port was made; below 2^29 for six days, then from 0 again."""
        return (self.clock() - self._start_ms) % (1 << 29)

    def poll(self) -> bool:
        """Read, answer, write once; waits at most READ_SECONDS. True while the port is open."""
        now = self.now_ms()
        if self.port is None:
            if now < self._next_try_ms:
                self.idle(min(READ_SECONDS, (self._next_try_ms - now) / 1000))
                return False
            if not self._open():
                return False
        port = self.port
        assert port is not None
        import serial

        try:
            waiting = min(port.in_waiting or 1, READ_BYTES_MAX)
            octets = port.read(waiting)
        except (serial.SerialException, OSError, TypeError) as error:
            # pyserial raises TypeError when another thread or the system closed the descriptor
            self._lost(error)
            return False
        answer = self.session.receive(octets, self.now_ms()) if octets else b""
        answer += self.session.tick(self.now_ms())
        if self._relay is not None:
            answer += self._relay.exchange(octets)
        return self._write(answer) if answer else True

    def _open(self) -> bool:
        import serial

        check_port(self.name)
        try:
            port = serial.serial_for_url(
                self.name,
                do_not_open=True,
                baudrate=BAUD,
                timeout=READ_SECONDS,
                write_timeout=WRITE_SECONDS,
            )
            if os.name == "posix" and "://" not in self.name:
                port.exclusive = True  # two readers would each get half of the lines
            port.open()
            self.port = cast("serial.Serial", port)  # each system has its own Serial
            self.is_guest = False
        except (ValueError, KeyError) as error:  # KeyError: an unknown word after the URL's `?`
            raise BadPort("link.bad_port", str(error)) from error
        except (serial.SerialException, OSError) as error:
            if getattr(error.__context__, "args", ())[:1] == (errno.ENOTTY,):
                raise BadPort("link.port_file") from error  # pyserial wraps what termios said
            if getattr(error, "errno", None) in HELD and self._is_let_in():
                return self._write(self.session.connect(self.now_ms()))
            why = system_words(error)
            self._is_busy = getattr(error, "errno", None) in HELD
            if why != self._told_why:
                told = Event("link.no_port", {"port": self.name, "why": why})
                if self._is_busy:
                    told = Event("link.port_busy", {"port": self.name, "why": why})
                self.session.tell(told)
                self._told_why = why
            self._later()
            return False
        self._told_why = ""
        if self.is_shared and "://" not in self.name:
            from host_tools.link.relay import Relay

            self._relay = Relay(self.name).open()
            self._tell_of_no_guests(self._relay.trouble)
        return self._write(self.session.connect(self.now_ms()))

    def _tell_of_no_guests(self, trouble: OSError | None) -> None:
        if trouble is not None and not self._is_alone_told:
            self._is_alone_told = True
            values = {"folder": relay_folder(), "why": system_words(trouble)}
            self.session.tell(Event("link.no_guests", values))

    def _is_let_in(self) -> bool:
        """Whether the program that holds the port passes everything on to us from now on."""
        import serial

        from host_tools.link.protocol_unix import Serial
        from host_tools.link.relay import relay_path

        port = Serial(timeout=READ_SECONDS, write_timeout=WRITE_SECONDS)
        port.port = f"unix://{relay_path(self.name)}"
        try:
            port.open()
        except (serial.SerialException, OSError):
            return False
        self.port = cast("serial.Serial", port)
        self.is_guest = True
        self._told_why = ""
        return True

    def _write(self, octets: bytes) -> bool:
        import serial

        assert self.port is not None
        try:
            self.port.write(octets)
        except (serial.SerialException, OSError) as error:
            self._lost(error)
            return False
        self._pause_ms = PAUSE_MS_MIN
        return True

    def _lost(self, error: Exception) -> None:
        self._let_go()
        self.session.tell(Event("link.lost", {"why": system_words(error)}))
        self._later()

    def _later(self) -> None:
        self._next_try_ms = self.now_ms() + self._pause_ms
        self._pause_ms = min(2 * self._pause_ms, PAUSE_MS_MAX)

    def close(self) -> None:
        """Say goodbye and close the port; what is stored stays stored.

        A guest leaves without a word: whoever holds the port goes on listening.
        """
        if self.port is not None and not self.is_guest:
            with suppress(OSError):  # pyserial's errors are of this class: the table is gone first
                self.port.write(commands.goodbye(self.now_ms()))
        self._let_go()

    def _let_go(self) -> None:
        if self._relay is not None:
            self._relay.close()
            self._relay = None
        if self.port is not None:
            with suppress(OSError):  # the cable is out already: nothing is left to close
                self.port.close()
            self.port = None
