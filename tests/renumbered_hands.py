"""The hands of one evening told again under new numbers, to fill a store with very many.

Dealing a hundred thousand hands takes hours, and what a store does with a line does not depend on
which cards it tells. So the lines of hands that were dealt are taken apart once, and put together
again with the next line number and the hand's new number in their places; then each is chained and
sealed as a table would have done it. The rule of the file: what comes out is what the firmware's
own writer writes for that message, byte for byte.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from firmware.lines.chain import Chain, genesis
from firmware.lines.writer import seal
from host_tools.store import Line
from host_tools.store.keeping import hand_begun

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBER = re.compile(rb"(?<= hand=)\d+(?= |$)")

Parts = tuple[bytes, bytes | None]
"""A line's body without its number: all of it, or what stands before and after the hand's."""


class RenumberedHands:
    """Endless hands of a log of its own, made of those in `raws`, a table's lines in order."""

    def __init__(self, raws: list[bytes], serial: str, log: bytes) -> None:
        starts = [at for at, raw in enumerate(raws) if hand_begun(raw)]
        ends = [at + 1 for at, raw in enumerate(raws) if b" hand_finished " in raw]
        self._hands = [
            [_taken_apart(raw) for raw in raws[first:after]]
            for first, after in zip(starts, ends, strict=True)
        ]
        self._chain = Chain(genesis(serial, log))
        self._seq = 0

    def __iter__(self) -> Iterator[list[Line]]:
        number = 0
        while True:
            number += 1
            yield self._hand(number)

    def _hand(self, number: int) -> list[Line]:
        chain, seq, named = self._chain, self._seq, b"%d" % number
        lines: list[Line] = []
        for before, after in self._hands[number % len(self._hands)]:
            seq += 1
            body = b"%d %b" % (seq, before if after is None else before + named + after)
            lines.append(Line(seq, seal(body, chain.add(body)), chain.head))
        self._seq = seq
        return lines


def _taken_apart(raw: bytes) -> Parts:
    rest = raw.split(b" ", 1)[1].rsplit(b" #", 1)[0]
    found = _NUMBER.search(rest)
    return (rest, None) if found is None else (rest[: found.start()], rest[found.end() :])
