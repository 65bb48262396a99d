"""The simulated table as a program: evenings from end to end, kills and restarts."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys

import pytest

from hal.disk.folder import FolderStore
from hal.disk.lock import FolderLock
from hal.errors import NACK, HalError
from hal.ports import PLACE_BOARD1, PLACE_BURN, PLACE_SEAT1
from hal.sim import main as sim
from hal.sim.main import Simulation
from hal.sim.panel import SimPanel
from hal.sim.room import MemoryRoom, Room
from hal.sim.script import scripted_hand
from hal.sim.spectator import Spectator
from tests.source_tree import ROOT

QUICK = {"witness_ms": "0", "next_hand_ms": "0"}

HEADS_UP = {
    "seats": {"1": 1000, "2": 1000},
    "button": 1,
    "settings": {"small_blind": 5, "big_blind": 10, "action_seconds": 0, "show_seconds": 0},
    "faces": {
        "seat1": [51, 50],
        "seat2": [0, 5],
        "board1": [49],
        "board2": [48],
        "board3": [8],
        "board4": [13],
        "board5": [22],
    },
    "choices": {
        "1": [["raise", 35], ["raise", 125], ["call"], ["raise", 840]],
        "2": [["call"], ["call"], ["call"], ["call"], ["call"], ["call"]],
    },
}


def text(simulation):
    """The record as it is written."""
    store = simulation.table.board.store
    return b"".join(store.read(one) for one in store.segments()).decode()


def told(simulation):
    """The record's lines, names only with fields."""
    return [line.split(" ")[2:-2] for line in text(simulation).splitlines()]


def test_an_open_evening_plays_its_hands_and_no_chip_is_lost():
    simulation = Simulation(
        b"evening", hands=4, stacks=dict.fromkeys((1, 4, 5, 9), 2000), settings=QUICK
    )
    simulation.run()
    seen = simulation.spectator
    assert seen.hands_ended == 4
    names = [line[0] for line in told(simulation)]
    taken = [line for line in told(simulation) if line[0] == "seat_taken"]
    left = names.count("seat_left")
    assert sum(seen.stacks.values()) == 2000 * len(taken)
    assert len(taken) == 4 + left
    assert names.count("hand_finished") == 4
    assert "irregularity_found" not in names
    assert "input_refused" not in names
    assert "fault_raised" not in names
    assert sorted(simulation.table.machine.deck.faces) == list(range(52))


def test_the_same_seed_plays_the_same_evening_and_another_seed_another():
    def actions(seed):
        simulation = Simulation(seed, hands=2, stacks={1: 500, 2: 500, 3: 500}, settings=QUICK)
        simulation.run()
        return [line for line in told(simulation) if line[0] in ("board_dealt", "action_taken")]

    assert actions(b"a") == actions(b"a")
    assert actions(b"a") != actions(b"b")


def test_a_recorded_hand_is_played_by_keys_with_its_faces():
    simulation = Simulation(b"script", script=[scripted_hand(HEADS_UP)] * 2, settings=QUICK)
    assert simulation.table.board.noise.provenance == "scripted"
    simulation.run()
    lines = told(simulation)
    shown = [line[1:3] for line in lines if line[0] == "hand_shown"]
    assert ["seat=1", "cards=As,Ah"] in shown
    assert ["seat=2", "cards=2c,3d"] in shown
    boards = [line[2] for line in lines if line[0] == "board_dealt"]
    assert boards[2] == boards[5] == "cards=Ad,Ac,4c,5d,7h"
    assert simulation.spectator.stacks == {1: 2000, 2: 0}
    acted = [" ".join(line[1:4]) for line in lines if line[0] == "action_taken"]
    half = len(acted) // 2
    assert acted[:half] == acted[half:]
    assert acted[0] == "seat=1 action=raise to=35"


def start(folder, *options):
    return subprocess.Popen(
        [sys.executable, "-m", "hal.sim.main", "--state", str(folder), *options],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )


def size(folder):
    return sum(file.stat().st_size for file in (folder / "journal").glob("*.log"))


def record(folder):
    store = FolderStore(folder / "journal")
    return b"".join(store.read(one) for one in store.segments())


