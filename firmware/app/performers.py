"""From an intent to a motion and back: the queue in front of the card machine.

The table's intents wait here in order; one command at a time goes to the machine, and what the
machine tells becomes inputs of the next pass. Before each command its number and arguments are
kept in the FRAM, so that after a power cut the same number can be given again: the machine moves
nothing twice and tells again what it did. An intent without an outcome is therefore asked about,
never repeated blindly. A motion that moved no card is tried again as often as the fault table
allows, each try with a line of the log; then the motors stay off until a person has looked. What
the machine tells unasked (a card that strayed, its own restart) is heard at any time. Rule of the
file: no command before its note, no note before its intent is synced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.deck_jobs import job_for
from firmware.app.fram import (
    MOTION_AT,
    MOTION_PLACE_BYTES,
    OPENINGS_AT,
    OPENINGS_PLACE_BYTES,
)
from firmware.app.jobs import (
    GO_ON,
    HOME_FIRST,
    RETURNED_PLACES,
    Deal,
    Job,
    fault_of,
    first_collect,
)
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from firmware.schema.faults import (
    FAULT_CARD_JAMMED,
    FAULT_CARDS_STICK,
    FAULT_MACHINE_RESTARTED,
    FAULT_MACHINE_SENSOR,
    FAULT_MACHINE_SILENT,
    FAULT_MOTOR_DEAD,
    FAULT_NO_CARD_COMES,
    NAMES,
    RETRY,
)
from hal.errors import BUSY, HalError
from hal.ports import (
    CHECK,
    COLLECT,
    EV_DONE,
    EV_DOUBTED,
    EV_FACE,
    EV_FACE_UP,
    EV_FAILED,
    EV_LANDED,
    EV_OPENINGS,
    EV_RESTARTED,
    EV_RETRIED,
    EV_STRAYED,
    EV_UNLANDED,
    FAILED_JAM,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FAILED_SENSOR,
    FEED,
    HOME,
    STAGE_CAROUSEL,
    STOP,
)

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.order_keeper import OrderKeeper
    from hal.ports import CardMachine, OrderMemory

COMMAND_ID_MAX = 65535
SILENT_MS = 5000  # no motion takes longer; then the command's number is given once more
CHECK_MS = 60000  # 54 cards past the reader, and the count before
HOMINGS_MAX = 2  # for one step; more is a machine that loses its reference

_SECRET_SLOT = 255  # a loading slot is not written anywhere
_OUTCOMES = (
    m.CARDS_COLLECTED,
    m.CARD_FED,
    m.DECK_LOADED,
    m.CARD_LEFT,
    m.CARD_LANDED,
    m.CARD_UNLANDED,
    m.CARD_DOUBLED,
    m.CARD_EXPOSED,
    m.FACE_READ,
    m.FACE_DOUBTED,
    m.FACE_OPENED,
    m.SLOT_FOUND_EMPTY,
    m.SLOT_NAMED,
    m.PLACE_RETURNED,
    m.CARDS_COUNTED,
    m.DECK_CHECKED,
    m.DECK_UNLOADED,
)
_OF_A_TOKEN = (
    m.CARD_LANDED,
    m.CARD_UNLANDED,
    m.CARD_EXPOSED,
    m.FACE_READ,
    m.FACE_DOUBTED,
)
_UNASKED = {
    EV_FACE: m.FACE_READ,
    EV_DOUBTED: m.FACE_DOUBTED,
    EV_FACE_UP: m.CARD_EXPOSED,
    EV_LANDED: m.CARD_LANDED,
    EV_UNLANDED: m.CARD_UNLANDED,
}
OF_THE_MACHINE = (
    FAULT_MACHINE_SILENT,
    FAULT_CARD_JAMMED,
    FAULT_NO_CARD_COMES,
    FAULT_CARDS_STICK,
    FAULT_MOTOR_DEAD,
    FAULT_MACHINE_SENSOR,
    FAULT_MACHINE_RESTARTED,
)
_NONE = -1


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
        self.remarks: list[tuple] = []  # reports for the log: each motion that was tried again
        self._jobs: list[Job] = []
        self._board_places: list[int] = []  # where the machine itself has to take cards back
        self._is_deck_doubted = False  # since the last load: more is emptied, and then counted
        self._stray = _NONE  # token of a card that left unasked and has not landed yet
        self._strayed: list[int] = []  # slots whose card left unasked since the last load
        self._last_id = 0
        self._running: tuple[int, int, int, int] | None = None
        self._unheard: list[tuple[int, int, int, int]] = []  # events whose note is not kept yet
        self._heard_ms = 0
        self._is_homing = False
        self._home_due = True
        self._homings = 0
        self._home_place = 0  # where HOME drove a card that lay in the path
        self._tries = 0  # of the present step that came to nothing
        self._blocked = 0  # the fault at which the first job stopped
        self._resumed: tuple[int, int, int, int] | None = None  # asked about after a restart

    # --- the queue -------------------------------------------------------------------------------

    def add(self, effect: tuple, seq: int) -> None:
        """A motion's intent, durable in the log at `seq`."""
        places = tuple(self._board_places)
        job = job_for(effect, seq, self._keeper, places, self._is_deck_doubted)
        if job is not None:
            self._jobs.append(job)

    def note(self, message: tuple) -> None:
        """A line of the log, live or replayed: where cards lie, what is needed no more."""
        if message[0] == m.CARD_LANDED:
            if message[2] in RETURNED_PLACES and message[2] not in self._board_places:
                self._board_places.append(message[2])
        elif message[0] == m.PLACE_RETURNED:
            self._board_places = [one for one in self._board_places if one != message[1]]
        elif message[0] == m.CARD_STRAYED:
            self._strayed.append(message[1])
        elif message[0] == m.DECK_LOADED:
            self._strayed = []
            self._is_deck_doubted = False
        elif message[0] == m.CARD_MOVED and message[2] in RETURNED_PLACES:
            self._board_places.append(message[2])
        elif message[0] == m.CARDS_COLLECTED:
            self._board_places = []
        elif message[0] == m.TABLE_HELD:  # cards are missing: they are looked for everywhere
            self._board_places = list(RETURNED_PLACES)
            self._is_deck_doubted = True
        elif message[0] in (m.HAND_VOIDED, m.HAND_BECAME_MANUAL):
            self._board_places = list(RETURNED_PLACES)  # a motion may have ended unheard
            self._jobs = []
            self._running = None
            self._blocked = 0
            self._home_due = True

    def queue_replayed(self, message: tuple, seq: int) -> None:
        """A line of the log, replayed: intents are queued, outcomes taken off again."""
        if m.KIND[message[0]] == m.KIND_EFFECT:
            self.add(message, seq)
        elif message[0] in _OUTCOMES and not self._is_of_stray(message):
            for at in range(len(self._jobs)):
                if self._jobs[at].outcomes:  # jobs before it, if any, only erased faces
                    if self._jobs[at].was_told(message):
                        self._jobs = self._jobs[at + 1 :]
                    break

    def _is_of_stray(self, message: tuple) -> bool:
        """Whether a line tells of a card that no job sent."""
        return message[0] in _OF_A_TOKEN and message[1] & 63 in self._strayed

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
            wants_collect = wants_collect and not job.is_collect
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
        if self._jobs and isinstance(self._jobs[0], Deal) and not self._jobs[0].can_repeat():
            self._jobs[0].is_in_path = True  # it has left, and something else was begun since

    def _last_note(self) -> bytes | None:
        """What was noted of the last command; the numbers go on from it."""
        note = self._motion.read()
        if note is not None:
            self._last_id = int.from_bytes(note[:2], "big")
        return note

    def _take_up(self, job: Job, operation: int, opened: bytes | None) -> None:
        """The last command was a step of this job."""
        if job.is_collect:
            if opened is not None and int.from_bytes(opened[2:6], "big") == job.seq:
                job.openings = int.from_bytes(opened[:2], "big")
            job.skip_to(operation)
        job.is_in_path = operation == HOME  # that was begun to clear the path of its card
        self._home_due = job.is_in_path

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
    def has_unheard(self) -> bool:
        """Whether the machine told something that could not be noted yet."""
        return bool(self._unheard)

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
        self._answer(inputs)
        if not self._unheard:
            return False
        heard = 0
        try:
            for event, command_id, a, b in self._unheard:
                if command_id == 0:
                    self._hear_unasked(event, a, b, inputs)
                elif self._running is not None and command_id == self._last_id:
                    self._heard_ms = now_ms
                    self._hear(event, a, b, inputs)
                heard += 1
        except HalError:  # of the FRAM, which has named it: heard again in the next pass
            self._heard_ms = now_ms
        self._unheard = self._unheard[heard:]
        return heard > 0

    def _answer(self, inputs: list[tuple]) -> None:
        """What needs no motion is answered at once, held or not."""
        while self._jobs and self._running is None and self._resumed is None:
            if not self._jobs[0].without_motion(inputs):
                return
            self._jobs = self._jobs[1:]

    def _hear_unasked(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """A card that nobody sent, or the machine's own controller has started again."""
        if event == EV_STRAYED:
            self._stray = self._keeper.token_of(a)
            inputs.append((m.CARD_STRAYED, a))
        elif event == EV_RESTARTED:
            self._home_due = True
            if self._running is not None:  # what became of it, it knows
                self._resumed = self._running
                self._running = None
        elif event in _UNASKED and self._stray != _NONE:
            told = (_UNASKED[event], self._stray)
            if event in (EV_FACE, EV_DOUBTED):
                told += (b,)
            elif event == EV_LANDED:
                told += (a,)
            inputs.append(told)
            if event in (EV_LANDED, EV_UNLANDED):
                self._stray = _NONE

    def _hear(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        job = self._jobs[0] if self._jobs and not self._is_homing else None
        if event == EV_OPENINGS and job is not None:
            self._openings.write(a.to_bytes(2, "big") + job.seq.to_bytes(4, "big"))
        if event not in (EV_DONE, EV_FAILED):
            self._hear_on_the_way(job, event, a, b, inputs)
            return
        running = self._running
        is_of_job = job is not None and self._is_of_job(job)
        resumed = self._resumed
        self._running = None
        self._resumed = None
        self._faults.worked(FAULT_MACHINE_SILENT)
        if self._is_homing:
            self._homing_ended(event, a, b, inputs)
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
            fault = job.done(inputs) if event == EV_DONE else job.failed(a, b, inputs)
        except HalError:  # a note could not be kept: this event is heard again
            self._running, self._resumed = running, resumed
            raise
        self._homings = 0
        if fault == HOME_FIRST:
            self._home_due = True
        elif fault != GO_ON:
            self._step_failed(job, event == EV_FAILED, fault, a, b)
        else:
            self._tries = 0

    def _hear_on_the_way(
        self, job: Job | None, event: int, a: int, b: int, inputs: list[tuple]
    ) -> None:
        """Something that a command told before it ended."""
        if self._is_homing:
            self._home_place = a if event == EV_LANDED else self._home_place
        elif event == EV_RETRIED:
            self.remarks.append((m.MOTION_RETRIED, a, b))
        elif job is not None and self._is_of_job(job):
            job.event(event, a, b, inputs)

    def _step_failed(self, job: Job, is_given_up: bool, fault: int, code: int, where: int) -> None:
        """Try again what moved no card, as often as the fault table says; then a person looks."""
        if job.is_in_path:
            self._home_due = True
        elif is_given_up and job.can_repeat() and not job.is_tried_out:
            self._tries += 1
            if self._tries <= RETRY[fault]:
                self._remark_retry(code, where)
                return
        job.is_tried_out = False
        self._stop_at(fault, where if is_given_up else code)

    def _remark_retry(self, code: int, where: int) -> None:
        stage = where if code != FAILED_SENSOR and where < len(m.STAGE_WORDS) else STAGE_CAROUSEL
        self.remarks.append((m.MOTION_RETRIED, stage, self._tries + 1))

    def _homing_ended(self, event: int, code: int, where: int, inputs: list[tuple]) -> None:
        """The reference is known, or is sought once more where no card lies in the way."""
        self._is_homing = False
        if event == EV_DONE:
            self._has_homed(inputs)
            return
        self._home_place = 0
        self._tries += 1
        if code == FAILED_JAM or self._tries > 1:
            self._stop_at(fault_of(code), where)
        else:
            self._remark_retry(code, where)

    def _has_homed(self, inputs: list[tuple]) -> None:
        """The reference is known, and what lay in the path lies aside: whose card was it?"""
        place, self._home_place = self._home_place, 0
        self._home_due = False
        self._tries = 0
        job = self._jobs[0] if self._jobs else None
        if job is not None and (job.is_in_path or (place and job.takes_aside)):
            job.homed(place, inputs)
        elif self._stray != _NONE:
            landed = (m.CARD_LANDED, self._stray, place)
            inputs.append(landed if place else (m.CARD_UNLANDED, self._stray))
            self._stray = _NONE
        elif place and place not in self._board_places:
            self._board_places.append(place)

    def _is_of_job(self, job: Job) -> bool:
        """Whether the running command is the job's step, and not one only asked about."""
        if self._resumed is not None and self._resumed == job.command():
            self._resumed = None  # it is; what is heard of it may move the job on to another step
        return self._resumed is None

    def _stop_at(self, fault: int, detail: int) -> None:
        self._blocked = fault
        self._tries = 0
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
            job = self._jobs[0]
            self._begin((HOME, 0, 0, 0), job.seq if job.is_in_path else 0, now_ms)
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
            for event in self._machine.poll():  # left unread; the command's is told again
                if event[1] == 0:
                    self._unheard.append(event)
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
        self._is_homing = operation == HOME
        self._heard_ms = now_ms

    def ask_when_silent(self, now_ms: int) -> None:
        """A command runs: when nothing is heard of it for too long, its number is given again."""
        running = self._running
        if running is None or running[0] == COLLECT:
            return
        if now_ms - self._heard_ms < (CHECK_MS if running[0] == CHECK else SILENT_MS):
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
        """A person has looked after the machine: the first job may try its step again."""
        for fault in OF_THE_MACHINE:
            if self._faults.stands(fault):
                self._faults.worked(fault)
                self._blocked = 0
                self._home_due = True
                self._homings = self._tries = 0
