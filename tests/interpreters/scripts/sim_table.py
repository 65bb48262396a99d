"""A simulated table's body on both interpreters: load, deal, open, collect, count, and go on."""

from __future__ import annotations

from hal.ports import (
    COLLECT,
    COUNT,
    EJECT,
    EV_DONE,
    EV_FAILED,
    FEED,
    HOME,
    OPEN_FACE,
    PLACE_BOARD1,
    PLACE_BURN,
    PLACE_CHUTE,
    RETURN,
)
from hal.sim.board import SimTable
from hal.sim.display import text_of
from hal.sim.people import People, Words
from hal.sim.policies import Random


class NobodyIsAsked:
    """Between hands there is nothing to know."""

    hand = 0

    def legal(self, seat: int) -> None:
        """Nobody's turn."""


class Driver:
    """Gives commands one after another, as a firmware does."""

    def __init__(self) -> None:
        self.table = SimTable(b"both interpreters")
        policies = [(seat, Random(b"chance")) for seat in (1, 2, 3)]
        words = Words(("SHO",), ("ALL In",), ("CUt",))
        self.people = People(self.table, policies, words, NobodyIsAsked())
        self.last_id = 0

    def run(self, operation: int, a: int = 0, b: int = 0, c: int = 0) -> list:
        """Return the events of one command."""
        self.last_id += 1
        self.table.board.machine.start(self.last_id, operation, a, b, c)
        told: list = []
        while not told or told[-1][0] not in (EV_DONE, EV_FAILED):
            self.table.clock.advance(self.table.clock.now_ms() + 50)
            self.people.look()
            told += list(self.table.board.machine.poll())
        return told


def play_hand(driver: Driver) -> None:
    """Load 52 cards, deal a three-handed flop, send the stub back, collect and count."""
    for slot in range(52):
        driver.run(FEED, slot)
    flop = [PLACE_BOARD1, PLACE_BOARD1 + 1, PLACE_BOARD1 + 2]
    dealt = [1, 2, 3, 1, 2, 3, PLACE_BURN] + flop
    for slot in range(52):
        place = dealt[slot] if slot < len(dealt) else PLACE_CHUTE
        told = driver.run(EJECT, slot, place, slot)
        if slot < len(dealt):
            print(slot, place, told)
    print("open", driver.run(OPEN_FACE, 0), driver.run(OPEN_FACE, 51))
    for place in flop:
        driver.run(RETURN, place)
    print("collect", driver.run(COLLECT), driver.run(COUNT), driver.table.clock.now_ms())


def main() -> None:
    """Two hands, a snapshot, and what chance players want."""
    driver = Driver()
    print("home", driver.run(HOME))
    for _ in range(2):
        play_hand(driver)
    machine = driver.table.machine
    kept = machine.snapshot()
    machine.restore(kept)
    print("snapshot", kept, machine.snapshot() == kept)
    print("noise", [driver.table.board.noise.read() for _ in range(3)])
    print("reads", text_of(bytes([0x6D, 0x3F, 0, 0x6D, 0x3F, 0x77, 6, 0x3F])))
    for nth in range(8):
        print("wants", Random(b"z").choose(3, (1, nth, 100 * (nth % 2), 200, 5000)))


main()
