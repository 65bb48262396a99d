"""Irregularities: what can go wrong with a card.

Generated from firmware/schema/irregularities.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

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

# By irregularity id; index 0 is none.
NAMES: tuple[str, ...] = (
    "",
    "card_at_wrong_place",
    "duplicate_face",
    "slot_dealt_twice",
    "wrong_face_asked",
    "uncommanded_card",
    "card_not_landed",
    "slot_empty",
    "double_feed",
    "exposed_card",
    "face_in_doubt",
)
NOTICED = (
    b"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
)


def by_name(name: str) -> int:
    """The irregularity's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
