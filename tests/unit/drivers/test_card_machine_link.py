"""The card machine over its registers: nothing lost, nothing told twice, and the page is true."""

from __future__ import annotations

import tomllib

import pytest

from firmware.schema import faults, messages
from hal import ports
from hal.drivers import card_machine as link
from hal.drivers.card_machine import CardMachineLink
from hal.drivers.crc8 import crc8
from hal.drivers.hint import POLL_MS, Hint
from hal.errors import CORRUPT, NACK, OVERFLOW, REFUSED, HalError
from hal.ports import COUNT, EV_COUNTED, EV_DONE, EV_FED, FEED, HOME
from hal.sim import mishaps, motions
from hal.sim.board import fallen_pile
from hal.sim.chip_card_machine import SimCardMachineChip
from hal.sim.deck import Deck
from hal.sim.mechanics import Machine
from tests.source_tree import ROOT
from tests.wires import Bench

HOMED = ((EV_DONE, 1, 0, 0),)


class Rig:
    def __init__(self):
        self.bench = Bench()
        self.machine = Machine(self.bench.clock, Deck(fallen_pile(b"seed")))
        self.chip = self.bench.put(0x30, SimCardMachineChip(self.machine))
        self.driver = self.new_driver()

    def new_driver(self):
        return CardMachineLink(self.bench.bus, 0x30, Hint(self.chip, self.bench.clock))

    def polls(self, times=3):
        """Everything that these polls told, errors by kind."""
        told = []
        for _ in range(times):
            try:
                told += self.driver.poll()
            except HalError as trouble:
                told.append(trouble.kind)
        return told


@pytest.fixture
def rig():
    return Rig()


@pytest.fixture
def waiting(rig):
    """HOME is done and its event waits."""
    rig.driver.start(1, HOME)
    rig.bench.wait(2500)
    return rig


def fail_at(rig, *, register, times=1):
    """Refuse the next transfers that write to a register."""
    left = [times]

    def refuse(address, out, count):
        if out and out[0] == register and left[0]:
            left[0] -= 1
            raise HalError(NACK, "bus")

    rig.bench.wires.before_transfer = refuse


def damage(rig, at):
    """Flip a bit of the next answer, once."""

    def spoil(address, answer):
        answer[at] ^= 0x04
        rig.bench.wires.spoil = None

    rig.bench.wires.spoil = spoil


def test_the_check_byte_is_the_one_of_the_standard():
    assert crc8(b"123456789") == 0xF4
    assert crc8(b"") == 0


def test_a_command_and_its_answer_on_the_wire(rig):
    rig.driver.start(0x0102, ports.EJECT, 53, 18, 0x3FFF)
    message = bytes((0x10, 1, 2, 3, 0, 53, 18, 0x3F, 0xFF))
    assert rig.bench.bus.said[0] == (0x30, message + bytes((crc8(message),)), b"")
    answer = bytes((0, 0, 1, 2, 1))
    assert rig.bench.bus.said[1] == (0x30, b"\x20", answer + bytes((crc8(b"\x20" + answer),)))


def test_a_quiet_line_spares_the_bus(rig):
    rig.driver.poll()
    rig.bench.bus.said.clear()
    assert [rig.driver.poll() for _ in range(100)] == [()] * 100
    assert rig.bench.bus.said == []
    rig.bench.wait(POLL_MS)
    rig.driver.poll()
    assert len(rig.bench.bus.said) == 1


def test_events_are_told_once(waiting):
    assert waiting.polls() == list(HOMED)
    waiting.driver.start(2, FEED, 7)
    waiting.bench.wait(1000)
    assert waiting.polls() == [(EV_FED, 2, 7, 0), (EV_DONE, 2, 0, 0)]
    assert not waiting.chip.is_on()


@pytest.mark.parametrize("register", [link.STATUS, link.TAKEN])
@pytest.mark.parametrize("times", [1, 3])
def test_a_transfer_that_fails_loses_no_event_and_doubles_none(waiting, register, times):
    fail_at(waiting, register=register, times=times)
    assert waiting.polls(times + 2) == [NACK] * times + list(HOMED)


