"""The log in a board's flash: what a power cut, a worn sector or a full chip does to it."""

from __future__ import annotations

import pytest

from hal.errors import FULL, IO, REFUSED, HalError, PowerCut
from hal.mcu.flash_log import AHEAD_SECTORS, FlashLog
from hal.mcu.sectors import ROOM_BYTES
from tests.mcu_stand_ins.nor_flash import NorFlash

LINE = b"12 3456 card_landed k=3 place=seat4 #0123456789abcdef ~01234567\n"


def held(log: FlashLog) -> dict[str, bytes]:
    """Everything the log tells of itself."""
    found = {f"segment {one}": log.read(one) for one in log.segments()}
    return found | {f"snapshot {one}": log.read_snapshot(one) for one in log.snapshots()}


EVENING = (
    ("append", 1, LINE),
    ("append", 1, LINE * 3),
    ("append", 1, LINE * 90),  # over the end of a sector
    ("write_snapshot", 70, b"\xff\x00" * 300),
    ("append", 2, LINE * 2),
    ("write_snapshot", 70, bytes(range(256)) * 40),  # three sectors in place of one
    ("cut", 1, len(LINE) * 93),
    ("append", 1, LINE),
    ("cut", 1, len(LINE) * 2 + 7),
    ("append", 1, LINE),
    ("remove", 1),
    ("append", 1, b"anew\n"),
    ("write_snapshot", 99, b""),
    ("remove_snapshot", 70),
)


def done(log: FlashLog, step: tuple) -> None:
    getattr(log, step[0])(*step[1:])


def kept_after(steps: int) -> dict[str, bytes]:
    log = FlashLog(NorFlash(40))
    for step in EVENING[:steps]:
        done(log, step)
    return held(log)


def test_what_was_written_is_there_after_a_start():
    flash = NorFlash(40)
    log = FlashLog(flash)
    for step in EVENING:
        done(log, step)
        assert held(FlashLog(flash)) == held(log)
    assert held(log) == {"segment 1": b"anew\n", "segment 2": LINE * 2, "snapshot 99": b""}


def is_between(found: bytes | None, before: bytes | None, after: bytes | None) -> bool:
    """Whether a segment is what it was, or what it was to be, or on the way between them."""
    if found in (before, after):
        return True
    if found is None or before is None or after is None:
        return after is not None and found is not None and _is_torn(found, b"", after)
    if len(after) < len(before):
        return before.startswith(found) and found.startswith(after)
    return _is_torn(found, before, after)


def _is_torn(found: bytes, before: bytes, after: bytes) -> bool:
    """The beginning is right, up to one byte that was half written; nothing stands behind it."""
    if len(found) > len(after):
        return False
    differing = (n for n in range(len(found)) if found[n] != after[n])
    same = next(differing, len(found))
    return same >= len(before) and len(found) - same <= 1


@pytest.mark.parametrize("torn_at", [0, 1, 30, 256])
def test_a_power_cut_in_any_write_or_erasure_leaves_the_old_or_the_new(torn_at):
    states = [kept_after(steps) for steps in range(len(EVENING) + 1)]
    cut_at = 1
    while True:
        flash = NorFlash(40)
        log = FlashLog(flash)
        flash.cut_at, flash.torn_at = cut_at, torn_at
        step = 0
        try:
            for step in range(len(EVENING)):
                done(log, EVENING[step])
        except PowerCut:
            pass
        else:
            break
        flash.cut_at = 0
        found = held(FlashLog(flash))
        before, after = states[step], states[step + 1]
        for name in before.keys() | after.keys() | found.keys():
            if name.startswith("segment"):
                good = is_between(found.get(name), before.get(name), after.get(name))
            else:
                good = found.get(name) in (before.get(name), after.get(name))
            assert good, (cut_at, EVENING[step][:2], name, found.get(name, b"")[-70:])
        again = FlashLog(flash)
        assert held(again) == found
        again.append(2, LINE)
        assert held(FlashLog(flash))["segment 2"].endswith(LINE)
        for number in again.segments():
            again.remove(number)
        for number in again.snapshots():
            again.remove_snapshot(number)
        assert held(FlashLog(flash)) == {}  # nothing comes to life that was replaced
        cut_at += 1
    assert cut_at > 80


