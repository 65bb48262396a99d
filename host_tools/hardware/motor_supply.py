"""What lets the motors run and what stops them: pump, relay, and the transistors behind them.

MOTOR_ENABLE fills a charge pump while it changes; the pump's gate lets Q2 of the controller pull
ENABLED_LOW to ground, and with it two transistors of the interface: one gives the motors with
brushes their 24 V, the other the steppers' inputs their 5 V. A third, behind the relay that lid
and thermostat hold, fills the drivers' capacitors slowly. Values come from the circuits, limits
from parts.toml, assumptions from board.toml. Rule of the file: everything is judged with every
tolerance against it, and what is between two nets is found by the nets, not by a part's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import exp, log, log10
from typing import TYPE_CHECKING

from host_tools.hardware.source import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.circuits import Circuit, Part
    from host_tools.hardware.source import Board

THRESHOLD_MA = 0.25  # at which the sheets tell a gate's threshold
_UNITS = {"": 1.0, "M": 1e6, "k": 1e3, "u": 1e-6, "n": 1e-9, "p": 1e-12}


def quantity(told: str) -> float:
    """Ohms or farads of a part's value: 4k7, 220n, "10k: silent until the program runs".

    Raises:
        SourceError: it begins with no number.
    """
    found = re.match(r"(\d+(?:\.\d+)?)([Mkunp]?)(\d*)", told)
    if found is None:
        raise SourceError(f"'{told}' is no value")
    whole, unit, behind = found.groups()
    return float(f"{whole}.{behind}" if behind else whole) * _UNITS[unit]


def between(circuit: Circuit, kind: str, one: str, other: str) -> float:
    """Value of the one part of a kind between two nets.

    Raises:
        SourceError: there is none, or more than one.
    """
    found = [
        part.value
        for part in circuit.parts
        if part.kind.name == kind and set(part.nets.values()) == {one, other}
    ]
    if len(found) != 1:
        raise SourceError(f"{circuit.name}: {len(found)} {kind}s between {one} and {other}")
    return quantity(found[0])


def _with_net(circuit: Circuit, pin: str, net: str, kind: str) -> Part:
    found = [
        part
        for part in circuit.parts
        if part.kind.name.startswith(kind) and part.nets.get(pin) == net
    ]
    if len(found) != 1:
        raise SourceError(f"{circuit.name}: {len(found)} of {kind} with {pin} on {net}")
    return found[0]


@dataclass(frozen=True)
class Pump:
    """The charge pump: what is carried over, what holds it, what empties it."""

    carries: float  # farad
    holds: float  # farad
    ohm: float
    volts: tuple[float, float]  # it is filled to, at least and at most
    tolerance: float

    def seconds(self, holds_share: float) -> float:
        """Time constant with the holding capacitor so much off."""
        return self.ohm * self.holds * holds_share

    def lowest_volts(self, gap_ms: float) -> float:
        """At the gate, while the line changes just in time: one filling in two changes."""
        found = []
        for off in (1 - self.tolerance, 1 + self.tolerance):
            carried = self.carries * (1 - self.tolerance)
            share = carried / (carried + self.holds * off)
            kept = exp(-2 * gap_ms / 1000 / self.seconds(off))
            found.append(self.volts[0] * share * kept / (1 - (1 - share) * kept))
        return min(found)

    def empty_ms(self, volts: float) -> float:
        """Longest time from the last change until no more than that is left."""
        return 1000 * self.seconds(1 + self.tolerance) * log(self.volts[1] / volts)


@dataclass(frozen=True)
class Switch:
    """A P-channel transistor that fills capacitors slowly: gate to source, drain and ground."""

    where: str
    limits: dict[str, float]
    up_ohm: float
    down_ohm: float
    holds: float  # farad, gate to source
    slows: float  # farad, gate to drain
    fills: float  # farad behind it

    def on_volts(self, volts: float) -> float:
        """Between gate and source while it is on."""
        return volts * self.up_ohm / (self.up_ohm + self.down_ohm)

    def step_volts(self, volts: float, tolerance: float) -> float:
        """Between gate and source the moment its source gets all of the supply."""
        slows, holds = self.slows * (1 + tolerance), self.holds * (1 - tolerance)
        return volts * slows / (slows + holds)

    def volts_a_second(self, volts: float, tolerance: float) -> float:
        """How fast its drain rises, at the lowest threshold."""
        gate = self.limits["threshold_volts_min"]
        amps = (volts - gate) / self.down_ohm - gate / self.up_ohm
        return amps / self.slows / (1 - tolerance)

    def fill_amps(self, volts: float, tolerance: float) -> float:
        """What flows into the capacitors meanwhile."""
        return self.volts_a_second(volts, tolerance) * self.fills

    def celsius(self, volts: float, tolerance: float, around: float) -> float:
        """Its junction, as if the first moment of the filling lasted."""
        watts = volts * self.fill_amps(volts, tolerance)
        return around + watts * self.limits["junction_kelvin_a_watt"]

    def off_ms(self, volts: float, tolerance: float) -> float:
        """From the release of its gate until the lowest threshold."""
        seconds = self.up_ohm * (self.holds + self.slows) * (1 + tolerance)
        return 1000 * seconds * log(self.on_volts(volts) / self.limits["threshold_volts_min"])


class Motors:
    """All of it, read from the two circuits; SourceError where a part is not there."""

    def __init__(self, board: Board, circuits: dict[str, Circuit]) -> None:
        self.told = board.motor_enable
        self.gap_ms = board.motor_gap_ms
        self.tolerance = self.told["tolerance"]
        supply = {one.name: one.volts for one in board.supplies}
        self.volts = supply["24V"] * self.told["volts_share_max"]
        self.five, self.three = supply["5V"], supply["3V3"]
        box, machine = circuits["controller"], circuits["machine_interface"]
        self.pump = Pump(
            carries=between(box, "capacitor", "PUMP_IN", "PUMP"),
            holds=between(box, "capacitor", "GATE", "GND"),
            ohm=between(box, "resistor", "GATE", "GND"),
            volts=(self.told["volts_pumped_min"], self.told["volts_pumped_max"]),
            tolerance=self.tolerance,
        )
        self.pulls = _with_net(box, "D", "ENABLED_LOW", "AO")
        self.slow = self._switch(
            box, ("MOTOR_SWITCHED", "MOTOR_GATE", "MOTOR_24V", "GND"), "drivers_farad"
        )
        self.brush = self._switch(
            machine,
            ("DRIVERS_MOTOR_24V", "BRUSH_GATE", "BRUSH_24V", "BRUSH_PULL"),
            "brushed_farad",
        )
        self.pulses = _with_net(machine, "D", "PULSES_5V", "AO")
        self.diode = _with_net(machine, "K", "ENABLED_LOW", "BAS40")
        self.pico = _with_net(machine, "GP18", "ENABLED", "pico2")
        self.pulses_ohm = between(machine, "resistor", "5V", "PULSES_GATE")
        self.enabled_ohm = between(machine, "resistor", "3V3", "ENABLED")

    def _switch(self, circuit: Circuit, nets: tuple[str, str, str, str], fills: str) -> Switch:
        source, gate, drain, down = nets
        part = _with_net(circuit, "G", gate, "IRF")
        if (part.nets["S"], part.nets["D"]) != (source, drain):
            raise SourceError(f"{circuit.name}: {part.ref} does not lead from {source} to {drain}")
        return Switch(
            where=f"{circuit.name} {part.ref}",
            limits=part.kind.limits,
            up_ohm=between(circuit, "resistor", source, gate),
            down_ohm=between(circuit, "resistor", gate, down),
            holds=between(circuit, "capacitor", source, gate),
            slows=between(circuit, "capacitor", gate, drain),
            fills=self.told[fills],
        )

    def pulled_ma(self) -> float:
        """What must be pulled down to let everything run."""
        forward = self.diode.kind.limits["forward_volts"]
        amps = self.volts / (self.brush.up_ohm + self.brush.down_ohm)
        amps += (self.five - forward) / self.pulses_ohm
        return 1000 * (amps + (self.three - forward) / self.enabled_ohm)

    def wanted_volts(self) -> float:
        """At the pump's gate for that, at the highest threshold."""
        decades = log10(self.pulled_ma() / THRESHOLD_MA)
        limits = self.pulls.kind.limits
        return limits["threshold_volts_max"] + self.told["volts_a_decade"] * decades

    def stop_ms(self) -> float:
        """Longest time from the last change until brush rail and pulses are off.

        What is left in the capacitors of the drivers with brushes is not counted.
        """
        empty_ms = self.pump.empty_ms(self.pulls.kind.limits["threshold_volts_min"])
        return empty_ms + self.brush.off_ms(self.volts, self.tolerance)

    def lid_ms(self, watts: float) -> float:
        """From lid or thermostat until the steppers' drivers, which take so much, are empty."""
        joule = self.told["drivers_farad"] * self.volts**2 / 2
        return self.told["relay_release_ms"] + 1000 * joule / watts


