"""Numbers and names of all messages and enums of the table.

Generated from firmware/schema/messages.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 0
SCHEMA_HASH = b"\x83\x56\x2f\x4e\xcc\x57\x5a\x12"
UNKNOWN = "-"
RAW = 0  # no message has this number: a line whose name is not in this schema

KIND_INPUT = 1
KIND_EFFECT = 2
KIND_REPORT = 3
KIND_COMMAND = 4
KIND_LINK = 5

VISIBILITY_LOG = 1
VISIBILITY_WIRE = 2
VISIBILITY_DEVICE = 3

SEGMENT_OPENED = 1
TABLE_STARTED = 2
TAIL_CUT = 3
LOG_HEAD = 4
CLOCK_RESTARTED = 5
INPUT_REFUSED = 6
LOG_DAMAGED = 7
LAST_WORDS = 8
TAIL_LOST = 9
SELF_TESTED = 10
TABLE_PARKED = 11
SEAT_TAKEN = 20
SEAT_LEFT = 21
BUTTON_PLACED = 22
SETTING_CHANGED = 23
CARDS_COLLECTED = 24
CARD_FED = 25
DECK_LOADED = 26
TIMER_FIRED = 27
TABLE_PAUSED = 28
TABLE_RESUMED = 29
FLOOR_RULED = 30
FAULT_RAISED = 31
FAULT_CLEARED = 32
PLAYER_OUT_NEXT = 33
PLAYER_BACK = 34
CHIPS_ADDED = 35
BUTTON_DRAWN = 36
BLIND_CHOSEN = 37
FLOOR_CALLED = 38
AWARD_REVERSED = 39
ORDER_COMMITTED = 40
WITNESS_PROMISED = 41
CUT_SET = 42
WITNESS_OPENED = 43
CARD_LEFT = 44
CARD_LANDED = 45
FACE_READ = 46
FACE_OPENED = 47
ACTION_CHOSEN = 48
SHOW_CHOSEN = 49
ORDER_REVEALED = 50
POST_PROMISED = 51
BOARD_CLAIMED = 52
CHIPS_COUNTED = 53
IRREGULARITY_REPORTED = 54
CARD_MOVED = 55
FACE_TYPED = 56
DRAW_ENTERED = 57
HANDS_LOST = 58
SEAT_DRAW_ASKED = 59
CARD_STRAYED = 60
CARD_UNLANDED = 61
SLOT_FOUND_EMPTY = 62
CARD_DOUBLED = 63
CARD_EXPOSED = 64
FACE_DOUBTED = 65
PLACE_RETURNED = 66
CARDS_COUNTED = 67
SLOT_NAMED = 68
DECK_CHECKED = 69
DECK_UNLOADED = 70
DECK_CHECK_ASKED = 71
DECK_CHANGE_ASKED = 72
TABLE_OPENED = 73
TABLE_CLOSED = 74
STACK_SET = 75
CHIPS_CASHED = 76
FLOOR_ANSWERED = 77
TEST_ASKED = 78
SEATS_DRAWN = 79
COLLECT_CARDS = 80
LOAD_DECK = 81
COMMIT_ORDER = 82
SETTLE_ORDER = 83
DEAL_CARD = 84
OPEN_FACE = 85
ERASE_FACE = 86
REVEAL_ORDER = 87
START_TIMER = 88
STOP_TIMER = 89
DRAW_BUTTON = 90
RETURN_PLACE = 91
COUNT_CARDS = 92
NAME_SLOT = 93
CHECK_DECK = 94
UNLOAD_DECK = 95
MOVE_CARD = 96
ASK_FACE = 97
TRY_MOTOR = 98
DRAW_SEATS = 99
HAND_STARTED = 120
FORCED_BET_POSTED = 121
WITNESS_MISSING = 122
WITNESS_FAILED = 123
CUT_ASKED = 124
ORDER_CUT = 125
HOLE_CARD_DEALT = 126
CARD_BURNT = 127
BOARD_DEALT = 128
TURN_OPENED = 129
ACTION_TAKEN = 130
UNCALLED_BET_RETURNED = 131
POT_FORMED = 132
HAND_SHOWN = 133
HAND_MUCKED = 134
POT_AWARDED = 135
HAND_FINISHED = 136
IRREGULARITY_FOUND = 137
HAND_HELD = 138
HAND_VOIDED = 139
TURN_TIMED_OUT = 140
COMMAND_DONE = 141
SHOW_ASKED = 142
TABLE_HELD = 143
ROLE_PAIRED = 144
RAKE_TAKEN = 145
PLAYER_SAT_OUT = 150
TIME_WARNED = 151
TIME_BANK_OPENED = 152
SEAT_NOT_DEALT = 153
BLIND_OWED = 154
POT_DECIDED = 155
RESULT_READ = 156
BOARD_PLAYED = 157
CHIPS_DIFFER = 158
KEY_IGNORED = 159
KEYS_IGNORED = 160
DRAW_STARTED = 161
HAND_RANKED = 162
TEST_BEGUN = 163
TEST_ENDED = 164
MOTION_RETRIED = 165
WAITING_MEASURED = 166
DECK_FAULTY = 167
PLAYER_SEATED = 168
SEAT_DRAW_GIVEN_UP = 169
RULING_MADE = 170
STEP_BEGUN = 171
PROCEDURE_ENDED = 172
RESHUFFLE_STARTED = 173
ACTION_TAKEN_BACK = 174
HAND_BECAME_MANUAL = 175
HAND_KILLED = 176
FACE_CORRECTED = 177
COMMAND_NAMED = 178
HEAD_SIGNED = 179
HELLO = 180
GREET = 181
ACK = 182
RESEND = 183
DIAG = 184
REFUSED = 185
ASK_KEY = 186
NEW_KEY = 187
SAFE_MODE = 188
GOODBYE = 189
REQUEST_PAUSE = 200
REQUEST_RESUME = 201
REQUEST_PROMISE = 202
REQUEST_OPENING = 203
REQUEST_SETTING = 204
REQUEST_RULING = 205
REQUEST_OPEN = 206
REQUEST_CLOSE = 207
REQUEST_SIT = 208
REQUEST_STAND = 209
REQUEST_CHIPS = 210
REQUEST_CASH_OUT = 211
REQUEST_STACK = 212
REQUEST_SIT_OUT = 213
REQUEST_BACK = 214
REQUEST_IRREGULARITY = 215
REQUEST_CARD_MOVED = 216
REQUEST_FACE = 217
REQUEST_FLOOR_ANSWER = 218
REQUEST_DRAW_ENTRY = 219
REQUEST_SEAT_DRAW = 220
REQUEST_DECK_CHECK = 230
REQUEST_DECK_CHANGE = 231
REQUEST_TEST = 232
REQUEST_IDENTIFY = 234
REQUEST_RESTART = 235

CARD_WORDS: tuple[str, ...] = (
    "2c",
    "2d",
    "2h",
    "2s",
    "3c",
    "3d",
    "3h",
    "3s",
    "4c",
    "4d",
    "4h",
    "4s",
    "5c",
    "5d",
    "5h",
    "5s",
    "6c",
    "6d",
    "6h",
    "6s",
    "7c",
    "7d",
    "7h",
    "7s",
    "8c",
    "8d",
    "8h",
    "8s",
    "9c",
    "9d",
    "9h",
    "9s",
    "Tc",
    "Td",
    "Th",
    "Ts",
    "Jc",
    "Jd",
    "Jh",
    "Js",
    "Qc",
    "Qd",
    "Qh",
    "Qs",
    "Kc",
    "Kd",
    "Kh",
    "Ks",
    "Ac",
    "Ad",
    "Ah",
    "As",
)

PLACE_CAROUSEL = 0
PLACE_SEAT1 = 1
PLACE_SEAT2 = 2
PLACE_SEAT3 = 3
PLACE_SEAT4 = 4
PLACE_SEAT5 = 5
PLACE_SEAT6 = 6
PLACE_SEAT7 = 7
PLACE_SEAT8 = 8
PLACE_SEAT9 = 9
PLACE_SEAT10 = 10
PLACE_BOARD1 = 11
PLACE_BOARD2 = 12
PLACE_BOARD3 = 13
PLACE_BOARD4 = 14
PLACE_BOARD5 = 15
PLACE_BURN = 16
PLACE_ASIDE = 17
PLACE_CHUTE = 18
PLACE_HOPPER = 19
PLACE_MUCK = 20
PLACE_NOWHERE = 21
PLACE_WORDS: tuple[str, ...] = (
    "carousel",
    "seat1",
    "seat2",
    "seat3",
    "seat4",
    "seat5",
    "seat6",
    "seat7",
    "seat8",
    "seat9",
    "seat10",
    "board1",
    "board2",
    "board3",
    "board4",
    "board5",
    "burn",
    "aside",
    "chute",
    "hopper",
    "muck",
    "nowhere",
)

STREET_PREFLOP = 0
STREET_FLOP = 1
STREET_TURN = 2
STREET_RIVER = 3
STREET_WORDS: tuple[str, ...] = (
    "preflop",
    "flop",
    "turn",
    "river",
)

CHOICE_FOLD = 0
CHOICE_CALL = 1
CHOICE_RAISE = 2
CHOICE_WORDS: tuple[str, ...] = (
    "fold",
    "call",
    "raise",
)

ACTION_FOLD = 0
ACTION_CHECK = 1
ACTION_CALL = 2
ACTION_BET = 3
ACTION_RAISE = 4
ACTION_WORDS: tuple[str, ...] = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
)

FORCED_ANTE = 0
FORCED_SMALL_BLIND = 1
FORCED_BIG_BLIND = 2
FORCED_STRADDLE = 3
FORCED_DEAD_BLIND = 4
FORCED_POST = 5
FORCED_WORDS: tuple[str, ...] = (
    "ante",
    "small_blind",
    "big_blind",
    "straddle",
    "dead_blind",
    "post",
)

SHOW_SHOW = 0
SHOW_MUCK = 1
SHOW_WORDS: tuple[str, ...] = (
    "show",
    "muck",
)

TIMER_NEXT_HAND = 0
TIMER_WITNESS = 1
TIMER_OPENING = 2
TIMER_CUT = 3
TIMER_ACTION = 4
TIMER_SHOW = 5
TIMER_WARNING = 6
TIMER_TIME_BANK = 7
TIMER_OBJECTION = 8
TIMER_TEST = 9
TIMER_WORDS: tuple[str, ...] = (
    "next_hand",
    "witness",
    "opening",
    "cut",
    "action",
    "show",
    "warning",
    "time_bank",
    "objection",
    "test",
)

CUTTER_SEAT = 0
CUTTER_DEFAULT = 1
CUTTER_FLOOR = 2
CUTTER_WORDS: tuple[str, ...] = (
    "seat",
    "default",
    "floor",
)

PROVENANCE_DEVICE = 0
PROVENANCE_SIMULATED = 1
PROVENANCE_SCRIPTED = 2
PROVENANCE_WORDS: tuple[str, ...] = (
    "device",
    "simulated",
    "scripted",
)

CATEGORY_STRAIGHT_FLUSH = 0
CATEGORY_FOUR_OF_A_KIND = 1
CATEGORY_FULL_HOUSE = 2
CATEGORY_FLUSH = 3
CATEGORY_STRAIGHT = 4
CATEGORY_THREE_OF_A_KIND = 5
CATEGORY_TWO_PAIR = 6
CATEGORY_PAIR = 7
CATEGORY_HIGH_CARD = 8
CATEGORY_WORDS: tuple[str, ...] = (
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)

RESET_POWER_ON = 0
RESET_WATCHDOG = 1
RESET_SOFTWARE = 2
RESET_BROWN_OUT = 3
RESET_OTHER = 4
RESET_WORDS: tuple[str, ...] = (
    "power_on",
    "watchdog",
    "software",
    "brown_out",
    "other",
)

RULING_RESUME = 0
RULING_VOID_HAND = 1
RULING_TAKE_BACK_LAST_ACTION = 2
RULING_COMPLETE_BY_HAND = 3
RULING_MISDEAL = 4
RULING_LET_STAND = 5
RULING_SHUFFLE_STUB = 6
RULING_WORDS: tuple[str, ...] = (
    "resume",
    "void_hand",
    "take_back_last_action",
    "complete_by_hand",
    "misdeal",
    "let_stand",
    "shuffle_stub",
)

OUTCOME_DONE = 0
OUTCOME_REFUSED = 1
OUTCOME_WORDS: tuple[str, ...] = (
    "done",
    "refused",
)

ROLE_FLOOR = 0
ROLE_WITNESS = 1
ROLE_DIRECTOR = 2
ROLE_TECHNICIAN = 3
ROLE_AUDITOR = 4
ROLE_WORDS: tuple[str, ...] = (
    "floor",
    "witness",
    "director",
    "technician",
    "auditor",
)

LEVEL_DEBUG = 0
LEVEL_NOTE = 1
LEVEL_WARNING = 2
LEVEL_WORDS: tuple[str, ...] = (
    "debug",
    "note",
    "warning",
)

REFUSAL_ACCEPTED = 0
REFUSAL_NOT_NOW = 1
REFUSAL_NOT_YOUR_TURN = 2
REFUSAL_NO_SUCH_SEAT = 3
REFUSAL_SEAT_TAKEN = 4
REFUSAL_SEAT_EMPTY = 5
REFUSAL_BELOW_MINIMUM = 6
REFUSAL_ABOVE_MAXIMUM = 7
REFUSAL_RAISE_NOT_OPEN = 8
REFUSAL_AMOUNT_MISSING = 9
REFUSAL_AMOUNT_OUT_OF_RANGE = 10
REFUSAL_NO_SUCH_SETTING = 11
REFUSAL_BAD_VALUE = 12
REFUSAL_WRONG_HAND = 13
REFUSAL_WRONG_EPOCH = 14
REFUSAL_WRONG_CARD = 15
REFUSAL_CARD_OUT = 16
REFUSAL_TOO_FEW_PLAYERS = 17
REFUSAL_HAND_RUNNING = 18
REFUSAL_NO_SUCH_MESSAGE = 19
REFUSAL_BAD_TAG = 20
REFUSAL_OLD_COUNTER = 21
REFUSAL_UNKNOWN_ROLE = 22
REFUSAL_WRONG_OPENING = 23
REFUSAL_LID_CLOSED = 24
REFUSAL_FLOOR_KEY_NOT_HELD = 25
REFUSAL_SETTINGS_CONTRADICT = 26
REFUSAL_NOTHING_OWED = 27
REFUSAL_MUST_WAIT = 28
REFUSAL_TOO_LATE = 29
REFUSAL_ALREADY_SO = 30
REFUSAL_TABLE_CLOSED = 31
REFUSAL_SEATS_NOT_EMPTY = 32
REFUSAL_NOT_PAUSED = 33
REFUSAL_CARDS_IN_PLAY = 34
REFUSAL_AMOUNT_DIFFERS = 35
REFUSAL_NOBODY_CALLED = 36
REFUSAL_DRAW_RUNNING = 37
REFUSAL_LIST_INCOMPLETE = 38
REFUSAL_NAME_TWICE = 39
REFUSAL_TOO_MANY_PLAYERS = 40
REFUSAL_DRAWS_USED_UP = 41
REFUSAL_DRAWN_WITH_CARDS = 42
REFUSAL_WORDS: tuple[str, ...] = (
    "accepted",
    "not_now",
    "not_your_turn",
    "no_such_seat",
    "seat_taken",
    "seat_empty",
    "below_minimum",
    "above_maximum",
    "raise_not_open",
    "amount_missing",
    "amount_out_of_range",
    "no_such_setting",
    "bad_value",
    "wrong_hand",
    "wrong_epoch",
    "wrong_card",
    "card_out",
    "too_few_players",
    "hand_running",
    "no_such_message",
    "bad_tag",
    "old_counter",
    "unknown_role",
    "wrong_opening",
    "lid_closed",
    "floor_key_not_held",
    "settings_contradict",
    "nothing_owed",
    "must_wait",
    "too_late",
    "already_so",
    "table_closed",
    "seats_not_empty",
    "not_paused",
    "cards_in_play",
    "amount_differs",
    "nobody_called",
    "draw_running",
    "list_incomplete",
    "name_twice",
    "too_many_players",
    "draws_used_up",
    "drawn_with_cards",
)

NO_DRAW_VOIDED = 0
NO_DRAW_ORDER_LOST = 1
NO_DRAW_LOG_LOST = 2
NO_DRAW_NEW_LIST = 3
NO_DRAW_WORDS: tuple[str, ...] = (
    "voided",
    "order_lost",
    "log_lost",
    "new_list",
)

ENTRY_POST = 0
ENTRY_WAIT = 1
ENTRY_STRADDLE = 2
ENTRY_WORDS: tuple[str, ...] = (
    "post",
    "wait",
    "straddle",
)

KEY_FOLD = 0
KEY_CALL = 1
KEY_RAISE = 2
KEY_UP = 3
KEY_DOWN = 4
KEY_WORDS: tuple[str, ...] = (
    "fold",
    "call",
    "raise",
    "up",
    "down",
)

NOT_DEALT_SITTING_OUT = 0
NOT_DEALT_ABSENT = 1
NOT_DEALT_OWES_BLIND = 2
NOT_DEALT_BEHIND_BUTTON = 3
NOT_DEALT_WORDS: tuple[str, ...] = (
    "sitting_out",
    "absent",
    "owes_blind",
    "behind_button",
)

SIGN_LONG = 0
SIGN_THICK = 1
SIGN_BOTH = 2
SIGN_WORDS: tuple[str, ...] = (
    "long",
    "thick",
    "both",
)

DOUBT_UNREADABLE = 0
DOUBT_UNSURE = 1
DOUBT_FOREIGN = 2
DOUBT_DUPLICATE = 3
DOUBT_WORDS: tuple[str, ...] = (
    "unreadable",
    "unsure",
    "foreign",
    "duplicate",
)

STAGE_FEEDER = 0
STAGE_CAROUSEL = 1
STAGE_EJECTOR = 2
STAGE_PATH = 3
STAGE_TURRET = 4
STAGE_RETURN = 5
STAGE_WORDS: tuple[str, ...] = (
    "feeder",
    "carousel",
    "ejector",
    "path",
    "turret",
    "return",
)

PART_DISPLAYS = 0
PART_LAMPS = 1
PART_KEYS = 2
PART_MOTOR = 3
PART_EJECT = 4
PART_WORDS: tuple[str, ...] = (
    "displays",
    "lamps",
    "keys",
    "motor",
    "eject",
)

# By message id; what no message has is empty or 0.
NAMES: tuple[str, ...] = (
    "",
    "segment_opened",
    "table_started",
    "tail_cut",
    "log_head",
    "clock_restarted",
    "input_refused",
    "log_damaged",
    "last_words",
    "tail_lost",
    "self_tested",
    "table_parked",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "seat_taken",
    "seat_left",
    "button_placed",
    "setting_changed",
    "cards_collected",
    "card_fed",
    "deck_loaded",
    "timer_fired",
    "table_paused",
    "table_resumed",
    "floor_ruled",
    "fault_raised",
    "fault_cleared",
    "player_out_next",
    "player_back",
    "chips_added",
    "button_drawn",
    "blind_chosen",
    "floor_called",
    "award_reversed",
    "order_committed",
    "witness_promised",
    "cut_set",
    "witness_opened",
    "card_left",
    "card_landed",
    "face_read",
    "face_opened",
    "action_chosen",
    "show_chosen",
    "order_revealed",
    "post_promised",
    "board_claimed",
    "chips_counted",
    "irregularity_reported",
    "card_moved",
    "face_typed",
    "draw_entered",
    "hands_lost",
    "seat_draw_asked",
    "card_strayed",
    "card_unlanded",
    "slot_found_empty",
    "card_doubled",
    "card_exposed",
    "face_doubted",
    "place_returned",
    "cards_counted",
    "slot_named",
    "deck_checked",
    "deck_unloaded",
    "deck_check_asked",
    "deck_change_asked",
    "table_opened",
    "table_closed",
    "stack_set",
    "chips_cashed",
    "floor_answered",
    "test_asked",
    "seats_drawn",
    "collect_cards",
    "load_deck",
    "commit_order",
    "settle_order",
    "deal_card",
    "open_face",
    "erase_face",
    "reveal_order",
    "start_timer",
    "stop_timer",
    "draw_button",
    "return_place",
    "count_cards",
    "name_slot",
    "check_deck",
    "unload_deck",
    "move_card",
    "ask_face",
    "try_motor",
    "draw_seats",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "hand_started",
    "forced_bet_posted",
    "witness_missing",
    "witness_failed",
    "cut_asked",
    "order_cut",
    "hole_card_dealt",
    "card_burnt",
    "board_dealt",
    "turn_opened",
    "action_taken",
    "uncalled_bet_returned",
    "pot_formed",
    "hand_shown",
    "hand_mucked",
    "pot_awarded",
    "hand_finished",
    "irregularity_found",
    "hand_held",
    "hand_voided",
    "turn_timed_out",
    "command_done",
    "show_asked",
    "table_held",
    "role_paired",
    "rake_taken",
    "",
    "",
    "",
    "",
    "player_sat_out",
    "time_warned",
    "time_bank_opened",
    "seat_not_dealt",
    "blind_owed",
    "pot_decided",
    "result_read",
    "board_played",
    "chips_differ",
    "key_ignored",
    "keys_ignored",
    "draw_started",
    "hand_ranked",
    "test_begun",
    "test_ended",
    "motion_retried",
    "waiting_measured",
    "deck_faulty",
    "player_seated",
    "seat_draw_given_up",
    "ruling_made",
    "step_begun",
    "procedure_ended",
    "reshuffle_started",
    "action_taken_back",
    "hand_became_manual",
    "hand_killed",
    "face_corrected",
    "command_named",
    "head_signed",
    "hello",
    "greet",
    "ack",
    "resend",
    "diag",
    "refused",
    "ask_key",
    "new_key",
    "safe_mode",
    "goodbye",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "request_pause",
    "request_resume",
    "request_promise",
    "request_opening",
    "request_setting",
    "request_ruling",
    "request_open",
    "request_close",
    "request_sit",
    "request_stand",
    "request_chips",
    "request_cash_out",
    "request_stack",
    "request_sit_out",
    "request_back",
    "request_irregularity",
    "request_card_moved",
    "request_face",
    "request_floor_answer",
    "request_draw_entry",
    "request_seat_draw",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "request_deck_check",
    "request_deck_change",
    "request_test",
    "",
    "request_identify",
    "request_restart",
)

KIND = (
    b"\x00\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02"
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"
    b"\x03\x03\x03\x03\x03\x03\x00\x00\x00\x00\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"
    b"\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03"
    b"\x05\x05\x05\x05\x05\x05\x05\x05\x05\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04"
    b"\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x04\x00\x04\x04"
)
VISIBILITY = (
    b"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x03\x01\x01\x01\x01\x03\x03\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x00\x00\x00\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    b"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02"
    b"\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x02\x02\x00\x02\x02"
)


def by_name(name: str) -> int:
    """The message's id, or RAW (0) when this schema has no such message."""
    return NAMES.index(name) if name and name in NAMES else RAW
