"""One hand through the whole firmware on a simulated table: every line of the log, printed.

Keys, lamps, displays, order, cards, journal and a start in the middle of the hand, on both
interpreters alike. Heads-up; both seats call or check with one key each time their lamp is lit,
and show.
"""

from firmware.app.controller import Controller
from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_RAISE
from hal.sim.board import SimTable

SEATS = (2, 7)
PRESS_MS = 130  # longer than the lock-out, so that each press is seen whole


class Fingers:
    """Whoever's lamp is lit presses CALL; the cut is confirmed as it stands."""

    def __init__(self, table):
        self.table = table
        self.free_ms = 0

    def look(self):
        clock = self.table.clock
        if clock.now_ms() < self.free_ms:
            return
        for seat in SEATS:
            panel = self.table.panel(seat)
            if panel.is_lit(seat):
                cut = self.table.display(seat).text()[4:] == "0000"
                key = KEY_RAISE if cut else KEY_CALL
                self.free_ms = clock.now_ms() + 1000
                self.press(panel, seat, key)
                return

    def press(self, panel, seat, key):
        """Down after 700 ms, long enough for the cut to be confirmed, and up again."""
        clock = self.table.clock
        clock.after(700, lambda: panel.press(seat, key))
        clock.after(700 + PRESS_MS, lambda: panel.release(seat, key))


class Voice:
    """People drop their cards when they are asked to."""

    def __init__(self, table):
        self.table = table

    def look(self):
        machine = self.table.machine
        if machine.is_collecting:
            for place in machine.trays_with_cards():
                machine.drop_in_hopper(place)


def passes(table, controller, until, count_max):
    """Run passes until a line of the log contains `until`."""
    fingers = Fingers(table)
    voice = Voice(table)
    store = table.board.store
    for _ in range(count_max):
        wait = controller.one_pass()
        if controller.stopped_by:
            print("stopped by", controller.stopped_by)
            return
        fingers.look()
        voice.look()
        due = table.clock.next_due_ms()
        now = table.clock.now_ms()
        table.clock.advance(now + (wait if due is None else min(wait, due - now)))
        last = store.segments()[-1:]
        if last and until in store.read(last[0])[-2000:]:
            return
    print("not reached", until)


def log_of(store):
    return b"".join([store.read(one) for one in store.segments()]).decode()


table = SimTable(b"both", serial="MZ-0007")
controller = Controller(table.board)
controller.offer((m.SETTING_CHANGED, "witness_ms", "0", None))
controller.offer((m.SETTING_CHANGED, "next_hand_ms", "0", None))
for seat in SEATS:
    controller.offer((m.SEAT_TAKEN, seat, 2000, None))
passes(table, controller, b"board_dealt street=flop", 20000)

again = SimTable(
    b"again",
    serial="MZ-0007",
    clock=table.clock,
    machine=table.machine,
    order_memory=table.board.order_memory,
    store=table.board.store,
)
controller = Controller(again.board)
again.floor_key.put(True)
passes(again, controller, b"order_revealed", 20000)
print(log_of(again.board.store))
for seat in SEATS:
    print(seat, again.display(seat).text(), again.display(seat).points())