@pytest.mark.slow
def test_a_killed_table_goes_on_in_the_same_hand_with_the_same_cards(tmp_path):
    """Six hands, so that also a slow look at the table's disk finds it playing five times."""
    hands, kills_max = 6, 8
    script = tmp_path / "hands.json"
    script.write_text(json.dumps({"hands": [HEADS_UP] * hands}))
    options = ["--script", str(script), "--speed", "max", "--linger", "0"]
    options += [f"--set={name}={value}" for name, value in QUICK.items()]
    kills = 0
    while True:
        goal = size(tmp_path / "table") + 900 + 1300 * (kills % 6)
        table = start(tmp_path / "table", *options)
        while table.poll() is None and (kills == kills_max or size(tmp_path / "table") < goal):
            with contextlib.suppress(subprocess.TimeoutExpired):
                table.wait(0.005)
        if table.poll() is not None:
            assert table.returncode == 0
            break
        table.kill()
        table.wait()
        kills += 1
    seen = Spectator()
    seen.read(record(tmp_path / "table"))
    assert seen.hands_ended == hands
    assert seen.stacks == {1: 2000, 2: 0}
    lines = record(tmp_path / "table").decode().splitlines()
    names = [line.split(" ")[2] for line in lines]
    assert names.count("hand_started") == hands
    assert names.count("hand_finished") == hands
    assert names.count("order_committed") == hands
    assert stopped_under_way(lines) <= kills
    assert kills >= 5


def stopped_under_way(lines):
    """How many cards a kill stopped in the path; nothing else may have gone wrong.

    The motors lose their supply with the loop, so such a card comes to rest behind its slot. It is
    driven out to the aside tray, sensed there, and laid by a person where it was sent. A head of
    the log may stand between any two lines, and is none of what happened.
    """
    told = [line.split(" ")[2:-2] for line in lines if " log_head " not in line]
    found = [at for at, words in enumerate(told) if words[0] == "irregularity_found"]
    for at in found:
        token = told[at][2]
        assert told[at] == ["irregularity_found", "kind=card_at_wrong_place", token]
        assert told[at - 1] == ["card_landed", token, "at=aside"]
        sent = [words for words in told[:at] if words[0] == "deal_card"][-1]
        laid = next(words for words in told[at:] if words[0] == "card_moved")
        assert laid[1:3] == [token, sent[2]]
        since = [words[0] for words in told[told.index(sent) : at]]
        assert "table_started" in since
    return len(found)


@pytest.mark.parametrize("place", [PLACE_SEAT1 + 1, PLACE_BURN, PLACE_BOARD1 + 1])
@pytest.mark.parametrize("step", [2, 3], ids=["before the reader", "behind the reader"])
def test_a_card_that_a_kill_stopped_under_way_is_laid_where_it_was_sent(place, step):
    room = MemoryRoom()
    script = [scripted_hand(HEADS_UP)]
    killed = Simulation(b"under way", script=script, settings=QUICK, room=room)
    machine = killed.table.machine
    while machine._step != step or machine._command[3] != place or not machine.deck.path:
        killed.advance(killed.one_pass())
    room.cut_power()
    again = Simulation(b"under way", script=script, settings=QUICK, room=room)
    again.advance(300)  # so long until the loop is there again, and the motors have current
    again.run()
    assert stopped_under_way(text(again).splitlines()) == 1
    lines = told(again)
    assert [line[2] for line in lines if line[0] == "board_dealt"][-1] == "cards=Ad,Ac,4c,5d,7h"
    assert ["seat=1", "cards=As,Ah"] in [line[1:3] for line in lines if line[0] == "hand_shown"]
    assert again.spectator.stacks == {1: 2000, 2: 0}


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_table_ends_at_once_and_can_go_on(tmp_path, sent):
    port = tmp_path / "port"
    table = start(tmp_path / "table", "--seats", "3", "--speed", "5", "--port-file", str(port))
    for _ in range(15_000):  # five minutes
        if port.exists():
            break
        with contextlib.suppress(subprocess.TimeoutExpired):
            table.wait(0.02)
    assert port.read_text().startswith("/dev/")
    table.send_signal(sent)
    assert table.wait(300) == sim.EXIT_STOPPED
    assert os.path.isdir(tmp_path / "table" / "journal")
    room = Room(tmp_path / "table")
    assert room.enter(Simulation(b"x", stacks={1: 1, 2: 1}).table.machine)


def test_a_broken_script_is_told_and_nothing_starts(tmp_path, capsys):
    script = tmp_path / "hands.json"
    script.write_text("{}")
    assert sim.main(["--script", str(script), "--state", str(tmp_path / "t")]) == sim.EXIT_USAGE
    assert "not a script" in capsys.readouterr().err


def test_a_script_that_does_not_fit_its_hand_stops_and_says_where(tmp_path, capsys):
    script = tmp_path / "hands.json"
    script.write_text(json.dumps({"hands": [{**HEADS_UP, "choices": {"1": [["call"]]}}]}))
    options = ["--script", str(script), "--speed", "max", "--set=witness_ms=0"]
    assert sim.main(options) == sim.EXIT_USAGE
    assert "hand 1: no recorded choice for seat 2" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--port-file", "--onlooker", "--script"])
