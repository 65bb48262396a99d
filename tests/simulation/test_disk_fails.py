"""The disk fails below the store, as the system reports it: each way has its reaction.

On a real folder, with the system's own calls failing. What a disk does in a power cut, and what it
does when it lied, is in `test_log_fails`, `test_log_damage` and the power-cut campaign.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from firmware.schema import messages as m
from hal.disk.folder import FolderStore
from host_tools.verify.report import ACCEPTED
from host_tools.verify.source import read_record
from host_tools.verify.verifier import verify
from tests.simulated_evening import Evening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STACKS = {1: 3000, 4: 3000, 8: 3000}
STALL_MS = 3000
STALLS = 3


def evening_on(folder: Path, hands: int = 1) -> Evening:
    one = Evening(b"disk", STACKS, hands)
    one.disk = FolderStore(folder)  # type: ignore[assignment]
    one.start()
    return one


def play_until(one: Evening, *message_ids: int) -> None:
    while not one.told(*message_ids):
        one.one_pass()


def faults(one: Evening) -> list[tuple[str, str]]:
    return [(m.NAMES[f[0]], f[1]) for f in one.told(m.FAULT_RAISED, m.FAULT_CLEARED)]


def check_log(one: Evening, folder: Path) -> None:
    report = verify(read_record(folder))
    assert report.verdict == ACCEPTED, report.first_finding
    assert report.last == one.lines()[-1].seq


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], list[bool]]:
    """Let a call of the system fail while the list says so."""

    def begin(call: str, number: int) -> list[bool]:
        real: Any = getattr(os, call)
        is_broken = [True]

        def fail(*given: Any, **named: Any) -> Any:
            if is_broken[0]:
                raise OSError(number, os.strerror(number))
            return real(*given, **named)

        monkeypatch.setattr(os, call, fail)
        return is_broken

    return begin


@pytest.mark.parametrize("number", [errno.EIO, errno.EROFS, errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("call", ["write", "fsync"])
def test_disk_that_fails_in_a_hand_stops_every_motion_and_loses_nothing(
    tmp_path: Path, failing: Callable[[str, int], list[bool]], call: str, number: int
) -> None:
    one = evening_on(tmp_path)
    play_until(one, m.HOLE_CARD_DEALT)
    is_broken = failing(call, number)
    for _ in range(30):
        one.one_pass()
    moved = one.machine.snapshot()[0]
    shown = set()
    for _ in range(30):
        one.one_pass()
        shown.add(one.table.display(1).text().strip())
    assert one.machine.snapshot()[0] == moved
    assert shown == {"StorE", ""}, "it blinks"
    is_broken[0] = False
    one.play()
    assert faults(one) == [("fault_raised", "F-STO-01"), ("fault_cleared", "F-STO-01")]
    assert one.told(m.HAND_FINISHED)
    check_log(one, tmp_path)


def test_disk_that_takes_a_few_bytes_at_a_time_gets_every_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, content: write(handle, bytes(content[:7])))
    one = evening_on(tmp_path).play()
    assert not faults(one)
    check_log(one, tmp_path)


def test_disk_that_stalls_is_waited_for_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = evening_on(tmp_path)
    play_until(one, m.TURN_OPENED)
    sync = os.fsync
    stalls = [STALLS]

    def slow(handle: int) -> None:
        if stalls[0]:
            stalls[0] -= 1
            one.clock.advance(one.clock.now_ms() + STALL_MS)
        sync(handle)

    monkeypatch.setattr(os, "fsync", slow)
    one.play()
    assert faults(one) == [("fault_raised", "F-STO-04"), ("fault_cleared", "F-STO-04")]
    assert not one.table.watchdog.has_bitten()
    check_log(one, tmp_path)


def test_disk_that_refuses_the_first_line_deals_nothing(
    tmp_path: Path, failing: Callable[[str, int], list[bool]]
) -> None:
    failing("write", errno.EROFS)
    one = Evening(b"disk", STACKS, 1)
    one.disk = FolderStore(tmp_path)  # type: ignore[assignment]
    one.start()
    for _ in range(300):
        one.clock.advance(one.clock.now_ms() + one.controller.one_pass())
    assert one.controller.stopped_by == "store_io"
    assert one.text() == b""
    assert one.table.display(1).text().strip() == "StorE"
    assert one.machine.snapshot()[0][1] == 0, "no command was ever given"  # type: ignore[index]
