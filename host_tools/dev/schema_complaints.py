"""How the generator complains: everything that is wrong, at once, with file and name.

Whoever edits the schema wants to see all mistakes of one edit together. The readers of the files
tell what they expect and go on; at the end it is one error. Also here: the spellings that all
files share. Rule of the file: a complaint names the file and the row first, then the promise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

INT_MAX = 2**30 - 1

NAME = re.compile(r"[a-z][a-z0-9_]*")
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")


class SchemaError(Exception):
    """The schema breaks its own promises; `faults` lists every sentence, file and name first."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass
class Complaints:
    """Collects what is wrong, so that one run names everything."""

    sentences: list[str] = field(default_factory=list)

    def expect(self, holds: object, where: str, sentence: str) -> bool:
        """Note the sentence unless `holds`; whether it does."""
        if not holds:
            self.sentences.append(f"{where}: {sentence}")
        return bool(holds)


def integer(row: dict[str, Any], key: str, default: int, where: str, wrong: Complaints) -> int:
    """The integer under `key`, or `default`, with a complaint where it is none."""
    value = row.get(key, default)
    if wrong.expect(type(value) is int, where, f"{key} must be an integer"):
        return value
    return default