def pump_lets_run_and_stops(of: Motors) -> Iterator[str]:
    """The gate suffices while MOTOR_ENABLE changes in time; everything is off soon after."""
    has, wants = of.pump.lowest_volts(of.gap_ms), of.wanted_volts()
    if has < wants:
        yield f"pump: {has:.2f} V at the gate while MOTOR_ENABLE changes, {wants:.2f} V are wanted"
    if of.stop_ms() > of.told["stop_ms_max"]:
        yield f"motors stop {of.stop_ms():.0f} ms after the last change of MOTOR_ENABLE"
    left = THRESHOLD_MA / 1000 * of.brush.up_ohm
    if left > of.brush.limits["threshold_volts_min"]:
        yield f"{of.brush.where}: {left:.1f} V at its gate are left by a pump that is empty"
    released = of.told["volts_least"] - left - THRESHOLD_MA / 1000 * of.brush.down_ohm
    if released < of.five:
        yield f"{of.pulses.ref}: ENABLED_LOW rises to {released:.1f} V only, pulses go on"


def slow_switches_bear_it(of: Motors) -> Iterator[str]:
    """Gates between their limits, filling currents cool enough, none on before its time."""
    for switch in (of.slow, of.brush):
        limits, where = switch.limits, switch.where
        on = switch.on_volts(of.volts)
        if max(on, switch.step_volts(of.volts, of.tolerance)) > limits["gate_volts"]:
            yield f"{where}: its gate bears {limits['gate_volts']:.0f} V"
        if on / of.volts * of.told["volts_least"] < limits["on_volts"]:
            yield f"{where}: {on:.1f} V at its gate do not turn it on"
        celsius = switch.celsius(of.volts, of.tolerance, of.told["celsius"])
        if celsius > limits["junction_celsius"]:
            amps = switch.fill_amps(of.volts, of.tolerance)
            yield f"{where}: filling capacitors with {amps:.1f} A heats it to {celsius:.0f} C"
        if of.volts > limits["drain_volts"]:
            yield f"{where}: bears {limits['drain_volts']:.0f} V"
    step = of.slow.step_volts(of.volts, of.tolerance)
    if step > of.slow.limits["threshold_volts_min"]:
        yield f"{of.slow.where}: {step:.1f} V at its gate when the relay closes: on at once"
    rise = of.slow.volts_a_second(of.volts, of.tolerance)
    lifted = rise * of.brush.slows * (1 + of.tolerance) * of.brush.up_ohm
    if lifted > of.brush.limits["threshold_volts_min"]:
        yield f"{of.brush.where}: {lifted:.1f} V at its gate when the lid is closed: it opens"