def test_a_file_that_cannot_be_opened_is_named(tmp_path, capsys, option):
    missing = tmp_path / "no" / "such"
    options = ["--hands", "1", "--speed", "max", "--linger", "0", option, str(missing)]
    assert sim.main(options) == sim.EXIT_USAGE
    assert str(missing) in capsys.readouterr().err


def test_a_firmware_that_stops_itself_ends_the_program(monkeypatch, capsys):
    def stop(controller):
        controller._stopped.code = "test_says_stop"
        return 100

    monkeypatch.setattr(sim.Controller, "one_pass", stop)
    assert sim.main(["--speed", "max", "--linger", "0"]) == sim.EXIT_BROKEN
    assert "test_says_stop" in capsys.readouterr().err


def test_a_firmware_that_never_rests_is_noticed(monkeypatch):
    monkeypatch.setattr(sim.Controller, "one_pass", lambda controller: 0)
    with pytest.raises(RuntimeError, match="rest"):
        Simulation(b"x", stacks={1: 1, 2: 1}).run()


def test_a_seed_chosen_by_chance_is_told_after_the_port(capsys):
    options = ["--hands", "1", "--speed", "max", "--linger", "0", "--level", "port"]
    assert sim.main(options) == sim.EXIT_OK
    port, seed = capsys.readouterr().out.splitlines()
    assert port.startswith("/dev/")
    assert len(seed.removeprefix("seed ")) == 16
    assert sim.main([*options, "--seed", "7"]) == sim.EXIT_OK
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_folder_in_use_is_refused_by_name_and_free_again_afterwards(tmp_path, capsys):
    options = ["--hands", "1", "--speed", "max", "--linger", "0", "--level", "port"]
    options += ["--state", str(tmp_path)]
    lock = FolderLock(tmp_path)
    assert sim.main(options) == sim.EXIT_USAGE
    told = f"{tmp_path} is in use by another table (process {os.getpid()})"
    assert capsys.readouterr().err == f"mazziere-table: {told}\n"
    assert not (tmp_path / "journal").exists()
    lock.close()
    assert sim.main(options) == sim.EXIT_OK
    FolderLock(tmp_path).close()


@pytest.mark.parametrize("name", ["fram.bin", "world.bin", "table.lock", "journal"])
def test_what_is_in_the_way_in_a_folder_is_named_and_left_alone(name, tmp_path, capsys):
    way = tmp_path / name
    if name == "journal":
        way.write_text("a letter")
    else:
        way.mkdir()
    assert sim.main(["--hands", "1", "--speed", "max", "--state", str(tmp_path)]) == sim.EXIT_USAGE
    why = "Not a directory" if name == "journal" else "Is a directory"
    assert capsys.readouterr().err == f"mazziere-table: {way}: {why}\n"
    assert name != "journal" or way.read_text() == "a letter"


def test_a_folder_that_is_a_file_or_has_no_name_is_refused(tmp_path, capsys):
    file = tmp_path / "letter"
    file.write_text("dear")
    assert sim.main(["--state", str(file)]) == sim.EXIT_USAGE
    assert capsys.readouterr().err == f"mazziere-table: {file}: Not a directory\n"
    with pytest.raises(SystemExit) as ended:
        sim.main(["--state", ""])
    assert ended.value.code == sim.EXIT_USAGE
    assert "argument --state: an empty name" in capsys.readouterr().err


def test_a_journal_that_may_not_be_written_on_is_refused_before_the_table_starts(
    tmp_path, capsys, monkeypatch
):
    options = ["--hands", "1", "--speed", "max", "--linger", "0", "--level", "port"]
    options += ["--state", str(tmp_path)]
    assert sim.main(options) == sim.EXIT_OK
    segment = tmp_path / "journal" / "segment-000001.log"
    before = segment.read_bytes()
    capsys.readouterr()
    monkeypatch.setattr(os, "access", lambda path, _how: path != segment)
    assert sim.main(options) == sim.EXIT_USAGE
    assert capsys.readouterr().err == f"mazziere-table: {segment}: Permission denied\n"
    assert segment.read_bytes() == before


def test_the_check_of_the_command_line_finds_every_part_of_a_simulated_table_good(capsys):
    for level in ("register", "port"):
        assert sim.main(["--check", "--seed", "1", "--level", level]) == sim.EXIT_OK
        told = capsys.readouterr().out.splitlines()
        assert len(told) > 20
        assert [line for line in told if not line.startswith("good")] == []


def test_the_check_names_a_part_that_does_not_answer(capsys, monkeypatch):
    def silent(_panel):
        raise HalError(NACK, "panel", "nobody at 0x22")

    monkeypatch.setattr(SimPanel, "read", silent)
    assert sim.main(["--check", "--seed", "1", "--level", "port"]) == 1
    bad = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("good")]
    assert len(bad) == 5
    assert all("0x22" in line for line in bad)
