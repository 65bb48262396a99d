"""Runs the rule cases of a file: every case has an outcome, none is left out.

Kinds `engine` and `eval` run in any file of the format; other kinds by the assertion named for
their id. An outcome is passed, failed with the reason, or, where no assertion has that id,
neither. Rule of the file: one broken case never hides the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.cases.rules_at_the_table import NAMED
from tests.cases.rules_kinds import run_engine, run_eval

KINDS = {"engine": run_engine, "eval": run_eval}


@dataclass(frozen=True)
class Outcome:
    """What became of one case; `passed` is None where nobody has mapped its id."""

    id: str
    passed: bool | None
    reason: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The JSON object of one case."""
        told = {"id": self.id, "pass": self.passed}
        return told if self.reason is None else {**told, "reason": self.reason}

    def __str__(self) -> str:
        word = {True: "pass", False: "FAIL", None: "-"}[self.passed]
        return f"{self.id}  {word}" + (f"  {self.reason}" if self.reason else "")


def run_case(case: dict[str, Any]) -> Outcome:
    """Run one case of the file, by its kind or by its name."""
    name = str(case.get("id", "without id"))
    run = KINDS.get(str(case.get("kind"))) or NAMED.get(name)
    if run is None:
        return Outcome(name, None, "unmapped")
    try:
        wrong = run(case)
    except Exception as error:  # a case of any shape is told, and the next one still runs
        return Outcome(name, False, f"{type(error).__name__}: {error}")
    return Outcome(name, not wrong, "; ".join(wrong) or None)
