"""The page of the deal's promises: every promise has its proof, and a stale page is noticed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from host_tools.dev import gen_fairness
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The rows and the pages, in a folder with the house's tests."""
    for name in (gen_fairness.SOURCE, *gen_fairness.PAGES.values()):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return tmp_path


def change(copy: Path, old: str, new: str) -> None:
    path = copy / gen_fairness.SOURCE
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_pages_are_what_the_rows_give(copy: Path) -> None:
    assert gen_fairness.main(["--check"], copy) == 0


def test_stale_page_is_named_and_made_again(copy: Path, capsys: pytest.CaptureFixture) -> None:
    change(copy, "What the machine sounds like", "What the fan sounds like")
    assert gen_fairness.main(["--check"], copy) == 1
    assert "fairness.md is not what its source gives" in capsys.readouterr().err
    assert gen_fairness.main([], copy) == 0
    assert gen_fairness.main(["--check"], copy) == 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("::test_a_load_tells_no_slot", "::test_nobody_wrote", "there is no test"),
        ('id = "5"', 'id = "9"', "rule 5 is not told"),
        ("why.en", "reason.en", "tests, or who shows it instead"),
    ],
)
def test_promise_without_its_proof_is_named(
    copy: Path, capsys: pytest.CaptureFixture, old: str, new: str, told: str
) -> None:
    change(copy, old, new)
    if old.startswith("why"):
        change(copy, "why.it", "reason.it")
    assert gen_fairness.main([], copy) == 1
    assert told in capsys.readouterr().err


def test_other_words_are_refused() -> None:
    assert gen_fairness.main(["--now"]) == 2
