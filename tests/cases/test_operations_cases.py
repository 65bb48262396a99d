"""Every case of the host's tools has its row: named tests that exist, or the part to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.dev.rules_promises import TestNames
from tests.cases.operations_cases import rows
from tests.cases.run import cases_of
from tests.cases.security_cases import ROOT

FILE = Path(__file__).with_name("operations.json")
CASES = [case["id"] for case in cases_of(FILE)]
AREAS = {"export", "cli", "ui", "store", "recovery", "access"}


def test_the_table_has_exactly_the_cases_of_the_file() -> None:
    assert list(rows()) == CASES
    assert {case["area"] for case in cases_of(FILE)} == AREAS


@pytest.mark.parametrize("name", CASES)
def test_case_names_tests_that_exist_or_the_part_to_come(name: str) -> None:
    row = rows()[name]
    known = TestNames(ROOT)
    assert bool(row.tests) != bool(row.reason), "tests, or the part that is to come"
    assert [test for test in row.tests if not known.has(test)] == []
    assert row.tests or row.reason.startswith("comes with ")
