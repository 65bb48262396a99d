"""What a person or a room has written down once, so that it need not be said every time.

Options of the command line come first, then the environment, then the part of a file that is about
one table, the person's own file, the room's, and last what the program brings along. A value
always knows where it comes from, so that `mazziere config show --origin` can tell. An unknown word
in a file is refused by name, because a setting that is silently passed over is worse than none.
The rule of the file: it reads; files are written by people.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.link.person_folders import config_folder
from host_tools.texts import LANGUAGES, near

NAMES = ("lang", "table", "port", "ports", "by", "store", "keys")
"""`table`: the serial number meant when none is named; `port`: the port meant; `ports`: more ports
that are looked at for tables; `by`: the name under which this person speaks to tables."""

OF_A_TABLE = ("port", "by", "store", "keys")
"""What the part `[tables.SERIAL]` may hold."""

ENVIRONMENT = {name: f"MAZZIERE_{name.upper()}" for name in NAMES}
ROOM_FILE = "/etc/mazziere/config.toml"
FILE_BYTES_MAX = 65_536


class BadPreferences(Exception):
    """A file that does not hold: `key` names the text, `values` fill it."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def user_file() -> Path:
    """The person's own file."""
    return config_folder() / "config.toml"


def room_file() -> Path:
    """The room's file, the same for everybody at this computer."""
    return Path(os.environ.get("MAZZIERE_ROOM_CONFIG") or ROOM_FILE)


@dataclass(frozen=True, slots=True)
class Told:
    """A value and where it comes from: `environment`, `table`, `user`, `room`, `default`."""

    value: Any
    origin: str
    where: str = ""
    """The file or the variable."""


@dataclass(slots=True)
class Preferences:
    """Everything written down; `value` gives what counts."""

    user: dict[str, Any] = field(default_factory=dict)
    room: dict[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)

    def value(self, name: str, serial: str = "") -> Told:
        """What counts for `name`, at the table with this serial number where it is known."""
        word = self.environment.get(ENVIRONMENT[name], "")
        if word:
            value = word.split() if name == "ports" else word
            return Told(value, "environment", ENVIRONMENT[name])
        places = (("user", self.user, user_file()), ("room", self.room, room_file()))
        for _, held, path in places:
            of_table = held.get("tables", {}).get(serial, {})
            if name in of_table:
                return Told(of_table[name], "table", str(path))
        for origin, held, path in places:
            if name in held:
                return Told(held[name], origin, str(path))
        return Told(None, "default")

    def ports(self) -> list[str]:
        """Every port that somebody wrote down."""
        named: list[str] = list(self.value("ports").value or ())
        single = self.value("port").value
        named += [single] if single else []
        for held in (self.user, self.room):
            named += [row["port"] for row in held.get("tables", {}).values() if "port" in row]
        return named


def read_preferences() -> Preferences:
    """Read both files, where they are; raises `BadPreferences`."""
    return Preferences(_read(user_file()), _read(room_file()), os.environ)


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(FILE_BYTES_MAX)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadPreferences("config.unreadable", path=str(path), why=str(error)) from None
    try:
        held = tomllib.loads(content.decode())
    except ValueError as error:  # not UTF-8, or not TOML
        raise BadPreferences("config.not_toml", path=str(path), why=str(error)) from None
    _check(path, held, (*NAMES, "tables"))
    for serial, row in held.get("tables", {}).items():
        if not isinstance(row, dict):
            raise BadPreferences("config.bad_value", path=str(path), name=f"tables.{serial}")
        _check(path, row, OF_A_TABLE, f"tables.{serial}.")
    return held


def _check(path: Path, held: dict[str, Any], known: tuple[str, ...], before: str = "") -> None:
    for name, value in held.items():
        said = before + name
        if name not in known:
            raise BadPreferences(
                "config.unknown", path=str(path), name=said, near=near(name, known)
            )
        if name == "tables":
            is_good = isinstance(value, dict)
        elif name == "ports":
            is_good = isinstance(value, list) and all(isinstance(one, str) for one in value)
        else:
            is_good = isinstance(value, str) and bool(value.strip())
        if name == "lang" and value not in LANGUAGES:
            is_good = False
        if not is_good:
            raise BadPreferences("config.bad_value", path=str(path), name=said)
