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

from firmware.app.boot import BOOT_CHANCE_BYTES, LOG_ID_BYTES, Recovery
from firmware.app.commands import Commands, NoKeys
from firmware.app.faults import Faults
from firmware.app.noise_intake import NoiseIntake
from firmware.app.order_keeper import OrderKeeper
from firmware.app.performers import Performers
from firmware.app.seats import Seats
from firmware.app.timers import Countdown
from firmware.compat import InvariantError, check
from firmware.core.hand_table import HELD
from firmware.core.table import Table
from firmware.core.table_rows import GATHERING
from firmware.core.timer import NOT_RUNNING
from firmware.journal.segments import SEGMENT_BYTES_MAX, Journal
from firmware.link.door import Door
from firmware.link.session import Identity, Session
from firmware.schema import messages as m
from firmware.schema import settings as s
from firmware.schema.faults import (
    CODES,
    DEVICES,
    FAULT_LINK_LOST,
    FAULT_ORDER_LOST,
    FAULT_POWER_WAS_LOST,
    FAULT_STORE_FAILED,
)
from hal.errors import LOST, HalError

if TYPE_CHECKING:
    from firmware.link.door import RoleKeys
    from hal.board import Board

FIRMWARE = "0.1.0"
IDLE_MS = 100  # nothing is due: look again ten times a second
MOVING_MS = 40  # 25 passes a second: MOTOR_ENABLE must toggle at 20 Hz or more
STORE_AGAIN_MS = 1000
CLOCK_RESTARTS_MS = (1 << 29) - 1000  # formats 2: before 2^29

_POWER = (m.FAULT_CLEARED, CODES[FAULT_POWER_WAS_LOST], DEVICES[FAULT_POWER_WAS_LOST])
_BY_FLOOR_KEY = "floor_key"


