"""A table at register level: keys, lamps, digits, noise, memory and the card machine over the
simulated buses, the same to the byte and to the microsecond on both.
"""

from __future__ import annotations

from hal.errors import HalError
from hal.ports import COUNT, EJECT, FEED, HOME, KEY_CALL, KEY_UP
from hal.sim.register_board import RegisterTable

table = RegisterTable(b"seed")
board = table.board


def told(call, *args):
    """What a call gave, or how it failed."""
    try:
        return call(*args)
    except HalError as trouble:
        return str(trouble)


def wait(ms):
    """Let time pass."""
    table.clock.advance(table.clock.now_ms() + ms)


for panel in board.panels:
    print(panel.read(), panel.read())
table.panel(4).press(4, KEY_CALL)
table.panel(3).press(3, KEY_UP)
print(board.panels[1].read(), table.clock.now_us())
board.panels[4].light(True, True)
print([table.panel(seat).is_lit(seat) for seat in range(1, 11)])
board.seat_displays[6].show(bytes((0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x87)), True)
print(repr(table.display(7).text()), table.display(7).points(), table.display(8).is_blinking)

print(told(board.noise.read))
wait(5)
for _ in range(3):
    print(told(board.noise.read).hex())
board.order_memory.write(32000, b"pending order")
print(board.order_memory.read(31999, 15), told(board.order_memory.read, 32760, 9))

commands = ((HOME,), (FEED, 3), (FEED, 4), (EJECT, 3, 5, 3), (EJECT, 4, 11, 4), (EJECT, 4, -1))
for number, command in enumerate(commands + ((COUNT,),), 1):
    board.machine.start(number, *command)
    for _ in range(30):
        wait(100)
        for event in board.machine.poll():
            print(number, event)

table.expanders[0].lose_power()
wait(1000)
print(told(board.panels[0].read), told(board.panels[0].read))
table.switch.branches[2].sda_clocks = 9
wait(1000)
print([told(panel.read) for panel in board.panels], table.table_bus.recover())
print(table.table_bus.transfers, table.table_bus.busy_us, table.inner_bus.busy_us)
print(table.clock.now_us())
