"""Ten stacks of ten sizes, everybody all-in: a main pot, eight side pots and a return, all shown.

The most that a hand takes of a board's memory. What the table said is forgotten at once, as a
shell forgets it. Runs on MicroPython; the tests judge.
"""

from firmware.core import hand_table
from tests.hand_stories import table_of


class Forgotten:
    """A list that keeps nothing."""

    def extend(self, messages):
        pass

    def append(self, message):
        pass


def play():
    """Play the hand; returns the driver with its table."""
    driver = table_of({seat: 100 * seat for seat in range(1, 11)})
    driver.said = driver.accepted = Forgotten()
    driver.deck = [51, 47] + list(range(47)) + [48, 49, 50]  # so that the pots have winners
    driver.start_hand()
    while driver.table.hand is not None and driver.table.hand.state == hand_table.BETTING:
        turn = driver.table.hand.turn
        if driver.raise_to(turn, 100 * turn):
            driver.call(turn)
    assert driver.table.hand is None
    assert driver.table.stacks != [0] + [100 * seat for seat in range(1, 11)]
    assert sum(driver.table.stacks) == 5500
    return driver
