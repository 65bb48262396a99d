"""The table's log on a disk, where it outlives its program.

A folder holds the journal's segments and its snapshots. Durable means what the operating system
calls durable: the file is synced, and when a file was made, renamed or dropped, its folder too.
Rule of the file: whatever the system reports goes up as `HalError`; a short or failed write is
never passed over.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from typing import TYPE_CHECKING

from hal.errors import ABSENT, FULL, IO, REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
from contextlib import contextmanager

_NAME = re.compile(r"segment-(\d{6})\.log")
_SNAPSHOT_NAME = re.compile(r"snapshot-(\d{10})\.bin")
_FREE_TOLD_MAX = (1 << 30) - 1
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
MODE = 0o600  # the journal names players


@contextmanager
def told(device: str) -> Iterator[None]:
    """Turn what the system reports into a `HalError` of this device."""
    try:
        yield
    except FileNotFoundError as absent:
        raise HalError(ABSENT, device) from absent
    except OSError as failed:
        kind = FULL if failed.errno in _NO_ROOM else IO
        raise HalError(kind, device, os.strerror(failed.errno or 0)) from failed


def spelled(wrong: HalError | OSError) -> str:
    """A trouble as a person reads it: by its file, where the system named one."""
    cause = wrong.__cause__ if isinstance(wrong, HalError) else wrong
    if isinstance(cause, OSError):
        why = cause.strerror or str(cause)
        return f"{cause.filename}: {why}" if cause.filename else why
    return str(wrong)


def make(folder: Path) -> None:
    """Make a folder and those above it; OSError with its name where it cannot be one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # a file of that name
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


def write_all(handle: int, content: bytes) -> None:
    """Write all of `content`, however little the system takes at once."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


class FolderStore:
    """The contract `hal.ports.Store` on files `segment-000001.log` of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = 0  # the segment that `_handle` writes to; 0: none
        self._handle = -1
        self._is_new = False  # the segment's name is not durable yet
        self.sync_count = 0
        with told("store"):
            make(folder)
            for left in folder.glob("snapshot-*.new"):  # a power cut before its rename
                left.unlink()

    def segments(self) -> tuple[int, ...]:
        """Numbers of the segments that exist, ascending."""
        with told("store"):
            named = [_NAME.fullmatch(name) for name in os.listdir(self._folder)]
        return tuple(sorted(int(match[1]) for match in named if match))

    def read(self, segment: int) -> bytes:
        """All of a segment, unsynced bytes included."""
        with told("store"):
            return self._path(segment).read_bytes()

    def append(self, segment: int, content: bytes) -> None:
        """Add to the end of a segment; the first bytes make it."""
        with told("store"):
            self._turn_to(segment)
            write_all(self._handle, content)

    def sync(self, segment: int) -> None:
        """Make everything appended to a segment durable, its name included."""
        with told("store"):
            if segment != self._open and not self._path(segment).exists():
                raise HalError(ABSENT, "store", f"segment {segment}")
            self._turn_to(segment)
            os.fsync(self._handle)
            if self._is_new:
                self._sync_folder()
                self._is_new = False
        self.sync_count += 1

    def cut(self, segment: int, length: int) -> None:
        """Drop everything after `length` bytes; durable on return."""
        with told("store"):
            path = self._path(segment)
            if not 0 <= length <= path.stat().st_size:
                raise HalError(REFUSED, "store", "cut beyond the end")
            self._turn_to(segment)
            os.ftruncate(self._handle, length)
            os.fsync(self._handle)

    def remove(self, segment: int) -> None:
        """Drop a segment; durable on return."""
        with told("store"):
            if segment == self._open:
                self.close()
            os.unlink(self._path(segment))
            self._sync_folder()

    def snapshots(self) -> tuple[int, ...]:
        """Numbers of the snapshots that exist, ascending."""
        with told("store"):
            named = [_SNAPSHOT_NAME.fullmatch(name) for name in os.listdir(self._folder)]
        return tuple(sorted(int(match[1]) for match in named if match))

    def read_snapshot(self, number: int) -> bytes:
        """All of a snapshot."""
        with told("store"):
            return self._snapshot_path(number).read_bytes()

    def write_snapshot(self, number: int, content: bytes) -> None:
        """Written beside, synced, renamed, synced."""
        path = self._snapshot_path(number)
        beside = path.with_suffix(".new")
        with told("store"):
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE)
            try:
                write_all(handle, content)
                os.fsync(handle)
            finally:
                os.close(handle)
            os.replace(beside, path)
            self._sync_folder()

    def remove_snapshot(self, number: int) -> None:
        """Drop a snapshot; durable on return."""
        with told("store"):
            os.unlink(self._snapshot_path(number))
            self._sync_folder()

    def free_bytes(self) -> int:
        """What the file system leaves to a program without privileges."""
        with told("store"):
            return min(shutil.disk_usage(self._folder).free, _FREE_TOLD_MAX)

    def close(self) -> None:
        """Let go of the open file."""
        if self._open:
            os.close(self._handle)
            self._open = 0

    def _path(self, segment: int) -> Path:
        return self._folder / f"segment-{segment:06d}.log"

    def _snapshot_path(self, number: int) -> Path:
        return self._folder / f"snapshot-{number:010d}.bin"

    def _turn_to(self, segment: int) -> None:
        if segment == self._open:
            return
        if self._open and self._is_new:
            self._sync_folder()
        self.close()
        path = self._path(segment)
        self._is_new = not path.exists()
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, MODE)
        self._open = segment

    def _sync_folder(self) -> None:
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
