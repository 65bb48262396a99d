"""How often do the health tests cry wolf? Good noise by the hundred million bytes.

A test that stops a good table is a nuisance, and one that a person must clear after each alarm is
soon switched off. So good bytes are put through the whole battery in packets of sixteen, as on a
table, and every alarm is counted: soft ones, of which each test gives one in 2^30, and hard ones,
of which there must be none. The bytes are SHAKE-256 of a counter. After an alarm the battery
begins anew, as a table's does.

`make good-noise BYTES=100000000` (or `python -m tests.good_noise --bytes N --assessment 7000`).
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from firmware.randomness.battery import PACKET_BYTES, Battery
from firmware.randomness.health import LATCH
from host_tools.dev.campaign_size import size_from

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK_BYTES = 1_000_000


def blocks(count: int, seed: str) -> Iterator[bytes]:
    """So many good bytes, a block at a time."""
    for number in range(-(-count // BLOCK_BYTES)):
        size = min(BLOCK_BYTES, count - number * BLOCK_BYTES)
        yield hashlib.shake_256(f"{seed} {number}".encode()).digest(size)


def alarms(count: int, h_millibits: int, seed: str = "good", say: bool = False) -> Counter[str]:
    """Alarms by level and test over so many bytes."""
    battery, found = Battery(h_millibits), Counter[str]()
    for number, block in enumerate(blocks(count, seed), 1):
        for at in range(0, len(block), PACKET_BYTES):
            alarm = battery.scan(block[at : at + PACKET_BYTES])
            if alarm is not None:
                found[f"{'hard' if alarm.level == LATCH else 'soft'} {alarm.test}"] += 1
                battery = Battery(h_millibits)
        if say and number % 10 == 0:
            print(f"{number * BLOCK_BYTES:,} bytes: {dict(found)}", flush=True)
    return found


def main(argv: list[str] | None = None) -> int:
    """Count; 0 when no alarm was hard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=size_from(1), default=100_000_000)
    parser.add_argument("--assessment", type=int, default=7000, help="H in thousandths of a bit")
    parser.add_argument("--seed", default="good")
    told = parser.parse_args(argv)
    begun = time.process_time()
    found = alarms(told.bytes, told.assessment, told.seed, say=True)
    hard = sum(count for name, count in found.items() if name.startswith("hard"))
    took = time.process_time() - begun
    print(
        f"{told.bytes:,} good bytes at H = {told.assessment / 1000}: {hard} hard alarms, "
        f"{sum(found.values()) - hard} soft ({dict(found)}); {took:.0f} s of processor time, "
        f"{1e6 * took / max(1, told.bytes):.2f} us a byte"
    )
    return 1 if hard else 0


if __name__ == "__main__":
    sys.exit(main())
