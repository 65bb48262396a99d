"""The serial line of a Pi, its two watchdogs and its word to systemd, over real sockets."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import tty

import pytest

from hal.errors import ABSENT, LOST, REFUSED, HalError
from hal.rpi.link import AGAIN_MS, SerialLink, open_port
from hal.rpi.watchdog import FEED_EVERY_MS, DeviceWatchdog, Notify, PiWatchdog
from hal.sim.clock import SimClock


@pytest.fixture
def clock():
    return SimClock()


@pytest.fixture
def wire(clock):
    """(link on a real serial port that pyserial opened, the other end's descriptor)."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    link = SerialLink(lambda: open_port(os.ttyname(theirs), 115200), clock)
    yield link, ours
    link.close()
    for handle in (ours, theirs):
        try:
            os.close(handle)
        except OSError:
            continue


def test_bytes_pass_both_ways_and_nothing_waits(wire):
    link, host = wire
    assert link.read() == b""
    os.write(host, b"asked")
    assert link.read() == b"asked"
    assert link.write(b"answered") == 8
    assert os.read(host, 100) == b"answered"


def test_a_full_line_takes_what_it_can_and_says_how_much(wire):
    link, _ = wire
    link.read()
    took = [link.write(bytes(4096)) for _ in range(40)]
    assert took[-1] == 0
    assert 0 < sum(took) < 40 * 4096


def test_a_pulled_cable_is_lost_and_its_port_let_go(wire):
    link, host = wire
    link.read()
    os.close(host)
    with pytest.raises(HalError) as lost:
        link.write(b"x")
    assert lost.value.kind == LOST
    assert link.fileno() == -1


def test_a_port_that_is_not_there_is_tried_once_a_second(clock):
    tries = []

    def opened():
        tries.append(clock.now_ms())
        raise FileNotFoundError(2, "No such file")

    link = SerialLink(opened, clock)
    for _ in range(50):
        with pytest.raises(HalError) as lost:
            link.write(b"line")
        assert lost.value.kind == LOST
        clock.advance(clock.now_ms() + AGAIN_MS // 20)
    assert tries == [0, 1000, 2000]


# --- watchdogs -----------------------------------------------------------------------------------


@pytest.fixture
def systemd(tmp_path):
    """A socket as systemd makes one, bound where `NOTIFY_SOCKET` says."""
    hears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hears.bind(str(tmp_path / "notify"))
    hears.setblocking(False)
    yield hears
    hears.close()


def notify_to(hears):
    return Notify({"NOTIFY_SOCKET": hears.getsockname(), "WATCHDOG_USEC": "10000000"})


def test_systemd_hears_what_it_is_told(systemd):
    notify = notify_to(systemd)
    assert notify.is_watching
    notify.tell("READY=1", "STATUS=plays")
    assert systemd.recv(1000) == b"READY=1\nSTATUS=plays"
    notify.close()


def test_without_systemd_nothing_is_said_and_nothing_fails():
    notify = Notify({})
    assert not notify.is_watching
    notify.tell("READY=1")
    notify.close()


def test_an_abstract_socket_is_understood():
    hears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hears.bind(f"\0mazziere-test-{os.getpid()}")
    notify = Notify({"NOTIFY_SOCKET": f"@mazziere-test-{os.getpid()}"})
    notify.tell("STOPPING=1")
    hears.setblocking(False)
    assert hears.recv(100) == b"STOPPING=1"
    notify.close()
    hears.close()


def test_a_systemd_that_went_away_stops_no_table(systemd):
    notify = notify_to(systemd)
    os.unlink(systemd.getsockname())
    notify.tell("WATCHDOG=1")
    notify.close()


def test_both_are_fed_by_the_loop_twice_a_second_and_not_without_it(tmp_path, clock, systemd):
    path = tmp_path / "watchdog"
    path.touch()
    device = DeviceWatchdog(str(path))
    notify = notify_to(systemd)
    watchdog = PiWatchdog(clock, notify)
    watchdog.join(device)
    begun = path.stat().st_size
    for _ in range(100):
        watchdog.feed()
        clock.advance(clock.now_ms() + 10)
    assert path.stat().st_size - begun == 1000 // FEED_EVERY_MS
    assert [systemd.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
    with pytest.raises(BlockingIOError):
        systemd.recv(100)
    device.close()
    notify.close()
    assert path.read_bytes().endswith(b"V")  # disarmed on purpose, and only then


def test_a_watchdog_that_is_not_there_or_not_ours_is_named(tmp_path):
    with pytest.raises(HalError) as absent:
        DeviceWatchdog(str(tmp_path / "none"))
    assert absent.value.kind == ABSENT
    if os.getuid():
        (tmp_path / "theirs").touch(mode=0)
        with pytest.raises(HalError) as refused:
            DeviceWatchdog(str(tmp_path / "theirs"))
        assert refused.value.kind == REFUSED


@pytest.mark.parametrize(
    ("allowed_us", "every_ms"), [("500000", 250), ("30000000", FEED_EVERY_MS)]
)
def test_systemd_is_told_twice_as_often_as_it_wants(systemd, allowed_us, every_ms):
    hears = systemd
    notify = Notify({"NOTIFY_SOCKET": hears.getsockname(), "WATCHDOG_USEC": allowed_us})
    clock = SimClock()
    watchdog = PiWatchdog(clock, notify)
    said = []
    for _ in range(1200):
        watchdog.feed()
        with contextlib.suppress(BlockingIOError):
            said.append((hears.recv(100), clock.now_ms()))
        clock.advance(clock.now_ms() + 1)
    notify.close()
    assert {word for word, _ in said} == {b"WATCHDOG=1"}
    times = [ms for _, ms in said]
    assert {after - before for before, after in itertools.pairwise(times)} == {every_ms}


def test_a_watch_over_another_program_is_not_ours(systemd):
    asked = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "500000"}
    for meant, is_ours in ((str(os.getpid()), True), (str(os.getpid() + 1), False)):
        notify = Notify({**asked, "WATCHDOG_PID": meant})
        assert notify.is_watching is is_ours
        notify.close()
    for useless in ("0", "soon", ""):
        notify = Notify({**asked, "WATCHDOG_USEC": useless})
        assert not notify.is_watching
        notify.close()
