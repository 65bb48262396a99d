"""The rows of the rooms: what a row opens, what it leaves shut."""

from __future__ import annotations

import tomllib

import grimp
import pytest

from host_tools.dev.room_contract import Room, closed_doors, room_of
from tests.source_tree import ROOT


def graph_of(*imports: tuple[str, str], outside: tuple[str, ...] = ()) -> grimp.ImportGraph:
    """Build a graph from (importer, imported) pairs; `outside` names what is not ours."""
    graph = grimp.ImportGraph()
    for module in outside:
        graph.add_module(module, is_squashed=True)
    for importer, imported in imports:
        for module in (importer, imported):
            if module not in graph.modules:
                graph.add_module(module)
        graph.add_import(
            importer=importer, imported=imported, line_number=7, line_contents="import"
        )
    return graph


def shut(graph: grimp.ImportGraph, *rows: str) -> list[tuple[str, str]]:
    rooms = tuple(Room.from_row(row) for row in rows)
    return [(door.importer, door.imported) for door in closed_doors(graph, rooms)]


def test_what_a_row_names_is_open_with_all_below_it() -> None:
    graph = graph_of(("firmware.core.pots", "firmware.compat.digest"))
    assert shut(graph, "firmware.core: firmware.compat", "firmware.compat:") == []


def test_what_a_row_does_not_name_is_shut() -> None:
    graph = graph_of(("firmware.core.pots", "firmware.link.session"))
    assert shut(graph, "firmware.core: firmware.compat", "firmware.link:") == [
        ("firmware.core.pots", "firmware.link.session")
    ]


def test_files_of_one_room_see_each_other() -> None:
    graph = graph_of(("firmware.core.pots", "firmware.core.betting"))
    assert shut(graph, "firmware.core:") == []


def test_a_room_within_a_room_has_its_own_row() -> None:
    graph = graph_of(("hal.sim.main", "firmware.app"), ("hal.sim.clock", "firmware.app"))
    rows = ("hal.sim: pure", "hal.sim.main: firmware.app", "firmware.app:")
    assert shut(graph, *rows) == [("hal.sim.clock", "firmware.app")]


def test_outside_modules_need_a_door_too() -> None:
    graph = graph_of(("firmware.core.pots", "random"), outside=("random",))
    assert shut(graph, "firmware.core: pure") == [("firmware.core.pots", "random")]


def test_star_opens_the_outside_but_not_other_rooms() -> None:
    graph = graph_of(("hal.rpi.gpio", "RPi"), ("hal.rpi.gpio", "hal.sim"), outside=("RPi",))
    assert shut(graph, "hal.rpi: *", "hal.sim:") == [("hal.rpi.gpio", "hal.sim")]


def test_a_closed_door_stays_shut_under_a_star() -> None:
    graph = graph_of(("hal.rpi.clock", "random"), outside=("random",))
    assert shut(graph, "hal.rpi: * !random") == [("hal.rpi.clock", "random")]


def test_a_name_that_only_begins_the_same_is_another_room() -> None:
    graph = graph_of(("firmware.core.pots", "firmware.linked"))
    assert shut(graph, "firmware.core: firmware.link", "firmware.linked:")


def test_a_module_without_a_row_may_import_nothing() -> None:
    graph = graph_of(("elsewhere", "firmware.core"))
    assert shut(graph, "firmware.core:") == [("elsewhere", "firmware.core")]


def test_the_report_names_file_line_and_row() -> None:
    graph = graph_of(("firmware.core.pots", "random"), outside=("random",))
    (door,) = closed_doors(graph, (Room.from_row("firmware.core: pure"),))
    assert str(door) == ("firmware.core.pots (line 7) imports random: no door in firmware.core")


@pytest.mark.parametrize("row", ["firmware.core", "", ": pure"])
def test_a_row_without_a_room_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="room: doors"):
        Room.from_row(row)


def project_rooms() -> dict[str, Room]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    rooms = [Room.from_row(row) for row in contract["rows"]]
    assert len({room.name for room in rooms}) == len(rooms)
    return {room.name: room for room in rooms}


@pytest.mark.parametrize("module", ["random", "os", "time", "secrets"])
def test_no_room_of_the_firmware_may_ask_chance_or_files(module: str) -> None:
    asking = [
        name
        for name, room in project_rooms().items()
        if name.startswith("firmware") and room.may_import(module, is_external=True)
    ]
    # compat reads the clock's ticks, which differ per interpreter
    assert asking == (["firmware.compat"] if module == "time" else [])


def test_only_a_boards_main_sees_the_shell() -> None:
    seeing = [
        name
        for name, room in project_rooms().items()
        if room.may_import("firmware.app", is_external=False) and name != "firmware.app"
    ]
    assert seeing == ["hal.sim.main", "hal.rpi.main", "hal.mcu.main"]


def test_boards_are_blind_to_each_other() -> None:
    rooms = project_rooms()
    boards = ["hal.sim", "hal.rpi", "hal.mcu"]
    for one in boards:
        for other in boards:
            if one != other:
                assert not rooms[one].may_import(other, is_external=False)
                assert not rooms[one + ".main"].may_import(other, is_external=False)


def test_the_longest_name_decides_the_room() -> None:
    rooms = [Room.from_row("hal.sim:"), Room.from_row("hal.sim.main:")]
    room = room_of("hal.sim.main", rooms)
    assert room is not None
    assert room.name == "hal.sim.main"
    assert room_of("hal.rpi", rooms) is None
