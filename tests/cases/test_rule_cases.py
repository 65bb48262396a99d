"""Every rule case made from a public report holds on the table, and a false one would not."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases.rules_cases import run_case
from tests.cases.rules_kinds import run_engine
from tests.cases.run import cases_of, main

FILE = Path(__file__).with_name("rules.json")
CASES = {case["id"]: case for case in cases_of(FILE)}

# Where a rulebook or a room does otherwise, by the name that the cases give it: the house rule
# that follows it, and what the case's number means.
OTHERWISE: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "seed_S000_formula_max": ({"pot_limit_max": "rulebook_r000"}, ("legal", "max_raise_to")),
    "seed_S000_next_big_blind": ({"odd_chip": "next_big_blind"}, ("final_stacks",)),
}


@pytest.mark.parametrize("name", CASES)
def test_case_holds(name: str) -> None:
    outcome = run_case(CASES[name])
    assert outcome.passed, outcome.reason


@pytest.mark.parametrize(
    ("name", "otherwise"),
    [
        (name, otherwise)
        for name, case in CASES.items()
        for otherwise in case.get("alternatives", {})
        if otherwise in OTHERWISE
    ],
)
def test_the_other_reading_of_a_rule_is_a_house_rule(name: str, otherwise: str) -> None:
    case = copy.deepcopy(CASES[name])
    house_rules, place = OTHERWISE[otherwise]
    at = case["expected"]
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = case["alternatives"][otherwise]
    assert run_engine(case), "the default must differ"
    assert run_engine(case, **house_rules) == []


def test_the_ante_may_come_before_a_short_blind() -> None:
    case = copy.deepcopy(CASES["CR-060"])
    case["setup"].update(ante_order="ante_first", structure="pot_limit")
    # 20 are left for the blind, and the pot still counts it in full: 170 and the 80 it lacks.
    case["expected"]["legal"] = {"actor": "p3", "call": 100, "max_raise_to": 450}
    assert run_engine(case) == []


def test_a_minimum_over_a_straddle_is_the_rooms_choice() -> None:
    case = copy.deepcopy(CASES["CR-108"])
    case["expected"] = {"legal": {"min_raise_to": 8}}
    assert run_engine(case) == []
    case["expected"] = {"legal": {"min_raise_to": 6}}
    assert run_engine(case, straddle_raise="big_blind") == []


def test_a_case_may_have_a_beaten_hand_mucked() -> None:
    case = copy.deepcopy(CASES["CR-074"])
    case["actions"] += ["p2 sm KsKd", "p3 sm", "p1 sm"]
    case["expected"] = {"final_stacks": [88, 124, 88], "show_first": "p2"}
    assert run_engine(case) == []


# ------------------------------------------------------------------ a false case fails


def changed(name: str, **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(CASES[name]), **changes}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (changed("CR-001", expected={"legal": {"call": 4}}), "legal: {'call': 3}"),
        (changed("CR-070", expected={"final_stacks": [0, 200]}), "final_stacks: [4, 196]"),
        (changed("CR-056", expected={"pots": [[21, ["p2"]]]}), "pots: [[3, "),
        (changed("CR-057", expected={"total_pot": 51}), "total_pot: 50"),
        (changed("CR-017", expected={"rejects": ["p2 cbr 4158"]}), "a refused action changed"),
        (changed("CR-017", expected={"accepts": ["p2 cbr 4157"]}), "refused: ['p2 cbr 4157']"),
        (changed("CR-074", expected={"show_first": "p1"}), "show_first: p2"),
        (changed("CR-040", expected={"hand_over": True}), "hand_over: False"),
        (changed("CR-081", expected={"winners": ["p1"]}), "winners: ['p2']"),
        (changed("CR-103", expected={"n52": [5], "n51": [5], "n3": [85]}), "n52: [4]"),
        (changed("CR-001", expected={"mood": "good"}), "no expectation mood"),
        (changed("CR-001", expected={}), "expects nothing"),
        (changed("CR-001", actions=["p4 cc"]), "p4 cc: not_your_turn"),
        (changed("CR-001", actions=["p3 jumps"]), "not an action of this notation"),
        (changed("CR-029", actions=["d db Qs7d2c"]), "no board card is due"),
        (changed("CR-001", setup={"variant": "NT"}), "KeyError"),
        (changed("CR-042", expected={"final_stacks": [0, 600]}), "that the case does not name"),
        (changed("CR-081", setup={"board": "1sKs9s4s2d", "holes": []}), "not a card"),
        (changed("CR-081", setup={"board": "AsKs9s4s2d", "holes": ["7h7h"]}), "7h is out already"),
        (changed("CR-081", setup={"board": "AsKs9s4s2d", "holes": ["As3c"]}), "As is out already"),
    ],
)
def test_a_false_case_fails_with_the_reason(case: dict[str, Any], told: str) -> None:
    outcome = run_case(case)
    assert outcome.passed is False
    assert outcome.reason is not None
    assert told in outcome.reason


# ------------------------------------------------------------------ the command


def written(tmp_path: Path, *cases: dict[str, Any]) -> str:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"about": "some", "cases": list(cases)}))
    return str(path)


def test_json_is_one_object_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strange = {"id": "CR-999", "kind": "rule", "setup": {}, "actions": [], "expected": {"a": 1}}
    file = written(tmp_path, CASES["CR-001"], strange)
    assert main(["rules", file, "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first == {"id": "CR-001", "pass": True}
    assert second == {"id": "CR-999", "pass": None, "reason": "unmapped"}


def test_one_failed_case_is_counted_and_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, changed("CR-001", expected={"hand_over": True}), CASES["CR-002"])
    assert main(["rules", file]) == 1
    assert "2 cases: 1 passed, 1 failed, 0 unmapped" in capsys.readouterr().out


def test_a_file_that_is_no_case_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", str(tmp_path / "none.json")]) == 2
    (tmp_path / "cases.json").write_text("[1]")
    assert main(["rules", str(tmp_path / "cases.json")]) == 2
    assert "no list of cases" in capsys.readouterr().err
