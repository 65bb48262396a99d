"""Rows as CSV that a spreadsheet opens and no spreadsheet runs.

The rule of the file: text that a spreadsheet would take for a formula gets an apostrophe before
it, for names come from people.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    """A head line and one line a row; lists are joined by blanks."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(name, "")) for name in columns])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        value = " ".join(str(one) for one in value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
