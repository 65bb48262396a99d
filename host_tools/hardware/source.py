"""Reads board.toml: the one place where pins, addresses, supplies and cables of a table stand.

Gives records with names instead of nested tables, and refuses a key nobody knows or a value of the
wrong kind, by its place in the file. Whether the values fit together is for `rules.py` to say.
A length, a resistor or a current of nothing or less is no number of a table. Rule of the file:
nothing is filled in; what is not written down is an error or has its default here, in sight.
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).parents[2]
REV_A = ROOT / "hardware" / "rev_a"
BOARD = REV_A / "board.toml"


class SourceError(Exception):
    """board.toml cannot be read; the text says where and why."""


@dataclass(frozen=True)
class Line:
    """A single wire of the controller; pins as the Pi's and the Pico's chips number them."""

    name: str
    pi: int
    pico: int
    direction: str
    active: str
    boot: str
    safe: str
    why: str
    outside: str = "none"
    pull: str = "none"


@dataclass(frozen=True)
class Bus:
    """An I2C bus of the controller."""

    name: str
    hertz: int
    pi_sda: int
    pi_scl: int
    pico_sda: int
    pico_scl: int
    linux_bus: int
    driver: str
    volts: float
    pull_up_ohm: float
    copper_pf: float
    pins: str


@dataclass(frozen=True)
class Chip:
    """One or more chips of a kind: `count` of them at rising addresses. branch 0 is the trunk."""

    name: str
    part: str
    at: int
    pins_pf: float
    volts: float
    sinks_ma: float
    bus: str = "table"
    branch: int = 0
    count: int = 1
    also: list[int] = field(default_factory=list)

    def addresses(self) -> list[int]:
        """Every address one of them answers to, aliases included."""
        return [*range(self.at, self.at + self.count), *self.also]


@dataclass(frozen=True)
class Run:
    """A cable from the box to what hangs on a branch."""

    name: str
    branch: int
    metres: float


@dataclass(frozen=True)
class Supply:
    """A voltage of the table; `margin` is how much of it may be promised away."""

    name: str
    volts: float
    amps_max: float
    part: str
    margin: float
    from_: str
    efficiency: float = 1.0


@dataclass(frozen=True)
class Load:
    """What draws from a supply, at its most, each of `count`."""

    name: str
    supply: str
    amps: float
    origin: str
    count: int = 1


@dataclass(frozen=True)
class Board:
    """The whole file."""

    name: str
    controllers: list[str]
    motor_gap_ms: int
    lines: list[Line]
    buses: list[Bus]
    chips: list[Chip]  # without the panels' own
    panel_chips: list[Chip]  # of the first panel
    panel_count: int
    first_branch: int
    panel_pins: list[str]
    panel_directions: list[str]
    runs: list[Run]
    supplies: list[Supply]
    loads: list[Load]
    link: dict[str, Any]
    branch: dict[str, float]
    cable: dict[str, float]
    hold_up: dict[str, float]
    motor_enable: dict[str, float]

    def all_chips(self) -> list[Chip]:
        """Every chip with its own address and branch, the panels' spread out."""
        spread = [
            Chip(
                name=f"{chip.name}{at + 1}",
                part=chip.part,
                at=chip.at + at,
                branch=self.first_branch + at,
                pins_pf=chip.pins_pf,
                volts=chip.volts,
                sinks_ma=chip.sinks_ma,
                count=chip.count,
                also=chip.also,
            )
            for at in range(self.panel_count)
            for chip in self.panel_chips
        ]
        return [*self.chips, *spread]

    def line(self, name: str) -> Line:
        """The line of that name; KeyError if there is none."""
        for line in self.lines:
            if line.name == name:
                return line
        raise KeyError(name)

    def bus(self, name: str) -> Bus:
        """The bus of that name; KeyError if there is none."""
        for bus in self.buses:
            if bus.name == name:
                return bus
        raise KeyError(name)

    def chip(self, name: str) -> Chip:
        """The chip of that name, panels' chips by their numbers; KeyError if there is none."""
        for chip in [*self.chips, *self.panel_chips, *self.all_chips()]:
            if chip.name == name:
                return chip
        raise KeyError(name)


_Record = TypeVar("_Record")
_KINDS = {"str": (str,), "int": (int,), "float": (int, float)}
_CALLED = {"str": "a text", "int": "a whole number", "float": "a number"}
_COUNTED_FROM_ONE = ("hertz", "baud", "count")  # all other whole numbers may be 0: a pin, a trunk


