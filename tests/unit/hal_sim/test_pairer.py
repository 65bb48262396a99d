"""The person who stands at a simulated table for a pairing, and goes."""

from __future__ import annotations

from hal.sim.board import SimTable
from hal.sim.pairing import BACK_MS, LINGERS_MS, PATIENCE_MS, Pairer
from hal.sim.spectator import Spectator


def room(*roles):
    table, seen = SimTable(b"pairer"), Spectator()
    return table, seen, Pairer(table, seen, roles)


def later(table, pairer, ms):
    table.clock.advance(table.clock.now_ms() + ms)
    pairer.look()


def is_held(table):
    assert table.lid.is_on() == table.floor_key.is_on()
    return table.lid.is_on()


def test_nobody_stands_there_when_no_role_is_named():
    table, _, pairer = room()
    assert not pairer.is_there
    later(table, pairer, 1)
    assert not is_held(table)


def test_person_holds_until_every_role_is_paired_and_a_moment_longer():
    table, seen, pairer = room("witness", "floor")
    seen.read(b"7 0 role_paired role=floor counter=0 #0 ~0\n")
    later(table, pairer, LINGERS_MS + 1)
    assert is_held(table)
    seen.read(b"8 0 role_paired role=witness counter=0 #0 ~0\n")
    later(table, pairer, 1)
    later(table, pairer, LINGERS_MS - 1)
    assert is_held(table)
    later(table, pairer, 1)
    assert not is_held(table)
    assert not pairer.is_there


def paired_then(holds):
    """A person who has seen the last pairing, at a table whose cable is held while `holds[0]`."""
    table, seen = SimTable(b"pairer"), Spectator()
    pairer = Pairer(table, seen, ["witness"], lambda: holds[0])
    seen.read(b"7 0 role_paired role=witness counter=0 #0 ~0\n")
    later(table, pairer, 1)
    return table, pairer


def test_person_waits_for_a_host_that_let_go_of_the_cable_and_is_slow_to_come_back():
    holds = [False]
    table, pairer = paired_then(holds)
    for _ in range(10):
        later(table, pairer, LINGERS_MS - 1)
        assert is_held(table)
    holds[0] = True
    later(table, pairer, LINGERS_MS - 1)
    assert is_held(table)
    later(table, pairer, 1)
    assert not is_held(table)


def test_person_waits_for_no_host_longer_than_a_few_seconds():
    table, pairer = paired_then([False])
    for _ in range(BACK_MS // 100 - 1):
        later(table, pairer, 100)
        assert is_held(table)
    later(table, pairer, 100)
    assert not is_held(table)


def test_pairing_of_an_earlier_evening_counts_for_nothing():
    table, seen = SimTable(b"pairer"), Spectator()
    seen.read(b"7 0 role_paired role=witness counter=0 #0 ~0\n")
    pairer = Pairer(table, seen, ["witness"])
    later(table, pairer, 1)
    later(table, pairer, LINGERS_MS + 1)
    assert is_held(table)


def test_person_goes_when_no_host_comes():
    table, _, pairer = room("witness")
    later(table, pairer, PATIENCE_MS - 1)
    assert is_held(table)
    later(table, pairer, 1)
    assert not is_held(table)
