"""What a technician gets: one zip with events and sums, and no card, order or key in it.

Rows that tell a face, a slot, an order or a number of the witness are left out whole, by the names
of their fields, so that a message of a newer table with such a field stays out too. Hashes stay
out as well: of a line left out that says one card of 52, the next hash would tell which. The rule
of the file: what is not known to be harmless is not packed.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from firmware.schema.messages_fields import FIELDS, TYPE_HEX
from host_tools.logs.events import COLUMNS, events
from host_tools.logs.sums import sums
from host_tools.logs.tables import csv_text

if TYPE_CHECKING:
    from host_tools.logs.rows import Row

SECRET = frozenset(
    {
        "card",
        "cards",
        "face",
        "faces",
        "order",
        "nonce",
        "w",
        "key",
        "token",
        "slot",
        "category",
        "head",
        "prev",
    }
)
"""Names of fields that tell cards, or from which cards or keys follow."""

_HARMLESS_HEX = frozenset({"table", "log", "boot", "schema", "hw", "commit"})
_KNOWN = frozenset(field[0] for fields in FIELDS if fields for field in fields)
_HEX = frozenset(
    field[0] for fields in FIELDS if fields for field in fields if field[1] == TYPE_HEX
)


_COLUMNS = tuple(name for name in COLUMNS if name != "hash")


def is_harmless(row: Row) -> bool:
    """Whether a row may be seen by somebody who must not know a card."""
    names = set(row.fields)
    return not names & SECRET and names <= _KNOWN and not (names & _HEX) - _HARMLESS_HEX


def bundle(rows: Iterable[Row], about: dict[str, Any]) -> bytes:
    """The zip: about.json, sums.json, events.csv and lines.jsonl, always with the same bytes for
    the same rows.
    """
    every = list(rows)
    harmless = [row for row in every if is_harmless(row)]
    packed_rows = {row.seq for row in harmless}
    left_out = len(every) - len(harmless)
    files = {
        "about.json": json.dumps({**about, "lines_left_out": left_out}, indent=2) + "\n",
        "sums.json": json.dumps(sums(every), indent=2) + "\n",
        "events.csv": csv_text(_COLUMNS, (e for e in events(every) if e["seq"] in packed_rows)),
        "lines.jsonl": "".join(json.dumps(_without_hash(row)) + "\n" for row in harmless),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)  # its fixed date keeps the bytes the same
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, text)
    return out.getvalue()


def _without_hash(row: Row) -> dict[str, Any]:
    told = row.as_json()
    del told["hash"]
    return told
