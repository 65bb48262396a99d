"""Irregularities: what can go wrong with a card.

Generated from firmware/schema/irregularities.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.compat.word_table import word_table

NOTICED_SENSED = 1
NOTICED_REPORTED = 2

IRREGULARITY_CARD_AT_WRONG_PLACE = 1
IRREGULARITY_DUPLICATE_FACE = 2
IRREGULARITY_SLOT_DEALT_TWICE = 3
IRREGULARITY_WRONG_FACE_ASKED = 4
IRREGULARITY_UNCOMMANDED_CARD = 5
IRREGULARITY_CARD_NOT_LANDED = 6
IRREGULARITY_SLOT_EMPTY = 7
IRREGULARITY_DOUBLE_FEED = 8
IRREGULARITY_EXPOSED_CARD = 9
IRREGULARITY_FACE_IN_DOUBT = 10
IRREGULARITY_FIRST_HOLE_CARD_EXPOSED = 11
IRREGULARITY_HOLE_CARD_EXPOSED = 12
IRREGULARITY_TWO_HOLE_CARDS_EXPOSED = 13
IRREGULARITY_PLAYER_EXPOSED_CARD = 14
IRREGULARITY_EXTRA_CARD_TO_FIRST = 15
IRREGULARITY_EXTRA_CARD = 16
IRREGULARITY_EXTRA_CARDS = 17
IRREGULARITY_CARD_TO_WRONG_SEAT = 18
IRREGULARITY_CARD_TO_EMPTY_SEAT = 19
IRREGULARITY_SEAT_LEFT_OUT = 20
IRREGULARITY_HOLE_CARD_MISSING = 21
IRREGULARITY_PREMATURE_BURN = 22
IRREGULARITY_PREMATURE_FLOP = 23
IRREGULARITY_PREMATURE_TURN = 24
IRREGULARITY_PREMATURE_RIVER = 25
IRREGULARITY_PREMATURE_TURN_AND_RIVER = 26
IRREGULARITY_FLOP_TOO_MANY = 27
IRREGULARITY_STREET_TOO_MANY = 28
IRREGULARITY_EXTRA_BOARD_CARD = 29
IRREGULARITY_BURN_MISSING = 30
IRREGULARITY_DOUBLE_BURN = 31
IRREGULARITY_BOXED_CARD = 32
IRREGULARITY_TWO_BOXED_CARDS = 33
IRREGULARITY_FOREIGN_CARD = 34
IRREGULARITY_MISSING_CARD = 35
IRREGULARITY_DECK_DISORDERED = 36
IRREGULARITY_WRONG_BUTTON = 37
IRREGULARITY_DECK_SHORT = 38
IRREGULARITY_CARD_ON_FLOOR = 39
IRREGULARITY_CARD_MISREAD = 40

# By irregularity id; index 0 is none.
NAMES: tuple[str, ...] = word_table(
    ","
    "card_at_wrong_place,"
    "duplicate_face,"
    "slot_dealt_twice,"
    "wrong_face_asked,"
    "uncommanded_card,"
    "card_not_landed,"
    "slot_empty,"
    "double_feed,"
    "exposed_card,"
    "face_in_doubt,"
    "first_hole_card_exposed,"
    "hole_card_exposed,"
    "two_hole_cards_exposed,"
    "player_exposed_card,"
    "extra_card_to_first,"
    "extra_card,"
    "extra_cards,"
    "card_to_wrong_seat,"
    "card_to_empty_seat,"
    "seat_left_out,"
    "hole_card_missing,"
    "premature_burn,"
    "premature_flop,"
    "premature_turn,"
    "premature_river,"
    "premature_turn_and_river,"
    "flop_too_many,"
    "street_too_many,"
    "extra_board_card,"
    "burn_missing,"
    "double_burn,"
    "boxed_card,"
    "two_boxed_cards,"
    "foreign_card,"
    "missing_card,"
    "deck_disordered,"
    "wrong_button,"
    "deck_short,"
    "card_on_floor,"
    "card_misread"
)
NOTICED = (
    b"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x02\x01\x01\x01\x01\x01"
    b"\x02\x02\x01\x01\x01\x01\x01\x01\x01\x01\x02\x01\x02\x02\x01\x01\x02\x02\x01\x02"
    b"\x02"
)


def by_name(name: str) -> int:
    """The irregularity's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
