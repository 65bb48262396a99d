"""The whole firmware plays at register level: through drivers, buses and chips, as at port level.

The figures of bus time that this prints are measured on the virtual clock: nine bits a byte at the
speed of each bus.
"""

from __future__ import annotations

import pytest

from hal.sim.main import Simulation

HANDS = 4
STACKS = dict.fromkeys(range(1, 10), 5000)


def journal(simulation):
    store = simulation.table.board.store
    return b"".join(store.read(segment) for segment in store.segments()).decode()


def names(text):
    return [line.split(" ")[2] for line in text.splitlines()]


@pytest.fixture(scope="module")
def evening():
    """An evening at register level, with the bus time of each of its passes."""
    simulation = Simulation(b"registers", hands=HANDS, stacks=STACKS, level="register")
    buses = (simulation.table.inner_bus, simulation.table.table_bus)
    passes = []
    while not simulation.evening.is_over():
        before = [bus.busy_us for bus in buses]
        wait_ms = simulation.one_pass()
        passes.append([bus.busy_us - was for bus, was in zip(buses, before, strict=True)])
        simulation.advance(wait_ms)
    return simulation, passes


def test_hands_are_played_to_their_end_without_a_fault(evening):
    simulation, _ = evening
    said = names(journal(simulation))
    assert said.count("hand_finished") == HANDS
    assert said.count("order_revealed") == 1 + HANDS  # the first button
    assert said.count("card_fed") == 52 * HANDS
    assert not [name for name in said if name in ("fault_raised", "hand_held", "input_refused")]


def test_no_chip_is_made_or_lost(evening):
    simulation, _ = evening
    bought_in = 5000 * names(journal(simulation)).count("seat_taken")
    assert sum(simulation.spectator.stacks.values()) == bought_in, "who left had nothing left"


def test_the_machine_and_its_52_cards_are_whole(evening):
    simulation, _ = evening
    assert simulation.table.machine.deck.every_card() == list(range(52))


def test_bus_time_of_a_pass_and_of_a_hand(evening):
    _, passes = evening
    together = sorted(sum(one) for one in passes)
    table = sorted(one[1] for one in passes)
    quiet = sum(one == 0 for one in together)
    at_99 = together[len(together) * 99 // 100]
    print(
        f"\nbus time, {len(passes) // HANDS} passes a hand, {quiet * 100 // len(passes)} % quiet: "
        f"p50 {together[len(together) // 2]} us, p99 {at_99} us, most {together[-1]} us; "
        f"table bus p99 {table[len(table) * 99 // 100]} us, most {table[-1]} us; "
        f"a hand {sum(one[0] for one in passes) // HANDS // 1000} ms inner, "
        f"{sum(table) // HANDS // 1000} ms table"
    )
    assert table[len(table) * 99 // 100] <= 4000
    assert quiet * 3 >= len(passes), "the rest are keys, cards, and displays sent again"


def told(level, name):
    simulation = Simulation(
        b"one seed", hands=1, stacks=dict.fromkeys((1, 2, 3), 5000), level=level
    )
    simulation.run()
    line = next(line for line in journal(simulation).splitlines() if f" {name} " in line)
    return dict(word.split("=", 1) for word in line.split(" ")[3:] if "=" in word)


def test_the_same_seed_draws_the_same_order_and_seals_it_with_another_line():
    """The seal covers the line that began the hand, with its milliseconds; buses take some."""
    at_ports, at_registers = told("port", "order_revealed"), told("register", "order_revealed")
    assert at_ports == at_registers
    seals = {told(level, "order_committed")["commit"] for level in ("port", "register")}
    assert len(seals) == 2
