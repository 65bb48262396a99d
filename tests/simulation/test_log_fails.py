"""The log fails: full, lying, rotten, slow. What is lost is named, and the floor lets it go on."""

from __future__ import annotations

import pytest

from firmware.app.log_keeping import LogBounds
from firmware.core.table import Table
from firmware.journal.recovery import recover
from firmware.journal.replay import Replay
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.errors import FULL, IO, REFUSED, HalError
from tests.paired_host import Keys, command
from tests.simulated_evening import SERIAL, Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}
OFTEN = LogBounds(segment_bytes_max=6000, snapshot_lines=100, kept_bytes_max=12000)
SELDOM = LogBounds(snapshot_lines=1 << 29)


def evening(hands: int = 2, bounds: LogBounds = OFTEN, seed: bytes = b"log") -> Evening:
    return Evening(seed, STACKS, hands, keys=Keys(), bounds=bounds)


def play_until(one: Evening, *message_ids: int, count: int = 1) -> None:
    while len(one.told(*message_ids)) < count:
        one.one_pass()


def passes(one: Evening, count: int) -> None:
    for _ in range(count):
        one.one_pass()


def nobody_looks(one: Evening) -> None:
    one.evening.look = lambda: None


def text(one: Evening, name: str) -> list[str]:
    """Lines with this name, of a log that may be damaged elsewhere."""
    found = [line.decode("ascii", "replace") for line in one.text().splitlines()]
    return [line for line in found if f" {name} " in line]


def spoil(one: Evening, segment: int, at: int, bit: int = 0) -> None:
    content = bytearray(one.disk.read(segment))
    content[at] ^= 1 << bit
    one.disk.cut(segment, 0)
    one.disk.append(segment, bytes(content))
    one.disk.sync(segment)


def start_again(one: Evening) -> None:
    one._world = one.machine.snapshot()
    one.start()


def started(one: Evening, count: int) -> None:
    while len(text(one, "table_started")) < count:
        one.one_pass()


def turn_floor_key(one: Evening) -> None:
    one.table.floor_key.put(True)
    passes(one, 3)
    one.table.floor_key.put(False)
    passes(one, 3)


def centre(one: Evening) -> str:
    """What the centre shows; it blinks, so somebody looks a second time."""
    for _ in range(60):
        shown = one.table.centre_displays[0].text().strip()
        if shown:
            return shown
        one.one_pass()
    return ""


def check_chips(one: Evening) -> None:
    table = one.controller.table
    in_pot = 0 if table.hand is None else table.hand.betting.in_pot
    assert sum(table.stacks) + in_pot == table.issued


# --- snapshots -----------------------------------------------------------------------------------


def test_start_from_a_snapshot_is_the_same_table_as_the_replay_of_all_lines() -> None:
    """At hand boundaries and inside hands."""
    one = evening(hands=4)
    seen = 0
    restarts = 0
    while not one.evening.is_over():
        one.one_pass()
        journal = one.controller.journal
        if journal is None or journal.synced != journal.seq or journal.seq < seen + 37:
            continue
        seen = journal.seq
        live = one.controller.table.snapshot()
        whole = Table()
        replay = Replay(whole.take, lambda message, seq, head: None)
        assert not recover(one.disk, None, SERIAL, replay.line).is_damaged
        assert whole.snapshot() == live
        one.cut_power()
        while one.controller.journal is None:
            one.one_pass()
        restarts += 1
        waking = one.controller._starting.waking
        assert waking is not None
        if one.disk.snapshots():
            assert waking.found.replayed_from == one.disk.snapshots()[-1]
        assert one.controller.table.snapshot() == live
        seen = one.controller.journal.seq
    assert restarts > 10
    assert len(one.told(m.HAND_FINISHED)) == 4
    check_chips(one)


def test_snapshot_that_cannot_be_written_is_noted_and_play_goes_on() -> None:
    one = evening()

    def fail(what: str) -> None:
        if what == "rename":
            raise HalError(IO, "store")

    one.disk.before_write = fail
    one.play()
    assert one.told(m.FAULT_RAISED)[0][1] == "F-STO-03"
    assert not one.told(m.HAND_HELD)


# --- bounded size --------------------------------------------------------------------------------


def acknowledge(one: Evening, seq: int) -> None:
    """A host that names the full hash of a line it has stored."""
    head: list[bytes] = []
    recover(
        one.disk,
        None,
        SERIAL,
        lambda line, full: head.append(full) if line.seq == seq else None,
    )
    end = one.table.cable.host
    end.write(seal(write((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, seq + 1), None, 0), None))
    end.write(seal(write((m.ACK, seq, head[0]), None, 0), None))
    for _ in range(5):
        one.one_pass()
        end.read()


