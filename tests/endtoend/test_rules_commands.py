"""The rules for a person: shown, explained, and changed in a file that the next hand follows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from firmware.core import Table
from firmware.journal.replay import Replay
from firmware.lines.parser import parse
from firmware.schema import messages as m
from firmware.schema import settings as s
from hal.disk.folder import FolderStore
from host_tools.cli import exit_codes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.host_commands import Host

SECONDS_MAX = 300

ROOM = """\
profile = "rulebook"

[settings]
small_blind = 200
big_blind = 200
ante = 25
ante_mode = "all"
burn = "none"
"""


def rules_file(folder: Path, text: str) -> Path:
    path = folder / "room.toml"
    path.write_text(text, encoding="utf-8")
    return path


def row(told: str, setting: str) -> list[str]:
    return next(line.split() for line in told.splitlines() if setting in line.split())


def test_the_house_rules_in_force_are_shown_with_their_source(host: Host, tmp_path: Path) -> None:
    done = host("rules", "show")
    assert done.status == exit_codes.OK
    assert "profile default" in done.out
    shown = [
        line for line in done.out.splitlines() if line.split()[:1] in [[n] for n in s.NAMES[1:]]
    ]
    assert len(shown) == len(s.NAMES) - 1
    odd = row(done.out, "odd_chip")
    assert odd[1:5] == ["left_of_button", "left_of_button", "K3,", "R000-12,"]
    done = host("rules", "show", "--rules", rules_file(tmp_path, ROOM), "--lang", "it")
    assert "sul profilo rulebook" in done.out
    assert row(done.out, "odd_chip")[:3] == ["*", "odd_chip", "next_big_blind"]
    assert row(done.out, "small_blind")[:4] == ["+", "small_blind", "200", "50"]


def test_shown_as_json_every_value_has_its_range_and_where_it_comes_from(
    host: Host, tmp_path: Path
) -> None:
    path = rules_file(tmp_path, ROOM)
    document = json.loads(host("rules", "show", "--rules", path, "--json").out)
    assert (document["version"], document["profile"]) == (1, "rulebook")
    assert document["file"] == str(path)
    by_name = {one["name"]: one for one in document["settings"]}
    assert by_name["small_blind"] == {
        "name": "small_blind",
        "value": 200,
        "default": 50,
        "min": 0,
        "max": 100_000_000,
        "unit": "chips",
        "set_by": "file",
        "source": "R000-14, K9",
    }
    assert by_name["burn"]["choices"] == ["each_street", "flop_only", "none"]
    assert by_name["odd_chip"]["set_by"] == "profile"


def test_a_rule_is_explained_with_setting_example_and_proving_test(host: Host) -> None:
    done = host("rules", "explain", "R000-23")
    assert done.status == exit_codes.OK
    for piece in ("section 1.3", "structure = no_limit", "A bets 50", "K2, K11", "tests/"):
        assert piece in done.out
    italian = host("rules", "explain", "r000-23", "--lang", "it").out
    assert "Il massimo è il piatto".lower() in italian.lower()
    assert italian == host("--lang", "it", "rules", "explain", "R000-23").out
    document = json.loads(host("rules", "explain", "R000-12", "--json").out)
    assert document["id"] == "R000-12"
    assert [one["name"] for one in document["settings"]] == ["odd_chip"]
    assert document["tests"]
    assert "why" in document


def test_a_proving_test_that_is_named_can_be_run(host: Host) -> None:
    document = json.loads(host("rules", "explain", "R000-12", "--json").out)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "pytest_timeout", *document["tests"]],
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },  # reading them all takes two seconds
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_contradictions_settings_and_what_no_code_can_do_are_explained(host: Host) -> None:
    conflict = host("rules", "explain", "K7").out
    assert "show = aggressor_first" in conflict
    assert "R000-19, R001-09, R002-12" in conflict
    assert "One reading for everybody" in host("rules", "explain", "K21").out
    of_room = host("rules", "explain", "odd_chip", "--profile", "rulebook").out
    assert "odd_chip = next_big_blind" in of_room
    assert "R000-12" in of_room
    meaning = "Who gets the chips that do not divide: one each"
    assert meaning in of_room
    assert "A pot of 101 between seats 3 and 7" in of_room
    assert "test_showdown.py::test_odd_chips_go_one_each" in of_room
    italian = host("--lang", "it", "rules", "explain", "odd_chip").out
    assert "A chi vanno le fiches che non si dividono" in italian
    raises = host("--lang", "it", "rules", "explain", "cap_raises").out
    assert "da 0 a 10 rilanci" in raises
    assert "no code can do it" in host("rules", "explain", "R004-28").out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (
            ["explain", "R000-99"],
            exit_codes.NOT_FOUND,
            "no rule, contradiction or setting R000-99",
        ),
        (["explain", "small_blin"], exit_codes.NOT_FOUND, "Nearest: small_blind."),
        (["explain", "zzz"], exit_codes.NOT_FOUND, "`mazziere rules show` lists the settings."),
        (["explain", "R000-36"], exit_codes.NOT_FOUND, "section 1.11"),
        (["explain", "x\x1b[2J"], exit_codes.NOT_FOUND, "x?[2J"),
        (["explain"], exit_codes.USAGE, "Missing argument"),
        (["show", "--profile", "mine"], exit_codes.USAGE, "'mine' is not one of"),
        (["show", "--rules", "none.toml"], exit_codes.NOT_FOUND, "none.toml: there is no such"),
    ],
)
def test_what_is_not_there_ends_in_one_line_and_a_status(
    host: Host, words: list[str], status: int, told: str
) -> None:
    done = host("rules", *words)
    assert done.status == status
    assert told in done.err
    assert done.out == ""
    if status == exit_codes.NOT_FOUND:
        assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("command", [["rules", "show"], ["sim", "--hands", "1"]])
def test_a_file_that_does_not_hold_is_refused_with_file_key_and_range(
    host: Host, tmp_path: Path, command: list[str]
) -> None:
    path = rules_file(tmp_path, 'profil = 1\n[settings]\nante = -5\nburn = "no"\nbigblind = 3\n')
    done = host(*command, "--rules", path)
    assert done.status == exit_codes.REFUSED
    assert done.out == ""
    lines = done.err.removeprefix("Error [bad_rules]: ").splitlines()
    assert lines[0].startswith(f"{path}: profil: there is no such key.")
    assert lines[1:] == [
        f"{path}: settings.ante: -5 is not allowed. Allowed: 0 to 100,000,000 chips.",
        f"{path}: settings.burn: no is not allowed. Allowed: each_street, flop_only, none.",
        f"{path}: settings.bigblind: there is no such setting. Did you mean big_blind?",
    ]
    rules_file(tmp_path, "[settings]\nsmall_blind = 500\n")
    done = host(*command, "--rules", path)
    assert done.status == exit_codes.REFUSED
    assert "small_blind: 500 does not go together with big_blind = 100" in done.err


def log(state: Path) -> list[tuple[bytes, tuple]]:
    store = FolderStore(state / "journal")
    octets = b"".join(store.read(segment) for segment in store.segments())
    return [(line, parse(line).message) for line in octets.splitlines(keepends=True)]


def play(host: Host, state: Path, rules: Path, hands: int) -> None:
    done = host(
        "sim", "--rules", rules, "--hands", str(hands), "--speed", "max", "--seats", "3",
        "--level", "port", "--state", state,
    )  # fmt: skip
    assert done.status == exit_codes.OK, done.err
    assert re.search("/dev/", done.out)


@pytest.mark.slow
def test_a_file_that_is_changed_decides_the_next_simulated_hand(
    host: Host, tmp_path: Path
) -> None:
    """On a pseudo-terminal, with the table's own log as witness; then it is replayed."""
    state = tmp_path / "state"
    path = rules_file(tmp_path, ROOM)
    play(host, state, path, 1)
    first = [message for _, message in log(state)]
    posted = [one[2:] for one in first if one[0] == m.FORCED_BET_POSTED]
    assert posted == [(m.FORCED_ANTE, 25)] * 3 + [
        (m.FORCED_SMALL_BLIND, 200),
        (m.FORCED_BIG_BLIND, 200),
    ]
    assert not [one for one in first if one[0] == m.CARD_BURNT]
    changed = {one[1]: one[2:] for one in first if one[0] == m.SETTING_CHANGED}
    assert changed["burn"] == ("none", "floor")
    assert changed["odd_chip"] == ("next_big_blind", "profile rulebook")

    path.write_text('profile = "tda2024"\n[settings]\nbig_blind = 400\nante = 400\n')
    play(host, state, path, 2)
    second = [message for _, message in log(state)][len(first) :]
    posted = [one[2:] for one in second if one[0] == m.FORCED_BET_POSTED]
    assert posted == [
        (m.FORCED_SMALL_BLIND, 50),
        (m.FORCED_BIG_BLIND, 400),
        (m.FORCED_ANTE, 400),
    ]

    path.write_text("")  # back to the default: two house rules that only go in one order
    play(host, state, path, 3)
    third = [message for _, message in log(state)][len(first) + len(second) :]
    posted = [one[2:] for one in third if one[0] == m.FORCED_BET_POSTED]
    assert posted == [(m.FORCED_SMALL_BLIND, 50), (m.FORCED_BIG_BLIND, 100)]
    changed = {one[1]: one[2] for one in third if one[0] == m.SETTING_CHANGED}
    assert (changed["sit_out"], changed["deal_to_absent"]) == ("skip", "no")

    table = Table()
    replay = Replay(table.take, lambda message, seq, head: None)
    for line, _ in log(state):
        replay.line(parse(line), b"")
    assert replay.differs_at == 0
    assert table.settings == list(s.DEFAULTS[s.PROFILE_DEFAULT])
