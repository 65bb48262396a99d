"""Hands told again under new numbers are lines that a table could have written."""

from __future__ import annotations

from itertools import islice

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from tests.renumbered_hands import RenumberedHands
from tests.simulated_evening import Evening

LOG = bytes(8)


def test_renumbered_lines_are_what_the_firmware_writes_for_them() -> None:
    evening = Evening(b"renumbered", {1: 4000, 2: 4000}, 3)
    while not evening.evening.is_over():
        evening.one_pass()
    hands = RenumberedHands(evening.text().splitlines(keepends=True), "MZ-0009", LOG)
    chain, seq = Chain(genesis("MZ-0009", LOG)), 0
    for number, lines in enumerate(islice(hands, 7), 1):
        named = set()
        for each in lines:
            seq += 1
            line = parse(each.line)
            assert (each.seq, line.seq) == (seq, seq)
            assert each.line == seal(write(line.message, seq, line.ms), line.tag)
            assert chain.follow(line.body, line.tag)
            assert each.head == chain.head
            if line.message[0] in (m.HAND_STARTED, m.ORDER_COMMITTED, m.HAND_FINISHED):
                named.add(line.message[1])
        assert named == {number}
    assert seq > 500
