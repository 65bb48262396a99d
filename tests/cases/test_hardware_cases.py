"""The hardware cases come out as they should, with other sizes too; what is unknown is named."""

from __future__ import annotations

import ast
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases import hardware_cases
from tests.cases.hardware_cases import (
    ALIASES,
    CLAIMS,
    DIFFERS,
    differences,
    group_of,
    run_cases,
    sentences,
    strike,
)
from tests.cases.run import main

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("hardware.json")
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
GROUPS = (
    "PWR", "WDG", "CLK", "I2C", "MCP", "BTN", "DSP", "SER", "RNG", "GPIO", "ACT", "CARD", "TOF",
)  # fmt: skip
FITTED = [
    case for case in CASES if group_of(case) in GROUPS and case["id"] not in ALIASES["not_fitted"]
]
BY_ID = {case["id"]: case for case in CASES}


@pytest.mark.parametrize("case", FITTED, ids=lambda case: case["id"])
def test_fault_comes_to_what_its_case_says(case: dict[str, Any]) -> None:
    assert not differences(case, strike(case))


@pytest.mark.parametrize("case", FITTED, ids=lambda case: case["id"])
def test_every_sentence_of_a_case_has_a_test_that_is_there(case: dict[str, Any]) -> None:
    claims = CLAIMS[case["id"]]
    assert list(claims) == sentences(case)
    for claim in claims.values():
        if not claim.startswith(DIFFERS):
            path, _, name = claim.partition("::")
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            assert name in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def other(name: str, inject: dict[str, Any], **expected: Any) -> dict[str, Any]:
    """A case of the same kind with other values."""
    case = copy.deepcopy(BY_ID[name])
    case["id"] = name[:-3] + "901"
    for key, value in inject.items():
        if isinstance(value, dict):
            case["inject"].setdefault(key, {}).update(value)
        else:
            case["inject"][key] = value
    case["expected"].update(expected)
    return case


@pytest.mark.parametrize(
    "case",
    [
        other(
            "HW-I2C-001",
            {"target": "i2c1:0x24", "at": {"nth": 7}, "params": {"count": 2}},
            within_ms=300,
        ),
        other("HW-I2C-002", {"target": "mcp4"}),
        other("HW-I2C-004", {"params": {"release_after_ms": 30}}, result="recovered"),
        other("HW-I2C-005", {"target": "i2c1:0x22", "params": {"mode": "invert"}}),
        other("HW-I2C-006", {"params": {"errno": 110, "count": 1}}),
        other("HW-I2C-010", {"target": "mcp3"}),
        other("HW-I2C-011", {"params": {"release_after_clocks": 4}}),
        other("HW-MCP-002", {"target": "mcp2", "params": {"pins": [1], "times": 4}}),
        other("HW-MCP-006", {"target": "mcp1", "params": {"pins": [9, 11]}}),
        other("HW-MCP-008", {"target": "mcp2", "at": {"phase": "dealing", "card": 3}}),
        other("HW-BTN-002", {"target": "seat10.call"}),
        other("HW-BTN-006", {"params": {"which": ["seat2.call", "seat7.raise"]}}),
        other("HW-DSP-002", {"params": {"text": "8031"}}),
        other("HW-DSP-003", {"params": {"ticks": 60, "changes": 5}}),
        other("HW-DSP-006", {"target": "ht0"}),
        other("HW-SER-004", {"at": {"nth_read": 70}}),
        other("HW-SER-006", {"at": {"nth_write": 9}, "params": {"ms": 5000}}),
        other("HW-SER-008", {"at": {"frame": 40}, "params": {"bit": 5}}),
        other("HW-SER-010", {"params": {"down_ms": 500}}),
        other("HW-SER-012", {"at": {"frame": 11}, "params": {"value": 3}}),
        other("HW-PWR-001", {"at": {"nth": 21}, "params": {"keep_bytes": 17}}),
        other("HW-CLK-001", {"params": {"s": -999999}}),
        other("HW-CLK-003", {"params": {"ms_before": 7}}),
        other("HW-CARD-004", {"params": {"level": 0}}, result="recovered", within_ms=None),
        other("HW-CARD-015", {"params": {"ms": -1}}),
        other("HW-WDG-001", {"at": {"task": "displays"}}),
        other("HW-WDG-004", {"at": {"phase": "dealing", "card": 2}}),
        other("HW-WDG-004", {"at": {"phase": "dealing", "card": 4}}),  # a face is entered later
        other("HW-WDG-004", {"at": {"phase": "dealing", "card": 12}}),
        other("HW-I2C-002", {"params": {"count": 8}}, result="recovered"),
        other("HW-DSP-003", {"params": {"changes": 0}}),
        other("HW-DSP-006", {"target": "i2c1:0x75"}),
        other("HW-MCP-008", {"target": "ht2"}, within_ms=8000),
        other("HW-PWR-001", {"at": {"call": "sync", "nth": 50}}),
        other("HW-PWR-001", {"at": {"call": "replace", "nth": 2}}),
        other("HW-SER-002", {"at": {"phase": "boot"}}),
    ],
    ids=lambda case: case["id"],
)
def test_same_kind_with_other_values_runs_too(case: dict[str, Any]) -> None:
    assert not differences(case, strike(case))


