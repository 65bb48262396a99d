"""The health tests over good, stuck, biased and repeating noise: alarms at the same sample."""

from __future__ import annotations

from firmware.randomness.battery import Battery
from tests.interpreters.chance import Chance

chance = Chance(4)
good = chance.octets(2048)
SOURCES = (
    ("good", good),
    ("stuck", good[:700] + bytes(600)),
    ("biased", bytes([octet & 0x0F for octet in good])),
    ("repeating", good[:64] * 20),
    ("counting", bytes([place % 256 for place in range(2048)])),
    ("one bit stuck", bytes([octet | 0x10 for octet in good])),
)
for name, raw in SOURCES:
    for h_millibits in (1000, 4000, 7500):
        battery = Battery(h_millibits)
        alarm = None
        for start in range(0, len(raw), 128):
            alarm = battery.scan(raw[start : start + 128])
            if alarm is not None:
                break
        print(name, h_millibits, alarm)
