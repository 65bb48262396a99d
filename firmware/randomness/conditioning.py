"""Conditioning: many raw bytes are boiled down to a seed that holds no less chance than it shows.

Raw noise is honest but lumpy; like pulp pressed into paper it is compressed until every bit of
the seed is as good as a tossed coin. This file says how many tested raw bytes a seed needs and
makes it. Rule of the file: entropy is counted only from the first source and only as assessed,
never as hoped; a second source is mixed in and counts for nothing.

Why 320 bits for a seed of 256: by SP 800-90B 3.1.5.1.2 a vetted function (HMAC-SHA-256 here) fed
with h bits of min-entropy gives 255.0 bits for h = 256 but 256 - 2^-63 for h = 320; SP 800-90C
calls that full entropy.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import hmac_sha256

SEED_BYTES = 32

_ENTROPY_MILLIBITS = const(320000)  # 256 bits out, 64 more in
_RAW_BYTES_MIN = const(64)  # however good the source is said to be


def raw_bytes_per_seed(h_millibits: int) -> int:
    """Raw bytes for one seed at `h_millibits` of entropy a byte: 80 at H = 4, 64 from H = 5."""
    check(0 < h_millibits <= 8000, "entropy_assessment_unknown")
    return max(_RAW_BYTES_MIN, (_ENTROPY_MILLIBITS + h_millibits - 1) // h_millibits)


def condense(raw: bytes | bytearray, h_millibits: int, second: bytes = b"") -> bytes:
    """One 32-byte seed from enough tested raw bytes; `second` is the second source's share."""
    check(len(raw) >= raw_bytes_per_seed(h_millibits), "seed_underfed")
    return hmac_sha256(second, raw)
