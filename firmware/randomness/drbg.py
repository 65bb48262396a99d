"""HMAC_DRBG: turns seeds into as many random bytes as a deal needs, by SP 800-90A.

A deck that is shuffled from fresh seeds would be enough on a good day. This generator also
carries a secret of its own from deal to deal, so that even on a bad day nobody who knows the new
seeds alone can compute the deal. It is HMAC_DRBG with SHA-256 of SP 800-90A Rev. 1, 10.1.2,
without derivation function. Whether a seed is good is decided before it comes here. Rule of the
file: the standard to the letter, so that the published vectors are its proof.

Python cannot promise to wipe a bytes object it no longer needs; `forget` drops the state, and the
memory is overwritten as it is used again.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import SHA256_BYTES, hmac_sha256

_ENTROPY_BYTES_MIN = const(32)  # security strength 256 (SP 800-90A table 2)
_NONCE_BYTES_MIN = const(16)  # half the strength (8.6.7)
_REQUEST_BYTES_MAX = const(65536)  # 2^19 bits (table 2)
_REQUESTS_MAX = const(1024)  # table 2 allows 2^48; a deal asks three or four times, then reseeds


class HmacDrbg:
    """The working state (K, V, reseed counter) of 10.1.2.1, instantiated when made."""

    def __init__(
        self, entropy: bytes | bytearray, nonce: bytes | bytearray, personalization: bytes = b""
    ) -> None:
        check(len(entropy) >= _ENTROPY_BYTES_MIN, "drbg_entropy")
        check(len(nonce) >= _NONCE_BYTES_MIN, "drbg_nonce")
        self._key = bytes(SHA256_BYTES)
        self._v = b"\x01" * SHA256_BYTES
        self._requests = 0
        self._update(entropy, nonce, personalization)

    def reseed(self, entropy: bytes | bytearray, additional: bytes = b"") -> None:
        """10.1.2.4: mix at least 32 bytes of fresh entropy into the running state."""
        check(len(self._key) == SHA256_BYTES, "drbg_forgotten")
        check(len(entropy) >= _ENTROPY_BYTES_MIN, "drbg_entropy")
        self._update(entropy, additional)
        self._requests = 0

    def generate(self, count: int, additional: bytes = b"") -> bytes:
        """10.1.2.5: the next `count` bytes; then the state moves on and cannot be turned back."""
        check(0 < count <= _REQUEST_BYTES_MAX, "drbg_request")
        check(len(self._key) == SHA256_BYTES, "drbg_forgotten")
        check(self._requests < _REQUESTS_MAX, "drbg_needs_reseed")
        if additional:
            self._update(additional)
        out = b""
        while len(out) < count:
            self._v = hmac_sha256(self._key, self._v)
            out += self._v
        self._update(additional)
        self._requests += 1
        return out[:count]

    def forget(self) -> None:
        """9.4: drop the state. Nothing can be generated afterwards."""
        self._key = b""
        self._v = b""

    def _update(self, *provided: bytes | bytearray) -> None:
        """10.1.2.2. The second round is left out when nothing is provided."""
        self._key = hmac_sha256(self._key, self._v, b"\x00", *provided)
        self._v = hmac_sha256(self._key, self._v)
        if any(provided):
            self._key = hmac_sha256(self._key, self._v, b"\x01", *provided)
            self._v = hmac_sha256(self._key, self._v)
