"""Many looks at many cards, good and spoiled, read by the reader's own code and counted.

Each story says what stands before the camera and which faces may be told of it. The pictures are
drawn here, the reading is done by MicroPython with its native loops, or by CPython where that is
missing. A face that may not be told is a misread: there must be none, whatever else is not read.
Rule of the file: the same seed gives the same looks.

    python -m tests.card_looks LOOKS        so many of each story; `make looks LOOKS=1000`
    python -m tests.card_looks --deck FILE  teaches the drawn deck and writes it
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from host_tools.dev.campaign_size import size_from
from tests import card_pictures as pictures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Chance = np.random.Generator
    Frame = NDArray[np.uint8]
    Story = Callable[[int, Chance], tuple[Frame, set[int]]]

SCRIPT = Path(__file__).parent / "interpreters" / "card_reading.py"
DECK = Path(__file__).parent / "data" / "card_reader" / "house.deck"
HAS_MICROPYTHON = Path(sys.executable).with_name("micropython").exists()
CARDS = 52
TEACHING_LOOKS = 4  # of each card, laid before the window by hand
KINDS = ("FACE", "UNREADABLE", "UNSURE", "FOREIGN", "UNTAUGHT")
INDEX_MM = (6.0, 4.5, 26.0, 15.0)  # of a frame, where the corner's print lies


def _good(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    return pictures.taken(pictures.face(card), look, chance), {card}


def _foreign(deck: pictures.Deck) -> Story:
    def story(card: int, chance: Chance) -> tuple[Frame, set[int]]:
        look = pictures.any_look(chance)
        return pictures.taken(pictures.face(card, deck), look, chance), {card}

    return story


def _dirt(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    for _ in range(chance.integers(1, 4)):
        place = chance.uniform(INDEX_MM[:2], INDEX_MM[2:])
        look.dirt.append((*place, chance.uniform(0.2, 1.5), int(chance.integers(40, 130))))
    return pictures.taken(pictures.face(card), look, chance), {card}


def _marked(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    place = tuple(chance.uniform((2, 3), (11, 21)))
    drawn = pictures.marked(card, place, chance.uniform(0.3, 1.2))
    return pictures.taken(drawn, pictures.any_look(chance), chance), {card}


def _covered(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    x, y = chance.uniform((8, 5), (26, 13))
    box = [(0, 0, x, 20), (x, 0, 32, 20), (0, y, 32, 20), (0, 0, 32, y)][chance.integers(4)]
    look.covers.append(box)
    return pictures.taken(pictures.face(card), look, chance), {card}


def _two(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    """Another card nearer to the camera, at most 25 mm behind the first or far before it."""
    look = pictures.any_look(chance)
    other = (card + int(chance.integers(1, CARDS))) % CARDS
    along, across = chance.uniform(-12, 25), chance.uniform(-2, 2)
    look.second = (pictures.face(other), along, across)
    return pictures.taken(pictures.face(card), look, chance), {card, other}


def _late(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    look.shift = (chance.uniform(3, 20) * chance.choice((-1, 1)), chance.uniform(-3, 3))
    return pictures.taken(pictures.face(card), look, chance), {card}


def _smeared(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    """Lit for ten times too long."""
    look = pictures.any_look(chance)
    look.moved_mm = chance.uniform(0.4, 1.2)
    return pictures.taken(pictures.face(card), look, chance), {card}


def _dim(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    look.light = chance.uniform(0.05, 0.5)
    return pictures.taken(pictures.face(card), look, chance), {card}


def _askew(card: int, chance: Chance) -> tuple[Frame, set[int]]:
    look = pictures.any_look(chance)
    look.tilt_degrees = chance.uniform(2, 8) * chance.choice((-1, 1))
    return pictures.taken(pictures.face(card), look, chance), {card}


def _back(_: int, chance: Chance) -> tuple[Frame, set[int]]:
    drawn = pictures.back(float(chance.choice((0.0, 2.0, 4.0, 6.0))))
    return pictures.taken(drawn, pictures.any_look(chance), chance), set()


def _blank(_: int, chance: Chance) -> tuple[Frame, set[int]]:
    return pictures.taken(pictures.blank(), pictures.any_look(chance), chance), set()


def _nothing(_: int, chance: Chance) -> tuple[Frame, set[int]]:
    return pictures.taken(None, pictures.any_look(chance), chance), set()


STORIES: dict[str, Story] = {
    "good": _good,
    "dirt": _dirt,
    "marked": _marked,
    "half covered": _covered,
    "two cards": _two,
    "out of place": _late,
    "askew, 2 to 8 degrees": _askew,
    "exposed too long": _smeared,
    "dim": _dim,
    "back": _back,
    "blank": _blank,
    "nothing there": _nothing,
    "another maker's ranks": _foreign(pictures.SERIF),
    "another maker's": _foreign(pictures.STIX),
    "another maker's, wider": _foreign(pictures.MONO),
    "another maker's, small": _foreign(pictures.SMALL),
}


@dataclass
class Tally:
    """What a story's looks came to."""

    told: Counter[str] = field(default_factory=Counter)
    misread: list[tuple[set[int], int]] = field(default_factory=list)

    @property
    def looks(self) -> int:
        """How many there were."""
        return sum(self.told.values())

    def share(self, *kinds: str) -> float:
        """Part of the looks that was told so."""
        return sum(self.told[kind] for kind in kinds) / self.looks


