"""Old logs leave a store whole and after a copy; what is evidence, or present, stays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from host_tools.cli import exit_codes
from host_tools.store import Line, LineStore, retiring
from host_tools.store.care import synced
from host_tools.store.opening import commit
from host_tools.store.tables import LINES, LOGS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.host_commands import Host

OLD, FORKED, PRESENT = bytes(8), bytes([1] * 8), bytes([2] * 8)
DAY_MS = 86_400_000


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Three logs of one table, a hundred days old; the last is the present one."""
    path = tmp_path / "lines.sqlite3"
    kept = LineStore(path)
    for log in (OLD, FORKED, PRESENT):
        rows = [Line(seq, b"line %d\n" % seq, bytes(32)) for seq in range(1, 2501)]
        kept.append("MZ-1", log, rows)
    kept.keep_fork("MZ-1", FORKED, 7, b"another line\n")
    with commit(kept.db, path) as db:
        long_ago = time.time_ns() // 1_000_000 - 100 * DAY_MS
        db.execute(update(LINES).values(received_ms=long_ago))
        for day, log in enumerate((OLD, FORKED, PRESENT), 1):
            db.execute(update(LOGS).where(LOGS.c.log == log).values(seen_at=f"2026-08-0{day}"))
    kept.close()
    return path


def test_each_log_is_told_with_why_it_stays(host: Host, store: Path) -> None:
    told = host("log", "retention", "--days", "90", "--store", store, "--json")
    assert told.status == exit_codes.OK
    assert [(row["stays"], row["may_go"]) for row in told.document["logs"]] == [
        (None, True),
        ("forks", False),
        ("present", False),
    ]
    assert "not old enough" in host("log", "retention", "--days", "101", "--store", store).out


def test_a_log_leaves_only_after_a_whole_copy_and_a_yes(
    host: Host, store: Path, tmp_path: Path
) -> None:
    words = ["log", "retention", "--days", "90", "--store", store, "--archive", tmp_path / "old"]
    assert host(*words, "--dry-run").status == exit_codes.OK
    assert host(*words).status == exit_codes.USAGE  # nobody to be asked
    assert host(*words, types="n\n").status == exit_codes.REFUSED
    assert len(LineStore(store, read_only=True).logs()) == 3
    done = host(*words, types="y\n")
    assert done.status == exit_codes.OK, done.err
    (file,) = (tmp_path / "old").iterdir()
    assert file.read_bytes() == b"".join(b"line %d\n" % seq for seq in range(1, 2501))
    kept = LineStore(store, read_only=True)
    assert [row[1] for row in kept.logs()] == [FORKED, PRESENT]
    assert kept.last("MZ-1", OLD) is None
    kept.close()


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda kept: kept.append("MZ-1", OLD, [Line(2501, b"line 2501\n", bytes(32))]),
        lambda kept: kept.keep_fork("MZ-1", OLD, 7, b"another line\n"),
    ],
)
def test_a_log_that_changes_while_it_is_copied_stays_and_its_copy_goes(
    host: Host,
    store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[LineStore], object],
) -> None:
    def synced_late(folder: Path) -> None:
        synced(folder)
        other = LineStore(store)
        meanwhile(other)
        other.close()

    monkeypatch.setattr(retiring, "synced", synced_late)
    words = ["log", "retention", "--days", "90", "--store", store, "--yes"]
    done = host(*words, "--archive", tmp_path / "old")
    assert done.status == exit_codes.REFUSED
    assert f"The log MZ-1 {OLD.hex()} changed while it was copied" in done.err
    assert list((tmp_path / "old").iterdir()) == []
    kept = LineStore(store, read_only=True)
    assert [row[1] for row in kept.logs()] == [OLD, FORKED, PRESENT]
    assert kept.last("MZ-1", OLD) is not None
    kept.close()


def test_what_cannot_be_written_stays_in_the_store(
    host: Host, store: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    words = ["log", "retention", "--days", "90", "--store", store, "--yes"]
    done = host(*words, "--archive", tmp_path / "file" / "old")
    assert done.status == exit_codes.REFUSED
    there = tmp_path / "old" / f"MZ-1-{OLD.hex()}.log"
    there.parent.mkdir()
    there.write_text("an older copy")
    again = host(*words, "--archive", there.parent)
    assert again.status == exit_codes.REFUSED
    assert there.read_text() == "an older copy"
    assert len(LineStore(store, read_only=True).logs()) == 3
    assert host("log", "retention", "--store", tmp_path / "none").status == exit_codes.NOT_FOUND
