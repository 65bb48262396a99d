"""A simulated table as a program: real firmware, a serial port, and a world that is made up.

Puts a simulated table and the firmware together, seats the people, and lets time pass: as fast as
it can, or at a pace that people can follow. A host finds the table at the port it prints. With a
state folder the table outlives its program: started again, it goes on in the same hand with the
same cards. The rule of the file: between two passes of the firmware time moves to the next thing
that is due and no further, so a table at full speed misses nothing that a slow one would see.
"""

from __future__ import annotations

import secrets
import select
import signal
import sys
import time
from typing import TYPE_CHECKING

from firmware.app.controller import Controller
from firmware.app.jobs import OF_THE_MACHINE
from firmware.compat import InvariantError
from firmware.compat.digest import sha256
from firmware.core.by_hand_guards import face_people_are_asked_for, people_are_asked_for
from firmware.schema import messages as m
from firmware.schema import settings as s
from firmware.schema import words as display_words
from firmware.schema.irregularities import IRREGULARITY_CARD_NOT_LANDED
from hal.errors import HalError
from hal.sim.attendant import COME_MS, Attendant
from hal.sim.board import SimTable, fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.floor import BY, OpenEvening, ScriptedEvening
from hal.sim.lines import WatchdogReset
from hal.sim.lock import FolderInUse, FolderLock
from hal.sim.mechanics import Machine
from hal.sim.mishaps import PlanError, plan_from
from hal.sim.onlooker import Onlooker
from hal.sim.options import option_parser
from hal.sim.pairing import Pairer
from hal.sim.people import People, Words
from hal.sim.policies import CallStation, NoRecordedChoice, Random, Script
from hal.sim.register_board import RegisterTable
from hal.sim.room import MemoryRoom, Room
from hal.sim.script import ScriptedHand, ScriptError, read_script
from hal.sim.spectator import WatchedStore
from hal.sim.starter import stop_when_stdin_ends, tell
from hal.sim.terminal import PseudoTerminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from firmware.app.log_keeping import LogBounds
    from hal.ports import HostLink
    from hal.sim.mishaps import FaultPlan
    from hal.sim.policies import Policy

EXIT_OK = 0
EXIT_USAGE = 2
EXIT_BROKEN = 3  # the firmware stopped itself, or would have been reset
EXIT_STOPPED = 130  # by a signal, as shells count it

HANDS_WITHOUT_END = 1 << 29
WITNESS_MS = 25  # at full speed: what a witness gets in each pass that waits for it, and
NO_WITNESS_MS = 2  # what it gets after one did not answer
LOOK_SECONDS = 0.001
FLOOR_SECONDS = 3.0  # of a person who watches: the floor looks so long, at any pace
PASSES_AT_ONCE_MAX = 10_000  # that many without time passing is a loop that never rests
LEVELS = {"port": SimTable, "register": RegisterTable}  # what lies between firmware and world
DECISIONS = (
    m.RULING_RESUME,
    m.RULING_LET_STAND,
    m.RULING_MISDEAL,
    m.RULING_VOID_HAND,
    m.RULING_COMPLETE_BY_HAND,
)
"""What the simulated floor tries, in this order, until one is allowed."""
PEOPLE = ("Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Ugo", "Irene", "Luca")