def test_taken_that_arrived_although_it_failed_doubles_no_event(waiting):
    real = waiting.bench.bus.writeto

    def arrives_and_fails(address, out):
        real(address, out)
        waiting.bench.bus.writeto = real
        raise HalError(NACK, "bus")

    waiting.bench.bus.writeto = arrives_and_fails
    assert waiting.polls() == [NACK, *HOMED]


@pytest.mark.parametrize("at", range(link.STATUS_BYTES + link.EVENT_BYTES))
def test_a_flipped_bit_anywhere_is_an_error_and_never_an_event(waiting, at):
    damage(waiting, at)
    assert waiting.polls() == [CORRUPT, *HOMED]


@pytest.mark.parametrize("at", range(1, 10))
def test_a_command_damaged_on_its_way_moves_nothing(rig, at):
    real = rig.bench.bus.writeto

    def damaged(address, out):
        out = bytearray(out)
        out[at] ^= 0x40
        real(address, bytes(out))

    rig.bench.bus.writeto = damaged
    with pytest.raises(HalError) as trouble:
        rig.driver.start(5, COUNT)
    assert trouble.value.kind == CORRUPT
    assert not rig.machine.is_busy()
    rig.bench.bus.writeto = real
    rig.driver.start(5, COUNT)
    rig.bench.wait(2000)
    assert rig.polls()[0] == (EV_COUNTED, 5, 52, 0)


def test_a_command_whose_register_was_damaged_is_not_taken_for_granted(rig):
    real = rig.bench.bus.writeto
    rig.bench.bus.writeto = lambda address, out: real(address, b"\x50" + bytes(out[1:]))
    with pytest.raises(HalError) as trouble:
        rig.driver.start(5, COUNT)
    assert trouble.value.kind == CORRUPT
    assert not rig.machine.is_busy()


def test_many_events_at_once_are_read_whole_and_in_order(rig):
    rig.machine.events = [(EV_FED, 9, slot, 0) for slot in range(54)]
    assert rig.polls() == [(EV_FED, 9, slot, 0) for slot in range(54)]


def test_running_numbers_start_over_behind_255(rig):
    for turn in range(12):
        rig.machine.events = [(EV_FED, turn, slot, 0) for slot in range(54)]
        assert len(rig.polls(1)) == 54
    assert rig.polls() == []


def test_lost_events_are_said_once_and_then_it_goes_on(rig):
    rig.machine.events = [(EV_FED, 9, slot, 0) for slot in range(link.EVENTS_MAX + 1)]
    assert rig.polls() == [OVERFLOW]
    rig.driver.start(1, HOME)
    rig.bench.wait(2500)
    assert rig.polls() == list(HOMED)


def test_a_controller_that_starts_again_finds_what_was_not_taken(waiting):
    waiting.driver = waiting.new_driver()
    assert waiting.polls() == list(HOMED)
    waiting.driver = waiting.new_driver()
    waiting.driver.start(1, HOME)
    assert waiting.polls() == list(HOMED)
    assert not waiting.machine.is_busy()


@pytest.mark.parametrize("c", [-1, 0xFFFF, 1 << 20])
def test_a_token_that_cannot_be_said_is_refused_before_anything_is_sent(rig, c):
    with pytest.raises(HalError) as refused:
        rig.driver.start(1, ports.EJECT, 0, 1, c)
    assert refused.value.kind == REFUSED
    assert rig.bench.bus.said == []


def test_a_count_of_events_that_cannot_be_is_not_believed(waiting):
    answer = bytes((0, 0, 0, 1, link.EVENTS_MAX + 1))
    answer += bytes((crc8(b"\x20" + answer),))

    def spoil(address, into):
        into[: len(answer)] = answer
        waiting.bench.wires.spoil = None

    waiting.bench.wires.spoil = spoil
    assert waiting.polls() == [CORRUPT, *HOMED]


def test_id_nought_moves_nothing(rig):
    message = bytes((link.COMMAND, 0, 0, COUNT, 0, 0, 0, 0, 0))
    rig.bench.wires.writeto(0x30, message + bytes((crc8(message),)))
    assert rig.bench.ask(0x30, link.STATUS, 2)[1] == link.REFUSED_ID
    assert not rig.machine.is_busy()


def test_the_machine_says_what_it_is(rig):
    assert rig.bench.ask(0x30, link.IDENTITY, 3) == b"MC" + bytes((link.MAP_VERSION,))
    assert f"map version {link.MAP_VERSION}," in PAGE


