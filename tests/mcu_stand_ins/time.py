"""The module `time` of a board that stands on the bench."""

from tests.mcu_stand_ins.bench import HERE, FakeTime

_made = FakeTime(HERE)
ticks_ms, ticks_diff, sleep_ms = _made.ticks_ms, _made.ticks_diff, _made.sleep_ms