class FloorVoice:
    """What the floor says, as inputs of the table (`hal.sim.floor.Voice`)."""

    def __init__(
        self,
        controller: Controller,
        names: Sequence[str] = (),
        profile: str = "",
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.listen(controller)
        self.after: Callable[[Callable[[], None]], object] = _at_once  # when the floor has looked
        self._names = names  # of the players by seat, from seat 1 on
        self._profile = profile  # a rule set that house rules come from, all but the floor's own
        self._own = own or {}

    def listen(self, controller: Controller) -> None:
        """From now on this firmware hears what is said."""
        self._offer = controller.offer

    def seat(self, seat: int, stack: int) -> None:
        """Somebody sits down."""
        name = self._names[seat - 1] if seat <= len(self._names) else None
        self._offer((m.SEAT_TAKEN, seat, stack, name))

    def leave(self, seat: int) -> None:
        """Somebody gets up."""
        self._offer((m.SEAT_LEFT, seat))

    def button(self, seat: int) -> None:
        """The button lies here."""
        self._offer((m.BUTTON_PLACED, seat))

    def setting(self, name: str, value: str) -> None:
        """A house rule."""
        is_own = not self._profile or name in self._own
        by = BY if is_own else "profile " + self._profile
        self._offer((m.SETTING_CHANGED, name, value, by))

    def pause(self) -> None:
        """Deal no further hand."""
        self._offer((m.TABLE_PAUSED, BY))

    def resume(self) -> None:
        """Deal again."""
        self._offer((m.TABLE_RESUMED, BY))

    def go_on(self) -> None:
        """The held hand goes on, when the floor has looked."""
        self.after(lambda: self._offer((m.FLOOR_RULED, m.RULING_RESUME, BY, None)))


def _at_once(say: Callable[[], None]) -> None:
    say()


class _Wishes:
    """What the table shows to the attendant (`hal.sim.attendant.Wishes`), and hears from it."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def calls(self) -> bool:
        """Whether something waits for a person."""
        faults = self._simulation.controller.faults
        is_called = any(faults.stands(fault) for fault in OF_THE_MACHINE)
        return is_called or self.is_hand_held() or self.is_deck_held()

    def is_hand_held(self) -> bool:
        """Whether a hand waits for the floor."""
        return self._simulation.controller.is_hand_held

    def is_deck_held(self) -> bool:
        """Whether no hand begins because of the deck."""
        return self._simulation.controller.is_deck_held

    def asked_card(self) -> tuple[int, int, int] | None:
        """The card that a person is to lay: its token, where it is, where it goes; or None."""
        hand = self._simulation.controller.table.hand
        token, there = (-1, 0) if hand is None else people_are_asked_for(hand)
        if hand is None or token < 0:
            return None
        return token, hand.ledger.place.get(token, m.PLACE_NOWHERE), there

    def asked_face(self) -> tuple[int, int] | None:
        """The card whose face a person is to enter: its place, and which of those there."""
        hand = self._simulation.controller.table.hand
        token = -1 if hand is None else face_people_are_asked_for(hand)
        if hand is None or token not in hand.ledger.place:
            return None
        seat = hand.seat_of(token)
        which = hand.hole[seat].index(token) if seat else len(hand.ring) * 2
        return hand.ledger.place[token], which

    def is_card_looked_for(self) -> bool:
        """Whether a card that did not land is looked for."""
        hand = self._simulation.controller.table.hand
        kind = 0 if hand is None else hand.correction.kind
        return self.is_hand_held() and kind == IRREGULARITY_CARD_NOT_LANDED

    def go_on(self) -> None:
        """The floor lets the table go on."""
        self._simulation.voice.go_on()

    def report(self, kind: str) -> None:
        """The floor reports an irregularity."""
        self._simulation.controller.offer((m.IRREGULARITY_REPORTED, kind, BY, None, None))

    def enter_face(self, face: int) -> None:
        """The floor enters a face."""
        self._simulation.controller.offer((m.FACE_TYPED, face, BY))

    def decide(self, visit: int) -> None:
        """The floor decides about the held hand; another answer at every visit."""
        ruling = DECISIONS[visit % len(DECISIONS)]
        self._simulation.controller.offer((m.FLOOR_RULED, ruling, BY, None))


class Simulation:
    """One table, its firmware and its people, over a link that somebody else holds.

    seed: of noise, cards' first pile and chance players. stacks: seat -> chips of an open evening.
    script: recorded hands instead; faces and choices then come from it and the provenance is
    `scripted`. settings: house rules by name, on top of the rule set `profile`; all of it is told
    to the table, so that its log says what it played by. room: where the table stands between its
    starts.
    pairing: roles in which a host may be paired at the start (`hal.sim.pairing`).
    onlooker: where to tell what lamps and displays show (`hal.sim.onlooker`).
    level: `port`, or `register` for drivers, buses and chips between the firmware and the world.
    bounds: how large the log's parts may grow.
    plan: what goes wrong in the card machine, and when; None for nothing.
    floor_ms: how long the floor looks at a held hand before it says that it goes on.
    """

    def __init__(
        self,
        seed: bytes,
        link: HostLink | None = None,
        *,
        hands: int = 0,
        stacks: Mapping[int, int] | None = None,
        settings: Mapping[str, str] | None = None,
        profile: str = "",
        script: Sequence[ScriptedHand] | None = None,
        policy: Policy | None = None,
        room: Room | MemoryRoom | None = None,
        serial: str = "MZ-SIM1",
        pairing: Sequence[str] = (),
        onlooker: str = "",
        level: str = "port",
        bounds: LogBounds | None = None,
        plan: FaultPlan | None = None,
        floor_ms: int = 0,
    ) -> None:
        self.clock = SimClock()
        machine = Machine(self.clock, Deck(fallen_pile(seed)), plan)
        room = room if room is not None else MemoryRoom()
        was_here = room.enter(machine)
        store = WatchedStore(room.store)
        self.spectator = store.spectator
        self.table = LEVELS[level](
            sha256(b"start", room.starts.to_bytes(4, "big"), seed) if was_here else seed,
            serial=serial,
            provenance="simulated" if script is None else "scripted",
            clock=self.clock,
            machine=machine,
            order_memory=room.order_memory,
            store=store,
            link=link,
        )
        machine.motor_enable = self.table.motor_enable
        self._bounds = bounds
        self.controller = Controller(self.table.board, bounds=bounds)
        self.restarts = 0  # by the watchdog
        self.table.watchdog.arm()
        self._passes_at_once = 0
        self._lines_seen = -1
        given = dict(settings or {})
        names = PEOPLE if script is None else ()
        voice = self.voice = FloorVoice(self.controller, names, profile, given)
        if floor_ms:
            voice.after = lambda say: self.clock.after(floor_ms, self._if_held(say))
        if profile:
            given = {**rule_set(profile), **given}
        if script is None:
            self.evening = OpenEvening(
                voice,
                self.spectator,
                hands or HANDS_WITHOUT_END,
                dict(stacks or {}),
                given,
                rule_set(s.PROFILE_WORDS[s.PROFILE_DEFAULT]),
                tells_again=bool(profile),
            )
            policies = [(seat, policy or Random(seed)) for seat in stacks or {}]
        else:
            self.evening = ScriptedEvening(voice, self.spectator, machine, script, given)
            players = _scripted_player(script)
            seats = sorted({seat for hand in script for seat in hand.stacks})
            policies = [(seat, players) for seat in seats]
        self._is_evening_over = self.evening.is_over()
        self.people = People(self.table, policies, display_words_read(), self.spectator)
        self.attendant = Attendant(self.table, _Wishes(self), floor_ms + COME_MS)
        self.pairer = Pairer(self.table, self.spectator, pairing)
        self.onlooker = Onlooker(self.table, onlooker) if onlooker else None

    def _if_held(self, say: Callable[[], None]) -> Callable[[], None]:
        """What the floor says when it has looked, if there still is a reason to."""
        return lambda: say() if self.controller.is_hand_held else None

    def one_pass(self) -> int:
        """One pass of the firmware, and everybody looks; ms until the next pass is wanted."""
        try:
            wait_ms = self.controller.one_pass()
        except WatchdogReset:
            self._start_again()
            return 0
        self.people.look()
        has_grown = self.spectator.line_count != self._lines_seen
        if has_grown and self.controller.journal is not None:  # before, the log may say too little
            self._lines_seen = self.spectator.line_count
            self.evening.look()
            self.attendant.look()
            self._is_evening_over = self.evening.is_over()
        if self.pairer.is_there:
            self.pairer.look()
        if self.onlooker is not None:
            self.onlooker.look()
        self._passes_at_once = 0 if wait_ms else self._passes_at_once + 1
        if self._passes_at_once > PASSES_AT_ONCE_MAX:
            raise RuntimeError("the firmware does not come to rest")
        return wait_ms

    def advance(self, wait_ms: int) -> None:
        """Let virtual time pass, `wait_ms` or until something wakes the firmware."""
        try:
            self.table.rest(wait_ms)
        except WatchdogReset:
            self._start_again()

    def _start_again(self) -> None:
        """The watchdog has bitten: new firmware finds the table as it stands, and tells why."""
        self.restarts += 1
        unheard = self.controller.offered
        self.controller = Controller(self.table.board, reset=m.RESET_WATCHDOG, bounds=self._bounds)
        for message in unheard:  # what people said to a table that did not listen, they say again
            self.controller.offer(message)
        self.voice.listen(self.controller)
        self._passes_at_once = 0
        self.table.watchdog.arm()

    def run(self) -> None:
        """Play the evening to its end at full speed, for callers that hold the link themselves.

        RuntimeError when the firmware stops itself on the way.
        """
        while not self.is_over():
            self.advance(self.one_pass())
        self.must_be_well()

    def must_be_well(self) -> None:
        """RuntimeError when the firmware stopped itself, or gave up starting."""
        if self.controller.stopped_by:
            raise RuntimeError("the firmware stopped itself: " + self.controller.stopped_by)
        if self.controller.is_in_safe_mode:
            raise RuntimeError("three starts failed: the table is in safe mode")

    def is_over(self) -> bool:
        """Whether the evening has ended, or the firmware stopped itself and stays so."""
        controller = self.controller
        if self._is_evening_over:
            return True
        if controller.journal is None and controller.is_in_safe_mode:
            return True
        return controller.stopped_by != "" and not controller.is_start_wanted


def rule_set(profile: str) -> dict[str, str]:
    """Return every house rule of a profile of the settings schema, as lines spell them."""
    values = s.DEFAULTS[s.profile_by_name(profile)]
    return {s.NAMES[one]: s.value_word(one, values[one]) for one in range(1, len(s.NAMES))}


def _scripted_player(script: Sequence[ScriptedHand]) -> Script:
    rows = {
        (number, seat): choices
        for number, hand in enumerate(script, 1)
        for seat, choices in hand.choices.items()
    }
    mucks = [(number, seat) for number, hand in enumerate(script, 1) for seat in hand.mucks]
    return Script(rows, mucks)


def display_words_read() -> Words:
    """Return what the people can read on a display, in every language it may speak."""
    glyphs = display_words.GLYPHS
    return Words(
        show=tuple(words[display_words.WORD_SHOW] for words in glyphs),
        all_in=tuple(words[display_words.WORD_ALL_IN] for words in glyphs),
        cut=tuple(words[display_words.WORD_CUT] for words in glyphs),
        post=tuple(words[display_words.WORD_POST] for words in glyphs),
        away=tuple(words[display_words.WORD_AWAY] for words in glyphs),
        straddle=tuple(words[display_words.WORD_STRADDLE] for words in glyphs),
    )


# --- the program ---------------------------------------------------------------------------------


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
    """Let a host take the rest of the record; returns when it has, has left, or never comes.

    A host that says it has stored the last line has everything; one that is slow may take as long
    as it moves something every `linger_seconds`.
    """
    moved = port.moved_bytes
    end = time.monotonic() + linger_seconds
    was_held = False
    while time.monotonic() < end:
        is_held = port.is_held()
        if was_held and not is_held:
            return
        was_held = is_held
        simulation.advance(simulation.one_pass())
        if simulation.controller.host_has_all:
            return
        if port.moved_bytes != moved:
            moved = port.moved_bytes
            end = time.monotonic() + linger_seconds
        time.sleep(LOOK_SECONDS)


def read_plan(path: Path) -> FaultPlan:
    """Read a fault plan of the card machine from a file; `PlanError` names the line."""
    try:
        return plan_from(path.read_text(encoding="utf-8"))
    except (PlanError, UnicodeDecodeError) as wrong:
        raise PlanError(f"{path}: {wrong}") from wrong


def _is_setting(name: str, value: str) -> bool:
    setting = s.by_name(name)
    return bool(setting) and s.parse(setting, value) is not None


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
            onlooker=told.onlooker,
            level=told.level,
            plan=read_plan(told.mishaps) if told.mishaps else None,
            floor_ms=int(FLOOR_SECONDS * 1000 * told.speed),
        )
        tell(port.port, told.port_file, seed if told.seed is None else None)
        pace = Pace(simulation, port, told.speed)
        while not simulation.is_over():
            pace.rest(simulation.one_pass())
        _finish(simulation, port, told.linger)
        simulation.must_be_well()
    except (ScriptError, PlanError, NoRecordedChoice, HalError, FolderInUse) as wrong:
        print(f"mazziere-table: {wrong}", file=sys.stderr)
        return EXIT_USAGE
    except OSError as wrong:  # a file named on the command line
        name = f"{wrong.filename}: " if wrong.filename else ""
        print(f"mazziere-table: {name}{wrong.strerror or wrong}", file=sys.stderr)
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


if __name__ == "__main__":
    sys.exit(main())
