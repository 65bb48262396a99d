"""A whole table at register level: everything where revision A puts it, and how long it takes."""

from __future__ import annotations

import pytest

from hal.errors import ABSENT, NACK, STUCK, HalError
from hal.ports import EV_DONE, FEED, HOME, KEY_CALL, KEY_FOLD, PRESENCE, WELL
from hal.sim.board import SimTable
from hal.sim.memory import SimOrderMemory
from hal.sim.register_board import RegisterTable


@pytest.fixture
def table():
    return RegisterTable(b"seed")


@pytest.fixture
def running(table):
    """Every chip set up and read twice."""
    for panel in table.board.panels:
        panel.read()
        panel.read()
    for display in (*table.board.seat_displays, *table.board.centre_displays):
        display.show(bytes(8))
    return table


def spent_us(table, call, *args):
    """Bus time of a call on both buses, microseconds."""
    before = table.inner_bus.busy_us + table.table_bus.busy_us
    call(*args)
    return table.inner_bus.busy_us + table.table_bus.busy_us - before


def transfers(table, call):
    before = table.table_bus.transfers
    call()
    return table.table_bus.transfers - before


# --- where everything is -------------------------------------------------------------------------


def test_addresses_and_branches_are_those_of_revision_a(table):
    inner = [address for address in range(8, 120) if table.inner_bus.wires.at(address)]
    assert inner == [0x50, 0x60, 0x62]
    found = {}
    for branch in range(8):
        table.switch.write(bytes((1 << branch,)))
        for address in range(8, 120):
            try:
                table.table_bus.writeto(address, b"")
            except HalError:
                continue
            found.setdefault(address, []).append(branch)
    assert found == {
        **{0x20 + at: [1 + at] for at in range(5)},
        **{0x70 + at: [1 + at] for at in range(5)},
        0x30: [7],
        0x75: [6],
        0x76: [6],
        0x77: list(range(8)),
    }


