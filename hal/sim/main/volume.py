"""The volume table: the firmware and the cards of a port-level table, and nothing to be looked at.

For hands by the hundred thousand. The controller's loop, jobs and motions, order keeper, noise
with its health tests and DRBG, the rules, and the card machine's physics with its fault plans are
those of every table. What is left out: panels, keys, lamps and displays (people answer in words,
`volume_seats`), bytes of the log with their seals, head reports and snapshots (messages are kept
as they were said, `volume_log`), and passes in which nothing is due (time goes on to the next
thing that is). So it cannot lose its power, be followed by a host, or be started again. Rule of
the file: whatever the rules, the machine or the order depend on is not left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.controller import Controller
from firmware.app.log_keeping import LogBounds
from firmware.app.noise_intake import NoiseIntake
from firmware.app.pace import IDLE_MS, Pace
from firmware.app.parts import Parts
from firmware.schema import messages as m
from hal.sim.board import Parts as Fitted
from hal.sim.board import SimTable
from hal.sim.card_machine import SimCardMachine
from hal.sim.lines import SimLine
from hal.sim.main.simulation import PASSES_AT_ONCE_MAX, Simulation
from hal.sim.main.volume_log import VolumeLog, VolumeSpectator, VolumeStore
from hal.sim.main.volume_seats import VolumeSeats
from hal.sim.noise import PACKET_BYTES
from hal.sim.people import Gathering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hal.ports import OrderMemory
    from hal.sim.noise import SimNoise, SimSecondNoise
    from hal.sim.policies import Policy
    from hal.sim.room import MemoryRoom, Room

REST_MS = 2900  # below the 3 s in which every stage of the loop is to show that it lives, and
MOTOR_GAP_MS = 3000  # below what motors outlast without a word from it
SNAPSHOT_NEVER = 1 << 30  # lines


class WakingLine(SimLine):
    """A wire that wakes whoever rests when its level changes, as an interrupt would."""

    def __init__(self, stirred: Callable[[], None]) -> None:
        super().__init__()
        self._stirred = stirred

    def put(self, on: bool) -> None:
        """Set the line."""
        if on != self.is_on():
            self._stirred()
        super().put(on)


class VolumeAttention:
    """The card machine's interrupt line at the end of a command, and people's answers."""

    def __init__(self, table: VolumeTable) -> None:
        self._machine = table.machine
        self.answers: list[tuple] = []

    def is_on(self) -> bool:
        """Whether the machine is done and has something to tell, or a person."""
        machine = self._machine
        return bool(self.answers or (machine.events and not machine.is_running))


class VolumeTable(SimTable):
    """A port-level table without panels and displays; `is_stirred` ends a rest."""

    motor_gap_ms = MOTOR_GAP_MS

    def solder(
        self, sources: tuple[SimNoise, SimSecondNoise], cells: OrderMemory, provenance: str
    ) -> Fitted:
        """Put the firmware's ports on the world."""
        self.is_stirred = False
        self.lid, self.floor_key = WakingLine(self.stir), WakingLine(self.stir)
        self.power_failing = WakingLine(self.stir)
        self.machine.lid = self.lid
        self.told = VolumeAttention(self)
        machine = SimCardMachine(self.machine, provenance)
        noise, second = sources
        return Fitted(JoinedNoise(noise), second, cells, machine, (), (), (), self.told)

    def stir(self) -> None:
        """Something changed that the firmware wants to see."""
        self.is_stirred = True

    def rest(self, wait_ms: int) -> None:
        """Let time pass until the firmware's next pass is wanted, or something stirs it."""
        clock, is_on = self.clock, self.told.is_on
        until_ms = clock.ms + wait_ms
        while not self.is_stirred and not clock.skip(until_ms):
            due_ms = clock.next_due_ms()
            if due_ms is None:
                break
            clock.advance(due_ms)
            if is_on():
                break
        self.is_stirred = False


class VolumePace(Pace):
    """Rests until something is due; while something waits for its turn, no longer than ever."""

    idle_ms = REST_MS
    calm_ms = REST_MS

    def rest(self, now_ms: int, due_ms: int, wake_ms: int, is_moving: bool) -> int:
        """Milliseconds that the loop may rest."""
        self.idle_ms = REST_MS if self.is_calm(now_ms) else IDLE_MS
        return super().rest(now_ms, due_ms, wake_ms, is_moving)


