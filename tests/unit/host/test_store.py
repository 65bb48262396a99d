"""The store: real SQLite in a real folder; nothing is lost, doubled or overwritten."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from host_tools.store import ForkKept, Line, LineStore
from host_tools.store.forks import FORKS_PER_LINE_MAX
from host_tools.store.opening import commit
from host_tools.store.trouble import StoreBusy, StoreDamaged, StoreError, StoreForeign, StoreNewer

if TYPE_CHECKING:
    from pathlib import Path

LOG = bytes(8)
FORKS_MAX = 20


def line(seq: int, text: bytes = b"line") -> Line:
    return Line(seq, text + b" %d\n" % seq, bytes(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "lines.sqlite3"


def test_what_was_appended_is_there_for_the_next_program(path: Path) -> None:
    store = LineStore(path)
    assert store.append("T1", LOG, [line(1), line(2)]) == []
    store.close()
    again = LineStore(path)
    assert list(again.lines("T1", LOG)) == [line(1), line(2)]
    assert again.last("T1", LOG) == line(2)
    assert again.last("T2", LOG) is None
    assert again.line("T1", LOG, 3) is None
    assert [(serial, log, count) for serial, log, _, count in again.logs()] == [("T1", LOG, 2)]


def test_the_same_line_again_is_no_event_and_another_one_is_a_fork(path: Path) -> None:
    store = LineStore(path)
    store.append("T1", LOG, [line(1)])
    fork = line(1, b"other")
    assert store.append("T1", LOG, [line(1), fork, fork, line(2)]) == [fork, fork]
    assert list(store.lines("T1", LOG)) == [line(1), line(2)]
    assert store.forks("T1", LOG) == [(1, fork.line)]


def test_a_forger_fills_no_disk_and_what_is_not_kept_is_counted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.forks.FORKS_MAX", FORKS_MAX)
    store = LineStore(path)
    store.append("T1", LOG, [line(seq) for seq in range(1, FORKS_MAX)])
    kept = [store.keep_fork("T1", LOG, 1, b"forged %d" % n) for n in range(6)]
    assert kept == [ForkKept.NEW] * FORKS_PER_LINE_MAX + [ForkKept.DROPPED] * 2
    assert store.keep_fork("T1", LOG, 1, b"forged 0") is ForkKept.KNOWN
    for seq in range(2, FORKS_MAX):
        store.keep_fork("T1", LOG, seq, b"forged")
    assert len(store.forks("T1", LOG)) == FORKS_MAX
    assert store.append("T1", LOG, [line(9, b"late")]) == [line(9, b"late")]
    assert len(store.forks("T1", LOG)) == FORKS_MAX
    assert store.forks_dropped("T1", LOG) == 2 + FORKS_PER_LINE_MAX - 2 + 1
    assert store.keep_fork("T2", LOG, 1, b"another table's") is ForkKept.NEW
    assert store.forks_dropped("T2", LOG) == 0


def test_logs_and_tables_are_kept_apart(path: Path) -> None:
    store = LineStore(path)
    for serial, log in [("T1", LOG), ("T2", LOG), ("T1", bytes(7) + b"x")]:
        assert store.append(serial, log, [line(1, serial.encode() + log)]) == []
    assert len(store.logs()) == 3
    assert store.log_names() == [(serial, log) for serial, log, _, _ in store.logs()]


def test_every_commit_is_synced_to_the_disk(path: Path) -> None:
    store = LineStore(path)
    assert store.db.exec_driver_sql("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.db.exec_driver_sql("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_nobody_else_may_read_the_witness_s_numbers(path: Path) -> None:
    LineStore(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_killed_in_the_middle_of_writing_it_keeps_whole_commits(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from host_tools.store import Line, LineStore\n"
        "store = LineStore(Path(sys.argv[1]))\n"
        "for n in range(1, 100000, 10):\n"
        "    store.append('T', bytes(8), [Line(n + i, b'x', bytes(32)) for i in range(10)])\n"
        "    print(n + 9, flush=True)\n"
    )
    words = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(20)]
        writer.send_signal(signal.SIGKILL)
    last = LineStore(path).last("T", bytes(8))
    assert last is not None
    assert last.seq >= told[-1]
    assert last.seq % 10 == 0


def test_stopped_in_the_middle_of_a_statement_it_keeps_nothing_of_it(path: Path) -> None:
    """As SQLAlchemy does on Ctrl-C: the connection is gone when the exception comes by."""
    store = LineStore(path)
    store.append("MZ-1", bytes(8), [Line(1, b"1 0 one #a ~b\n", bytes(32))])

    def stopped() -> None:
        with commit(store.db, path) as db:
            db.exec_driver_sql("DELETE FROM lines")
            db.invalidate()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    store.close()
    again = LineStore(path)
    assert [kept.seq for kept in again.lines("MZ-1", bytes(8))] == [1]
    again.close()


def test_a_newer_store_is_left_alone(path: Path) -> None:
    LineStore(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreNewer, match="version 99"):
        LineStore(path)


def test_another_program_s_file_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreForeign):
        LineStore(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("where", ["head", "middle"])
def test_a_damaged_store_is_refused_and_not_touched(path: Path, where: str) -> None:
    store = LineStore(path)
    store.append("T1", LOG, [line(seq, os.urandom(200)) for seq in range(1, 500)])
    store.close()
    octets = bytearray(path.read_bytes())
    at = 0 if where == "head" else len(octets) // 2 // 4096 * 4096
    octets[at : at + 64] = b"\xff" * 64
    path.write_bytes(octets)
    with pytest.raises(StoreDamaged):
        LineStore(path)
    assert path.read_bytes() == bytes(octets)


def test_a_store_that_others_hold_locked_is_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.opening.BUSY_SECONDS", 0.05)
    store = LineStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy):
        store.append("T1", LOG, [line(1)])
    other.execute("ROLLBACK")
    assert store.append("T1", LOG, [line(1)]) == []
    other.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        LineStore(tmp_path / "file" / "lines.sqlite3")


def test_a_promise_is_kept_for_ever_and_counters_only_rise(path: Path) -> None:
    store = LineStore(path)
    assert store.promise("T1", LOG, 1, 0, b"commit", b"w1") == (b"commit", b"w1")
    assert store.promise("T1", LOG, 1, 0, b"commit", b"w2") == (b"commit", b"w1")
    assert store.promise("T1", LOG, 1, 0, b"other", b"w3") == (b"commit", b"w1")
    counters = [store.next_counter("T1", "witness") for _ in range(3)]
    assert counters == [1, 2, 3]
    assert store.next_counter("T1", "witness", above=40) == 41
    store.close()
    assert LineStore(path).next_counter("T1", "witness") == 42