def test_segments_go_only_when_the_host_has_acknowledged_them() -> None:
    one = evening(hands=6)
    play_until(one, m.HAND_FINISHED, count=4)
    assert one.disk.segments()[0] == 1
    journal = one.controller.journal
    assert journal is not None
    acknowledge(one, journal.synced)
    one.play()
    first = one.disk.segments()[0]
    assert first > 1
    assert len(one.disk.segments()) >= 2
    one.cut_power()
    started(one, len(text(one, "table_started")) + 1)
    assert not one.told(m.LOG_DAMAGED, m.TAIL_LOST)
    check_chips(one)


def test_greeting_alone_lets_nothing_go() -> None:
    one = evening(hands=6)
    play_until(one, m.HAND_FINISHED, count=4)
    journal = one.controller.journal
    assert journal is not None
    end = one.table.cable.host
    greet = (m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, journal.synced + 1)
    end.write(seal(write(greet, None, 0), None))
    end.write(seal(write((m.ACK, journal.synced, None), None, 0), None))
    end.write(seal(write((m.ACK, journal.synced - 5, bytes(32)), None, 0), None))
    one.play()
    assert one.disk.segments()[0] == 1


# --- full, read-only, broken, slow ---------------------------------------------------------------


def test_nearly_full_store_finishes_the_hand_and_begins_no_other_until_there_is_room() -> None:
    one = evening(hands=3)
    play_until(one, m.HOLE_CARD_DEALT)
    one.disk.give_room((1 << 26) - one.disk.free_bytes() + 40_000)
    play_until(one, m.ORDER_REVEALED)
    passes(one, 3000)
    assert len(one.told(m.HAND_FINISHED)) == len(one.told(m.HAND_STARTED)) == 1
    assert [one_[1] for one_ in one.told(m.FAULT_RAISED)] == ["F-STO-02"]
    assert not one.told(m.HAND_HELD)
    assert centre(one) == "FULL"
    one.disk.give_room(1 << 26)
    one.play()
    assert len(one.told(m.HAND_FINISHED)) == 3


def test_store_that_fills_up_in_a_hand_waits_and_goes_on_when_there_is_room() -> None:
    one = evening(hands=1)
    play_until(one, m.HOLE_CARD_DEALT)
    one.disk.give_room((1 << 26) - one.disk.free_bytes() + 500)
    passes(one, 200)
    assert centre(one) == "StorE"
    moved = one.machine.snapshot()[0]
    passes(one, 100)
    assert one.machine.snapshot()[0] == moved
    assert not one.table.watchdog.has_bitten()
    one.disk.give_room(1 << 26)
    one.play()
    assert len(one.told(m.HAND_FINISHED)) == 1
    check_chips(one)


@pytest.mark.parametrize("kind", [FULL, IO, REFUSED])
@pytest.mark.parametrize("step", ["append", "sync"])
def test_store_that_refuses_a_write_moves_nothing_and_loses_nothing(kind: str, step: str) -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    broken = [True]

    def fail(what: str) -> None:
        if broken[0] and what == step:
            raise HalError(kind, "store")

    one.disk.before_write = fail
    passes(one, 100)
    before = one.text()
    passes(one, 20)
    assert one.text()[: len(before)] == before
    broken[0] = False
    one.play()
    names = [one_[1] for one_ in one.told(m.FAULT_RAISED)]
    assert names == ["F-STO-01"]
    assert len(one.told(m.HAND_FINISHED)) == 1


def test_disk_that_stalls_for_seconds_is_waited_for_and_noted() -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    stalls = [2500]

    def stall(what: str) -> None:
        if what == "sync" and stalls:
            one.clock.advance(one.clock.now_ms() + stalls.pop())

    one.disk.before_write = stall
    one.play()
    raised = one.told(m.FAULT_RAISED)
    assert [(one_[1], one_[3]) for one_ in raised] == [("F-STO-04", "2500ms")]
    assert one.told(m.FAULT_CLEARED)[0][1] == "F-STO-04"
    assert not one.told(m.HAND_HELD)
    assert not one.table.watchdog.has_bitten()


# --- rotten, lying -------------------------------------------------------------------------------


def test_damage_in_old_lines_is_named_and_the_hand_goes_on_after_a_look() -> None:
    one = evening(hands=4)
    play_until(one, m.HAND_FINISHED, count=2)
    play_until(one, m.TURN_OPENED, count=len(one.told(m.TURN_OPENED)) + 1)
    before = one.controller.table.snapshot()
    asked = one.told(m.TURN_OPENED)[-1]
    spoil(one, 1, 1000)
    start_again(one)
    nobody_looks(one)
    started(one, 2)
    passes(one, 200)
    assert len(text(one, "log_damaged")) == 1
    assert not text(one, "tail_lost")
    assert centre(one) == "LoG"
    assert not one.table.panel(asked[1]).is_lit(asked[1])
    turn_floor_key(one)
    hand = one.controller.table.hand
    assert hand is not None
    assert hand.turn == asked[1]
    assert one.controller.table.stacks == list(before[2])
    start_again(one)
    started(one, 3)
    passes(one, 50)
    assert len(text(one, "log_damaged")) == 1, "known damage is no news"


