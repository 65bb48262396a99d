"""A simulated table's command line: what can be played is let through, the rest refused."""

from __future__ import annotations

import argparse

import pytest

from hal.sim import options
from hal.sim.main import LEVELS
from hal.sim.main import program as sim
from host_tools.cli.options import LEVELS as HOST_LEVELS
from host_tools.texts import Texts


@pytest.mark.parametrize(
    ("text", "seats"), [("2", [1, 2]), ("9", list(range(1, 10))), ("1,4,9", [1, 4, 9])]
)
def test_seats_are_a_number_or_a_list(text, seats):
    assert options.seats(text) == seats


@pytest.mark.parametrize(
    ("locale", "arguments", "language"),
    [
        ("it_IT.UTF-8", ["--check"], "it"),
        ("it_IT.UTF-8", ["--lang", "en", "--hands", "1"], "en"),
        ("de_DE.UTF-8", ["--check"], "en"),
        ("", ["--lang=it"], "it"),
    ],
)
def test_the_language_is_the_locales_where_none_is_asked_for(
    monkeypatch, locale, arguments, language
):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", locale)
    assert options.language_asked(arguments) == language


def test_speed_is_full_or_a_multiple():
    assert (options.speed("max"), options.speed("2.5")) == (0.0, 2.5)


def test_stack_hands_and_serial_are_taken_as_they_are():
    assert options.stack("1") == 1
    assert options.hands("0") == 0
    assert options.serial("MZ-0007") == "MZ-0007"
    assert options.linger("0.5") == 0.5


@pytest.mark.parametrize(
    ("read", "text"),
    [(options.seats, text) for text in ("1", "11", "0", "1,1", "3,11", "0,3", "a", "", "1,,2")]
    + [(options.speed, text) for text in ("0", "-1", "1e9", "quick", "nan", "")]
    + [(options.stack, text) for text in ("0", "-1", "99999999999", "1e3", "\u0662")]
    + [(options.hands, text) for text in ("-5", "many", "1073741824")]
    + [(options.linger, text) for text in ("-1", "inf", "nan")]
    + [(options.serial, text) for text in ("", "a b", "-x", "x" * 25, "\u00e9")],
)
def test_what_cannot_be_played_is_refused_with_what_is_wanted(read, text):
    with pytest.raises(argparse.ArgumentTypeError):
        read(text)


def test_roles_are_those_of_the_schema():
    roles = options.role_reader(("witness", "floor"))
    assert roles("witness,floor") == ["witness", "floor"]
    for wrong in ("", "king", "witness,"):
        with pytest.raises(argparse.ArgumentTypeError):
            roles(wrong)


def test_settings_are_checked_before_the_table_starts():
    setting = options.setting_reader(sim._is_setting)
    assert setting("small_blind=25") == ("small_blind", "25")
    for wrong in ("small_blind", "small_blind=x", "sofa=1", "="):
        with pytest.raises(argparse.ArgumentTypeError):
            setting(wrong)


def test_program_refuses_before_it_starts_a_table(capsys):
    with pytest.raises(SystemExit) as ended:
        sim.main(["--stack", "0"])
    assert ended.value.code == sim.EXIT_USAGE
    assert "argument --stack: 1 to 1000000 chips" in capsys.readouterr().err


def test_the_help_says_what_every_level_is(capsys):
    assert set(options.LEVELS_TOLD) == set(LEVELS) == set(HOST_LEVELS)
    with pytest.raises(SystemExit):
        sim.main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert all(" ".join(one.split()) in told for one in options.LEVELS_TOLD.values())
    for language in ("en", "it"):
        assert all(level + " (" in Texts(language)("sim.level") for level in HOST_LEVELS)
