"""A host on the cable: it follows, witnesses, pauses, is unplugged, and misses nothing."""

from __future__ import annotations

import pytest

from firmware.app.screen import NAMED_MS
from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import first_wrong_ejection
from firmware.fairness.witness import promise
from firmware.lines.chain import Chain, genesis
from firmware.lines.mac import command_tag
from firmware.lines.parser import Line, parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.lines import WatchdogReset
from tests.paired_host import KEY, Keys
from tests.simulated_evening import SERIAL, Evening

STACKS = {2: 3000, 5: 3000, 9: 3000}
W = bytes(range(32))


class Service:
    """Only the technician is paired."""

    def key_of(self, role: int) -> bytes | None:
        return KEY if role == m.ROLE_TECHNICIAN else None


class Host:
    """The other end of the cable: stores, checks, acknowledges; witnesses if told to."""

    def __init__(self, evening: Evening, witness: str = "honest") -> None:
        self.evening = evening
        self.end = evening.table.cable.host
        self.witness = witness
        self.lines: dict[int, bytes] = {}
        self.heard: list[Line] = []
        self.refused: list[tuple] = []
        self.boot = b""
        self.log = b""
        self.counter = 0
        self.duplicates = 0
        self._splitter = Splitter()
        self._commit = b""
        self.say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))

    def say(self, message: tuple) -> None:
        self.end.write(seal(write(message, None, 0), None))

    def ask(self, message: tuple, counter: int | None = None) -> None:
        if counter is None:
            self.counter += 1
        body = write(message, self.counter if counter is None else counter, 0)
        self.end.write(seal(body, command_tag(KEY, SERIAL, self.boot, body)))

    def look(self) -> None:
        octets = self.end.read()
        if not octets:
            return
        for piece in self._splitter.feed(octets):
            line = parse(piece)
            if line.seq is None:
                if line.message[0] == m.HELLO:
                    self.boot, self.log = line.message[7], line.message[6]
                elif line.message[0] == m.REFUSED:
                    self.refused.append(line.message)
                continue
            if line.seq in self.lines:
                assert self.lines[line.seq] == piece, "a fork"
                self.duplicates += 1
                continue
            self.lines[line.seq] = piece
            self.heard.append(line)
            self._answer(line.message)
        self.say((m.ACK, max(self.lines, default=0), None))

    def _answer(self, message: tuple) -> None:
        if message[0] == m.ORDER_COMMITTED and self.witness != "absent":
            self._commit = message[5]
            hw = promise(self._commit, W)
            self.ask((m.REQUEST_PROMISE, 1000 + self.counter, m.ROLE_WITNESS, *message[1:3], hw))
        if message[0] == m.ORDER_CUT and self.witness in ("honest", "liar"):
            w = W if self.witness == "honest" else bytes(32)
            self.ask((m.REQUEST_OPENING, 1000 + self.counter, m.ROLE_WITNESS, *message[1:3], w))

    def chain_holds(self) -> bool:
        chain = Chain(genesis(SERIAL, self.log))
        for seq in range(1, len(self.lines) + 1):
            line = parse(self.lines[seq])
            if not chain.follow(line.body, line.tag):
                return False
        return True


def play(evening: Evening, host: Host, until: object = None) -> None:
    for _ in range(300_000):
        if evening.evening.is_over() or (until is not None and until()):  # type: ignore[operator]
            return
        evening.one_pass()
        host.look()
    raise AssertionError("the evening does not end\n" + evening.tail())


def settle(evening: Evening, host: Host) -> None:
    for _ in range(50):
        evening.one_pass()
        host.look()


def test_host_stores_every_line_of_the_log_as_it_was_written() -> None:
    evening = Evening(b"host", STACKS, 2, keys=Keys())
    host = Host(evening)
    play(evening, host)
    settle(evening, host)
    stored = b"".join(host.lines[seq] for seq in sorted(host.lines))
    assert stored == evening.text()
    assert host.chain_holds()


