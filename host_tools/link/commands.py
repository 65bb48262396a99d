"""Writes what a host says to a table.

Greetings and acknowledgements are plain lines. A command that changes something carries the role's
rising counter and a seal made with the role's key for this table and this boot, so the table can
tell a paired host from any cable. The rule of the file: a key is used here and shown nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from firmware.lines import writer
from firmware.lines.mac import command_tag
from firmware.schema import messages as m

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class RoleKey:
    """A role and its secret, 32 bytes; the secret never shows in a repr."""

    role: int
    secret: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """The role's word."""
        return m.ROLE_WORDS[self.role]


def plain(message: tuple[Any, ...], ms: int) -> bytes:
    """A line that changes nothing: greet, ack, resend, goodbye."""
    return writer.seal(writer.write(message, None, ms), None)


def greet(start: int, ms: int) -> bytes:
    """Who we are, and from which line on we want the log."""
    return plain((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, start), ms)


def resend(start: int, ms: int) -> bytes:
    """Send again from this line on."""
    return plain((m.RESEND, start), ms)


def goodbye(ms: int) -> bytes:
    """We leave by our own will."""
    return plain((m.GOODBYE,), ms)


def ack(seq: int, head: bytes, ms: int) -> bytes:
    """Everything up to `seq` is stored for good."""
    return plain((m.ACK, seq, head if seq else None), ms)


def command(
    message: tuple[Any, ...], counter: int, key: RoleKey, serial: str, boot: bytes, ms: int
) -> bytes:
    """A sealed command: its seq is the role's counter."""
    body = writer.write(message, counter, ms)
    return writer.seal(body, command_tag(key.secret, serial, boot, body))
