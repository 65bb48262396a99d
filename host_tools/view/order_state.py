"""How the order of a hand's cards came about: sealed, witnessed, cut, opened.

The screen shows the steps of the fairness protocol as the log notes them, so that a player sees
the order sealed before anybody cuts. The rule of the file: a step is shown when its line is there,
and a step that failed is named as failed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware.schema import messages as m

WITNESS = {
    m.WITNESS_PROMISED: "promised",
    m.WITNESS_OPENED: "opened",
    m.WITNESS_MISSING: "missing",
    m.WITNESS_FAILED: "failed",
}


@dataclass(slots=True)
class Order:
    """The order of the running, or last, hand; `witness` is "none" or a word of WITNESS."""

    commit: bytes = b""
    epoch: int = 0
    witness: str = "none"
    cut: int = -1
    """0..9999, or -1 before the cut."""
    cut_by: str = ""
    """A word of the schema's `cutter`, or empty."""
    cut_seat: int = 0
    is_revealed: bool = False
    provenance: str = ""
    """Who vouches for the noise: a word of the schema's `provenance`, or empty."""

    def take(self, message: tuple[Any, ...]) -> None:
        """Go on by one message of the log."""
        kind = message[0]
        if kind == m.TABLE_STARTED:
            self.provenance = m.PROVENANCE_WORDS[message[5]]
        elif kind in {m.HAND_STARTED, m.DRAW_STARTED}:
            self._forget()
        elif kind == m.ORDER_COMMITTED:
            self._forget()
            self.epoch, self.commit = message[2], message[5]
            if message[6] is not None:
                self.provenance = m.PROVENANCE_WORDS[message[6]]
        elif kind in WITNESS:
            self.witness = WITNESS[kind]
        elif kind == m.ORDER_CUT:
            _, _, _, self.cut, by, seat = message
            self.cut_by, self.cut_seat = m.CUTTER_WORDS[by], seat or 0
        elif kind == m.ORDER_REVEALED:
            self.is_revealed = True

    def _forget(self) -> None:
        self.commit, self.epoch, self.witness = b"", 0, "none"
        self.cut, self.cut_by, self.cut_seat, self.is_revealed = -1, "", 0, False
