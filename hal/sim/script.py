"""Recorded hands for a simulated table: who sat where, which faces fell, what everybody did.

One file holds hands in the order in which they are played, as JSON, so that any program can write
one. Rule of the file: a script is checked whole before the first card moves; what is wrong is told
with the hand's place in the file.

    {"hands": [{"seats": {"1": 1000, "2": 1000}, "button": 1,
                "settings": {"small_blind": "50", "big_blind": "100"},
                "faces": {"seat1": [51, 47], "board1": [0], "burn": [null, 4, null]},
                "choices": {"1": [["call"], ["raise", 300], ["fold"]]}, "mucks": [2]}]}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from hal.ports import CARDS, PLACE_BOARD1, PLACE_BURN
from hal.sim.policies import CALL, FOLD, RAISE

if TYPE_CHECKING:
    from pathlib import Path

    from hal.sim.policies import Choice

PLACES = {
    **{f"seat{seat}": seat for seat in range(1, 11)},
    **{f"board{place}": PLACE_BOARD1 - 1 + place for place in range(1, 6)},
    "burn": PLACE_BURN,
}
_CHOICES = {"fold": FOLD, "call": CALL, "raise": RAISE}


class ScriptedHand(NamedTuple):
    """One recorded hand."""

    stacks: dict[int, int]
    """seat -> chips before the hand, for every seat dealt in."""
    button: int
    settings: dict[str, str]
    faces: tuple[tuple[int, tuple[int | None, ...]], ...]
    """(place, faces in the order in which cards come there); None: any."""
    choices: dict[int, list[Choice]]
    mucks: tuple[int, ...]


class ScriptError(Exception):
    """A script that cannot be played; the text says where and why."""


def read_script(path: Path) -> list[ScriptedHand]:
    """Read a script file; `ScriptError` when it is none."""
    try:
        hands = json.loads(path.read_bytes())["hands"]
    except OSError as failed:
        raise ScriptError(f"{path}: {failed.strerror}") from failed
    except (ValueError, KeyError, TypeError) as broken:
        raise ScriptError(f"{path}: not a script: {broken}") from broken
    return [scripted_hand(hand, f"{path}: hand {at}") for at, hand in enumerate(hands, 1)]


def scripted_hand(hand: dict, where: str = "hand") -> ScriptedHand:
    """Check one hand of a script; `ScriptError` with `where` when it cannot be played."""
    try:
        stacks = {int(seat): int(stack) for seat, stack in hand["seats"].items()}
        made = ScriptedHand(
            stacks=dict(sorted(stacks.items())),
            button=int(hand["button"]),
            settings={str(name): str(value) for name, value in hand.get("settings", {}).items()},
            faces=tuple((PLACES[at], tuple(faces)) for at, faces in hand["faces"].items()),
            choices={
                int(seat): [_choice(one) for one in choices]
                for seat, choices in hand["choices"].items()
            },
            mucks=tuple(int(seat) for seat in hand.get("mucks", ())),
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as broken:
        raise ScriptError(f"{where}: {type(broken).__name__}: {broken}") from broken
    named = [face for _, faces in made.faces for face in faces if face is not None]
    if len(set(named)) != len(named) or not all(0 <= face < CARDS for face in named):
        raise ScriptError(f"{where}: a face is named twice or is no card 0..51")
    if not 2 <= len(made.stacks) <= 10 or not all(1 <= seat <= 10 for seat in made.stacks):
        raise ScriptError(f"{where}: two to ten seats, numbered 1 to 10")
    return made


def _choice(one: list) -> Choice:
    choice = _CHOICES[one[0]]
    return choice, int(one[1]) if choice == RAISE else 0
