"""The plates: openings over what looks out, and each way to spoil one."""

from __future__ import annotations

import re

import pytest

from host_tools.hardware import circuits, perfboard, plates
from host_tools.hardware.perfboard import Place, Sheet


@pytest.fixture(scope="module")
def boards() -> dict[str, circuits.Circuit]:
    return circuits.read_all()


def moved(name: str, ref: str, place: Place) -> dict[str, Sheet]:
    """Revision A's boards with one part elsewhere."""
    sheets = perfboard.read()
    sheet = sheets[name]
    return sheets | {name: sheet._replace(places=sheet.places | {ref: place})}


def test_plate_has_an_opening_for_all_that_looks_out(boards: dict[str, circuits.Circuit]) -> None:
    found = plates.openings(boards["seat_panel"], perfboard.read()["seat_panel"])
    assert sorted(one.ref for one in found) == sorted(
        ["D1", "D2", "DS1 DS2", "DS3 DS4", *(f"S{at}" for at in range(1, 11))]
    )
    assert [one.legend for one in found if one.legend] == [
        "FOLD", "CALL", "RAISE", "UP", "DOWN", "FOLD", "CALL", "RAISE", "UP", "DOWN",
    ]  # fmt: skip
    window = next(one for one in found if one.ref == "DS1 DS2")
    assert window.width == pytest.approx(2 * 50.3 + 1.0, abs=0.6)


def test_revision_a_leaves_enough_of_its_plates(boards: dict[str, circuits.Circuit]) -> None:
    assert list(plates.complaints(boards, perfboard.read())) == []


@pytest.mark.parametrize(
    ("ref", "place", "says"),
    [
        ("S7", Place(7, 32), "plate of seat_panel: S7 is -0.3 mm from S6"),
        ("S6", Place(0, 32), "plate of seat_panel: S6 reaches over its side"),
        ("S5", Place(78, 37), "plate of seat_panel: S5 reaches over its rim"),
        ("S5", Place(81, 34), "plate of seat_panel: M3 is"),
        ("DS2", Place(74, 11, 3), "plate of seat_panel: DS2 reaches over its side"),
    ],
)
def test_each_spoilt_plate_is_noticed(
    boards: dict[str, circuits.Circuit], ref: str, place: Place, says: str
) -> None:
    found = "\n".join(plates.complaints(boards, moved("seat_panel", ref, place)))
    assert says in found


def test_drawing_is_at_true_size(boards: dict[str, circuits.Circuit]) -> None:
    svg = plates.drawing(boards["seat_panel"], perfboard.read()["seat_panel"])
    assert 'width="218.44mm" height="96.52mm" viewBox="0 0 218.44 96.52"' in svg
    assert len(re.findall("<circle", svg)) == 6  # four screws, two lamps
    assert len(re.findall("<rect", svg)) == 13  # rim, two windows, ten keys


def test_the_seat_on_the_left_has_the_left_half_of_its_panel() -> None:
    """Seats count clockwise: who faces the table has the next one, the even, on the left."""
    at = perfboard.read()["seat_panel"].places
    even, odd = [f"S{key}" for key in range(6, 11)], [f"S{key}" for key in range(1, 6)]
    assert max(at[ref].column for ref in even) < min(at[ref].column for ref in odd)