@pytest.mark.parametrize("seat", range(1, 11))
def test_every_seats_keys_lamp_and_digits_are_its_own(running, seat):
    panel = running.board.panels[(seat - 1) // 2]
    which = (seat - 1) % 2
    running.panel(seat).press(seat, KEY_FOLD)
    assert panel.read()[which] == KEY_FOLD
    assert panel.read()[1 - which] == 0
    assert sum(levels != (0, 0) for levels in (p.read() for p in running.board.panels)) == 1
    panel.light(which == 0, which == 1)
    assert [running.panel(n).is_lit(n) for n in range(1, 11)] == [n == seat for n in range(1, 11)]
    running.board.seat_displays[seat - 1].show(bytes([0x3F] * 8))
    lit = [running.display(n).segments != bytes(8) for n in range(1, 11)]
    assert lit == [n == seat for n in range(1, 11)]


def test_a_display_of_two_seats_blinks_as_a_whole(running):
    running.board.seat_displays[0].show(bytes([0x3F] * 8), blink=True)
    assert [running.display(seat).is_blinking for seat in (1, 2, 3)] == [True, True, False]


def test_the_same_seed_gives_the_same_noise_as_at_port_level():
    table = RegisterTable(b"seed")
    with pytest.raises(HalError):
        table.board.noise.read()
    table.clock.advance(5)
    port_level = SimTable(b"seed").board.noise
    for _ in range(20):
        assert table.board.noise.read() == port_level.read()
    assert table.board.noise.serial == port_level.serial


def test_a_memory_given_from_outside_keeps_what_the_chip_was_told():
    cells = SimOrderMemory()
    RegisterTable(b"seed", order_memory=cells).board.order_memory.write(100, b"order")
    assert RegisterTable(b"other", order_memory=cells).board.order_memory.read(100, 5) == b"order"


def test_no_time_passes_on_the_bus_before_anybody_speaks(table):
    assert (table.clock.now_us(), table.table_bus.transfers) == (0, 0)


# --- trouble -----------------------------------------------------------------------------------


def test_a_panel_with_a_stuck_branch_is_alone_with_its_trouble(running):
    running.switch.branches[3].sda_clocks = -1
    running.clock.advance(running.clock.now_ms() + 2000)
    kinds = []
    for _ in range(3):
        for at, panel in enumerate(running.board.panels):
            try:
                panel.read()
            except HalError as trouble:
                kinds.append((at, trouble.kind))
    assert kinds == [(2, STUCK), (2, ABSENT), (2, ABSENT)]
    running.panel(9).press(9, KEY_CALL)
    assert running.board.panels[4].read() == (KEY_CALL, 0)


def test_a_panel_that_was_unplugged_comes_back_as_it_was(running):
    wires, chip = running.switch.branches[1], running.expanders[0]
    running.board.panels[0].light(True, False)
    running.panel(1).sit(1, True)
    assert running.board.panels[0].read() == (PRESENCE, 0)
    wires.detach(0x20, chip)
    chip.lose_power()
    chip.floating = [0x7F, 0x7F]
    running.clock.advance(running.clock.now_ms() + 1000)
    with pytest.raises(HalError) as gone:
        running.board.panels[0].read()
    assert gone.value.kind == NACK
    wires.attach(0x20, chip)
    seen = []
    for _ in range(4):
        try:
            seen.append(running.board.panels[0].read())
        except HalError as trouble:
            seen.append(trouble.kind)
    assert seen == ["corrupt", (PRESENCE, 0), (PRESENCE, 0), (PRESENCE, 0)]
    assert running.panel(1).is_lit(1)


def test_a_card_that_lands_pulls_the_interrupt_line(running):
    machine, clock = running.board.machine, running.clock
    for number, command in enumerate(((HOME,), (FEED, 0), (3, 0, 6, 9)), 1):
        machine.start(number, *command)
        clock.advance(clock.now_ms() + 3000)
        assert machine.poll()[-1][:2] == (EV_DONE, number)
    assert running.board.panels[2].read() == (0, WELL)


# --- how long it takes: what drivers and the page on the card machine say ------------------------


def test_a_pass_in_which_nothing_happens_costs_no_bus_time(running):
    running.board.machine.poll()

    def idle():
        for panel in running.board.panels:
            assert panel.read() == (0, 0)
            panel.light(False, False)
        assert running.board.machine.poll() == ()

    running.board.panels[0].light(False, False)
    idle()
    assert transfers(running, idle) == 0


def test_calls_take_no_longer_than_their_drivers_say(running):
    board = running.board
    with pytest.raises(HalError):
        board.noise.read()
    running.clock.advance(running.clock.now_ms() + 2000)
    assert spent_us(running, board.panels[3].read) <= 630
    for panel in board.panels:
        panel.read()
    running.panel(9).press(9, KEY_CALL)
    assert spent_us(running, board.panels[4].read) <= 220
    assert spent_us(running, board.panels[4].light, True, False) <= 150
    assert spent_us(running, board.seat_displays[3].show, bytes(8)) <= 720
    assert spent_us(running, board.seat_displays[3].show, bytes([0x7F] * 8)) <= 480
    assert spent_us(running, board.noise.read) <= 2330
    assert spent_us(running, board.noise.read) <= 1930
    assert spent_us(running, board.order_memory.write, 0, bytes(256)) <= 23_400
    assert spent_us(running, board.machine.start, 1, HOME) <= 570
    running.clock.advance(running.clock.now_ms() + 2500)
    board.panels[0].read()
    assert spent_us(running, board.machine.poll) <= 720
    running.machine.events = [(EV_DONE, 1, 0, 0)] * 8
    board.panels[0].read()
    assert spent_us(running, board.machine.poll) <= 2400


def test_a_panel_is_set_up_in_less_than_a_millisecond_and_a_half(table):
    assert spent_us(table, table.board.panels[0].read) <= 1300


def test_five_busy_panels_are_read_in_little_more_than_a_millisecond(running):
    for seat in range(1, 11):
        running.panel(seat).press(seat, KEY_CALL)

    def read_all():
        for panel in running.board.panels:
            assert panel.read() == (KEY_CALL, KEY_CALL)

    assert spent_us(running, read_all) <= 1100
