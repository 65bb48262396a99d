"""What the banks of the sensor boards show: each plug, each kind, and each way to fail."""

from __future__ import annotations

import re

import pytest

from hal.card_machine.workings import BANKS, DRUM, ENTRY, EXIT, FEED_GAUGE, PATH_GAUGE, TURRET
from hal.errors import NACK, HalError
from hal.sim.workings import senses
from tests.source_tree import ROOT
from tests.unit.sim_workings.bench import Bench

WORDS = {
    "slot": senses.SLOT,
    "mouth": senses.MOUTH,
    "lies at": senses.LIES,
    "drum home": senses.DRUM_HOME,
    "turret home": senses.ARM_HOME,
    "arm bit": senses.ARM_PLACE,
}
HIGH = 0x7F
FORKS = 11


def plugs_in_the_page():
    """(kind, number) of every plug, bank by bank, as the hardware's page has it."""
    page = (ROOT / "hardware/rev_a/generated/sensors.md").read_text()
    banks = []
    for row in re.findall(r"^\| \d \| [AB] \|(.*)\|$", page, re.MULTILINE):
        plugs = []
        for cell in row.split("|"):
            words = cell.strip()
            kind = words.rstrip(" 0123456789")
            if kind != "-":
                number = words[len(kind) :].strip()
                plugs.append((WORDS[kind], int(number) if number else 0))
        banks.append(tuple(plugs))
    return tuple(banks)


def test_every_plug_looks_at_what_the_hardware_page_says():
    assert plugs_in_the_page() == senses.FITTED


def test_with_lamps_off_every_input_is_high():
    bench = Bench()
    assert [bench.metal.look(bank, lit=False) for bank in range(BANKS)] == [HIGH] * BANKS


def test_slots_that_hold_a_card_are_dark_wherever_the_drum_stands():
    bench = Bench()
    assert bench.metal.look(0) == 0b0011111  # slots 0, 2, 4, 6, 8
    assert bench.metal.look(1) == 0b0011111  # slots 1, 3, 5, 7, 9
    bench.metal.turn(DRUM, 59 * 2 + 1, 300)
    bench.wait(400)
    assert bench.metal.look(0) == 0b0111110


def test_a_look_takes_its_time_within_the_pass():
    bench = Bench()
    for _ in range(4):
        bench.metal.look(0)
    assert bench.metal.now_ms() == bench.clock.ms + 5
    assert bench.metal.pass_is_over() == 6
    assert bench.metal.now_ms() == bench.clock.ms


def test_something_in_a_well_throws_light_back():
    bench = Bench()
    assert bench.metal.look(12) == HIGH
    bench.machine.deck.wells[3].append(bench.machine.deck.hopper.pop())
    assert bench.metal.look(12) == HIGH & ~0b100


def test_the_arm_tells_the_mouth_it_points_to_and_nothing_between_two():
    bench = Bench()
    assert bench.metal.look(FORKS) == 0b0000111, "both flags, mouth 1"
    bench.metal.turn(TURRET, 711, 300)
    bench.wait(300)
    assert bench.metal.look(FORKS) >> 2 == 12
    bench.metal.turn(TURRET, 59, 300)
    bench.wait(300)
    assert bench.metal.look(FORKS) >> 2 == 0


@pytest.mark.parametrize("bank", [8, 11])
def test_a_stuck_or_blind_input_keeps_its_level(bank):
    bench = Bench("sensor name=mouth state=off card=1", "sensor name=home state=off card=1")
    bench.aim(4, 3)
    bench.metal.drum.at = 0
    assert bench.metal.look(bank) & (0b100 if bank == 8 else 1) == 0
    other = Bench("sensor name=mouth state=on card=1", "sensor name=home state=on card=1")
    other.aim(4, 3)
    assert other.metal.look(bank) & (0b100 if bank == 8 else 1)


def test_gauges_and_the_face_up_sensor_fail_as_they_do_without_a_plug():
    bench = Bench(
        "sensor name=feed_gauge state=off feed=1",
        "sensor name=gauge state=on card=1",
        "sensor name=face_up state=off card=1",
        "sensor name=exit state=on card=1",
    )
    assert bench.metal.thickness(FEED_GAUGE) < -100
    assert bench.metal.thickness(PATH_GAUGE) == 0, "it fails with the card"
    assert not bench.metal.is_dark(EXIT)
    with pytest.raises(HalError) as told:
        bench.metal.face_up()
    assert told.value.kind == NACK
    bench.throw(4, 3)
    bench.wait(300)
    assert bench.metal.thickness(PATH_GAUGE) == 300
    assert bench.metal.is_dark(EXIT)
    assert not bench.metal.is_dark(ENTRY)


def test_a_beam_that_chatters_gives_many_edges_and_the_same_time_in_the_dark_before_them():
    bench = Bench("sensor name=exit state=chatter card=1")
    bench.throw(4, 3)
    bench.wait(400)
    edges = bench.metal.edges(EXIT)
    assert len(edges) == 10
    assert not bench.metal.is_dark(EXIT)


def test_a_card_that_lies_face_up_shows_its_face_from_above():
    bench = Bench("flip card=2")
    seen = []
    for slot in (4, 5):
        bench.throw(slot, 3)
        light = []
        for _ in range(300):
            bench.wait(1)
            light.append(bench.metal.face_up())
        seen.append(max(light))
    assert seen[0] < 350
    assert seen[1] >= 450


def test_drum_and_arm_stand_where_the_program_and_the_mechanics_say():
    import tomllib

    from hal.card_machine import places
    from hal.sim.workings import drum

    mechanics = tomllib.loads((ROOT / "hardware/rev_a/mechanics.toml").read_text())
    assert tuple(mechanics["turret"]["mouths"]) == drum.MOUTHS == places.MOUTHS
    for mouth in drum.MOUTHS:
        assert drum.mouth_pulses(mouth) == places.mouth_pulses(mouth)
    assert drum.FEEDER_AT == places.FEEDER_AT
