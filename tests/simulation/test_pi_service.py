"""The service of a Pi as systemd and a technician meet it, over stand-ins and our chips."""

from __future__ import annotations

import os
import signal
import socket

import pytest

from hal import check_words
from hal.boards import rev_a
from hal.check import check
from hal.disk.lock import FolderLock
from hal.errors import KINDS, HalError
from hal.main import main as table_main
from hal.rpi import main as service
from hal.rpi.last_run import LastRun
from hal.rpi.rest import Rest
from hal.rpi.table import table_serial
from hal.rpi.watchdog import DeviceWatchdog, looked_at
from hal.sim.lines import SimLine
from hal.sim.link import Cable
from hal.sim.memory import SimOrderMemory
from hal.sim.store import MemoryStore
from tests.pi_stand_ins import PIN, PiOnRegisters

PASSES = 300


@pytest.fixture
def level(tmp_path):
    return type("PiHere", (PiOnRegisters,), {"folder": tmp_path})


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    hears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hears.bind(str(tmp_path / "notify"))
    hears.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    yield hears
    hears.close()


class Opened(list):
    """Tables; between: called after each pass."""

    between = None


def heard(hears):
    words = []
    while True:
        try:
            words += hears.recv(4096).decode().split("\n")
        except BlockingIOError:
            return words


@pytest.fixture
def opened(level, monkeypatch, tmp_path):
    """The tables that the service opened; each lives for some passes, then is told to end."""
    tables = Opened()
    store, cells = MemoryStore(), SimOrderMemory()

    def open_table(_folder, serial, notify, noise_serial="unread"):
        table = level(b"seed", serial=serial, store=store, order_memory=cells)
        table.pi.board.watchdog = table.pi.watchdog
        table.pi.watchdog._notify = notify
        tables.append(table)
        return table.pi

    def rest(self, wait_ms):
        table = tables[-1]
        table.rest(wait_ms)
        table.passes = getattr(table, "passes", 0) + 1
        if tables.between is not None:
            tables.between()
        if table.passes == PASSES:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(service, "PiTable", open_table)
    monkeypatch.setattr(Rest, "rest", rest)
    return tables


def run(tmp_path, *more):
    return table_main(
        ["--board", "rev_a", "--state", str(tmp_path / "state"), "--serial", "MZ-T1", *more]
    )


def test_the_service_plays_tells_systemd_and_ends_safe(opened, systemd, tmp_path, capsys):
    words = []
    opened.between = lambda: words.extend(heard(systemd))  # its queue is short
    assert run(tmp_path) == service.EXIT_OK
    words += heard(systemd)
    started = words.index("STATUS=starting")
    assert words[started + 1] == "READY=1"
    assert words.count("READY=1") == 1
    assert "STATUS=plays" in words
    assert words.count("WATCHDOG=1") > 2
    assert words[-1] == "STOPPING=1"
    gpio = opened[0].gpio
    assert gpio.levels[PIN["motor_enable"]] == 0
    assert gpio.levels[PIN["mux_reset"]] == 0
    assert "systemd alone watches" in capsys.readouterr().err  # this machine has no watchdog


@pytest.mark.parametrize("dies", [False, True])
def test_the_computers_watchdog_is_disarmed_by_an_end_on_purpose_and_by_no_other(
    opened, tmp_path, monkeypatch, dies
):
    (tmp_path / "dev").touch()
    monkeypatch.setattr(service, "DeviceWatchdog", lambda: DeviceWatchdog(str(tmp_path / "dev")))

    def die():
        if dies and opened[0].passes > 50:
            raise MemoryError

    opened.between = die
    if dies:
        with pytest.raises(MemoryError):
            run(tmp_path)
    else:
        assert run(tmp_path) == service.EXIT_OK
    fed = (tmp_path / "dev").read_bytes()
    assert fed.startswith(b"\0\0")
    assert fed.endswith(b"V") != dies
    assert opened[0].gpio.levels[PIN["motor_enable"]] == 0
    assert LastRun(tmp_path / "state").reset == ("watchdog" if dies else "software")


