"""The page of the hand's states shows every row the core runs, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, repair_table, table_rows
from firmware.core.machine import ANY, BACK, SAME, THEN
from firmware.schema import messages as m
from host_tools.dev import gen_states
from host_tools.dev.gen_states import Chart, meanings

if TYPE_CHECKING:
    from pathlib import Path

CHART = Chart(
    title="A lamp",
    states=("dark", "asked", "lit"),
    meanings=("no light", "decision: is there power?", "light"),
    rows=(
        (0, m.TABLE_RESUMED, "hand_is_near", "ask", 1),
        (1, THEN, "has_power", "light", 2),
        (1, THEN, None, None, 0),
        (2, m.TABLE_PAUSED, None, "darken", 0),
        (2, m.FAULT_CLEARED, None, None, BACK),
        (ANY, m.TIMER_FIRED, None, None, SAME),
    ),
    defaults={m.TIMER_FIRED: 0, m.TABLE_PAUSED: m.REFUSAL_NOT_NOW, m.TABLE_RESUMED: 0},
)


def test_arrows_name_the_input_and_the_condition():
    assert list(CHART.edges()) == [
        "    dark --> asked: table_resumed / hand_is_near",
        "    asked --> lit: has_power",
        "    asked --> dark: else",
        "    lit --> dark: table_paused",
        "    lit --> back_where_it_was: fault_cleared",
    ]


def test_every_row_stands_in_the_table_in_its_order():
    assert list(CHART.table())[2:] == [
        "| dark | `table_resumed` | hand_is_near | ask | asked |",
        "| asked | *at once* | has_power | light | lit |",
        "| asked | *at once* |  |  | dark |",
        "| lit | `table_paused` |  | darken | dark |",
        "| lit | `fault_cleared` |  |  | *back where it was* |",
        "| *any* | `timer_fired` |  |  | *stays* |",
    ]


def test_what_no_row_answers_is_told():
    lines = list(CHART.lines())
    assert "- Ignored: `timer_fired`, `table_resumed`" in lines
    assert "- Refused as `not_now`: `table_paused`" in lines
    assert "| asked | decision: is there power? |" in lines


def test_the_word_on_a_state_is_the_comment_beside_its_number():
    source = "DARK = 0  # no light\nLIT = 1\n"
    assert meanings(source, ("dark", "lit")) == ("no light", "")


@pytest.mark.parametrize(
    "modules", [(hand_table, repair_table), (table_rows,)], ids=["hand", "table"]
)
def test_the_real_page_shows_every_row_and_says_what_each_state_is(modules):
    page = gen_states.page()
    for line in gen_states.chart("", *modules).table():
        assert line in page
    assert all(gen_states.chart("", *modules).meanings)


def test_a_stale_page_fails_the_check_and_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert gen_states.main(["--check"], tmp_path) == 1
    assert "make gen" in capsys.readouterr().err
    assert gen_states.main([], tmp_path) == 0
    assert gen_states.main(["--check"], tmp_path) == 0
    assert (tmp_path / gen_states.PAGE).read_text(encoding="utf-8") == gen_states.page()


def test_wrong_arguments_are_refused(capsys: pytest.CaptureFixture[str]):
    assert gen_states.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
