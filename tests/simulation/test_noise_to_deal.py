"""Known noise is followed, by hand, from the first packet to the cards on the table.

The noise of a whole table is replaced by two known streams. Everything that is drawn from them is
computed a second time here, from the standards and from nothing of the firmware: HMAC and SHA-256
of the standard library, HMAC_DRBG after SP 800-90A, the reservoir and the swaps. Orders, nonces,
log id and the very slots that were ejected must be these, to the byte. Had any other source of
chance a share in a deal, this would not come out.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import pytest

from firmware.randomness.pipeline import Pipeline
from firmware.schema import messages as m
from hal.sim.noise import SimNoise, SimSecondNoise
from tests.simulated_evening import SERIAL, Evening

if TYPE_CHECKING:
    from collections.abc import Iterator

START_UP, SEED, AHEAD = 1024, 64, 48  # bytes: a start-up test, a seed, the look ahead at H = 7
HANDS = 3
STACKS = {2: 5000, 5: 5000, 9: 5000}


def packet(number: int, spoiled: int = -1) -> bytes:
    word = "known" if number != spoiled else "another"
    return hashlib.sha256(f"{word} {number}".encode()).digest()[:16]


def share(number: int) -> bytes:
    return hashlib.sha256(f"share {number}".encode()).digest()


class Draws:
    """What the pipeline was asked for, and what it gave."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, spoiled: int = -1) -> None:
        self.made: list[tuple[str, bytes | int, tuple[bytes, ...]]] = []
        self.packets = self.shares = 0
        by_order, by_bytes = Pipeline.draw_order, Pipeline.draw_bytes

        def read(_source: SimNoise) -> bytes:
            self.packets += 1
            return packet(self.packets, spoiled)

        def read_second(_source: SimSecondNoise) -> bytes:
            self.shares += 1
            return share(self.shares)

        def draw_order(pipeline: Pipeline, slots: bytes) -> tuple[bytearray, bytes]:
            order, nonce = by_order(pipeline, slots)
            self.made.append(("order", bytes(slots), (bytes(order), nonce)))
            return order, nonce

        def draw_bytes(pipeline: Pipeline, count: int) -> bytes:
            drawn = by_bytes(pipeline, count)
            self.made.append(("bytes", count, (drawn,)))
            return drawn

        monkeypatch.setattr(SimNoise, "read", read)
        monkeypatch.setattr(SimSecondNoise, "read", read_second)
        monkeypatch.setattr(Pipeline, "draw_order", draw_order)
        monkeypatch.setattr(Pipeline, "draw_bytes", draw_bytes)


class ByHand:
    """The same road written a second time, from the standards."""

    def __init__(self, table: bytes) -> None:
        self.stream = (octet for number in range(1, 100_000) for octet in packet(number))
        self.shares = 0
        self._take(START_UP)
        seeds = self._seeds(3)
        self.key, self.v = bytes(32), b"\x01" * 32
        self._update(seeds[0] + seeds[1] + seeds[2] + table)

    def _take(self, count: int) -> bytes:
        return bytes(next(self.stream) for _ in range(count))

    def _seeds(self, count: int) -> list[bytes]:
        self.shares += 1
        raw = self._take(count * SEED + AHEAD)
        key = share(self.shares)
        return [
            hmac.digest(key, raw[at : at + SEED], "sha256") for at in range(0, count * SEED, SEED)
        ]

    def _update(self, provided: bytes) -> None:
        for mark in (b"\x00", b"\x01"):
            self.key = hmac.digest(self.key, self.v + mark + provided, "sha256")
            self.v = hmac.digest(self.key, self.v, "sha256")
            if not provided:
                return

    def _generate(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self.v = hmac.digest(self.key, self.v, "sha256")
            out += self.v
        self._update(b"")
        return out[:count]

    def draw(self, kind: str, asked: bytes | int) -> tuple[bytes, ...]:
        """What a draw must give."""
        first, second = self._seeds(2)
        self._update(first + second)
        if kind == "bytes":
            assert isinstance(asked, int)
            return (self._generate(asked),)
        assert isinstance(asked, bytes)
        nonce = self._generate(32)
        return bytes(self._shuffled(asked)), nonce

    def _shuffled(self, slots: bytes) -> bytearray:
        octets = iter(self._octets())
        value, size = 0, 1
        order = bytearray(slots)
        for last in range(len(order) - 1, 0, -1):
            k = last + 1
            while True:
                while size < 1 << 22:
                    value, size = value * 256 + next(octets), size * 256
                whole = size // k * k
                if value < whole:
                    break
                value, size = value - whole, size - whole
            drawn = value % k
            value, size = value // k, size // k
            order[last], order[drawn] = order[drawn], order[last]
        return order

    def _octets(self) -> Iterator[int]:
        while True:
            yield from self._generate(32)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> tuple[Draws, Evening]:
    draws = Draws(monkeypatch)
    return draws, Evening(b"cards lie as they lie", STACKS, hands=HANDS).play()


def test_every_draw_of_a_table_is_the_one_computed_by_hand(played: tuple[Draws, Evening]) -> None:
    draws, _ = played
    hand = ByHand(SERIAL.encode())
    assert len([one for one in draws.made if one[0] == "order"]) >= 2 * HANDS
    for kind, asked, given in draws.made:
        assert given == hand.draw(kind, asked)
    assert hand.shares == draws.shares


def test_each_order_takes_its_own_noise_and_no_more(played: tuple[Draws, Evening]) -> None:
    """128 bytes and the 48 judged ahead: 11 packets a draw, 79 at the start."""
    draws, _ = played
    assert draws.packets == 79 + 11 * len(draws.made)
    assert 2 * SEED >= 64, "at least 64 raw bytes a shuffle"


def test_revealed_orders_and_ejected_slots_are_those_draws(played: tuple[Draws, Evening]) -> None:
    draws, evening = played
    orders = [given for kind, asked, given in draws.made if kind == "order"]
    revealed = evening.told(m.ORDER_REVEALED)
    assert len(revealed) >= HANDS, "and the draw of the first button"
    for message in revealed:
        found = [part for part in message if isinstance(part, bytes)]
        assert tuple(found[:2]) in orders
    left = evening.told(m.CARD_LEFT)
    assert len(left) > 2 * HANDS * len(STACKS)


def test_one_changed_packet_changes_its_hand_and_none_before(
    monkeypatch: pytest.MonkeyPatch, played: tuple[Draws, Evening]
) -> None:
    """Later hands change too: the generator carries a secret of its own from deal to deal."""
    draws, _ = played
    at = len(draws.made) // 2
    spoiled = 79 + 11 * at + 3
    with monkeypatch.context() as changed:
        again = Draws(changed, spoiled)
        Evening(b"cards lie as they lie", STACKS, hands=HANDS).play()
    assert again.made[:at] == draws.made[:at]
    assert again.made[at][2] != draws.made[at][2]


@pytest.mark.parametrize("clock_ms", [1, 86_399_999])
def test_time_has_no_share_in_an_order(
    monkeypatch: pytest.MonkeyPatch, played: tuple[Draws, Evening], clock_ms: int
) -> None:
    draws, _ = played
    with monkeypatch.context() as changed:
        again = Draws(changed)
        evening = Evening(b"cards lie as they lie", STACKS, hands=1)
        evening.clock.advance(clock_ms)
        evening.play()
    assert again.made == draws.made[: len(again.made)]