def draw_lesson(into: Path, seed: int = 1, looks: int = TEACHING_LOOKS) -> Path:
    """A file of looks that teach: cards laid before the window, at rest and nearly straight."""
    chance = np.random.default_rng(seed)
    with into.open("wb") as file:
        for card in range(CARDS):
            for _ in range(looks):
                look = pictures.any_look(chance, worn=0.5)
                look.moved_mm = 0.0
                frame = pictures.taken(pictures.face(card), look, chance)
                file.write(bytes((card,)) + b"".join(pictures.planes(frame)))
    return into


def taught_deck(folder: Path) -> bytes:
    """The file of a deck that was taught."""
    from tests.interpreters.run import run_cpython, run_micropython

    lesson = draw_lesson(folder / "lesson")
    run = run_micropython if HAS_MICROPYTHON else run_cpython
    for line in run(SCRIPT, ("--teach", str(lesson))).decode().splitlines():
        if line.startswith("taught "):
            return bytes.fromhex(line.split()[1])
    raise AssertionError("the deck was not taught")


def draw(into: Path, name: str, looks: int, seed: int) -> list[set[int]]:
    """A file of looks of one story; returns for each the faces that may be told."""
    chance = np.random.default_rng([seed, sorted(STORIES).index(name)])
    allowed = []
    with into.open("wb") as file:
        for at in range(looks):
            frame, faces = STORIES[name](at % CARDS, chance)
            allowed.append(faces)
            file.write(bytes((at % CARDS,)) + b"".join(pictures.planes(frame)))
    return allowed


def count(allowed: Iterable[set[int]], lines: list[str]) -> Tally:
    """Compare what was told, a line of `card_reading.py` each, with what may be."""
    tally = Tally()
    for faces, line in zip(allowed, lines, strict=True):
        _, kind, card, *_ = line.split()
        tally.told[KINDS[int(kind)]] += 1
        if kind == "0" and int(card) not in faces:
            tally.misread.append((faces, int(card)))
    return tally


def read_stories(looks: dict[str, int], seed: int, folder: Path) -> dict[str, Tally]:
    """So many looks of each story, read by MicroPython with the deck that is kept."""
    from tests.interpreters.run import run_micropython

    allowed = {}
    for at, (name, count_of) in enumerate(looks.items()):
        allowed[name] = draw(folder / str(at), name, count_of, seed)
    files = [str(folder / str(at)) for at in range(len(looks))]
    lines = run_micropython(SCRIPT, (str(DECK), *files)).decode().splitlines()
    tallies = {}
    for name, faces in allowed.items():
        tallies[name] = count(faces, lines[: len(faces)])
        lines = lines[len(faces) :]
    return tallies


def main(words: list[str]) -> int:
    """Print a table of rates; 1 where a look was misread."""
    if words[:1] == ["--deck"]:
        with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
            Path(words[1]).write_bytes(taught_deck(Path(folder)))
        return 0
    parser = argparse.ArgumentParser(prog="card_looks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("looks", nargs="?", type=size_from(1), default=520)
    looks = parser.parse_args(words).looks
    failed = False
    print(f"{'of ' + str(looks) + ' looks':<24}" + "".join(f"{kind:>12}" for kind in KINDS[:4]))
    with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
        for name in STORIES:
            done: Counter[str] = Counter()
            misread = 0
            for seed in range(0, looks, 2080):
                size = min(looks - seed, 2080)
                tally = read_stories({name: size}, seed + 2, Path(folder))[name]
                done += tally.told
                misread += len(tally.misread)
            failed |= misread > 0
            row = "".join(f"{done[kind]:>12}" for kind in KINDS[:4])
            print(f"{name:<24}{row}" + (f"  MISREAD {misread}" if misread else ""), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
