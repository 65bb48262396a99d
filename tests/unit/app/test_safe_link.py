"""A table without a log says who it is and what is the matter, and takes nothing."""

from __future__ import annotations

from firmware.app.safe_link import SafeLink
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.link import Cable

GREET = seal(write((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1), None, 0), None)


def answer(cable: Cable, link: SafeLink, said: bytes, failed: str = "") -> bytes:
    cable.host.write(said)
    for _ in range(3):
        link.step(3, failed, 5)
    return cable.host.read()


def test_a_greeting_is_answered_once_with_the_serial_number_and_the_count() -> None:
    cable = Cable()
    link = SafeLink(cable.table, "MZ-0007")
    said = answer(cable, link, GREET, "bug:KeyError")
    assert parse(said).message == (m.SAFE_MODE, "MZ-0007", 3, "bug:KeyError")
    assert cable.host.read() == b""


def test_noise_and_other_lines_are_not_answered() -> None:
    cable = Cable()
    link = SafeLink(cable.table, "MZ-0007")
    ack = seal(write((m.ACK, 5, None), None, 0), None)
    assert answer(cable, link, b"\x00garbage\n" + ack) == b""


def test_a_cable_that_is_out_costs_nothing_and_is_answered_when_it_is_back() -> None:
    cable = Cable()
    link = SafeLink(cable.table, "MZ-0007")
    cable.unplug()
    link.step(3, "", 5)
    cable.plug()
    assert parse(answer(cable, link, GREET)).message == (m.SAFE_MODE, "MZ-0007", 3, None)
