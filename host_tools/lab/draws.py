"""Decks to look at: drawn by the table's own code, or by a machine that cheats on purpose.

`pipeline` is the whole road of a table, noise to order: health tests, conditioning, a reseeded
generator, permutation. `permutation` leaves the health tests out and draws from one generator that
is reseeded for every deck. Planted machines are known to be bad; a battery that lets one of them
pass is no battery. Rule of the file: no card is moved by anything but the shipped functions,
except by the planted ones, which say so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from firmware.randomness.assessments import ASSESSMENTS, h_millibits_of
from firmware.randomness.conditioning import SEED_BYTES, condense, raw_bytes_per_seed
from firmware.randomness.drbg import HmacDrbg
from firmware.randomness.permutation import Reservoir, shuffled
from firmware.randomness.pipeline import FAILED, Pipeline
from hal.sim.noise import PACKET_BYTES, SimNoise
from host_tools.lab.nulls import CARDS

if TYPE_CHECKING:
    from host_tools.lab.tally import Decks

MODELS = tuple(row[0] for row in ASSESSMENTS)
"""Sources that have an assessment."""

PATHS = ("pipeline", "permutation")
CHUNK = 10_000

_ALL = bytes(range(CARDS))
_BLOCK_BYTES = 32
_CLUMP = 4
_SHELVES = 10


class NoiseEnded(Exception):
    """The recorded noise is used up; `decks` were drawn from it."""

    def __init__(self, decks: int) -> None:
        super().__init__(f"noise ended after {decks} decks")
        self.decks = decks


class NoiseRefused(Exception):
    """The table's health tests refused the noise; `test` says which, `sample` where."""

    def __init__(self, test: str, sample: int) -> None:
        super().__init__(f"{test} at byte {sample}")
        self.test = test
        self.sample = sample


def simulated_packets(seed: bytes) -> Iterator[bytes]:
    """The simulator's noise, packet by packet, without end."""
    source = SimNoise(seed)
    while True:
        yield source.read()


def recorded_packets(raw: bytes) -> Iterator[bytes]:
    """Captured noise in whole packets, once."""
    for at in range(0, len(raw) - PACKET_BYTES + 1, PACKET_BYTES):
        yield raw[at : at + PACKET_BYTES]


def by_pipeline(packets: Iterator[bytes], h_millibits: int) -> Iterator[bytes]:
    """Orders of 52 by the whole road; the start-up test takes the first bytes."""
    pipeline = Pipeline(h_millibits)
    drawn = 0
    while True:
        while pipeline.wanted:
            packet = next(packets, None)
            if packet is None:
                raise NoiseEnded(drawn)
            pipeline.feed(packet)
        if pipeline.state == FAILED:
            alarm = pipeline.alarm
            assert alarm is not None
            raise NoiseRefused(alarm.test, alarm.sample)
        if pipeline.is_ready:
            order, _nonce = pipeline.draw_order(_ALL)
            drawn += 1
            yield bytes(order)
        pipeline.request_draw()


