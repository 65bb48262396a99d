"""Who acknowledged which alarm, on the disk of the host.

One JSON line an acknowledgement, appended to a file beside the store: time, table, alarm, name.
The table's own log is not asked: it tells what happened there, this file who saw it. The rule of
the file: a line is written whole or not at all, and none is ever changed.
"""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.view.alarms import Alarm
    from host_tools.view.watched import WatchedTable


class SeenAlarms:
    """The file, for the alarms of one view."""

    def __init__(self, path: Path, view: WatchedTable) -> None:
        self.path = path
        self._view = view

    def note(self, one: Alarm) -> None:
        """Append an acknowledgement; `OSError` when the disk does not take it."""
        row = {
            "at": _time(one.at),
            "table": self._view.state.record.table,
            "line": one.line,
            "cause": one.cause,
            "sentence": one.sentence,
            "since": _time(one.since),
            "times": one.times,
            "by": one.by,
        }
        octets = (json.dumps(row, ensure_ascii=False) + "\n").encode()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            written = os.write(file, octets)
            if written < len(octets):  # the disk is full
                os.ftruncate(file, os.fstat(file).st_size - written)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file)
        finally:
            os.close(file)


def seen_alarms(path: Path, table: str) -> list[dict[str, Any]]:
    """The acknowledgements of a table, oldest first; none when there is no file. A line that makes
    no sense is passed over.
    """
    if not path.exists():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and row.get("table") == table and isinstance(row.get("at"), str):
            rows.append(row)
    return rows


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