def test_witnessed_deal_follows_order_witness_and_cut() -> None:
    evening = Evening(b"witness", STACKS, 2, keys=Keys())
    host = Host(evening)
    play(evening, host)
    assert len(evening.told(m.WITNESS_PROMISED)) == len(evening.told(m.WITNESS_OPENED)) == 3
    assert not evening.told(m.WITNESS_MISSING, m.WITNESS_FAILED)
    committed, cut, revealed = (
        evening.told(one)[1] for one in (m.ORDER_COMMITTED, m.ORDER_CUT, m.ORDER_REVEALED)
    )
    places = deal_places("public_shuffle", committed[5], W, cut[3], committed[4])
    left = list(evening.told(m.CARD_LEFT))
    count = next(at for at in range(1, len(left) + 1) if at == len(left) or left[at][1] == 0)
    assert first_wrong_ejection(revealed[3], places, bytes(one[2] for one in left[:count])) == -1


def test_witness_that_does_not_open_is_named_and_zeros_are_dealt_by() -> None:
    evening = Evening(b"silent witness", STACKS, 1, keys=Keys())
    play(evening, Host(evening, "forgetful"))
    assert [one[1] for one in evening.told(m.WITNESS_FAILED)] == [0, 1]  # the button, the hand
    assert evening.told(m.HAND_FINISHED)


def test_wrong_opening_is_turned_away_and_written_down() -> None:
    evening = Evening(b"lying witness", STACKS, 1, keys=Keys())
    play(evening, Host(evening, "liar"))
    assert not evening.told(m.WITNESS_OPENED)
    refused = [one for one in evening.told(m.COMMAND_DONE) if one[4] == m.OUTCOME_REFUSED]
    assert [one[5] for one in refused] == [m.REFUSAL_WRONG_OPENING] * 2
    assert [one[1] for one in evening.told(m.WITNESS_FAILED)] == [0, 1]


def test_witness_whose_key_was_never_made_is_not_let_in() -> None:
    evening = Evening(b"stranger", STACKS, 1)
    host = Host(evening)
    play(evening, host)
    assert evening.told(m.WITNESS_MISSING)
    assert {one[1] for one in host.refused} == {m.REFUSAL_UNKNOWN_ROLE}
    assert not evening.told(m.COMMAND_DONE)


def test_pause_of_the_host_stops_the_next_hand_and_a_repeat_is_answered_not_done() -> None:
    evening = Evening(b"pause", STACKS, 3, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: evening.told(m.HOLE_CARD_DEALT))
    request = (m.REQUEST_PAUSE, 7, m.ROLE_FLOOR, None)
    host.ask(request)
    settle(evening, host)
    done = [one for one in evening.told(m.COMMAND_DONE) if one[1:3] == (7, m.ROLE_FLOOR)]
    assert done == [(m.COMMAND_DONE, 7, m.ROLE_FLOOR, host.counter, m.OUTCOME_DONE, None)]
    before = host.duplicates
    host.ask(request)
    settle(evening, host)
    assert [one for one in evening.told(m.COMMAND_DONE) if one[1:3] == (7, m.ROLE_FLOOR)] == done
    assert host.duplicates == before + 1
    assert len(evening.told(m.TABLE_PAUSED)) == 1


def test_setting_that_does_not_exist_is_refused_and_written_down() -> None:
    evening = Evening(b"setting", STACKS, 1, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: host.boot)
    evening.table.floor_key.put(True)
    host.ask((m.REQUEST_SETTING, 8, m.ROLE_FLOOR, "rake", "100", None, None))
    host.ask((m.REQUEST_SETTING, 9, m.ROLE_FLOOR, "action_seconds", "25", "Rosa", "late night"))
    settle(evening, host)
    done = {one[1]: one[5] for one in evening.told(m.COMMAND_DONE)}
    assert done == {8: m.REFUSAL_NO_SUCH_SETTING, 9: None}
    (named,) = evening.told(m.COMMAND_NAMED)
    assert named == (m.COMMAND_NAMED, 9, m.ROLE_FLOOR, "Rosa", "late night")
    assert (m.SETTING_CHANGED, "action_seconds", "25", "Rosa") in evening.told(m.SETTING_CHANGED)


def test_setting_is_taken_only_while_somebody_at_the_table_holds_the_floor_key() -> None:
    evening = Evening(b"setting", STACKS, 1, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: host.boot)
    host.ask((m.REQUEST_SETTING, 8, m.ROLE_FLOOR, "action_seconds", "25", "Rosa", None))
    settle(evening, host)
    assert [one[1:] for one in host.refused] == [(m.REFUSAL_FLOOR_KEY_NOT_HELD, 8)]
    assert "next_hand_ms" not in [one[1] for one in evening.told(m.SETTING_CHANGED)]
    assert not [one for one in evening.told(m.COMMAND_DONE) if one[1] == 8]


