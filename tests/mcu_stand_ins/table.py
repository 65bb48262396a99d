"""A register-level table whose firmware talks to it through `hal.mcu`, for the contract tests."""

from hal.mcu.table import McuTable
from hal.sim.register_board import RegisterTable
from tests.mcu_stand_ins.bench import Bench, FakeTime, machine_on
from tests.mcu_stand_ins.nor_flash import NorFlash


class McuOnRegisters(RegisterTable):
    """Takes what `RegisterTable` takes."""

    def __init__(self, seed, **given):
        super().__init__(seed, **given)
        self.bench = Bench()
        self.bench.solder(self, NorFlash())
        self.mcu = McuTable(
            machine_on(self.bench),
            FakeTime(self.bench),
            self.bench.flash,
            noise_serial=self.board.noise.serial,
            provenance=self.board.noise.provenance,
        )
        board = self.mcu.board
        board.link = self.board.link
        board.watchdog = self.board.watchdog
        if "store" in given:
            board.store = self.board.store
        self.board = board
