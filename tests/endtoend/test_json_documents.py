"""`--json` is one document with a version, as its published schema has it, for every command."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING

import click
import pytest

from host_tools.cli import exit_codes
from host_tools.cli.main import COMMANDS
from host_tools.sim.table_process import TableProcess
from host_tools.texts import Texts
from tests.json_schemas import SCHEMAS, WITHOUT_ONE, schema_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.host_commands import Host


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of a table that has played two hands."""
    state = tmp_path_factory.mktemp("evening") / "table"
    words = ["--seed", "5", "--hands", "2", "--speed", "max", "--level", "port", "--linger", "0"]
    with TableProcess([*words, "--state", str(state)]) as table:
        assert table.wait(300) == 0
    return state


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that can be given, with its name."""
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield path, command
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from commands(one, f"{path} {name}")


def all_commands() -> list[tuple[str, click.Command]]:
    say = Texts("en")
    made = ((name, importlib.import_module(module)) for name, module in COMMANDS.items())
    return [one for name, module in made for one in commands(module.command(say), name)]


def options(command: click.Command) -> set[str]:
    return {option for param in command.params for option in param.opts}


def test_every_command_that_reads_has_a_document_with_a_published_schema() -> None:
    missing = []
    for name, command in all_commands():
        asks_a_table = "--dry-run" in options(command)
        if "--json" in options(command) and not asks_a_table and name not in WITHOUT_ONE:
            missing += [name] if schema_path(name) is None else []
    assert missing == []


def test_no_schema_is_published_for_a_command_that_is_not_there() -> None:
    names = {name.replace(" ", ".") for name, _ in all_commands()} | {"error", "asked", "test"}
    assert {path.stem for path in SCHEMAS.glob("*.json")} - names == set()


def test_whatever_changes_something_at_a_table_can_be_rehearsed_and_confirmed() -> None:
    for name, command in all_commands():
        given = options(command)
        if "--yes" in given:
            assert {"--dry-run", "--json"} <= given, name


@pytest.mark.parametrize(
    "words",
    [
        ["hand", "show", "1", "--from"],
        ["hand", "explain", "1", "--from"],
        ["log", "stats", "--from"],
        ["verify"],
    ],
    ids=" ".join,
)
def test_what_is_read_from_a_record_is_as_published(
    host: Host, evening: Path, words: list[str]
) -> None:
    done = host(*words, evening, "--json")
    assert done.status == exit_codes.OK, done.err
    assert done.document["version"] == 1
    assert done.err == ""


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "show"],
        ["rules", "explain", "K7"],
        ["rules", "explain", "R000-23"],
        ["rules", "explain", "odd_chip"],
        ["log", "list"],
        ["config", "path"],
        ["shuffle", "test", "--decks", "1000"],
    ],
    ids=" ".join,
)
def test_what_needs_no_table_is_as_published(host: Host, words: list[str]) -> None:
    done = host(*words, "--json")
    assert done.status == exit_codes.OK, done.err
    assert done.document["version"] == 1


def test_looking_after_a_store_is_as_published(host: Host, tmp_path: Path) -> None:
    from host_tools.store import Line, LineStore

    store = LineStore(tmp_path / "s.sqlite3")
    store.append("MZ-1", bytes(8), [Line(1, b"no line\n", bytes(32))])
    store.close()
    assert host("db", "check", "--store", store.path, "--json").document["findings"]
    assert host("db", "migrate", "--store", store.path, "--json").document["to"] >= 3
    assert host("log", "list", "--store", store.path, "--json").document["logs"][0]["lines"] == 1
    empty = LineStore(tmp_path / "e.sqlite3")
    empty.close()
    copied = host("db", "backup", tmp_path / "b", "--store", empty.path, "--json")
    assert copied.document["logs"] == 0
    restored = host("db", "restore", tmp_path / "b", "--store", tmp_path / "r", "--json")
    assert restored.document["store"] == str(tmp_path / "r")


def test_noise_is_as_published(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    assert host("trng", "capture", file, "--bytes", 100_000, "--json").document["bytes"] == 100_000
    assert host("trng", "test", file, "--json").document["tests"] > 100


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (["log", "stats"], "not_found", exit_codes.NOT_FOUND),
        (["log", "stats", "--nonsense"], "usage", exit_codes.USAGE),
        (["config", "show", "--port", "socket://x"], "usage", exit_codes.USAGE),
        (["config", "show", "--port", "/dev/none"], "port_not_found", exit_codes.NOT_FOUND),
        (["device", "info"], "no_table", exit_codes.NOT_FOUND),
        (["verify", "/nowhere"], "not_found", exit_codes.NOT_FOUND),
        (["db", "check"], "store_missing", exit_codes.NOT_FOUND),
    ],
)
def test_an_ending_is_one_document_too_with_code_and_status(
    host: Host, words: list[str], code: str, status: int
) -> None:
    done = host("--lang", "it", *words, "--json")
    assert done.status == status
    error = done.document["error"]
    assert (error["code"], error["status"]) == (code, status)
    assert json.loads(done.out) == done.document
    assert done.err
