"""How noise reaches the pipeline: trouble is named, waited out or tested anew, never passed by."""

from __future__ import annotations

import pytest

from firmware.app.faults import Faults
from firmware.app.noise_intake import BUSY_MS, NoiseIntake
from firmware.compat import InvariantError
from firmware.schema import messages as m
from hal.errors import BUSY, REFUSED, TIMEOUT, UNHEALTHY, HalError
from hal.sim.noise import SimNoise, SimSecondNoise


class Source(SimNoise):
    """Simulated noise that can be busy, silent or stuck."""

    trouble = ""
    stuck = False
    alarms_left = 0

    def read(self) -> bytes:
        if self.alarms_left:
            self.alarms_left -= 1
            raise HalError(UNHEALTHY, "noise", "status 0x2")
        if self.trouble:
            raise HalError(self.trouble, "noise")
        return bytes(16) if self.stuck else super().read()


def intake() -> tuple[NoiseIntake, Source, Faults]:
    source, faults = Source(b"noise"), Faults()
    return NoiseIntake(source, faults, "MZ-0007"), source, faults


def steps(one: NoiseIntake, count: int) -> None:
    for _ in range(count):
        one.step()


def test_draw_is_ready_after_start_up_and_its_own_seeds() -> None:
    one, _, faults = intake()
    assert not one.is_ready()
    steps(one, 200)
    assert one.is_healthy
    assert not one.is_ready()
    steps(one, 20)
    assert one.is_ready()
    assert len(one.pipeline.draw_bytes(8)) == 8
    assert not one.is_ready()
    assert faults.inputs == []


def test_busy_source_is_asked_again_and_is_no_fault() -> None:
    one, source, faults = intake()
    source.trouble = BUSY
    steps(one, 50)
    source.trouble = ""
    steps(one, 200)
    assert one.is_healthy
    assert faults.inputs == []


def test_silent_source_is_a_fault_until_it_answers() -> None:
    one, source, faults = intake()
    steps(one, 200)
    one.is_ready()
    source.trouble = TIMEOUT
    steps(one, 10)
    assert not one.is_healthy
    source.trouble = ""
    steps(one, 200)
    assert one.is_healthy
    assert [one_[:2] for one_ in faults.inputs] == [
        (m.FAULT_RAISED, "F-RNG-02"),
        (m.FAULT_CLEARED, "F-RNG-02"),
    ]


def test_stuck_source_closes_the_road_until_a_person_orders_a_new_test() -> None:
    one, source, faults = intake()
    steps(one, 200)
    source.stuck = True
    one.is_ready()
    steps(one, 400)
    assert one.pipeline.is_latched
    source.stuck = False
    steps(one, 400)
    assert not one.is_ready()
    one.test_again()
    steps(one, 200)
    assert one.is_healthy
    assert [one_[:2] for one_ in faults.inputs] == [
        (m.FAULT_RAISED, "F-RNG-01"),
        (m.FAULT_CLEARED, "F-RNG-01"),
    ]
    one.test_again()
    assert one.is_healthy


def test_chips_own_alarm_is_forgiven_five_times_in_a_row_and_then_named_with_its_status() -> None:
    one, source, faults = intake()
    steps(one, 200)
    one.is_ready()
    source.alarms_left = 5
    steps(one, 5)
    assert faults.inputs == []
    steps(one, 40)
    assert one.is_ready()
    source.alarms_left = 6
    one.pipeline.draw_bytes(1)
    one.is_ready()
    steps(one, 6)
    assert faults.inputs == [(m.FAULT_RAISED, "F-RNG-03", "noise", "status 0x2")]
    assert not one.is_healthy
    assert not one.pipeline.is_ready
    steps(one, 200)
    assert [one_[:2] for one_ in faults.inputs[1:]] == [(m.FAULT_CLEARED, "F-RNG-03")]


def test_source_that_was_switched_off_and_on_is_tested_from_the_start() -> None:
    one, source, _ = intake()
    steps(one, 200)
    one.is_ready()
    steps(one, 4)
    source.starts += 1
    one.step()
    assert not one.is_healthy
    assert one.pipeline.wanted > 1024, "a whole start-up test"
    steps(one, 200)
    assert one.is_healthy


class Second(SimSecondNoise):
    """A second source that can be busy or refuse."""

    trouble = ""
    asked = 0

    def read(self) -> bytes:
        self.asked += 1
        if self.trouble:
            raise HalError(self.trouble, "second_noise", "configuration not locked")
        return super().read()


def intake_of_two() -> tuple[NoiseIntake, Second, Faults]:
    second, faults = Second(b"second"), Faults()
    return NoiseIntake(Source(b"noise"), faults, "MZ-0007", second), second, faults


def drawn(one: NoiseIntake) -> bytes:
    for _ in range(200):
        if one.is_ready():
            return one.pipeline.draw_bytes(16)
        one.step()
    raise AssertionError("no draw")


def test_second_source_has_a_share_in_every_draw() -> None:
    one, second, faults = intake_of_two()
    alone, _, _ = intake()
    assert drawn(one) != drawn(alone)
    assert second.asked == 2, "start and draw"
    drawn(one)
    assert second.asked == 3
    assert faults.inputs == []


def test_draw_waits_for_a_second_source_that_is_at_work() -> None:
    one, second, _ = intake_of_two()
    second.trouble = BUSY
    steps(one, 50)
    assert one.pipeline.wanted > 1024
    assert one.wait_ms(45) == BUSY_MS
    second.trouble = ""
    assert drawn(one)


def test_unlocked_second_source_is_refused_by_name_and_play_goes_on_without_it() -> None:
    one, second, faults = intake_of_two()
    second.trouble = REFUSED
    alone, _, _ = intake()
    assert drawn(one) == drawn(alone), "nothing of it is mixed in"
    assert faults.inputs == [(m.FAULT_RAISED, "F-RNG-04", "second_noise", "refused")]
    asked = second.asked
    drawn(one)
    assert second.asked == asked + 1, "one try a draw"
    second.trouble = ""
    drawn(one)
    assert [one_[:2] for one_ in faults.inputs[1:]] == [(m.FAULT_CLEARED, "F-RNG-04")]


def test_source_without_an_assessment_is_refused() -> None:
    source = Source(b"noise")
    source.model = "found in a drawer"
    with pytest.raises(InvariantError, match="entropy_assessment_unknown"):
        NoiseIntake(source, Faults(), "MZ-0007")
