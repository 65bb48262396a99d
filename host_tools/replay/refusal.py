"""Why a recorded hand is not played: where in the file, and the reason.

Both are codes of the catalogue with what fills them in, so that a person reads them in any
language and a script by codes that stay. The rule of the file: a code once given keeps its
meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from host_tools.texts import Texts


@dataclass(frozen=True, slots=True)
class Told:
    """A text of the catalogue, `refused.CODE`, and its values; a value may be a text again."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    def said(self, say: Texts) -> str:
        """The text in the language of `say`."""
        values = {
            name: value.said(say) if isinstance(value, Told) else value
            for name, value in self.values.items()
        }
        return say(f"refused.{self.code}", **values)

    def as_json(self) -> dict[str, Any]:
        """The code and its values, for scripts."""
        values = {
            name: value.as_json() if isinstance(value, Told) else getattr(value, "code", value)
            for name, value in self.values.items()
        }
        return {"code": self.code, **values}


START = Told("at_start")
END = Told("at_end")
FILE = Told("at_file")
FOLDER = Told("at_folder")
ARCHIVE = Told("at_archive")
TOML = Told("at_toml")
WHOLE_TABLE = Told("at_whole_table")


def at_field(name: str) -> Told:
    """A field of the notation, by its name there."""
    return Told("at_field", {"name": name})


class Refused(Exception):
    """A recorded hand that cannot be played. `place`: where, or the name of the field; `code` and
    `values`: why.
    """

    def __init__(self, place: Told | str, code: str, **values: Any) -> None:
        super().__init__(place, code)
        self.where = at_field(place) if isinstance(place, str) else place
        self.why = Told(code, values)

    def said(self, say: Texts) -> str:
        """Place and reason in the language of `say`."""
        return f"{self.where.said(say)}: {self.why.said(say)}"

    def __str__(self) -> str:
        return self.said(Texts("en"))
