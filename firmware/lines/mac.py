"""The seal on a host's command: only who was paired at the table can make it.

Anybody can plug in a cable; a command that changes something must come from a role that was paired
with the lid open and the floor key held. The seal covers the table, the current boot and the whole
body with its counter, so that a line from another table, another evening or an earlier minute is
worth nothing. This file makes and compares seals; counters and keys are kept elsewhere. Rule of
the file: keys come in as arguments and never leave, and a wrong seal takes as long to refuse as a
nearly right one.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import equal_bytes, hmac_sha256
from firmware.lines.chain import serial_octets
from firmware.lines.grammar import MAC_TAG_BYTES

_COMMAND = b"MZM1"
_BOOT_ID_BYTES = const(8)


def command_tag(key: bytes, table: str, boot: bytes, body: bytes) -> bytes:
    """Tag (16 bytes) of a host's line: HMAC-SHA256 under the role's key.

    Args:
        key: the role's key, any length.
        table: serial number of the table.
        boot: boot id of the running controller, 8 bytes, from hello.
        body: the line up to its tag; its seq is the role's counter.
    """
    check(len(boot) == _BOOT_ID_BYTES, "bad_boot_id")
    return hmac_sha256(key, _COMMAND, serial_octets(table), boot, body)[:MAC_TAG_BYTES]


def is_command_tag(key: bytes, table: str, boot: bytes, body: bytes, tag: bytes | None) -> bool:
    """Whether `tag` seals this line for this table and boot; None never does."""
    return tag is not None and equal_bytes(command_tag(key, table, boot, body), tag)
