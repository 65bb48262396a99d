"""Records in which promise, witness or cut were changed and bound again.

A change before a hand's promise is seen by both verifiers in any case, because the promise hangs
on every line before it. Rule of the file: a row changes one thing that matters, as somebody would
who wants it to pass.
"""

from __future__ import annotations

from firmware.fairness.commit import commitment
from firmware.fairness.witness import promise
from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.schema import messages as m
from host_tools.verify.independent import by_public_shuffle
from tests.forging import (
    BOTH,
    REPLAY,
    ROWS,
    TOLD,
    W_OTHER,
    Row,
    get,
    hand_at,
    insert,
    last_hand,
    of_words,
    put,
    renamed,
    swap_slots,
    words_of_honest,
)
from tests.verify_logs import Said, bound, first_after, honest, last

# --- promise, witness, cut ---------------------------------------------------------------------


@of_words(BOTH)
def two_cards_of_the_order_are_swapped(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=swap_slots(get(told, at, "order"), 0, 1))


@of_words(BOTH)
def two_cards_nobody_saw_are_swapped_in_the_order(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=swap_slots(get(told, at, "order"), 50, 51))


@of_words(BOTH)
def the_nonce_is_another(told: list[Said]) -> None:
    put(told, last(told, "order_revealed"), nonce=bytes(32))


@of_words(BOTH)
def a_slot_is_twice_in_the_order(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    order = get(told, at, "order")
    put(told, at, order=order[:1] + order[:1] + order[2:])


@of_words(BOTH)
def the_order_is_shorter_than_promised(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    put(told, at, order=get(told, at, "order")[:-1])


@of_words(BOTH)
def the_promise_is_another(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), commit=bytes(32))


@of_words(BOTH)
def an_order_is_promised_twice(told: list[Said]) -> None:
    at = last(told, "order_committed")
    insert(told, at + 1, (*told[at].message[:5], bytes(32), told[at].message[6]))


@of_words(BOTH)
def a_second_promise_is_called_refused(told: list[Said]) -> None:
    """Which of the two the hand was dealt from is then for the owner to say."""
    at = last(told, "order_committed")
    insert(told, at + 1, (*told[at].message[:5], bytes(32), told[at].message[6]))
    insert(told, at + 2, (m.INPUT_REFUSED, "order_committed", m.REFUSAL_NOT_NOW))


def _dealt_from(order: bytes, nonce: bytes) -> list[bytes]:
    """The last hand as it would be if this order had been promised and all else had followed."""
    told = words_of_honest()
    sealed, opened = last(told, "order_committed"), last(told, "order_revealed")
    cut, w = (
        get(told, last(told, "order_cut"), "cut"),
        get(told, last(told, "witness_opened"), "w"),
    )
    old, count = get(told, sealed, "commit"), get(told, sealed, "m")
    of = parse(honest()[get(told, sealed, "of") - 1])
    chain = Chain(genesis(*told[0].message[1:3]))
    for raw in honest()[: of.seq]:
        chain.add(parse(raw).body)
    new = commitment(
        table=told[0].message[1].encode(),
        hand=get(told, sealed, "hand"),
        epoch=0,
        head=chain.head,
        order=order,
        nonce=nonce,
    )
    before, after = (by_public_shuffle(one, w, cut, count) for one in (old, new))
    dealt = get(told, opened, "order")
    names = {dealt[a]: order[b] for a, b in zip(before, after, strict=True)}
    renamed(told, last_hand(told), names)
    put(told, sealed, commit=new)
    put(told, last(told, "witness_promised"), hw=promise(new, w))
    put(told, opened, order=order, nonce=nonce)
    return bound(told)


def an_order_that_was_told_is_dealt_again() -> list[bytes]:
    """Whoever read it at the end of the last hand knows where each card comes from."""
    told = words_of_honest()
    return _dealt_from(get(told, last(told, "order_revealed", back=1), "order"), bytes(32))


def a_nonce_that_was_told_seals_another_order() -> list[bytes]:
    told = words_of_honest()
    order = get(told, last(told, "order_revealed"), "order")
    return _dealt_from(order, get(told, last(told, "order_revealed", back=1), "nonce"))


ROWS.append(Row("an_order_that_was_told_is_dealt_again", BOTH,
                an_order_that_was_told_is_dealt_again))  # fmt: skip
ROWS.append(Row("a_nonce_that_was_told_seals_another_order", BOTH,
                a_nonce_that_was_told_seals_another_order))  # fmt: skip


@of_words(BOTH)
def the_promise_hangs_on_another_line(told: list[Said]) -> None:
    at = last(told, "order_committed")
    put(told, at, of=get(told, at, "of") - 1)


@of_words(BOTH)
def the_promise_is_for_fewer_cards(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), m=51)