class Controller:
    """One table.

    board: its parts. keys: of paired roles. reset: why the controller started. profile: house
    rules of a new log. Errors of the hardware become faults; a bug of ours stops the table.
    """

    def __init__(
        self,
        board: Board,
        *,
        keys: RoleKeys | None = None,
        reset: int = m.RESET_POWER_ON,
        profile: int = s.PROFILE_DEFAULT,
        segment_bytes_max: int = SEGMENT_BYTES_MAX,
    ) -> None:
        self._board = board
        self._reset = reset
        self._segment_bytes_max = segment_bytes_max
        self.table = Table(profile)
        self.faults = Faults()
        self.intake = NoiseIntake(board.noise, self.faults, board.serial)
        self._keeper = OrderKeeper(
            board.order_memory, self.intake, board.serial, board.noise.provenance
        )
        self._performers = Performers(board.machine, board.order_memory, self._keeper, self.faults)
        self._door = Door(board.serial, keys if keys is not None else NoKeys())
        self._session = Session(self._door)
        self._commands = Commands()
        self._countdown = Countdown()
        self._seats = Seats(board, self.faults)
        self.journal: Journal | None = None
        self._recovery: Recovery | None = None
        self._offered: list[tuple] = []
        self._effects: list[tuple[tuple, int]] = []
        self._commit_due: tuple[int, int] | None = None
        self._reveal_due: tuple[int, int] | None = None
        self._began: tuple[int, bytes] = (0, b"")  # line and full hash of the epoch's first line
        self._started_ms = board.clock.now_ms()
        self._is_floor_key_down = False
        self.stopped_by = ""  # code of a failed check; the table waits for a technician

    # --- the world outside the loop --------------------------------------------------------------

    def offer(self, message: tuple) -> None:
        """An input that a person gives beside the keys: seats, chips, settings, rulings.

        It is decided and recorded in the next pass, like every other input.
        """
        check(m.KIND[message[0]] == m.KIND_INPUT, "offered_no_input")
        self._offered.append(message)

    def one_pass(self) -> int:
        """Poll, decide, record, act, report, show; milliseconds until the next pass is wanted."""
        try:
            if self.stopped_by:
                return self._pass_when_stopped()
            if self.journal is None:
                return self._pass_before_start()
            return self._pass(self.journal)
        except InvariantError as bug:
            self._last_words(bug.code)
            return IDLE_MS

    # --- waking up -------------------------------------------------------------------------------

    def _pass_before_start(self) -> int:
        board = self._board
        board.watchdog.feed()
        more = self.intake.step()
        if self._recovery is None:
            try:
                self._keeper.restore()
                self._recovery = Recovery(
                    board.store, board.order_memory, board.serial, self.table, self._replayed
                )
            except HalError as trouble:
                self.faults.failed(FAULT_STORE_FAILED, trouble.kind)
                self._seats.show_fault()
                return STORE_AGAIN_MS
        if not self.intake.is_ready():
            self._seats.show_fault()
            return 0 if more or self.intake.pipeline.wanted else IDLE_MS
        chance = self.intake.pipeline.draw_bytes(LOG_ID_BYTES + BOOT_CHANCE_BYTES)
        try:
            self._start(self._recovery, chance)
        except HalError as trouble:
            self.journal = None
            self._recovery = None
            self.faults.failed(FAULT_STORE_FAILED, trouble.kind)
            return STORE_AGAIN_MS
        return 0

    def _replayed(self, message: tuple, seq: int, head: bytes) -> None:
        self._observe(message, seq, head)
        self._performers.replayed(message, seq)
        self.faults.note(message)
        if message[0] == m.SETTLE_ORDER:
            self._settle(message)

    def _start(self, recovery: Recovery, chance: bytes) -> None:
        """Go on where the log ends: what it lost, then `table_started`, then what is still due."""
        journal = recovery.journal(
            chance[:LOG_ID_BYTES], chance[LOG_ID_BYTES:], self._segment_bytes_max
        )
        self.journal = journal
        ms = self._ms()
        if journal.is_segment_full():
            journal.open_segment(ms)
        for effect in recovery.owed:
            self._say(effect, journal, ms)
        provenance = m.PROVENANCE_WORDS.index(self._board.noise.provenance)
        for words in recovery.first_words(FIRMWARE, self._reset, provenance, journal.boot):
            journal.append(words, ms)
        journal.sync()
        self._session.started(Identity(FIRMWARE, journal.boot, self._reset))
        check(not recovery.differs_at, "replay_differs")
        check(not recovery.found.is_damaged, "log_damaged")
        self._take_up(ms)

    def _take_up(self, ms: int) -> None:
        """The table as the log left it: what is under way is asked about, the floor is asked."""
        table = self.table
        hand = table.hand
        self._keeper.after_sync()
        owed = self._effects
        self._effects = []
        for effect, seq in owed:
            self._performers.add(effect, seq)
            if effect[0] == m.SETTLE_ORDER:
                self._settle(effect)
        self._performers.resume(table.state == GATHERING)
        if table.timer.kind != NOT_RUNNING:
            timer = table.timer
            self._countdown.perform(
                (m.START_TIMER, timer.kind, timer.n, timer.ms), self._board.clock.now_ms()
            )
        if hand is not None and hand.is_committed and self._commit_due is None:
            if not self._keeper.holds(hand.number, hand.ledger.epoch):
                self.faults.stand(FAULT_ORDER_LOST)
        if hand is not None:
            self.faults.stand(FAULT_POWER_WAS_LOST)

    # --- one pass --------------------------------------------------------------------------------

    def _pass(self, journal: Journal) -> int:
        now_ms = self._board.clock.now_ms()
        if journal.synced != journal.seq:
            if not self._sync(journal):
                return STORE_AGAIN_MS
        else:
            inputs = self._poll(journal, now_ms)
            self._decide(inputs, journal, now_ms)
            if not self._sync(journal):
                return STORE_AGAIN_MS
        self._act(now_ms)
        self._report(journal, now_ms)
        waits = self._seats.show(self.table, self._countdown.left_ms(now_ms), now_ms)
        self._board.watchdog.feed()
        return self._wait_ms(waits, journal, now_ms)

    def _poll(self, journal: Journal, now_ms: int) -> list[tuple]:
        """Everything that happened since the last pass, as inputs, oldest first."""
        inputs: list[tuple] = []
        self._performers.poll(now_ms, inputs)
        self._countdown.poll(now_ms, inputs)
        self.intake.step()
        self._poll_order(inputs)
        floor_key = self._poll_floor_key(inputs)
        self._seats.poll(self.table, floor_key, now_ms, inputs)
        self._poll_link(journal, now_ms)
        inputs += self._offered
        self._offered = []
        inputs += self.faults.inputs
        self.faults.inputs = []
        return inputs

    def _poll_order(self, inputs: list[tuple]) -> None:
        """The keeper's answers: an order is promised when the noise is ready, told when asked."""
        try:
            if self._commit_due is not None:
                hand, epoch = self._commit_due
                message = self._keeper.commit(hand, epoch, self._began[0], self._began[1])
                if message is not None:
                    self._commit_due = None
                    inputs.append(message)
        except HalError as trouble:
            self.faults.stand(FAULT_ORDER_LOST, trouble.kind)
        if self._reveal_due is not None:
            hand, epoch = self._reveal_due
            if self._keeper.holds(hand, epoch):
                inputs.append(self._keeper.reveal(hand, epoch))
                self._reveal_due = None
            else:
                self.faults.stand(FAULT_ORDER_LOST)

    def _poll_floor_key(self, inputs: list[tuple]) -> bool:
        """The floor key, turned: a held table may go on, a stopped machine may try again."""
        is_down = self._board.floor_key.is_on()
        if is_down and not self._is_floor_key_down:
            if self.faults.stands(FAULT_POWER_WAS_LOST):
                self.faults.worked(FAULT_POWER_WAS_LOST)
            self._performers.look_again()
            self.intake.test_again()
        self._is_floor_key_down = is_down
        return is_down

    def _poll_link(self, journal: Journal, now_ms: int) -> None:
        try:
            octets = self._board.link.read()
        except HalError as trouble:
            if trouble.kind == LOST and self._session.is_greeted:
                self._session.unplugged()
                self.faults.failed(FAULT_LINK_LOST)
            return
        if octets:
            self.faults.worked(FAULT_LINK_LOST)
            self._session.receive(octets, journal, now_ms)

    # --- decide and record -----------------------------------------------------------------------

    def _decide(self, inputs: list[tuple], journal: Journal, now_ms: int) -> None:
        commands = self._session.commands
        if not inputs and not commands:
            return
        self._session.commands = []
        ms = self._ms()
        if ms >= CLOCK_RESTARTS_MS:
            journal.append((m.CLOCK_RESTARTED,), ms)
            self._started_ms = now_ms
            ms = 0
        if journal.is_segment_full():
            journal.open_segment(ms)
        for message in inputs:
            self._take(message, journal, ms)
        for counter, request in commands:
            self._answer(counter, request, journal, ms)

    def _take(self, message: tuple, journal: Journal, ms: int) -> int:
        """One input: written down, decided, and what the table says to it written down."""
        if message[0] == m.FLOOR_RULED and message[1] == m.RULING_RESUME:
            if self.faults.stands(FAULT_POWER_WAS_LOST):
                self.faults.note(_POWER)
                message = _POWER  # the floor has looked at the table: that was all that held it
        seq = journal.append(message, ms)
        self._note(message, seq, journal.head)
        out: list[tuple] = []
        code = self.table.take(message, out)
        for said in out:
            self._say(said, journal, ms)
        return code

    def _say(self, message: tuple, journal: Journal, ms: int) -> None:
        seq = 0
        if m.VISIBILITY[message[0]] == m.VISIBILITY_LOG:
            seq = journal.append(message, ms)
            self._note(message, seq, journal.head)
        if m.KIND[message[0]] == m.KIND_EFFECT:
            self._effects.append((message, seq))

    def _answer(self, counter: int, request: tuple, journal: Journal, ms: int) -> None:
        """A host's command let in at the door: its input, then its outcome."""
        message, code = self._commands.input_for(request)
        if message is not None:
            code = self._take(message, journal, ms)
        outcome = m.OUTCOME_REFUSED if code else m.OUTCOME_DONE
        done = (m.COMMAND_DONE, request[1], request[2], counter, outcome, code or None)
        seq = journal.append(done, ms)
        self._note(done, seq, journal.head)

    def _note(self, message: tuple, seq: int, head: bytes) -> None:
        self._observe(message, seq, head)
        self._performers.note(message, seq)

    def _observe(self, message: tuple, seq: int, head: bytes) -> None:
        """A line of the log, live or replayed: everybody who remembers something looks at it."""
        message_id = message[0]
        if message_id == m.HAND_STARTED:
            self._began = (seq, head)
        elif message_id == m.COMMIT_ORDER:
            self._commit_due = (message[1], message[2])
        elif message_id == m.ORDER_COMMITTED:
            self._commit_due = None
        elif message_id == m.REVEAL_ORDER:
            self._reveal_due = (message[1], message[2])
        elif message_id == m.ORDER_REVEALED:
            self._reveal_due = None
        self._keeper.note(message)
        self._commands.note(message)
        self._door.note(message, seq)
        self._seats.note(message, seq)

    def _sync(self, journal: Journal) -> bool:
        """Make the pass durable; False holds everything back until it is."""
        try:
            if journal.sync():
                self._keeper.after_sync()
                self.faults.worked(FAULT_STORE_FAILED)
            return True
        except HalError as trouble:
            self.faults.failed(FAULT_STORE_FAILED, trouble.kind)
            self._board.watchdog.feed()
            self._seats.show_fault()
            return False

    # --- act and report --------------------------------------------------------------------------

    def _act(self, now_ms: int) -> None:
        effects = self._effects
        self._effects = []
        for effect, seq in effects:
            if effect[0] == m.SETTLE_ORDER:
                self._settle(effect)
            elif effect[0] in (m.START_TIMER, m.STOP_TIMER):
                self._countdown.perform(effect, now_ms)
            else:
                self._performers.add(effect, seq)
        self._performers.start(now_ms, self._is_held())

    def _settle(self, effect: tuple) -> None:
        hand = self.table.hand
        if hand is not None:
            rule = s.WORDS[s.SETTING_CUT][hand.rules[s.SETTING_CUT]]
            self._keeper.settle(effect[1], effect[2], effect[3], effect[4], rule)

    def _is_held(self) -> bool:
        hand = self.table.hand
        return self.faults.is_stopped() or (hand is not None and hand.state == HELD)

    def _report(self, journal: Journal, now_ms: int) -> None:
        octets = self._session.outgoing(journal, now_ms)
        if octets:
            try:
                self._session.took(self._board.link.write(octets))
            except HalError:
                self._session.unplugged()

    # --- the end of a pass -----------------------------------------------------------------------

    def _wait_ms(self, seats_ms: int, journal: Journal, now_ms: int) -> int:
        if self._offered or self.faults.inputs or self._reveal_due is not None:
            return 0
        if self.intake.pipeline.wanted or self._session.wants_line_now(journal):
            return 0
        wait = MOVING_MS if self._performers.is_moving else IDLE_MS
        left = self._countdown.left_ms(now_ms)
        if left is not None and left < wait:
            wait = left
        return min(wait, seats_ms)

    def _ms(self) -> int:
        return self._board.clock.now_ms() - self._started_ms

    # --- when a check fails ----------------------------------------------------------------------

    def _last_words(self, code: str) -> None:
        """A bug of ours: motors off, every card where it is, one last line, and wait."""
        self.stopped_by = code
        self._performers.stop_motors()
        if self.journal is not None:
            try:
                self.journal.append((m.LAST_WORDS, code), self._ms())
                self.journal.sync()
            except HalError as trouble:
                self.faults.failed(FAULT_STORE_FAILED, trouble.kind)

    def _pass_when_stopped(self) -> int:
        """Nothing moves any more; the host still hears the log, the displays say wait."""
        now_ms = self._board.clock.now_ms()
        if self.journal is not None:
            self._poll_link(self.journal, now_ms)
            for _counter, request in self._session.commands:
                self._session.refuse(m.REFUSAL_NOT_NOW, request[1])
            self._session.commands = []
            self._report(self.journal, now_ms)
        self._seats.show_wait(self.table)
        self._board.watchdog.feed()
        return IDLE_MS
