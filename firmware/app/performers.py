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
from firmware.app.fram import OPENINGS_AT, OPENINGS_PLACE_BYTES
from firmware.app.jobs import (
    GO_ON,
    HOME_FIRST,
    OF_THE_MACHINE,
    OUTCOMES,
    Deal,
    Job,
    fault_of,
    first_collect,
    jobs_left,
    jobs_unanswered,
    place_of,
)
from firmware.app.motion import Motion, command_of
from firmware.app.places import Places
from firmware.app.small_jobs import EraseFace
from firmware.app.strays import Strays
from firmware.journal.kept import KeptRecord
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_MACHINE_SILENT, NAMES, RETRY
from hal.errors import HalError
from hal.ports import (
    COLLECT,
    EV_DONE,
    EV_FAILED,
    EV_LANDED,
    EV_OPENINGS,
    EV_RESTARTED,
    EV_RETRIED,
    FAILED_JAM,
    FAILED_NOT_HOME,
    FAILED_PATH,
    FAILED_SENSOR,
    HOME,
    STAGE_CAROUSEL,
    STOP,
)

if TYPE_CHECKING:
    from firmware.app.faults import Faults
    from firmware.app.order_keeper import OrderKeeper
    from firmware.core.ledger import Ledger
    from hal.ports import CardMachine, OrderMemory

HOMINGS_MAX = 2  # for one step; more is a machine that loses its reference


