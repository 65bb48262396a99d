"""One hand through the whole firmware on a simulated table: every line of the log, printed.

Keys, lamps, displays, order, cards, journal and a start in the middle of the hand, on both
interpreters alike.
"""

from tests.interpreters.whole_firmware import WholeTable, play_hand

played = play_hand(WholeTable((2, 7)))
print(played.log())
for seat in played.seats:
    print(seat, played.table.display(seat).text(), played.table.display(seat).points())
