"""Runs the cases of the host's tools: each by the tests that are named for its id.

The cases are what users of other people's tools ran into, and what must come of it here. Rule of
the file: a case of a part that does not exist yet says which part, and passes never.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.cases import security_cases

if TYPE_CHECKING:
    from tests.cases.rules_cases import Outcome
    from tests.cases.security_cases import Row

TABLE = Path(__file__).with_name("operations_tests.toml")


def rows() -> dict[str, Row]:
    """Every id of the table."""
    return security_cases.rows(TABLE)


def run_cases(cases: list[dict[str, Any]]) -> list[Outcome]:
    """Run the tests of every case at once, and tell the cases in their order."""
    return security_cases.run_cases(cases, rows())
