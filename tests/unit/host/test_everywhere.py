"""What holds for every command: said before it or behind it, and `-5` is a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from host_tools.cli import exit_codes, manner
from host_tools.cli.everywhere import completed, whole_tree
from host_tools.cli.main import COMMANDS, group

if TYPE_CHECKING:
    from tests.host_commands import Host


@pytest.mark.parametrize(
    "words", [("-q", "log", "list"), ("log", "-q", "list"), ("log", "list", "--quiet")]
)
def test_quiet_is_quiet_wherever_it_stands(
    host: Host, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    heard: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        click, "echo", lambda *_, **__: heard.append((manner.is_quiet(), manner.is_verbose()))
    )
    assert host(*words).status == exit_codes.OK
    assert heard == [(True, False)]


@pytest.mark.parametrize(
    "words",
    [
        ("--lang", "it", "rules", "explain", "K7"),
        ("rules", "--lang=it", "explain", "K7"),
        ("rules", "explain", "K7", "--lang", "it"),
        ("--lang", "en", "rules", "explain", "K7", "--lang", "it"),
    ],
)
def test_the_language_is_the_one_asked_for_last(host: Host, words: tuple[str, ...]) -> None:
    done = host(*words)
    assert done.status == exit_codes.OK
    assert "In vigore:" in done.out


def test_a_language_that_is_not_there_is_refused_behind_a_command_too(host: Host) -> None:
    assert host("log", "list", "--lang", "de").status == exit_codes.USAGE


def test_no_command_has_an_option_of_that_name_itself() -> None:
    context = click.Context(group, obj="en")
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        for one in whole_tree(completed(command, [])):
            spelt = [spelling for option in one.params for spelling in option.opts]
            assert len(spelt) == len(set(spelt)), f"{name} {one.name}"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("config", "set", "next_hand_ms", "-5"), "next_hand_ms cannot be -5; allowed: 0 to"),
        (("seat", "buy-in", "3", "-500"), "`-500` is no amount of chips"),
        (("seat", "buy-in", "-3", "500"), "-3 is not in the range 1<=x<=10"),
        (("hand", "show", "-4"), "-4"),
    ],
)
def test_a_negative_number_is_refused_as_a_number(
    host: Host, words: tuple[str, ...], why: str
) -> None:
    done = host(*words, *(("--by", "Rosa") if words[0] != "hand" else ()))
    assert done.status == exit_codes.USAGE
    assert why in done.err
    assert "No such option" not in done.err


def test_an_unknown_option_is_still_one(host: Host) -> None:
    done = host("config", "set", "next_hand_ms", "--five", "--by", "Rosa")
    assert done.status == exit_codes.USAGE
    assert "No such option '--five'" in done.err
