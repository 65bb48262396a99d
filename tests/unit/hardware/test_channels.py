"""The channels: every place has one, cards get to its end, and each limit is broken once."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET  # of pictures that are drawn here
from math import cos, exp, hypot, pi, sin
from typing import Any

import pytest

from host_tools.hardware import card_budget, channels, channels_page


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any]) -> str:
    return "\n".join(channels.complaints(of))


def test_every_card_gets_to_its_place(of: dict[str, Any]) -> None:
    assert complaints(of) == ""


def test_mouths_go_the_way_the_seats_do(of: dict[str, Any]) -> None:
    """Seen from above seats and mouths go clockwise, so no two channels need to cross."""
    every = channels.channels(of)
    assert [one.mouth for one in every[:5]] == [0, 1, 2, 3, 4]
    by_mouth = sorted(every, key=lambda one: one.mouth)
    degrees = [one.degrees for one in by_mouth]
    assert degrees == sorted(degrees, reverse=True)
    ends = [one.point(298.0, one.length) for one in every[:10]]
    assert [x < 0 for x, _ in ends] == [True] * 5 + [False] * 5


def test_a_returned_card_comes_to_stand_behind_the_others(of: dict[str, Any]) -> None:
    """Its way ends at the hopper's inner end, parallel to the cards that wait there."""
    chute = channels.channels(of)[channels.CHUTE - 1]
    turret = of["turret"]
    feeder = channels.mouth_degrees(of, 0) - turret["feeder_place"] * 360 / of["slot"]["count"]
    assert (chute.end_degrees - feeder) % 360 == pytest.approx(180, abs=0.01)
    x, y = chute.point(of["channels"]["start"], chute.length)
    inner = of["slot"]["outer_radius"] + 4 + of["feed"]["prefeed"]
    assert hypot(x, y) == pytest.approx(inner, abs=8)
    angle = feeder / 180 * pi
    beside = y * cos(angle) - x * sin(angle)
    lies = cos(of["shelf"]["slope_degrees"] / 180 * pi) * of["card"]["width"] / 2
    assert beside - lies == pytest.approx(of["chute"]["last"], abs=4)


@pytest.mark.parametrize(
    ("place", "key", "value", "says"),
    [
        (3, "straight", 960, "channel of place 3: 1009 mm, 900 are allowed"),
        (18, "radius", 120, "channel of place 18: a card sticks in a bend of 120 mm"),
        (1, "bend", 160, "channel of place 1: a card would slide on by"),
        (2, "radius", 120, "channel of place 2: a card sticks in a bend of 120 mm"),
        (13, "straight", 280, "channel of place 13: 280 mm are no room"),
        (16, "bend", 0, "channels of place 10 and 16 overlap by 34 mm"),
        (5, "straight", 500, "channel of place 5 comes"),
        (17, "bend", -80, "channel of place 17 comes -103 mm near the table's edge"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], place: int, key: str, value: Any, says: str
) -> None:
    of["channel"][place - 1][key] = value
    assert says in complaints(of)


@pytest.mark.parametrize(
    ("mouths", "says"),
    [
        ([*range(1, 18), 17], "the mouths around the ring are not the places 1 to 18"),
        (list(range(1, 19)), "overlap"),
    ],
)
def test_another_order_of_the_mouths_is_refused(
    of: dict[str, Any], mouths: list[int], says: str
) -> None:
    of["turret"]["mouths"] = mouths
    assert says in complaints(of)


def test_a_place_without_a_channel_is_refused(of: dict[str, Any]) -> None:
    del of["channel"][4]
    assert "the channels are not those of the places 1 to 18" in complaints(of)


def test_a_wall_that_pushes_a_card_round_brakes_it_and_rollers_do_not(of: dict[str, Any]) -> None:
    """Half a turn leaves exp(-2 mu pi) of the way that a straight would leave, and less."""
    way, mu = card_budget.slide_mm(of), of["path"]["friction"]
    one = channels.Channel(1, 0, 0.0, 0.0, 180.0, 1e-6, 0.0, "right", False)
    climb = channels.rise_mm(of, one) / mu
    left = way * exp(-2 * mu * pi) - climb
    assert channels.left_mm(of, one) == pytest.approx(left, rel=1e-3)
    rolling = channels.Channel(1, 0, 0.0, 0.0, 180.0, 100.0, 50.0, "right", True)
    assert channels.left_mm(of, rolling) == pytest.approx(way - 100 * pi - 50 - climb)


def test_a_higher_cloth_costs_a_card_its_way(of: dict[str, Any]) -> None:
    """Of the energy 2.3 g have at 2.55 m/s a fifth of a millimetre climbed takes one slid."""
    of["height"]["cloth"] += 20
    assert "channel of place 2: a card would slide on by 166 mm" in complaints(of)


def test_a_channel_bends_where_it_says(of: dict[str, Any]) -> None:
    one = channels.Channel(1, 0, 90.0, 10.0, -90.0, 100.0, 50.0, "right", False)
    assert one.point(300.0, 0.0) == pytest.approx((0, 300))
    assert one.point(300.0, one.length) == pytest.approx((150, 410))
    assert one.end_degrees == 0


@pytest.mark.parametrize("language", channels_page.LANGUAGES)
def test_page_and_picture_name_every_place(of: dict[str, Any], language: str) -> None:
    page = channels_page.render(of, language)
    for place in range(1, 19):
        assert f"| {place} | {channels_page.what(place, language)} |" in page
    labels = [
        text.text for text in ET.fromstring(channels_page.drawing(of, language)).iter()
        if text.tag.endswith("text")
    ]  # fmt: skip
    assert all(str(place) in labels for place in range(1, 19))
