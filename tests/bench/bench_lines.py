"""Lines a second: written and sealed as the journal does it, read and followed as the host does
it.
"""

from __future__ import annotations

import time

from firmware.lines.chain import Chain
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m

LINES = 40_000
CHUNK_BYTES = 4096

# What a hand is mostly made of, with a long line among them.
HAND = (
    (m.CARD_LEFT, 3, 17),
    (m.CARD_LANDED, 17, m.PLACE_SEAT3),
    (m.HOLE_CARD_DEALT, 3, 1, 17),
    (m.TURN_OPENED, 5, 100, 200, 9000),
    (m.ACTION_CHOSEN, 5, m.CHOICE_RAISE, 600),
    (m.ACTION_TAKEN, 5, m.ACTION_RAISE, 600, 400, None),
    (m.HAND_STARTED, 1, 3, (1, 3, 4, 5, 6, 7), (1000, 1000, 1000, 1000, 1000, 1000)),
    (m.ORDER_COMMITTED, 1, 0, 2, 52, bytes(range(32)), m.PROVENANCE_DEVICE),
)


def main() -> dict[str, object]:
    """Return lines a second of one core, both ways."""
    chain = Chain(bytes(32))
    lines = []
    begun = time.perf_counter()
    for number in range(LINES):
        body = write(HAND[number % len(HAND)], number + 1, number * 5)
        lines.append(seal(body, chain.add(body)))
    written_s = time.perf_counter() - begun

    stream = b"".join(lines)
    splitter, followed, chain = Splitter(), 0, Chain(bytes(32))
    begun = time.perf_counter()
    for place in range(0, len(stream), CHUNK_BYTES):
        for octets in splitter.feed(stream[place : place + CHUNK_BYTES]):
            line = parse(octets)
            followed += chain.follow(line.body, line.tag)
    read_s = time.perf_counter() - begun
    if followed != LINES:
        raise RuntimeError(f"{followed} of {LINES} lines followed")
    return {
        "written_and_sealed_per_s": round(LINES / written_s),
        "split_read_and_followed_per_s": round(LINES / read_s),
        "bytes_per_line": round(len(stream) / LINES),
    }
