"""The controller: one pass of the table, again and again.

A pass is what a careful dealer does a hundred times a minute: look (cards, keys, host, clock),
decide by the rules, write it down, act, tell, show. All inputs of a pass are decided and made
durable together before any of their effects is carried out. Parts are polled, nothing waits,
nothing runs beside the loop. The rules are in `core`; here is only the order of things. Rule of
the file: write it down before you do it.

    controller = Controller(board)
    while True:
        wait_ms = controller.one_pass()     # until the next pass is wanted; 0: at once
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.durable import Durable
from firmware.app.heartbeat import ACT, DECIDE, LOOK, RECORD, REPORT, SHOW
from firmware.app.listening import Listening
from firmware.app.pace import IDLE_MS
from firmware.app.parts import Parts
from firmware.app.starting import Starting
from firmware.compat import InvariantError, check
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand import HAND
from firmware.core.hand_table import HELD
from firmware.core.hand_turns import ms_after_timer
from firmware.core.table_rows import DECK_HELD
from firmware.core.table_service import NO_TEST
from firmware.schema import messages as m
from firmware.schema import settings as s
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.app.log_keeping import LogBounds
    from firmware.app.recorder import Recorder
    from firmware.journal.segments import Journal
    from hal.board import Board

HAND.complete()  # a table that runs loads nothing more, least of all when a card goes wrong


class Controller:
    """One table.

    board: its parts. reset: why the controller started. profile: house rules of a new log. bounds:
    how large the parts of the log may grow. Errors of the hardware become faults; a bug of ours
    stops the table, and `stopped_by` is its code. parts_of: of what it is made.
    """

    parts_of = Parts

    def __init__(
        self,
        board: Board,
        *,
        reset: int = m.RESET_POWER_ON,
        profile: int = s.PROFILE_DEFAULT,
        bounds: LogBounds | None = None,
    ) -> None:
        parts = self._parts = self.parts_of(board, reset, profile, bounds)
        self._board = board
        self.table = parts.table
        self.faults = parts.faults
        self._intake = parts.intake
        self._caretaker = parts.caretaker
        self._heart = parts.heart
        self._keeper = parts.keeper
        self._orders = parts.orders
        self._performers = parts.performers
        self._floor = parts.floor
        self._link = parts.link
        self._keeping = parts.keeping
        self._pairing = parts.pairing
        self._countdown = parts.countdown
        self._waiting = parts.waiting
        self._seats = parts.seats
        self._stopped = parts.stopped
        self._pace = parts.pace
        self._starting = Starting(parts)
        self._listening = Listening(parts)
        self._durable = Durable(parts)
        self._recorder: Recorder | None = None

    @property
    def is_hand_held(self) -> bool:
        """Whether a hand waits for the floor or a device."""
        hand = self.table.hand
        if hand is None:
            return False
        is_asked = self._floor.is_card_waited_for or face_people_are_asked_for(hand) != NO_TOKEN
        return hand.state == HELD or is_asked

    @property
    def is_deck_held(self) -> bool:
        """Whether no hand begins because of the deck."""
        return self.table.state == DECK_HELD

    @property
    def host_has_all(self) -> bool:
        """Whether a host has said that it stored the last line."""
        journal = self.journal
        return journal is not None and self._link.session.acknowledged >= journal.seq

    @property
    def journal(self) -> Journal | None:
        """The log, once it is open."""
        return None if self._recorder is None else self._recorder.journal

    @property
    def is_start_wanted(self) -> bool:
        """Whether this start failed and only waits for the watchdog to bring another."""
        return self._stopped.is_start_wanted

    @property
    def has_given_up(self) -> bool:
        """Whether it neither plays nor waits for another start: a person has to come."""
        if self._stopped.code:
            return not self._stopped.is_start_wanted
        return self._recorder is None and self.is_in_safe_mode

    @property
    def stopped_by(self) -> str:
        """What stopped the table: the code of its last words; empty while it is well."""
        return self._stopped.code

    @property
    def is_in_safe_mode(self) -> bool:
        """Whether starts failed so often that only the link is on."""
        return self._parts.starts.is_hopeless

    @property
    def offered(self) -> tuple[tuple, ...]:
        """What was offered and is not decided yet."""
        return tuple(self._parts.offered)

    def offer(self, message: tuple) -> None:
        """An input that a person gives beside the keys: seats, chips, settings, rulings.

        It is decided and recorded in the next pass, like every other input.
        """
        check(m.KIND[message[0]] == m.KIND_INPUT, "offered_no_input")
        self._parts.offered.append(message)

    def one_pass(self) -> int:
        """Poll, decide, record, act, report, show; milliseconds until the next pass is wanted."""
        try:
            if self._stopped.code:
                self._stopped.step(self._board.clock.now_ms())
                return IDLE_MS
            if self._recorder is None:
                return self._start()
            if self._caretaker.supply.is_parked:
                return self._durable.pass_when_parked()
            if self._is_restart_due(self._recorder):
                self._stopped.start_again(self._recorder)
                return IDLE_MS
            return self._pass(self._recorder)
        except InvariantError as bug:
            self._stopped.stop(bug.code, self._recorder)
        except HalError as trouble:  # one that nobody expected where it came
            self._stopped.stop(trouble.device + "_" + trouble.kind, self._recorder)
        except Exception as bug:  # whatever it is, the cards stay where they are
            # Its text may hold what nobody may know.
            self._stopped.stop("bug:" + type(bug).__name__, self._recorder)
        return IDLE_MS

    def _is_restart_due(self, recorder: Recorder) -> bool:
        is_told = self._link.is_resting(recorder.journal)
        return self._parts.own.is_restart_due(self._performers.is_in_motion, is_told)

    def _start(self) -> int:
        try:
            return self._starting.step()
        finally:  # also of a start that stops the table: it has last words to write
            self._recorder = self._starting.recorder

    # --- one pass --------------------------------------------------------------------------------

    def _pass(self, recorder: Recorder) -> int:
        board = self._board
        now_ms = board.clock.now_ms()
        quiet_ms = self._pace.quiet_ms(now_ms)
        is_spoken_to = self._listening.is_spoken_to()
        if quiet_ms and not is_spoken_to:
            self._heart.beat(now_ms, self._performers.is_in_motion)
            if now_ms >= self._seats.screen.again_ms:
                self._seats.screen.write_again(now_ms)
            return quiet_ms
        journal = recorder.journal
        inputs: list[tuple] = []
        is_calm = not is_spoken_to and self._pace.is_calm(now_ms)
        if is_calm:
            self._listening.look(journal, now_ms, inputs)
            self._heart.done(LOOK, now_ms)
            if not self._listening.has_news(inputs, recorder, now_ms):
                return self._rest(self._refresh(now_ms), now_ms)
        self._pace.wake_up()
        if not journal.is_failing:  # else an earlier pass still waits for its store
            self._listening.poll(journal, now_ms, inputs, is_calm)
            self._heart.done(LOOK, now_ms)
            self._decide(inputs, recorder, now_ms)
        self._heart.done(DECIDE, now_ms)
        if self._durable.wants(recorder, now_ms):
            # The disk may take longer than the motors can wait.
            self._heart.beat(now_ms, self._performers.is_in_motion)
            if not self._durable.sync(recorder):
                return IDLE_MS
            now_ms = board.clock.now_ms()
        self._heart.done(RECORD, now_ms)
        self._act(recorder, now_ms)
        if self._caretaker.supply.can_park(self._performers.is_in_motion):
            self._durable.park(recorder)
        self._heart.done(ACT, now_ms)
        if not self._performers.has_work and self._orders.is_idle:
            self._keeping.keep(journal, self._link.session.stored, self._heart)
        self._link.report(journal, now_ms)
        self._heart.done(REPORT, now_ms)
        seats_ms = self._seats.show(self.table, journal.seq, self._shown_ms(now_ms), now_ms)
        self._heart.done(SHOW, now_ms)
        if self._is_more_due(journal):
            self._heart.beat(now_ms, self._performers.is_in_motion)
            return 0
        is_still = self._link.is_resting(journal) and not self._intake.pipeline.wanted
        if is_still and not self._performers.is_waiting:
            self._pace.calm_down(now_ms)
        return self._rest(seats_ms, now_ms)

    def _decide(self, inputs: list[tuple], recorder: Recorder, now_ms: int) -> None:
        self._parts.doubt.look_ahead(self._link.session, recorder, self._parts.offered)
        can_pair = self._pairing.can_pair(now_ms)
        ignored = self._seats.ignored
        if self._performers.remarks:
            ignored = ignored + self._performers.remarks
        if self._waiting.said:
            ignored = ignored + self._waiting.said
        if self._parts.signatures.said:
            ignored = ignored + self._parts.signatures.said
        is_asked = self._link.has_commands or can_pair
        if not (inputs or ignored or is_asked or recorder.is_clock_due()):
            return
        recorder.begin()
        if ignored:
            self._seats.ignored = []
            self._performers.remarks = []
            self._waiting.said = []
            self._parts.signatures.said = []
            # Who tries the keys waits for each press.
            write = recorder.remark if self.table.testing == NO_TEST else recorder.note
            for message in ignored:
                write(message)
        for message in inputs:
            for one in self._floor.inputs_for(message):
                recorder.take(one)
        self._link.answer(recorder)
        if can_pair:
            self._pairing.pair(recorder)

    def _act(self, recorder: Recorder, now_ms: int) -> None:
        self._orders.wipe_told()
        for effect, seq in recorder.take_effects():
            if effect[0] == m.SETTLE_ORDER:
                self._orders.settle(effect)
            elif effect[0] in (m.START_TIMER, m.STOP_TIMER):
                self._countdown.perform(effect, now_ms)
            else:
                self._performers.add(effect, seq)
        if self._performers.is_moving:
            self._performers.ask_when_silent(now_ms)
            return
        if not self._performers.wants_start:
            return
        hand = self.table.hand
        is_held = hand is not None and hand.state == HELD
        is_unsafe = self._board.lid.is_on() or self._caretaker.supply.is_failing
        self._performers.start(now_ms, is_held or is_unsafe or self.faults.is_stopped())

    def _is_more_due(self, journal: Journal) -> bool:
        """Whether the next pass is wanted at once."""
        if self._parts.offered or self.faults.inputs or self._intake.wait_ms(1) == 0:
            return True
        return self._link.has_more(journal) or self._orders.can_answer(self._intake.can_draw)

    def _refresh(self, now_ms: int) -> int:
        if self._seats.wants_refresh(now_ms):
            return self._seats.refresh(self.table, self._shown_ms(now_ms), now_ms)
        return self._seats.wait_ms(now_ms)

    def _shown_ms(self, now_ms: int) -> int | None:
        """What the display of the seat that is asked counts down."""
        left_ms = self._countdown.left_ms(now_ms)
        if left_ms is not None and self.table.hand is not None:
            left_ms += ms_after_timer(self.table.hand)
        return left_ms

    def _rest(self, seats_ms: int, now_ms: int) -> int:
        """All is well: how long may the loop rest?"""
        self._heart.beat(now_ms, self._performers.is_in_motion)
        left_ms = self._countdown.left_ms(now_ms)
        wake_ms = now_ms + self._intake.wait_ms(self._pace.calm_ms if left_ms is None else left_ms)
        keys_ms = now_ms + seats_ms
        if keys_ms < wake_ms:
            wake_ms = keys_ms
        performers = self._performers
        is_moving = performers.is_moving or performers.is_in_motion
        rest_ms = self._pace.rest(now_ms, self._seats.due_ms, wake_ms, is_moving)
        return rest_ms if rest_ms < seats_ms else seats_ms