def test_restart_waits_for_no_hand_and_is_done_by_the_watchdog() -> None:
    evening = Evening(b"restart", STACKS, 1, keys=Service())
    host = Host(evening, witness="absent")
    play(evening, host, lambda: evening.told(m.HOLE_CARD_DEALT))
    host.ask((m.REQUEST_RESTART, 8, m.ROLE_TECHNICIAN, "Teo", None))
    play(evening, host, lambda: evening.told(m.COMMAND_DONE))
    assert [one[5] for one in evening.told(m.COMMAND_DONE)] == [m.REFUSAL_HAND_RUNNING]
    play(evening, host, lambda: evening.controller.table.hand is None)
    host.ask((m.REQUEST_RESTART, 9, m.ROLE_TECHNICIAN, "Teo", "a new display"))
    evening.table.watchdog.arm()
    clock = evening.clock
    for _ in range(10_000):
        wait_ms = evening.controller.one_pass()
        host.look()
        if evening.controller.is_start_wanted:
            break
        clock.advance(clock.now_ms() + min(wait_ms, 20))
    with pytest.raises(WatchdogReset):
        clock.advance(clock.now_ms() + 10_000)
    assert evening.controller.is_start_wanted
    assert host.heard[-1].message[:2] == (m.COMMAND_DONE, 9)
    assert (m.COMMAND_NAMED, 9, m.ROLE_TECHNICIAN, "Teo", "a new display") in evening.told(
        m.COMMAND_NAMED
    )


def test_a_table_that_is_looked_for_says_so_on_its_centre_for_a_while() -> None:
    evening = Evening(b"identify", STACKS, 1, keys=Keys())
    host = Host(evening, witness="absent")
    play(evening, host, lambda: evening.told(m.HOLE_CARD_DEALT))
    centre = evening.table.centre_displays[0]
    host.ask((m.REQUEST_IDENTIFY, 8, m.ROLE_FLOOR, "Rosa"))
    play(evening, host, lambda: "HErE" in centre.text())
    began = evening.table.clock.now_ms()
    play(evening, host, lambda: evening.table.clock.now_ms() > began + NAMED_MS + 3000)
    settle(evening, host)
    assert "HErE" not in centre.text()
    assert [one[5] for one in evening.told(m.COMMAND_DONE)] == [None]


def play_with_the_cable_out(evening: Evening, host: Host, passes: int) -> None:
    """Pull the cable for so long; the host is back, plays on to the end, and has every line."""
    evening.table.cable.unplug()
    for _ in range(passes):
        evening.one_pass()
    evening.table.cable.plug()
    host._splitter = Splitter()
    host.say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, len(host.lines) + 1))
    play(evening, host)
    settle(evening, host)
    assert b"".join(host.lines[seq] for seq in sorted(host.lines)) == evening.text()


@pytest.mark.parametrize("passes", [50, 400, 1500])
def test_pulled_cable_is_noted_once_and_everything_is_there_afterwards(passes: int) -> None:
    evening = Evening(b"cable", STACKS, 2, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: len(host.lines) > 40)
    play_with_the_cable_out(evening, host, passes)
    assert len(evening.told(m.FAULT_RAISED)) == len(evening.told(m.FAULT_CLEARED)) == 1
    assert not evening.told(m.HAND_HELD)


def test_a_cable_pulled_out_after_a_goodbye_is_no_fault() -> None:
    evening = Evening(b"goodbye", STACKS, 2, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: len(host.lines) > 40)
    host.say((m.GOODBYE,))
    evening.one_pass()
    play_with_the_cable_out(evening, host, 400)
    assert not evening.told(m.FAULT_RAISED)


def test_host_that_comes_after_a_power_cut_finds_the_same_log() -> None:
    evening = Evening(b"later", STACKS, 2, keys=Keys())
    host = Host(evening)
    play(evening, host, lambda: evening.told(m.TURN_OPENED))
    stored = dict(host.lines)
    evening.cut_power()
    again = Host(evening)
    again.counter = host.counter
    play(evening, again)
    settle(evening, again)
    assert {seq: again.lines[seq] for seq in stored} == stored
    assert again.chain_holds()
    assert again.boot != host.boot
