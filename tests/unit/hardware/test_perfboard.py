"""Perforated boards: holes, the checks broken once each, and a builder's list read back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from host_tools.hardware import circuits, perfboard, perfboard_page, proposing, words
from host_tools.hardware.circuits import Circuit, Kind, Part
from host_tools.hardware.perfboard import Place, Sheet
from host_tools.hardware.source import SourceError


def kind(stand: dict[str, object], pins: int, mate: str = "") -> Kind:
    names = [str(at) for at in range(1, pins + 1)]
    return Kind("part", "number", "A:B", 0.1, "p. 1", names, stand, mate=mate)


def board(*parts: Part) -> Circuit:
    return Circuit("board", "Board", list(parts))


RESISTOR = kind({"at": [[0, 0], [3, 0]]}, 2)
CHIP = kind({"dip": 8, "rows": 3}, 8)


def test_chips_pins_run_down_the_left_and_up_the_right() -> None:
    at = perfboard.holes(CHIP, Place(10, 20))
    assert (at["1"], at["4"], at["5"], at["8"]) == ((10, 20), (10, 23), (13, 23), (13, 20))


def test_quarter_turn_is_clockwise_about_pin_one() -> None:
    at = perfboard.holes(CHIP, Place(10, 20, 1))
    assert (at["1"], at["4"], at["8"]) == ((10, 20), (7, 20), (10, 23))
    assert perfboard.holes(CHIP, Place(10, 20, 4)) == perfboard.holes(CHIP, Place(10, 20))


def test_three_legged_part_lies_on_the_pins_of_its_adapter() -> None:
    on_adapter = kind({"dip": 6, "rows": 3, "pads": [1, 3, 5]}, 3)
    at = perfboard.holes(on_adapter, Place(1, 1))
    assert at == {"1": (1, 1), "2": (1, 3), "3": (4, 2)}
    assert len(perfboard.legs(on_adapter, Place(1, 1))) == 6


def test_rows_of_a_plug_and_of_a_header_count_differently() -> None:
    plug = kind({"rows_of": 4}, 8)
    assert perfboard.holes(plug, Place(1, 1))["5"] == (1, 2)
    header = kind({"zigzag": 40}, 40)
    assert perfboard.holes(header, Place(1, 1))["2"] == (1, 2)
    assert perfboard.holes(header, Place(1, 1))["39"] == (20, 1)


def test_revision_a_stands_on_its_boards() -> None:
    assert perfboard.complaints(circuits.read_all(), perfboard.read()) == []


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ({"R1": Place(1, 4)}, "board: R2 has no place on the perforated board"),
        ({"R1": Place(1, 4), "R2": Place(3, 4)}, "board: R2 stands on R1"),
        ({"R1": Place(1, 4), "R2": Place(8, 4)}, "board: R2 reaches over the board's edge"),
        ({"R1": Place(1, 4), "R2": Place(2, 4, 1)}, "board: R2 stands on R1"),
        ({"R1": Place(1, 4), "R2": Place(3, 1)}, "board: R2 lies where a screw goes"),
        ({"R1": Place(1, 4), "R2": Place(10, 5, 1)}, "board: R2 lies where a screw goes"),
        (
            {"R1": Place(1, 4), "R2": Place(1, 5), "R3": Place(1, 6)},
            "board: R3 has a place, and there is no such part",
        ),
    ],
)
def test_each_fault_of_a_place_is_noticed(places: dict[str, Place], says: str) -> None:
    circuit = board(
        Part("R1", RESISTOR, "", {"1": "A", "2": "B"}, []),
        Part("R2", RESISTOR, "", {"1": "A", "2": "B"}, []),
    )
    assert list(perfboard.placing(circuit, Sheet(10, 10, places))) == [says]


def test_connector_in_the_middle_is_noticed() -> None:
    plug = kind({"sip": 4}, 4, mate="JST XHP-4")
    circuit = board(Part("J1", plug, "", {}, []))
    found = list(perfboard.placing(circuit, Sheet(40, 40, {"J1": Place(20, 20)})))
    assert found == ["board: J1 is too far from the edge for its cable"]


def test_part_nobody_told_how_it_stands_is_noticed() -> None:
    circuit = board(Part("U1", kind({}, 5), "", {}, []))
    (found,) = perfboard.placing(circuit, Sheet(9, 9, {"U1": Place(1, 1)}))
    assert "nobody knows how part stands" in found


def test_board_without_a_sheet_is_noticed() -> None:
    assert perfboard.complaints({"board": board()}, {}) == ["board: has no perforated board"]


def test_sheet_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perfboard, "read_toml", lambda _: {"board": {"holes": [3]}})
    with pytest.raises(SourceError) as refused:
        perfboard.read()
    assert "board" in str(refused.value)


@pytest.mark.parametrize("name", circuits.CIRCUITS)
def test_wires_join_every_net_whole_and_no_two_nets(name: str) -> None:
    circuit, sheet = circuits.read(name), perfboard.read()[name]
    joined: dict[tuple[str, str], tuple[str, str]] = {}

    def root(end: tuple[str, str]) -> tuple[str, str]:
        while joined.get(end, end) != end:
            end = joined[end]
        return end

    for wire in perfboard.wires(circuit, sheet):
        (one, pin, _), (other, other_pin, _) = wire.ends
        joined[root((one, pin))] = root((other, other_pin))
    standing = {part.ref for part in perfboard.standing(circuit)}
    roots = []
    for ends in circuit.nets().values():
        there = {root((ref, pin)) for ref, _, pin in ends if ref in standing}
        assert len(there) <= 1
        roots += there
    assert len(roots) == len(set(roots))


@pytest.mark.parametrize("name", circuits.CIRCUITS)
def test_no_hole_has_two_pins(name: str) -> None:
    sheet = perfboard.read()[name]
    used = [
        hole
        for part in perfboard.standing(circuits.read(name))
        for hole in perfboard.legs(part.kind, sheet.places[part.ref])
    ]
    assert len(used) == len(set(used))


def test_page_and_picture_show_every_part() -> None:
    every, sheets = circuits.read_all(), perfboard.read()
    page = perfboard_page.render(every, sheets, words.Speaker("en"))
    for name, circuit in every.items():
        svg = perfboard_page.drawing(circuit, sheets[name])
        shown = set(re.findall(r">([A-Z]+\d+)</text>", svg))
        assert shown == {part.ref for part in perfboard.standing(circuit)}
        assert f"![{circuit.title}](perfboard-{name}.svg)" in page
    assert "U2 is left out: protects" in page
    lamp = "| D1 | odd seat | two wires of 0.2 m to the lamp in its holder | K: 64/28, A: 65/28 |"
    assert lamp in page


def test_italian_page_stands_every_part_in_the_same_holes() -> None:
    every, sheets = circuits.read_all(), perfboard.read()
    pages = [
        perfboard_page.render(every, sheets, words.Speaker(language)) for language in ("en", "it")
    ]
    rows = [[row.split(" | ") for row in page.splitlines() if "/" in row] for page in pages]
    parts = [[row for row in page if len(row) == 5] for page in rows]
    assert len(parts[0]) == len(parts[1]) > 200
    for english, italian in zip(*parts, strict=True):
        assert english[0] == italian[0]
        assert english[3:] == italian[3:]
    wires = [[row for row in page if len(row) == 4] for page in rows]
    assert wires[0] == wires[1]
    assert "U2 non si monta: protegge" in pages[1]


def test_proposal_keeps_what_has_a_place_and_lets_nothing_overlap() -> None:
    plug = kind({"sip": 4}, 4, mate="JST XHP-4")
    circuit = board(
        Part("U1", CHIP, "", {"1": "A", "8": "B"}, []),
        Part("R1", RESISTOR, "", {"1": "A", "2": "B"}, []),
        Part("R2", RESISTOR, "", {"1": "B", "2": "C"}, []),
        Part("J1", plug, "", {"1": "C"}, []),
    )
    sheet = proposing.propose(circuit, Sheet(24, 20, {"U1": Place(12, 9)}))
    assert sheet.places["U1"] == Place(12, 9)
    assert list(perfboard.placing(circuit, sheet)) == []
    written = proposing.written({"board": sheet}, {"board": circuit})
    assert "U1 = [12, 9, 0]" in written


def test_board_that_is_too_small_is_refused() -> None:
    circuit = board(Part("U1", CHIP, "", {}, []), Part("U2", replace(CHIP), "", {}, []))
    with pytest.raises(SourceError) as refused:
        proposing.propose(circuit, Sheet(11, 7, {}))
    assert "U2 fits nowhere" in str(refused.value)
