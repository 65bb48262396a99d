"""The person who stands at a simulated table for a pairing, and goes."""

from __future__ import annotations

from hal.sim.board import SimTable
from hal.sim.pairing import LINGERS_MS, PATIENCE_MS, Pairer
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
