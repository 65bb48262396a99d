"""Commitment, witness, cut and reveal of drawn orders of every size, smallest to largest."""

from __future__ import annotations

from firmware.fairness.commit import commitment
from firmware.fairness.public_shuffle import deal_places, shuffle_seed
from firmware.fairness.reveal import ejected_slot, first_wrong_ejection, open_commitment
from firmware.fairness.witness import is_opened_by, promise
from tests.interpreters.chance import Chance

chance = Chance(1)
slots = list(range(54))
for m in (1, 2, 9, 23, 51, 52, 54):
    order = bytes(chance.some_of(slots, m))
    nonce = chance.octets(32)
    head = chance.octets(32)
    w = chance.octets(32)
    cut = chance.below(10000)
    hand = chance.below(65536)
    sealed = commitment(table=b"MZ-0007", hand=hand, epoch=m, head=head, order=order, nonce=nonce)
    print(m, hand, sealed.hex(), promise(sealed, w).hex(), shuffle_seed(sealed, w, cut).hex())
    for rule in ("public_shuffle", "rotation"):
        places = deal_places(rule, sealed, w, cut, m)
        ejected = bytes([ejected_slot(order, places, k) for k in range(m)])
        print(rule, places.hex(), ejected.hex(), first_wrong_ejection(order, places, ejected))
    opened = open_commitment(
        sealed, table=b"MZ-0007", hand=hand, epoch=m, head=head, order=order, nonce=nonce
    )
    print(opened, is_opened_by(promise(sealed, w), sealed, w), is_opened_by(w, sealed, w))
