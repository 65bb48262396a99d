"""Whether what one chip says is heard by the next, and breaks nothing there.

A wire's high level is the supply of what drives it, or of the resistor that pulls it up. Every
input on it wants a share of its own supply, or so many volts, to read a one; and none may be
driven above what it bears. parts.toml says so of the chips whose data sheets were read for it
(`hears`, `says`, `bears`). Rule of the file: a level nobody told is not judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit, Part

RAILS = {
    "3V3": 3.3,
    "3V3_PI": 3.3,
    "5V": 5.2,
    "5V_PI": 5.2,
    "HOST_5V": 5.0,
    "HOST_3V3": 3.3,
    "PULSES_5V": 5.2,
}


def _volts(part: Part, told: float | str) -> float | None:
    """Volts told as a number, or as the part's own supply pin."""
    if isinstance(told, str):
        return RAILS.get(part.nets.get(told, ""))
    return told


def high_volts(circuit: Circuit, net: str) -> float | None:
    """The highest level that anything gives the wire; None where nobody told."""
    found = []
    for part in circuit.parts:
        if part.kind.name == "resistor":
            one, other = part.nets.values()
            if net in (one, other):
                found.append(RAILS.get(other if net == one else one))
        for pin, told in part.kind.says.items():
            if part.nets.get(pin) == net:
                found.append(_volts(part, told))
    return max((volts for volts in found if volts is not None), default=None)


def unheard(circuit: Circuit) -> Iterator[str]:
    """Inputs that would not read a one, or would be driven above what they bear."""
    for part in circuit.parts:
        for pin, (share, supply) in part.kind.hears.items():
            net = part.nets.get(pin, "")
            has, rail = high_volts(circuit, net), _volts(part, supply)
            if has is None or rail is None:
                continue
            where = f"{circuit.name}: {part.ref} {pin} on {net}"
            if has < share * rail:
                yield f"{where} gets {has:.1f} V and wants {share * rail:.1f} V"
            bears = part.kind.bears or rail + 0.3
            if has > bears:
                yield f"{where} gets {has:.1f} V and bears {bears:.1f} V"


def complaints(circuits: dict[str, Circuit]) -> list[str]:
    """All that is wrong."""
    return [told for circuit in circuits.values() for told in unheard(circuit)]
