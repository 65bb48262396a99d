"""The checklist promises only what is there, and a stale page is noticed."""

from __future__ import annotations

import pytest

from host_tools.dev import gen_checklist
from host_tools.dev.gen_checklist import ChecklistWrong, page, read_items

ROW = """\
[[item]]
id = "G-1"
asks = "something"
source = "a standard"
state = "{state}"
why = "{why}"
tests = [{test}]
"""
REAL = '"tests/unit/dev/test_checklist.py::test_committed_page_is_the_one_made_of_the_rows"'


def test_committed_page_is_the_one_made_of_the_rows():
    assert gen_checklist.main(["--check"]) == 0


def test_every_item_of_the_standards_is_there():
    names = {item["id"] for item in read_items()}
    assert len([name for name in names if name.startswith("G-")]) == 37
    assert len([name for name in names if name.startswith("90")]) >= 10


@pytest.mark.parametrize(
    ("state", "why", "test", "complaint"),
    [
        ("shown", "", '"tests/unit/dev/test_checklist.py::test_of_nothing"', "no test"),
        ("shown", "because we say so", "", "shown by nothing"),
        ("laboratory", "", "", "no reason"),
        ("certified", "", REAL, "unknown state"),
    ],
)
def test_empty_promise_is_refused(tmp_path, state, why, test, complaint):
    source = tmp_path / "checklist.toml"
    source.write_text(ROW.format(state=state, why=why, test=test))
    with pytest.raises(ChecklistWrong, match=complaint):
        read_items(source)


def test_item_told_twice_is_refused(tmp_path):
    source = tmp_path / "checklist.toml"
    source.write_text(2 * ROW.format(state="shown", why="", test=REAL))
    with pytest.raises(ChecklistWrong, match="2 times"):
        read_items(source)


def test_stale_page_is_noticed(tmp_path, monkeypatch, capsys):
    stale = tmp_path / "checklist.md"
    monkeypatch.setattr(gen_checklist, "PAGE", stale)
    assert gen_checklist.main(["--check"]) == 1
    assert gen_checklist.main([]) == 0
    assert gen_checklist.main(["--check"]) == 0
    stale.write_text(stale.read_text() + "certified by nobody\n")
    assert gen_checklist.main(["--check"]) == 1
    assert "checklist.md is not what its source gives" in capsys.readouterr().err


def test_page_claims_no_certificate():
    text = page(read_items())
    assert "no certificate" in text
    assert "G-RNG-11" in text
