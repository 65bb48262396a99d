"""One simulated table, its firmware and its people, in virtual time.

Puts a simulated table and the firmware together and seats the people; whoever holds the link lets
time pass. The rule of the file: between two passes of the firmware time moves to the next thing
that is due and no further, so a table at full speed misses nothing that a slow one would see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.controller import Controller
from firmware.compat.digest import sha256
from firmware.schema import messages as m
from firmware.schema import settings as s
from firmware.schema import words as display_words
from hal.sim.attendant import COME_MS, Attendant
from hal.sim.board import SimTable, fallen_pile
from hal.sim.clock import SimClock
from hal.sim.deck import Deck
from hal.sim.floor import OpenEvening, ScriptedEvening
from hal.sim.lines import WatchdogReset
from hal.sim.main.voice import FloorVoice, Wishes
from hal.sim.mechanics import Machine
from hal.sim.onlooker import Onlooker
from hal.sim.pairing import Pairer
from hal.sim.people import People, Words
from hal.sim.policies import Random, Script
from hal.sim.register_board import RegisterTable
from hal.sim.room import MemoryRoom
from hal.sim.spectator import WatchedStore
from hal.sim.workings.hands import WorkedMachine
from hal.sim.workings.table import WorkedTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from firmware.app.log_keeping import LogBounds
    from hal.ports import HostLink
    from hal.sim.mishaps import FaultPlan
    from hal.sim.policies import Policy
    from hal.sim.room import Room
    from hal.sim.script import ScriptedHand

HANDS_WITHOUT_END = 1 << 29
SEATS_MAX = 10
KEY_TURN_MS, KEY_HELD_MS = 40_000, 38_000  # of somebody who holds the floor key all evening
PASSES_AT_ONCE_MAX = 10_000  # that many without time passing is a loop that never rests
LEVELS = {"port": SimTable, "register": RegisterTable, "worked": WorkedTable}
"""What lies between firmware and world: nothing; drivers and chips; the machine's program too."""

MACHINES = {"worked": WorkedMachine}  # of levels with another machine than the one at once
PEOPLE = ("Ada", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Gina", "Ugo", "Irene", "Luca")


class Simulation:
    """One table, its firmware and its people, over a link that somebody else holds.

    seed: of noise, cards' first pile and chance players. stacks: seat -> chips of an open evening.
    script: recorded hands instead; faces and choices then come from it and the provenance is
    `scripted`. settings: house rules by name, on top of the rule set `profile`; all of it is told
    to the table, so that its log says what it played by. room: where the table stands between its
    starts.
    pairing: roles in which a host may be paired at the start (`hal.sim.pairing`).
    is_floor_key_held: somebody holds the floor key between two hands.
    onlooker: where to tell what lamps and displays show (`hal.sim.onlooker`).
    level: `port`, `register` for drivers, buses and chips between the firmware and the world, or
    `worked` for the card machine's own program over simulated metal besides.
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
        is_floor_key_held: bool = False,
        onlooker: str = "",
        level: str = "port",
        bounds: LogBounds | None = None,
        plan: FaultPlan | None = None,
        floor_ms: int = 0,
    ) -> None:
        self.clock = SimClock()
        machine: Any = MACHINES.get(level, Machine)(self.clock, Deck(fallen_pile(seed)))
        if plan is not None:
            machine.follow(plan)
        room = room if room is not None else MemoryRoom()
        was_here = room.enter(machine)
        store = self._watched(room)
        self.spectator = store.spectator
        self.table = self._table_of(level)(
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
        self.controller = self._firmware()
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
            self._passers_by = [
                (seat, policy or Random(seed))
                for seat in range(1, SEATS_MAX + 1)
                if seat not in (stacks or {})
            ]
        else:
            self.evening = ScriptedEvening(voice, self.spectator, machine, script, given)
            players = _scripted_player(script)
            seats = sorted({seat for hand in script for seat in hand.stacks})
            policies = [(seat, players) for seat in seats]
            self._passers_by = []
        self._is_evening_over = self.evening.is_over()
        self.people = self._seated(policies)
        self.attendant = Attendant(self.table, Wishes(self), floor_ms + COME_MS)
        self._is_floor_key_held = is_floor_key_held
        is_held = getattr(link, "is_held", lambda: True)
        self.pairer = Pairer(self.table, self.spectator, pairing, is_held)
        self.onlooker = Onlooker(self.table, onlooker) if onlooker else None

    # --- what a simulation is made of ------------------------------------------------------------

    def _watched(self, room: Room | MemoryRoom) -> WatchedStore:
        """The table's store, with somebody who reads along."""
        return WatchedStore(room.store)

    def _table_of(self, level: str) -> type[SimTable]:
        return LEVELS[level]

    def _firmware(self, reset: int = m.RESET_POWER_ON) -> Controller:
        return Controller(self.table.board, reset=reset, bounds=self._bounds)

    def _seated(self, policies: Sequence[tuple[int, Policy]]) -> People:
        words = display_words_read()
        return People(self.table, policies, words, self.spectator, self._passers_by)

    # --- time ----------------------------------------------------------------------------------

    def _if_held(self, say: Callable[[], None]) -> Callable[[], None]:
        """What the floor says when it has looked, if there still is a reason to."""
        return lambda: say() if self._waits_for_floor() else None

    def _waits_for_floor(self) -> bool:
        return self.controller.is_hand_held or self.controller.is_deck_held

    def one_pass(self) -> int:
        """One pass of the firmware, and everybody looks; ms until the next pass is wanted."""
        try:
            wait_ms = self.controller.one_pass()
        except WatchdogReset:
            self._start_again()
            return 0
        self.people.look()
        if self._is_floor_key_held and not (self.controller.is_hand_held or self.pairer.is_there):
            # In a hand the seats' keys mean other things while it is held.
            is_free = self.controller.table.hand is None and not self.controller.is_deck_held
            self.table.floor_key.put(is_free and self.clock.now_ms() % KEY_TURN_MS < KEY_HELD_MS)
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
        self.controller = self._firmware(m.RESET_WATCHDOG)
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
        return self._is_evening_over or self.controller.has_given_up


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
