"""The pictures of the live view are there, and tell what the guides say of them."""

from __future__ import annotations

import pytest

from host_tools.sim.watch_picture import GUIDES, MOMENTS, README
from host_tools.texts import LANGUAGES

TOLD = {
    "premature-turn": {"en": "R004-43", "it": "prematuro"},
    "stuck-card": {"en": "F-DEAL-04", "it": "coperchio"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", [moment.name for moment in MOMENTS[1:]])
def test_a_guide_shows_the_moment_that_it_tells_of(moment: str, language: str) -> None:
    drawn = (GUIDES / f"{moment}.{language}.svg").read_text(encoding="utf-8")
    assert TOLD[moment][language] in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_readme_has_both_views() -> None:
    assert "sealed" in (README / "watch.svg").read_text(encoding="utf-8")
    assert (README / "page.png").read_bytes().startswith(b"\x89PNG")
