"""One table to a folder: the lock that keeps a second program out.

Two programs that append to the same log spoil it for both, so whoever opens a table's folder takes
a lock on a file in it first, and writes there which process it is. Rule of the file: the lock is
the system's own and ends with its process, however that ends; the file left behind locks nothing.
"""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from hal.disk.folder import make

if TYPE_CHECKING:
    from pathlib import Path

_NAME = "table.lock"
_PID_BYTES_MAX = 20


class FolderInUse(Exception):
    """Another process has its table in this folder; holder: its number, as far as it is told."""

    def __init__(self, folder: Path, holder: str) -> None:
        super().__init__(f"{folder} is in use by another table (process {holder})")
        self.folder = folder
        self.holder = holder


class FolderLock:
    """Holds a table's folder, made when it is missing, until `close` or the end of the process.

    FolderInUse when another table holds it; OSError when it cannot be made or opened.
    """

    def __init__(self, folder: Path) -> None:
        make(folder)
        self._handle = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._handle, _PID_BYTES_MAX, 0).decode("ascii", "replace").strip()
            self.close()
            raise FolderInUse(folder, holder or "?") from None
        except OSError:
            self.close()
            raise
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, b"%d\n" % os.getpid(), 0)

    def close(self) -> None:
        """Let the next table in."""
        os.close(self._handle)
