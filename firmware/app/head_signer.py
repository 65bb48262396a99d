"""Signatures under the log: the table's own chip says that a head is this table's.

Where a chip with a key is fitted, the full hash of a line is signed at each hand's end and where
heads are reported in between. Whoever rewrites a log afterwards has every hash right and no
signature. The chip takes a tenth of a second, so it is asked a little in every pass; what it says
becomes a line of the log later, and the head it stands under is named there. Rule of the file: a
head that is not signed says so by having no signature; nothing waits for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat.digest import sha256
from firmware.journal.walk import HEAD_EVERY_LINES
from firmware.schema.messages import HEAD_SIGNED, ORDER_REVEALED
from hal.errors import BUSY, REFUSED, HalError

if TYPE_CHECKING:
    from hal.ports import Signer

TRIES = 3  # for one head; the next one is another chance


def digest_of(of: int, head: bytes) -> bytes:
    """The 32 bytes that are signed: firmware/docs/protocol.md, `head_signed`."""
    number = bytes((of >> 24 & 255, of >> 16 & 255, of >> 8 & 255, of & 255))
    return sha256(b"MZH1", number, head)


class HeadSigner:
    """signer: None where no chip is fitted. said: lines for the log."""

    def __init__(self, signer: Signer | None) -> None:
        self._signer = signer
        self._key = b""
        self._of = 0  # the line whose head is to be signed; 0: none
        self._head = b""
        self._tries = 0
        self.said: list[tuple] = []

    def forget(self) -> None:
        """The table was started: what was replayed was signed then, or was not."""
        self._of = 0
        self.said = []

    def note(self, message: tuple, seq: int, head: bytes) -> None:
        """A line of the log and its full hash."""
        if self._signer is None or not seq:
            return
        if message[0] == ORDER_REVEALED or seq % HEAD_EVERY_LINES == 0:
            self._of = seq
            self._head = head
            self._tries = 0

    def step(self) -> None:
        """Ask the chip a little further."""
        signer = self._signer
        if signer is None or not self._of:
            return
        try:
            if not self._key:
                self._key = signer.public_key()
                return
            signature = signer.sign(digest_of(self._of, self._head))
        except HalError as trouble:
            self._failed(trouble)
            return
        self.said.append((HEAD_SIGNED, self._of, self._head, self._key, signature))
        self._of = 0

    def _failed(self, trouble: HalError) -> None:
        if trouble.kind == BUSY:
            return
        if trouble.kind == REFUSED:  # it has no key, and will have none before the next start
            self._signer = None
        self._tries += 1
        if self._tries >= TRIES:
            self._of = 0
