"""Pairing at the table and what a paired host may then do, over a real pseudo-terminal."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from firmware.app.pairing_desk import ANSWER_MS_MAX
from firmware.app.role_keys import RoleKeys
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.errors import HalError
from tests.simulated_evening import Evening
from tests.table_on_a_terminal import SerialHost, TerminalTable

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def table() -> Iterator[TerminalTable]:
    table = TerminalTable()
    yield table
    table.terminal.close()


@pytest.fixture
def host(table: TerminalTable) -> Iterator[SerialHost]:
    host = SerialHost(table)
    yield host
    host.close()


def refused(code: int, asked: int = 7) -> tuple:
    return (m.REFUSED, code, asked)


def stand_ready(host: SerialHost) -> None:
    """Start the table, open its lid and hold its floor key."""
    host.table.started().hold()
    host.passes(3)


@contextmanager
def no_noise(host: SerialHost) -> Iterator[None]:
    """The table waits for noise to make a key of, and none comes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host.table.controller._intake, "is_ready", lambda: False)
        yield


def paired(host: SerialHost, role: int = m.ROLE_FLOOR, asked: int = 7) -> bytes:
    """Pair in a role and let go of lid and key; the key."""
    stand_ready(host)
    answer = host.ask_key(asked, role)
    assert answer[:4] == (m.NEW_KEY, asked, role, "MZ-0007")
    host.table.hold(lid=False, key=False)
    host.passes(3)
    return answer[5]


def pause(command: int = 1, role: int = m.ROLE_FLOOR) -> tuple:
    return (m.REQUEST_PAUSE, command, role, None)


# --- when a key is made ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lid", "key", "code"),
    [
        (False, False, m.REFUSAL_LID_CLOSED),
        (False, True, m.REFUSAL_LID_CLOSED),
        (True, False, m.REFUSAL_FLOOR_KEY_NOT_HELD),
    ],
)
def test_no_key_without_open_lid_and_held_floor_key(
    table: TerminalTable, host: SerialHost, lid: bool, key: bool, code: int
) -> None:
    table.started().hold(lid=lid, key=key)
    host.passes(3)
    before = table.memory.read(0x400, 0x800)
    assert host.ask_key(7, m.ROLE_FLOOR) == refused(code)
    host.passes()
    assert not table.told(m.ROLE_PAIRED)
    assert table.memory.read(0x400, 0x800) == before == bytes(0x800)


def test_key_is_kept_and_journalled_before_it_is_told(
    table: TerminalTable, host: SerialHost
) -> None:
    stand_ready(host)
    host.say((m.ASK_KEY, 7, m.ROLE_WITNESS))
    while not table.told(m.ROLE_PAIRED):
        assert not host.heard(m.NEW_KEY)
        host.look()
    host.until(lambda: host.heard(m.NEW_KEY))
    (answer,) = host.heard(m.NEW_KEY)
    assert answer[:5] == (m.NEW_KEY, 7, m.ROLE_WITNESS, "MZ-0007", 0)
    assert table.told(m.ROLE_PAIRED) == [(m.ROLE_PAIRED, m.ROLE_WITNESS, 0)]
    keys = RoleKeys(table.memory)
    keys.restore()
    assert keys.key_of(m.ROLE_WITNESS) == answer[5]
    assert len(set(answer[5])) > 16


