"""Rulings and procedures: what each book asks for when a card went wrong.

Generated from firmware/schema/procedures.toml and rulings.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.compat.word_table import word_table

STEP_FINISH_DEAL = 1
STEP_FINISH_BETTING = 2
STEP_MAKE_UP_BURN = 3
STEP_BURN_ONE = 4
STEP_SET_ASIDE = 5
STEP_RETURN_CARDS = 6
STEP_RETURN_BOARD = 7
STEP_RESHUFFLE = 8
STEP_DEAL_STREET = 9
STEP_DEAL_REPLACEMENT = 10
STEP_EXPOSED_TO_BURN = 11
STEP_EXTRA_TO_BURN = 12
STEP_RETURN_BETS = 13
STEP_COLLECT_ALL = 14
STEP_REDEAL = 15
STEP_KILL_HAND = 16
STEP_CALL_FLOOR = 17
STEP_VOID_HAND = 18
STEP_PUT_IN_PLACE = 19
STEP_TYPE_FACE = 20
STEP_SCRAMBLE_BOARD = 21
STEP_COMPLETE_FLOP = 22
STEP_BOARD_TO_BURN = 23
STEP_PLACE_BUTTON = 24
STEP_DEAL_AGAIN = 26
STEP_LAY_WITH_BURNS = 27

PROCEDURE_STANDS = 1
PROCEDURE_MISDEAL = 2
PROCEDURE_REPLACE_EXPOSED = 3
PROCEDURE_EXTRA_AS_BURN = 4
PROCEDURE_REDO_FLOP = 5
PROCEDURE_PREMATURE_FLOP = 6
PROCEDURE_PREMATURE_TURN = 7
PROCEDURE_PREMATURE_STREET = 8
PROCEDURE_REDO_STREET = 9
PROCEDURE_SHUFFLE_STUB = 10
PROCEDURE_VOID_FOULED = 11
PROCEDURE_FLOOR_DECIDES = 12
PROCEDURE_HAND_IS_DEAD = 13
PROCEDURE_LOOK_FOR_CARD = 14
PROCEDURE_LAY_IN_PLACE = 15
PROCEDURE_ENTER_FACE = 16
PROCEDURE_SCRAMBLE_FLOP = 17
PROCEDURE_SCRAMBLE_FOR_BURN = 18
PROCEDURE_TURNED_IS_BURN = 19
PROCEDURE_MOVE_BUTTON = 20
PROCEDURE_DEAD_CARD = 21
PROCEDURE_PAPER = 23
PROCEDURE_PLAYER_CHOOSES = 24

BOOK_R004 = 0
BOOK_TDA2024 = 1
BOOK_ROBERTS = 2

STAGE_DEAL = 0
STAGE_PREFLOP = 1
STAGE_FLOP = 2
STAGE_TURN = 3
STAGE_RIVER = 4
STAGE_SHOWDOWN = 5

WHEN_ALWAYS = 0
WHEN_BEFORE_ACTION = 1
WHEN_AFTER_ACTION = 2
WHEN_BEFORE_SUBSTANTIAL = 3
WHEN_AFTER_SUBSTANTIAL = 4

# By id; index 0 is none.
STEP_NAMES: tuple[str, ...] = word_table(
    ","
    "finish_deal,"
    "finish_betting,"
    "make_up_burn,"
    "burn_one,"
    "set_aside,"
    "return_cards,"
    "return_board,"
    "reshuffle,"
    "deal_street,"
    "deal_replacement,"
    "exposed_to_burn,"
    "extra_to_burn,"
    "return_bets,"
    "collect_all,"
    "redeal,"
    "kill_hand,"
    "call_floor,"
    "void_hand,"
    "put_in_place,"
    "type_face,"
    "scramble_board,"
    "complete_flop,"
    "board_to_burn,"
    "place_button,"
    ","
    "deal_again,"
    "lay_with_burns"
)
PROCEDURE_NAMES: tuple[str, ...] = word_table(
    ","
    "stands,"
    "misdeal,"
    "replace_exposed,"
    "extra_as_burn,"
    "redo_flop,"
    "premature_flop,"
    "premature_turn,"
    "premature_street,"
    "redo_street,"
    "shuffle_stub,"
    "void_fouled,"
    "floor_decides,"
    "hand_is_dead,"
    "look_for_card,"
    "lay_in_place,"
    "enter_face,"
    "scramble_flop,"
    "scramble_for_burn,"
    "turned_is_burn,"
    "move_button,"
    "dead_card,"
    ","
    "paper,"
    "player_chooses"
)
BOOK_WORDS: tuple[str, ...] = (
    "r004",
    "tda2024",
    "roberts",
)
# STEPS[procedure]: its steps in order.
STEPS: tuple[bytes, ...] = (
    b"",
    b"",
    b"\x0d\x0e\x08\x0f",
    b"\x01\x0a\x0b",
    b"\x0c",
    b"\x03\x07\x08\x09",
    b"\x02\x03\x07\x08\x09",
    b"\x05\x02\x03\x04\x09\x06\x08\x09",
    b"\x02\x03\x06\x08\x09",
    b"\x06\x08\x09",
    b"\x08",
    b"\x11\x0d\x12",
    b"\x11",
    b"\x10",
    b"\x11",
    b"\x13\x14",
    b"\x14",
    b"\x15",
    b"\x15\x16",
    b"\x17\x09",
    b"\x0d\x18\x12",
    b"\x05",
    b"",
    b"\x1a\x1b",
    b"\x01\x11\x0a\x0b",
)
# One row a ruling, by id: irregularity, stages (a bit each), when, procedures.
ROW_BYTES = 6
RULINGS = (
    b"\x0b\x01\x00\x02\x02\x02"
    b"\x0b\x02\x03\x02\x02\x02"
    b"\x0b\x3e\x00\x01\x01\x01"
    b"\x0c\x01\x00\x03\x03\x03"
    b"\x0c\x02\x01\x03\x03\x03"
    b"\x0c\x3e\x00\x01\x01\x01"
    b"\x0d\x01\x00\x02\x02\x02"
    b"\x0d\x02\x03\x02\x02\x02"
    b"\x0d\x3e\x00\x01\x01\x01"
    b"\x0e\x3f\x00\x01\x01\x01"
    b"\x0f\x02\x03\x04\x02\x04"
    b"\x0f\x3e\x00\x04\x04\x04"
    b"\x10\x01\x00\x02\x02\x02"
    b"\x10\x02\x03\x02\x02\x02"
    b"\x10\x3e\x00\x04\x04\x04"
    b"\x11\x01\x00\x02\x02\x02"
    b"\x11\x02\x03\x02\x02\x02"
    b"\x11\x3e\x00\x0c\x0c\x0c"
    b"\x12\x01\x00\x02\x02\x02"
    b"\x13\x01\x00\x02\x02\x02"
    b"\x13\x3e\x00\x04\x04\x04"
    b"\x14\x01\x00\x02\x02\x02"
    b"\x14\x02\x03\x02\x02\x02"
    b"\x14\x1e\x00\x0d\x0d\x0d"
    b"\x15\x01\x00\x02\x02\x02"
    b"\x15\x02\x03\x02\x02\x02"
    b"\x15\x1e\x00\x0d\x0d\x0d"
    b"\x16\x0f\x00\x01\x01\x01"
    b"\x17\x03\x00\x06\x06\x06"
    b"\x18\x04\x00\x07\x08\x07"
    b"\x1a\x04\x00\x07\x08\x07"
    b"\x19\x08\x00\x08\x08\x08"
    b"\x1b\x04\x01\x05\x11\x05"
    b"\x1b\x04\x00\x0c\x0c\x0c"
    b"\x1c\x18\x01\x09\x09\x09"
    b"\x1c\x18\x00\x0c\x0c\x0c"
    b"\x1d\x3f\x00\x15\x15\x15"
    b"\x1e\x04\x01\x12\x12\x12"
    b"\x1e\x18\x01\x13\x13\x13"
    b"\x1e\x1c\x00\x01\x01\x01"
    b"\x1f\x1c\x01\x01\x01\x01"
    b"\x1f\x3f\x00\x01\x01\x01"
    b"\x20\x01\x00\x17\x17\x17"
    b"\x20\x3e\x00\x01\x01\x01"
    b"\x21\x01\x00\x02\x02\x02"
    b"\x21\x02\x03\x02\x02\x02"
    b"\x21\x3e\x00\x01\x01\x01"
    b"\x02\x3f\x00\x0b\x0b\x0b"
    b"\x22\x3f\x00\x0b\x0b\x0b"
    b"\x07\x1d\x00\x0b\x0b\x0b"
    b"\x23\x3f\x00\x0b\x0b\x0b"
    b"\x26\x3f\x00\x0b\x0b\x0b"
    b"\x24\x01\x00\x02\x02\x02"
    b"\x24\x0e\x00\x0a\x0a\x0a"
    b"\x24\x30\x00\x01\x01\x01"
    b"\x25\x03\x03\x14\x14\x14"
    b"\x25\x3e\x00\x01\x01\x01"
    b"\x27\x1d\x00\x0f\x0f\x0f"
    b"\x28\x3c\x00\x10\x10\x10"
    b"\x06\x3f\x00\x0e\x0e\x0e"
    b"\x01\x1d\x00\x0f\x0f\x0f"
    b"\x0a\x1c\x00\x10\x10\x10"
    b"\x09\x3f\x00\x01\x01\x01"
    b"\x03\x3f\x00\x0c\x0c\x0c"
    b"\x04\x3f\x00\x0c\x0c\x0c"
    b"\x05\x01\x00\x02\x02\x02"
    b"\x05\x3f\x00\x0c\x0c\x0c"
    b"\x08\x3f\x00\x0c\x0c\x0c"
)


def row_of(ruling: int, place: int) -> int:
    """One byte of a ruling's row: irregularity, stages, when, then a procedure for each book."""
    return RULINGS[(ruling - 1) * ROW_BYTES + place]
