"""Known noise through the whole pipeline: the same orders, nonces and alarms on both."""

from __future__ import annotations

from firmware.randomness.pipeline import Pipeline
from tests.interpreters.chance import Chance

SLOTS = bytes(range(54))

for h_millibits in (2000, 8000):
    chance = Chance(h_millibits)
    pipeline = Pipeline(h_millibits, b"MZ-0007")
    print(h_millibits, pipeline.state, pipeline.wanted)
    for draw in range(6):
        while pipeline.wanted:
            pipeline.feed(chance.octets(16))
        if pipeline.is_ready:
            order, nonce = pipeline.draw_order(SLOTS[draw:])
            print(bytes(order).hex(), nonce.hex())
        pipeline.request_draw()
    print(pipeline.feed(chance.octets(50) + bytes(40)), pipeline.state, pipeline.alarm)
    print(pipeline.restart(by_person=False), pipeline.restart(by_person=True), pipeline.wanted)
