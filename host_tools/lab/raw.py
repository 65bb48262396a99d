"""Raw noise by itself: is it what the source is said to give?

Orders are only as good as the noise they are drawn from, and conditioning hides the faults of bad
noise; so a laboratory asks for the raw bytes, before anything is done to them. Here they are
looked at once more, by tests that need many bytes: those of FIPS 140-2 (as `rngtest` does), bytes
and bits by chi-square, correlations at a distance, the two tests of AIS 31's procedure for raw
bits, an assessment of min-entropy by the simplest estimators of SP 800-90B; and the table's own
health tests run over all of it. Rule of the file: a good source fails some test now and then, and
is not called bad for it; only the whole is judged.

FIPS 140-2 (2001) 4.9.1 for the blocks of 20,000 bits; SP 800-90B 6.3.1 and 6.3.3 for the estimates
(most common value, Markov); the laboratory's own tool has ten of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from firmware.randomness.assessments import h_millibits_of
from firmware.randomness.battery import PACKET_BYTES, Battery
from firmware.randomness.health import LATCH
from host_tools.lab import nulls
from host_tools.lab.battery import CONFIDENCE, Outcome, Verdict, judge

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_BYTES = 2500  # 20,000 bits
WORD_BYTES = 4
BYTES_MIN = 100_000
BLOCK_FAILURE = 8e-4
"""Share of a good source's blocks that fail, from the limits; 4e-4 to 1.5e-3 is normal."""

BLOCKS_OF_100_MAX = 3
"""One failed block means nothing; a fourth in a hundred comes by chance once in 1.7 million."""

_RUN_LIMITS = {1: (2315, 2685), 2: (1114, 1386), 3: (527, 723), 4: (240, 384), 5: (103, 209),
               6: (103, 209)}  # fmt: skip
_LAGS = 128
_Z_995 = 2.576  # SP 800-90B 6.3: upper end of a 99 % interval


@dataclass(frozen=True)
class RawLook:
    """What came out: tests, alarms of the table's own health tests, estimates of min-entropy."""

    count: int
    verdict: Verdict
    blocks: int
    blocks_failed: int
    worst_hundred: int
    alarms: tuple[str, ...]
    hard_alarms: int
    entropy: dict[str, float]

    @property
    def passed(self) -> bool:
        """Whether the noise as a whole is what it should be."""
        too_many = self.worst_hundred > BLOCKS_OF_100_MAX
        return self.verdict.passed and not self.hard_alarms and not too_many


def look_at(raw: bytes, h_millibits: int, confidence: float = CONFIDENCE) -> RawLook:
    """Look at raw noise, of which at least 100,000 bytes are wanted (`ValueError`)."""
    if len(raw) < BYTES_MIN:
        raise ValueError("too_short")
    octets = np.frombuffer(raw, np.uint8)
    failed = fips_failures(octets)
    soft, hard = health_alarms(raw, h_millibits)
    return RawLook(
        len(raw),
        judge([*_bytes(octets), *_bits(octets), *_blocks(failed)], confidence),
        len(failed),
        int(failed.sum()),
        worst_hundred(failed),
        tuple(soft),
        hard,
        {
            "most common value": most_common_value(octets),
            "most common value, bits": most_common_value(np.unpackbits(octets)),
            "Markov, bits": markov(np.unpackbits(octets)),
        },
    )


def look_at_model(raw: bytes, model: str, confidence: float = CONFIDENCE) -> RawLook:
    """The same, with the assessment of a source's model."""
    return look_at(raw, h_millibits_of(model), confidence)


def health_alarms(raw: bytes, h_millibits: int) -> tuple[list[str], int]:
    """Soft alarms by name and place, and how many hard ones; a new battery after each."""
    battery = Battery(h_millibits)
    soft, hard = [], 0
    for at in range(0, len(raw), PACKET_BYTES):
        alarm = battery.scan(raw[at : at + PACKET_BYTES])
        if alarm is not None:
            hard += alarm.level == LATCH
            soft.append(f"{alarm.test} at byte {at}")
            battery = Battery(h_millibits)
            if len(soft) == 100:
                break
    return soft, hard


# ------------------------------------------------------------------ FIPS 140-2


