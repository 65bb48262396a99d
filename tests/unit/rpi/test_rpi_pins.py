"""Pins of a Pi: safe before they are outputs, told as active or not, and advice without them."""

from __future__ import annotations

import os
import sys
import types

import pytest

from hal.boards import rev_a
from hal.errors import IO, HalError
from hal.rpi import gpio as room
from hal.rpi.gpio import NoGpio, PiIn, PiLines, PiOut, header_chip, open_gpio
from hal.rpi.refusal import refusal
from tests.pi_stand_ins import PIN, FakeGpio


@pytest.fixture
def gpio():
    return FakeGpio()


def test_an_output_is_made_with_its_safe_level_and_no_other(gpio):
    PiOut(gpio, "mux_reset", 17, active=0, safe=0)
    assert gpio.said == [("setup", 17, gpio.OUT, gpio.PUD_OFF, 0)]


@pytest.mark.parametrize("active", [0, 1])
def test_active_means_what_the_board_says(gpio, active):
    out = PiOut(gpio, "line", 5, active=active, safe=1 - active)
    out.put(True)
    assert gpio.levels[5] == active
    out.put(False)
    assert gpio.levels[5] == 1 - active
    gpio.inputs[6] = lambda: active
    assert PiIn(gpio, "line", 6, active, 1).is_on()
    gpio.inputs[6] = lambda: 1 - active
    assert not PiIn(gpio, "line", 6, active, 1).is_on()


def test_every_line_of_the_board_is_taken_with_its_pull_and_its_level(gpio):
    PiLines(gpio, rev_a.LINES)
    pulls = {1: gpio.PUD_UP, -1: gpio.PUD_DOWN, 0: gpio.PUD_OFF}
    for _, pin, _, is_output, _, safe, pull in rev_a.LINES:
        if is_output:
            assert ("setup", pin, gpio.OUT, gpio.PUD_OFF, safe) in gpio.said
        else:
            assert ("setup", pin, gpio.IN, pulls[pull], -1) in gpio.said
    assert len(gpio.said) == len(rev_a.LINES)


def test_all_lines_become_safe_though_one_refuses(gpio):
    lines = PiLines(gpio, rev_a.LINES)
    for name in lines.outputs:
        lines.outputs[name].put(True)
    gpio.refuses = {PIN["buzzer"]}
    with pytest.raises(HalError) as told:
        lines.make_safe()
    assert (told.value.kind, told.value.device) == (IO, "buzzer")
    assert gpio.levels[PIN["motor_enable"]] == 0
    assert gpio.levels[PIN["mux_reset"]] == 0


def test_a_line_that_somebody_else_holds_is_named(gpio):
    gpio.refuses = {PIN["lid"]}
    with pytest.raises(HalError, match="lid: GPIO busy"):
        PiLines(gpio, rev_a.LINES)


def install(monkeypatch, library):
    """Put a library where `RPi.GPIO` is looked for; None for none at all."""
    package = types.ModuleType("RPi")
    if library is not None:
        package.GPIO = library
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", library)


def test_broadcom_numbers_are_chosen(monkeypatch, gpio, tmp_path):
    install(monkeypatch, gpio)
    assert open_gpio(tmp_path) is gpio
    assert ("setmode", gpio.BCM) in gpio.said


@pytest.mark.parametrize(("language", "both"), [("en", "Never both"), ("it", "Mai tutti e due")])
def test_without_a_library_a_person_is_told_what_to_install(monkeypatch, tmp_path, language, both):
    install(monkeypatch, None)
    with pytest.raises(NoGpio) as told:
        open_gpio(tmp_path)
    for word in ("mazziere[rpi]", "mazziere[rpi5]", both, "--board sim"):
        assert word in refusal(told.value, language)


def test_a_library_that_does_not_fit_the_machine_leads_to_the_same_advice(
    monkeypatch, gpio, tmp_path
):
    def setmode(_mode):
        raise RuntimeError("Cannot determine SOC peripheral base address")

    gpio.setmode = setmode
    install(monkeypatch, gpio)
    with pytest.raises(NoGpio, match="SOC peripheral"):
        open_gpio(tmp_path)


def test_a_library_that_wants_to_write_where_it_is_loaded_may(monkeypatch, gpio, tmp_path):
    install(monkeypatch, gpio)
    where = []

    class Finder:
        """Loads `RPi` from here, and sees from which folder it was asked."""

        @staticmethod
        def find_spec(name, _path=None, _target=None):
            if name == "RPi":
                where.append(os.getcwd())

    before = os.getcwd()
    monkeypatch.delitem(sys.modules, "RPi")
    monkeypatch.delitem(sys.modules, "RPi.GPIO")
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])
    monkeypatch.delenv("RPI_LGPIO_REVISION", raising=False)
    with pytest.raises(NoGpio):  # this machine is no Raspberry Pi
        open_gpio(tmp_path)
    assert where == [str(tmp_path)]
    assert os.getcwd() == before


def test_a_library_that_does_not_know_the_pi_says_so_at_the_first_pin(gpio):
    """RPi.GPIO on a Pi 5 is loaded and numbers pins, and fails when one is wanted."""

    def setup(*_given, **_named):
        raise RuntimeError("Cannot determine SOC peripheral base address")

    gpio.setup = setup
    with pytest.raises(NoGpio, match="SOC peripheral"):
        PiLines(gpio, rev_a.LINES)


@pytest.fixture
def chips(monkeypatch, tmp_path):
    """GPIO chips by number, with their labels: told as the kernel tells them."""
    labels = {0: b"raspberrypi-exp-gpio", 10: b"gpio-brcmstb", 4: b"pinctrl-rp1"}
    for number in labels:
        (tmp_path / f"gpiochip{number}").write_text(str(number))

    def ioctl(handle, request, told):
        assert request == 0x8044B401
        label = labels[int(os.read(handle, 4))]
        told[32 : 32 + len(label)] = label

    monkeypatch.setattr(room.fcntl, "ioctl", ioctl)
    return labels, tmp_path


def test_the_headers_chip_is_found_by_its_label_whatever_its_number(chips):
    labels, folder = chips
    assert header_chip(devices=folder) == 4
    labels[0], labels[4] = labels[4], labels[0]
    assert header_chip(devices=folder) == 0
    labels[0] = b"another"
    assert header_chip(devices=folder) is None


def test_the_chip_that_was_found_is_told_to_the_library(monkeypatch, gpio, tmp_path):
    install(monkeypatch, gpio)
    monkeypatch.setattr(room, "header_chip", lambda: 7)
    for before, after in ((None, "7"), ("2", "2")):
        monkeypatch.delenv("RPI_LGPIO_CHIP", raising=False)
        if before is not None:
            monkeypatch.setenv("RPI_LGPIO_CHIP", before)
        open_gpio(tmp_path)
        assert os.environ["RPI_LGPIO_CHIP"] == after
        monkeypatch.delenv("RPI_LGPIO_CHIP")
