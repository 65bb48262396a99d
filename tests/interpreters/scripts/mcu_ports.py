"""Every port of a Pico's table on both interpreters, in order and in trouble, chips simulated."""

from hal.boards import rev_a
from hal.errors import BUSY, HalError, PowerCut
from hal.mcu.flash_log import FlashLog
from hal.ports import EJECT, FEED, HOME, KEY_CALL, KEY_UP
from tests.mcu_stand_ins.bench import TICKS
from tests.mcu_stand_ins.nor_flash import NorFlash
from tests.mcu_stand_ins.table import McuOnRegisters

LINE = b"12 3456 card_landed k=3 place=seat4 #0123456789abcdef ~01234567\n"


def refusal(call, *what):
    """What a port says when it will not; 'took it' when it did."""
    try:
        call(*what)
    except HalError as trouble:
        return trouble.kind + " " + trouble.device
    return "took it"


def at_a_time(source):
    """Ask a source until it has something."""
    for _ in range(2000):
        try:
            return source[0].read()
        except HalError as busy:
            if busy.kind != BUSY:
                raise
        source[1].advance(source[1].now_ms() + 1)
    return None


def seats(table):
    """Keys, lamps, digits."""
    panel = table.board.panels[1]
    print("panel", panel.read())
    table.panel(4).press(4, KEY_UP)
    table.panel(3).press(3, KEY_CALL)
    print("pressed", panel.read(), table.board.attention.is_on())
    panel.light(True, False)
    print("lit", table.panel(3).is_lit(3), table.panel(4).is_lit(4))
    table.board.seat_displays[3].show(bytes(range(8)), True)
    print("shown", table.display(4).segments)
    print("seven", refusal(table.board.centre_displays[0].show, bytes(7)))


def memories(table):
    """FRAM, noise, second source."""
    fram = table.board.order_memory
    fram.write(32760, b"12345678")
    print("fram", fram.read(32758, 10), refusal(fram.write, 32761, bytes(8)))
    clock = table.clock
    print("noise", at_a_time((table.board.noise, clock)))
    print("second", at_a_time((table.board.second_noise, clock)))


def cards(table):
    """Three commands of the card machine, and one that it cannot do."""
    machine, clock = table.board.machine, table.clock
    told = []
    for number, command in enumerate(((HOME, 0), (FEED, 5), (EJECT, 5, 4, 9), (EJECT, 6, 4, 9))):
        machine.start(number + 1, *command)
        for _ in range(20):
            clock.advance(clock.now_ms() + 400)
            table.board.motor_enable.put(number % 2 == 0)
            told += list(machine.poll())
    print("machine", told)


def lines(table):
    """Single wires, either way, and the safe end."""
    board = table.board
    table.lid.put(True)
    table.floor_key.put(True)
    table.power_failing.put(True)
    print("lines", board.lid.is_on(), board.floor_key.is_on(), board.power_failing.is_on())
    board.buzzer.put(True)
    print("buzzer", table.buzzer.is_on())
    table.mcu.lines.make_safe()
    levels = table.bench.levels
    print("safe", [levels[row[2]] for row in rev_a.LINES if row[3]], table.buzzer.is_on())
    table.mcu.lines.outputs["mux_reset"].put(False)


def trouble(table):
    """A chip that is gone, a line that hangs, one that hangs for good."""
    board = table.board
    chip = table.expanders[4]
    table.switch.branches[5].detach(0x24, chip)
    print("gone", refusal(board.panels[4].read))
    table.inner_bus.wires.sda_clocks = 5
    inner = board.buses[0]
    print("hung", [refusal(board.order_memory.read, 0, 4) for _ in range(3)], inner.is_stuck)
    print("freed", inner.recover(), refusal(board.order_memory.read, 0, 4))
    table.table_bus.wires.is_scl_held = True
    print("held", board.buses[1].recover())
    table.table_bus.wires.is_scl_held = False
    print("let go", board.buses[1].recover(), refusal(board.panels[0].read))


def link_and_time(table):
    """The cable, a rest that a host ends, and the counter that begins again."""
    link, clock = table.mcu.link, table.clock
    table.cable.host.write(b"hello\n")
    print("link", link.has_news(), link.read(), link.read(), link.write(b"x" * 2000))
    clock.after(11, lambda: table.cable.host.write(b"?"))
    before = table.board.clock.now_ms()
    table.mcu.rest.rest(500)
    print("rest", table.board.clock.now_ms() - before)
    for _ in range(3):
        clock.advance(clock.now_ms() + TICKS // 3)
        table.board.clock.now_ms()
    print("time", table.board.clock.now_ms() == clock.now_ms())


def log():
    """The store, with a cut of the power in each of its writes."""
    flash = NorFlash(12, fill=0)
    store = FlashLog(flash)
    cuts = 0
    for cut_at in range(1, 60):
        flash.torn_at = cut_at % 70
        flash.cut_at = cut_at
        try:
            store.append(1, LINE * 20)
            store.write_snapshot(7, bytes(range(256)) * 20)
            store.append(2, LINE)
            store.cut(1, len(LINE) + 3)
            store.remove(2)
        except PowerCut:
            cuts += 1
        flash.cut_at = 0
        store = FlashLog(flash)
        whole = [store.read(one) for one in store.segments()]
        kept = [len(store.read_snapshot(one)) for one in store.snapshots()]
        print("cut", cut_at, store.segments(), [len(one) for one in whole], kept)
        for one in store.segments():
            store.remove(one)
    print("cuts", cuts, flash.erasures, flash.programs, store.free_bytes())
    print("refused", refusal(store.append, 1, b"\xff"), refusal(store.read, 9))


def main():
    """All of it."""
    table = McuOnRegisters(b"both interpreters")
    for part in (seats, memories, cards, lines, trouble, link_and_time):
        part(table)
    log()


main()
