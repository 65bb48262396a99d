"""Opens the store's file, or says why not; the one place that knows it is SQLite.

A file is looked at before anything is done to it: another program's, a newer program's or a
damaged one is refused as it stands. An older one of ours is brought up to date in one commit. What
is committed is on the disk (write-ahead log, synced at every commit). The rule of the file: what
SQLite or the file system reports leaves here as one of our own errors, without the values of the
statement that failed, for some of them are secret.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine, exc, insert
from sqlalchemy.pool import NullPool

from host_tools.store.tables import ALEMBIC_VERSION, APPLICATION, METADATA, VERSION, revision
from host_tools.store.trouble import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreFull,
    StoreNewer,
)
from host_tools.texts.system_words import system_words

BUSY_SECONDS = 5.0

CHECKED_BYTES_MAX = 256 << 20
"""Above this the full check at opening would keep a room waiting (about a second per 200 MB);
`mazziere db check` is the place for it.
"""


def connect(path: Path, read_only: bool) -> Connection:
    """The file, opened and fit for use; read_only: it must be there, and nothing in it changes.

    Raises:
        StoreError: it cannot be used; its kind says why and what to do.
    """
    with told(path):
        if not read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
        if not read_only and not path.exists():
            path.touch(mode=0o600)  # the witness's numbers are secret until they are opened
        db = _connection(path, "ro" if read_only else "rwc")
    try:
        with told(path):
            look(db, path) if read_only else _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _connection(path: Path, mode: str) -> Connection:
    name = f"{path.resolve().as_uri()}?mode={mode}"
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(name, uri=True, timeout=BUSY_SECONDS),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",  # transactions begin where `commit` says, and only there
    )
    return engine.connect()


def pragma(db: Connection, name: str) -> int:
    """A whole-number setting of the file."""
    return db.exec_driver_sql(f"PRAGMA {name}").scalar_one()


def look(db: Connection, path: Path) -> tuple[bool, int]:
    """Whether the file is empty, and its version; an error when it is not one of ours."""
    application = pragma(db, "application_id")
    version = pragma(db, "user_version")
    empty = not db.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one()
    if not empty and application != APPLICATION:
        raise StoreForeign(path, f"application id {application:#x}")
    if version > VERSION:
        raise StoreNewer(path, f"version {version}, this program knows {VERSION}")
    return empty, version


def _prepare(db: Connection, path: Path) -> None:
    empty, version = look(db, path)
    db.exec_driver_sql("PRAGMA journal_mode = WAL")
    db.exec_driver_sql("PRAGMA synchronous = FULL")
    if empty:
        with commit(db, path):
            if look(db, path)[0]:  # nobody made it between our look and our commit
                _make(db)
    elif path.stat().st_size <= CHECKED_BYTES_MAX:
        found = db.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise StoreDamaged(path, found)
    if not empty and version < VERSION:
        with commit(db, path):
            version = look(db, path)[1]
            if version < VERSION:
                from host_tools.store.migrating import migrate

                migrate(db, version)
                db.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _make(db: Connection) -> None:
    METADATA.create_all(db, checkfirst=False)
    db.execute(insert(ALEMBIC_VERSION).values(version_num=revision(VERSION)))
    db.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    db.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


@contextmanager
def commit(db: Connection, path: Path) -> Iterator[Connection]:
    """All of the block or nothing of it; nobody else writes meanwhile."""
    with told(path):
        db.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            yield db
            db.exec_driver_sql("COMMIT")
        except BaseException:
            # A full disk ends the transaction by itself; who is stopped in the middle of a
            # statement has lost the connection, and the transaction with it.
            if not db.invalidated and _is_open(db):
                db.exec_driver_sql("ROLLBACK")
            raise


def _is_open(db: Connection) -> bool:
    return bool(getattr(db.connection.driver_connection, "in_transaction", False))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system report into our own errors."""
    try:
        yield
    except exc.DBAPIError as error:
        raise _of_sqlite(path, error.orig) from None
    except sqlite3.DatabaseError as error:
        raise _of_sqlite(path, error) from None
    except OSError as error:
        raise StoreError(path, system_words(error)) from error


def _of_sqlite(path: Path, error: BaseException | None) -> StoreError:
    name = getattr(error, "sqlite_errorname", None) or ""
    if not isinstance(error, sqlite3.OperationalError):
        return StoreDamaged(path, str(error))
    code = name.split("_")[1] if "_" in name else ""
    kinds = {"BUSY": StoreBusy, "LOCKED": StoreBusy, "FULL": StoreFull}
    return kinds.get(code, StoreError)(path, str(error))