def test_without_any_watchdog_no_table_is_run(opened, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert run(tmp_path) == service.EXIT_USAGE
    assert "watchdog" in capsys.readouterr().err
    assert opened[0].gpio.levels[PIN["mux_reset"]] == 0  # and its lines were left safe


def test_a_second_service_is_kept_out_of_the_folder(opened, tmp_path, capsys):
    lock = FolderLock(tmp_path / "state")
    assert run(tmp_path) == service.EXIT_USAGE
    assert "in use by another table" in capsys.readouterr().err
    assert run(tmp_path, "--lang", "it") == service.EXIT_USAGE
    told = capsys.readouterr().err
    assert f"è di un altro tavolo (processo {os.getpid()})" in told
    assert opened == []
    lock.close()


# --- why it was started --------------------------------------------------------------------------


def test_a_program_that_died_is_told_from_one_that_ended_and_from_a_new_boot(tmp_path):
    boot = tmp_path / "boot_id"
    boot.write_text("one\n")
    first = LastRun(tmp_path, boot)
    assert first.reset == "power_on"
    first.runs()
    assert LastRun(tmp_path, boot).reset == "watchdog"
    first.ended()
    assert LastRun(tmp_path, boot).reset == "software"
    first.runs()
    boot.write_text("two\n")
    assert LastRun(tmp_path, boot).reset == "power_on"


def test_a_note_that_is_not_whole_counts_as_a_start_by_power(tmp_path):
    boot = tmp_path / "boot_id"
    boot.write_text("one\n")
    (tmp_path / "last-run").write_text("one")
    assert LastRun(tmp_path, boot).reset == "power_on"


# --- rest ----------------------------------------------------------------------------------------


def test_the_interrupt_line_ends_a_rest_and_a_signal_does():
    line = SimLine()

    class Link:
        looks = 0

        def fileno(self):
            self.looks += 1
            line.put(self.looks == 3)
            return -1

    link = Link()
    rest = Rest(line, link)
    rest.rest(60_000)
    assert link.looks == 3
    rest.is_over = True
    rest.rest(60_000)
    assert link.looks == 3


# --- check ---------------------------------------------------------------------------------------


@pytest.fixture
def table(level, tmp_path):
    table = level(b"seed")
    table.board.link = Cable().table
    (tmp_path / "watchdog").touch()
    return table


def verdicts(table, tmp_path):
    def pause(ms):
        table.clock.advance(table.clock.now_ms() + ms)

    device = ("watchdog", lambda: looked_at(str(tmp_path / "watchdog")))
    return {one.part: one for one in check(table.board, pause, (device,))}


def test_every_part_of_a_sound_table_is_good(table, tmp_path):
    found = verdicts(table, tmp_path)
    assert [one for one in found.values() if not one.is_good] == []
    displays = [part for part in found if part.startswith(("seat", "centre"))]
    panels = [part for part in found if part.startswith("panel")]
    assert (len(displays), len(panels)) == (12, 5)
    assert {"noise", "second_noise", "order_memory", "card_machine", "store"} <= set(found)
    assert all(digit == 0 for digit in table.display(3).segments)  # dark again


def test_each_missing_part_is_named_and_no_other(table, tmp_path):
    table.switch.branches[3].detach(rev_a.PANEL_AT + 2, table.expanders[2])
    table.inner_bus.wires.detach(rev_a.QRNG_AT, table.noise_chip)
    (tmp_path / "watchdog").unlink()
    found = verdicts(table, tmp_path)
    assert {part for part, one in found.items() if not one.is_good} == {
        "panel3",
        "noise",
        "watchdog",
    }
    assert "nack" in found["panel3"].said
    assert "0x22" in str(found["panel3"])


def test_whose_signatures_stand_under_the_log_is_told(table, tmp_path):
    assert "no key" in verdicts(table, tmp_path)["signer"].said
    table.second_chip.make_key(0, bytes(range(32)))
    found = verdicts(table, tmp_path)["signer"]
    assert found.is_good
    assert found.said.startswith("signs with the key ")
    assert len(found.said.split()[-1]) == 16


def test_failing_power_and_an_open_lid_are_told(table, tmp_path):
    table.power_failing.put(True)
    table.lid.put(True)
    found = verdicts(table, tmp_path)
    assert not found["power"].is_good
    assert found["lid"].said == "open"


def test_the_check_of_the_command_line_ends_with_a_code(opened, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(service.time, "sleep", lambda s: opened[-1].rest(int(s * 1000)))
    assert run(tmp_path, "--check") == service.EXIT_NOT_GOOD  # no watchdog here
    told = capsys.readouterr().out
    assert "good      panel5" in told
    assert "NOT GOOD  watchdog" in told
    assert opened[0].gpio.levels[PIN["noise_power"]] == 0


def test_the_check_speaks_the_technicians_language(opened, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(service.time, "sleep", lambda s: opened[-1].rest(int(s * 1000)))
    assert run(tmp_path, "--check", "--lang", "it") == service.EXIT_NOT_GOOD  # no watchdog here
    told = capsys.readouterr().out
    assert "buono     pannello 5\n" in told
    assert "buono     coperchio: chiuso\n" in told
    assert "NON BUONO watchdog: assente (absent) watchdog: " in told
    assert "good" not in told.lower()


def test_every_text_of_the_check_stands_in_both_languages():
    for name, english, italian in check_words._TEXTS:
        assert english.count("{}") == italian.count("{}"), name
        assert italian, name
    names = [row[0] for row in check_words._TEXTS]
    assert len(set(names)) == len(names)
    assert set(KINDS) <= set(names)
    assert check_words.detail("two readings differ", "it") == "due letture diverse"
    assert check_words.detail("nobody at 0x22", "it") == "nobody at 0x22"
    assert check_words.text("unheard_of", "it") == "unheard_of"


@pytest.mark.parametrize(
    ("language", "says"), [("en", "On a Raspberry Pi 3"), ("it", "Su un Raspberry Pi 3")]
)
def test_no_pins_is_an_advice_and_not_a_traceback(tmp_path, capsys, language, says):
    assert run(tmp_path, "--lang", language) == service.EXIT_USAGE
    told = capsys.readouterr().err
    assert "pip install" in told
    assert says in told
    assert "!." not in told


@pytest.mark.parametrize("command", [["--board", "rev_a", "--check"], ["bring-up"], ["make-key"]])
@pytest.mark.parametrize(
    ("language", "says"), [("en", "is this a Raspberry Pi?"), ("it", "è un Raspberry Pi?")]
)
def test_a_computer_without_a_number_is_told_what_to_give_and_what_runs_there(
    tmp_path, capsys, monkeypatch, command, language, says
):
    monkeypatch.setattr(service, "table_serial", lambda: table_serial(tmp_path / "none"))
    state = tmp_path / "state"
    assert table_main([*command, "--state", str(state), "--lang", language]) == service.EXIT_USAGE
    told = capsys.readouterr().err
    for word in (str(tmp_path / "none"), says, "--serial", "--board sim"):
        assert word in told
    assert not state.exists()


def test_a_serial_number_that_no_line_can_hold_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        table_main(["--board", "rev_a", "--serial", "two words"])
    assert "not a serial number" in capsys.readouterr().err


def test_an_error_of_the_hardware_names_its_part(opened, tmp_path, capsys, monkeypatch):
    def missing(*_given, **_named):
        raise HalError("absent", "inner_bus", "/dev/i2c-8")

    monkeypatch.setattr(service, "PiTable", missing)
    assert run(tmp_path) == service.EXIT_USAGE
    assert "inner_bus: /dev/i2c-8" in capsys.readouterr().err