class JoinedNoise:
    """The packets of a simulated source, so many at once; the same bytes in the same order."""

    def __init__(self, source: SimNoise) -> None:
        self.provenance, self.model = source.provenance, source.model
        self.serial, self.starts = source.serial, source.starts
        self._source = source
        self.wanted_bytes = 0

    def read(self) -> bytes:
        """Whole packets with at least `wanted_bytes`."""
        packets = [self._source.read()]
        for _ in range(PACKET_BYTES, self.wanted_bytes, PACKET_BYTES):
            packets.append(self._source.read())
        return b"".join(packets)


class VolumeIntake(NoiseIntake):
    """Takes all packets of a draw in one pass: no key waits for them. Each byte is judged."""

    _source: JoinedNoise

    def step(self) -> bool:
        """Read and judge what is wanted, the second source's share first where it is due."""
        is_wanted = self._step()
        return self._step() if is_wanted else is_wanted

    def _step(self) -> bool:
        self._source.wanted_bytes = self.pipeline.wanted
        return super().step()


class VolumeParts(Parts):
    """The firmware's parts, four of them replaced."""

    intake_of = VolumeIntake
    journal_of = VolumeLog
    seats_of = VolumeSeats
    pace_of = VolumePace


class VolumeController(Controller):
    """The firmware of a volume table."""

    parts_of = VolumeParts

    @property
    def seats(self) -> VolumeSeats:
        """Where people answer."""
        return self._parts.seats  # type: ignore[return-value]

    def offer(self, message: tuple) -> None:
        """An input that a person gives beside the keys; it ends the rest."""
        super().offer(message)
        self.seats.stirred()


class VolumePeople(Gathering):
    """Whoever sits at a volume table: answers in words, drops cards into the hopper."""

    def __init__(
        self,
        table: VolumeTable,
        seats: VolumeSeats,
        policies: Sequence[tuple[int, Policy]],
    ) -> None:
        super().__init__(table)
        seats.policies = dict(policies)
        seats.stirred = table.stir
        table.told.answers = seats.answers


class VolumeSimulation(Simulation):
    """A volume table, its firmware and its people; takes what `Simulation` takes.

    But for a link, a level, an onlooker, roles to be paired, and bounds of the log.
    """

    _news_seen = -1
    controller: VolumeController
    spectator: VolumeSpectator
    table: VolumeTable
    people: VolumePeople

    def one_pass(self) -> int:
        """One pass of the firmware; who reads along looks when there was something to read."""
        wait_ms = self.controller.one_pass()
        self.people.look()
        news = self.spectator.news
        if news != self._news_seen and self.controller.journal is not None:
            self._news_seen = news
            self.evening.look()
            self.attendant.look()
            self._is_evening_over = self.evening.is_over()
        self._passes_at_once = 0 if wait_ms else self._passes_at_once + 1
        if self._passes_at_once > PASSES_AT_ONCE_MAX:
            raise RuntimeError("the firmware does not come to rest")
        return wait_ms

    @property
    def told(self) -> list[tuple[int, int, tuple]]:
        """(number, milliseconds, message) of every message of the log."""
        journal = self.controller.journal
        return [] if journal is None else journal.told  # type: ignore[attr-defined]

    def advance(self, wait_ms: int) -> None:
        """Let virtual time pass until something is due."""
        self.table.rest(wait_ms)

    def _watched(self, room: Room | MemoryRoom) -> VolumeStore:  # type: ignore[override]
        return VolumeStore()

    def _table_of(self, level: str) -> type[SimTable]:
        return VolumeTable

    def _firmware(self, reset: int = m.RESET_POWER_ON) -> VolumeController:
        if reset != m.RESET_POWER_ON:
            raise RuntimeError("the watchdog bit, and a volume table is never started again")
        bounds = LogBounds(snapshot_lines=SNAPSHOT_NEVER)
        return VolumeController(self.table.board, bounds=bounds)

    def _seated(self, policies: Sequence[tuple[int, Policy]]) -> VolumePeople:  # type: ignore[override]
        return VolumePeople(self.table, self.controller.seats, policies)