def fips_failures(octets: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For each whole block of 20,000 bits 1 if it fails, as `rngtest` counts.

    Ones, poker, runs, long run; and two equal 32-bit words in a row (the continuous test), for
    which the first four bytes only begin the comparison.
    """
    count = (len(octets) - WORD_BYTES) // BLOCK_BYTES
    found = np.zeros(max(0, count), np.int64)
    for at in range(count):
        block = octets[WORD_BYTES + at * BLOCK_BYTES :][:BLOCK_BYTES]
        before = octets[at * BLOCK_BYTES :][:WORD_BYTES]
        words = np.frombuffer(before.tobytes() + block.tobytes(), ">u4")
        found[at] = bool((words[1:] == words[:-1]).any()) or block_fails(block)
    return found


def worst_hundred(failed: NDArray[np.int64]) -> int:
    """Most failed blocks among any hundred in a row."""
    return int(np.convolve(failed, np.ones(100, np.int64)).max()) if len(failed) else 0


def block_fails(block: NDArray[np.uint8]) -> bool:
    """One block of 2500 bytes against the limits of 2001."""
    bits = np.unpackbits(block)
    if not 9725 < int(bits.sum()) < 10275:
        return True
    nibbles = np.bincount(np.concatenate([block >> 4, block & 15]), minlength=16)
    poker = 16 / 5000 * float((nibbles.astype(np.int64) ** 2).sum()) - 5000
    if not 2.16 < poker < 46.17:
        return True
    edges = np.flatnonzero(np.diff(bits)) + 1
    starts = np.concatenate([[0], edges])
    lengths = np.diff(np.concatenate([starts, [len(bits)]]))
    if int(lengths.max()) >= 26:
        return True
    values = bits[starts]
    for value in (0, 1):
        own = np.bincount(np.minimum(lengths[values == value], 6), minlength=7)
        for length, (low, high) in _RUN_LIMITS.items():
            if not low <= int(own[length]) <= high:
                return True
    return False


def _blocks(failed: NDArray[np.int64]) -> list[Outcome]:
    """How many blocks failed, against the share that fails by chance; one-sided upwards."""
    seen, mean = int(failed.sum()), BLOCK_FAILURE * len(failed)
    p = 1 - sum(math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(seen))
    return [Outcome("FIPS 140-2", "blocks that failed", seen, mean, min(1.0, max(0.0, p)))]


# ------------------------------------------------------------------ bytes and bits


def _bytes(octets: NDArray[np.uint8]) -> list[Outcome]:
    found = [_chi("bytes", "values", np.bincount(octets, minlength=256))]
    pairs = octets[: len(octets) // 2 * 2].reshape(-1, 2).astype(np.int64)
    if len(pairs) >= 5 * 65536:
        values = np.bincount(pairs[:, 0] * 256 + pairs[:, 1], minlength=65536)
        found.append(_chi("bytes", "pairs, not overlapping", values))
    centred = octets - 127.5
    variance = (256 * 256 - 1) / 12
    for lag in range(1, _LAGS + 1):
        total = float((centred[lag:] * centred[:-lag]).sum())
        z = total / (variance * math.sqrt(len(octets) - lag))
        p = nulls.two_sided(nulls.normal_tail(z))
        found.append(Outcome("bytes at a distance", f"lag {lag}", z, 0.0, p))
    return found


def _bits(octets: NDArray[np.uint8]) -> list[Outcome]:
    found = []
    for lane in range(8):
        lane_bits = octets >> lane & 1
        z = (2 * int(lane_bits.sum()) - len(octets)) / math.sqrt(len(octets))
        p = nulls.two_sided(nulls.normal_tail(z))
        found.append(Outcome("bits", f"bit {lane} set", z, 0.0, p))
        changes = int((lane_bits[1:] != lane_bits[:-1]).sum())
        z = (2 * changes - len(octets) + 1) / math.sqrt(len(octets) - 1)
        p = nulls.two_sided(nulls.normal_tail(z))
        found.append(Outcome("bits", f"bit {lane} changes", z, 0.0, p))
    bits = np.unpackbits(octets[:12_500])
    found.append(_share("AIS 31", "ones of 100,000 bits", int(bits.sum()), len(bits)))
    after = bits[1::2] != bits[0::2]
    found.append(_share("AIS 31", "changes in 50,000 pairs", int(after.sum()), len(after)))
    return found


def _share(family: str, name: str, hits: int, count: int) -> Outcome:
    z = (2 * hits - count) / math.sqrt(count)
    p = nulls.two_sided(nulls.normal_tail(z))
    return Outcome(family, name, hits / count, 0.5, p)


def _chi(family: str, name: str, counts: NDArray[Any]) -> Outcome:
    expected = float(counts.sum()) / len(counts)
    total = float(((counts - expected) ** 2).sum() / expected)
    p = nulls.two_sided(nulls.chi_square_tail(total, len(counts) - 1))
    return Outcome(family, name, total, len(counts) - 1, p)


# ------------------------------------------------------------------ min-entropy


def most_common_value(samples: NDArray[np.uint8]) -> float:
    """SP 800-90B 6.3.1: bits of min-entropy a sample, from the value seen most often."""
    count = len(samples)
    p = float(np.bincount(samples).max()) / count
    upper = min(1.0, p + _Z_995 * math.sqrt(p * (1 - p) / (count - 1)))
    return -math.log2(upper)


def markov(bits: NDArray[np.uint8]) -> float:
    """SP 800-90B 6.3.3: bits of min-entropy a bit, from the likeliest of 128 bits in a row."""
    ones = float(bits.mean())
    first = (1 - ones, ones)
    step = [[0.0, 0.0], [0.0, 0.0]]
    for value in (0, 1):
        nexts = bits[1:][bits[:-1] == value]
        share = float(nexts.mean()) if len(nexts) else 0.0
        step[value] = [1 - share, share]

    def log(p: float) -> float:
        return math.log2(p) if p > 0 else -math.inf

    def likeliest(steps: list[tuple[float, int]], start: float) -> float:
        return log(start) + sum(times * log(p) for p, times in steps)

    (a, b), (c, d) = step
    best = max(
        likeliest([(a, 127)], first[0]),
        likeliest([(b, 64), (c, 63)], first[0]),
        likeliest([(b, 1), (d, 126)], first[0]),
        likeliest([(c, 1), (a, 126)], first[1]),
        likeliest([(c, 64), (b, 63)], first[1]),
        likeliest([(d, 127)], first[1]),
    )
    return min(-best / 128, 1.0)
