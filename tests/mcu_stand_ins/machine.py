"""The module `machine` of a board that stands on the bench."""

from tests.mcu_stand_ins.bench import HERE, machine_on

_made = machine_on(HERE)
Pin, I2C, UART, WDT = _made.Pin, _made.I2C, _made.UART, _made.WDT
WDT_RESET = _made.WDT_RESET
reset_cause, unique_id, reset = _made.reset_cause, _made.unique_id, _made.reset
