"""Millions of decks in pieces: interrupted, gone on with, added up.

Ten million decks take a quarter of an hour of one core on a good day and half a night beside other
work. Each piece is drawn with a seed of its own and written down when it is done; started again,
the campaign goes on with the pieces that are missing. Rule of the file: a piece is whole or it is
not there.

`python -m host_tools.lab.campaign FOLDER --decks 10000000 --processes 2`
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from host_tools.dev.campaign_size import size_from
from host_tools.lab.tally import Tally
from host_tools.lab.trial import Plan, Trial, bench, surroundings

PIECE_DECKS = 200_000
PART_DECKS = 10_000

_TABLES = ("position", "adjacent", "first_pair", "changes", "before_sum", "beside_sum")


def piece_path(folder: Path, path: str, seed: str, number: int) -> Path:
    """Where piece `number` of a campaign lies."""
    return folder / f"{path}-{seed.replace('/', '_')}-{number:05}.npz"


def draw_piece(folder: Path, path: str, seed: str, number: int) -> int:
    """Draw one piece and write it down; returns its number."""
    tally, part_p, cpu_seconds = bench(Plan(PIECE_DECKS, path, f"{seed}/{number}", PART_DECKS))
    target = piece_path(folder, path, seed, number)
    unfinished = target.with_suffix(".part.npz")
    np.savez(
        unfinished,
        allow_pickle=False,
        decks=np.array([tally.decks, tally.steps]),
        cpu_seconds=np.array([cpu_seconds]),
        **{name: getattr(tally, name) for name in _TABLES},
        **{f"histogram_{name}": counts for name, counts in tally.histograms.items()},
        **{f"part_{name}": np.array(values) for name, values in part_p.items()},
    )
    os.replace(unfinished, target)
    return number


def read_pieces(folder: Path, path: str, seed: str) -> Trial:
    """Every piece that is there, as one trial.

    Raises:
        FileNotFoundError: there is none.
    """
    found = sorted(folder.glob(f"{path}-{seed.replace('/', '_')}-?????.npz"))
    if not found:
        raise FileNotFoundError(folder)
    origin = {"noise provenance": "simulated", "seed": f"{seed}/0..", "pieces": str(len(found))}
    trial = Trial(len(found) * PIECE_DECKS, path, surroundings() | origin)
    for file in found:
        with np.load(file, allow_pickle=False) as piece:
            tally = Tally()
            tally.decks, tally.steps = (int(value) for value in piece["decks"])
            for name in _TABLES:
                np.copyto(getattr(tally, name), piece[name])
            for name, counts in tally.histograms.items():
                np.copyto(counts, piece[f"histogram_{name}"])
            trial.tally.merge(tally)
            trial.cpu_seconds += float(piece["cpu_seconds"][0])
            for name in ("places", "neighbours"):
                trial.part_p.setdefault(name, []).extend(piece[f"part_{name}"].tolist())
    return trial


def main(argv: list[str] | None = None) -> int:
    """Draw what is missing; tells each finished piece."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decks", type=size_from(1), default=10_000_000)
    parser.add_argument("--processes", type=size_from(1), default=2)
    parser.add_argument("--path", default="permutation")
    parser.add_argument("--seed", default="ten million")
    told = parser.parse_args(argv)
    told.folder.mkdir(parents=True, exist_ok=True)
    count = -(-told.decks // PIECE_DECKS)
    missing = [
        number
        for number in range(count)
        if not piece_path(told.folder, told.path, told.seed, number).exists()
    ]
    with ProcessPoolExecutor(told.processes) as pool:
        drawn = [
            pool.submit(draw_piece, told.folder, told.path, told.seed, number)
            for number in missing
        ]
        for done, one in enumerate(as_completed(drawn), count - len(missing) + 1):
            sys.stdout.write(f"piece {one.result()}: {done} of {count}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
