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

from firmware.app.boot import BOOT_CHANCE_BYTES, LOG_ID_BYTES, Waking
from firmware.app.caretaker import Caretaker
from firmware.app.commands import Commands
from firmware.app.faults import Faults
from firmware.app.floor_desk import FloorDesk
from firmware.app.heartbeat import ACT, DECIDE, LOOK, RECORD, REPORT, SHOW, Heartbeat
from firmware.app.link_desk import LinkDesk
from firmware.app.log_doubt import LogDoubt
from firmware.app.log_keeping import LogBounds, LogKeeping
from firmware.app.noise_intake import NoiseIntake
from firmware.app.order_desk import OrderDesk
from firmware.app.order_keeper import OrderKeeper
from firmware.app.pace import CALM_MS, IDLE_MS, Pace
from firmware.app.pairing_desk import PairingDesk
from firmware.app.performers import Performers
from firmware.app.recorder import Recorder
from firmware.app.role_keys import RoleKeys
from firmware.app.safe_stop import SafeStop
from firmware.app.seats import Seats
from firmware.app.self_test import self_test
from firmware.app.starts import Starts
from firmware.app.steady_memory import SteadyMemory
from firmware.app.timers import Countdown
from firmware.app.waiting import Waiting
from firmware.compat import InvariantError, check
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.core.correction import NO_TOKEN
from firmware.core.hand import HAND
from firmware.core.hand_table import HELD
from firmware.core.hand_turns import ms_after_timer
from firmware.core.table import Table
from firmware.core.table_rows import DECK_HELD, GATHERING
from firmware.core.timer import NOT_RUNNING
from firmware.link.door import Door
from firmware.link.session import Identity
from firmware.schema import messages as m
from firmware.schema import settings as s
from firmware.schema.faults import (
    FAULT_LOG_DAMAGED,
    FAULT_MEMORY_SILENT,
    FAULT_POWER_FAILING,
    FAULT_POWER_WAS_LOST,
    FAULT_STORE_FAILED,
    FAULT_WATCHDOG_BIT,
)
from hal.errors import HalError

if TYPE_CHECKING:
    from firmware.journal.segments import Journal
    from hal.board import Board

FIRMWARE = "0.1.0"
STORE_AGAIN_MS = 1000

HAND.complete()  # a table that runs loads nothing more, least of all when a card goes wrong


