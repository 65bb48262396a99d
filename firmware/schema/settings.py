"""Settings of a room: numbers, ranges, defaults of each rule set.

Generated from firmware/schema/settings.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.compat.word_table import word_table

SETTING_SMALL_BLIND = 1
SETTING_BIG_BLIND = 2
SETTING_ANTE = 3
SETTING_ANTE_MODE = 4
SETTING_BURN = 5
SETTING_ODD_CHIP = 6
SETTING_ACTION_SECONDS = 7
SETTING_SHOW_SECONDS = 8
SETTING_SHOW = 9
SETTING_NEXT_HAND_MS = 10
SETTING_WITNESS_MS = 11
SETTING_CUT_MS = 12
SETTING_OPENING_MS = 13
SETTING_BUTTON_MOVE = 14
SETTING_CUT = 15
SETTING_LANGUAGE = 16
SETTING_STRADDLE = 17
SETTING_STRUCTURE = 18
SETTING_POT_LIMIT_MAX = 19
SETTING_CAP_RAISES = 20
SETTING_CAP_BLIND = 21
SETTING_CAP_HEADS_UP = 22
SETTING_MIN_RAISE = 23
SETTING_STRADDLE_RAISE = 24
SETTING_ANTE_ORDER = 25
SETTING_RAKE_PERMILLE = 26
SETTING_RAKE_CAP = 27
SETTING_RAKE_UNIT = 28
SETTING_RAKE_WITHOUT_FLOP = 29
SETTING_ON_TIMEOUT = 30
SETTING_WARNING_SECONDS = 31
SETTING_TIME_BANK_SECONDS = 32
SETTING_OBJECTION_SECONDS = 33
SETTING_BOARD_CLAIM = 34
SETTING_SIT_OUT = 35
SETTING_DEAL_TO_ABSENT = 36
SETTING_MISSED_BLINDS = 37
SETTING_FIRST_BUTTON = 38
SETTING_CHIP_MODE = 39
SETTING_DEALER_ERRORS = 40
SETTING_MISDEAL_EXPOSED_FIRST = 41
SETTING_PREMATURE_RIVER = 42
SETTING_EXPOSED_HOLE_CARD = 43
SETTING_GAME = 44
SETTING_SEAT_DRAW = 45

ANTE_MODE_NONE = 0
ANTE_MODE_ALL = 1
ANTE_MODE_BIG_BLIND = 2
ANTE_MODE_BUTTON = 3
BURN_EACH_STREET = 0
BURN_FLOP_ONLY = 1
BURN_NONE = 2
ODD_CHIP_LEFT_OF_BUTTON = 0
ODD_CHIP_NEXT_BIG_BLIND = 1
SHOW_AGGRESSOR_FIRST = 0
SHOW_ALL_UP = 1
SHOW_OPTIONAL_MUCK = 2
BUTTON_MOVE_MOVING = 0
BUTTON_MOVE_DEAD = 1
CUT_PUBLIC_SHUFFLE = 0
CUT_ROTATION = 1
LANGUAGE_IT = 0
LANGUAGE_EN = 1
STRADDLE_OFF = 0
STRADDLE_EVERY_HAND = 1
STRADDLE_BY_CHOICE = 2
STRUCTURE_NO_LIMIT = 0
STRUCTURE_POT_LIMIT = 1
STRUCTURE_FIXED_LIMIT = 2
POT_LIMIT_MAX_STANDARD = 0
POT_LIMIT_MAX_RULEBOOK_R000 = 1
CAP_BLIND_IS_A_BET = 0
CAP_BLIND_IS_NO_BET = 1
CAP_HEADS_UP_STAYS = 0
CAP_HEADS_UP_LIFTED_TWO_DEALT_IN = 1
CAP_HEADS_UP_LIFTED_TWO_LIVE = 2
MIN_RAISE_LAST_INCREMENT = 0
MIN_RAISE_ANY_LARGER = 1
STRADDLE_RAISE_STRADDLE = 0
STRADDLE_RAISE_BIG_BLIND = 1
ANTE_ORDER_BLIND_FIRST = 0
ANTE_ORDER_ANTE_FIRST = 1
RAKE_WITHOUT_FLOP_NOT_TAKEN = 0
RAKE_WITHOUT_FLOP_TAKEN = 1
ON_TIMEOUT_CHECK_FOLD = 0
ON_TIMEOUT_CHECK_FOLD_AND_SIT_OUT = 1
BOARD_CLAIM_CARDS_SPEAK = 0
BOARD_CLAIM_ANNOUNCE = 1
SIT_OUT_SKIP = 0
SIT_OUT_POST = 1
DEAL_TO_ABSENT_NO = 0
DEAL_TO_ABSENT_YES = 1
MISSED_BLINDS_MAKE_UP = 0
MISSED_BLINDS_WAIT = 1
MISSED_BLINDS_FREE = 2
FIRST_BUTTON_RANDOM = 0
FIRST_BUTTON_TRAY_LEFT = 1
CHIP_MODE_VIRTUAL = 0
CHIP_MODE_DECLARED = 1
DEALER_ERRORS_R004 = 0
DEALER_ERRORS_TDA2024 = 1
DEALER_ERRORS_ROBERTS = 2
PREMATURE_RIVER_ANY = 0
PREMATURE_RIVER_AFTER_PREMATURE_TURN = 1
EXPOSED_HOLE_CARD_REPLACED = 0
EXPOSED_HOLE_CARD_PLAYER_CHOICE = 1
GAME_CASH = 0
GAME_TOURNAMENT = 1
SEAT_DRAW_RANDOM = 0
SEAT_DRAW_CARDS = 1

# Rule sets, in the order of DEFAULTS.
PROFILE_DEFAULT = 0
PROFILE_RULEBOOK = 1
PROFILE_TDA2024 = 2
PROFILE_PHH = 3
PROFILE_TOURNAMENT = 4
PROFILE_TURBO = 5
PROFILE_SUPER_TURBO = 6
PROFILE_WORDS: tuple[str, ...] = (
    "default",
    "rulebook",
    "tda2024",
    "phh",
    "tournament",
    "turbo",
    "super_turbo",
)

# By setting id; index 0 is no setting. A number has no words.
NAMES: tuple[str, ...] = word_table(
    ","
    "small_blind,"
    "big_blind,"
    "ante,"
    "ante_mode,"
    "burn,"
    "odd_chip,"
    "action_seconds,"
    "show_seconds,"
    "show,"
    "next_hand_ms,"
    "witness_ms,"
    "cut_ms,"
    "opening_ms,"
    "button_move,"
    "cut,"
    "language,"
    "straddle,"
    "structure,"
    "pot_limit_max,"
    "cap_raises,"
    "cap_blind,"
    "cap_heads_up,"
    "min_raise,"
    "straddle_raise,"
    "ante_order,"
    "rake_permille,"
    "rake_cap,"
    "rake_unit,"
    "rake_without_flop,"
    "on_timeout,"
    "warning_seconds,"
    "time_bank_seconds,"
    "objection_seconds,"
    "board_claim,"
    "sit_out,"
    "deal_to_absent,"
    "missed_blinds,"
    "first_button,"
    "chip_mode,"
    "dealer_errors,"
    "misdeal_exposed_first,"
    "premature_river,"
    "exposed_hole_card,"
    "game,"
    "seat_draw"
)
WORDS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    (),
    (),
    ("none", "all", "big_blind", "button",),
    ("each_street", "flop_only", "none",),
    ("left_of_button", "next_big_blind",),
    (),
    (),
    ("aggressor_first", "all_up", "optional_muck",),
    (),
    (),
    (),
    (),
    ("moving", "dead",),
    ("public_shuffle", "rotation",),
    ("it", "en",),
    ("off", "every_hand", "by_choice",),
    ("no_limit", "pot_limit", "fixed_limit",),
    ("standard", "rulebook_r000",),
    (),
    ("is_a_bet", "is_no_bet",),
    ("stays", "lifted_two_dealt_in", "lifted_two_live",),
    ("last_increment", "any_larger",),
    ("straddle", "big_blind",),
    ("blind_first", "ante_first",),
    (),
    (),
    (),
    ("not_taken", "taken",),
    ("check_fold", "check_fold_and_sit_out",),
    (),
    (),
    (),
    ("cards_speak", "announce",),
    ("skip", "post",),
    ("no", "yes",),
    ("make_up", "wait", "free",),
    ("random", "tray_left",),
    ("virtual", "declared",),
    ("r004", "tda2024", "roberts",),
    (),
    ("any", "after_premature_turn",),
    ("replaced", "player_choice",),
    ("cash", "tournament",),
    ("random", "cards",),
)
MIN: tuple[int, ...] = (
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
)
MAX: tuple[int, ...] = (
    0,
    100000000,
    100000000,
    100000000,
    3,
    2,
    1,
    120,
    60,
    2,
    60000,
    60000,
    60000,
    60000,
    1,
    1,
    1,
    2,
    2,
    1,
    10,
    1,
    2,
    1,
    1,
    1,
    200,
    100000000,
    100000000,
    1,
    1,
    60,
    3600,
    15,
    1,
    1,
    1,
    2,
    1,
    1,
    2,
    2,
    1,
    1,
    1,
    1,
)
DEFAULTS: tuple[tuple[int, ...], ...] = (
    (0, 50, 100, 0, 0, 0, 0, 20, 5, 0, 3000, 2000, 5000, 5000, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,),
    (0, 50, 100, 0, 0, 0, 1, 20, 5, 0, 3000, 2000, 5000, 5000, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 5, 0, 5, 1, 1, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0,),
    (0, 50, 100, 0, 2, 0, 0, 20, 5, 0, 3000, 2000, 5000, 5000, 1, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 5, 0, 5, 0, 1, 1, 2, 0, 0, 1, 2, 0, 0, 1, 0,),
    (0, 50, 100, 0, 0, 0, 0, 0, 0, 0, 0, 2000, 5000, 5000, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 0,),
    (0, 50, 100, 0, 0, 0, 0, 20, 5, 0, 3000, 2000, 5000, 5000, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 5, 0, 5, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0,),
    (0, 50, 100, 0, 0, 0, 0, 15, 5, 0, 3000, 2000, 5000, 5000, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 5, 0, 5, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0,),
    (0, 50, 100, 0, 0, 0, 0, 8, 5, 0, 3000, 2000, 5000, 5000, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 5, 0, 5, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0,),
)


def by_name(name: str) -> int:
    """The setting's id, or 0 when there is no such setting."""
    return NAMES.index(name) if name and name in NAMES else 0


def profile_by_name(name: str) -> int:
    """The profile's number (index of DEFAULTS), or -1 when there is no such profile."""
    return PROFILE_WORDS.index(name) if name in PROFILE_WORDS else -1


def is_value(setting: int, value: int) -> bool:
    """Whether `value` lies in the setting's range."""
    return MIN[setting] <= value <= MAX[setting]


def parse(setting: int, word: str) -> "int | None":
    """The value that `word` spells for the setting, or None when it spells none.

    A choice takes its own words only; a number decimal digits without a leading zero, in range.
    """
    words = WORDS[setting]
    if words:
        return words.index(word) if word in words else None
    if not word or word.strip("0123456789") or len(word) > 10 or (word[0] == "0" and word != "0"):
        return None
    value = int(word)
    return value if is_value(setting, value) else None


def value_word(setting: int, value: int) -> str:
    """The word that `parse` reads as `value`; the value must be in range (`is_value`)."""
    words = WORDS[setting]
    return words[value] if words else str(value)
