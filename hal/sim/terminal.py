"""A serial port that the operating system lends: one end here, the other for any host program.

A pseudo-terminal looks to the host like the table's USB port: it has a path, it is opened and
closed, and closing it is the pulled cable. Rule of the file: raw bytes, no waiting; while no host
holds the other end the link is lost, and nothing is written that a later host would find.
"""

from __future__ import annotations

import errno
import os
import select
import tty

from hal.errors import IO, LOST, HalError

READ_BYTES_MAX = 4096


class PseudoTerminal:
    """The contract `hal.ports.HostLink` on a pseudo-terminal; `port` is the host's path."""

    def __init__(self) -> None:
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        os.close(theirs)
        os.set_blocking(self._ours, False)
        self.moved_bytes = 0  # both ways
        self._poll = select.poll()
        self._poll.register(self._ours, select.POLLIN)

    def fileno(self) -> int:
        """The descriptor to wait on for a host's bytes."""
        return self._ours

    def is_held(self) -> bool:
        """Whether a host holds the other end."""
        return not any(event & select.POLLHUP for _, event in self._poll.poll(0))

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes."""
        try:
            arrived = os.read(self._ours, READ_BYTES_MAX)
        except BlockingIOError:
            return b""
        except OSError as failed:
            raise self._told(failed) from failed
        self.moved_bytes += len(arrived)
        return arrived

    def write(self, content: bytes) -> int:
        """How many bytes the line took."""
        if not self.is_held():
            raise HalError(LOST, "link")
        try:
            took = os.write(self._ours, content)
        except BlockingIOError:
            return 0
        except OSError as failed:
            raise self._told(failed) from failed
        self.moved_bytes += took
        return took

    def close(self) -> None:
        """Take the port away."""
        os.close(self._ours)

    @staticmethod
    def _told(failed: OSError) -> HalError:
        # Linux reports a terminal without another end as EIO (tty_ioctl(4), pty(7)).
        kind = LOST if failed.errno == errno.EIO else IO
        return HalError(kind, "link", os.strerror(failed.errno or 0))
