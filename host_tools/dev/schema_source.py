"""Reads the schema and refuses what would not hold: the spelling, the ranges, the promises.

The TOML files in `firmware/schema` are where the table's words are written by hand: what can
happen, what can be asked, what can be set, what can go wrong, what a display shows. This file
opens them and puts them together; what is expected of each row stands in `schema_messages` and
`schema_tables`. Rule of the file: a schema is given out only when every promise holds.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from host_tools.dev.schema_complaints import Complaints, SchemaError, integer
from host_tools.dev.schema_messages import read_enums, read_message
from host_tools.dev.schema_rows import Schema
from host_tools.dev.schema_rulings import check_rulings
from host_tools.dev.schema_tables import (
    check_faults,
    check_irregularities,
    check_unique,
    check_words,
    read_setting,
)

if TYPE_CHECKING:
    from pathlib import Path


FILES = (
    "messages",
    "settings",
    "faults",
    "irregularities",
    "words",
    "procedures",
    "rulings",
)


def read_schema(folder: Path) -> Schema:
    """Read and check the files of `folder`.

    Raises:
        SchemaError: anything does not hold; it names all of it.
        OSError, tomllib.TOMLDecodeError: a file is missing or is not TOML.
    """
    wrong = Complaints()
    files = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        for name in FILES
    }
    source = files["messages"]
    major = integer(source, "protocol_major", 0, "messages.toml", wrong)
    minor = integer(source, "protocol_minor", -1, "messages.toml", wrong)
    wrong.expect(1 <= major <= 99 and 0 <= minor <= 99, "messages.toml", "no protocol version")
    enums = read_enums(source.get("enum", []), wrong)
    messages = tuple(read_message(row, enums, wrong) for row in source.get("message", []))
    settings = tuple(read_setting(row, wrong) for row in files["settings"].get("setting", []))
    faults = files["faults"].get("fault", [])
    irregularities = files["irregularities"].get("irregularity", [])
    words = files["words"].get("word", [])
    check_unique("messages.toml", [(row.id, row.name) for row in messages], wrong)
    check_unique("settings.toml", [(row.id, row.name) for row in settings], wrong)
    check_faults(faults, wrong)
    check_irregularities(irregularities, wrong)
    check_words(words, wrong)
    steps = files["procedures"].get("step", [])
    procedures = files["procedures"].get("procedure", [])
    rulings = files["rulings"].get("ruling", [])
    check_unique("procedures.toml", [(row.get("id"), row.get("name")) for row in steps], wrong)
    check_unique("procedures.toml", [(r.get("id"), r.get("name")) for r in procedures], wrong)
    check_unique("rulings.toml", [(row.get("id"), row.get("id")) for row in rulings], wrong)
    check_rulings(steps, procedures, rulings, irregularities, wrong)
    if wrong.sentences:
        raise SchemaError(wrong.sentences)
    return Schema(
        major=major,
        minor=minor,
        enums=enums,
        messages=tuple(sorted(messages, key=lambda row: row.id)),
        settings=tuple(sorted(settings, key=lambda row: row.id)),
        faults=tuple(sorted(faults, key=lambda row: row["id"])),
        irregularities=tuple(sorted(irregularities, key=lambda row: row["id"])),
        words=tuple(sorted(words, key=lambda row: row["id"])),
        steps=tuple(sorted(steps, key=lambda row: row["id"])),
        procedures=tuple(sorted(procedures, key=lambda row: row["id"])),
        rulings=tuple(sorted(rulings, key=lambda row: row["id"])),
    )