def signal_is_heard(of: Motors) -> Iterator[str]:
    """ENABLED_LOW as high as 24 V breaks nothing; pulled low it is read and lets pulses pass."""
    forward = of.diode.kind.limits["forward_volts"]
    for part, limit in ((of.diode, "reverse_volts"), (of.pulls, "drain_volts")):
        if of.volts > part.kind.limits[limit]:
            yield f"{part.ref} bears {part.kind.limits[limit]:.0f} V, ENABLED_LOW rises to 24 V"
    if of.told["volts_pulled"] + forward > of.pico.kind.limits["low_volts"]:
        yield f"ENABLED: {of.told['volts_pulled'] + forward:.2f} V are no zero to U1"
    gate = of.five - forward - of.told["volts_pulled"]
    limits = of.pulses.kind.limits
    if not limits["on_volts"] <= gate <= limits["gate_volts"]:
        yield f"{of.pulses.ref}: {gate:.1f} V at its gate"
    if of.pump.volts[1] > of.pulls.kind.limits["gate_volts"]:
        yield f"{of.pulls.ref}: {of.pump.volts[1]:.1f} V at its gate"


def complaints(board: Board, circuits: dict[str, Circuit]) -> list[str]:
    """All that is wrong."""
    try:
        of = Motors(board, circuits)
    except SourceError as missing:
        return [str(missing)]
    return [*pump_lets_run_and_stops(of), *slow_switches_bear_it(of), *signal_is_heard(of)]