def test_a_command_given_again_does_not_drop_what_strayed(rig):
    rig.driver.start(1, HOME)
    rig.bench.wait(2500)
    rig.polls()
    rig.driver.start(2, FEED, 0)
    rig.bench.wait(500)
    rig.machine.happen("stray to=seat4")
    rig.bench.wait(2000)
    rig.driver.start(2, FEED, 0)
    told = [event[:2] for event in rig.polls()]
    strayed = [(ports.EV_STRAYED, 0), (ports.EV_LANDED, 0)]
    assert sorted(told) == sorted([*strayed, (EV_FED, 2), (EV_DONE, 2)])


# --- the page and the code ---------------------------------------------------------------------

PAGE = (ROOT / "hardware" / "card-machine.md").read_text(encoding="utf-8")


def rows(heading):
    """Return the rows of the table below a heading or table header, cell by cell."""
    lines = PAGE[PAGE.index(heading) :].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("|---"))
    found = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def test_the_pages_registers_flags_and_answers_are_the_codes():
    for number, name, *_ in rows("| register | name"):
        assert getattr(link, name) == int(number, 16), name
    for number, name, *_ in rows("| flag | name"):
        assert getattr(link, "FLAG_" + name) == int(number, 16), name
    for number, name, *_ in rows("| answer | name"):
        assert getattr(link, name) == int(number), name


@pytest.mark.parametrize(
    ("heading", "prefix"),
    [("| operation | name", ""), ("| event | name", "EV_"), ("| code | name", "FAILED_")],
)
def test_the_pages_numbers_are_those_of_the_port(heading, prefix):
    told = {row[1]: int(row[0]) for row in rows(heading)}
    assert list(told.values()) == list(range(1, len(told) + 1)), "numbered without a gap"
    for name, number in told.items():
        assert getattr(ports, prefix + name) == number, name
    if prefix:
        known = [name for name in vars(ports) if name.startswith(prefix)]
        assert len(known) == len(told), "the page names every one"


@pytest.mark.parametrize(
    ("heading", "number_at", "prefix"),
    [
        ("| doubt | name", 0, "DOUBT_"),
        ("| stage | name", 0, "STAGE_"),
        ("| stage | name", 2, "STOPPED_BY_"),
        ("| stage | name", 4, "SENSOR_"),
    ],
)
def test_the_pages_details_are_those_of_the_port(heading, number_at, prefix):
    told = {
        prefix + row[number_at + 1]: int(row[number_at]) for row in rows(heading) if row[number_at]
    }
    assert told == {name: n for name, n in vars(ports).items() if name.startswith(prefix)}


def test_details_have_the_schemas_numbers():
    for prefix, words in (("DOUBT_", messages.DOUBT_WORDS), ("STAGE_", messages.STAGE_WORDS)):
        for number, word in enumerate(words):
            assert getattr(ports, prefix + word.upper()) == number


def test_every_mishap_of_a_plan_is_on_the_page():
    told = " ".join(row[1] for row in rows("| failure | fault plan"))
    missing = [kind for kind in mishaps.KINDS if kind not in told]
    assert not missing, "no failure mode names " + ", ".join(missing)


def test_every_fault_of_the_page_is_in_the_fault_table_with_its_words():
    for row in rows("| failure | fault plan"):
        answer, displays = row[5], row[6].strip("`")
        for code in (word.strip(",") for word in answer.split() if word.startswith("F-")):
            number = faults.by_code(code)
            assert number, code
            assert displays == faults_words()[code], code


def faults_words():
    """Display words by code, from the schema's source."""
    source = tomllib.loads((ROOT / "firmware/schema/faults.toml").read_text(encoding="utf-8"))
    return {row["code"]: row["words"] for row in source["fault"]}


def test_the_pages_times_are_the_machines():
    machine = Machine(Bench().clock, Deck(fallen_pile(b"seed")))
    for number, name, *_, time, _ in rows("| operation | name"):
        if name == "STOP":
            continue
        steps = machine._programmes[int(number)]
        total = sum(max(step[0], 0) for step in steps)
        assert int(time.split(",")[0]) == total, name
    assert f"takes {motions.CAROUSEL_MS} ms" in PAGE
