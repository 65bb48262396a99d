"""Levels: what one chip says and the next would not hear, or could not bear."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

from host_tools.hardware import circuits, levels
from host_tools.hardware.source import REV_A

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Circuit


def rewired(circuit: str, ref: str, **nets: str) -> Circuit:
    """A circuit of revision A with some pins of one part on other nets."""
    told = tomllib.loads((REV_A / "circuits" / f"{circuit}.toml").read_text(encoding="utf-8"))
    for row in told["part"]:
        if row["ref"] == ref:
            if isinstance(row["nets"], list):
                row["nets"] = dict(zip(("1", "2"), row["nets"], strict=True))
            row["nets"] |= nets
    return circuits.parse(told, circuits.read_kinds())


def test_revision_a_is_heard_everywhere() -> None:
    assert levels.complaints(circuits.read_all()) == []


def test_isolator_at_5_volts_does_not_hear_a_cable_of_3_3_volts() -> None:
    found = "\n".join(levels.unheard(rewired("controller", "U9", VCC2="HOST_5V")))
    assert "U9 INA on HOST_TX gets 3.3 V and wants 3.5 V" in found


def test_display_chip_without_its_level_shifter_hears_nothing() -> None:
    circuit = rewired("seat_panel", "R1", **{"1": "3V3"})
    assert "U2 SDA on SDA_5V gets 3.3 V and wants 3.6 V" in "\n".join(levels.unheard(circuit))


def test_expander_pulled_up_to_5_volts_is_noticed() -> None:
    circuit = rewired("seat_panel", "R6", **{"1": "5V"})
    assert "U1 RESET on RESET gets 5.2 V and bears 3.6 V" in "\n".join(levels.unheard(circuit))


def test_beam_pulled_up_to_5_volts_is_noticed() -> None:
    circuit = rewired("machine_interface", "R3", **{"1": "5V"})
    assert "U1 GP19 on ENTRY_BEAM gets 5.2 V" in "\n".join(levels.unheard(circuit))


def test_part_that_bears_5_volts_is_left_alone() -> None:
    circuit = circuits.read("controller")
    net = "HOST_RX"
    parts = [
        replace(part, nets=part.nets | {"OUTB": net, "VCC2": "HOST_5V"})
        if part.ref == "U9"
        else part
        for part in circuit.parts
    ]
    found = list(levels.unheard(replace(circuit, parts=parts)))
    assert not [told for told in found if "J3" in told]


def test_level_nobody_told_is_not_judged() -> None:
    assert levels.high_volts(circuits.read("controller"), "NOISE_POWER") is None
