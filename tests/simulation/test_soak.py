"""A short soak, and proof that it would notice memory that grows and a table that stands still."""

from __future__ import annotations

import pytest

from firmware.app.recorder import Recorder
from tests import soak as soaking
from tests.soak import Soak, soak


@pytest.mark.slow
def test_hands_go_on_while_one_call_in_a_hundred_fails() -> None:
    figures = soak(25)
    assert not figures.wrong
    assert figures.hands == 25
    assert min(figures.injected[part] for part in ("panels", "store", "link", "machine")) > 10
    assert figures.raised["F-STO-01"] > 0


def test_memory_that_grows_is_noticed(monkeypatch) -> None:
    note, kept = Recorder.note, []

    def forgets_nothing(self, message: tuple) -> int:
        kept.append(bytearray(2000))
        return note(self, message)

    forgets_nothing.__code__ = forgets_nothing.__code__.replace(
        co_filename=Recorder.note.__code__.co_filename
    )
    monkeypatch.setattr(Recorder, "note", forgets_nothing)
    assert any("bytes more" in wrong for wrong in soak(4).wrong)


def test_table_that_stands_still_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(soaking, "STILL_MS", 1000)
    one = Soak(2, "still")
    one.simulation.people.look = lambda: None  # type: ignore[method-assign]
    assert any("stands still" in wrong for wrong in one.play().wrong)
