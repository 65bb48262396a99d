"""Every security case has its row: named tests that exist, or the reason why none can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host_tools.dev.rules_promises import TestNames
from tests.cases import security_cases
from tests.cases.run import cases_of, main
from tests.cases.security_cases import ROOT, Row, rows

FILE = Path(__file__).with_name("security.json")
CASES = [case["id"] for case in cases_of(FILE)]


def test_the_table_has_exactly_the_cases_of_the_file() -> None:
    assert list(rows()) == CASES


@pytest.mark.parametrize("name", CASES)
def test_case_names_tests_that_exist_or_a_reason(name: str) -> None:
    row = rows()[name]
    known = TestNames(ROOT)
    assert bool(row.tests) != bool(row.reason), "tests, or the reason why there are none"
    assert [test for test in row.tests if not known.has(test)] == []


PASSES = "tests/unit/fairness/test_fairness.py::test_a_row_that_passes"


def ran(monkeypatch: pytest.MonkeyPatch, failed: dict[str, str]) -> None:
    table = {
        "S-1": Row((PASSES,), ""),
        "S-2": Row((), "there is no such part"),
        "S-3": Row((), ""),
    }
    monkeypatch.setattr(security_cases, "rows", lambda: table)
    monkeypatch.setattr(security_cases, "failures", lambda tests: failed)


def test_outcomes_are_told_in_the_order_of_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran(monkeypatch, {})
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{"id": f"S-{n}"} for n in (3, 1, 2, 4)]))
    assert main(["security", str(path), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [
        {"id": "S-3", "pass": None, "reason": "unmapped"},
        {"id": "S-1", "pass": True},
        {"id": "S-2", "pass": None, "reason": "meaningless: there is no such part"},
        {"id": "S-4", "pass": None, "reason": "unmapped"},
    ]


def test_a_case_fails_with_its_test(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran(monkeypatch, {PASSES: "failure"})
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{"id": "S-1"}]))
    assert main(["security", str(path)]) == 1
    assert "FAIL" in capsys.readouterr().out


def test_the_named_tests_are_really_run() -> None:
    there = "tests/unit/fairness/test_fairness.py::test_commitment_meets_its_vector"
    gone = "tests/unit/fairness/test_fairness.py::test_that_nobody_wrote"
    found = security_cases.failures([there])
    assert found == {}
    assert set(security_cases.failures([gone])) == {gone}
