"""How fast a store takes lines, and how soon it shows one hand among very many.

Lines of a simulated evening are followed by a host as they come over a cable, checks included;
then its hands are told again under new numbers (`tests.renumbered_hands`) until the store holds so
many of them (made once, in build/), and single hands all over it are found as `mazziere hand show`
finds them, the store opened anew for each.
BENCH_STORE_HANDS=100000 is the size of a room's year; it takes minutes and some gigabytes to make.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from host_tools.hands.finding import find_hands
from host_tools.hands.played import read_hands
from host_tools.store import Line, LineStore
from tests.renumbered_hands import RenumberedHands
from tests.simulated_evening import SERIAL, Evening

HANDS = int(os.environ.get("BENCH_STORE_HANDS", "1000"))
EVENING_HANDS = 40
SHOWN = 50
BATCH = 500
MADE_BATCH = 20_000  # a session commits some dozens; each commit waits for the disk
LOG = bytes(8)
KEPT = Path(__file__).resolve().parents[2] / "build" / f"bench-store-{HANDS}.sqlite3"

GOALS = {
    "ingested_lines_per_s": (5000.0, None),
    "hands_shown_per_s": (20.0, None),
}


def main() -> dict[str, object]:
    """Return lines and hands a second, one core."""
    evening = Evening(b"bench", dict.fromkeys(range(1, 7), 20000), EVENING_HANDS)
    while not evening.evening.is_over():
        evening.one_pass()
    raws = evening.text().splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        rate = _ingest(Path(folder) / "lines.sqlite3", raws)
    if not KEPT.exists():
        _make(KEPT, raws)
    began = time.perf_counter()
    worst = 0.0
    for number in range(1, HANDS, HANDS // SHOWN):
        one = time.perf_counter()
        found = next(find_hands(KEPT, (number,)))
        if not sum(1 for _ in read_hands(found.messages)):
            raise RuntimeError(f"hand {number} is not in the store")
        worst = max(worst, time.perf_counter() - one)
    shown_s = time.perf_counter() - began
    return {
        "ingested_lines_per_s": rate,
        "hands_shown_per_s": round(SHOWN / shown_s, 1),
        "slowest_hand_ms": round(worst * 1000, 1),
        "store_bytes": KEPT.stat().st_size,
    }


def _ingest(path: Path, raws: list[bytes]) -> float:
    """Parse, follow the chain, and store, in batches as a session does; processor time."""
    store = LineStore(path)
    chain, rows = Chain(genesis(SERIAL, parse(raws[0]).message[2])), []
    log = parse(raws[0]).message[2]
    began = time.process_time()
    for seq, raw in enumerate(raws, 1):
        line = parse(raw)
        if line.seq != seq or not chain.follow(line.body, line.tag):
            raise RuntimeError(f"line {seq} does not follow")
        rows.append(Line(seq, raw, chain.head))
        if len(rows) == BATCH or seq == len(raws):
            store.append(SERIAL, log, rows)
            rows = []
    taken = time.process_time() - began
    store.close()
    return round(len(raws) / taken, 1)


def _make(path: Path, raws: list[bytes]) -> None:
    """A store of HANDS hands, through the door by which a session's lines come."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    store = LineStore(part)
    batch: list[Line] = []
    for number, lines in enumerate(RenumberedHands(raws, SERIAL, LOG), 1):
        batch += lines
        if len(batch) > MADE_BATCH or number == HANDS:
            store.append(SERIAL, LOG, batch)
            batch = []
        if number == HANDS:
            break
    store.close()
    part.rename(path)