@pytest.mark.parametrize("at", [m.HOLE_CARD_DEALT, m.CARD_FED, m.TURN_OPENED])
def test_damage_in_the_last_lines_voids_the_hand_after_a_look(at: int) -> None:
    one = evening(hands=3, bounds=SELDOM)
    play_until(one, at)
    passes(one, 10)
    spoil(one, 1, len(one.disk.read(1)) // 2)
    start_again(one)
    nobody_looks(one)
    started(one, 2)
    passes(one, 300)
    assert text(one, "tail_lost")
    highest = int(text(one, "tail_lost")[0].split("to=")[1].split(" ")[0])
    opened = [line for line in text(one, "segment_opened") if " segment=2 " in line]
    assert int(opened[0].split(" ")[0]) == highest + 1
    left = len(text(one, "card_left"))
    passes(one, 300)
    assert len(text(one, "card_left")) == left, "nothing is dealt before the floor has looked"
    check_chips(one)
    turn_floor_key(one)
    passes(one, 6000)
    check_chips(one)
    assert one.controller.stopped_by == ""
    if at == m.CARD_FED:
        assert text(one, "deck_loaded"), "the cards were collected and loaded anew"


def test_synced_lines_that_vanish_are_missed_by_the_fram() -> None:
    one = evening(hands=2, bounds=SELDOM)
    play_until(one, m.ACTION_TAKEN)
    kept = len(one.disk.read(1))
    play_until(one, m.ACTION_TAKEN, count=2)
    one.disk.cut(1, kept)
    start_again(one)
    nobody_looks(one)
    started(one, 2)
    passes(one, 100)
    assert text(one, "tail_lost")
    assert centre(one) == "LoG 2"
    check_chips(one)


def test_store_that_vanishes_whole_leaves_a_table_that_says_so() -> None:
    one = evening(hands=2)
    play_until(one, m.TURN_OPENED)
    highest = one.controller.journal.synced  # type: ignore[union-attr]
    for number in one.disk.snapshots():
        one.disk.remove_snapshot(number)
    for segment in one.disk.segments():
        one.disk.remove(segment)
    start_again(one)
    nobody_looks(one)
    started(one, 1)
    passes(one, 100)
    assert f"tail_lost from=1 to={highest} " in text(one, "tail_lost")[0]
    assert one.controller.table.hand is None
    assert one.controller.stopped_by == ""


def test_every_flipped_bit_of_a_small_log_is_found_at_the_start() -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    for segment in one.disk.segments():
        content = one.disk.read(segment)
        for at in range(segment % 7, len(content), 61):
            spoil(one, segment, at, at % 8)
            noted = one.controller.journal
            assert noted is not None
            found = recover(one.disk, (noted.synced, noted.synced_head), SERIAL, lambda *_: None)
            assert found.is_damaged, (segment, at)
            spoil(one, segment, at, at % 8)


# --- the floor, from the host --------------------------------------------------------------------


def ask(one: Evening, message: tuple, counter: int) -> None:
    boot = one.controller.journal.boot  # type: ignore[union-attr]
    one.table.cable.host.write(command(message, counter, boot=boot))


def test_host_lets_a_hand_go_on_that_a_power_cut_held() -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    asked = one.told(m.TURN_OPENED)[-1]
    one.cut_power()
    nobody_looks(one)
    started(one, 2)
    passes(one, 100)
    assert one.told(m.HAND_HELD)
    assert centre(one) == "PoUEr"
    assert not one.table.panel(asked[1]).is_lit(asked[1])
    ask(one, (m.REQUEST_RULING, 31, m.ROLE_FLOOR, m.RULING_RESUME, None, None), 1)
    passes(one, 5)
    assert one.told(m.COMMAND_DONE)[-1][1:5] == (31, m.ROLE_FLOOR, 1, m.OUTCOME_DONE)
    hand = one.controller.table.hand
    assert hand is not None
    assert hand.turn == asked[1]
    left_ms = one.controller._countdown.left_ms(one.clock.now_ms())
    assert left_ms is not None
    assert left_ms >= 9000


def test_witness_may_not_rule() -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    one.cut_power()
    nobody_looks(one)
    started(one, 2)
    passes(one, 100)
    ask(one, (m.REQUEST_RULING, 31, m.ROLE_WITNESS, m.RULING_RESUME, None, None), 1)
    passes(one, 5)
    assert not one.told(m.COMMAND_DONE)
