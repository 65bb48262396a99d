"""Which table a command is for: `--table`, `--port`, or what a person wrote down.

Whoever names nothing means the table of the preferences, else the one that answers, if it is the
only one. The rule of the file: of several tables none is guessed, and a port that was named is the
port that is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import Ended, ended
from host_tools.cli.options import default_store
from host_tools.cli.preferences import BadPreferences, Preferences, read_preferences
from host_tools.link.role_keys import default_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_tools.link.discovery import Seen
    from host_tools.texts import Texts


@dataclass(frozen=True, slots=True)
class Place:
    """A table that is meant, and where this person keeps lines and keys.

    `table`: its serial number, empty for whichever is there; `port`: empty until it is found;
    `by`: the name that the person wrote down, if any.
    """

    table: str
    port: str
    store: Path
    keys: Path
    by: str = ""


def table_options(say: Texts) -> Callable[[Any], Any]:
    """`--table`, `--port`, `--store`, `--keys`; the command gets them as `place`, a `Place`."""

    def decorated(function: Any) -> Any:
        def gathered(*args: Any, **given: Any) -> Any:
            table, port = given.pop("table"), given.pop("port")
            place = _place(say, table, port, given.pop("store"), given.pop("keys"))
            return function(*args, place=place, **given)

        wrapped: Any = gathered
        # click lists the options in the order in which they were put on the function
        wrapped.__click_params__ = getattr(function, "__click_params__", [])
        path = click.Path(path_type=Path, dir_okay=False)
        folder = click.Path(path_type=Path, file_okay=False)
        for option in (
            click.option("--keys", type=folder, help=say("key.folder", path=default_keys())),
            click.option("--store", type=path, help=say("log.store", path=default_store())),
            click.option("--port", metavar="PORT", help=say("log.port")),
            click.option("--table", metavar="ID", help=say("place.table")),
        ):
            wrapped = option(wrapped)
        return wrapped

    return decorated


def preferences(say: Texts) -> Preferences:
    """What is written down; a file that does not hold ends the command."""
    try:
        return read_preferences()
    except BadPreferences as error:
        raise Ended(say(error.key, **error.values), exit_codes.USAGE, "bad_preferences") from None


def _place(
    say: Texts, table: str | None, port: str | None, store: Path | None, keys: Path | None
) -> Place:
    root = click.get_current_context().find_root().params
    table = str(table or root.get("table") or "")
    if port is None:
        port = root.get("port")
    told = preferences(say)
    if port is not None:
        if not port.strip():
            raise click.UsageError(say("link.port_empty"))
        serial = table
    else:
        serial = table or str(told.value("table").value or "")
        written = told.value("port", serial)
        # A port written down for no table in particular is not that of the one just named.
        port = str(written.value or "") if not table or written.origin == "table" else ""
    of = table or serial
    return Place(
        table=table if port else serial,
        port=port,
        store=store or Path(told.value("store", of).value or default_store()),
        keys=keys or Path(told.value("keys", of).value or default_keys()),
        by=str(told.value("by", of).value or ""),
    )


def ports_to_ask(told: Preferences) -> list[str]:
    """Every port that may lead to a table."""
    from host_tools.link.discovery import simulated_ports, usb_ports

    return list(dict.fromkeys([*told.ports(), *usb_ports(), *simulated_ports()]))


def port_of(say: Texts, place: Place) -> str:
    """The port of the table that is meant; looks for it where none was named.

    Ends the command where there is no such table, or more than one and none was named.
    """
    if place.port:
        return place.port
    from host_tools.link.discovery import ask_ports

    seen = ask_ports(ports_to_ask(preferences(say)))
    for one in seen:
        manner.detail(say("place.looked", port=one.port, found=found_there(say, one)))
    tables = [one for one in seen if one.serial and place.table in {"", one.serial}]
    if len(tables) == 1:
        return tables[0].port
    if tables:
        rows = ", ".join(f"{one.serial} ({one.port})" for one in tables)
        raise ended(say, "several_tables", exit_codes.USAGE, tables=rows)
    looked = "; ".join(f"{one.port}: {found_there(say, one)}" for one in seen)
    rows = looked or say("place.no_ports")
    is_busy = any(one.trouble == "discovery.busy" for one in seen)
    status = exit_codes.BUSY if is_busy else exit_codes.NOT_FOUND
    code = "table_not_found" if place.table else "no_table"
    raise ended(say, code, status, table=place.table, looked=rows)


def found_there(say: Texts, seen: Seen) -> str:
    """What answered at a port, in words."""
    if seen.is_safe_mode:
        return say("discovery.safe_mode", table=seen.serial)
    if seen.serial:
        return seen.serial
    return say(seen.trouble, port=seen.port, why=seen.why, holder=seen.holder or "?")
