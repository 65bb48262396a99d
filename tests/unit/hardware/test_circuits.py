"""The boards and cables: what the checks notice, and what netlist, pictures and list say."""

from __future__ import annotations

import copy
import re
import shutil
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from host_tools.hardware import cables, circuits, drawings, outputs, perfboard, shopping
from host_tools.hardware.source import REV_A, SourceError, read

needs_dot = pytest.mark.skipif(
    shutil.which("dot") is None, reason="dot is missing: apt-get install graphviz"
)


@pytest.fixture
def told() -> dict[str, dict[str, Any]]:
    return {
        name: tomllib.loads((REV_A / "circuits" / f"{name}.toml").read_text())
        for name in circuits.CIRCUITS
    }


def part(told: dict[str, dict[str, Any]], circuit: str, ref: str) -> dict[str, Any]:
    return next(row for row in told[circuit]["part"] if row["ref"] == ref)


def complaints(told: dict[str, dict[str, Any]]) -> str:
    kinds = circuits.read_kinds()
    boards = {name: circuits.parse(one, kinds) for name, one in told.items()}
    return "\n".join(circuits.complaints(boards, read()))


def test_revision_a_has_no_contradiction(told: dict[str, dict[str, Any]]) -> None:
    assert complaints(told) == ""


def test_pin_on_no_net_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    del part(told, "seat_panel", "U1")["nets"]["GPA3"]
    found = complaints(told)
    assert "seat_panel: U1 GPA3 is on no net" in found
    assert "U1 GPA3 is None, not ODD_UP" in found


def test_net_with_one_end_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    part(told, "controller", "U2")["nets"]["WP"] = "WRITE_PROTECT"
    assert "net WRITE_PROTECT ends at U2 WP" in complaints(told)


def test_supply_pin_on_a_signal_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    part(told, "controller", "U3")["nets"]["VCC"] = "INNER_SDA"
    assert "U3 VCC is on INNER_SDA, not on a supply" in complaints(told)


def test_ground_pin_elsewhere_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    part(told, "controller", "U3")["nets"]["GND"] = "3V3"
    assert "U3 GND is on 3V3, not on ground" in complaints(told)


def test_swapped_bus_wires_are_noticed(told: dict[str, dict[str, Any]]) -> None:
    nets = part(told, "seat_panel", "U2")["nets"]
    nets["SDA"], nets["SCL"] = nets["SCL"], nets["SDA"]
    assert "seat_panel: U2 SCL is on SDA_5V" in complaints(told)


def test_open_pin_that_is_connected_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    part(told, "controller", "U1")["nets"]["SD0"] = "GND"
    assert "U1 SD0 is open and on GND" in complaints(told)


def test_header_that_differs_from_the_board_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    nets = part(told, "controller", "J1")["nets"]
    nets["GPIO17"], nets["GPIO27"] = nets["GPIO27"], nets["GPIO17"]
    assert "J1 GPIO17 is NOISE_POWER, board.toml says MUX_RESET" in complaints(told)


def test_missing_safe_resistor_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    rows = told["controller"]["part"]
    gone = [row for row in rows if row["nets"] == ["MOTOR_ENABLE", "GND"]]
    assert len(gone) == 1
    rows.remove(gone[0])
    assert "no resistor from MOTOR_ENABLE to GND" in complaints(told)


def test_key_on_the_wrong_pin_of_the_expander_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    nets = part(told, "seat_panel", "U1")["nets"]
    nets["GPB0"], nets["GPB1"] = nets["GPB1"], nets["GPB0"]
    assert "U1 GPB0 is EVEN_CALL, not EVEN_FOLD" in complaints(told)


@pytest.mark.parametrize("package", ["own:module", "SOT-23", "Package_SO:"])
def test_footprint_that_kicad_has_not_is_noticed(package: str) -> None:
    circuit = circuits.read("seat_panel")
    parts = [
        replace(part, kind=replace(part.kind, package=package)) if part.ref == "Q1" else part
        for part in circuit.parts
    ]
    found = list(circuits.footprints(replace(circuit, parts=parts)))
    assert found == [f"seat_panel: Q1: KiCad has no footprint '{package}'"]


def test_relay_is_joined_by_its_footprints_own_pads() -> None:
    text = drawings.netlist(circuits.read("controller"))
    assert '(node (ref "K1") (pin "14") (pinfunction "NO"))' in text


def test_part_used_twice_is_noticed(told: dict[str, dict[str, Any]]) -> None:
    told["seat_panel"]["part"].append(copy.deepcopy(part(told, "seat_panel", "R1")))
    assert "seat_panel: R1 is there twice" in complaints(told)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"part": "flux capacitor"}, "nobody knows flux capacitor"),
        ({"colour": "red"}, "nobody knows ['colour']"),
        ({"nets": ["GND"]}, "28 pins, 1 nets"),
        ({"nets": {"GPC0": "GND"}}, "MCP23017 has no pin GPC0"),
    ],
)
def test_circuit_that_cannot_be_read_is_refused(
    told: dict[str, dict[str, Any]], change: dict[str, Any], says: str
) -> None:
    part(told, "seat_panel", "U1").update(change)
    with pytest.raises(SourceError) as refused:
        circuits.parse(told["seat_panel"], circuits.read_kinds())
    assert says in str(refused.value)


