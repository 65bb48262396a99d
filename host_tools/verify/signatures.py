"""Signatures of the table's chip: each is good, under a head of this record, by one same key.

A table whose security chip has a key signs the full hash of a line now and then. Whose key it is
nobody can read from a record: it is told by its first bytes, to be compared with the one that was
written down when the table was built. Rule of the file: a record without signatures is not wrong;
one signature that is not good is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import sha256
from firmware.schema import messages as m
from host_tools.verify.p256 import is_signed

if TYPE_CHECKING:
    from host_tools.verify.binding import Bound
    from host_tools.verify.report import Report

KEY_SHOWN_BYTES = 8


class Signatures:
    """Reads every line; keeps the heads that the table reported."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._heads: dict[int, bytes] = {}
        self._key = b""
        self._is_whole = True  # nothing before here is missing

    def line(self, bound: Bound) -> None:
        """The next line of the record."""
        message = bound.line.message
        if bound.after_gap or bound.is_lost or bound.seq == self._report.first > 1:
            self._is_whole = False
        if message[0] == m.LOG_HEAD:
            self._heads[message[1]] = message[2]
        elif message[0] == m.HEAD_SIGNED and not bound.is_lost:
            self._look(bound.seq, *message[1:5])

    def _look(self, seq: int, of: int, head: bytes, key: bytes, signature: bytes) -> None:
        report = self._report
        if self._heads.get(of) != head and (self._is_whole or of in self._heads):
            report.wrong(seq, "signed_other_head", of=of)
        elif not is_signed(key, sha256(b"MZH1", of.to_bytes(4, "big"), head), signature):
            report.wrong(seq, "signature_wrong", of=of)
        elif self._key and key != self._key:
            report.wrong(seq, "signed_by_another", chip=key[:KEY_SHOWN_BYTES].hex())
        else:
            if not self._key:
                report.notice(seq, "signed_by", chip=key[:KEY_SHOWN_BYTES].hex())
            self._key = key
            report.counts["heads_signed"] += 1
