"""What senses each place: every place once, and each limit broken once."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from host_tools.hardware import card_budget, circuits, sensors, sensors_page
from host_tools.hardware.source import ROOT, SourceError


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(sensors.read())


@pytest.fixture
def mechanics() -> dict[str, Any]:
    return copy.deepcopy(card_budget.read())


def complaints(of: dict[str, Any], mechanics: dict[str, Any]) -> str:
    board, interface = circuits.read("sensor_board"), circuits.read("machine_interface")
    return "\n".join(sensors.complaints(of, mechanics, board, interface))


def test_every_place_of_the_contract_is_sensed(
    of: dict[str, Any], mechanics: dict[str, Any]
) -> None:
    """54 slots, 18 mouths, 17 places (the chute leads on), two references, the arm's five bits."""
    assert complaints(of, mechanics) == ""
    had = [(seat.name, seat.number) for seat in sensors.seats(of)]
    assert len(had) == len(set(had)) == 54 + 18 + 17 + 2 + 5
    plugs = [(seat.board, seat.connector) for seat in sensors.seats(of)]
    assert len(set(plugs)) == len(plugs)


def test_no_two_neighbouring_slots_are_ever_lit_together(of: dict[str, Any]) -> None:
    bank = {
        seat.number: (seat.board, seat.bank) for seat in sensors.seats(of) if seat.name == "slot"
    }
    assert all(bank[at] != bank[(at + 1) % 54] for at in range(54))


