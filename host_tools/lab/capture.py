"""Raw noise from a source into a file, with a note of where it came from.

The bytes are read by the driver's own program, in a process in which no table runs (see
`hal.sim.capture`), so none of them can have seeded an order. The file holds them as they came:
`rngtest < FILE`, `dieharder -a -g 201 -f FILE` and the SP 800-90B tool (`ea_non_iid FILE 8`, and
`ea_restart FILE 8 H` for a file of 1000 restarts) take it as it is. Beside it lies FILE.json. Rule
of the file: no note, no trust: what has no note is called of unknown origin.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BOARDS = ("sim",)
UNKNOWN = "unknown"
SECONDS_MAX = 3600


class CaptureFailed(Exception):
    """The source's program ended with a complaint."""


class NoteWrong(Exception):
    """FILE.json is there but is no note, or not of these bytes."""


@dataclass(frozen=True)
class Noise:
    """Captured bytes and their note; of unknown origin without one."""

    path: Path
    raw: bytes
    note: dict[str, Any]

    @property
    def model(self) -> str:
        """The source's model, which decides its assessment."""
        return str(self.note.get("model", UNKNOWN))


def note_path(path: Path) -> Path:
    """Where the note of a capture lies."""
    return path.with_name(path.name + ".json")


def capture(path: Path, *, count: int, restarts: int = 1, seed: str = "") -> dict[str, Any]:
    """Capture `count` bytes after each of `restarts` starts; returns the note that was written.

    The file gets its name when all of it has been read: a capture that is broken off, or that the
    source ends, leaves nothing, and what was there before stays.
    """
    part = path.with_name(path.name + ".part")
    note_part = note_path(part)
    try:
        return _capture(part, path, count, restarts, seed)
    finally:
        part.unlink(missing_ok=True)
        note_part.unlink(missing_ok=True)


def _capture(part: Path, path: Path, count: int, restarts: int, seed: str) -> dict[str, Any]:
    words = [sys.executable, "-m", "hal.sim.capture", "--bytes", str(count)]
    words += ["--restarts", str(restarts), f"--seed={seed}", str(part)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS_MAX)
    if done.returncode:
        raise CaptureFailed((done.stderr.strip().splitlines() or ["?"])[-1])
    note = {"version": 1, **json.loads(done.stdout), "captured": now()}
    note_path(part).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
    try:
        part.replace(path)
    finally:
        if not part.exists():  # also when Ctrl-C came just then: both get their names, or neither
            note_path(part).replace(note_path(path))
    return note


def read(path: Path) -> Noise:
    """Captured noise with its note.

    Raises:
        OSError: no such file. NoteWrong: the note belongs to other bytes.
    """
    raw = path.read_bytes()
    beside = note_path(path)
    if not beside.exists():
        return Noise(path, raw, {"provenance": UNKNOWN, "model": UNKNOWN})
    try:
        note = json.loads(beside.read_text(encoding="utf-8"))
        told = note["sha256"]
    except (ValueError, KeyError, TypeError):
        raise NoteWrong("no_note") from None
    if told != hashlib.sha256(raw).hexdigest():
        raise NoteWrong("other_bytes")
    return Noise(path, raw, note)


def now() -> str:
    """The host's time, for a note."""
    return datetime.now(UTC).isoformat(timespec="seconds")
