"""The cables: each rule broken once, and what a builder reads of a cable."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from host_tools.hardware import (
    cables,
    circuits,
    drawings,
    motors,
    outputs,
    perfboard,
    perfboard_page,
    wiring_page,
    words,
)
from host_tools.hardware.cables import Cable, Contact
from host_tools.hardware.source import SourceError, read

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Circuit


@pytest.fixture(scope="module")
def boards() -> dict[str, Circuit]:
    return circuits.read_all()


def complaints(boards: dict[str, Circuit], name: str = "panel", **change: object) -> str:
    """What is said when one cable is changed."""
    every, contacts = cables.read()
    assert any(cable.name == name for cable in every)
    every = [
        replace(cable, **change) if cable.name == name else cable  # pyright: ignore[reportArgumentType]
        for cable in every
    ]
    return "\n".join(cables.complaints(boards, every, contacts, read(), outputs.guides()))


def without(boards: dict[str, Circuit], circuit: str, ref: str) -> dict[str, Circuit]:
    """The boards, one part taken away."""
    board = boards[circuit]
    return boards | {
        circuit: replace(board, parts=[part for part in board.parts if part.ref != ref])
    }


def test_revision_a_has_a_cable_for_every_connector(boards: dict[str, Circuit]) -> None:
    assert complaints(boards) == ""


@pytest.mark.parametrize(
    ("circuit", "ref"),
    [("controller", "J20"), ("seat_panel", "J4"), ("machine_interface", "J7")],
)
def test_connector_without_a_cable_is_noticed(
    boards: dict[str, Circuit], circuit: str, ref: str
) -> None:
    every, _ = cables.read()
    cut = [
        replace(cable, ends=[cable.ends[0].replace(f" {ref}", ""), *cable.ends[1:]])
        if cable.ends[0].startswith(circuit)
        else cable
        for cable in every
    ]
    found = list(cables.every_connector_has_a_cable(boards, cut))
    assert found == [f"{circuit} {ref}: 0 cables plug in"]


def test_connector_with_two_cables_is_noticed(boards: dict[str, Circuit]) -> None:
    found = complaints(boards, "floor_key", ends=["controller J22", "floor_key S1"])
    assert "controller J20: 0 cables plug in" in found
    assert "controller J22: 2 cables plug in" in found


def test_cable_to_a_connector_that_is_not_there_is_noticed(boards: dict[str, Circuit]) -> None:
    found = complaints(without(boards, "controller", "J20"))
    assert "controller J20: a cable is told, but there is no connector for it" in found


def test_connector_nobody_knows_a_plug_for_is_noticed(boards: dict[str, Circuit]) -> None:
    board = boards["seat_panel"]
    parts = [
        replace(part, kind=replace(part.kind, mate="")) if part.ref == "J1" else part
        for part in board.parts
    ]
    found = complaints(boards | {"seat_panel": replace(board, parts=parts)})
    assert "seat_panel J1: nobody knows what plugs into microfit8" in found


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("lid", {"connector": "Molex 43025-0200"}, "controller J19 mates with Molex 43025-0400"),
        ("well", {"contact": "Molex 43030-0007"}, "Molex 43030-0007 does not fit JST XHP-4"),
        ("well", {"contact": "JST"}, "cable well: nobody knows contact JST"),
        ("panel", {"awg": 26}, "cable panel: Molex 43030-0007 does not take 26 AWG"),
        ("stepper", {"amps": 3.8}, "3.8 A, JST SXH-001T-P0.6 carries 3.0 A"),
        ("lid", {"colours": ["RD"]}, "cable lid: 4 signals, 1 colours"),
        ("lid", {"far": ["11", "12"]}, "cable lid: 4 signals, 2 of them go somewhere"),
        ("lid", {"far_connector": ""}, "cable lid: 4 signals"),
        ("lid", {"far": ["11", "-", "21", "22"]}, "cable lid: GND goes to -"),
        ("motor_supply", {"metres": 0.0}, "board.toml has no length for it"),
    ],
)
def test_each_rule_of_a_cable_is_noticed(
    boards: dict[str, Circuit], name: str, change: dict[str, object], says: str
) -> None:
    assert says in complaints(boards, name, **change)


def test_cable_without_a_place_in_a_guide_is_noticed() -> None:
    every, _ = cables.read()
    guides = outputs.guides()
    guides["build.it.md"] = guides["build.it.md"].replace("`reader`", "reader")
    found = list(cables.told_in_guides(every, guides))
    assert found == ["build.it.md: says nothing of cable reader"]


def test_swapped_contacts_are_noticed_at_either_end(boards: dict[str, Circuit]) -> None:
    signals = ["SCL", "GND", "SDA", "GND", "5V", "GND", "INT", "5V"]
    found = complaints(boards, signals=signals)
    assert "cable panel: controller J13 contact 1 is B3_SDA, not B3_SCL" in found
    assert "cable panel: seat_panel J1 contact 1 is SDA, not SCL" in found
    found = complaints(
        boards, "stepper", signals=["MOTOR_24V", "GND", "5V", "DIR_LOW", "STEP_LOW", "5V"]
    )
    assert "machine_interface J4 contact 4 is TURRET_STEP_LOW, not DIR_LOW" in found


def test_row_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cables, "read_toml", lambda _: {"cable": [{"name": "x"}], "contact": []})
    with pytest.raises(SourceError):
        cables.read()


def test_pieces_are_counted_over_all_panels() -> None:
    every = {cable.name: cable for cable in cables.read()[0]}
    board = read()
    assert every["presence"].pieces(board) == 10
    assert every["stepper_motor"].pieces(board) == 2
    assert every["panel"].metres_together(board) == pytest.approx(6.6)
    assert every["presence"].metres_together(board) == pytest.approx(4.0)


def test_page_names_what_each_wire_goes_to() -> None:
    every, _ = cables.read()
    header = circuits.read_kinds()["raspberry_pi"]
    noise = circuits.read("controller").part("J2")
    page = wiring_page.render(read(), every, header, motors.read(), noise, words.Speaker("en"))
    assert "| carousel | J3 | on off off | 3.76 A | off | on on off on | 3200 |" in page
    assert "| 4 | YE | STEP_LOW | PUL- | pulled low for each step |" in page
    assert "| 3 | - | - | - | no wire |" in page
    assert "| feeder | J5 | Faulhaber 2342S024CR, 24 V, no gearhead | toothed belt, 2.5:1" in page
    assert "| 5 | PWDN | high while the chip may work, low: off | 0 V |" in page
    assert "| 6 | - | no wire | - |" in page
    for cable in every:
        assert f"[Picture](cable-{cable.name}.svg)" in page


def test_italian_page_says_the_same_of_every_contact() -> None:
    every, _ = cables.read()
    pages = [outputs.wiring(read(), every, words.Speaker(language)) for language in ("en", "it")]
    rows = [[row for row in page.splitlines() if row.startswith("|")] for page in pages]
    assert len(rows[0]) == len(rows[1]) > 100
    for english, italian in zip(*rows, strict=True):
        assert english.count("|") == italian.count("|")
    assert "| 4 | YE | STEP_LOW | PUL- | tirato basso a ogni passo |" in pages[1]


def test_picture_of_the_whole_table_names_every_part_in_both_languages() -> None:
    every, _ = cables.read()
    english, italian = (
        drawings.overview(every, read(), words.Speaker(language)) for language in ("en", "it")
    )
    assert 'controller -- pi [label="J1: ribbon cable"]' in english
    assert 'controller -- pi [label="J1: cavo piatto"]' in italian
    assert 'label="branch 1, J11: 1.6 m"' in english
    assert 'label="ramo 1, J11: 1.6 m"' in italian
    for one, other in (("stepper driver", "driver passo-passo"), ("panel 3", "pannello 3")):
        assert f'[label="{one}"]' in english
        assert f'[label="{other}"]' in italian
    assert english.count("\n") == italian.count("\n")
    labels = [set(re.findall('label="([a-z][^"]*)"', text)) for text in (english, italian)]
    assert not any("_" in label for label in labels[0] | labels[1])
    assert not labels[0] & labels[1]


def test_italian_is_whole_and_none_of_it_is_left_over() -> None:
    every, _ = cables.read()
    say = words.Speaker("it")
    outputs.wiring(read(), every, say)
    drawings.overview(every, read(), say)
    perfboard_page.render(circuits.read_all(), perfboard.read(), say)
    assert say.unsaid() == []
    with pytest.raises(SourceError) as refused:
        say("a phrase of tomorrow")
    assert "no Italian for 'a phrase of tomorrow'" in str(refused.value)
    assert say("JST XHP-4") == "JST XHP-4"
    assert say("PUL+") == "PUL+"


def test_drawing_joins_only_contacts_that_have_a_wire() -> None:
    every = {cable.name: cable for cable in cables.read()[0]}
    source = drawings.harness(every["motor_driver"], read())
    assert "- A: [1, 2, 4, 5]" in source
    assert "wirecount: 4" in source
    assert 'notes: "screw terminal POWER' in source


def test_contacts_have_a_range_of_wires() -> None:
    for contact in cables.read()[1]:
        assert isinstance(contact, Contact)
        assert min(contact.awg) <= max(contact.awg)
    assert all(isinstance(cable, Cable) for cable in cables.read()[0])