def test_key_that_cannot_be_journalled_is_not_told(
    table: TerminalTable, host: SerialHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_ready(host)

    def broken(_segment: int) -> None:
        raise HalError("io", "store")

    with monkeypatch.context() as store:
        store.setattr(table.disk, "sync", broken)
        host.say((m.ASK_KEY, 7, m.ROLE_FLOOR))
        host.passes(200)
        assert not host.heard(m.NEW_KEY)
    host.until(lambda: host.heard(m.NEW_KEY))
    assert len(table.told(m.ROLE_PAIRED)) == 1


def test_key_that_the_fram_does_not_take_is_refused(
    table: TerminalTable, host: SerialHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_ready(host)
    whole = table.memory.write

    def broken(offset: int, content: bytes) -> None:
        if offset >= 0x400:
            raise HalError("io", "order_memory")
        whole(offset, content)

    monkeypatch.setattr(table.memory, "write", broken)
    assert host.ask_key(7, m.ROLE_FLOOR) == refused(m.REFUSAL_NOT_NOW)
    assert not table.told(m.ROLE_PAIRED)


def test_key_is_not_told_when_the_lid_closes_before_it_is_made(
    table: TerminalTable, host: SerialHost
) -> None:
    stand_ready(host)
    with no_noise(host):
        host.say((m.ASK_KEY, 7, m.ROLE_FLOOR))
        host.passes(10)
        table.hold(lid=False)
        host.passes(3)
    assert host.heard(m.REFUSED) == [refused(m.REFUSAL_LID_CLOSED)]
    assert not table.told(m.ROLE_PAIRED)


def test_question_has_an_end_when_the_noise_never_comes(
    table: TerminalTable, host: SerialHost
) -> None:
    stand_ready(host)
    began_ms = table.table.clock.now_ms()
    with no_noise(host):
        assert host.ask_key(7, m.ROLE_FLOOR) == refused(m.REFUSAL_NOT_NOW)
    assert ANSWER_MS_MAX <= table.table.clock.now_ms() - began_ms < ANSWER_MS_MAX + 1000


def test_second_question_waits_for_the_first_to_be_answered(host: SerialHost) -> None:
    stand_ready(host)
    with no_noise(host):
        host.say((m.ASK_KEY, 7, m.ROLE_FLOOR))
        host.passes(3)
        assert host.ask_key(8, m.ROLE_WITNESS) == refused(m.REFUSAL_NOT_NOW, 8)
    host.until(lambda: host.heard(m.NEW_KEY))
    assert [one[1] for one in host.heard(m.NEW_KEY)] == [7]


def test_no_key_is_made_while_a_hand_is_running() -> None:
    evening = Evening(b"pairing", {2: 3000, 5: 3000}, 1)
    link = evening.table.cable.host
    while evening.controller.table.hand is None:
        evening.one_pass()
    evening.table.lid.put(True)
    evening.table.floor_key.put(True)
    link.write(seal(write((m.ASK_KEY, 7, m.ROLE_FLOOR), None, 0), None))
    for _ in range(5):
        evening.one_pass()
    heard = [parse(piece).message for piece in link.read().splitlines(keepends=True)]
    assert refused(m.REFUSAL_HAND_RUNNING) in heard
    assert not evening.told(m.ROLE_PAIRED)


def test_host_that_has_gone_is_not_told_and_the_next_one_gets_another_key(
    table: TerminalTable,
) -> None:
    host = SerialHost(table)
    stand_ready(host)
    host.say((m.ASK_KEY, 7, m.ROLE_FLOOR))
    host.close()
    for _ in range(60):
        table.one_pass()
    again = SerialHost(table)
    again.passes()
    assert not again.heard(m.NEW_KEY)
    answer = again.ask_key(8, m.ROLE_FLOOR)
    assert answer[1] == 8
    again.close()


# --- what a key is worth ---------------------------------------------------------------------


def test_command_of_a_paired_role_is_done_and_its_repeat_is_answered_from_the_log(
    table: TerminalTable, host: SerialHost
) -> None:
    key = paired(host)
    host.greet().command(pause(), 1, key)
    host.until(lambda: host.heard(m.COMMAND_DONE))
    done = (m.COMMAND_DONE, 1, m.ROLE_FLOOR, 1, m.OUTCOME_DONE, None)
    assert host.heard(m.COMMAND_DONE) == [done]
    host.command(pause(), 1, key)
    host.until(lambda: len(host.heard(m.COMMAND_DONE)) == 2)
    host.passes()
    assert table.told(m.COMMAND_DONE) == [done]
    assert len(table.told(m.TABLE_PAUSED)) == 1


def test_wrong_seal_is_refused_and_changes_nothing(table: TerminalTable, host: SerialHost) -> None:
    key = paired(host)
    host.greet().command(pause(), 1, bytes(32))
    host.until(lambda: host.heard(m.REFUSED))
    assert host.heard(m.REFUSED) == [refused(m.REFUSAL_BAD_TAG, 1)]
    assert not table.told(m.TABLE_PAUSED, m.COMMAND_DONE)
    host.command(pause(), 1, key)
    host.until(lambda: host.heard(m.COMMAND_DONE))


def test_key_of_another_role_seals_nothing(table: TerminalTable, host: SerialHost) -> None:
    paired(host)
    witness = paired(host, m.ROLE_WITNESS, 8)
    host.greet().command(pause(), 1, witness)
    host.until(lambda: host.heard(m.REFUSED))
    assert host.heard(m.REFUSED) == [refused(m.REFUSAL_BAD_TAG, 1)]


def test_used_counter_is_refused(table: TerminalTable, host: SerialHost) -> None:
    key = paired(host)
    host.greet().command(pause(), 5, key)
    host.until(lambda: host.heard(m.COMMAND_DONE))
    for command, counter in ((2, 5), (3, 4)):
        host.command((m.REQUEST_RESUME, command, m.ROLE_FLOOR, None), counter, key)
    host.until(lambda: len(host.heard(m.REFUSED)) == 2)
    old = m.REFUSAL_OLD_COUNTER
    assert host.heard(m.REFUSED) == [refused(old, 2), refused(old, 3)]
    assert not table.told(m.TABLE_RESUMED)


def test_command_from_before_the_start_is_worth_nothing_after_it(
    table: TerminalTable, host: SerialHost
) -> None:
    key = paired(host)
    host.greet()
    assert host.boot != bytes(8)
    table.restart()
    host.command(pause(), 1, key)  # sealed for the boot before
    table.started()
    host.passes()
    assert refused(m.REFUSAL_BAD_TAG, 1) in host.heard(m.REFUSED)
    assert not table.told(m.TABLE_PAUSED)


def test_key_and_counter_outlive_a_power_cut(table: TerminalTable, host: SerialHost) -> None:
    key = paired(host)
    host.greet().command(pause(), 3, key)
    host.until(lambda: host.heard(m.COMMAND_DONE))
    table.restart()
    table.started()
    host.boot = bytes(8)
    host.greet().command((m.REQUEST_RESUME, 4, m.ROLE_FLOOR, None), 3, key)
    host.until(lambda: refused(m.REFUSAL_OLD_COUNTER, 4) in host.heard(m.REFUSED))
    host.command((m.REQUEST_RESUME, 4, m.ROLE_FLOOR, None), 4, key)
    host.until(lambda: table.told(m.TABLE_RESUMED))


def test_new_pairing_ends_the_old_key_and_counts_on_above_it(
    table: TerminalTable, host: SerialHost
) -> None:
    old = paired(host)
    host.greet().command(pause(), 9, old)
    host.until(lambda: host.heard(m.COMMAND_DONE))
    new = paired(host, asked=8)
    assert new != old
    assert [one[4] for one in host.heard(m.NEW_KEY)] == [0, 9]
    host.command((m.REQUEST_RESUME, 10, m.ROLE_FLOOR, None), 10, old)
    host.until(lambda: refused(m.REFUSAL_BAD_TAG, 10) in host.heard(m.REFUSED))
    host.command(pause(), 9, new)  # the answer to the old key's command is none for this one
    host.until(lambda: refused(m.REFUSAL_OLD_COUNTER, 1) in host.heard(m.REFUSED))
    host.command((m.REQUEST_RESUME, 10, m.ROLE_FLOOR, None), 10, new)
    host.until(lambda: table.told(m.TABLE_RESUMED))


def test_role_that_was_not_paired_is_unknown(table: TerminalTable, host: SerialHost) -> None:
    key = paired(host, m.ROLE_WITNESS)
    host.greet().command(pause(), 1, key)
    host.until(lambda: host.heard(m.REFUSED))
    assert host.heard(m.REFUSED) == [refused(m.REFUSAL_UNKNOWN_ROLE, 1)]


def test_key_crosses_the_line_once_and_is_in_no_log(
    table: TerminalTable, host: SerialHost
) -> None:
    key = paired(host)
    told_once = host.wire.count(key.hex().encode())
    host.greet().command(pause(), 1, key)
    host.until(lambda: host.heard(m.COMMAND_DONE))
    host.say((m.RESEND, 1))
    host.passes()
    assert told_once == host.wire.count(key.hex().encode()) == 1
    assert key.hex().encode() not in table.log()
    assert key not in table.log()
