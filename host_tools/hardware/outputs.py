"""Every file that is written from the hardware folder's sources, and whether each is fresh.

A file is text, kept in the repository, and compared word for word. Pictures come from drawing
programs whose strokes differ from version to version, so of them the source is compared: its
digest stands in the picture's last line. Rule of the file: checking needs no drawing program, and
nothing is written from a source that a rule refused.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from host_tools.hardware import (
    arm_drawings,
    arm_parts,
    belts,
    boot_files,
    cables,
    card_budget,
    channels,
    channels_page,
    circuits,
    cut_list,
    drawings,
    feeder_parts,
    gauge_parts,
    gear_motors,
    levels,
    machine_parts,
    mechanics_drawings,
    motor_supply,
    motors,
    moved_parts,
    part_drawings,
    perfboard,
    perfboard_page,
    plates,
    reach,
    return_drawings,
    ring_drawings,
    rules,
    sensors,
    sensors_page,
    shopping,
    system_code,
    table_code,
    table_reach,
    ways_back,
    wiring_page,
    words,
)
from host_tools.hardware.source import REV_A, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from host_tools.hardware.source import Board

TABLE = ROOT / "hal" / "boards" / "rev_a.py"
SYSTEM = system_code.MODULE
GENERATED = REV_A / "generated"
BOUGHT = REV_A / "bought.toml"
GUIDES = (ROOT / "hardware" / "build.md", ROOT / "hardware" / "build.it.md")


def texts(board: Board) -> dict[Path, str]:
    """Path and text of every generated text file."""
    overlay, config = boot_files.overlay(board), boot_files.config(board)
    boards, (every_cable, _) = circuits.read_all(), cables.read()
    sensed, mechanics = sensors.read(), card_budget.read()
    others = [*mechanics["other"], *circuits.read_toml(BOUGHT)["other"]]
    others += [*sensors_page.bought(sensed), *gear_motors.bought(motors.read())]
    others += gear_motors.wheels_bought(motors.read())
    elements = cut_list.read()
    others += [*elements["other"], *cut_list.bought(mechanics)]
    made = {GENERATED / f"{name}.net": drawings.netlist(one) for name, one in boards.items()}
    made |= {
        GENERATED / f"cable-{one.name}.yml": drawings.harness(one, board) for one in every_cable
    }
    sheets = perfboard.read()
    made |= {
        GENERATED / f"perfboard-{name}.svg": perfboard_page.drawing(one, sheets[name])
        for name, one in boards.items()
    }
    made |= {
        GENERATED / f"plate-{name}.svg": plates.drawing(boards[name], sheets[name])
        for name in plates.PLATED
    }
    return made | {
        GENERATED / "wiring.md": wiring(board, every_cable, words.Speaker("en")),
        GENERATED / "wiring.it.md": wiring(board, every_cable, words.Speaker("it")),
        GENERATED / "perfboard.md": perfboard_page.render(boards, sheets, words.Speaker("en")),
        GENERATED / "perfboard.it.md": perfboard_page.render(boards, sheets, words.Speaker("it")),
        GENERATED / "bom.csv": shopping.render(boards, every_cable, board, others, sheets),
        GENERATED / "sensors.md": sensors_page.render(sensed, "en"),
        GENERATED / "sensors.it.md": sensors_page.render(sensed, "it"),
        **pages_of_channels(mechanics),
        GENERATED / "cuts.md": cut_list.render(mechanics, elements, "en"),
        GENERATED / "cuts.it.md": cut_list.render(mechanics, elements, "it"),
        TABLE: table_code.render(board),
        REV_A / "boot" / "mazziere-table.dts": overlay,
        REV_A / "boot" / "config.txt": config,
        SYSTEM: system_code.render(overlay, config),
        **{GENERATED / name: svg for name, svg in mechanics_drawings.pictures(mechanics).items()},
        **{
            GENERATED / name: svg
            for name, svg in part_drawings.pictures(mechanics, sheets).items()
        },
        **{GENERATED / name: svg for name, svg in machine_sheets(mechanics).items()},
    }


def machine_sheets(mechanics: dict[str, Any]) -> dict[str, str]:
    """File name and SVG of the sheets that mechanics.toml alone makes, in every language."""
    return {
        f"part-{name}.{language}.svg": draw(mechanics, language)
        for name, draw in (
            return_drawings.SHEETS
            | arm_drawings.SHEETS
            | ring_drawings.SHEETS
            | gauge_parts.SHEETS
        ).items()
        for language in channels_page.LANGUAGES
    }


def pages_of_channels(mechanics: dict[str, Any]) -> dict[Path, str]:
    """Page and picture of the channels in every language."""
    endings = {"en": "", "it": ".it"}
    made = {
        GENERATED / f"channels{endings[language]}.md": channels_page.render(mechanics, language)
        for language in channels_page.LANGUAGES
    }
    return made | {
        GENERATED / f"machine-channels.{language}.svg": channels_page.drawing(mechanics, language)
        for language in channels_page.LANGUAGES
    }


def wiring(board: Board, every_cable: list[cables.Cable], say: words.Speaker) -> str:
    """The page of every wire in the speaker's language."""
    header = circuits.read_kinds()["raspberry_pi"]
    noise = circuits.read("controller").part("J2")
    return wiring_page.render(board, every_cable, header, motors.read(), noise, say)


