"""`python -m host_tools.dev.gen [--check]`: writes everything that follows from the schema.

The words of the table are written once, by hand, in `firmware/schema/*.toml`; the modules that run
and the pages that people read are written from them here. With `--check` nothing is written: the
command fails where a file on disk is not what the schema gives. Rule of the file: it either writes
all files or, when the schema does not hold, none.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.dev import (
    schema_code,
    schema_code_tables,
    schema_ledger,
    schema_pages,
    schema_rulings,
)
from host_tools.dev.schema_complaints import SchemaError
from host_tools.dev.schema_source import read_schema
from host_tools.dev.standing import is_wrong_use, present, settle

if TYPE_CHECKING:
    from host_tools.dev.schema_rows import Schema

ROOT = Path(__file__).resolve().parents[2]
LEDGER = "firmware/schema/ids.lock"

MODULES = (
    ("messages", schema_code.messages_code),
    ("messages_fields", schema_code.fields_code),
    ("settings", schema_code_tables.settings_code),
    ("faults", schema_code_tables.faults_code),
    ("irregularities", schema_code_tables.irregularities_code),
    ("words", schema_code_tables.words_code),
    ("rulings", schema_rulings.rulings_code),
    ("texts", schema_code_tables.texts_code),
)
"""(module of firmware.schema, what writes it)."""


def outputs(schema: Schema, ledger: str) -> dict[str, str]:
    """Every generated file: path below the project's root -> text.

    Raises:
        SchemaError: the schema contradicts `ledger`, the text of the present ids.lock.
        ValueError: two names would make the same constant.
    """
    files = {LEDGER: schema_ledger.extend(ledger, schema)}
    for name, write in MODULES:
        files[f"firmware/schema/{name}.py"] = write(schema)
    for name, write in schema_pages.PAGES:
        files[f"firmware/docs/{name}.md"] = write(schema)
    files["firmware/docs/rulings.md"] = schema_rulings.rulings_page(schema, "en")
    files["firmware/docs/rulings.it.md"] = schema_rulings.rulings_page(schema, "it")
    return files


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 when not, 2 on wrong arguments."""
    if is_wrong_use("gen", arguments):
        return 2
    try:
        schema = read_schema(root / "firmware" / "schema")
        files = outputs(schema, present(root / LEDGER))
    except (SchemaError, ValueError, tomllib.TOMLDecodeError, OSError) as error:
        print(f"the schema does not hold:\n{error}", file=sys.stderr)
        return 1
    return settle(files, arguments, root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