class Performers:
    """The queue of jobs and the command that runs."""

    def __init__(
        self,
        machine: CardMachine,
        memory: OrderMemory,
        keeper: OrderKeeper,
        ledger: Ledger,
        faults: Faults,
    ) -> None:
        self._machine = machine
        self._keeper = keeper
        self._faults = faults
        self._motion = Motion(machine, memory, faults)
        self._openings = KeptRecord(memory, OPENINGS_AT, OPENINGS_PLACE_BYTES)
        self.remarks: list[tuple] = []  # reports for the log: each motion that was tried again
        self._jobs: list[Job] = []
        self._places = Places()
        self._strays = Strays(ledger)
        self._unheard: list[tuple[int, int, int, int]] = []  # events whose note is not kept yet
        self._later: list[tuple[int, int, int, int]] = []  # strays while a command is asked about
        self._home_due = True
        self._homings = 0
        self._home_place = 0  # where HOME drove a card that lay in the path
        self._tries = 0  # of the present step that came to nothing
        self._blocked = 0  # the fault at which the first job stopped
        self._ended_seq = 0  # of the line that ended all motion of a hand last

    # --- the queue -------------------------------------------------------------------------------

    def add(self, effect: tuple, seq: int) -> None:
        """A motion's intent, durable in the log at `seq`; none older than its hand's end."""
        if seq <= self._ended_seq and effect[0] != m.ERASE_FACE:
            return
        if effect[0] == m.TRY_MOTOR:
            self._home_due = True  # the count that answers comes behind it
        at = self._places
        job = job_for(effect, seq, self._keeper, at.taken, at.is_deck_doubted)
        if job is not None:
            self._jobs.append(job)

    def note(self, message: tuple, seq: int = 0) -> None:
        """A line of the log, live or replayed: where cards lie, what is needed no more."""
        self._strays.note(message)
        self._places.note(message)
        if message[0] in (m.HAND_VOIDED, m.HAND_BECAME_MANUAL):
            # A folded hand's faces are forgotten all the same: nobody opens them afterwards.
            self._jobs = [job for job in self._jobs if isinstance(job, EraseFace)]
            self._motion.running = self._motion.resumed = None
            self._ended_seq, self._blocked = seq, 0
            self._home_due = True

    def queue_replayed(self, message: tuple, seq: int) -> None:
        """A line of the log, replayed: intents are queued, outcomes taken off again."""
        if m.KIND[message[0]] == m.KIND_EFFECT:
            self.add(message, seq)
        elif message[0] in OUTCOMES and not self._strays.is_told_of(message):
            self._jobs = jobs_left(self._jobs, message)

    def doubt_places(self) -> None:
        """Lines of the log are lost: no intent is known, and a card may lie at any place."""
        self._jobs = []
        self._home_due = True
        self._places.doubt()
        self._ask_what_became()

    def resume(self, wants_collect: bool) -> None:
        """The log is replayed: find the last command's note; what it was about is asked first.

        wants_collect: the table gathers cards and the log holds no intent for it.
        """
        self._strays.lose_sight(True)
        note = self._motion.note()
        opened = self._openings.read()
        for job in self._jobs:
            job.is_resumed = True
            wants_collect = wants_collect and not job.is_collect
        if wants_collect:
            self._jobs.append(first_collect(0))
        if note is None:
            return
        operation, seq = note[2], int.from_bytes(note[7:11], "big")
        is_of_motors = operation == HOME and self._strays.is_of_people
        if 0 < seq <= self._ended_seq or is_of_motors:
            return  # given up with its hand: what still moves makes the machine busy
        command = command_of(note)
        self._motion.resumed = command  # whatever it was, it must have ended before the next
        for at in range(len(self._jobs)):
            if self._jobs[at].seq == seq != 0:
                self._jobs = self._jobs[at:]  # one after another: those before it are done
                self._take_up(self._jobs[0], operation, opened)
                return
        if self._jobs and isinstance(self._jobs[0], Deal) and not self._jobs[0].can_repeat():
            self._jobs[0].is_in_path = True  # it has left, and something else was begun since

    def _take_up(self, job: Job, operation: int, opened: bytes | None) -> None:
        """The last command was a step of this job."""
        if job.is_collect:
            if opened is not None and int.from_bytes(opened[2:6], "big") == job.seq:
                job.openings = int.from_bytes(opened[:2], "big")
            job.skip_to(operation)
        self._home_due = operation in (HOME, STOP)  # STOP left a card nobody knows where
        job.is_in_path = operation == HOME or (operation == STOP and isinstance(job, Deal))

    # --- one pass --------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether a command runs: motors want MOTOR_ENABLE to toggle."""
        return self._motion.running is not None

    @property
    def is_waiting(self) -> bool:
        """Whether something is to begin as soon as it may."""
        return self._motion.running is None and self.wants_start

    @property
    def is_in_motion(self) -> bool:
        """Whether a motor may run: not while people collect cards, but for a card that strays."""
        running = self._motion.running
        return running[0] != COLLECT if running is not None else self._strays.is_driven

    def hear_first(self, events: list[tuple[int, int, int, int]]) -> None:
        """What the machine told at its test, before anybody listened.

        What it told of a command it tells again when that is asked about.
        """
        self._unheard += [event for event in events if event[1] == 0]

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
        return bool(self._jobs) or self._motion.resumed is not None or self._strays.is_sought

    def poll(self, now_ms: int, inputs: list[tuple]) -> bool:
        """Take what the machine tells and turn it into inputs; whether it told anything."""
        try:
            self._unheard += self._machine.poll()
        except HalError as trouble:
            self._faults.failed(FAULT_MACHINE_SILENT, trouble.kind)
        self._answer(inputs)
        if not self._motion.is_asking and self._later:
            self._unheard = self._later + self._unheard
            self._later = []
        heard = 0
        try:
            for event, command_id, a, b in self._unheard:
                if command_id == 0 and event != EV_RESTARTED and self._motion.is_asking:
                    self._later.append((event, command_id, a, b))
                elif command_id == 0:
                    self._hear_unasked(event, a, b, inputs)
                elif self._motion.running is not None and command_id == self._motion.last_id:
                    self._motion.heard_ms = now_ms
                    self._hear(event, a, b, inputs)
                heard += 1
        except HalError:  # of the FRAM, which has named it: heard again in the next pass
            self._motion.heard_ms = now_ms
        self._unheard = self._unheard[heard:]
        return heard > 0

    def _answer(self, inputs: list[tuple]) -> None:
        """What needs no motion is answered at once, held or not."""
        is_at_rest = self._motion.running is None and self._motion.resumed is None
        self._jobs = jobs_unanswered(self._jobs, is_at_rest, inputs)

    def _hear_unasked(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        """A card that nobody sent, or the machine's own controller has started again."""
        if event != EV_RESTARTED:
            self._strays.hear(event, a, b, inputs)
            return
        self._home_due = True
        self._strays.lose_sight(False)
        self._ask_what_became()

    def _ask_what_became(self) -> None:
        """What runs is asked about by its number before anything else begins."""
        if self._motion.running is not None:
            self._motion.resumed = self._motion.running
            self._motion.running = None

    def _hear(self, event: int, a: int, b: int, inputs: list[tuple]) -> None:
        job = self._jobs[0] if self._jobs and not self._motion.is_homing else None
        if event == EV_OPENINGS and job is not None:
            self._openings.write(a.to_bytes(2, "big") + job.seq.to_bytes(4, "big"))
        if event not in (EV_DONE, EV_FAILED):
            self._hear_on_the_way(job, event, a, b, inputs)
            return
        running = self._motion.running
        is_of_job = job is not None and self._is_of_job(job)
        resumed = self._motion.resumed
        self._motion.running = self._motion.resumed = None
        self._faults.worked(FAULT_MACHINE_SILENT)
        if self._motion.is_homing:
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
            self._motion.running, self._motion.resumed = running, resumed
            raise
        self._homings = 0
        if fault == HOME_FIRST:
            self._home_due = True
        elif fault != GO_ON:
            self._step_failed(job, event == EV_FAILED, fault, a, place_of(event, fault, a, b))
        else:
            self._tries = 0

    def _hear_on_the_way(
        self, job: Job | None, event: int, a: int, b: int, inputs: list[tuple]
    ) -> None:
        """Something that a command told before it ended."""
        if self._motion.is_homing:
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
        self._stop_at(fault, where)

    def _remark_retry(self, code: int, where: int) -> None:
        stage = where if code != FAILED_SENSOR and where < len(m.STAGE_WORDS) else STAGE_CAROUSEL
        self.remarks.append((m.MOTION_RETRIED, stage, self._tries + 1))

    def _homing_ended(self, event: int, code: int, where: int, inputs: list[tuple]) -> None:
        """The reference is known, or is sought once more where no card lies in the way."""
        self._motion.is_homing = False
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
        self._home_due, self._tries = False, 0
        job = self._jobs[0] if self._jobs else None
        if self._strays.is_under_way and not (job is not None and job.is_in_path):
            self._strays.homed(place, inputs)
        if job is not None and (job.is_in_path or (place and job.takes_aside)):
            job.homed(place, inputs)
        elif place:
            self._places.lies_at(place)

    def _is_of_job(self, job: Job) -> bool:
        """Whether the running command is the job's step, and not one only asked about."""
        if self._motion.resumed is not None and self._motion.resumed == job.command():
            self._motion.resumed = None  # it is; what is heard of it may move the job on
        return self._motion.resumed is None

    def _stop_at(self, fault: int, detail: int) -> None:
        self._blocked, self._tries = fault, 0
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
        if self._motion.running is not None:
            self.ask_when_silent(now_ms)
            return
        if is_held or self._blocked:
            return
        if self._motion.resumed is not None:
            self._unheard += self._motion.repeat(now_ms)
            return
        while self._jobs and self._jobs[0].is_ready() and self._jobs[0].command() is None:
            self._jobs = self._jobs[1:]
        job = self._jobs[0] if self._jobs else None
        if self._strays.is_sought or (self._home_due and job is not None and job.is_moving):
            seq = job.seq if job is not None and job.is_in_path else 0
            self._motion.begin((HOME, 0, 0, 0), seq, now_ms)
        elif job is not None and job.is_ready():
            command = job.command()
            if command is not None:
                self._motion.begin(command, job.seq, now_ms)

    def ask_when_silent(self, now_ms: int) -> None:
        """A command runs: when nothing is heard of it too long, its number is given again."""
        self._motion.ask_when_silent(now_ms)

    def stop_motors(self) -> None:
        """Motors off now; what ran is given up. For a bug of ours, at whatever moment."""
        self._motion.stop()

    def look_again(self) -> None:
        """A person has looked after the machine: the first job may try its step again."""
        for fault in OF_THE_MACHINE:
            if self._faults.stands(fault):
                self._faults.worked(fault)
                self._blocked = 0
                self._home_due = True
                self._homings = self._tries = 0
