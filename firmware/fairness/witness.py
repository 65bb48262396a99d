"""The witness: somebody outside the table whose number helps to decide the deal.

Before the cut the witness writes a random number on a slip of its own and shows only the seal;
after the cut it opens the slip. The table fixed its order before it saw that number, so it cannot
have arranged the deal, and the witness chose before the cut, so it cannot have either. This file
makes and checks the seal. Rule of the file: an opening that does not fit the seal counts as no
opening; what happens then (zeros, `witness_failed`) is ruled elsewhere.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.digest import equal_bytes, sha256

UNWITNESSED = bytes(32)  # stands for w when nobody witnesses, or when the witness does not open

_COMMIT_BYTES = const(32)
_W_BYTES = const(32)


def promise(commit: bytes, w: bytes) -> bytes:
    """The witness's seal hw over its 32 random bytes `w`, for this commitment only: 32 bytes."""
    check(len(commit) == _COMMIT_BYTES, "witness_commit")
    check(len(w) == _W_BYTES, "witness_w")
    return sha256(b"MZW1", commit, w)


def is_opened_by(hw: bytes, commit: bytes, w: bytes) -> bool:
    """Whether `w` is what the witness promised with `hw`. Lengths may be wrong."""
    return len(w) == _W_BYTES and equal_bytes(hw, promise(commit, w))