def expressions(text: str) -> list[Any]:
    """Read KiCad's bracketed form."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.strip('"'))
    assert len(stack) == 1, "brackets do not close"
    return stack[0]


@pytest.mark.parametrize("name", circuits.CIRCUITS)
def test_netlist_read_back_is_the_circuit(name: str) -> None:
    circuit = circuits.read(name)
    (export,) = expressions(drawings.netlist(circuit))
    found = {row[0]: row[1:] for row in export[1:]}
    assert [row[1][1] for row in found["components"]] == [part.ref for part in circuit.parts]
    nets = {
        row[2][1]: [(node[1][1], node[2][1], node[3][1]) for node in row[3:]]
        for row in found["nets"]
    }
    assert nets == circuit.nets()


@needs_dot
def test_picture_shows_every_chip_and_names_its_nets() -> None:
    circuit = circuits.read("machine_interface")
    svg = drawings.graphviz(drawings.dot(circuit))
    assert svg.startswith("<svg ")
    assert "pico2" in svg
    assert "CAROUSEL_STEP" in svg
    assert "<title>" not in svg


@needs_dot
def test_wireviz_draws_a_cable_and_refuses_one_that_does_not_fit() -> None:
    pytest.importorskip("wireviz", reason="wireviz is missing: pip install wireviz")
    cable = cables.read()[0][0]
    source = drawings.harness(cable, read())
    svg = drawings.wireviz(source)
    assert "panel5 1.6 m" in svg
    with pytest.raises(SourceError):
        drawings.wireviz(source.replace("- B: [1, 2", "- B: [2, 9"))


@needs_dot
def test_a_picture_says_lengths_and_values_as_they_are() -> None:
    """Places are rounded, what is read is not: 0.15 m stays 0.15 m, 0.02 ohm 0.02 ohm."""
    pytest.importorskip("wireviz", reason="wireviz is missing: pip install wireviz")
    row = next(cable for cable in cables.read()[0] if cable.name == "sensor_row")
    assert "1 x 0.15 m, 1 x 0.15 m" in drawings.wireviz(drawings.harness(row, read()))
    svg = drawings.graphviz('digraph { a [label="0.02 ohm", pos="1.234,0!"] }')
    assert "0.02 ohm" in svg
    assert not re.search(r"""[xy]=['"]-?\d+\.\d\d""", svg)


def test_drawing_program_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SourceError) as refused:
        drawings.graphviz("graph {}")
    assert "apt-get install graphviz" in str(refused.value)


def test_list_counts_five_panels_and_every_cable() -> None:
    text = shopping.render(circuits.read_all(), cables.read()[0], read(), [])
    rows = {row.split(";")[1]: row.split(";") for row in text.splitlines()}
    assert rows["Microchip MCP23017-E/SP"][0] == "12"  # five panels, seven sensor boards
    assert rows["Kingbright CC56-12SRWA"][0] == "24"
    assert rows["Omron B3F-4055 with a 12 mm cap"][0] == "50"
    assert rows["Molex 43025-0800"][0] == "14"  # seven cables, two ends
    assert rows["JST XHP-4"][0] == str(27 + 1 + 7 + 96)  # panels, interface; then sensor boards
    assert rows["contact JST SXH-001T-P0.6"][0] == str(
        70 + 12 + 16 + 8 + 6 + 12 + 4 * (1 + 7 + 96)
    )
    every = [row.split(";") for row in text.splitlines()]
    total = sum(float(row[4]) for row in every if row[0].isdigit())
    assert float(rows["together"][4]) == pytest.approx(total, abs=0.3)


def test_list_names_what_perforated_boards_want_below_the_sum() -> None:
    text = shopping.render(circuits.read_all(), [], read(), [], perfboard.read())
    below = text[text.index(";together;") :]
    rows = {row.split(";")[1]: int(row.split(";")[0]) for row in below.splitlines()[1:]}
    assert rows["perforated board, 86 x 38 holes or more"] == 6  # five panels, centre displays
    assert rows["adapter SO-28 to DIP-28, 15.24 mm"] == 7
    assert rows["adapter SO-8 to DIP-8, 7.62 mm"] == 7
    assert not [what for what in rows if "socket" in what]


def test_what_is_bought_instead_is_listed_and_not_in_the_sum() -> None:
    others = [
        {"what": "sum", "count": 2, "euro": 3.0, "where": "box"},
        {"what": "other", "count": 1, "euro": 5.5, "where": "box", "instead": "of a sum"},
    ]
    *_, together, instead, _ = shopping.render({}, [], read(), others).split("\n")
    assert together == ";together;;;6.00;"
    assert instead == "1;other;;5.50;;box, instead of a sum"


def test_guides_tell_what_the_empty_capacitors_take() -> None:
    board = read()
    five = next(supply for supply in board.supplies if supply.name == "5V")
    ohm = float(circuits.read("controller").part("R90").value.split(":")[0])
    amps = five.volts**2 / ohm / five.efficiency / 24.0
    told = f"{round(1000 * amps, -1):.0f} mA"
    for name, page in outputs.guides().items():
        assert told in page, name


def test_no_generated_picture_is_large() -> None:
    for path in outputs.pictures(read()):
        assert path.stat().st_size < 100_000, path.name
