"""What the two buses are asked for in a hand, and how much of a pass they take.

Nine seats that call, at register level: every byte costs its nine bits on the simulated clock at
the bus's own speed, so the figures are those of the wires, whatever computer plays. A pass that
asks for nothing counts as one of nought.
"""

from __future__ import annotations

from hal.sim.main import CallStation, Simulation

HANDS = 5


def main() -> dict[str, float]:
    """Return transfers and milliseconds a hand, microseconds a pass, mean, 99 of 100 and most."""
    stacks = dict.fromkeys(range(1, 10), 5000)
    simulation = Simulation(
        b"buses", hands=HANDS, stacks=stacks, level="register", policy=CallStation()
    )
    table = simulation.table
    buses = (table.inner_bus, table.table_bus)
    figures: dict[str, float] = {}
    spent: list[list[int]] = [[], []]
    while not simulation.is_over():
        before = [bus.busy_us for bus in buses]
        wait_ms = simulation.one_pass()
        for at, bus in enumerate(buses):
            spent[at].append(bus.busy_us - before[at])
        simulation.advance(wait_ms)
    simulation.must_be_well()
    for bus, passes in zip(buses, spent, strict=True):
        ordered = sorted(passes)
        figures[f"{bus.name}_transfers_per_hand"] = round(bus.transfers / HANDS, 1)
        figures[f"{bus.name}_ms_per_hand"] = round(bus.busy_us / 1000 / HANDS, 1)
        figures[f"{bus.name}_us_per_pass"] = round(sum(passes) / len(passes), 1)
        figures[f"{bus.name}_us_per_pass_p99"] = float(ordered[len(ordered) * 99 // 100])
        figures[f"{bus.name}_us_per_pass_max"] = float(ordered[-1])
    figures["passes_per_hand"] = round(len(spent[0]) / HANDS, 1)
    return figures