class Controller:
    """One table.

    board: its parts. reset: why the controller started. profile: house rules of a new log. bounds:
    how large the parts of the log may grow. Errors of the hardware become faults; a bug of ours
    stops the table, and `stopped_by` is its code.
    """

    def __init__(
        self,
        board: Board,
        *,
        reset: int = m.RESET_POWER_ON,
        profile: int = s.PROFILE_DEFAULT,
        bounds: LogBounds | None = None,
    ) -> None:
        self._board = board
        self._reset = reset
        self._bounds = LogBounds() if bounds is None else bounds
        self.table = Table(profile)
        self.faults = Faults()
        self._intake = NoiseIntake(board.noise, self.faults, board.serial, board.second_noise)
        self._memory = memory = SteadyMemory(board.order_memory, self.faults)
        self._starts = Starts(memory, reset)
        self._caretaker = Caretaker(board, self.faults, self._starts)
        self._heart = Heartbeat(board.watchdog, board.motor_enable, board.clock.now_ms())
        self._is_counted = False  # this start, among those that may fail
        self._keeper = OrderKeeper(memory, self._intake, board.serial, board.noise.provenance)
        self._orders = OrderDesk(self._keeper, self.table, self.faults)
        self._performers = Performers(board.machine, memory, self._keeper, self.faults)
        self._keys = RoleKeys(memory)
        self._door = Door(board.serial, self._keys)
        self._commands = Commands()
        self._floor = FloorDesk(self.faults, self.table)
        self._link = LinkDesk(board.link, self._door, self._commands, self.faults, self._floor)
        self._keeping = LogKeeping(
            board.store,
            self.table,
            self._door,
            self.faults,
            board.serial,
            self._bounds,
            self._orders,
        )
        self._pairing = PairingDesk(
            self._link.session, self._door, self._keys, self._intake, self.table, board.lid
        )
        self._countdown = Countdown()
        self._waiting = Waiting()
        self._seats = Seats(board, self.faults)
        self._stopped = SafeStop(
            board,
            self._heart,
            self._starts,
            self.faults,
            self._seats,
            self._performers,
            self._link,
        )
        self._doubt = LogDoubt(self.table, self.faults, self._performers)
        self._waking: Waking | None = None
        self._recorder: Recorder | None = None
        self._store_again_ms = 0  # after a failed sync: when it is tried again
        self._offered: list[tuple] = []
        self._is_floor_key_down = False
        self._pace = Pace(board.attention, board.motor_gap_ms)

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
    def stopped_by(self) -> str:
        """What stopped the table: the code of its last words; empty while it is well."""
        return self._stopped.code

    @property
    def is_in_safe_mode(self) -> bool:
        """Whether starts failed so often that only the link is on."""
        return self._starts.is_hopeless

    @property
    def offered(self) -> tuple[tuple, ...]:
        """What was offered and is not decided yet."""
        return tuple(self._offered)

    def offer(self, message: tuple) -> None:
        """An input that a person gives beside the keys: seats, chips, settings, rulings.

        It is decided and recorded in the next pass, like every other input.
        """
        check(m.KIND[message[0]] == m.KIND_INPUT, "offered_no_input")
        self._offered.append(message)

    def one_pass(self) -> int:
        """Poll, decide, record, act, report, show; milliseconds until the next pass is wanted."""
        try:
            if self._stopped.code:
                self._stopped.step(self._board.clock.now_ms())
                return IDLE_MS
            if self._recorder is None:
                return self._pass_before_start()
            if self._caretaker.supply.is_parked:
                return self._pass_when_parked()
            return self._pass(self._recorder)
        except InvariantError as bug:
            self._stopped.stop(bug.code, self._recorder)
        except HalError as trouble:  # one that nobody expected where it came
            self._stopped.stop(trouble.device + "_" + trouble.kind, self._recorder)
        except Exception as bug:  # whatever it is, the cards stay where they are
            # Its text may hold what nobody may know.
            self._stopped.stop("bug:" + type(bug).__name__, self._recorder)
        return IDLE_MS

    # --- waking up -------------------------------------------------------------------------------

    def _pass_before_start(self) -> int:
        """The log is read, a segment a pass; the boot id waits until the noise is proved."""
        board = self._board
        now_ms = board.clock.now_ms()
        self._heart.wait(now_ms)
        self._heart.beat(now_ms, is_moving=False)
        self._caretaker.buses.look(now_ms)
        try:
            if not self._is_counted:
                self._starts.begin()
                self._is_counted = True
            if self._starts.is_hopeless:
                self._stopped.step_in_safe_mode(now_ms)
                return IDLE_MS
            self._intake.step()
            if self._waking is None:
                self._keeper.restore()
                self._keys.restore()
                self._waking = Waking(
                    board.store,
                    self._memory,
                    board.serial,
                    self.table,
                    self._replayed,
                    self._keeping,
                )
            waking = self._waking
            if not waking.is_done:
                waking.step()
                return 0
            if self._intake.is_ready():
                self._start(waking)
                return 0
        except HalError as trouble:
            self.faults.stand(FAULT_STORE_FAILED)
            self._stopped.fail_start(trouble.device + "_" + trouble.kind)
            return IDLE_MS
        self._seats.show_stopped(self.faults.worst(), board.clock.now_ms())
        return self._intake.wait_ms(IDLE_MS)

    def _start(self, waking: Waking) -> None:
        """Go on where the log ends.

        First what was found of it, then what it lost, then `table_started`, then what is due.
        """
        chance = self._intake.pipeline.draw_bytes(LOG_ID_BYTES + BOOT_CHANCE_BYTES)
        board = self._board
        journal = waking.journal(
            chance[:LOG_ID_BYTES], chance[LOG_ID_BYTES:], self._bounds.segment_bytes_max
        )
        recorder = Recorder(journal, self.table, board.clock, self._observe)
        recorder.begin()
        for words in waking.found_words():
            recorder.note(words)
        for said in waking.owed:
            recorder.say(said)
        provenance = m.PROVENANCE_WORDS.index(board.noise.provenance)
        recorder.note(
            (m.TABLE_STARTED, journal.boot, self._reset, FIRMWARE, m.SCHEMA_HASH, provenance)
        )
        tested = self_test(board, self._memory, waking.note.count)
        recorder.note(tested.message())
        journal.sync()
        self._recorder = recorder
        self._performers.hear_first(tested.events)
        self._link.started(Identity(FIRMWARE, journal.boot, self._reset))
        check(not waking.differs_at, "replay_differs")
        if waking.found.damages:
            self.faults.stand(FAULT_LOG_DAMAGED)
        if waking.found.lost is not None:
            self._doubt.lines_are_lost(self._keeper.last_hand, self._offered)
        self._take_up(recorder)

    def _take_up(self, recorder: Recorder) -> None:
        """What was under way is asked about; a hand that was cut off waits for the floor."""
        self._doubt.started()
        self._waiting.forget()
        self._wipe_told()
        if self._reset == m.RESET_WATCHDOG:
            self.faults.stand(FAULT_WATCHDOG_BIT)
        timer = self.table.timer
        if timer.kind != NOT_RUNNING:
            effect = (m.START_TIMER, timer.kind, timer.n, timer.ms)
            self._countdown.perform(effect, self._board.clock.now_ms())
        for effect, seq in recorder.take_effects():
            if effect[0] == m.SETTLE_ORDER:
                self._orders.settle(effect)
            elif effect[0] not in (m.START_TIMER, m.STOP_TIMER):
                self._performers.add(effect, seq)
        self._performers.resume(self.table.state == GATHERING)
        self._orders.look_for_order()
        if self.table.hand is not None and not self._floor.is_waited_for():
            self.faults.stand(FAULT_POWER_WAS_LOST)

    def _replayed(self, message: tuple, seq: int, head: bytes) -> None:
        self._observe(message, seq, head)
        self._performers.queue_replayed(message, seq)
        self.faults.note(message)
        if message[0] == m.SETTLE_ORDER:
            self._orders.settle(message)

    # --- one pass --------------------------------------------------------------------------------

    def _pass(self, recorder: Recorder) -> int:
        board = self._board
        now_ms = board.clock.now_ms()
        quiet_ms = self._pace.quiet_ms(now_ms)
        is_spoken_to = self._is_spoken_to()
        if quiet_ms and not is_spoken_to:
            self._heart.beat(now_ms, self._performers.is_in_motion)
            if now_ms >= self._seats.screen.again_ms:
                self._seats.screen.write_again(now_ms)
            return quiet_ms
        journal = recorder.journal
        inputs: list[tuple] = []
        is_calm = not is_spoken_to and self._pace.is_calm(now_ms)
        if is_calm:
            self._look(journal, now_ms, inputs)
            self._heart.done(LOOK, now_ms)
            if not self._has_news(inputs, recorder, now_ms):
                return self._rest(self._refresh(now_ms), now_ms)
        self._pace.wake_up()
        if not journal.is_failing:  # else an earlier pass still waits for its store
            self._poll(journal, now_ms, inputs, is_calm)
            self._heart.done(LOOK, now_ms)
            self._decide(inputs, recorder, now_ms)
        self._heart.done(DECIDE, now_ms)
        if self._wants_sync(recorder, now_ms):
            # The disk may take longer than the motors can wait.
            self._heart.beat(now_ms, self._performers.is_in_motion)
            if not self._sync(recorder):
                return IDLE_MS
            now_ms = board.clock.now_ms()
        self._heart.done(RECORD, now_ms)
        self._act(recorder, now_ms)
        if self._caretaker.supply.can_park(self._performers.is_in_motion):
            self._park(recorder)
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

    def _wants_sync(self, recorder: Recorder, now_ms: int) -> bool:
        """Whether what is written is made durable in this pass; all of it when supply fails."""
        if self._caretaker.supply.is_failing:
            return recorder.journal.synced != recorder.journal.seq
        return recorder.wants_sync(now_ms)

    def _is_spoken_to(self) -> bool:
        """Whether host, floor or one of ourselves has something to say in a quiet pass."""
        if self._link.listen() or self._offered or self.faults.inputs:
            return True
        if self._board.power_failing.is_on() != self._caretaker.supply.is_failing:
            return True
        return self._board.floor_key.is_on() != self._is_floor_key_down

    def _has_news(self, inputs: list[tuple], recorder: Recorder, now_ms: int) -> bool:
        """Whether a look on a calm table found anything to be written down, or to be done."""
        if inputs or self._seats.ignored or self.faults.inputs or self._performers.is_waiting:
            return True
        return recorder.wants_sync(now_ms) or recorder.is_clock_due()

    def _look(self, journal: Journal, now_ms: int, inputs: list[tuple]) -> None:
        """What comes by itself: keys, cards, time."""
        is_wanted = self._seats.is_sampling or self._performers.has_unheard
        if self._pace.wants_look(now_ms, is_wanted):
            seats, is_whole = self._seats, self._pace.is_whole
            seats.put_question(self.table, self._is_floor_key_down, journal.seq, now_ms)
            has_news = seats.poll(now_ms, inputs, is_whole)
            if is_whole or self._performers.has_unheard:
                has_news = self._performers.poll(now_ms, inputs) or has_news
            self._pace.looked(has_news)
            if self._pace.is_own_time:
                self._seats.screen.put_off(now_ms)
        self._countdown.poll(now_ms, inputs)

    def _poll(self, journal: Journal, now_ms: int, inputs: list[tuple], has_looked: bool) -> None:
        """Everything that happened since the last pass, as inputs. Keys first: people wait."""
        self._keeping.look_for_room(journal)
        inputs += self.faults.inputs  # before a timer that would begin a hand
        self.faults.inputs = []
        is_floor_key_down = self._poll_floor_key(inputs)
        self._pairing.look(is_floor_key_down, now_ms)
        self._caretaker.look(now_ms, is_floor_key_down, self._performers.is_waiting)
        if not has_looked:
            self._look(journal, now_ms, inputs)
        self._intake.step()
        self._orders.poll(inputs)
        self._link.poll(journal, now_ms)
        if self._offered:
            inputs += self._offered
            self._offered = []
        if self.faults.inputs:
            inputs += self.faults.inputs
            self.faults.inputs = []

    def _poll_floor_key(self, inputs: list[tuple]) -> bool:
        """The floor key, turned: the floor has looked, what stopped may try again."""
        is_down = self._board.floor_key.is_on()
        if is_down and not self._is_floor_key_down:
            inputs += self._floor.key_turned(self._board.lid.is_on())
            self._performers.look_again()
            self._intake.test_again()
        self._is_floor_key_down = is_down
        return is_down

    def _decide(self, inputs: list[tuple], recorder: Recorder, now_ms: int) -> None:
        self._doubt.look_ahead(self._link.session, recorder, self._offered)
        can_pair = self._pairing.can_pair(now_ms)
        ignored = self._seats.ignored
        if self._performers.remarks:
            ignored = ignored + self._performers.remarks
        if self._waiting.said:
            ignored = ignored + self._waiting.said
        is_asked = self._link.has_commands or can_pair
        if not (inputs or ignored or is_asked or recorder.is_clock_due()):
            return
        recorder.begin()
        if ignored:
            self._seats.ignored = []
            self._performers.remarks = []
            self._waiting.said = []
            for message in ignored:
                recorder.remark(message)
        for message in inputs:
            for one in self._floor.inputs_for(message):
                recorder.take(one)
        self._link.answer(recorder)
        if can_pair:
            self._pairing.pair(recorder)

    def _observe(self, message: tuple, seq: int, head: bytes) -> None:
        """A line of the log, live or replayed: everybody who remembers something looks at it."""
        self._orders.note(message, seq, head)
        self._keeper.note(message)
        self._commands.note(message)
        self._door.note(message, seq)
        self._seats.note(message, seq)
        self._performers.note(message)
        self._waiting.note(message, self._board.clock.now_ms())

    def _sync(self, recorder: Recorder) -> bool:
        """Make the pass durable; False holds everything back until it is."""
        began_ms = self._board.clock.now_ms()
        if began_ms < self._store_again_ms and not self._caretaker.supply.is_failing:
            self._show_store_failed(began_ms)
            return False
        try:
            if recorder.journal.sync():
                self._keeping.note_stall(self._board.clock.now_ms() - began_ms)
                self._pairing.after_sync()
                self.faults.worked(FAULT_STORE_FAILED)
            recorder.synced()
            return True
        except HalError as trouble:
            if not self.faults.stands(FAULT_MEMORY_SILENT):  # else it was the FRAM's note
                self.faults.failed(FAULT_STORE_FAILED, trouble.kind)
            now_ms = self._board.clock.now_ms()
            self._caretaker.buses.look(now_ms)  # the FRAM's bus may be what is wrong
            self._store_again_ms = now_ms + STORE_AGAIN_MS
            self._show_store_failed(now_ms)
            return False

    def _show_store_failed(self, now_ms: int) -> None:
        """Nothing is done while nothing can be written down; the displays say why."""
        self._seats.show_stopped(self.faults.worst(), now_ms)
        self._heart.wait(now_ms)
        self._heart.beat(now_ms, self._performers.is_in_motion)

    def _wipe_told(self) -> None:
        """An order that was told is durable in the log: it is wiped from the FRAM."""
        try:
            self._keeper.after_sync()
        except HalError:  # the FRAM has named it; wiped in a later pass
            return

    def _act(self, recorder: Recorder, now_ms: int) -> None:
        self._wipe_told()
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
        if self._offered or self.faults.inputs or self._intake.wait_ms(1) == 0:
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
        wake_ms = now_ms + self._intake.wait_ms(CALM_MS if left_ms is None else left_ms)
        keys_ms = now_ms + seats_ms
        if keys_ms < wake_ms:
            wake_ms = keys_ms
        due_ms, is_moving = self._seats.due_ms, self._performers.is_moving
        rest_ms = self._pace.rest(now_ms, due_ms, wake_ms, is_moving)
        return rest_ms if rest_ms < seats_ms else seats_ms

    # --- when the supply fails -------------------------------------------------------------------

    def _park(self, recorder: Recorder) -> None:
        """Nothing moves and everything is durable: say so, as the last thing that is written."""
        if recorder.journal.synced != recorder.journal.seq or recorder.effects:
            return
        recorder.begin()
        recorder.note((m.TABLE_PARKED,))
        if self._sync(recorder):
            self._caretaker.supply.parked()

    def _pass_when_parked(self) -> int:
        """The supply is about to go: behind the mark nothing is written any more."""
        now_ms = self._board.clock.now_ms()
        self._caretaker.supply.look()
        self._heart.wait(now_ms)
        self._heart.beat(now_ms, False)
        self._seats.show_stopped(FAULT_POWER_FAILING, now_ms)
        return IDLE_MS
