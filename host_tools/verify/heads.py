"""The witness's heads: what somebody outside the table saw of its log, and when it could not lie.

A chain proves that no line was changed since it was computed, and anybody can compute one. So a
whole log can be written anew, every hash right, unless somebody else holds the full hash of some
line of the first one. The witness does: it stored each line when it came. It writes these hashes
out, and whoever has that file can tell the log that was played from any other. Rule of the file:
a head is (table, log, line number, 32 bytes), one a line of text, and nothing else is in it.

    # heads of MZ-0007
    MZ-0007 9f3a01c25b7d4e60 3 d41d518a29596bd1…
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware.schema import messages as m
from host_tools.verify.source import SourceError, chosen, opened_store

HEAD = re.compile(
    r"(?P<table>[A-Za-z0-9][A-Za-z0-9_.:-]{0,23}) (?P<log>[0-9a-f]{16}) (?P<seq>[1-9][0-9]{0,9})"
    r" (?P<head>[0-9a-f]{64})"
)

TOLD_AFTER = frozenset(
    m.NAMES[one].encode() for one in (m.ORDER_COMMITTED, m.ORDER_REVEALED, m.LOG_HEAD)
)
"""Lines behind which a head is written out: every promise, every opening, every 64 lines."""


def read_heads(path: Path, table: str, log: bytes) -> dict[int, bytes]:
    """Line number -> full hash, of one log.

    Raises:
        SourceError: the file cannot be read, holds something else, or no head of this log.
    """
    heads: dict[int, bytes] = {}
    try:
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        raise SourceError("missing", path) from None
    except (OSError, ValueError) as error:
        raise SourceError("unreadable", path, str(error)) from None
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.startswith("#"):
            continue
        found = HEAD.fullmatch(row)
        if found is None:
            raise SourceError("no_head", path, str(number))
        if (found["table"], found["log"]) != (table, log.hex()):
            continue
        seq, head = int(found["seq"]), bytes.fromhex(found["head"])
        if heads.setdefault(seq, head) != head:
            raise SourceError("two_heads", path, str(number))
    if not heads:
        raise SourceError("no_heads_of", path, f"{table} {log.hex()}")
    return heads


def heads_to_tell(lines: Iterable[tuple[int, bytes, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Which of the stored (number, line, full hash) a witness writes out; always the last."""
    last: tuple[int, bytes] | None = None
    for seq, raw, head in lines:
        last = seq, head
        if raw.split(b" ", 3)[2] in TOLD_AFTER:
            yield last
            last = None
    if last is not None:
        yield last


def spelled(table: str, log: bytes, seq: int, head: bytes) -> str:
    """One row of the file, without its newline."""
    return f"{table} {log.hex()} {seq} {head.hex()}"


def heads_of_store(path: Path, table: str = "", log: str = "") -> tuple[str, bytes, list[str]]:
    """Table, log and the rows that a host's store has to tell of it.

    Raises:
        SourceError: there is no such store or log in it, or several and none was chosen.
    """
    with opened_store(path) as store:
        serial, log_id = chosen(store, path, table, log)
        kept = ((one.seq, one.line, one.head) for one in store.lines(serial, log_id))
        rows = [spelled(serial, log_id, *one) for one in heads_to_tell(kept)]
    return serial, log_id, rows
