"""Older stores become today's with every line they had; and the tables ask nothing special."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable

from host_tools.store import Line, LineStore, opening
from host_tools.store.care import check
from host_tools.store.keeping import hand_begun
from host_tools.store.tables import METADATA, VERSION
from host_tools.store.trouble import StoreError
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SERIAL, LOG = "MZ-0007", bytes.fromhex("11e5c5368b243d4a")
OLD = [1, 2]
LINES = 300
HANDS = [(1, 84), (2, 271)]


def old(version: int, folder: Path) -> Path:
    path = folder / "lines.sqlite3"
    shutil.copyfile(ROOT / "tests" / "data" / "stores" / f"v{version}.sqlite3", path)
    return path


def rows(path: Path, table: str) -> list[tuple]:
    db = sqlite3.connect(path)
    try:
        return db.execute(f"SELECT * FROM {table}").fetchall()
    finally:
        db.close()


def shape(path: Path) -> dict[str, tuple[object, object, object]]:
    """Columns, keys and indexes of every table, as the file itself tells them."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    seen = inspect(engine)
    return {
        name: (
            [(one["name"], str(one["type"]), one["nullable"]) for one in seen.get_columns(name)],
            seen.get_pk_constraint(name)["constrained_columns"],
            [(one["name"], one["column_names"]) for one in seen.get_indexes(name)],
        )
        for name in seen.get_table_names()
    }


@pytest.mark.parametrize("version", OLD)
def test_an_older_store_keeps_every_row_and_learns_its_hands(version: int, tmp_path: Path) -> None:
    path = old(version, tmp_path)
    before = {name: rows(path, name) for name in ("lines", "forks", "promises", "counters")}
    for _ in range(2):
        store = LineStore(path)
        assert store.version == VERSION
        assert store.hands(SERIAL, LOG) == HANDS
        assert store.received_ms(SERIAL, LOG, 1) is None
        assert store.forks_dropped(SERIAL, LOG) == (2 if version > 1 else 0)
        store.close()
    after = {name: rows(path, name) for name in before}
    after["lines"] = [row[:-1] for row in after["lines"]]
    assert after == before
    assert len(before["lines"]) == LINES
    assert check(path).findings == ()


@pytest.mark.parametrize("version", OLD)
def test_an_older_store_and_a_new_one_have_the_same_shape(version: int, tmp_path: Path) -> None:
    path, new = old(version, tmp_path), tmp_path / "new.sqlite3"
    LineStore(path).close()
    LineStore(new).close()
    assert shape(path) == shape(new)
    assert rows(path, "alembic_version") == rows(new, "alembic_version")
    strict = "SELECT name, strict, wr FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'"
    with sqlite3.connect(path) as one, sqlite3.connect(new) as other:
        assert sorted(one.execute(strict)) == sorted(other.execute(strict))
    one.close()
    other.close()


@pytest.mark.parametrize("version", OLD)
def test_an_older_store_is_looked_at_as_it_is(version: int, tmp_path: Path) -> None:
    path = old(version, tmp_path)
    octets = path.read_bytes()
    store = LineStore(path, read_only=True)
    assert store.hands(SERIAL, LOG) == HANDS
    assert store.hand_bounds(SERIAL, LOG, 1) == (84, 271)
    assert store.hand_bounds(SERIAL, LOG, 2) == (271, None)
    assert store.hand_bounds(SERIAL, LOG, 3) is None
    store.close()
    assert path.read_bytes() == octets


def test_a_step_that_breaks_off_leaves_the_old_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old(2, tmp_path)
    before = shape(path), rows(path, "lines")
    from host_tools.store import migrating

    whole = migrating.migrate

    def broken(db: object, version: int) -> None:
        whole(db, version)  # type: ignore[arg-type]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrating, "migrate", broken)
    with pytest.raises(StoreError, match="No space left"):
        LineStore(path)
    monkeypatch.undo()
    assert (shape(path), rows(path, "lines")) == before
    LineStore(path).close()
    assert len(rows(path, "hands")) == len(HANDS)


def test_postgresql_would_take_the_tables() -> None:
    dialect = postgresql.dialect()
    for table in METADATA.sorted_tables:
        said = str(CreateTable(table).compile(dialect=dialect))
        assert "STRICT" not in said
        assert "ROWID" not in said
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))
    assert "seq BIGINT" in str(CreateTable(METADATA.tables["lines"]).compile(dialect=dialect))


def test_only_one_file_speaks_to_sqlite_itself() -> None:
    room = ROOT / "host_tools" / "store"
    speaks = {
        path.name
        for path in room.rglob("*.py")
        if "exec_driver_sql" in path.read_text() or "import sqlite3" in path.read_text()
    }
    assert speaks == {"opening.py", "care.py"}


def test_hands_are_noted_as_their_lines_come(tmp_path: Path) -> None:
    store = LineStore(tmp_path / "lines.sqlite3")
    begin = b"%d 5 hand_started hand=%d button=1 #00 ~00\n"
    told = [Line(seq, begin % (seq, hand), bytes(32)) for seq, hand in [(3, 7), (9, 8), (12, 7)]]
    store.append(SERIAL, LOG, [*told, *told, Line(13, b"13 5 card_fed n=1 #00 ~00\n", bytes(32))])
    store.append(SERIAL, LOG, told)
    assert store.hands(SERIAL, LOG) == [(7, 3), (8, 9), (7, 12)]
    assert store.hand_bounds(SERIAL, LOG, 7) == (12, None)  # the later one under this number
    assert store.hand_bounds(SERIAL, LOG, 8) == (9, 12)
    assert [one.seq for one in store.lines(SERIAL, LOG, 9, 12)] == [9]
    assert store.received_ms(SERIAL, LOG, 3) is not None
    store.close()


def test_a_long_log_comes_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host_tools.store.keeping.PAGE", 10)
    store = LineStore(tmp_path / "lines.sqlite3")
    told = [Line(seq, b"%d\n" % seq, bytes(32)) for seq in range(1, 41)]
    store.append(SERIAL, LOG, told)
    assert list(store.lines(SERIAL, LOG)) == told
    assert list(store.lines(SERIAL, LOG, 25)) == told[24:]
    store.close()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"1 2 hand_started",
        b"1 2 hand_started hand=x b\n",
        b"1 2 seat_taken hand=3 b\n",
        b"1 2 hand_started n=3 b\n",
    ],
)
def test_what_is_no_beginning_of_a_hand_is_none(line: bytes) -> None:
    assert hand_begun(line) == 0


def test_a_failed_statement_tells_no_values(tmp_path: Path) -> None:
    store = LineStore(tmp_path / "lines.sqlite3")
    store.db.exec_driver_sql("DROP TABLE promises")
    with pytest.raises(StoreError) as told:
        store.promise(SERIAL, LOG, 1, 0, b"commitment", b"secret")
    assert "secret" not in f"{told.value!r} {told.value} {told.value.__context__}"
    store.close()


def test_help_starts_without_the_store_s_libraries() -> None:
    program = (
        "import sys; from host_tools.cli.main import run; run(['--help']); run(['db', '--help']);"
        "sys.exit(bool({'sqlalchemy', 'alembic'} & set(sys.modules)))"
    )
    words = [sys.executable, "-c", program]
    assert subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_the_newest_version_has_a_step_to_it() -> None:
    steps = sorted((ROOT / "host_tools/store/migrations/versions").glob("v*.py"))
    assert [path.name.split("_")[0] for path in steps] == [f"v{n + 1}" for n in range(VERSION)]
    assert opening.VERSION == VERSION