@pytest.mark.parametrize(
    ("where", "value", "says"),
    [
        (("board", 0, "looks"), ["slot 0-12"], "slot 13 is sensed 0 times"),
        (("board", 3, "looks"), ["slot 41-53"], "slot 41 is sensed 2 times"),
        (("board", 3, "looks"), ["slot 42-54"], "slot 54 is not there"),
        (("board", 6, "at"), 0x25, "address 0x25 twice"),
        (("board", 6, "at"), 0x30, "cannot have address 0x30"),
        (("face_up", "at"), 0x26, "address 0x26 twice"),
        (("face_up", "at"), 0x50, "address 0x50 twice"),
        (("lamp", 0, "milliamps"), "20", "draws 17 to 23 mA, not 20"),
        (("keep", "also"), [0x21], "address 0x21 twice"),
        (("keep", "at"), 0x51, "machine_interface: U5 A0 is on GND, not on 3V3"),
        (("keep", "part"), "AT24C256", "machine_interface: U5 is no AT24C256"),
        (("keep", "ref"), "U9", "machine_interface: the machine's memory U9 is missing"),
        (("keep", "pins_pf"), 60, "the sensors' bus rises in"),
        (("keep", "milliamps"), 80, "the sensors draw"),
        (("bus", "cable_m"), [1.0], "8 devices on the sensors' bus, 1 cables"),
        (("bus", "cable_pf_per_m"), 120, "the sensors' bus rises in"),
        (("bus", "hertz"), 40_000, "a mouth is looked at every"),
        (("light", "lamp_ohm"), 50, "the sensors draw 0.38 A"),
        (("light", "shade_mm"), 5.0, "a receiver sees another's lamp"),
        (("light", "receiver_ohm"), 10_000, "a slot's weakest beam has"),
        (("light", "mouth_mm"), 40.0, "a mouth's weakest beam has"),
        (("face_up", "reading_ms"), 24, "too few readings of a card"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], mechanics: dict[str, Any], where: tuple[Any, ...], value: Any, says: str
) -> None:
    table: Any = of
    for key in where[:-1]:
        table = table[key]
    table[where[-1]] = value
    assert says in complaints(of, mechanics)


@pytest.mark.parametrize(
    ("table", "key", "value", "says"),
    [
        ("slot_beam", "lamp", [120.0, -4.0, -8.0], "passes at a radius of 128 mm"),
        ("slot_beam", "floor_radius", 119.0, "where a card may end"),
        ("slot_beam", "receiver", [136.0, 4.0, 8.0], "passes 0.0 mm above a card's edge"),
        ("slot_beam", "receiver", [136.0, 12.0, 14.0], "reaches the next card"),
        ("path", "launch_speed", 4.0, "a mouth is dark for 22 ms"),
    ],
)
def test_each_length_that_a_beam_wants_is_noticed(
    of: dict[str, Any], mechanics: dict[str, Any], table: str, key: str, value: Any, says: str
) -> None:
    mechanics[table][key] = value
    assert says in complaints(of, mechanics)


@pytest.mark.parametrize(
    ("looks", "says"), [(["slot 0-14"], "15 sensors, 14 inputs"), (["door 1"], "nobody knows")]
)
def test_a_board_that_cannot_be_read_is_refused(
    of: dict[str, Any], looks: list[str], says: str
) -> None:
    of["board"][0]["looks"] = looks
    with pytest.raises(SourceError, match=says):
        sensors.seats(of)


@pytest.mark.parametrize(
    ("ref", "contact", "net", "says"),
    [
        ("J11", "3", "A1_IN", "J11 contact 3 is A1_IN, not on GPA0"),
        ("J21", "2", "A_LOW", "J21 is lit by the other bank"),
        ("Q1", "G", "LIGHT_B", "Q1 is not driven by GPA7"),
        ("J2", "2", "SENSORS_SCL", "J2 contact 2 is not SENSORS_SDA"),
    ],
)
def test_a_board_that_differs_from_its_page_is_noticed(
    of: dict[str, Any], ref: str, contact: str, net: str, says: str
) -> None:
    board, interface = circuits.read("sensor_board"), circuits.read("machine_interface")
    board.part(ref).nets[contact] = net
    assert says in "\n".join(sensors.board_is_as_told(of, board, interface))


def test_a_lamp_of_another_resistor_and_a_turned_plug_are_noticed(of: dict[str, Any]) -> None:
    board, interface = circuits.read("sensor_board"), circuits.read("machine_interface")
    of["light"]["lamp_ohm"] = 220
    interface.part("J15").nets["2"] = "SENSORS_SCL"
    found = "\n".join(sensors.board_is_as_told(of, board, interface))
    assert "R11 is not 220 ohm" in found
    assert "J15 contact 2 is not SENSORS_SDA" in found


@pytest.mark.parametrize("language", sensors_page.LANGUAGES)
def test_the_page_tells_the_plug_of_each_sensor(of: dict[str, Any], language: str) -> None:
    page = sensors_page.render(of, language)
    rows = re.findall(r"^\| \d \| [AB] \| (.*) \|$", page, re.M)
    cells = [cell for row in rows for cell in row.split(" | ") if cell != "-"]
    assert len(cells) == len(set(cells)) == 96
    assert "| 7 | 0x26 | R4, R6 | 0.20 m |" in page
    assert " | 0x29 | - | 1.05 m | " in page  # the face-up sensor, at the end of the row
    assert "`sensor_row`" in page
    other = sensors_page.render(of, "it" if language == "en" else "en")
    assert page.count("|") == other.count("|")


def test_what_is_bought_is_what_is_plugged_in(of: dict[str, Any]) -> None:
    counts = {row["what"]: row["count"] for row in sensors_page.bought(of)}
    beams = [what for what, count in counts.items() if count == 54 + 18]
    assert len(beams) == 2  # lamp and receiver
    assert counts["Vishay TCRT5000"] == 17


def test_the_page_of_the_folder_tells_the_computed_figures(
    of: dict[str, Any], mechanics: dict[str, Any]
) -> None:
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    drum, turret = card_budget.carousel_torque(mechanics), card_budget.turret_torque(mechanics)
    assert f"| {drum:.2f}, {turret:.2f} N m" in page
    every_ms = sensors.look_ms(of) * sensors.banks(of, "mouth")
    amps = sensors.lamp_amps(of)
    assert f"rises in {sensors.rise_ns(of):.0f} ns; {amps:.2f} A; every {every_ms:.1f} ms" in page
