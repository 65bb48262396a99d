"""From an intent to a motion and back: the queue in front of the card machine.

The table's intents wait here in order; one command at a time goes to the machine, and what the
machine tells becomes inputs of the next pass. Before each command its number and arguments are
kept in the FRAM, so that after a power cut the same number can be given again: the machine moves
nothing twice and tells again what it did. An intent without an outcome is therefore asked about,
never repeated blindly. Rule of the file: no command before its note, no note before its intent is
synced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.fram import (
    MOTION_AT,
    MOTION_PLACE_BYTES,
    OPENINGS_AT,
    OPENINGS_PLACE_BYTES,
)
from firmware.app.jobs import GO_ON, RETURNED_PLACES, Collect, Job, first_collect, job_for
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_CARD_NOT_LANDED, FAULT_MACHINE_SILENT, NAMES
from hal.errors import BUSY, HalError
from hal.ports import (
    COLLECT,
    EV_DONE,
    EV_FAILED,
    EV_OPENINGS,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FEED,
    HOME,
    PLACE_BOARD1,
    PLACE_BOARD5,
    STOP,
)

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.order_keeper import OrderKeeper
    from hal.ports import CardMachine, OrderMemory

COMMAND_ID_MAX = 65535
SILENT_MS = 5000  # no motion takes longer; then the command's number is given once more
HOMINGS_MAX = 2  # for one step; more is a machine that loses its reference

_SECRET_SLOT = 255  # a loading slot is not written anywhere
_OUTCOMES = (
    m.CARDS_COLLECTED,
    m.CARD_FED,
    m.DECK_LOADED,
    m.CARD_LEFT,
    m.CARD_LANDED,
    m.FACE_READ,
    m.FACE_OPENED,
)


def _motion_note(command_id: int, command: tuple[int, int, int, int], seq: int) -> bytes:
    operation, a, b, c = command
    if operation == FEED:
        a = _SECRET_SLOT
    return (
        command_id.to_bytes(2, "big")
        + bytes((operation, a, b))
        + c.to_bytes(2, "big")
        + seq.to_bytes(4, "big")
    )


class Performers:
    """The queue of jobs and the command that runs."""

    def __init__(
        self, machine: CardMachine, memory: OrderMemory, keeper: OrderKeeper, faults: Faults
    ) -> None:
        self._machine = machine
        self._keeper = keeper
        self._faults = faults
        self._motion = KeptRecord(memory, MOTION_AT, MOTION_PLACE_BYTES)
        self._openings = KeptRecord(memory, OPENINGS_AT, OPENINGS_PLACE_BYTES)
        self._jobs: list[Job] = []
        self._board_places: list[int] = []  # where the machine itself has to take cards back
        self._last_id = 0
        self._running: tuple[int, int, int, int] | None = None
        self._unheard: list[tuple[int, int, int, int]] = []  # events whose note is not kept yet
        self._heard_ms = 0
        self._is_homing = False
        self._home_due = True
        self._homings = 0
        self._blocked = 0  # the fault at which the first job stopped
        self._resumed: tuple[int, int, int, int] | None = None  # asked about after a restart

    # --- the queue -------------------------------------------------------------------------------

    def add(self, effect: tuple, seq: int) -> None:
        """A motion's intent, durable in the log at `seq`."""
        job = job_for(effect, seq, self._keeper, tuple(self._board_places))
        if job is not None:
            self._jobs.append(job)

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed: where cards lie, what is needed no more."""
        if message[0] == m.CARD_LANDED and PLACE_BOARD1 <= message[2] <= PLACE_BOARD5:
            self._board_places.append(message[2])
        elif message[0] == m.CARDS_COLLECTED:
            self._board_places = []
        elif message[0] == m.TABLE_HELD:  # cards are missing: they are looked for everywhere
            self._board_places = list(RETURNED_PLACES)
        elif message[0] == m.HAND_VOIDED:
            self._board_places = list(RETURNED_PLACES)  # a motion may have ended unheard
            self._jobs = []
            self._running = None
            self._blocked = 0
            self._home_due = True
            self._faults.worked(FAULT_CARD_NOT_LANDED)

    def queue_replayed(self, message: tuple, seq: int) -> None:
        """A line of the log, replayed: intents are queued, outcomes taken off again."""
        if m.KIND[message[0]] == m.KIND_EFFECT:
            self.add(message, seq)
        elif message[0] in _OUTCOMES:
            for at in range(len(self._jobs)):
                if self._jobs[at].outcome:  # jobs before it, if any, only erased faces
                    if self._jobs[at].was_told(message):
                        self._jobs = self._jobs[at + 1 :]
                    break

    def doubt_places(self) -> None:
        """Lines of the log are lost: no intent is known, and a card may lie at any place."""
        self._jobs = []
        self._home_due = True
        self._board_places = list(RETURNED_PLACES)

    def resume(self, wants_collect: bool) -> None:
        """The log is replayed: find the last command's note; what it was about is asked first.

        wants_collect: the table gathers cards and the log holds no intent for it.
        """
        note = self._last_note()
        opened = self._openings.read()
        for job in self._jobs:
            job.is_resumed = True
            wants_collect = wants_collect and not isinstance(job, Collect)
        if wants_collect:
            self._jobs.append(first_collect(0))
        if note is None:
            return
        operation, seq = note[2], int.from_bytes(note[7:11], "big")
        command = (operation, note[3], note[4], int.from_bytes(note[5:7], "big"))
        self._resumed = command  # whatever it was, it must have ended before the next
        for at in range(len(self._jobs)):
            if self._jobs[at].seq == seq != 0:
                self._jobs = self._jobs[at:]  # one after another: those before it are done
                self._take_up(self._jobs[0], operation, opened)
                return

    def _last_note(self) -> bytes | None:
        """What was noted of the last command; the numbers go on from it."""
        note = self._motion.read()
        if note is not None:
            self._last_id = int.from_bytes(note[:2], "big")
        return note

    def _take_up(self, job: Job, operation: int, opened: bytes | None) -> None:
        """The last command was a step of this job."""
        if isinstance(job, Collect):
            if opened is not None and int.from_bytes(opened[2:6], "big") == job.seq:
                job.openings = int.from_bytes(opened[:2], "big")
            job.skip_to(operation)
        self._home_due = False

    # --- one pass --------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether a command runs: motors want MOTOR_ENABLE to toggle."""
        return self._running is not None

    @property
    def is_waiting(self) -> bool:
        """Whether something is to begin as soon as it may."""
        return self._running is None and self.wants_start

    @property
    def is_in_motion(self) -> bool:
        """Whether a motor may run; while people collect cards none does."""
        return self._running is not None and self._running[0] != COLLECT

    def hear_first(self, events: list[tuple[int, int, int, int]]) -> None:
        """What the machine told at its test, before anybody listened."""
        self._unheard += events

    @property
    def has_work(self) -> bool:
        """Whether a job waits or runs."""
        return bool(self._jobs)

    @property
    def wants_start(self) -> bool:
        """Whether `start` has anything to do."""
        return bool(self._jobs) or self._resumed is not None

    def poll(self, now_ms: int, inputs: list[tuple]) -> bool:
        """Take what the machine tells and turn it into inputs; whether it told anything."""
        try:
            self._unheard += self._machine.poll()
        except HalError as trouble:
            self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
        if not self._unheard:
            return False
        heard = 0
        try:
            for event, command_id, a, b in self._unheard:
                if self._running is not None and command_id == self._last_id:
                    self._heard_ms = now_ms
                    self._hear(event, a, b, inputs)
                heard += 1
        except HalError:  # of the FRAM, which has named it: heard again in the next pass
            self._heard_ms = now_ms
        self._unheard = self._unheard[heard:]
        return heard > 0

    def _hear(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        job = self._jobs[0] if self._jobs and not self._is_homing else None
        if event == EV_OPENINGS and job is not None:
            self._openings.write(a.to_bytes(2, "big") + job.seq.to_bytes(4, "big"))
        if event not in (EV_DONE, EV_FAILED):
            if job is not None and self._is_of_job(job):
                job.event(event, a, b, inputs)
            return
        running = self._running
        is_of_job = job is not None and self._is_of_job(job)
        resumed = self._resumed
        self._running = None
        self._resumed = None
        self._faults.worked(FAULT_MACHINE_SILENT)
        if self._is_homing:
            self._is_homing = False
            if event == EV_FAILED:
                self._stop_at(FAULT_MACHINE_SILENT, a)
            return
        if job is None or not is_of_job or running is None:
            return
        if event == EV_FAILED and a in (FAILED_NOT_HOME, FAILED_PATH) and job.can_repeat():
            self._homings += 1
            self._home_due = True
            if self._homings > HOMINGS_MAX:
                self._stop_at(FAULT_MACHINE_SILENT, a)
            return
        try:
            fault = job.done(inputs) if event == EV_DONE else job.failed(a, inputs)
        except HalError:  # a note could not be kept: this event is heard again
            self._running, self._resumed = running, resumed
            raise
        self._homings = 0
        if fault != GO_ON:
            self._stop_at(fault, a)

    def _is_of_job(self, job: Job) -> bool:
        """Whether the running command is the job's step, and not one only asked about."""
        return self._resumed is None or self._resumed == job.command()

    def _stop_at(self, fault: int, detail: int) -> None:
        self._blocked = fault
        self._faults.stand(fault, NAMES[fault] + ":" + str(detail))

    def start(self, now_ms: int, is_held: bool) -> None:
        """Begin the next command, unless one runs or the table is held.

        When the FRAM does not take the command's note nothing begins; tried in the next pass.
        """
        try:
            self._start(now_ms, is_held)
        except HalError:
            pass

    def _start(self, now_ms: int, is_held: bool) -> None:
        if self._running is not None:
            self.ask_when_silent(now_ms)
            return
        if is_held or self._blocked:
            return
        if self._resumed is not None:
            self._repeat(self._resumed, now_ms)
            return
        while self._jobs and self._jobs[0].is_ready() and self._jobs[0].command() is None:
            self._jobs = self._jobs[1:]
        if self._home_due and self._jobs:
            self._begin((HOME, 0, 0, 0), 0, now_ms)
            self._is_homing = self._running is not None
            self._home_due = not self._is_homing
        elif self._jobs and self._jobs[0].is_ready():
            command = self._jobs[0].command()
            if command is not None:
                self._begin(command, self._jobs[0].seq, now_ms)

    def _begin(self, command: tuple[int, int, int, int], seq: int, now_ms: int) -> None:
        command_id = self._last_id % COMMAND_ID_MAX + 1
        self._motion.write(_motion_note(command_id, command, seq))
        self._last_id = command_id
        self._send(command, now_ms)

    def _repeat(self, command: tuple[int, int, int, int], now_ms: int) -> None:
        """Give the last number again: nothing moves that moved, and all is told from the first."""
        try:
            self._machine.poll()  # what an earlier run of the controller left unread
        except HalError:
            self._faults.failed(FAULT_MACHINE_SILENT)
            return
        self._send(command, now_ms)

    def _send(self, command: tuple[int, int, int, int], now_ms: int) -> None:
        operation, a, b, c = command
        try:
            self._machine.start(self._last_id, operation, a, b, c)
        except HalError as trouble:
            if trouble.kind != BUSY:
                self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
            self._resumed = command  # given again in the next pass, with the same number
            return
        self._running = command
        self._heard_ms = now_ms

    def ask_when_silent(self, now_ms: int) -> None:
        """A command runs: when nothing is heard of it for too long, its number is given again."""
        running = self._running
        if running is None or running[0] == COLLECT or now_ms - self._heard_ms < SILENT_MS:
            return
        self._faults.failed(FAULT_MACHINE_SILENT, "no answer")
        self._running = None
        self._resumed = running

    def stop_motors(self) -> None:
        """Motors off now; what ran is given up. For a bug of ours, at whatever moment."""
        command_id = self._last_id % COMMAND_ID_MAX + 1
        try:
            if not self._last_id:  # the log is not replayed yet
                self._last_note()
                command_id = self._last_id % COMMAND_ID_MAX + 1
            self._motion.write(_motion_note(command_id, (STOP, 0, 0, 0), 0))
        except HalError:  # without its note it stops all the same
            pass
        try:
            self._machine.start(command_id, STOP)
        except HalError as trouble:
            self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
        self._last_id = command_id
        self._running = None

    def look_again(self) -> None:
        """A person has looked after the machine: the first job may try its step again.

        A card that left and did not arrive is not tried again: the floor voids the hand.
        """
        if self._faults.stands(FAULT_MACHINE_SILENT):
            self._faults.worked(FAULT_MACHINE_SILENT)
            self._blocked = 0
            self._home_due = True
            self._homings = 0
