"""One dealing order of a record, as far as its lines go: promised, witnessed, cut, dealt, opened.

Holds what the lines said of it, each thing once; `orders` reads the lines and judges. Rule of the
file: what no line has told yet stays empty, and is never taken for a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Epoch:
    """One order of one hand, as far as its lines go. rules: which house rules for the cut may be
    in force; several where the beginning of the record is missing.
    """

    hand: int
    number: int
    of: int
    of_head: bytes
    rules: tuple[str, ...]
    seats: tuple[int, ...] = ()
    """Of a draw of the first button or of seats, whose order is one of seats; else none."""
    to_seat: int = 0
    """Players that the draw seats; 0 for one of the button."""
    drawn: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    """Who is to get them, as far as the record tells."""
    commit: bytes = b""
    m: int = 0
    hw: bytes = b""
    is_missing: bool = False
    cut: int = -1
    w: bytes = b""
    is_failed: bool = False
    is_lost: bool = False
    is_opened: bool = False
    slots: dict[int, tuple[int, int]] = field(default_factory=dict)
    """k -> (slot, number of the line)."""
    strayed: set[int] = field(default_factory=set)
    """Slots whose card left unasked, as the table says."""

    @property
    def is_settled(self) -> bool:
        """Whether cut and witness have done all they do."""
        return self.cut >= 0 and (not self.hw or bool(self.w) or self.is_failed)
