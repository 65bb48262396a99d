"""The self-test of every start: one verdict a device, before the first card moves.

Each panel is read, each display is lit with all its segments, the card machine is asked, the FRAM
must give back the note that this start just wrote. Noise and store have proved themselves by then:
without the one no start has a name, without the other no line. What fails here is named in the log
beside what works, so that a technician sees the whole table in one line; what follows from it is
the fault table's business, like any failure. Rule of the file: a device that did not answer has
not passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.boot import BootNote
from firmware.schema.messages import SELF_TESTED
from hal.errors import HalError

if TYPE_CHECKING:
    from hal.board import Board
    from hal.ports import OrderMemory

_ALL_SEGMENTS = b"\xff" * 8


class Verdicts:
    """What was found, device by device; events: what the machine told while it was asked."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: list[str] = []
        self.events: list[tuple[int, int, int, int]] = []

    def message(self) -> tuple:
        """The line of the log."""
        return (SELF_TESTED, tuple(self.passed) or None, tuple(self.failed) or None)

    def judge(self, device: str, has_passed: bool) -> None:
        """One verdict."""
        (self.passed if has_passed else self.failed).append(device)


def self_test(board: Board, memory: OrderMemory, boot_count: int) -> Verdicts:
    """Ask every device once. boot_count: as the FRAM must know it by now."""
    found = Verdicts()
    found.judge("noise", True)
    found.judge("store", True)
    found.judge("order_memory", _remembers(memory, boot_count))
    try:
        found.events += board.machine.poll()
        found.judge("card_machine", True)
    except HalError:
        found.judge("card_machine", False)
    for at in range(len(board.panels)):
        try:
            board.panels[at].read()
            found.judge("panel" + str(at + 1), True)
        except HalError:
            found.judge("panel" + str(at + 1), False)
    displays = board.seat_displays + board.centre_displays
    for at in range(len(displays)):
        seats = len(board.seat_displays)
        name = "seat" + str(at + 1) if at < seats else "centre" + str(at - seats + 1)
        try:
            displays[at].show(_ALL_SEGMENTS)
            found.judge(name, True)
        except HalError:
            found.judge(name, False)
    return found


def _remembers(memory: OrderMemory, boot_count: int) -> bool:
    try:
        return BootNote(memory).count == boot_count
    except HalError:
        return False
