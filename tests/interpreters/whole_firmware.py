"""A hand through the whole firmware on a simulated table, with a start in its middle; for scripts.

At either level: the ports alone, or drivers, buses and chips below them. Whoever's lamp is lit
presses CALL and shows; the cut is confirmed as it stands. Runs on both interpreters. It plays; the
scripts print and the tests judge.
"""

import gc

from firmware.app.controller import Controller
from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_RAISE
from hal.sim.board import SimTable

PRESS_MS = 130  # longer than the lock-out, so that each press is seen whole
THINK_MS = 700  # long enough for the cut to be confirmed
STACK = 2000
PASSES_A_COLLECTION = 8
SERIAL = "MZ-0007"


class Fingers:
    """Whoever's lamp is lit presses CALL; the cut is confirmed as it stands."""

    def __init__(self, table, seats):
        self.table = table
        self.seats = seats
        self.free_ms = 0

    def look(self):
        clock = self.table.clock
        if clock.now_ms() < self.free_ms:
            return
        for seat in self.seats:
            panel = self.table.panel(seat)
            if panel.is_lit(seat):
                cut = self.table.display(seat).text()[4:] == "0000"
                self.free_ms = clock.now_ms() + 1000
                self.press(panel, seat, KEY_RAISE if cut else KEY_CALL)
                return

    def press(self, panel, seat, key):
        clock = self.table.clock
        clock.after(THINK_MS, lambda: panel.press(seat, key))
        clock.after(THINK_MS + PRESS_MS, lambda: panel.release(seat, key))


class WholeTable:
    """One table and its firmware; `restart` is a power cut between two passes."""

    def __init__(self, seats, table_class=SimTable, store=None, memory=None):
        self.seats = seats
        self.table_class = table_class
        self.table = table_class(b"both", serial=SERIAL, store=store, order_memory=memory)
        self.controller = Controller(self.table.board)
        self.store = self.table.board.store
        self.memory = memory or self.table.board.order_memory
        self.written = b""  # what the last pass added to the log
        append = self.store.append

        def watched(segment, content):
            self.written += content
            append(segment, content)

        self.store.append = watched
        for name in ("witness_ms", "next_hand_ms"):
            self.controller.offer((m.SETTING_CHANGED, name, "0", None))
        for seat in seats:
            self.controller.offer((m.SEAT_TAKEN, seat, STACK, None))

    def restart(self):
        """Clock, cards, FRAM and store outlive it; the floor key is turned afterwards."""
        before = self.table
        self.controller = None
        self.table = self.table_class(
            b"again",
            serial=SERIAL,
            clock=before.clock,
            machine=before.machine,
            order_memory=self.memory,
            store=self.store,
        )
        self.controller = Controller(self.table.board)
        self.table.floor_key.put(True)

    def play(self, until, passes_max=20000):
        """Run passes until one writes `until` into the log."""
        table = self.table
        clock = table.clock
        fingers = Fingers(table, self.seats)
        for number in range(passes_max):
            self.written = b""
            wait = self.controller.one_pass()
            if self.controller.stopped_by:
                raise ValueError("stopped by " + self.controller.stopped_by)
            fingers.look()
            self.drop_cards()
            if number % PASSES_A_COLLECTION == 0:
                gc.collect()  # a board's loop does so whenever it rests; that takes long here
            due = clock.next_due_ms()
            now = clock.now_ms()
            clock.advance(now + (wait if due is None else min(wait, due - now)))
            if until in self.written:
                return
        raise ValueError("not reached: " + str(until))

    def drop_cards(self):
        """People drop their cards when they are asked to."""
        machine = self.table.machine
        if machine.is_collecting:
            for place in machine.trays_with_cards():
                machine.drop_in_hopper(place)

    def log(self):
        """The whole log, as text."""
        return b"".join([self.store.read(one) for one in self.store.segments()]).decode()


def play_hand(table):
    """The hand: up to the flop, a start, and on to its end."""
    table.play(b"board_dealt street=flop")
    table.restart()
    table.play(b"order_revealed")
    return table
