"""The drawings of the card machine say its numbers, whole, in both languages."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET  # of pictures that are drawn here

import pytest

from host_tools.hardware import (
    card_budget,
    channels_page,
    mechanics_drawings,
    outputs,
    part_drawings,
    part_paper,
    perfboard,
    return_drawings,
)
from host_tools.hardware.source import ROOT

_LETTER_PX = 6.0  # the mean of a sans serif at 11 px
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(SVG + "text"))


def every_sheet() -> dict[str, str]:
    of, sheets = card_budget.read(), perfboard.read()
    drawn = mechanics_drawings.pictures(of) | part_drawings.pictures(of, sheets)
    languages = part_paper.LANGUAGES
    drawn |= outputs.machine_sheets(of)
    return drawn | {f"channels.{one}": channels_page.drawing(of, one) for one in languages}


def test_no_label_is_cut_by_the_edge() -> None:
    for svg in every_sheet().values():
        no_label_is_cut(svg)


def no_label_is_cut(svg: str) -> None:
    width = float(ET.fromstring(svg).get("width", "0"))
    for text in texts(svg):
        if "transform" in text.attrib:
            continue
        x, long = float(text.attrib["x"]), len(text.text or "") * _LETTER_PX
        start = {"start": x, "middle": x - long / 2, "end": x - long}[text.attrib["text-anchor"]]
        assert start >= 0, text.text
        assert start + long <= width, text.text


@pytest.mark.parametrize(
    ("name", "table", "key", "value", "told"),
    [
        ("plan", "turret", "radius", 277.0, "R 277"),
        ("path", "path", "reader", 46.0, "46"),
        ("slot", "slot_beam", "floor_radius", 107.0, "R 107"),
        ("well", "well", "floor_degrees", 16.0, "floor 16 degrees"),
        ("feeder", "feeder", "pair", 151.0, "R 151"),
        (
            "feeder",
            "hopper",
            "press_newton",
            0.6,
            "press plate, 0.6 N by a spring of constant force",
        ),
        ("shelf", "chute", "lip", 75.0, "75"),
        ("tray", "tray", "slope_degrees", 24.0, "24 degrees"),
    ],
)
def test_a_number_that_changes_is_drawn_anew(
    name: str, table: str, key: str, value: float, told: str
) -> None:
    of = card_budget.read()
    draw = (mechanics_drawings.SHEETS | return_drawings.SHEETS)[name]
    before = draw(of, "en")
    of[table][key] = value
    after = draw(of, "en")
    assert told in [text.text for text in texts(after)]
    assert told not in [text.text for text in texts(before)]


def test_the_feeder_stands_before_a_place_of_the_drum() -> None:
    """Else a slot could never stand before it; the page tells the same place."""
    svg = mechanics_drawings.plan(card_budget.read(), "en")
    of = card_budget.read()
    last = (of["turret"]["places"] - 1) * of["turret"]["pitch_places"]
    place, rest = divmod(of["slot"]["count"] + last, 2)
    assert rest == 0
    told = f"place {place} before the feeder"
    assert any(told in (text.text or "") for text in texts(svg))
    page = (ROOT / "hardware" / "mechanics.md").read_text(encoding="utf-8")
    assert told in " ".join(page.split())


def test_both_languages_draw_the_same_lines() -> None:
    of = copy.deepcopy(card_budget.read())
    drawn = mechanics_drawings.pictures(of) | outputs.machine_sheets(of)
    for name in {name.split(".")[0] for name in drawn}:
        english, italian = (drawn[f"{name}.{which}.svg"] for which in ("en", "it"))
        assert re.findall(r"<path.*", english) == re.findall(r"<path.*", italian)
        assert english != italian


def test_the_readers_picture_lies_at_the_edge_where_the_leading_corner_has_its_index() -> None:
    """A card bears its index at its upper left and lower right, its face toward whoever looks.

    Laid on its long edge, going to the right, its face toward the reader, the leading corner with
    the index is the upper one, however it was turned in its plane before.
    """
    portrait = {(-1, 1), (1, -1)}  # corners with an index: x to the right, y up
    clockwise, other = {(y, -x) for x, y in portrait}, {(-y, x) for x, y in portrait}
    assert clockwise == other == {(1, 1), (-1, -1)}
    of = card_budget.read()
    picture = mechanics_drawings.path(of, "en")
    boxes = re.findall(r'class="(hidden|face)" d="M([\d. ]+) L([\d. ]+) L([\d. ]+) L', picture)
    card = next(one for one in boxes if one[0] == "face")
    window = [one for one in boxes if one[0] == "hidden"][-1]
    top = float(card[3].split()[1])
    assert float(window[3].split()[1]) < top < float(window[1].split()[1])