@of_words(BOTH)
def the_promise_is_of_another_hand(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), hand=6)


@of_words(BOTH)
def the_promise_is_of_another_epoch(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), epoch=1)


@of_words(BOTH)
def the_promise_comes_after_the_cut(told: list[Said]) -> None:
    at, cut = last(told, "order_committed"), last(told, "order_cut")
    told.insert(cut, told.pop(at))


@of_words(BOTH)
def the_promise_is_taken_out(told: list[Said]) -> None:
    del told[last(told, "order_committed")]


@of_words(REPLAY)
def the_noise_is_said_to_come_from_a_device(told: list[Said]) -> None:
    put(told, last(told, "order_committed"), provenance=m.PROVENANCE_DEVICE)


@of_words(BOTH)
def the_cut_is_another(told: list[Said]) -> None:
    at = last(told, "order_cut")
    cut = (get(told, at, "cut") + 1) % 10000
    put(told, at, cut=cut)
    put(told, last(told, "cut_set"), cut=cut)


@of_words(BOTH)
def the_order_is_cut_twice(told: list[Said]) -> None:
    at = last(told, "order_cut")
    insert(told, at + 1, told[at].message)


@of_words(BOTH)
def the_cut_is_taken_out(told: list[Said]) -> None:
    del told[last(told, "order_cut")]


@of_words(BOTH)
def the_default_cut_is_another_number(told: list[Said]) -> None:
    at = first_after(told, hand_at(told, 2), "order_cut")
    put(told, at, cut=77)


@of_words(BOTH)
def a_seats_cut_is_called_the_default(told: list[Said]) -> None:
    put(told, last(told, "order_cut"), by=m.CUTTER_DEFAULT, seat=None)


def a_seat_cuts_by_a_number_nobody_can_type() -> list[bytes]:
    """One of many that a forger tries until the cards fall as he likes; all is dealt by it."""
    told = words_of_honest()
    sealed, cut = last(told, "order_committed"), get(told, last(told, "order_cut"), "cut")
    commit, cards = get(told, sealed, "commit"), get(told, sealed, "m")
    w = get(told, last(told, "witness_opened"), "w")
    order = get(told, last(told, "order_revealed"), "order")
    typed, tried = (by_public_shuffle(commit, w, number, cards) for number in (cut, 12345))
    names = {order[old]: order[new] for old, new in zip(typed, tried, strict=True)}
    renamed(told, last_hand(told), names)
    cutting = b" order_cut hand=5 "
    return bound(
        told,
        lambda body: body.replace(b" cut=%d" % cut, b" cut=12345") if cutting in body else body,
    )


ROWS.append(Row("a_seat_cuts_by_a_number_nobody_can_type", BOTH,
                a_seat_cuts_by_a_number_nobody_can_type))  # fmt: skip


@of_words(BOTH)
def a_default_cut_stands_without_a_witness(told: list[Said]) -> None:
    at = first_after(told, hand_at(told, 3), "order_cut")
    put(told, at, cut=3, by=m.CUTTER_DEFAULT, seat=None)


@of_words(BOTH)
def the_witness_opens_another_number(told: list[Said]) -> None:
    put(told, last(told, "witness_opened"), w=W_OTHER)


@of_words(BOTH)
def the_witness_sealed_another_number(told: list[Said]) -> None:
    commit = get(told, last(told, "order_committed"), "commit")
    put(told, last(told, "witness_promised"), hw=promise(commit, W_OTHER))


