"""The one road from noise to order: health tests, conditioning, DRBG, permutation.

There is no side road. Raw bytes come in, are judged, are boiled down to seeds; only then can an
order be drawn, and each order asks for seeds of its own. When a test fails the road is closed and
everything on it is thrown away; it opens again only through a new start-up test. Who reads the
noise chip, who is told about an alarm, and who may order a new test is decided elsewhere. Rule of
the file: no byte leaves it that has not come all the way, and there is no other source to fall
back on.

States::

    STARTING  start-up test (1024 bytes, thrown away), then the generator's first seeds
    HEALTHY   idle, or collecting the seeds of the draw asked for, and some bytes more: so many as
              the slowest test of an outright failure needs, so that no order is drawn from the
              first bytes of a failure
    FAILED    closed; `alarm` says why

The pipeline reads nothing itself: `wanted` says how many raw bytes it would like next, `feed`
takes them. More is allowed: all of it is judged, what is over is thrown away. `second` may come
with any of them until the last. A draw::

    pipeline.request_draw()
    while pipeline.wanted:
        pipeline.feed(noise.read(pipeline.wanted))  # a packet at a time if need be
    if pipeline.is_ready:
        order, nonce = pipeline.draw_order(slots)
"""

from __future__ import annotations

from firmware.compat import InvariantError, check, const
from firmware.randomness.battery import Alarm, Battery, bytes_until_seen
from firmware.randomness.conditioning import SEED_BYTES, condense, raw_bytes_per_seed
from firmware.randomness.drbg import HmacDrbg
from firmware.randomness.health import LATCH, SOFT
from firmware.randomness.permutation import Reservoir, shuffled

STARTING = 0
HEALTHY = 1
FAILED = 2

CLOSED = -1  # the answer of `feed` when a failed test has closed the road

START_UP_BYTES = 1024  # SP 800-90B 4.3: at least 1024 consecutive samples before any output
NONCE_BYTES = 32

_SEEDS_FIRST = const(3)  # two for the generator's entropy, one for its nonce
_SEEDS_DRAW = const(2)  # 512 bits: more than the 226 of an order and the 256 of its nonce
_SOFT_ALARMS_MAX = const(1)  # the second soft alarm is taken for a latch
_BLOCK_BYTES = const(32)


