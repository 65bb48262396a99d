"""The gates of a test run: branches left untaken, skips where they are forbidden, benchmarks."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from hal.main import main as table_main
from tests import conftest
from tests.coverage_gate import complaint
from tests.source_tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def report(covered: int, total: int) -> dict[str, Any]:
    summary = {
        "covered_branches": covered,
        "num_branches": total,
        "missing_branches": total - covered,
    }
    return {
        "totals": summary,
        "files": {"firmware/core/pots.py": {"summary": summary, "missing_branches": [[10, 12]]}},
    }


def test_enough_branches_pass_in_silence() -> None:
    assert complaint(report(98, 100)) == ""


def test_untaken_branches_are_named_with_file_and_line() -> None:
    said = complaint(report(97, 100))
    assert "97.00 %" in said
    assert "firmware/core/pots.py: 3 untaken (10->12)" in said


def test_a_run_that_measured_nothing_is_not_a_pass() -> None:
    assert complaint({"files": {}, "totals": report(0, 0)["totals"]})


SKIPPING = {
    "test_inside.py": "import pytest\ndef test_one():\n    pytest.skip('no table')\n",
    "test_module.py": "import pytest\npytest.skip('no table', allow_module_level=True)\n",
    "test_mark.py": "import pytest\n@pytest.mark.skip(reason='no table')\ndef test_one(): pass\n",
}


@pytest.mark.parametrize("forbidden", [False, True])
def test_skips_fail_where_they_are_forbidden(tmp_path: Path, forbidden: bool) -> None:
    for name, body in SKIPPING.items():
        (tmp_path / name).write_text(body, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "tests.conftest", "-p",
         "no:cacheprovider", "--continue-on-collection-errors",
         str(tmp_path)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "MAZZIERE_NO_SKIPS": str(int(forbidden)),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # reading them all takes two seconds
        },
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert "no table" in done.stdout
    told = done.stdout.count("skips are forbidden here")
    assert told >= len(SKIPPING) if forbidden else told == 0, done.stdout
    ended_well = {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    assert (done.returncode in ended_well) != forbidden, done.stdout


def trace_while_run(at: Path) -> object:
    """The trace that a test standing `at` is run under, when the run has one."""
    asked = conftest.pytest_runtest_protocol(Mock(spec=pytest.Item, path=at))
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        next(asked)
        return sys.gettrace()
    finally:
        asked.close()
        sys.settrace(before)


def test_only_the_tests_of_one_room_are_traced() -> None:
    assert trace_while_run(ROOT / "tests/unit/core/test_hand.py") is not None
    assert trace_while_run(ROOT / "tests/simulation/test_soak.py") is None


def test_every_folder_whose_branches_count_is_there() -> None:
    for folder in conftest.TRACED:
        assert list((conftest.TESTS / folder).glob("test_*.py")), folder


@pytest.mark.parametrize("board", ["mcu"])
def test_a_board_that_runs_by_itself_is_refused_by_name(
    board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table_main(["--board", board]) == 2
    assert f"the board '{board}' runs by itself" in capsys.readouterr().err


def test_an_unknown_board_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        table_main(["--board", "toaster"])
    assert "toaster" in capsys.readouterr().err
