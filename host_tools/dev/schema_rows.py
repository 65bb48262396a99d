"""The schema as plain records: messages, fields, settings, and what two sides must agree on.

What the TOML files say, once it is checked, in the order that everything generated from it
follows. Here is also reckoned how long a message's line can get, and the hash by which table and
host see at the first word whether they speak of the same things. Rule of the file: nothing here is
read or written, the records only know themselves.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

KINDS = ("input", "effect", "report", "command", "link")
VISIBILITIES = ("log", "wire", "device")
TYPES = ("int", "enum", "word", "hex", "text")
SEVERITIES = ("note", "hold", "stop")
NOTICED = ("sensed", "reported")
PROFILES = ("default", "rulebook", "tda2024", "phh", "tournament", "turbo", "super_turbo")
_TOURNAMENTS = ("rulebook", "tda2024", "turbo", "super_turbo")
LANGUAGES = ("it", "en")


def side_of(profile: str, sides: dict[str, Any], default: Any) -> Any:
    """What a rule set says: its own word, else that of tournaments if it is one, else `default`.

    `default` is a cash game.
    """
    if profile in _TOURNAMENTS and profile not in sides:
        profile = "tournament"
    return sides.get(profile, default)


_SEQ_CHARS = 10  # 2^30 - 1
_MS_CHARS = 10  # the table restarts its clock below 2^29; the grammar takes all below 2^30
_CHAIN_TAG_CHARS = 16  # 8 bytes
_MAC_TAG_CHARS = 32  # 16 bytes
_CRC_CHARS = 8


@dataclass(frozen=True)
class Field:
    """One field of a message. `low`, `high`: the integer's range, or the length in bytes;
    `as_long_as`: the list before it that has as many items, or empty.
    """

    name: str
    type: str
    low: int
    high: int
    enum: str
    optional: bool
    unknown: bool
    list_max: int
    unit: str
    doc: str
    as_long_as: str


@dataclass(frozen=True)
class Message:
    """One message: its number, its name, who may see it, its fields in written order."""

    id: int
    name: str
    kind: str
    visibility: str
    since: int
    retired: int
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Setting:
    """One setting; a choice has `words`, a number has `low`, `high` and `unit`."""

    id: int
    name: str
    kind: str
    low: int
    high: int
    unit: str
    words: tuple[str, ...]
    defaults: tuple[int, ...]
    source: str
    doc: str


@dataclass(frozen=True)
class Schema:
    """All files, checked. Rows of all but messages and settings stay as they were read."""

    major: int
    minor: int
    enums: dict[str, tuple[str, ...]]
    messages: tuple[Message, ...]
    settings: tuple[Setting, ...]
    faults: tuple[dict[str, Any], ...]
    irregularities: tuple[dict[str, Any], ...]
    words: tuple[dict[str, Any], ...]
    steps: tuple[dict[str, Any], ...] = ()
    procedures: tuple[dict[str, Any], ...] = ()
    rulings: tuple[dict[str, Any], ...] = ()

    def hash(self) -> bytes:
        """First 8 bytes of SHA-256 over what two sides must agree on; sentences do not count."""
        agreed = {
            "protocol": [self.major, self.minor],
            "enums": {name: list(words) for name, words in self.enums.items()},
            "messages": [
                [
                    message.id,
                    message.name,
                    message.kind,
                    message.visibility,
                    [
                        [f.name, f.type, f.low, f.high, f.enum, f.optional, f.unknown, f.list_max]
                        for f in message.fields
                    ],
                    [[f.name, f.as_long_as] for f in message.fields if f.as_long_as],
                ]
                for message in self.messages
            ],
            "settings": [
                [s.id, s.name, s.kind, s.low, s.high, list(s.words), list(s.defaults)]
                for s in self.settings
            ],
            "faults": [
                [row["id"], row["code"], row["name"], row["severity"], row["retry"]]
                for row in self.faults
            ],
            "irregularities": [[row["id"], row["name"]] for row in self.irregularities],
            "words": [[row["id"], row["name"]] for row in self.words],
            "rulings": [
                [[row["id"], row["name"]] for row in self.steps],
                [[row["id"], row["name"], row["steps"]] for row in self.procedures],
                [list(row.values()) for row in self.rulings],
            ],
        }
        canonical = json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode("ascii")).digest()[:8]


def value_chars_max(row: Field, enums: dict[str, tuple[str, ...]]) -> int:
    """Longest spelling of the field's value, in characters."""
    if row.type == "int":
        one = max(len(str(row.low)), len(str(row.high)))
    elif row.type == "enum":
        one = max(len(word) for word in enums[row.enum])
    elif row.type == "word":
        one = row.high
    elif row.type == "hex":
        one = 2 * row.high
    else:
        one = 3 * row.high  # every byte may have to be written as %XX
    return one * row.list_max + row.list_max - 1 if row.list_max else one


def line_bytes_max(message: Message, enums: dict[str, tuple[str, ...]]) -> int:
    """Longest line the message can make, newline included, in bytes."""
    tag = _CHAIN_TAG_CHARS if message.visibility == "log" else _MAC_TAG_CHARS
    head = _SEQ_CHARS + 1 + _MS_CHARS + 1 + len(message.name)
    fields = sum(len(row.name) + 2 + value_chars_max(row, enums) for row in message.fields)
    return head + fields + len(" #") + tag + len(" ~") + _CRC_CHARS + len("\n")
