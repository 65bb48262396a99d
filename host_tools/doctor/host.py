"""Looks at this computer: program, preferences, clock, disk, keys, store, ports.

The rule of the file: it looks and changes nothing; a look that fails is a finding.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.doctor.finding import Finding, broken, doubtful, well
from host_tools.texts.system_words import system_words

if TYPE_CHECKING:
    from host_tools.link.discovery import Seen

PYTHON_MIN = (3, 11)
NEEDED = ("click", "rich", "pyserial", "sqlalchemy", "alembic")
OPTIONAL = ("textual", "starlette", "uvicorn", "matplotlib")
WRITTEN_MS = 1_764_000_000_000  # a clock before this (November 2025) stands wrong

LOW_BYTES = 1 << 30
"""A hand of ten players is about 60 kB; below this a busy room has a few weeks."""

EMPTY_BYTES = 50 << 20


def program() -> Iterator[Finding]:
    """Python, this program, and what it stands on."""
    python = platform.python_version()
    is_good = sys.version_info >= PYTHON_MIN
    yield (well if is_good else broken)("python", "python" if is_good else "old_python", it=python)
    try:
        yield well("program", "program", it=version("mazziere"))
    except PackageNotFoundError:
        yield doubtful("program", "not_installed")
    missing = [name for name in NEEDED if not _version(name)]
    if missing:
        yield broken("packages", "packages_missing", names=", ".join(missing))
    else:
        told = ", ".join(f"{name} {_version(name)}" for name in NEEDED)
        yield well("packages", "packages", names=told)
    absent = [name for name in OPTIONAL if not _version(name)]
    if absent:
        yield doubtful("packages", "packages_optional", names=", ".join(absent))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def clock(store: Path) -> Finding:
    """This computer dates the lines, so its clock has to go right."""
    now_ms = time.time_ns() // 1_000_000
    told = datetime.now(UTC).isoformat(timespec="seconds")
    if now_ms < WRITTEN_MS:
        return broken("clock", "clock_wrong", now=told)
    with suppress(OSError):
        if store.stat().st_mtime_ns // 1_000_000 > now_ms + 60_000:
            return broken("clock", "clock_behind", now=told)
    if Path("/run/systemd/timesync").is_dir():
        if not Path("/run/systemd/timesync/synchronized").exists():
            return doubtful("clock", "clock_unsynchronised", now=told)
        return well("clock", "clock_synchronised", now=told)
    return well("clock", "clock", now=told)


def disk(store: Path) -> Finding:
    """Room for what is to be stored."""
    folder = store.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return broken("disk", "disk_unreadable", path=str(folder), why=system_words(error))
    told: dict[str, Any] = {"path": str(folder), "free": round(free / (1 << 30), 1)}
    if not os.access(folder, os.W_OK):
        return broken("disk", "disk_closed", path=str(folder))
    if free < EMPTY_BYTES:
        return broken("disk", "disk_full", **told)
    return (doubtful if free < LOW_BYTES else well)(
        "disk", "disk_low" if free < LOW_BYTES else "disk", **told
    )


def keys(folder: Path) -> Iterator[Finding]:
    """The keys of the tables this host was paired with."""
    from firmware.schema import messages as m
    from host_tools.link.role_keys import KeyUnusable, read_key

    if not folder.exists():
        yield well("keys", "keys_none", path=str(folder))
        return
    if os.name == "posix" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield broken("keys", "keys_open", path=str(folder))
        return
    usable = 0
    try:
        files = sorted(folder.glob("*.key"))
    except OSError as error:
        yield broken("keys", "keys_unreadable", path=str(folder), why=system_words(error))
        return
    for file in files:
        role = file.name.split(".")[-2]
        try:
            read_key(file, m.ROLE_WORDS.index(role) if role in m.ROLE_WORDS else 0)
            usable += 1
        except (KeyUnusable, OSError):
            yield broken("keys", "key_unusable", path=str(file))
    yield well("keys", "keys", path=str(folder), count=usable)


def store(path: Path) -> Iterator[Finding]:
    """The store: there, of this version, without contradicting lines."""
    from host_tools.store import LineStore, StoreError
    from host_tools.store.tables import VERSION

    if not path.exists():
        yield well("store", "store_none", path=str(path))
        return
    try:
        kept = LineStore(path, read_only=True)
        try:
            logs = kept.logs()
            forks = sum(len(kept.forks(serial, log)) for serial, log, _, _ in logs)
            of_version = kept.version
        finally:
            kept.close()
    except StoreError as error:
        yield broken("store", "store_unusable", path=str(path), why=error.detail or error.key)
        return
    told = {"path": str(path), "logs": len(logs), "lines": sum(row[3] for row in logs)}
    if of_version < VERSION:
        yield doubtful("store", "store_old", path=str(path))
    elif forks:
        yield broken("store", "store_forks", path=str(path), forks=forks)
    else:
        yield well("store", "store", **told)


def ports(seen: Iterable[Seen]) -> Iterator[Finding]:
    """What answers at the ports that may lead to a table, and what does not."""
    any_port = False
    for one in seen:
        any_port = True
        if one.is_safe_mode:
            yield broken("port", "port_safe_mode", port=one.port, table=one.serial)
        elif one.serial:
            yield well("port", "port", port=one.port, table=one.serial)
        elif one.trouble == "discovery.busy":
            yield doubtful("port", "port_busy", port=one.port, holder=one.holder or "?")
        elif one.trouble == "discovery.silent":
            yield doubtful("port", "port_silent", port=one.port)
        elif _is_closed(one.port):
            yield broken("port", "port_closed", port=one.port)
        else:
            yield broken("port", "port_unopened", port=one.port, why=one.why or one.trouble)
    if not any_port:
        yield doubtful("port", "ports_none")


def _is_closed(port: str) -> bool:
    return os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK)