@of_words(BOTH)
def seal_and_number_of_the_witness_are_others(told: list[Said]) -> None:
    commit = get(told, last(told, "order_committed"), "commit")
    put(told, last(told, "witness_promised"), hw=promise(commit, W_OTHER))
    put(told, last(told, "witness_opened"), w=W_OTHER)


@of_words(BOTH)
def the_witness_is_said_to_be_missing(told: list[Said]) -> None:
    at = last(told, "witness_promised")
    told[at].message = (m.WITNESS_MISSING, get(told, at, "hand"))
    del told[last(told, "witness_opened")]


@of_words(BOTH)
def the_witness_is_said_to_have_failed(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    told[at].message = (m.WITNESS_FAILED, get(told, at, "hand"))


@of_words(BOTH)
def the_witness_is_missing_after_its_seal(told: list[Said]) -> None:
    at = last(told, "witness_promised")
    insert(told, at + 1, (m.WITNESS_MISSING, get(told, at, "hand")))


@of_words(BOTH)
def the_witness_opens_before_the_cut(told: list[Said]) -> None:
    opened, cut = last(told, "witness_opened"), last(told, "order_cut")
    told.insert(cut, told.pop(opened))


@of_words(BOTH)
def the_witness_seals_after_the_cut(told: list[Said]) -> None:
    sealed, cut = last(told, "witness_promised"), last(told, "order_cut")
    told.insert(cut, told.pop(sealed))


@of_words(BOTH)
def the_witness_opens_twice(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    insert(told, at + 1, told[at].message)


def _witnessed_by(w: bytes) -> list[bytes]:
    """The last hand as it would be if the witness had drawn this number."""
    told = words_of_honest()
    sealed, opened = last(told, "order_committed"), last(told, "witness_opened")
    commit, cards = get(told, sealed, "commit"), get(told, sealed, "m")
    cut, order = (
        get(told, last(told, "order_cut"), "cut"),
        get(told, last(told, "order_revealed"), "order"),
    )
    drawn, known = (
        by_public_shuffle(commit, one, cut, cards) for one in (get(told, opened, "w"), w)
    )
    names = {order[old]: order[new] for old, new in zip(drawn, known, strict=True)}
    renamed(told, last_hand(told), names)
    put(told, last(told, "witness_promised"), hw=promise(commit, w))
    put(told, opened, w=w)
    return bound(told)


def the_witness_uses_a_number_twice() -> list[bytes]:
    """The table knew it when it drew the order, and could draw until the deal suited it."""
    told = words_of_honest()
    return _witnessed_by(get(told, last(told, "witness_opened", back=1), "w"))


def the_witness_uses_the_number_of_a_hand_without_one() -> list[bytes]:
    """Thirty-two zeros, by which an unwitnessed hand is dealt."""
    return _witnessed_by(bytes(32))


ROWS.append(Row("the_witness_uses_a_number_twice", TOLD, the_witness_uses_a_number_twice))
ROWS.append(Row("the_witness_uses_the_number_of_a_hand_without_one", TOLD,
                the_witness_uses_the_number_of_a_hand_without_one))  # fmt: skip


@of_words(BOTH)
def the_witness_is_missing_and_then_seals(told: list[Said]) -> None:
    at = last(told, "witness_promised")
    insert(told, at, (m.WITNESS_MISSING, get(told, at, "hand")))


@of_words(BOTH)
def the_witness_has_failed_and_opens(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    insert(told, at, (m.WITNESS_FAILED, get(told, at, "hand")))


@of_words(REPLAY)
def another_seat_is_said_to_have_cut(told: list[Said]) -> None:
    at, start = last(told, "order_cut"), last_hand(told)
    seat = get(told, at, "seat")
    put(told, at, seat=next(one for one in get(told, start, "seats") if one != seat))


@of_words(BOTH)
def the_house_rule_of_the_cut_is_another(told: list[Said]) -> None:
    at = last_hand(told)
    told[at - 1 : at - 1] = [
        Said(told[at - 1].ms, (m.SETTING_CHANGED, "cut", "rotation", "floor"))
    ]
