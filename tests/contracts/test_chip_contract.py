"""Every bench's chips keep the contracts that our drivers count on: simulated, kernel, real."""

from __future__ import annotations

import pytest

from hal.boards import rev_a
from hal.drivers.atecc608 import Atecc608
from hal.drivers.fram import FRAM_BYTES, Fram
from hal.drivers.ht16k33 import FIRST_HALF, SECOND_HALF, Ht16k33
from hal.drivers.mcp23017 import Mcp23017
from hal.drivers.tca9548a import Tca9548a
from hal.errors import BUSY, CORRUPT, NACK, REFUSED, TIMEOUT, HalError
from hal.sim.lines import SimLine
from hal.sim.p256 import is_signed
from tests.contracts.chip_benches import BENCHES

NOBODY_AT = 0x2F
MCP_IODIR, MCP_GPPU, MCP_OLAT = 0x00, 0x0C, 0x14  # DS20001952C, table 3-3


@pytest.fixture(params=BENCHES)
def bench(request):
    made = request.param()
    yield made
    close = getattr(made.bus, "close", None)
    if close is not None:
        close()


def ask(bench, address, register, count):
    into = bytearray(count)
    bench.bus.write_read_into(address, bytes((register,)), into)
    return bytes(into)


def until_done(bench, call, *args):
    for _ in range(600):
        try:
            return call(*args)
        except HalError as trouble:
            if trouble.kind != BUSY:
                raise
        bench.wait(1)
    raise AssertionError("busy for ever")


def test_nobody_is_a_nack(bench):
    with pytest.raises(HalError) as absent:
        bench.bus.writeto(NOBODY_AT, b"\x00")
    assert absent.value.kind == NACK
    into = bytearray(b"\xaa\xbb")
    with pytest.raises(HalError) as absent:
        bench.bus.write_read_into(NOBODY_AT, b"\x00", into)
    assert absent.value.kind == NACK
    assert into == b"\xaa\xbb", "no part of an answer"


def test_an_expander_is_set_up_proved_and_noticed_when_it_lost_itself(bench):
    bench.must_have(rev_a.PANEL_AT)
    chip = Mcp23017(bench.bus, rev_a.PANEL_AT, "panel1")
    before = chip.read()
    assert ask(bench, rev_a.PANEL_AT, MCP_IODIR, 2) == b"\x7f\x7f"
    assert ask(bench, rev_a.PANEL_AT, MCP_GPPU, 2) == b"\x7f\x7f"
    chip.drive(True, False)
    latches = ask(bench, rev_a.PANEL_AT, MCP_OLAT, 2)
    assert (latches[0] & 0x80, latches[1] & 0x80) == (0x80, 0)
    bench.bus.writeto(rev_a.PANEL_AT, bytes((MCP_OLAT, 0, 0)))  # as after a loss of supply
    with pytest.raises(HalError) as lost:
        chip.read()
    assert lost.value.kind == CORRUPT
    assert chip.read_proved() == before
    chip.drive(False, False)


def test_a_displays_memory_holds_the_picture_of_both_halves(bench):
    bench.must_have(rev_a.DISPLAY_AT)
    chip = Ht16k33(bench.bus, rev_a.DISPLAY_AT, bench.clock)
    left, right = bytes(range(1, 9)), bytes(range(0x81, 0x89))
    chip.show(FIRST_HALF, left, False)
    chip.show(SECOND_HALF, right, False)
    ram = ask(bench, rev_a.DISPLAY_AT, 0x00, 16)
    assert (ram[0::2], ram[1::2]) == (left, right)
    chip.show(FIRST_HALF, bytes(8), False)
    chip.show(SECOND_HALF, bytes(8), False)


@pytest.mark.parametrize("count", [1, 32, 33, 58, 59, 60, 64])
def test_a_fram_keeps_what_was_written_and_nothing_beside_it(bench, count):
    bench.must_have(rev_a.FRAM_AT)
    fram = Fram(bench.bus, rev_a.FRAM_AT)
    at = FRAM_BYTES - 64
    kept = fram.read(at, 64)
    try:
        content = bytes(0x5A ^ n for n in range(count))
        fram.write(at, content)
        assert fram.read(at, 64) == content + kept[count:]
    finally:
        fram.write(at, kept)


def test_a_switch_joins_one_branch_and_keeps_it(bench):
    bench.must_have(rev_a.SWITCH_AT)
    switch = Tca9548a(bench.bus, rev_a.SWITCH_AT, "switch", SimLine(), bench.clock)
    for branch in (1, 7, 0):
        switch.join(branch)
        into = bytearray(1)
        bench.bus.readfrom_into(rev_a.SWITCH_AT, into)
        assert into[0] == 1 << branch


def test_a_security_chip_draws_and_signs_or_says_why_not(bench):
    chip = Atecc608(bench.bus, rev_a.ATECC_AT, bench.clock)
    try:
        draws = [until_done(bench, chip.read) for _ in range(2)]
        public = until_done(bench, chip.public_key)
        digest = bytes(range(32))
        signature = until_done(bench, chip.sign, digest)
    except HalError as trouble:
        if trouble.kind in (TIMEOUT, REFUSED):  # never woken at 400 kHz; never locked; no key
            pytest.skip(str(trouble))
        raise
    assert len(set(draws)) == 2
    assert {len(one) for one in draws} == {32}
    assert is_signed(public, digest, signature)
