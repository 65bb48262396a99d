"""Everything that stands between the rules and one board, put together once at a start.

Which part is handed which others is decided here and nowhere else, so that a reader sees on one
page who can reach whom: who may draw noise, who holds the order, who moves a card. What they do
together in a pass is `controller`. Rule of the file: it makes and joins, and does nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.caretaker import Caretaker
from firmware.app.commands import Commands
from firmware.app.faults import Faults
from firmware.app.floor_desk import FloorDesk
from firmware.app.head_signer import HeadSigner
from firmware.app.heartbeat import Heartbeat
from firmware.app.link_desk import LinkDesk
from firmware.app.log_doubt import LogDoubt
from firmware.app.log_keeping import LogBounds, LogKeeping
from firmware.app.noise_intake import NoiseIntake
from firmware.app.order_desk import OrderDesk
from firmware.app.order_keeper import OrderKeeper
from firmware.app.own_desk import OwnDesk
from firmware.app.pace import Pace
from firmware.app.pairing_desk import PairingDesk
from firmware.app.performers import Performers
from firmware.app.role_keys import RoleKeys
from firmware.app.safe_stop import SafeStop
from firmware.app.seats import Seats
from firmware.app.starts import Starts
from firmware.app.steady_memory import SteadyMemory
from firmware.app.timers import Countdown
from firmware.app.waiting import Waiting
from firmware.core.table import Table
from firmware.journal.segments import Journal
from firmware.link.door import Door
from firmware.schema.messages import CARD_FED, CARD_LANDED, CARD_LEFT, DEAL_CARD

if TYPE_CHECKING:
    from hal.board import Board


class Parts:
    """The parts of one table; parameters as of `Controller`.

    journal_of, seats_of, intake_of, pace_of: of what log, seats, noise intake and rest are made; a
    simulated table that nobody watches has others.
    """

    intake_of = NoiseIntake
    journal_of = Journal
    seats_of = Seats
    pace_of = Pace

    def __init__(self, board: Board, reset: int, profile: int, bounds: LogBounds | None) -> None:
        self.board = board
        self.reset = reset
        self.bounds = LogBounds() if bounds is None else bounds
        self.table = Table(profile)
        self.faults = Faults()
        self.intake = self.intake_of(board.noise, self.faults, board.serial, board.second_noise)
        memory = self.memory = SteadyMemory(board.order_memory, self.faults)
        self.starts = Starts(memory, reset)
        self.caretaker = Caretaker(board, self.faults, self.starts)
        self.heart = Heartbeat(board.watchdog, board.motor_enable, board.clock.now_ms())
        self.keeper = OrderKeeper(memory, self.intake, board.serial, board.noise.provenance)
        self.orders = OrderDesk(self.keeper, self.table, self.faults)
        self.performers = Performers(
            board.machine, memory, self.keeper, self.table.ledger, self.faults
        )
        self.role_keys = RoleKeys(memory)
        self.door = Door(board.serial, self.role_keys)
        self.commands = Commands()
        self.floor = FloorDesk(self.faults, self.table)
        self.link = LinkDesk(board.link, self.door, self.commands, self.faults, self.floor)
        self.keeping = LogKeeping(
            board.store,
            self.table,
            self.door,
            self.faults,
            board.serial,
            self.bounds,
            self.orders,
        )
        self.pairing = PairingDesk(
            self.link.session, self.door, self.role_keys, self.intake, self.table, board.lid
        )
        self.countdown = Countdown()
        self.waiting = Waiting()
        self.signatures = HeadSigner(board.signer)
        self.seats = self.seats_of(board, self.faults)
        self.own = self.link.own = OwnDesk(self.table, self.seats.screen, board.clock)
        self.stopped = SafeStop(
            board,
            self.heart,
            self.starts,
            self.faults,
            self.seats,
            self.performers,
            self.link,
        )
        self.doubt = LogDoubt(self.table, self.faults, self.performers)
        self.offered: list[tuple] = []  # by people beside the keys, not decided yet
        self.pace = self.pace_of(board.attention, board.motor_gap_ms)

    def observe(self, message: tuple, seq: int, head: bytes) -> None:
        """A line of the log, live or replayed: everybody who remembers something looks at it.

        Half of all lines say where a card went, and concern one part each; whatever a line says,
        its head may be one that is signed.
        """
        number = message[0]
        self.signatures.note(message, seq, head)
        if number == CARD_FED:
            return
        if number == CARD_LEFT:
            self.keeper.note(message)
            return
        if number == CARD_LANDED:
            self.performers.note(message, seq)
            return
        if number == DEAL_CARD:
            self.waiting.note(message, self.board.clock.now_ms())
            return
        self.orders.note(message, seq, head)
        self.keeper.note(message)
        self.commands.note(message)
        self.door.note(message, seq)
        self.seats.note(message, seq)
        self.performers.note(message, seq)
        self.waiting.note(message, self.board.clock.now_ms())