def by_permutation(packets: Iterator[bytes], h_millibits: int) -> Iterator[bytes]:
    """Orders of 52 from a generator reseeded for each; the noise is not judged."""
    count = raw_bytes_per_seed(h_millibits)
    drawn = 0

    def seed() -> bytes:
        raw = b"".join(islice(packets, (count + PACKET_BYTES - 1) // PACKET_BYTES))
        if len(raw) < count:
            raise NoiseEnded(drawn)
        return condense(raw[:count], h_millibits)

    drbg = HmacDrbg(seed() + seed(), seed()[: SEED_BYTES // 2])
    while True:
        drbg.reseed(seed() + seed())
        yield bytes(shuffled(_ALL, Reservoir(lambda: drbg.generate(_BLOCK_BYTES))))
        drawn += 1


def orders(path: str, packets: Iterator[bytes], model: str = "simulated") -> Iterator[bytes]:
    """Orders by one of `PATHS`, judged as noise of `model`."""
    draw = {"pipeline": by_pipeline, "permutation": by_permutation}[path]
    return draw(packets, h_millibits_of(model))


def chunks(drawn: Iterator[bytes], decks: int, size: int = CHUNK) -> Iterator[Decks]:
    """So many decks as arrays, `size` rows at a time."""
    left = decks
    while left > 0:
        part = b"".join(islice(drawn, min(size, left)))
        rows = np.frombuffer(part, np.uint8).reshape(-1, CARDS)
        if not len(rows):
            return
        yield rows
        left -= len(rows)


# ------------------------------------------------------------------ planted faults


def _swap_with_any(chance: random.Random) -> bytes:
    """Each card swapped with any place, the classic mistake: n to the n ways, not n factorial."""
    deck = bytearray(_ALL)
    for at in range(CARDS):
        other = chance.randrange(CARDS)
        deck[at], deck[other] = deck[other], deck[at]
    return bytes(deck)


def _never_stays(chance: random.Random) -> bytes:
    """Off by one: a card can never be swapped with itself (Sattolo)."""
    deck = bytearray(_ALL)
    for at in range(CARDS - 1, 0, -1):
        other = chance.randrange(at)
        deck[at], deck[other] = deck[other], deck[at]
    return bytes(deck)


def _never_the_last(chance: random.Random) -> bytes:
    """A range that is one short: each card swapped with any place but the last (ASF, 1999)."""
    deck = bytearray(_ALL)
    for at in range(CARDS):
        other = chance.randrange(CARDS - 1)
        deck[at], deck[other] = deck[other], deck[at]
    return bytes(deck)


def _byte_modulo(chance: random.Random) -> bytes:
    """One byte, modulo k: up to a fifth too many of the low numbers."""
    deck = bytearray(_ALL)
    for at in range(CARDS - 1, 0, -1):
        other = chance.getrandbits(8) % (at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return bytes(deck)


def _sticky_slot(chance: random.Random) -> bytes:
    """A good order, but one deck in twenty a slot keeps the card that fell into it first."""
    deck = list(_ALL)
    chance.shuffle(deck)
    if chance.random() < 0.05:
        at = deck.index(17)
        deck[17], deck[at] = deck[at], deck[17]
    return bytes(deck)


def _ten_shelves(chance: random.Random) -> bytes:
    """Each card on one of ten shelves, above or below what lies there; the shelves in turn."""
    shelves: list[list[int]] = [[] for _ in range(_SHELVES)]
    for card in _ALL:
        shelf = shelves[chance.randrange(_SHELVES)]
        shelf.insert(0 if chance.getrandbits(1) else len(shelf), card)
    return bytes(card for shelf in shelves for card in shelf)


def _clumps(chance: random.Random) -> bytes:
    """Thirteen compartments of four neighbours each, emptied in a random order, cards together."""
    order = list(range(0, CARDS, _CLUMP))
    chance.shuffle(order)
    return bytes(card for first in order for card in range(first, first + _CLUMP))


def _same_again(chance: random.Random) -> bytes:
    """A good order; every fiftieth deck is given twice by `planted`."""
    deck = list(_ALL)
    chance.shuffle(deck)
    return bytes(deck)


PLANTED: dict[str, Callable[[random.Random], bytes]] = {
    "swap_with_any": _swap_with_any,
    "never_stays": _never_stays,
    "never_the_last": _never_the_last,
    "byte_modulo": _byte_modulo,
    "sticky_slot": _sticky_slot,
    "ten_shelves": _ten_shelves,
    "clumps": _clumps,
    "same_again": _same_again,
}
"""Name: a machine that is known to be unfair."""

DOCUMENTED = {
    "swap_with_any": 1_000,
    "never_stays": 1_000,
    "never_the_last": 1_000,
    "byte_modulo": 10_000,
    "sticky_slot": 20_000,
    "ten_shelves": 1_000,
    "clumps": 1_000,
    "same_again": 2_000,
}
"""Decks after which the battery has to have found each of them."""


def planted(name: str, seed: int) -> Iterator[bytes]:
    """Decks of an unfair machine, the same ones for a seed."""
    chance = random.Random(seed)
    deal = PLANTED[name]
    count = 0
    while True:
        deck = deal(chance)
        count += 1
        yield deck
        if name == "same_again" and count % 50 == 0:
            yield deck
