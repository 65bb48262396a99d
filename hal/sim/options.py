"""What may be asked of a simulated table on its command line, and which of it makes no sense.

A table with one player, a stack of no chips or a name that no line can hold would start and then
stand still or break; so each is refused before anything starts, with the sentence that says what
is wanted. The rule of the file: every option that is let through can be played.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STACK_MAX = 1_000_000  # a thousand buy-ins stay below 2^30, the most that one table issues
HANDS_MAX = (1 << 30) - 1  # as a hand is numbered in a commitment
LINGER_SECONDS_MAX = 3600.0
LANGUAGES = ("en", "it")
LEVELS_TOLD = {
    "port": "port, nothing: cards move at once, fastest",
    "register": "register, drivers, buses and chips as at a real table",
    "worked": "worked, the card machine's own program over simulated motors and sensors besides, "
    "slowest",
}
MISHAPS_TOLD = "what goes wrong in the card machine, one row a line (hal/sim/mishaps.md)"
SERIAL_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,23}")  # as lines spell a table's name


def _add_language(parser: argparse.ArgumentParser) -> None:
    locale = os.environ.get("LC_ALL") or os.environ.get("LANG", "")
    default = locale[:2] if locale[:2] in LANGUAGES else "en"
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help="language of --check")


def language_asked(arguments: Sequence[str]) -> str:
    """The language of a command line whose other options nobody has looked at yet."""
    parser = argparse.ArgumentParser(add_help=False)
    _add_language(parser)
    return parser.parse_known_args(arguments)[0].lang


def seats(text: str) -> list[int]:
    """Return seats from a number of players (`6`) or a list of seats (`1,4,9`)."""
    words = text.split(",")
    numbers = [int(word) for word in words if re.fullmatch("[0-9]{1,2}", word)]
    taken = numbers if len(words) > 1 else list(range(1, sum(numbers) + 1))
    if len(numbers) != len(words) or not 2 <= len(set(taken)) == len(taken) <= 10:
        raise argparse.ArgumentTypeError("2 to 10 players, or seats such as 1,4,9")
    if not all(1 <= seat <= 10 for seat in taken):
        raise argparse.ArgumentTypeError("seats are 1 to 10")
    return taken


def speed(text: str) -> float:
    """Return a multiple of real time; `max` is 0."""
    if text == "max":
        return 0.0
    return _number(text, 0.01, 10_000, "max, or 0.01 to 10000 times real time")


def linger(text: str) -> float:
    """Return for how many seconds a host may take the rest of the record."""
    return _number(text, 0.0, LINGER_SECONDS_MAX, "0 to 3600 seconds")


def hands(text: str) -> int:
    """Return after how many hands the evening ends; 0 for never."""
    return _integer(text, 0, HANDS_MAX, "a number of hands, 0 for an evening without end")


def stack(text: str) -> int:
    """Return a stack of at least one chip."""
    return _integer(text, 1, STACK_MAX, "1 to 1000000 chips")


def serial(text: str) -> str:
    """Return a serial number that a line can hold."""
    if not SERIAL_WORD.fullmatch(text):
        raise argparse.ArgumentTypeError("1 to 24 letters, digits and _.:- such as MZ-0007")
    return text


def path(text: str) -> Path:
    """Return a path; a name that is empty, of an unset variable maybe, is none."""
    if not text:
        raise argparse.ArgumentTypeError("an empty name")
    return Path(text)


def _levels_told(levels: Sequence[str]) -> str:
    """What may be simulated between firmware and world, each level with its meaning."""
    told = [LEVELS_TOLD[level] for level in levels if level in LEVELS_TOLD]
    return "what lies between firmware and world: " + "; ".join(told)


def _integer(text: str, least: int, most: int, wanted: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(wanted)
    return int(text)


def _number(text: str, least: float, most: float, wanted: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(wanted)
    return number


def role_reader(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Return what reads roles such as `witness,floor`."""

    def roles(text: str) -> list[str]:
        named = text.split(",")
        if not set(named) <= set(known):
            raise argparse.ArgumentTypeError("roles are " + ", ".join(known))
        return named

    return roles


def setting_reader(is_setting: Callable[[str, str], bool]) -> Callable[[str], tuple[str, str]]:
    """Return what reads a house rule such as `small_blind=25`."""

    def setting(text: str) -> tuple[str, str]:
        name, _, value = text.partition("=")
        if not is_setting(name, value):
            raise argparse.ArgumentTypeError(f"no such setting or value: {text}")
        return name, value

    return setting


def option_parser(
    *,
    levels: Sequence[str],
    roles: Sequence[str],
    profiles: Sequence[str],
    is_setting: Callable[[str, str], bool],
) -> argparse.ArgumentParser:
    """Return the reader of the command line.

    levels: what may be simulated below the firmware. roles: those that can be paired.
    profiles: rule sets of house rules.
    is_setting: whether a house rule may have this value.
    """
    parser = argparse.ArgumentParser(
        prog="mazziere-table --board sim", description="A simulated table with its people."
    )
    add = parser.add_argument
    add("--seats", type=seats, default="6", help="players, or the seats they take: 6 or 1,4,9")
    add("--hands", type=hands, default=0, help="end after so many hands; 0: play on")
    add("--stack", type=stack, default=10_000, help="chips of each player at first")
    add("--seed", help="repeats an evening, log id included; by chance when left out")
    add("--level", choices=levels, default="register", help=_levels_told(levels))
    add("--speed", type=speed, default="1", help="max, or a multiple of real time")
    add("--policy", choices=("random", "call"), default="random", help="how players choose")
    add("--script", type=path, help="recorded hands to play instead, a JSON file")
    add("--mishaps", type=path, help=MISHAPS_TOLD)
    add("--profile", choices=profiles, help="a rule set of house rules, all of it; then --set")
    add(
        "--set",
        type=setting_reader(is_setting),
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="one house rule; holds from the next hand on",
    )
    add("--state", type=path, help="folder in which the table outlives this program")
    add("--serial", type=serial, default="MZ-SIM1", help="the table's serial number")
    add(
        "--pairing",
        type=role_reader(roles),
        default=[],
        help="roles to pair first, such as witness,floor",
    )
    add("--floor-key", action="store_true", help="somebody holds the floor key between hands")
    add("--port-file", type=path, help="write the port's name here when it is open")
    add("--onlooker", default="", help="path or descriptor for what lamps and displays show")
    add("--until-stdin-ends", action="store_true", help="stop when standard input ends")
    add("--check", action="store_true", help="ask every part once, say what is good, and end")
    _add_language(parser)
    add("--linger", type=linger, default=5.0, help="seconds for a host to take the rest")
    return parser
