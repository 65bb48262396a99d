"""The fields of every message, for the line form only.

Generated from firmware/schema/messages.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.schema import messages

TYPE_INT = 1
TYPE_ENUM = 2
TYPE_WORD = 3
TYPE_HEX = 4
TYPE_TEXT = 5

# Many messages have the same fields, many fields the same name or the same range:
# each is here once, and pointed at by its place.
_KEYS: tuple[str, ...] = (
    "table",
    "log",
    "segment",
    "boot",
    "prev",
    "reset",
    "firmware",
    "schema",
    "provenance",
    "bytes",
    "of",
    "head",
    "input",
    "code",
    "line",
    "from",
    "to",
    "passed",
    "failed",
    "seat",
    "stack",
    "player",
    "name",
    "value",
    "by",
    "count",
    "openings",
    "n",
    "timer",
    "ruling",
    "reason",
    "device",
    "detail",
    "amount",
    "entry",
    "hand",
    "epoch",
    "m",
    "commit",
    "hw",
    "cut",
    "w",
    "k",
    "slot",
    "token",
    "at",
    "face",
    "choice",
    "show",
    "order",
    "nonce",
    "dead",
    "live",
    "kind",
    "card",
    "place",
    "players",
    "seats",
    "sign",
    "doubt",
    "cards",
    "hopper",
    "carousel",
    "faces",
    "twice",
    "foreign",
    "part",
    "seconds",
    "ms",
    "button",
    "stacks",
    "forced",
    "street",
    "call",
    "raise_min",
    "raise_max",
    "action",
    "timed_out",
    "pot",
    "category",
    "id",
    "role",
    "counter",
    "outcome",
    "counted",
    "held",
    "key",
    "stage",
    "try",
    "collect",
    "load",
    "deal",
    "board",
    "missing",
    "procedure",
    "book",
    "step",
    "signature",
    "major",
    "minor",
    "seq",
    "level",
    "where",
    "what",
    "starts",
)
# (min, max) of an integer; (shortest, longest) in bytes of word, hex, text; the words
# of an enum.
_ARGS: tuple[tuple, ...] = (
    (1, 24),
    (8, 8),
    (1, 999999),
    (32, 32),
    messages.RESET_WORDS,
    messages.PROVENANCE_WORDS,
    (1, 1000000),
    (1, 1073741823),
    (1, 32),
    messages.REFUSAL_WORDS,
    (1, 48),
    (1, 12),
    (1, 10),
    (0, 1000000000),
    (0, 99),
    (0, 9999),
    (1, 54),
    (0, 54),
    messages.TIMER_WORDS,
    (0, 1073741823),
    messages.RULING_WORDS,
    (1, 1000000000),
    messages.ENTRY_WORDS,
    (0, 255),
    (0, 53),
    (0, 16383),
    messages.PLACE_WORDS,
    messages.CARD_WORDS,
    messages.CHOICE_WORDS,
    messages.SHOW_WORDS,
    (0, 100000000),
    messages.SIGN_WORDS,
    messages.DOUBT_WORDS,
    (7, 7),
    messages.PART_WORDS,
    (0, 600),
    (0, 3600000),
    messages.FORCED_WORDS,
    messages.CUTTER_WORDS,
    (1, 2),
    messages.STREET_WORDS,
    messages.ACTION_WORDS,
    (1, 1),
    (0, 9),
    (1, 7462),
    messages.CATEGORY_WORDS,
    messages.ROLE_WORDS,
    messages.OUTCOME_WORDS,
    (1, 120),
    (1, 3600),
    messages.NOT_DEALT_WORDS,
    (3, 15),
    messages.KEY_WORDS,
    messages.STAGE_WORDS,
    (2, 9),
    (0, 536870911),
    (0, 52),
    messages.NO_DRAW_WORDS,
    (1, 255),
    (1, 16),
    (64, 64),
    (1, 99),
    messages.LEVEL_WORDS,
)
# Place of the name, type, place of the args, optional, unknown allowed, longest list.
_FIELDS = (
    b"\x00\x03\x00\x00\x00\x00"  # table
    b"\x01\x04\x01\x00\x00\x00"  # log
    b"\x02\x01\x02\x00\x00\x00"  # segment
    b"\x03\x04\x01\x00\x00\x00"  # boot
    b"\x04\x04\x03\x00\x00\x00"  # prev
    b"\x05\x02\x04\x00\x00\x00"  # reset
    b"\x06\x03\x00\x00\x00\x00"  # firmware
    b"\x07\x04\x01\x00\x00\x00"  # schema
    b"\x08\x02\x05\x00\x00\x00"  # provenance
    b"\x09\x01\x06\x00\x00\x00"  # bytes
    b"\x0a\x01\x07\x00\x00\x00"  # of
    b"\x0b\x04\x03\x00\x00\x00"  # head
    b"\x0c\x03\x08\x00\x00\x00"  # input
    b"\x0d\x02\x09\x00\x00\x00"  # code
    b"\x0e\x01\x06\x00\x00\x00"  # line
    b"\x0d\x03\x0a\x00\x00\x00"  # code
    b"\x0f\x01\x07\x00\x00\x00"  # from
    b"\x10\x01\x07\x00\x00\x00"  # to
    b"\x11\x03\x0b\x01\x00\x15"  # passed
    b"\x12\x03\x0b\x01\x00\x15"  # failed
    b"\x13\x01\x0c\x00\x00\x00"  # seat
    b"\x14\x01\x0d\x00\x00\x00"  # stack
    b"\x15\x05\x00\x01\x00\x00"  # player
    b"\x16\x03\x08\x00\x00\x00"  # name
    b"\x17\x03\x08\x00\x00\x00"  # value
    b"\x18\x05\x00\x01\x00\x00"  # by
    b"\x19\x01\x0e\x00\x00\x00"  # count
    b"\x1a\x01\x0f\x00\x00\x00"  # openings
    b"\x1b\x01\x10\x00\x00\x00"  # n
    b"\x19\x01\x11\x00\x00\x00"  # count
    b"\x1c\x02\x12\x00\x00\x00"  # timer
    b"\x1b\x01\x13\x00\x00\x00"  # n
    b"\x1d\x02\x14\x00\x00\x00"  # ruling
    b"\x18\x05\x00\x00\x00\x00"  # by
    b"\x1e\x05\x0a\x01\x00\x00"  # reason
    b"\x0d\x03\x00\x00\x00\x00"  # code
    b"\x1f\x03\x00\x00\x00\x00"  # device
    b"\x20\x05\x0a\x01\x00\x00"  # detail
    b"\x21\x01\x15\x00\x00\x00"  # amount
    b"\x22\x02\x16\x00\x00\x00"  # entry
    b"\x0f\x01\x0c\x00\x00\x00"  # from
    b"\x10\x01\x0c\x00\x00\x00"  # to
    b"\x23\x01\x13\x00\x00\x00"  # hand
    b"\x24\x01\x17\x00\x00\x00"  # epoch
    b"\x25\x01\x10\x00\x00\x00"  # m
    b"\x26\x04\x03\x00\x00\x00"  # commit
    b"\x08\x02\x05\x01\x00\x00"  # provenance
    b"\x27\x04\x03\x00\x00\x00"  # hw
    b"\x28\x01\x0f\x00\x00\x00"  # cut
    b"\x13\x01\x0c\x01\x00\x00"  # seat
    b"\x29\x04\x03\x00\x00\x00"  # w
    b"\x2a\x01\x18\x00\x00\x00"  # k
    b"\x2b\x01\x18\x00\x00\x00"  # slot
    b"\x2c\x01\x19\x00\x00\x00"  # token
    b"\x2d\x02\x1a\x00\x00\x00"  # at
    b"\x2e\x02\x1b\x00\x00\x00"  # face
    b"\x2f\x02\x1c\x00\x00\x00"  # choice
    b"\x10\x01\x15\x01\x00\x00"  # to
    b"\x30\x02\x1d\x00\x00\x00"  # show
    b"\x31\x04\x10\x00\x00\x00"  # order
    b"\x32\x04\x03\x00\x00\x00"  # nonce
    b"\x33\x01\x1e\x00\x00\x00"  # dead
    b"\x34\x01\x1e\x00\x00\x00"  # live
    b"\x21\x01\x13\x00\x00\x00"  # amount
    b"\x35\x03\x08\x00\x00\x00"  # kind
    b"\x36\x02\x1b\x01\x00\x00"  # card
    b"\x10\x02\x1a\x00\x00\x00"  # to
    b"\x37\x01\x0c\x00\x00\x00"  # place
    b"\x15\x05\x00\x00\x00\x00"  # player
    b"\x38\x01\x0c\x00\x00\x00"  # players
    b"\x39\x01\x0c\x01\x00\x0a"  # seats
    b"\x3a\x02\x1f\x00\x00\x00"  # sign
    b"\x3b\x02\x20\x00\x00\x00"  # doubt
    b"\x37\x02\x1a\x00\x00\x00"  # place
    b"\x3c\x01\x0e\x00\x00\x00"  # cards
    b"\x3d\x01\x0e\x00\x00\x00"  # hopper
    b"\x3e\x01\x11\x00\x00\x00"  # carousel
    b"\x3f\x04\x21\x00\x00\x00"  # faces
    b"\x40\x01\x0e\x00\x00\x00"  # twice
    b"\x41\x01\x0e\x00\x00\x00"  # foreign
    b"\x1e\x05\x0a\x00\x00\x00"  # reason
    b"\x21\x01\x0d\x00\x00\x00"  # amount
    b"\x42\x02\x22\x00\x00\x00"  # part
    b"\x43\x01\x23\x00\x00\x00"  # seconds
    b"\x39\x01\x0c\x00\x00\x0a"  # seats
    b"\x44\x01\x24\x00\x00\x00"  # ms
    b"\x23\x01\x07\x00\x00\x00"  # hand
    b"\x45\x01\x0c\x00\x00\x00"  # button
    b"\x46\x01\x0d\x00\x00\x0a"  # stacks
    b"\x47\x02\x25\x00\x00\x00"  # forced
    b"\x18\x02\x26\x00\x00\x00"  # by
    b"\x36\x01\x27\x00\x00\x00"  # card
    b"\x48\x02\x28\x00\x00\x00"  # street
    b"\x3c\x02\x1b\x00\x00\x05"  # cards
    b"\x49\x01\x0d\x00\x00\x00"  # call
    b"\x4a\x01\x15\x01\x00\x00"  # raise_min
    b"\x4b\x01\x15\x01\x00\x00"  # raise_max
    b"\x4c\x02\x29\x00\x00\x00"  # action
    b"\x10\x01\x0d\x00\x00\x00"  # to
    b"\x4d\x01\x2a\x01\x00\x00"  # timed_out
    b"\x4e\x01\x2b\x00\x00\x00"  # pot
    b"\x21\x01\x07\x00\x00\x00"  # amount
    b"\x3c\x02\x1b\x00\x00\x02"  # cards
    b"\x17\x01\x2c\x01\x00\x00"  # value
    b"\x4f\x02\x2d\x01\x00\x00"  # category
    b"\x46\x01\x13\x00\x00\x0a"  # stacks
    b"\x2c\x01\x19\x01\x00\x00"  # token
    b"\x1e\x03\x08\x00\x00\x00"  # reason
    b"\x50\x01\x07\x00\x00\x00"  # id
    b"\x51\x02\x2e\x00\x00\x00"  # role
    b"\x52\x01\x07\x00\x00\x00"  # counter
    b"\x53\x02\x2f\x00\x00\x00"  # outcome
    b"\x0d\x02\x09\x01\x00\x00"  # code
    b"\x52\x01\x13\x00\x00\x00"  # counter
    b"\x43\x01\x30\x00\x00\x00"  # seconds
    b"\x43\x01\x31\x00\x00\x00"  # seconds
    b"\x1e\x02\x32\x00\x00\x00"  # reason
    b"\x43\x01\x33\x00\x00\x00"  # seconds
    b"\x17\x01\x2c\x00\x00\x00"  # value
    b"\x4f\x02\x2d\x00\x00\x00"  # category
    b"\x54\x01\x13\x00\x00\x00"  # counted
    b"\x55\x01\x13\x00\x00\x00"  # held
    b"\x56\x02\x34\x00\x00\x00"  # key
    b"\x19\x01\x06\x00\x00\x00"  # count
    b"\x38\x01\x0c\x01\x00\x00"  # players
    b"\x3c\x01\x0e\x01\x00\x00"  # cards
    b"\x57\x02\x35\x00\x00\x00"  # stage
    b"\x58\x01\x36\x00\x00\x00"  # try
    b"\x59\x01\x37\x00\x00\x00"  # collect
    b"\x5a\x01\x37\x00\x00\x00"  # load
    b"\x28\x01\x37\x00\x00\x00"  # cut
    b"\x5b\x01\x37\x00\x00\x00"  # deal
    b"\x5c\x01\x37\x00\x00\x00"  # board
    b"\x5d\x01\x38\x00\x00\x00"  # missing
    b"\x3c\x02\x1b\x01\x00\x0a"  # cards
    b"\x1e\x02\x39\x00\x00\x00"  # reason
    b"\x1d\x01\x3a\x00\x00\x00"  # ruling
    b"\x5e\x03\x08\x00\x00\x00"  # procedure
    b"\x5f\x03\x3b\x00\x00\x00"  # book
    b"\x60\x03\x08\x00\x00\x00"  # step
    b"\x24\x01\x3a\x00\x00\x00"  # epoch
    b"\x3c\x01\x11\x00\x00\x00"  # cards
    b"\x56\x04\x3c\x00\x00\x00"  # key
    b"\x61\x04\x3c\x00\x00\x00"  # signature
    b"\x62\x01\x3d\x00\x00\x00"  # major
    b"\x63\x01\x0e\x00\x00\x00"  # minor
    b"\x64\x01\x13\x00\x00\x00"  # seq
    b"\x0b\x04\x03\x01\x00\x00"  # head
    b"\x65\x02\x3e\x00\x00\x00"  # level
    b"\x66\x03\x00\x00\x00\x00"  # where
    b"\x67\x05\x0a\x00\x00\x00"  # what
    b"\x50\x01\x07\x01\x00\x00"  # id
    b"\x56\x04\x03\x00\x00\x00"  # key
    b"\x68\x01\x13\x00\x00\x00"  # starts
    b"\x12\x03\x0a\x01\x00\x00"  # failed
)
# By message id: how many fields, and the place of each in _FIELDS.
_PLACES = (
    b"\x00"
    b"\x05\x00\x01\x02\x03\x04"  # 1 segment_opened
    b"\x05\x03\x05\x06\x07\x08"  # 2 table_started
    b"\x01\x09"  # 3 tail_cut
    b"\x02\x0a\x0b"  # 4 log_head
    b"\x00"
    b"\x02\x0c\x0d"  # 6 input_refused
    b"\x02\x02\x0e"  # 7 log_damaged
    b"\x01\x0f"  # 8 last_words
    b"\x02\x10\x11"  # 9 tail_lost
    b"\x02\x12\x13"  # 10 self_tested
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x03\x14\x15\x16"  # 20 seat_taken
    b"\x01\x14"  # 21 seat_left
    b"\x01\x14"  # 22 button_placed
    b"\x03\x17\x18\x19"  # 23 setting_changed
    b"\x02\x1a\x1b"  # 24 cards_collected
    b"\x01\x1c"  # 25 card_fed
    b"\x01\x1d"  # 26 deck_loaded
    b"\x02\x1e\x1f"  # 27 timer_fired
    b"\x01\x19"  # 28 table_paused
    b"\x01\x19"  # 29 table_resumed
    b"\x03\x20\x21\x22"  # 30 floor_ruled
    b"\x03\x23\x24\x25"  # 31 fault_raised
    b"\x02\x23\x24"  # 32 fault_cleared
    b"\x01\x14"  # 33 player_out_next
    b"\x01\x14"  # 34 player_back
    b"\x02\x14\x26"  # 35 chips_added
    b"\x01\x14"  # 36 button_drawn
    b"\x02\x14\x27"  # 37 blind_chosen
    b"\x01\x14"  # 38 floor_called
    b"\x04\x28\x29\x26\x21"  # 39 award_reversed
    b"\x06\x2a\x2b\x0a\x2c\x2d\x2e"  # 40 order_committed
    b"\x03\x2a\x2b\x2f"  # 41 witness_promised
    b"\x02\x30\x31"  # 42 cut_set
    b"\x03\x2a\x2b\x32"  # 43 witness_opened
    b"\x02\x33\x34"  # 44 card_left
    b"\x02\x35\x36"  # 45 card_landed
    b"\x02\x35\x37"  # 46 face_read
    b"\x02\x35\x37"  # 47 face_opened
    b"\x03\x14\x38\x39"  # 48 action_chosen
    b"\x02\x14\x3a"  # 49 show_chosen
    b"\x04\x2a\x2b\x3b\x3c"  # 50 order_revealed
    b"\x03\x14\x3d\x3e"  # 51 post_promised
    b"\x01\x14"  # 52 board_claimed
    b"\x02\x14\x3f"  # 53 chips_counted
    b"\x04\x40\x21\x31\x41"  # 54 irregularity_reported
    b"\x03\x35\x42\x21"  # 55 card_moved
    b"\x02\x37\x21"  # 56 face_typed
    b"\x03\x43\x44\x21"  # 57 draw_entered
    b"\x01\x11"  # 58 hands_lost
    b"\x03\x45\x21\x46"  # 59 seat_draw_asked
    b"\x01\x34"  # 60 card_strayed
    b"\x01\x35"  # 61 card_unlanded
    b"\x02\x33\x34"  # 62 slot_found_empty
    b"\x02\x35\x47"  # 63 card_doubled
    b"\x01\x35"  # 64 card_exposed
    b"\x02\x35\x48"  # 65 face_doubted
    b"\x02\x49\x4a"  # 66 place_returned
    b"\x02\x4b\x4c"  # 67 cards_counted
    b"\x02\x33\x34"  # 68 slot_named
    b"\x04\x1a\x4d\x4e\x4f"  # 69 deck_checked
    b"\x01\x1a"  # 70 deck_unloaded
    b"\x01\x21"  # 71 deck_check_asked
    b"\x01\x21"  # 72 deck_change_asked
    b"\x01\x21"  # 73 table_opened
    b"\x01\x21"  # 74 table_closed
    b"\x04\x14\x15\x21\x50"  # 75 stack_set
    b"\x03\x14\x51\x21"  # 76 chips_cashed
    b"\x02\x21\x31"  # 77 floor_answered
    b"\x03\x52\x53\x21"  # 78 test_asked
    b"\x01\x54"  # 79 seats_drawn
    b"\x00"
    b"\x00"
    b"\x02\x2a\x2b"  # 82 commit_order
    b"\x04\x2a\x2b\x32\x30"  # 83 settle_order
    b"\x02\x33\x42"  # 84 deal_card
    b"\x01\x35"  # 85 open_face
    b"\x01\x35"  # 86 erase_face
    b"\x02\x2a\x2b"  # 87 reveal_order
    b"\x03\x1e\x1f\x55"  # 88 start_timer
    b"\x00"
    b"\x01\x54"  # 90 draw_button
    b"\x01\x49"  # 91 return_place
    b"\x00"
    b"\x01\x33"  # 93 name_slot
    b"\x00"
    b"\x00"
    b"\x02\x35\x42"  # 96 move_card
    b"\x01\x35"  # 97 ask_face
    b"\x00"
    b"\x02\x54\x45"  # 99 draw_seats
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x04\x56\x57\x54\x58"  # 120 hand_started
    b"\x03\x14\x59\x26"  # 121 forced_bet_posted
    b"\x01\x2a"  # 122 witness_missing
    b"\x01\x2a"  # 123 witness_failed
    b"\x01\x31"  # 124 cut_asked
    b"\x05\x2a\x2b\x30\x5a\x31"  # 125 order_cut
    b"\x03\x14\x5b\x35"  # 126 hole_card_dealt
    b"\x02\x5c\x35"  # 127 card_burnt
    b"\x02\x5c\x5d"  # 128 board_dealt
    b"\x04\x14\x5e\x5f\x60"  # 129 turn_opened
    b"\x05\x14\x61\x62\x15\x63"  # 130 action_taken
    b"\x02\x14\x26"  # 131 uncalled_bet_returned
    b"\x03\x64\x65\x54"  # 132 pot_formed
    b"\x04\x14\x66\x67\x68"  # 133 hand_shown
    b"\x01\x14"  # 134 hand_mucked
    b"\x03\x64\x14\x65"  # 135 pot_awarded
    b"\x03\x56\x54\x69"  # 136 hand_finished
    b"\x02\x40\x6a"  # 137 irregularity_found
    b"\x01\x6b"  # 138 hand_held
    b"\x02\x2a\x21"  # 139 hand_voided
    b"\x01\x14"  # 140 turn_timed_out
    b"\x05\x6c\x6d\x6e\x6f\x70"  # 141 command_done
    b"\x01\x14"  # 142 show_asked
    b"\x01\x6b"  # 143 table_held
    b"\x02\x6d\x71"  # 144 role_paired
    b"\x02\x64\x65"  # 145 rake_taken
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x01\x14"  # 150 player_sat_out
    b"\x02\x14\x72"  # 151 time_warned
    b"\x02\x14\x73"  # 152 time_bank_opened
    b"\x02\x14\x74"  # 153 seat_not_dealt
    b"\x03\x14\x3d\x3e"  # 154 blind_owed
    b"\x03\x64\x65\x54"  # 155 pot_decided
    b"\x02\x5d\x75"  # 156 result_read
    b"\x03\x14\x76\x77"  # 157 board_played
    b"\x03\x14\x78\x79"  # 158 chips_differ
    b"\x02\x14\x7a"  # 159 key_ignored
    b"\x02\x14\x7b"  # 160 keys_ignored
    b"\x03\x2b\x54\x7c"  # 161 draw_started
    b"\x03\x14\x76\x77"  # 162 hand_ranked
    b"\x02\x52\x53"  # 163 test_begun
    b"\x02\x52\x7d"  # 164 test_ended
    b"\x02\x7e\x7f"  # 165 motion_retried
    b"\x06\x56\x80\x81\x82\x83\x84"  # 166 waiting_measured
    b"\x04\x85\x86\x4e\x4f"  # 167 deck_faulty
    b"\x02\x14\x44"  # 168 player_seated
    b"\x01\x87"  # 169 seat_draw_given_up
    b"\x04\x88\x40\x89\x8a"  # 170 ruling_made
    b"\x03\x8b\x6a\x31"  # 171 step_begun
    b"\x01\x89"  # 172 procedure_ended
    b"\x04\x56\x8c\x6b\x8d"  # 173 reshuffle_started
    b"\x01\x14"  # 174 action_taken_back
    b"\x01\x21"  # 175 hand_became_manual
    b"\x01\x14"  # 176 hand_killed
    b"\x02\x35\x37"  # 177 face_corrected
    b"\x04\x6c\x6d\x21\x22"  # 178 command_named
    b"\x04\x0a\x0b\x8e\x8f"  # 179 head_signed
    b"\x0a\x90\x91\x07\x06\x00\x01\x03\x05\x92\x0b"  # 180 hello
    b"\x03\x90\x91\x10"  # 181 greet
    b"\x02\x92\x93"  # 182 ack
    b"\x01\x10"  # 183 resend
    b"\x03\x94\x95\x96"  # 184 diag
    b"\x02\x0d\x97"  # 185 refused
    b"\x02\x6c\x6d"  # 186 ask_key
    b"\x05\x6c\x6d\x00\x71\x98"  # 187 new_key
    b"\x03\x00\x99\x9a"  # 188 safe_mode
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x03\x6c\x6d\x19"  # 200 request_pause
    b"\x03\x6c\x6d\x19"  # 201 request_resume
    b"\x05\x6c\x6d\x2a\x2b\x2f"  # 202 request_promise
    b"\x05\x6c\x6d\x2a\x2b\x32"  # 203 request_opening
    b"\x06\x6c\x6d\x17\x18\x19\x22"  # 204 request_setting
    b"\x05\x6c\x6d\x20\x19\x22"  # 205 request_ruling
    b"\x03\x6c\x6d\x21"  # 206 request_open
    b"\x03\x6c\x6d\x21"  # 207 request_close
    b"\x06\x6c\x6d\x14\x15\x21\x16"  # 208 request_sit
    b"\x04\x6c\x6d\x14\x21"  # 209 request_stand
    b"\x05\x6c\x6d\x14\x26\x21"  # 210 request_chips
    b"\x05\x6c\x6d\x14\x51\x21"  # 211 request_cash_out
    b"\x06\x6c\x6d\x14\x15\x21\x50"  # 212 request_stack
    b"\x04\x6c\x6d\x14\x21"  # 213 request_sit_out
    b"\x04\x6c\x6d\x14\x21"  # 214 request_back
    b"\x06\x6c\x6d\x40\x21\x31\x41"  # 215 request_irregularity
    b"\x03\x6c\x6d\x21"  # 216 request_card_moved
    b"\x04\x6c\x6d\x37\x21"  # 217 request_face
    b"\x04\x6c\x6d\x21\x31"  # 218 request_floor_answer
    b"\x05\x6c\x6d\x43\x44\x21"  # 219 request_draw_entry
    b"\x05\x6c\x6d\x45\x21\x46"  # 220 request_seat_draw
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x00"
    b"\x03\x6c\x6d\x19"  # 230 request_deck_check
    b"\x03\x6c\x6d\x19"  # 231 request_deck_change
    b"\x05\x6c\x6d\x52\x53\x21"  # 232 request_test
    b"\x00"
    b"\x03\x6c\x6d\x21"  # 234 request_identify
    b"\x04\x6c\x6d\x21\x22"  # 235 request_restart
)


def _unpacked() -> tuple[tuple, ...]:
    fields = []
    for at in range(0, len(_FIELDS), 6):
        key, kind, args, optional, unknown, longest = _FIELDS[at : at + 6]
        fields.append((_KEYS[key], kind, _ARGS[args], optional, unknown, longest))
    rows = []
    shared = {}
    at = 0
    while at < len(_PLACES):
        end = at + 1 + _PLACES[at]
        places = _PLACES[at + 1 : end]
        if places not in shared:
            shared[places] = tuple([fields[place] for place in places])
        rows.append(shared[places])
        at = end
    return tuple(rows)


# By message id: its fields, in the order of the message. A field: (name, type, args, optional,
# unknown allowed, longest list or 0).
FIELDS = _unpacked()

# Message id: pairs of places in the message whose lists have as many items.
# For look-up only: its order means nothing.
EQUALLY_LONG: dict[int, tuple[tuple[int, int], ...]] = {
    120: ((3, 4),),  # hand_started
    136: ((2, 3),),  # hand_finished
}
