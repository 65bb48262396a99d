"""The pictures of the live view are those that the code draws, and the same every time."""

from __future__ import annotations

from host_tools.sim.watch_picture import GUIDES, MOMENTS, README, picture
from host_tools.texts import LANGUAGES


def test_a_stuck_card_is_drawn_as_in_the_guide() -> None:
    stuck = MOMENTS[2]
    drawn = picture(stuck, "it")
    assert "F-DEAL-04" in drawn
    assert "coperchio" in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_every_picture_is_there() -> None:
    assert (README / "watch.svg").exists()
    assert (README / "page.png").exists()
    for moment in MOMENTS[1:]:
        for language in LANGUAGES:
            assert (GUIDES / f"{moment.name}.{language}.svg").exists()
