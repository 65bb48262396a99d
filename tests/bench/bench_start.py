"""How long a start takes after an evening: from the last snapshot, and from the first line.

Plays an evening of 400 hands at six seats in virtual time, then reads its log as a start does,
with the snapshots that were taken on the way and without any.
"""

from __future__ import annotations

import time

from firmware.app.boot import Waking
from firmware.app.faults import Faults
from firmware.app.fram import HEADS_AT, HEADS_PLACE_BYTES
from firmware.app.log_keeping import LogBounds, LogKeeping
from firmware.app.order_desk import OrderDesk
from firmware.core.table import Table
from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import recover
from firmware.journal.replay import Replay
from firmware.journal.segments import read_head_note
from firmware.link.door import Door
from tests.paired_host import Keys
from tests.simulated_evening import SERIAL, Evening

HANDS = 400
SEATS = 6

GOALS = {"evenings_started_per_s": (1.0, None), "evenings_replayed_whole_per_s": (1.0, None)}


def main() -> dict[str, object]:
    """Return seconds of processor time, one core."""
    evening = Evening(b"bench", dict.fromkeys(range(1, SEATS + 1), 20000), HANDS)
    while not evening.evening.is_over():
        evening.one_pass()
    lines = evening.text().count(b"\n")

    table = Table()
    began = time.process_time()
    faults = Faults()
    orders = OrderDesk(evening.controller._keeper, table, faults)
    door = Door(SERIAL, Keys())
    keeping = LogKeeping(evening.disk, table, door, faults, SERIAL, LogBounds(), orders)
    waking = Waking(
        evening.disk, evening.memory, SERIAL, table, lambda message, seq, head: None, keeping
    )
    while not waking.is_done:
        waking.step()
    start_s = time.process_time() - began

    whole = Table()
    replay = Replay(whole.take, lambda message, seq, head: None)
    heads = KeptRecord(evening.memory, HEADS_AT, HEADS_PLACE_BYTES)
    noted = read_head_note(heads.read())
    began = time.process_time()
    found = recover(evening.disk, noted, SERIAL, replay.line)
    whole_s = time.process_time() - began
    if not found.seq == waking.found.seq == lines or replay.differs_at:
        raise RuntimeError("the log was not read to its end")
    if not whole.snapshot() == table.snapshot() == evening.controller.table.snapshot():
        raise RuntimeError("a start came to another table")
    return {
        "hands": HANDS,
        "lines": lines,
        "log_bytes": len(evening.text()),
        "lines_replayed_after_snapshot": lines - waking.found.replayed_from,
        "start_s": round(start_s, 3),
        "whole_replay_s": round(whole_s, 3),
        "evenings_started_per_s": round(1 / start_s, 2),
        "evenings_replayed_whole_per_s": round(1 / whole_s, 2),
    }
