"""A simulated table as a program: real firmware, a serial port, and a world that is made up.

Lets time pass as fast as it can, or at a pace that people can follow. A host finds the table at
the port it prints. With a state folder the table outlives its program: started again, it goes on
in the same hand with the same cards. Rule of the file: real time moves virtual time and nothing
else.
"""

from __future__ import annotations

import os
import secrets
import select
import signal
import sys
import time
from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from firmware.schema import messages as m
from firmware.schema import settings as s
from hal.check import check
from hal.disk.folder import spelled
from hal.disk.lock import FolderInUse, FolderLock
from hal.errors import HalError
from hal.sim.main.parting import Parting, Seen
from hal.sim.main.simulation import LEVELS, Simulation
from hal.sim.mishaps import PlanError, plan_from
from hal.sim.options import option_parser
from hal.sim.policies import CallStation, NoRecordedChoice
from hal.sim.room import Room
from hal.sim.script import ScriptError, read_script
from hal.sim.starter import stop_when_stdin_ends, tell
from hal.sim.terminal import PseudoTerminal

if TYPE_CHECKING:
    from pathlib import Path

    from hal.sim.mishaps import FaultPlan

EXIT_OK = 0
EXIT_NOT_GOOD = 1  # of --check
EXIT_USAGE = 2
EXIT_BROKEN = 3  # the firmware stopped itself, or would have been reset
EXIT_STOPPED = 130  # by a signal, as shells count it

WITNESS_MS = 25  # at full speed: what a witness gets in each pass that waits for it, and
NO_WITNESS_MS = 2  # what it gets after one did not answer
LOOK_SECONDS = 0.001
ROWS_TOLD = "how a row is written stands in hal/sim/mishaps.md"
FLOOR_SECONDS = 3.0  # of a person who watches: the floor looks so long, at any pace


class Pace:
    """Lets virtual time pass over a pseudo-terminal: full speed, or `speed` times real time.

    While somebody stands there to be paired with it, a table is no faster than a real one.
    """

    def __init__(self, simulation: Simulation, port: PseudoTerminal, speed: float) -> None:
        self._simulation = simulation
        self._port = port
        self._speed = speed  # 0: full
        self._owed_ms = 0.0

    def rest(self, wait_ms: int) -> None:
        """Let `wait_ms` of virtual time pass, or less when a host has said something."""
        speed = self._speed
        if self._simulation.pairer.is_there:
            speed = min(speed or 1.0, 1.0)
        if speed:
            self._rest_in_real_time(wait_ms, speed)
            return
        seen = self._simulation.spectator
        if wait_ms and seen.awaits_witness and self._port.is_held():
            self._hear((WITNESS_MS if seen.has_witness else NO_WITNESS_MS) / 1000)
        self._simulation.advance(wait_ms)

    def _rest_in_real_time(self, wait_ms: int, speed: float) -> None:
        began = time.monotonic()
        self._hear(max(wait_ms / speed - self._owed_ms, 0.0) / 1000)
        passed_ms = (time.monotonic() - began) * 1000 + self._owed_ms
        virtual_ms = min(int(passed_ms * speed), wait_ms)
        self._owed_ms = min(passed_ms - virtual_ms / speed, 100.0)
        self._simulation.advance(virtual_ms)

    def _hear(self, seconds: float) -> None:
        if self._port.is_held():
            select.select([self._port.fileno()], [], [], seconds)
        else:
            time.sleep(seconds)  # a terminal without a host is always readable


def _finish(simulation: Simulation, port: PseudoTerminal, linger_seconds: float) -> None:
    """Let a host take the rest of the record; returns when it has, has left, or never comes."""
    parting = Parting(time.monotonic(), linger_seconds)
    has_all = False
    while not parting.is_over(time.monotonic(), Seen(port.is_held(), port.moved_bytes, has_all)):
        simulation.advance(simulation.one_pass())
        has_all = simulation.controller.host_has_all
        if not has_all:
            time.sleep(LOOK_SECONDS)


def read_plan(path: Path) -> FaultPlan:
    """Read a fault plan of the card machine from a file; `PlanError` names the line."""
    try:
        return plan_from(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as wrong:
        raise PlanError(f"{path}: no text in UTF-8; {ROWS_TOLD}") from wrong
    except PlanError as wrong:
        raise PlanError(f"{path}: {wrong}; {ROWS_TOLD}") from wrong


def _is_setting(name: str, value: str) -> bool:
    setting = s.by_name(name)
    return bool(setting) and s.parse(setting, value) is not None


def _check(simulation: Simulation, port: PseudoTerminal, language: str) -> int:
    """Ask every part of the table once, in its own time, and print what is good.

    The far end of the cable is held meanwhile, as by a host that says nothing.
    """
    clock = simulation.clock
    far_end = os.open(port.port, os.O_RDWR | os.O_NOCTTY)
    try:
        verdicts = check(simulation.table.board, lambda ms: clock.advance(clock.now_ms() + ms))
    finally:
        os.close(far_end)
    for verdict in verdicts:
        print(verdict.told(language))
    return EXIT_OK if all(verdict.is_good for verdict in verdicts) else EXIT_NOT_GOOD


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def main(argv: list[str] | None = None) -> int:
    """Run a simulated table until its evening is over or it is stopped; returns an exit code.

    Args:
        argv: the options without the program's name; None takes the process's own.
    """
    told = option_parser(
        levels=sorted(LEVELS),
        roles=m.ROLE_WORDS,
        profiles=s.PROFILE_WORDS,
        is_setting=_is_setting,
    ).parse_args(argv)
    seed = told.seed if told.seed is not None else secrets.token_hex(8)
    stacks: dict[int, int] = {seat: told.stack for seat in told.seats}  # noqa: C420  types
    port = PseudoTerminal()
    lock: FolderLock | None = None
    signal.signal(signal.SIGTERM, _stop)
    if told.until_stdin_ends:
        stop_when_stdin_ends()
    try:
        if told.state:
            lock = FolderLock(told.state)
        simulation = Simulation(
            seed.encode(),
            port,
            hands=told.hands,
            stacks=stacks,
            settings=dict(told.settings),
            profile=told.profile or "",
            script=read_script(told.script) if told.script else None,
            policy=CallStation() if told.policy == "call" else None,
            room=Room(told.state) if told.state else None,
            serial=told.serial,
            pairing=told.pairing,
            is_floor_key_held=told.floor_key,
            onlooker=told.onlooker,
            level=told.level,
            plan=read_plan(told.mishaps) if told.mishaps else None,
            floor_ms=int(FLOOR_SECONDS * 1000 * told.speed),
        )
        if told.check:
            return _check(simulation, port, told.lang)
        tell(port.port, told.port_file, seed if told.seed is None else None)
        pace = Pace(simulation, port, told.speed)
        while not simulation.is_over():
            pace.rest(simulation.one_pass())
        _finish(simulation, port, told.linger)
        simulation.must_be_well()
    except (ScriptError, PlanError, NoRecordedChoice, FolderInUse) as wrong:
        print(f"mazziere-table: {wrong}", file=sys.stderr)
        return EXIT_USAGE
    except (HalError, OSError) as wrong:  # a device, or a file named on the command line
        print(f"mazziere-table: {spelled(wrong)}", file=sys.stderr)
        return EXIT_USAGE
    except (RuntimeError, InvariantError) as broken:
        print(f"mazziere-table: {broken}", file=sys.stderr)
        return EXIT_BROKEN
    except KeyboardInterrupt:
        return EXIT_STOPPED
    finally:
        port.close()
        if lock is not None:
            lock.close()
    return EXIT_OK
