"""Checks who may import whom: each room opens only the doors it was given.

import-linter knows contracts that forbid; this one allows. Every room has one row with all it may
import, from inside the project and from outside; what is not in the row is refused, so a new
import is a decision somebody has to write down. The rows stand in `pyproject.toml`.

A row reads `room: doors`. A module belongs to the longest room name that begins its own. Doors are
module names and cover what lies below them; `pure` stands for the language's own harmless modules,
`*` for anything outside the project, and `!name` closes one door that `*` opened. Rooms that do
not exist yet may have rows already.

Rule of the file: it judges direct imports only. That is enough, because every module has a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from importlinter import Contract, ContractCheck, fields, output

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grimp import ImportGraph

PURE = ("__future__", "typing", "collections")
"""Importable on both interpreters (two of them by shims) and free of clock, file and chance."""


def _is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@dataclass(frozen=True)
class Room:
    """One row: the room's name and the doors it may use."""

    name: str
    doors: tuple[str, ...]
    closed: tuple[str, ...]
    any_external: bool

    @classmethod
    def from_row(cls, row: str) -> Room:
        """Read `room: door door !closed`.

        Raises:
            ValueError: the row has no colon or no room name.
        """
        name, colon, rest = row.partition(":")
        if not colon or not name.strip():
            raise ValueError(f"a row reads 'room: doors', not {row!r}")
        words = rest.split()
        doors: list[str] = []
        for word in words:
            if word == "pure":
                doors.extend(PURE)
            elif word != "*" and not word.startswith("!"):
                doors.append(word)
        return cls(
            name=name.strip(),
            doors=tuple(doors),
            closed=tuple(word[1:] for word in words if word.startswith("!")),
            any_external="*" in words,
        )

    def may_import(self, target: str, *, is_external: bool) -> bool:
        """Tell whether a module of this room may import `target` of another room."""
        if any(_is_within(target, door) for door in self.closed):
            return False
        if is_external and self.any_external:
            return True
        return any(_is_within(target, door) for door in self.doors)


@dataclass(frozen=True)
class ClosedDoor:
    """One import that no row allows."""

    importer: str
    imported: str
    room: str
    lines: tuple[int, ...]

    def __str__(self) -> str:
        """Name importer, line, what it imported, and the row that would have to allow it."""
        where = ", ".join(str(line) for line in self.lines) or "?"
        return f"{self.importer} (line {where}) imports {self.imported}: no door in {self.room}"


def room_of(module: str, rooms: Iterable[Room]) -> Room | None:
    """Return the room with the longest name that begins the module's, or None."""
    owners = [room for room in rooms if _is_within(module, room.name)]
    return max(owners, key=lambda room: len(room.name), default=None)


def closed_doors(graph: ImportGraph, rooms: tuple[Room, ...]) -> Iterator[ClosedDoor]:
    """Yield every direct import that its room's row does not allow, in order of module name."""
    external = {module for module in graph.modules if graph.is_module_squashed(module)}
    for importer in sorted(graph.modules - external):
        room = room_of(importer, rooms)
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            if room is not None:
                if imported not in external and room_of(imported, rooms) == room:
                    continue
                if room.may_import(imported, is_external=imported in external):
                    continue
            details = graph.get_import_details(importer=importer, imported=imported)
            lines = tuple(sorted({detail["line_number"] for detail in details}))
            yield ClosedDoor(importer, imported, room.name if room else "any room", lines)


class RoomContract(Contract):
    """The import-linter contract `rooms`: the rows of `rows`, what is not allowed is refused."""

    type_name = "rooms"

    rows = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Judge the whole graph; the report lists each import without a door."""
        output.verbose_print(verbose, "Reading the rows of the rooms.")
        rooms = tuple(Room.from_row(row) for row in cast("list[str]", self.rows))
        broken = list(closed_doors(graph, rooms))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line for each import without a door."""
        metadata = cast("dict[str, Any]", check.metadata)
        for door in metadata["broken"]:
            output.print_error(str(door))
