"""`unix://PATH`: the socket of a program that holds a table's port, as a port of pyserial.

pyserial looks for a module of this name to open a URL of this kind. The rule of the file: it
connects; what is said over it is none of its business.
"""

from __future__ import annotations

import socket
from pathlib import Path

from serial import SerialException
from serial.urlhandler import protocol_socket

from host_tools.link.socket_path import socket_address

CONNECT_SECONDS = 1.0
READ_BYTES_MAX = 65536


class Serial(protocol_socket.Serial):
    """A connection to a socket in the file system."""

    def open(self) -> None:
        """Connect, or raise `SerialException`."""
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        link.settimeout(CONNECT_SECONDS)
        path = Path(str(self.portstr).removeprefix("unix://"))
        try:
            with socket_address(path) as address:
                link.connect(address)
        except OSError as error:
            link.close()
            raise SerialException(error.errno, f"{self.portstr}: {error.strerror}") from error
        link.setblocking(False)
        self.logger = None
        self._socket = link
        self.is_open = True

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once, up to READ_BYTES_MAX."""
        try:
            return len(self._socket.recv(READ_BYTES_MAX, socket.MSG_PEEK)) if self._socket else 0
        except BlockingIOError:
            return 0
