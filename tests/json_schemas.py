"""Which published schema a command's document has to meet, and whether it does.

A document of the command `device list` meets `device.list.json` of `host_tools/schemas`; one that
tells how a command ended meets `error.json`, one that tells what a table was asked for
`asked.json`. Some lie beside the room that makes them.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema

from tests.source_tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SCHEMAS = ROOT / "host_tools" / "schemas"
ELSEWHERE = {
    "hand show": "hands/hand.schema.json",
    "hand explain": "hands/explain.schema.json",
    "report": "night/report.schema.json",
    "table watch": "view/table.schema.json",
}
SHARED = {"test": "test.json"}
"""All commands of a group have one schema."""

WITHOUT_ONE = {"replay": "an object a hand and line", "trng report": "its files are its result"}
"""Documents that are not one document with a version, and why."""


def schema_path(command: str) -> Path | None:
    """The schema of a reading command (`device list`); None where it has none of its own."""
    if command in ELSEWHERE:
        return ROOT / "host_tools" / ELSEWHERE[command]
    for name in (f"{command.replace(' ', '.')}.json", SHARED.get(command.partition(" ")[0], "")):
        if name and (SCHEMAS / name).exists():
            return SCHEMAS / name
    return None


@cache
def _schema(path: Path) -> Any:
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


def check(words: Sequence[str], document: Any) -> None:
    """Fail where the document of this command line is not as published."""
    if "error" in document:
        path: Path | None = SCHEMAS / "error.json"
    elif "acts" in document:
        path = SCHEMAS / "asked.json"
    else:
        path = next(filter(None, (schema_path(name) for name in _names(words))), None)
    assert path is not None, f"no schema for {words}"
    jsonschema.validate(document, _schema(path))


def _names(words: Sequence[str]) -> list[str]:
    """What the command may be called, the longest name first: options may stand before it."""
    for at in range(len(words)):
        for length in (3, 2, 1):
            name = " ".join(words[at : at + length])
            if schema_path(name) is not None:
                return [name]
    return []
