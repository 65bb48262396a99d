"""Records in which the dealt cards or the opening of their order were changed and bound again.

Rule of the file: a row changes one thing that matters, as somebody would who wants it to pass.
"""

from __future__ import annotations

from firmware.schema import messages as m
from tests.forging import (
    BOTH,
    REPLAY,
    get,
    in_last,
    insert,
    last_hand,
    left_in_last,
    of_words,
    put,
    renamed,
    words,
)
from tests.verify_logs import Said, last


@of_words(BOTH)
def a_card_comes_from_another_slot(told: list[Said]) -> None:
    at = in_last(told, "card_left")
    slot = get(told, at, "slot")
    free = next(n for n in range(54) if n not in left_in_last(told))
    renamed(told, at, {slot: free})


@of_words(BOTH)
def two_players_get_each_others_card(told: list[Said]) -> None:
    first, second = in_last(told, "card_left", 0), in_last(told, "card_left", 1)
    one, other = get(told, first, "slot"), get(told, second, "slot")
    renamed(told, first, {one: other, other: one})


@of_words(BOTH)
def a_card_is_passed_over(told: list[Said]) -> None:
    start = last_hand(told)
    for at in range(start, len(told)):
        if told[at].name in ("deal_card", "card_left"):
            put(told, at, k=get(told, at, "k") + 1)


@of_words(REPLAY)
def the_slot_of_the_last_card_is_not_told(told: list[Said]) -> None:
    del told[last(told, "card_left")]


@of_words(BOTH)
def the_button_that_was_drawn_is_another(told: list[Said]) -> None:
    at = last(told, "button_drawn")
    seats, seat = get(told, last(told, "draw_started"), "seats"), get(told, at, "seat")
    put(told, at, seat=next(one for one in seats if one != seat))


@of_words(BOTH)
def a_slot_gives_two_cards(told: list[Said]) -> None:
    first, second = in_last(told, "card_left", 0), in_last(told, "card_left", 1)
    put(told, second, slot=get(told, first, "slot"))


@of_words(BOTH)
def a_card_is_dealt_before_the_cut(told: list[Said]) -> None:
    at = last(told, "order_cut")
    insert(told, at, (m.DEAL_CARD, 0, m.PLACE_BURN))


@of_words(BOTH)
def a_card_is_dealt_before_the_witness_opens(told: list[Said]) -> None:
    at = last(told, "witness_opened")
    insert(told, at, (m.DEAL_CARD, 0, m.PLACE_BURN))


@of_words(BOTH)
def a_hand_is_dealt_from_no_order_at_all(told: list[Said]) -> None:
    """Nothing is promised, so nothing can be broken."""
    start = last_hand(told)
    gone = ("order_", "witness_", "deal_card", "blind_chosen", "cut_set")
    told[start:] = [one for one in told[start:] if not one.name.startswith(gone)]


@of_words(BOTH)
def a_card_leaves_after_the_opening(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    insert(told, at + 1, (m.CARD_LEFT, 30, 53))


@of_words(BOTH)
def an_order_is_never_opened(told: list[Said]) -> None:
    del told[last(told, "order_revealed", back=1)]


@of_words(BOTH)
def an_order_is_called_lost_and_dealt_on(told: list[Said]) -> None:
    """So that nobody can hold the cards of turn and river against it."""
    insert(
        told, in_last(told, "turn_opened"), words("fault_raised", code="F-ORD-01", device="store")
    )
    del told[last(told, "order_revealed")]


@of_words(BOTH)
def the_order_of_the_hand_before_is_opened(told: list[Said]) -> None:
    before, at = last(told, "order_revealed", back=1), last(told, "order_revealed")
    put(told, at, order=get(told, before, "order"), nonce=get(told, before, "nonce"))


@of_words(BOTH)
def an_order_is_opened_twice(told: list[Said]) -> None:
    at = last(told, "order_revealed")
    insert(told, at + 1, told[at].message)


@of_words(BOTH)
def a_hand_has_the_number_of_another(told: list[Said]) -> None:
    put(told, last_hand(told), hand=4)


@of_words(REPLAY)
def a_card_lands_elsewhere(told: list[Said]) -> None:
    put(told, in_last(told, "card_landed"), at=m.PLACE_BURN)


@of_words(REPLAY)
def a_hole_card_is_said_to_lie_elsewhere(told: list[Said]) -> None:
    at, other = in_last(told, "hole_card_dealt", 0), in_last(told, "hole_card_dealt", 1)
    put(told, at, seat=get(told, other, "seat"))