def _fits(key: str, value: Any, kind: str, where: str) -> None:
    if kind not in _KINDS:
        return
    if not isinstance(value, _KINDS[kind]) or isinstance(value, bool):
        raise SourceError(f"{where}: '{key}' is {value!r}, not {_CALLED[kind]}")
    if isinstance(value, str):
        return
    if value < 0 and kind == "int" and key not in _COUNTED_FROM_ONE:
        raise SourceError(f"{where}: '{key}' is {value}, 0 or more is wanted")
    if value <= 0 and (kind == "float" or key in _COUNTED_FROM_ONE):
        raise SourceError(f"{where}: '{key}' is {value}, more than 0 is wanted")


def _exactly(told: dict[str, Any], keys: str, where: str) -> dict[str, Any]:
    if not isinstance(told, dict) or sorted(told) != sorted(keys.split()):
        raise SourceError(f"[{where}]: has exactly the keys {keys}")
    return told


def _record(kind: type[_Record], row: Any, where: str) -> _Record:
    if not isinstance(row, dict):
        raise SourceError(f"{where}: a table is wanted")
    known = {one.name.rstrip("_"): one for one in fields(kind)}  # pyright: ignore[reportArgumentType]
    for key, value in row.items():
        if key not in known:
            raise SourceError(f"{where}: nobody knows '{key}'")
        _fits(key, value, str(known[key].type), where)
    for key, one in known.items():
        has_default = one.default is not MISSING or one.default_factory is not MISSING
        if key not in row and not has_default:
            raise SourceError(f"{where}: '{key}' is missing")
    return kind(**{known[key].name: value for key, value in row.items()})


def _numbers(told: dict[str, Any], name: str, keys: str) -> dict[str, float]:
    table = _exactly(told[name], keys, name)
    for key, value in table.items():
        _fits(key, value, "float", f"[{name}]")
    return table


def _link(told: dict[str, Any]) -> dict[str, Any]:
    link = _exactly(told["link"], "pi_tx pi_rx pico_tx pico_rx device baud", "link")
    for key, value in link.items():
        _fits(key, value, "str" if key == "device" else "int", "[link]")
    return link


_TABLES = [
    "board",
    "line",
    "bus",
    "link",
    "chip",
    "panels",
    "branch",
    "cable",
    "run",
    "supply",
    "load",
    "hold_up",
    "motor_enable",
]


def parse(told: dict[str, Any]) -> Board:
    """Turn the file's tables into records.

    Raises:
        SourceError: a table or key is unknown, missing or of the wrong kind.
    """
    for name in told:
        if name not in _TABLES:
            raise SourceError(f"[{name}]: nobody knows this table")
    for name in _TABLES:
        if name not in told:
            raise SourceError(f"[{name}]: is missing")

    def rows(kind: type[_Record], name: str, within: dict[str, Any] = told) -> list[_Record]:
        return [
            _record(kind, row, f"[[{name}]] {row.get('name', number)}")
            for number, row in enumerate(within[name], 1)
        ]

    board = _exactly(told["board"], "name controllers motor_gap_ms", "board")
    panels = _exactly(told["panels"], "count first_branch chip pins", "panels")
    pins = _exactly(panels["pins"], "names directions", "panels.pins")
    for key, table in (("motor_gap_ms", board), ("count", panels), ("first_branch", panels)):
        _fits(key, table[key], "int", "[board], [panels]")
    return Board(
        name=board["name"],
        controllers=board["controllers"],
        motor_gap_ms=board["motor_gap_ms"],
        lines=rows(Line, "line"),
        buses=rows(Bus, "bus"),
        chips=rows(Chip, "chip"),
        panel_chips=rows(Chip, "chip", panels),
        panel_count=panels["count"],
        first_branch=panels["first_branch"],
        panel_pins=pins["names"],
        panel_directions=pins["directions"],
        runs=rows(Run, "run"),
        supplies=rows(Supply, "supply"),
        loads=rows(Load, "load"),
        link=_link(told),
        branch=_numbers(
            told,
            "branch",
            "pull_up_ohm connector_pf shifter_pull_up_ohm length_m_max pf_max rise_ns_max"
            " sink_ma_max",
        ),
        cable=_numbers(told, "cable", "pf_per_m ohm_per_m"),
        hold_up=_numbers(
            told,
            "hold_up",
            "seconds_min farad series ohm volts_cell_max volts_from volts_to volts_diode watts",
        ),
        motor_enable=_numbers(
            told,
            "motor_enable",
            "tolerance volts_pumped_min volts_pumped_max volts_a_decade volts_pulled"
            " volts_share_max volts_least relay_release_ms drivers_farad brushed_farad celsius"
            " stop_ms_max",
        ),
    )


def tables(path: Path = BOARD) -> dict[str, Any]:
    """The file as it is written; tests alter it before `parse`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as trouble:
        raise SourceError(f"{path.name}: {trouble}") from None


def read(path: Path = BOARD) -> Board:
    """The board as the file says it.

    Raises:
        SourceError: it cannot be read.
    """
    return parse(tables(path))
