"""Every board's panels, displays, FRAM, noise and clock keep their contracts."""

from __future__ import annotations

import pytest

from hal.board import Board, MixedBoardError
from hal.errors import BUSY, REFUSED, HalError
from hal.ports import EJECT, FEED, HOME, KEY_CALL, KEY_RAISE, KEY_UP, PRESENCE, WELL
from hal.sim.board import SimTable
from tests.contracts.boards import BOARDS


@pytest.fixture(params=BOARDS)
def table(request):
    return BOARDS[request.param]()


def test_there_are_ten_seats_and_two_centre_displays(table):
    board = table.board
    assert len(board.panels) == 5
    assert len(board.seat_displays) == 10
    assert len(board.centre_displays) == 2


def test_levels_of_both_seats_are_read_as_they_are(table):
    panel = table.board.panels[1]
    assert panel.read() == (0, 0)
    table.panel(4).press(4, KEY_UP | KEY_RAISE)
    table.panel(3).press(3, KEY_CALL)
    assert panel.read() == (KEY_CALL, KEY_UP | KEY_RAISE)
    table.panel(4).release(4, KEY_UP)
    assert panel.read() == (KEY_CALL, KEY_RAISE)
    table.panel(3).sit(3, True)
    assert panel.read() == (KEY_CALL | PRESENCE, KEY_RAISE)


def test_lamps_of_both_seats_are_switched_alone(table):
    table.board.panels[4].light(False, True)
    assert (table.panel(9).is_lit(9), table.panel(10).is_lit(10)) == (False, True)


def test_the_well_sensor_sees_a_card_that_landed(table):
    machine, clock = table.board.machine, table.clock
    for number, command in enumerate(((HOME, 0, 0, 0), (FEED, 0, 0, 0), (EJECT, 0, 4, 9)), 1):
        assert table.board.panels[1].read() == (0, 0)
        machine.start(number, *command)
        clock.advance(clock.now_ms() + 5000)
    assert table.board.panels[1].read() == (0, WELL)


def test_a_display_takes_eight_digits_and_no_other_number(table):
    table.board.seat_displays[0].show(bytes([0x3F] * 8), blink=True)
    assert table.display(1).segments == bytes([0x3F] * 8)
    for wrong in (b"", bytes(7), bytes(9)):
        with pytest.raises(HalError) as refused:
            table.board.centre_displays[1].show(wrong)
        assert refused.value.kind == REFUSED


def test_the_fram_keeps_what_was_written(table):
    fram = table.board.order_memory
    fram.write(32760, b"12345678")
    assert fram.read(32758, 10) == b"\0\00012345678"
    for offset, count in ((32761, 8), (-1, 2), (0, 32769)):
        with pytest.raises(HalError) as refused:
            fram.write(offset, bytes(count))
        assert refused.value.kind == REFUSED
        with pytest.raises(HalError) as refused:
            fram.read(offset, count)
        assert refused.value.kind == REFUSED


def test_noise_comes_in_packets_of_sixteen_and_does_not_repeat(table):
    packets = []
    for _ in range(1000):  # a source may wake up first, or be busy between two packets
        try:
            packets.append(table.board.noise.read())
        except HalError as busy:
            if busy.kind != BUSY:
                raise
        table.clock.advance(table.clock.now_ms() + 1)
        if len(packets) == 100:
            break
    assert {len(packet) for packet in packets} == {16}
    assert len(set(packets)) == len(packets) == 100


def test_simulated_parts_say_that_they_are(table):
    assert table.board.noise.provenance in ("simulated", "scripted", "device")
    assert table.board.noise.provenance == table.board.machine.provenance


def test_simulated_noise_cannot_stand_beside_a_real_machine():
    table = SimTable(b"seed")
    parts = dict(vars(table.board))
    parts["machine"].provenance = "device"
    with pytest.raises(MixedBoardError):
        Board(**parts)


def test_the_clock_starts_at_nought_and_only_rises(table):
    assert table.board.clock.now_ms() == 0
    table.clock.advance(5)
    assert table.board.clock.now_ms() == 5


def test_wires_are_inactive_at_first(table):
    board = table.board
    assert not board.lid.is_on()
    assert not board.floor_key.is_on()
    assert not board.power_failing.is_on()
    board.buzzer.put(True)
    assert table.buzzer.is_on()
    board.watchdog.feed()
