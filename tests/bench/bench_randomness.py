"""What it costs to judge a raw byte, to draw an order, and to follow the public shuffle.

Processor time, not wall time, and the fastest of several rounds, so that a busy machine does not
count against the code. The noise is good noise: a faulty source is stopped at once.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from firmware.fairness.public_shuffle import deal_places
from firmware.randomness.battery import Battery
from firmware.randomness.pipeline import Pipeline
from tests.unit.randomness.noise import good_noise, pieces

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7
RAW = good_noise(64 * 1024, "bench")
SLOTS = bytes(range(54))
DRAWS = 200
H_MILLIBITS = 8000


def fastest_s(work: Callable[[], None]) -> float:
    """Processor seconds of the fastest round."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def judge(packet_bytes: int) -> None:
    """Every health test over all the noise."""
    battery = Battery(H_MILLIBITS)
    for piece in pieces(RAW, packet_bytes):
        if battery.scan(piece) is not None:
            raise RuntimeError("good noise was refused")


def draw() -> None:
    """Start-up test and `DRAWS` orders, packet by packet."""
    pipeline, packets = Pipeline(H_MILLIBITS), pieces(RAW, 16)
    for _ in range(DRAWS + 1):
        while pipeline.wanted:
            pipeline.feed(next(packets))
        if pipeline.is_ready:
            pipeline.draw_order(SLOTS)
        pipeline.request_draw()


def follow() -> None:
    """`DRAWS` public shuffles of 52."""
    for cut in range(DRAWS):
        deal_places("public_shuffle", bytes(32), bytes(32), cut, 52)


def main() -> dict[str, object]:
    """Measure and return the figures."""
    return {
        "health_us_per_byte_in_packets_of_16": round(
            fastest_s(lambda: judge(16)) / len(RAW) * 1e6, 2
        ),
        "health_us_per_byte_in_packets_of_128": round(
            fastest_s(lambda: judge(128)) / len(RAW) * 1e6, 2
        ),
        "order_us_noise_to_order": round(fastest_s(draw) / DRAWS * 1e6),
        "public_shuffle_us": round(fastest_s(follow) / DRAWS * 1e6),
    }
