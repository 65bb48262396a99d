"""One line of what the doctor found: what was looked at, how it is, and the remedy.

The rule of the file: whatever is not well comes with something to do about it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host_tools.texts import Texts

OK = "ok"
WARN = "warn"
FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """`area`: what was looked at (`python`, `store`, ...); `code`: of the texts `doctor.CODE` and,
    where it is not well, `doctor.CODE_remedy`; `values` fill them.
    """

    area: str
    verdict: str
    code: str
    values: dict[str, Any] = field(default_factory=dict)

    def what(self, say: Texts) -> str:
        """How it is."""
        return say(f"doctor.{self.code}", **self.values)

    def remedy(self, say: Texts) -> str:
        """What to do about it; empty where all is well."""
        return "" if self.verdict == OK else say(f"doctor.{self.code}_remedy", **self.values)


def well(area: str, code: str, **values: Any) -> Finding:
    """All is well."""
    return Finding(area, OK, code, values)


def doubtful(area: str, code: str, **values: Any) -> Finding:
    """It works, but somebody should look."""
    return Finding(area, WARN, code, values)


def broken(area: str, code: str, **values: Any) -> Finding:
    """It does not work."""
    return Finding(area, FAIL, code, values)
