"""Signatures of the security chip: asked step by step, checked against published numbers.

Byte sequences are given by hand from the vendor's public library (calib_sign, calib_genkey,
calib_nonce; DS40001977 is its data sheet's summary): word address, length, command, parameters.
"""

from __future__ import annotations

import pytest

from firmware.compat.digest import sha256
from hal.drivers.atecc608 import SIGN_MS_MAX, Atecc608, crc16
from hal.errors import BUSY, CORRUPT, REFUSED, TIMEOUT, HalError
from hal.sim.chip_atecc608 import SimAtecc608
from hal.sim.noise import SimSecondNoise
from hal.sim.p256 import is_signed, public_key
from tests.wires import Bench

DIGEST = sha256(b"head of a log")


class Rig:
    def __init__(self):
        self.bench = Bench(100_000)
        self.chip = SimAtecc608(self.bench.clock, SimSecondNoise(b"seed"), 100_000)
        self.chip.make_key(0, sha256(b"key"))
        self.bench.put(0x60, self.chip)
        self.bench.put(0x00, self.chip.pulse)
        self.driver = Atecc608(self.bench.bus, 0x60, self.bench.clock, provenance="simulated")

    def until_done(self, call, *args):
        """(answer or kind of its error, milliseconds)."""
        began = self.bench.clock.now_ms()
        for _ in range(1000):
            try:
                return call(*args), self.bench.clock.now_ms() - began
            except HalError as trouble:
                if trouble.kind != BUSY:
                    return trouble.kind, self.bench.clock.now_ms() - began
            self.bench.wait(1)
        raise AssertionError("busy for ever")


@pytest.fixture
def rig():
    return Rig()


def packet(text):
    body = bytes.fromhex(text)
    return ("03" + (body + crc16(body)).hex()).replace(" ", "")


def test_a_digest_is_kept_then_signed_and_the_chip_sleeps(rig):
    signature, took_ms = rig.until_done(rig.driver.sign, DIGEST)
    said = [out.replace(" ", "") for out in rig.bench.bus.written()]
    assert said == [
        "00",
        packet("07 02 00 1500"),
        packet("27 16 03 0000" + DIGEST.hex()),
        packet("07 41 80 0000"),
        "01",
    ]
    assert took_ms < 120
    public, _ = rig.until_done(rig.driver.public_key)
    assert [out.replace(" ", "") for out in rig.bench.bus.written()][-2] == packet("07 40 00 0000")
    assert is_signed(public, DIGEST, signature)
    assert not is_signed(public, sha256(b"x"), signature)


def test_a_draw_waits_for_a_signature_and_neither_gets_the_others_answer(rig):
    with pytest.raises(HalError):
        rig.driver.sign(DIGEST)
    kinds = set()
    for _ in range(30):
        rig.bench.wait(1)
        for call in (rig.driver.read, lambda: rig.driver.sign(DIGEST)):
            with pytest.raises(HalError) as busy:
                call()
            kinds.add(busy.value.kind)
    assert kinds == {BUSY}
    signature, _ = rig.until_done(rig.driver.sign, DIGEST)
    chance, _ = rig.until_done(rig.driver.read)
    assert (len(signature), len(chance)) == (64, 32)


def test_a_job_that_nobody_asks_after_is_dropped(rig):
    with pytest.raises(HalError):
        rig.driver.sign(DIGEST)
    rig.bench.wait(SIGN_MS_MAX + 1)
    assert len(rig.until_done(rig.driver.read)[0]) == 32


def test_a_slot_without_a_key_is_refused_by_name(rig):
    rig.chip._private[0] = 0
    assert rig.until_done(rig.driver.sign, DIGEST)[0] == REFUSED
    assert rig.until_done(rig.driver.public_key)[0] == REFUSED
    assert len(rig.until_done(rig.driver.read)[0]) == 32  # chance it has all the same


def test_an_open_chip_signs_nothing(rig):
    rig.chip.is_locked = False
    assert rig.until_done(rig.driver.sign, DIGEST)[0] == REFUSED


def test_only_a_whole_digest_is_signed(rig):
    for wrong in (b"", DIGEST[:31], DIGEST + b"\0"):
        assert rig.until_done(rig.driver.sign, wrong)[0] == REFUSED
    assert rig.bench.bus.written() == []


@pytest.mark.parametrize("at", [0, 1, 20, 63, 64, 65, 66])
def test_a_wrong_bit_in_a_signature_drops_it(rig, at):
    def spoil(_address, answer):
        if len(answer) == 67:
            answer[at] ^= 0x01

    rig.bench.wires.spoil = spoil
    assert rig.until_done(rig.driver.sign, DIGEST)[0] == CORRUPT


def test_a_chip_that_never_signs_is_given_up(rig):
    say = rig.chip._say
    rig.chip._say = lambda content, ready_us: say(
        content, 1 << 40 if len(content) == 64 else ready_us
    )
    kind, took_ms = rig.until_done(rig.driver.sign, DIGEST)
    assert kind == TIMEOUT
    assert took_ms <= SIGN_MS_MAX + 60


# NIST CAVP, FIPS 186-4 ECDSA SigVer vectors for P-256 with SHA-256 are over messages; these two
# are RFC 6979, A.2.5: the key, and its signatures under SHA-256 of "sample" and "test".
RFC_KEY = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
RFC_PUBLIC = bytes.fromhex(
    "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
    "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
)
RFC_SIGNED = {
    b"sample": "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
    "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8",
    b"test": "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
    "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083",
}


def test_the_curve_is_the_published_one():
    assert public_key(RFC_KEY) == RFC_PUBLIC
    for message, signature in RFC_SIGNED.items():
        assert is_signed(RFC_PUBLIC, sha256(message), bytes.fromhex(signature)), message
        assert not is_signed(RFC_PUBLIC, sha256(message + b"!"), bytes.fromhex(signature))
