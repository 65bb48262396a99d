"""The device service on a Raspberry Pi: firmware, board of revision A, and the loop between them.

Takes the table's folder for itself, finds out why it was started, opens the board and lets the
firmware turn, pass by pass, resting as long as each pass allows. systemd hears when it plays and
when it stops. Stopped by a signal it ends between two passes: motors off, every line safe, the
watchdog disarmed. Rule of the file: an end that was nobody's purpose disarms nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.app.controller import Controller
from firmware.schema import messages as m
from hal.boards import rev_a
from hal.check import check
from hal.disk.lock import FolderInUse, FolderLock
from hal.errors import HalError
from hal.ports import CARDS
from hal.rpi.bring_up import LOAD_CARDS, BringUp
from hal.rpi.dialogue import LANGUAGES, Terminal, keep, language_of
from hal.rpi.key_chip import KeyChip
from hal.rpi.last_run import LastRun
from hal.rpi.make_key import KeyMaking
from hal.rpi.refusal import NotStarted, refusal
from hal.rpi.rest import Rest
from hal.rpi.table import PiTable, table_serial
from hal.rpi.watchdog import DeviceWatchdog, Notify, looked_at

if TYPE_CHECKING:
    from collections.abc import Callable

EXIT_OK = 0
EXIT_NOT_GOOD = 1  # of --check
EXIT_USAGE = 2  # what a person must set right first
EXIT_START_FAILED = 3  # another start may help
EXIT_STOPPED = 130  # by the person at the keyboard, as shells count it

STATE = Path("/var/lib/mazziere-table")
_SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,23}")  # as lines spell a table's name


def _serial(text: str) -> str:
    if not _SERIAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"not a serial number: {text!r}")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mazziere-table --board rev_a", description="A table of revision A on a Raspberry Pi."
    )
    _add_folder(parser)
    parser.add_argument(
        "--noise-serial", type=_serial, default="unread", help="number on the noise source"
    )
    parser.add_argument(
        "--check", action="store_true", help="ask every part once, say what is good, and end"
    )
    _add_language(parser, "language of --check and of what stops a start")
    return parser


def _add_language(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of(os.environ.get("LC_ALL") or os.environ.get("LANG", "")),
        help=what,
    )


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", type=Path, default=STATE, help="the table's folder")
    parser.add_argument("--serial", type=_serial, help="the table's name; the Pi's number if none")


def main(argv: list[str] | None = None) -> int:
    """Run the table until it is stopped; returns an exit code.

    Args:
        argv: the options without the program's name; None takes the process's own.
    """
    told = _parser().parse_args(argv)
    return _with_folder(told, lambda serial: _run(told, serial))


def _run(told: argparse.Namespace, serial: str) -> int:
    notify = Notify(os.environ)
    try:
        if told.check:
            return _check(PiTable(told.state, serial, notify), told.lang)
        last = LastRun(told.state)
        table = PiTable(told.state, serial, notify, noise_serial=told.noise_serial)
        return serve(table, last, notify)
    finally:
        notify.close()


def _with_folder(told: argparse.Namespace, work: Callable[[str], int]) -> int:
    """Do `work` with the table's name while its folder is ours; troubles by name, exit code 2."""
    lock: FolderLock | None = None
    try:
        serial = told.serial or table_serial()
        lock = FolderLock(told.state)
        return work(serial)
    except (NotStarted, FolderInUse, HalError, OSError) as wrong:
        print(f"mazziere-table: {refusal(wrong, told.lang)}", file=sys.stderr)
        return EXIT_USAGE
    finally:
        if lock is not None:
            lock.close()


def bring_up(argv: list[str]) -> int:
    """Lead a person through every part of a new table; 0 when all of it was found good."""
    parser = argparse.ArgumentParser(
        prog="mazziere-table bring-up",
        description="A dialogue through each key, lamp, digit, well, slot and motor.",
    )
    _add_folder(parser)
    _add_language(parser, "language of the dialogue")
    parser.add_argument(
        "--cards", type=int, default=CARDS, help="how many cards lie in the hopper"
    )
    told = parser.parse_args(argv)
    if not LOAD_CARDS <= told.cards <= CARDS:
        parser.error(f"--cards: {LOAD_CARDS} to {CARDS} are needed in the hopper")
    return _with_folder(told, lambda serial: _bring_up(told, serial))


