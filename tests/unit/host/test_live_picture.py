"""The README's picture: a moment that a table really showed, and the same every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.sim.picture import Evening, best_moment, draw
from host_tools.view.table_state import TableState

if TYPE_CHECKING:
    from pathlib import Path


def evening_in(folder: Path) -> Evening:
    folder.mkdir()
    return Evening(2, folder)


def test_the_same_hands_give_the_same_picture(tmp_path: Path) -> None:
    first, second = evening_in(tmp_path / "first"), evening_in(tmp_path / "second")
    moment = best_moment(first.lines)
    picture = draw(first, moment)
    assert picture == draw(second, best_moment(second.lines))
    assert ">witnessed<" in picture
    assert ">acknowledged<" in picture


def test_the_moment_is_one_of_a_running_hand_with_somebody_asked(tmp_path: Path) -> None:
    evening = evening_in(tmp_path / "table")
    state = TableState()
    for line in evening.lines[: best_moment(evening.lines)]:
        state.take(line)
    assert state.is_playing
    assert state.turn is not None
    assert not state.record.broken_at
