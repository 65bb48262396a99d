"""What the rules in words promise is checked: each promise, broken once, is named."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from host_tools.dev import gen_rules
from host_tools.dev.rules_promises import FINISHED, TestNames, check_book, shrink
from host_tools.dev.schema_complaints import Complaints
from host_tools.dev.schema_source import read_schema
from host_tools.rules.rulebook import Contradiction, Rule, Rulebook, rulebook
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

BOOK = rulebook()
SETTINGS = read_schema(ROOT / "firmware" / "schema").settings
TESTS = TestNames(ROOT)
LOCK = (ROOT / gen_rules.LOCK).read_text(encoding="utf-8")


def told(book: Rulebook) -> list[str]:
    wrong = Complaints()
    check_book(book, SETTINGS, TESTS, wrong)
    return wrong.sentences


def with_rule(name: str, **changes) -> Rulebook:
    rules = tuple(replace(rule, **changes) if rule.id == name else rule for rule in BOOK.rules)
    return replace(BOOK, rules=rules)


def with_contradiction(name: str, **changes) -> Rulebook:
    rows = tuple(replace(row, **changes) if row.id == name else row for row in BOOK.contradictions)
    return replace(BOOK, contradictions=rows)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tests": ()}, "Clock: no test proves it"),
        ({"tests": ("tests/unit/core/test_pots.py::test_no_such",)}, "Clock: there is no test"),
        ({"text": {"en": "No stop", "it": "Punto."}}, "Clock: the en sentence ends with a stop"),
    ],
)
def test_a_broken_promise_of_a_difference_is_named(changes: dict, sentence: str) -> None:
    rows = tuple(
        replace(row, **changes) if row.topic["en"] == "Clock" else row for row in BOOK.differences
    )
    assert any(sentence in complaint for complaint in told(replace(BOOK, differences=rows)))


def test_the_rulebook_holds() -> None:
    assert told(BOOK) == []


def test_every_rule_of_the_finished_sections_is_told() -> None:
    assert {section for rule in BOOK.rules for section in rule.sections} == set(FINISHED)
    assert not [row for row in BOOK.still_open if row[2] == "untold" and row[0] in FINISHED]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tests": ("tests/unit/core/test_pots.py::test_no_such",)}, "there is no test"),
        ({"tests": ("tests/hand_stories.py::table_of",)}, "there is no test"),
        ({"tests": ("host_tools/cli/test_x.py::test_y",)}, "there is no test"),
        ({"settings": ("oddchip",)}, "there is no setting oddchip"),
        ({"kind": "both"}, "class is code or text"),
        ({"kind": "text"}, "proved by no test"),
        ({"why": {"en": "So.", "it": "Così."}}, "class text says why, class code does not"),
        ({"example": {"en": "Only here."}}, "both languages, or neither"),
        ({"sections": ()}, "a rule has a section"),
        ({"text": {"en": "No stop", "it": "Punto."}}, "the en sentence ends with a stop"),
        ({"text": {"en": "x" * 201 + ".", "it": "Punto."}}, "more than 200 characters"),
        ({"id": "R000-13"}, "the id stands twice"),
        ({"id": "R000-99"}, "no rulebook has such a rule"),
        ({"id": "R000-99"}, "R000-12: neither told nor in open.lock"),
    ],
)
def test_a_broken_promise_of_a_rule_is_named(changes: dict, sentence: str) -> None:
    assert any(sentence in complaint for complaint in told(with_rule("R000-12", **changes)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"default": "next_big_blind"}, "odd_chip is next_big_blind here under default"),
        ({"profiles": {}}, "odd_chip is left_of_button here under rulebook"),
        ({"profiles": {"rulebook": "next_big_blind", "mine": "x"}}, "unknown profiles ['mine']"),
        ({"setting": "oddchip"}, "there is no setting oddchip"),
        ({"setting": ""}, "a default needs a setting"),
        ({"alternatives": ()}, "the choices ['next_big_blind'] are not told"),
        ({"alternatives": ("next_big_blind", "nobody")}, "odd_chip cannot be nobody"),
        ({"rules": ("R000-99",)}, "the rule R000-99 is not told"),
        ({"rules": ()}, "a contradiction names the rules it touches"),
    ],
)
def test_a_broken_promise_of_a_contradiction_is_named(changes: dict, sentence: str) -> None:
    assert any(sentence in complaint for complaint in told(with_contradiction("K3", **changes)))


def test_a_number_out_of_range_is_no_alternative() -> None:
    broken = with_contradiction("K5", alternatives=("8", "121", "soon"))
    complaints = " ".join(told(broken))
    assert "action_seconds cannot be 121" in complaints
    assert "action_seconds cannot be soon" in complaints


def test_tests_are_read_from_their_source(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    text = "def test_a(): ...\ndef e(): ...\n"
    text += "class TestB:\n  def test_c(self): ...\n  def d(self): ...\n"
    (tmp_path / "tests/test_x.py").write_text(text)
    names = TestNames(tmp_path)
    assert names.has("tests/test_x.py::test_a")
    assert names.has("tests/test_x.py::TestB::test_c")
    for wrong in ("::e", "::TestB::d", "::test_c", "", "::test_a[1]"):
        assert not names.has("tests/test_x.py" + wrong)
    assert not names.has("tests/test_none.py::test_a")
    assert not names.has("tests/../tests/test_x.py::test_a")


def shrunk(text: str, book: Rulebook = BOOK) -> tuple[str, list[str]]:
    wrong = Complaints()
    return shrink(text, book, wrong), wrong.sentences


def test_what_is_told_or_proved_leaves_the_list_and_nothing_enters_it() -> None:
    assert shrunk(LOCK) == (LOCK, [])
    assert shrunk(LOCK + "1.17 K3 untold\n1.1 R000-12 unproved\n") == (LOCK, [])
    _, complaints = shrunk(LOCK, with_rule("R000-12", tests=()))
    assert complaints == ["R000-12: no test proves it"]
    text, complaints = shrunk(LOCK + "1.1 R000-12 unproved\n", with_rule("R000-12", tests=()))
    assert complaints == []
    assert text.endswith("1.1 R000-12 unproved\n")


def test_a_finished_section_has_nothing_untold() -> None:
    _, complaints = shrunk(LOCK + "1.3 R000-99 untold\n1.9 R002-20 lost\n")
    assert complaints == [
        "open.lock R000-99: section 1.3 is finished",
        "open.lock R002-20: a state is untold or unproved",
    ]


def test_an_unknown_section_stays_open_until_that_part_is_told() -> None:
    """R001-03 draws the first button (told, 1.4) and is the random source's too (open, 1.9)."""
    assert "1.9 R001-03 untold\n" in LOCK
    assert isinstance(BOOK.find("R001-03"), Rule)
    assert isinstance(BOOK.find("K1"), Contradiction)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the rules, the schema and the tests' source, to be spoilt."""
    for folder in (gen_rules.FOLDER, "firmware/schema", "firmware/docs", "tests"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "data")
        )
    return tmp_path


def test_pages_are_what_the_rows_give_and_a_forgotten_one_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gen_rules.main(["--check"], project) == 0
    page = project / gen_rules.PAGES["it"]
    page.write_text(page.read_text() + "\n")
    assert gen_rules.main(["--check"], project) == 1
    assert "rules.it.md is not what its source gives" in capsys.readouterr().err
    assert gen_rules.main([], project) == 0
    assert gen_rules.main(["--check"], project) == 0
    assert gen_rules.main(["--chek"], project) == 2


def test_a_renamed_test_stops_the_generator(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "tests/unit/core/test_pots.py"
    file.write_text(file.read_text().replace("def test_each_different", "def test_every"))
    assert gen_rules.main(["--check"], project) == 1
    assert "test_each_different_all_in_makes_a_pot" in capsys.readouterr().err


def test_a_key_that_nobody_reads_stops_the_generator(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / gen_rules.FOLDER / "rulebook.toml"
    file.write_text(file.read_text().replace('id = "R000-01"', 'id = "R000-01"\nsetting = "x"'))
    assert gen_rules.main([], project) == 1
    assert "rulebook.toml R000-01: unknown keys ['setting']" in capsys.readouterr().err