def digest_line(source: str) -> str:
    """The last line of a picture drawn from `source`."""
    return f"<!-- drawn from {hashlib.sha256(source.encode()).hexdigest()[:32]} -->\n"


def stale_texts(made: dict[Path, str]) -> list[Path]:
    """Those that are missing or differ."""
    return [
        path
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def stale_pictures(drawn: dict[Path, str]) -> list[Path]:
    """Those missing or drawn from another source."""
    return [
        path
        for path, source in drawn.items()
        if not path.exists() or not path.read_text(encoding="utf-8").endswith(digest_line(source))
    ]


class Picture(NamedTuple):
    """What is drawn: the program's input, and the program."""

    source: str
    program: Callable[[str], str]


def pictures(board: Board) -> dict[Path, Picture]:
    """Path and source of every picture."""
    drawn = {
        GENERATED / f"{name}.svg": Picture(drawings.dot(circuits.read(name)), drawings.graphviz)
        for name in circuits.CIRCUITS
    }
    every_cable, _ = cables.read()
    for language in channels_page.LANGUAGES:
        whole = drawings.overview(every_cable, board, words.Speaker(language))
        drawn[GENERATED / f"table.{language}.svg"] = Picture(whole, drawings.graphviz)
    for cable in every_cable:
        source = drawings.harness(cable, board)
        drawn[GENERATED / f"cable-{cable.name}.svg"] = Picture(source, drawings.wireviz)
    return drawn


def complaints(board: Board) -> list[str]:
    """All that is wrong, of board, circuits, cables and mechanics."""
    found = rules.complaints(board)
    boards, (every_cable, contacts) = circuits.read_all(), cables.read()
    found += circuits.complaints(boards, board)
    found += cables.complaints(boards, every_cable, contacts, board, guides())
    found += levels.complaints(boards)
    found += motor_supply.complaints(board, boards)
    sheets = perfboard.read()
    found += perfboard.complaints(boards, sheets)
    if not found:
        found += plates.complaints(boards, sheets)
    mechanics = card_budget.read()
    found += card_budget.complaints(mechanics, card_budget.promised_ms())
    found += channels.complaints(mechanics)
    found += machine_parts.complaints(mechanics, sheets, every_cable)
    found += reach.complaints(mechanics, sensors.read(), sheets, every_cable)
    found += table_reach.complaints(mechanics, board, sheets, every_cable)
    needed = {
        "carousel": card_budget.carousel_torque(mechanics),
        "turret": card_budget.turret_torque(mechanics),
    }
    found += motors.complaints(motors.read(), mechanics, needed, board)
    found += gear_motors.complaints(motors.read(), mechanics, card_budget.promised_ms())
    found += _ways_of_cards(mechanics)
    found += ring_drawings.complaints(mechanics)
    found += gauge_parts.complaints(mechanics)
    interface, sensor_board = boards["machine_interface"], boards["sensor_board"]
    found += sensors.complaints(sensors.read(), mechanics, sensor_board, interface)
    return found


def _ways_of_cards(mechanics: dict[str, Any]) -> list[str]:
    """Of feeder, arm and trays, with the motors that drive them."""
    geared = motors.read()
    pull, feeder, path = (gear_motors.drive(geared, name) for name in ("return", "feeder", "path"))
    runs_on = path.run_on_mm(mechanics["path"]["speed"])
    turns = card_budget.turret_torque(mechanics) * mechanics["turret"]["safety"]
    found = ways_back.complaints(mechanics, pull, runs_on)
    found += ways_back.in_time(mechanics, pull, card_budget.promised_ms())
    found += feeder_parts.complaints(mechanics, feeder)
    found += moved_parts.complaints(mechanics, geared)
    found += cut_list.complaints(mechanics, cut_list.read())
    return [*found, *arm_parts.complaints(mechanics), *belts.complaints(mechanics, geared, turns)]


def guides() -> dict[str, str]:
    """The build guides, by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in GUIDES}


def left_over(board: Board) -> list[Path]:
    """Files in the generated folder that nothing writes any more."""
    return sorted(set(GENERATED.iterdir()) - set(texts(board)) - set(pictures(board)))


def write(made: dict[Path, str], drawn: dict[Path, Picture]) -> None:
    """Write every text that is stale, draw every picture that is."""
    for path in stale_texts(made):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made[path], encoding="utf-8")
    for path in stale_pictures({path: picture.source for path, picture in drawn.items()}):
        path.parent.mkdir(parents=True, exist_ok=True)
        svg = drawn[path].program(drawn[path].source).rstrip("\n")
        path.write_text(svg + "\n" + digest_line(drawn[path].source), encoding="utf-8")
