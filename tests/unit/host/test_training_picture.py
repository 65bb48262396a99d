"""The README's picture of the training table is the one that the code draws."""

from __future__ import annotations

from host_tools.sim.training_picture import FILE, picture


def test_picture_is_of_a_premature_turn_and_the_same_every_time() -> None:
    drawn = picture("en")
    assert drawn == picture("en")
    assert "R004-43" in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert FILE.exists()