def test_a_sector_that_looks_blank_after_half_an_erasure_is_erased_again():
    flash = NorFlash(2, fill=0)
    log = FlashLog(flash)
    flash.cut_at, flash.torn_at = 1, 4000
    with pytest.raises(PowerCut):
        log.prepare()
    log = FlashLog(flash)
    log.append(1, LINE)
    assert (flash.erasures, FlashLog(flash).read(1)) == (1, LINE)


def test_a_cut_again_after_a_torn_cut_drops_the_rest():
    flash = NorFlash(16)
    log = FlashLog(flash)
    log.append(1, LINE * 5)
    flash.cut_at, flash.torn_at = 1, 0
    with pytest.raises(PowerCut):
        log.cut(1, len(LINE))
    log = FlashLog(flash)
    log.cut(1, len(LINE))
    log.append(1, b"more\n")
    assert FlashLog(flash).read(1) == LINE + b"more\n"


def test_sectors_are_erased_at_rest_and_play_only_writes():
    flash = NorFlash(64, fill=0x5A)  # another program's leavings
    log = FlashLog(flash)
    while log.prepare():
        pass
    assert flash.erasures == AHEAD_SECTORS
    for _ in range(AHEAD_SECTORS * ROOM_BYTES // len(LINE) - 8):
        log.append(1, LINE)
    assert flash.erasures == AHEAD_SECTORS


def test_one_line_more_costs_one_or_two_pages():
    flash = NorFlash(64)
    log = FlashLog(flash)
    log.prepare()
    log.append(1, LINE)
    for _ in range(40):
        before = flash.programs
        log.append(1, LINE)
        assert flash.programs - before <= 2


def test_all_sectors_wear_alike():
    flash = NorFlash(32)
    log = FlashLog(flash)
    for number in range(1, 400):
        log.append(number, LINE * 100)
        if number > 4:
            log.remove(number - 4)
        if number % 50 == 0:
            log = FlashLog(flash)
    assert max(flash.wear.values()) - min(flash.wear.values()) <= 3
    assert len(flash.wear) == 32


def test_a_sector_that_does_not_take_it_is_passed_over():
    flash = NorFlash(16)
    flash.worn = {0, 1, 5}
    log = FlashLog(flash)
    for number in range(1, 5):
        log.append(number, LINE * 100)
    for number in range(1, 5):
        assert FlashLog(flash).read(number) == LINE * 100


def test_a_page_that_does_not_take_it_is_named_and_the_log_goes_on_elsewhere():
    flash = NorFlash(16)
    log = FlashLog(flash)
    log.append(1, LINE)
    flash.worn = {0}
    with pytest.raises(HalError) as failed:
        log.append(1, LINE)
    assert failed.value.kind == IO
    log.cut(1, len(LINE))  # as the journal does before it tries again
    flash.worn = set()
    log.append(1, LINE)
    assert FlashLog(flash).read(1) == LINE * 2


def test_a_full_flash_says_so_and_keeps_what_it_has():
    flash = NorFlash(4)
    log = FlashLog(flash)
    log.append(1, LINE * 100)
    log.write_snapshot(5, b"kept")
    assert 0 < log.free_bytes() <= ROOM_BYTES
    with pytest.raises(HalError) as full:
        log.write_snapshot(6, bytes(ROOM_BYTES * 2))
    assert full.value.kind == FULL
    assert log.snapshots() == FlashLog(flash).snapshots() == (5,)
    with pytest.raises(HalError) as full:
        log.append(2, LINE * 200)
    assert full.value.kind == FULL
    assert FlashLog(flash).read(1) == LINE * 100


def test_a_byte_that_flash_could_not_tell_from_nothing_is_refused():
    log = FlashLog(NorFlash(8))
    with pytest.raises(HalError) as refused:
        log.append(1, b"a\xffb")
    assert refused.value.kind == REFUSED
    assert log.segments() == ()


def test_a_flash_full_of_noise_is_an_empty_log():
    flash = NorFlash(8)
    flash.cells[:] = bytes((n * 167 + n // 7) % 256 for n in range(len(flash.cells)))
    log = FlashLog(flash)
    assert (log.segments(), log.snapshots()) == ((), ())
    log.append(1, LINE)
    assert FlashLog(flash).read(1) == LINE
