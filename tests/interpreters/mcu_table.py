"""A hand played by a board's own program, `hal.mcu.main`, on a bench with a simulated table.

The program runs as on a board, in its loop that never ends; people look on whenever time passes.
Power is cut in the middle of a write to flash, at a line of the log that a script names; then the
board is started again with what flash, FRAM and card machine still hold. The modules `machine`,
`time` and `rp2` are those of `tests/mcu_stand_ins`, which must come first on the path.
"""

import gc

from firmware.schema import messages as m
from hal.drivers.fram import FRAM_BYTES
from hal.errors import PowerCut
from hal.mcu import main
from hal.sim.memory import SimOrderMemory
from hal.sim.register_board import RegisterTable
from tests.interpreters.whole_firmware import SERIAL, STACK, Fingers
from tests.mcu_stand_ins.bench import HERE, Reset

LOOKS_A_GLANCE = 8  # people need not look every two milliseconds
LOOKS_A_COLLECTION = 400  # the simulator leaves more behind than a board's loop sweeps up


class FileMemory:
    """A FRAM's cells in a file, so that they take no memory where memory is measured."""

    def __init__(self, path):
        self._cells = open(path, "w+b")  # noqa: SIM115  as long as the memory lives
        for _ in range(FRAM_BYTES // 1024):
            self._cells.write(bytes(1024))

    def read(self, offset, count):
        self._cells.seek(offset)
        return self._cells.read(count)

    def write(self, offset, content):
        self._cells.seek(offset)
        self._cells.write(content)


class Done(BaseException):
    """What was waited for is in the log."""


class BoardOnBench:
    """seats: those who play. flash: as it is found; a new one begins a new log."""

    def __init__(self, seats, flash, memory=None):
        self.seats = seats
        self.flash = flash
        self.memory = memory or SimOrderMemory()
        self.table = None
        self.service = None
        self.writes = 0  # to the log
        self.erasures_in_motion = 0
        self.on_store = None  # called behind every read and write of the log
        self.is_tearing = False
        self._start(b"bench", None, None)
        offer = self.service.controller.offer
        for name in ("witness_ms", "next_hand_ms"):
            offer((m.SETTING_CHANGED, name, "0", None))
        for seat in seats:
            offer((m.SEAT_TAKEN, seat, STACK, None))

    def _start(self, seed, clock, machine):
        self.let_go()
        self.table = None
        gc.collect()
        self.table = RegisterTable(
            seed, serial=SERIAL, clock=clock, machine=machine, order_memory=self.memory
        )
        self.flash.spend_us = self._busy
        HERE.solder(self.table, self.flash)
        HERE.looks_on = self._look
        self._fingers = Fingers(self.table, self.seats)
        self._looks = 0
        self.service = main.Service()
        store = self.service.table.board.store
        append = store.append
        read = store.read

        def watched_read(segment):
            content = read(segment)
            if self.on_store:
                self.on_store()
            return content

        def watched(segment, content):
            self.writes += 1
            if self.on_store:
                self.on_store()
            if self._until in content:
                if self.is_tearing:
                    self.flash.torn_at = 40
                    self.flash.cut_at = 1
                    append(segment, content)
                append(segment, content)
                self._is_reached = True
                return
            append(segment, content)

        store.append = watched
        store.read = watched_read

    def _busy(self, us):
        """The chip stands still while its flash is written to."""
        if us > 1000 and self.table.machine.is_running:
            self.erasures_in_motion += 1
        self.table.clock.spend_us(us)

    def let_go(self):
        """Keep the world, drop the program."""
        self.service = None
        HERE.__init__()

    def again(self):
        """Power is back, and nothing of the old program is in memory; the floor key is turned."""
        clock, machine = self.table.clock, self.table.machine
        self._fingers = None
        self._start(b"again", clock, machine)
        self.table.floor_key.put(True)

    def play(self, until, is_torn=False):
        """Let the board run until it writes `until`; torn: the plug is pulled in that write."""
        self._until = until
        self._is_reached = False
        self.is_tearing = is_torn
        self._deadline_ms = self.table.clock.now_ms() + 900000
        try:
            self.service.run()
        except Done:
            return "reached"
        except PowerCut:
            return "cut"
        except Reset:
            return "reset"
        return "ended"

    def log(self):
        """The whole log, as text."""
        store = self.service.table.board.store
        return b"".join([store.read(one) for one in store.segments()]).decode()

    def _look(self):
        self._looks += 1
        if self._looks % LOOKS_A_GLANCE and not self._is_reached:
            return
        if self._looks % LOOKS_A_COLLECTION == 0:
            gc.collect()
        controller = self.service.controller
        if controller.stopped_by:
            raise ValueError("stopped by " + controller.stopped_by)
        if self._is_reached:
            raise Done
        if self.table.clock.now_ms() > self._deadline_ms:
            raise ValueError("not reached: " + str(self._until))
        self._fingers.look()
        machine = self.table.machine
        if machine.is_collecting:
            for place in machine.trays_with_cards():
                machine.drop_in_hopper(place)


def play_hand(board):
    """The hand: torn at the flop, a start, and on to its end."""
    print(board.play(b"board_dealt street=flop", is_torn=True))
    board.again()
    print(board.play(b"order_revealed"))
    return board
