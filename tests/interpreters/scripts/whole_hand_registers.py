"""The same at register level, three-handed: drivers, buses, chips and their bus time as well."""

from hal.sim.register_board import RegisterTable
from tests.interpreters.whole_firmware import WholeTable, play_hand

played = play_hand(WholeTable((1, 4, 10), RegisterTable))
print(played.log())
table = played.table
for seat in played.seats:
    print(seat, table.display(seat).text(), table.display(seat).points())
print(table.inner_bus.busy_us, table.table_bus.busy_us, table.table_bus.transfers)
print(table.clock.now_us())
