"""A role's key survives every power cut whole, and one that was replaced never comes back."""

from __future__ import annotations

import pytest

from firmware.app.fram import (
    ORDER_AT,
    ORDER_COPY_BYTES,
    ROLE_KEY_COPY_BYTES,
    ROLE_KEYS_AT,
)
from firmware.app.role_keys import RoleKeys
from firmware.schema import messages as m
from hal.errors import HalError, PowerCut
from hal.sim.memory import SimOrderMemory

OLD, NEW = bytes(range(32)), bytes(range(100, 132))


def kept(memory: SimOrderMemory) -> RoleKeys:
    keys = RoleKeys(memory)
    keys.restore()
    return keys


def spoil(memory: SimOrderMemory, role: int, copy: int) -> None:
    at = ROLE_KEYS_AT + (2 * role + copy) * ROLE_KEY_COPY_BYTES + 12
    memory.write(at, bytes((memory.read(at, 1)[0] ^ 1,)))


def test_new_memory_holds_no_key() -> None:
    keys = kept(SimOrderMemory())
    assert [keys.key_of(role) for role in range(len(m.ROLE_WORDS))] == [None] * len(m.ROLE_WORDS)


def test_every_role_has_its_own_key_and_finds_it_again() -> None:
    memory = SimOrderMemory()
    keys = kept(memory)
    wanted = [bytes((role,)) * 32 for role in range(len(m.ROLE_WORDS))]
    for role, key in enumerate(wanted):
        keys.keep(role, key)
    again = kept(memory)
    for role, key in enumerate(wanted):
        assert keys.key_of(role) == again.key_of(role) == key


def test_keys_lie_beside_the_orders_not_in_them() -> None:
    assert ROLE_KEYS_AT >= ORDER_AT + 2 * ORDER_COPY_BYTES
    assert len(m.ROLE_WORDS) <= 16


@pytest.mark.parametrize("copy", [0, 1])
def test_one_spoilt_copy_loses_nothing_and_is_made_whole(copy: int) -> None:
    memory = SimOrderMemory()
    kept(memory).keep(m.ROLE_FLOOR, OLD)
    spoil(memory, m.ROLE_FLOOR, copy)
    assert kept(memory).key_of(m.ROLE_FLOOR) == OLD
    spoil(memory, m.ROLE_FLOOR, 1 - copy)
    assert kept(memory).key_of(m.ROLE_FLOOR) == OLD


@pytest.mark.parametrize("copy", [0, 1])
def test_replaced_key_does_not_come_back_when_a_copy_goes_bad(copy: int) -> None:
    memory = SimOrderMemory()
    kept(memory).keep(m.ROLE_FLOOR, OLD)
    kept(memory).keep(m.ROLE_FLOOR, NEW)
    spoil(memory, m.ROLE_FLOOR, copy)
    assert kept(memory).key_of(m.ROLE_FLOOR) == NEW
    assert OLD not in memory.read(ROLE_KEYS_AT, 1024)


@pytest.mark.parametrize(("writes", "key"), [(0, OLD), (1, NEW)])
def test_power_cut_leaves_one_whole_key_in_both_copies(writes: int, key: bytes) -> None:
    memory = SimOrderMemory()
    keys = kept(memory)
    keys.keep(m.ROLE_FLOOR, OLD)
    left = [writes]

    def before_write(_name: str) -> None:
        if not left[0]:
            raise PowerCut
        left[0] -= 1

    memory.before_write = before_write
    with pytest.raises(PowerCut):
        keys.keep(m.ROLE_FLOOR, NEW)
    memory.before_write = lambda _name: None
    assert kept(memory).key_of(m.ROLE_FLOOR) == key
    spoil(memory, m.ROLE_FLOOR, 0)
    assert kept(memory).key_of(m.ROLE_FLOOR) == key


def test_key_that_does_not_read_back_is_nobodys() -> None:
    class Deaf(SimOrderMemory):
        def write(self, offset: int, content: bytes) -> None:
            super().write(offset, content[:-1])

    keys = kept(Deaf())
    with pytest.raises(HalError):
        keys.keep(m.ROLE_FLOOR, NEW)
    assert keys.key_of(m.ROLE_FLOOR) is None


def test_copy_of_another_role_is_no_key() -> None:
    memory = SimOrderMemory()
    kept(memory).keep(m.ROLE_FLOOR, OLD)
    two = memory.read(ROLE_KEYS_AT, 2 * ROLE_KEY_COPY_BYTES)
    memory.write(ROLE_KEYS_AT + m.ROLE_WITNESS * 2 * ROLE_KEY_COPY_BYTES, two)
    assert kept(memory).key_of(m.ROLE_WITNESS) is None


def test_keys_do_not_print_themselves() -> None:
    keys = kept(SimOrderMemory())
    keys.keep(m.ROLE_FLOOR, NEW)
    assert repr(keys) == str(keys) == "<role keys>"