class Pipeline:
    """Noise to order for one source with `h_millibits` of assessed min-entropy a raw byte.

    `personalization` sets this table's generator apart from any other (serial, boot counter); it
    is no secret. A value out of range is a bug of the caller (`InvariantError`).
    """

    def __init__(self, h_millibits: int, personalization: bytes = b"") -> None:
        self._h_millibits = h_millibits
        self._personalization = personalization
        self._seed_raw_bytes = raw_bytes_per_seed(h_millibits)
        self._ahead_bytes = bytes_until_seen(h_millibits)
        self._soft_alarms = 0
        self.alarm: Alarm | None = None
        self._start()

    @property
    def is_latched(self) -> bool:
        """Whether only a person may order the next start-up test."""
        return self.alarm is not None and self.alarm.level == LATCH

    @property
    def wanted(self) -> int:
        """Raw bytes it would like next; 0 when idle, ready or closed."""
        return self._start_up_left + self._raw_wanted - len(self._raw) + self._ahead_left

    @property
    def is_ready(self) -> bool:
        """Whether the draw asked for can be made: healthy and freshly reseeded."""
        return self._reseeded is not None

    def restart(self, *, by_person: bool) -> bool:
        """Begin a new start-up test with an empty road; also the test on demand.

        Refused, unchanged, while latched unless a person orders it. A person's order also forgives
        the soft alarm on record.
        """
        if self.is_latched and not by_person:
            return False
        if by_person:
            self._soft_alarms = 0
        self._throw_away()
        self.alarm = None
        self._start()
        return True

    def request_draw(self) -> int:
        """Ask for fresh seeds; returns `wanted`. Raw bytes from before the request never count."""
        check(self.state == HEALTHY, "draw_unhealthy")
        self._throw_away_half_used()
        self._raw_wanted = _SEEDS_DRAW * self._seed_raw_bytes
        self._ahead_left = self._ahead_bytes
        return self.wanted

    def feed(self, raw: bytes, second: bytes = b"") -> int:
        """Judge and use raw bytes; returns `wanted`, or `CLOSED`.

        `second` is the second source's share of the next seeds, mixed in and counted for nothing.
        """
        if self.state == FAILED:
            return CLOSED
        alarm = self._battery.scan(raw)
        if alarm is not None:
            return self._close(alarm)
        at = min(len(raw), self._start_up_left)
        self._start_up_left -= at
        if self._raw_wanted:
            self._second += second
            taken = min(len(raw) - at, self._raw_wanted - len(self._raw))
            self._raw += raw[at : at + taken]
            self._ahead_left -= min(self._ahead_left, len(raw) - at - taken)
            if not self.wanted:
                self._use_seeds()
        return self.wanted

    def source_failed(self) -> int:
        """The noise chip did not answer as it should: everything half-used is thrown away."""
        if self.state == FAILED:
            return CLOSED
        return self._close(Alarm("source", SOFT, -1))

    def draw_order(self, slots: bytes | bytearray) -> tuple[bytearray, bytes]:
        """A uniform order of `slots`, and 32 secret bytes to seal it with.

        The order is a bytearray for its one keeper to wipe. Each call uses up its request.
        """
        drbg = self._take_reseeded()
        nonce = drbg.generate(NONCE_BYTES)
        reservoir = Reservoir(lambda: drbg.generate(_BLOCK_BYTES))
        order = shuffled(slots, reservoir)
        reservoir.empty()
        return order, nonce

    def draw_bytes(self, count: int) -> bytes:
        """`count` random bytes (log id, boot id); like an order, each call uses up its request."""
        return self._take_reseeded().generate(count)

    def _start(self) -> None:
        self.state = STARTING
        self._battery = Battery(self._h_millibits)
        self._drbg: HmacDrbg | None = None
        self._reseeded: HmacDrbg | None = None  # the generator, for one draw
        self._start_up_left = START_UP_BYTES
        self._raw = bytearray()
        self._second = b""
        self._raw_wanted = _SEEDS_FIRST * self._seed_raw_bytes
        self._ahead_left = self._ahead_bytes

    def _use_seeds(self) -> None:
        size = self._seed_raw_bytes
        seeds = b""
        for at in range(0, len(self._raw), size):
            seeds += condense(self._raw[at : at + size], self._h_millibits, self._second)
        self._throw_away_half_used()
        if self._drbg is None:
            at = 2 * SEED_BYTES
            self._drbg = HmacDrbg(seeds[:at], seeds[at:], self._personalization)
            self.state = HEALTHY
        else:
            self._drbg.reseed(seeds)
            self._reseeded = self._drbg

    def _take_reseeded(self) -> HmacDrbg:
        drbg = self._reseeded
        if drbg is None:
            raise InvariantError("draw_not_ready")
        self._reseeded = None
        return drbg

    def _close(self, alarm: Alarm) -> int:
        if alarm.level == SOFT:
            self._soft_alarms += 1
            if self._soft_alarms > _SOFT_ALARMS_MAX:
                alarm = Alarm(alarm.test, LATCH, alarm.sample)
        self.state = FAILED
        self.alarm = alarm
        self._throw_away()
        return CLOSED

    def _throw_away(self) -> None:
        self._throw_away_half_used()
        self._start_up_left = 0
        if self._drbg is not None:
            self._drbg.forget()
            self._drbg = None

    def _throw_away_half_used(self) -> None:
        for i in range(len(self._raw)):
            self._raw[i] = 0
        self._raw = bytearray()
        self._second = b""
        self._raw_wanted = 0
        self._ahead_left = 0
        self._reseeded = None