def _bring_up(told: argparse.Namespace, serial: str) -> int:
    person = Terminal(told.lang, print, input)
    table = PiTable(told.state, serial, Notify({}))
    try:
        if table.board.store.segments() and not person.ask("goes_on"):
            return EXIT_NOT_GOOD
        person.tell("begin", table=serial, cards=told.cards)
        dialogue = BringUp(table.board, person, told.cards)
        try:
            dialogue.run()
        finally:  # also of a person who leaves in the middle
            path = keep(told.state, serial, dialogue.findings)
    except KeyboardInterrupt:
        return EXIT_STOPPED
    finally:
        table.close()
    good = sum(finding.is_good for finding in dialogue.findings)
    bad = len(dialogue.findings) - good
    person.tell("end", good=good, bad=bad, path=path)
    return EXIT_NOT_GOOD if bad else EXIT_OK


def make_key(argv: list[str]) -> int:
    """Make the key of the table's security chip; 0 where it was made and locked now."""
    parser = argparse.ArgumentParser(
        prog="mazziere-table make-key",
        description="Show the security chip, or make its key and lock it for ever.",
    )
    _add_folder(parser)
    _add_language(parser, "language of the dialogue")
    parser.add_argument(
        "--lock", action="store_true", help="make and lock it, after what is asked for was typed"
    )
    told = parser.parse_args(argv)
    return _with_folder(told, lambda serial: _make_key(told, serial))


def _make_key(told: argparse.Namespace, serial: str) -> int:
    table = PiTable(told.state, serial, Notify({}))
    try:
        board = table.board
        chip = KeyChip(board.buses[0], rev_a.ATECC_AT, board.clock)
        person = Terminal(told.lang, print, input)
        return EXIT_OK if KeyMaking(chip, person).run(is_asked=told.lock) else EXIT_NOT_GOOD
    except KeyboardInterrupt:
        return EXIT_STOPPED
    finally:
        table.close()


def serve(table: PiTable, last: LastRun, notify: Notify) -> int:
    """Let the firmware turn on an open table until a signal; every line is safe on return.

    The computer's watchdog is armed last of all: a table that could not be opened waits for a
    person, and a computer that starts again and again would not help them.
    """
    rest = Rest(table.attention, table.link)

    def stop(_signal: int, _frame: object) -> None:
        rest.is_over = True

    before = [(one, signal.signal(one, stop)) for one in (signal.SIGTERM, signal.SIGINT)]
    try:
        device = _device_watchdog(notify)
        last.runs()
        if device is not None:
            table.watchdog.join(device)
        reset = m.RESET_WORDS.index(last.reset)
        code = _turn(Controller(table.board, reset=reset), rest.rest, lambda: rest.is_over, notify)
        if code == EXIT_OK:  # else the next start is one that had to be tried again
            last.ended()
        table.close()
        if device is not None:
            device.close()
        return code
    finally:
        notify.tell("STOPPING=1")
        table.close()
        for one, handler in before:
            signal.signal(one, handler)


def _turn(
    controller: Controller,
    rest: Callable[[int], None],
    is_over: Callable[[], bool],
    notify: Notify,
) -> int:
    said = ""
    is_ready = False
    while not is_over():
        wait_ms = controller.one_pass()
        if controller.is_start_wanted:
            print(f"mazziere-table: {controller.stopped_by}", file=sys.stderr)
            return EXIT_START_FAILED
        status = _status(controller)
        if status != said:
            said = status
            notify.tell("STATUS=" + status, *(() if is_ready else ("READY=1",)))
            is_ready = True
        rest(wait_ms)
    return EXIT_OK


def _status(controller: Controller) -> str:
    """One line for `systemctl status`."""
    if controller.stopped_by:
        return "stopped by " + controller.stopped_by
    if controller.is_in_safe_mode:
        return "safe mode: three starts failed, turn the floor key"
    return "starting" if controller.journal is None else "plays"


def _check(table: PiTable, language: str) -> int:
    try:
        verdicts = check(table.board, lambda ms: time.sleep(ms / 1000), (("watchdog", looked_at),))
    finally:
        table.close()
    for verdict in verdicts:
        print(verdict.told(language))
    return EXIT_OK if all(verdict.is_good for verdict in verdicts) else EXIT_NOT_GOOD


def _device_watchdog(notify: Notify) -> DeviceWatchdog | None:
    """The computer's watchdog; without it systemd's must be there."""
    try:
        return DeviceWatchdog()
    except HalError as trouble:
        if not notify.is_watching:
            raise
        print(f"mazziere-table: {trouble}; systemd alone watches", file=sys.stderr)
        return None


if __name__ == "__main__":
    sys.exit(main())