def test_wrong_result_and_wrong_time_are_told() -> None:
    case = other("HW-I2C-001", {}, result="fault", within_ms=0)
    told = "; ".join(differences(case, strike(case)))
    assert "expected fault, came to ok or recovered" in told
    assert "not 0" in told


@pytest.mark.parametrize(
    ("inject", "reason"),
    [
        ({"kind": "lightning"}, "unknown kind: lightning"),
        ({"target": "toaster"}, "unknown target: toaster"),
        ({"target": "clock.wall"}, "unknown kind for wall_clock: nack"),
        ({"at": {"op": "sing"}}, "unknown op: sing"),
        ({"target": "seat11.fold"}, "unknown target: seat11.fold"),
        ({"target": "mcp0", "kind": "press", "params": {"pins": [16]}}, "unknown input pin: 16"),
        ({"target": "mcp0", "kind": "press"}, "the case does not say 'pins'"),
    ],
)
def test_what_nobody_knows_fails_by_its_name(inject: dict[str, Any], reason: str) -> None:
    outcome = run_cases([other("HW-I2C-001", inject)])[0]
    assert (outcome.passed, outcome.reason) == (False, reason)


def test_part_that_is_not_fitted_is_listed_with_the_reason() -> None:
    outcome = run_cases([BY_ID["HW-TOF-004"]])[0]
    assert outcome.passed is None
    assert "not fitted" in str(outcome)


def test_sentence_that_nobody_proves_is_told(monkeypatch) -> None:
    monkeypatch.setattr(hardware_cases, "failures", lambda tests: {})
    case = copy.deepcopy(BY_ID["HW-CLK-003"])
    case["expected"]["must"].append("the moon is full")
    outcome = run_cases([case])[0]
    assert outcome.passed is False
    assert "the moon is full" in str(outcome.reason)


def test_claim_whose_test_fails_fails_its_case(monkeypatch) -> None:
    claim = CLAIMS["HW-CLK-003"]["ticks_diff used everywhere; timer fires once, at the right time"]
    monkeypatch.setattr(hardware_cases, "failures", lambda tests: {claim: "failure"})
    assert run_cases([BY_ID["HW-CLK-003"]])[0].passed is False


def test_the_command_runs_one_group(capsys) -> None:
    assert main(["hardware", str(FILE), "--group", "DSP", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["id"], one["pass"]) for one in told] == [
        ("HW-DSP-002", True), ("HW-DSP-003", True), ("HW-DSP-005", True), ("HW-DSP-006", True),
    ]  # fmt: skip
