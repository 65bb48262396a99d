"""Commands of a host whose floor and witness were paired at the table.

Shared by the tests of door, session and app. Seals lines as a host does; judges nothing.
"""

from __future__ import annotations

from firmware.lines.mac import command_tag
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from tests.journal_bench import BOOT, TABLE

KEY = bytes(range(32))
OTHER_KEY = bytes(32)


class Keys:
    """Floor and witness are paired, nobody else."""

    def key_of(self, role: int) -> bytes | None:
        return KEY if role in (m.ROLE_FLOOR, m.ROLE_WITNESS) else None


def command(
    message: tuple, counter: int, *, key: bytes = KEY, boot: bytes = BOOT, table: str = TABLE
) -> bytes:
    body = write(message, counter, 10)
    return seal(body, command_tag(key, table, boot, body))
