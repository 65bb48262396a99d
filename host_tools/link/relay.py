"""One table, one cable, several programs: who holds the port lets others of the same person in.

A table is followed all evening by a view that is also its witness; beside it somebody pauses the
table or changes a setting. The program that holds the port listens on a socket in a folder that
only its owner may open; another one that finds the port held connects there. It hears every byte
of the table from the next whole line on, and its own lines go to the table between those of the
holder. Keys stay where they are: what is asked through here is sealed like anything else. The rule
of the file: lines are passed on whole, and a guest that is slow is let go, never waited for.
"""

from __future__ import annotations

import hashlib
import os
import socket
from contextlib import suppress
from pathlib import Path

from firmware.lines.grammar import LINE_BYTES_MAX
from host_tools.link.port import relay_folder
from host_tools.link.socket_path import socket_address

GUESTS_MAX = 8
WAITING_BYTES_MAX = 16 * LINE_BYTES_MAX
"""What a guest may have said without a newline, or in one go; more is no host."""

PASSED_BYTES_MAX = 1024
"""What all guests together get through at one look at the port: a tenth of a second of the cable
at 115200 baud, so that no write comes near `port.WRITE_SECONDS`. What is more waits its turn."""

UNHEARD_BYTES_MAX = 1 << 20
"""What is kept for a guest that does not listen just now: a minute and a half of the cable."""


def relay_path(port: str) -> Path:
    """Where the holder of a port listens; a socket's name has to be short, hence the hash."""
    name = hashlib.sha256(os.path.realpath(port).encode()).hexdigest()[:16]
    return relay_folder() / name


class Guest:
    """One program that was let in."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        self.is_gone = False
        self._is_aligned = False
        self._unheard = b""
        self._said = b""

    def give(self, octets: bytes) -> None:
        """Pass on what the table said, from the beginning of a line on."""
        if not self._is_aligned:
            _, newline, octets = octets.partition(b"\n")
            self._is_aligned = bool(newline)
        self._unheard += octets
        try:
            while self._unheard:
                self._unheard = self._unheard[self.link.send(self._unheard) :]
        except BlockingIOError:
            self.is_gone |= len(self._unheard) > UNHEARD_BYTES_MAX
        except OSError:
            self.is_gone = True

    def take(self, bytes_max: int) -> bytes:
        """What it has said so far, in whole lines, up to so many bytes; the rest is kept."""
        if b"\n" not in self._said:
            self._hear()
        end = self._said.rfind(b"\n", 0, bytes_max) + 1
        whole, self._said = self._said[:end], self._said[end:]
        self.is_gone |= self._said.find(b"\n") >= LINE_BYTES_MAX  # would never get through
        return whole

    def _hear(self) -> None:
        try:
            octets = self.link.recv(WAITING_BYTES_MAX)
        except BlockingIOError:
            return
        except OSError:
            octets = b""
        self._said += octets
        is_endless = len(self._said) > WAITING_BYTES_MAX and b"\n" not in self._said
        self.is_gone |= not octets or is_endless


class Relay:
    """The holder's side, from `open` to `close`. Where it cannot listen there are no guests, and
    `trouble` says why.
    """

    def __init__(self, port: str) -> None:
        self._path = relay_path(port)
        self.trouble: OSError | None = None
        self._door: socket.socket | None = None
        self._guests: list[Guest] = []

    def open(self) -> Relay:
        """Listen; whatever was left there is a dead holder's, for the port is ours."""
        if not hasattr(socket, "AF_UNIX"):  # Windows
            return self
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.parent.chmod(0o700)  # also a folder that was there; not one of another
            self._path.unlink(missing_ok=True)
            with socket_address(self._path) as address:
                door.bind(address)
            door.listen(GUESTS_MAX)
            door.setblocking(False)
            self._door = door
        except OSError as error:
            door.close()
            self.trouble = error
        return self

    def close(self) -> None:
        """Let all guests go."""
        for guest in self._guests:
            guest.link.close()
        if self._door is not None:
            self._door.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def exchange(self, octets: bytes) -> bytes:
        """Give the guests what the table said; returns what they say to it, PASSED_BYTES_MAX of it
        at most.
        """
        if self._door is None:
            return b""
        self._let_in(self._door)
        said = b""
        for guest in self._guests:
            guest.give(octets)
            said += guest.take(PASSED_BYTES_MAX - len(said))
            if guest.is_gone:
                guest.link.close()
        here = [guest for guest in self._guests if not guest.is_gone]
        self._guests = here[1:] + here[:1]  # each is first in its turn, with all the room
        return said

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):
            while len(self._guests) < GUESTS_MAX:
                link, _ = door.accept()
                link.setblocking(False)
                self._guests.append(Guest(link))
