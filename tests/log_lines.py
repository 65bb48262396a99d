"""A log as a table would write it, for tests that read lines: chained, numbered, sealed.

`LoggedTable` stands between a `TableDriver` and its core and keeps what would be journalled, in
order: each accepted input, then the effects and reports it caused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import Line, parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from firmware.core import Table

TABLE = "MZ-TEST"
LOG = bytes(range(8))
BOOT = bytes(8)
STEP_MS = 100


class LoggedTable:
    """A core whose inputs, refused ones too, effects and reports are kept."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.log: list[tuple[Any, ...]] = []

    def take(self, message: tuple[Any, ...], out: list[tuple[Any, ...]]) -> int:
        before = len(out)
        code = self._table.take(message, out)
        self.log.append(message)
        self.log += [one for one in out[before:] if m.VISIBILITY[one[0]] == m.VISIBILITY_LOG]
        return code

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def logged_driver(profile: int = 0) -> TableDriver:
    """A driver whose `table.log` holds what would be journalled."""
    driver = TableDriver(profile)
    driver.table = LoggedTable(driver.table)  # type: ignore[assignment]
    return driver


def lines_of(messages: list[tuple[Any, ...]], step_ms: int = STEP_MS) -> list[Line]:
    """The messages as lines of one log, after the line that opens its first segment."""
    start = genesis(TABLE, LOG)
    chain = Chain(start)
    lines = []
    for number, message in enumerate([(m.SEGMENT_OPENED, TABLE, LOG, 1, BOOT, start), *messages]):
        body = write(message, number + 1, number * step_ms)
        lines.append(parse(seal(body, chain.add(body))))
    return lines
