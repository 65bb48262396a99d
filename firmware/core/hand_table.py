"""A hand in which nothing goes wrong, as rows: in this state, on this input, do this, go there.

This is the course of a hand, from the promise of the order to its reveal; put a finger on a state
and read what may happen next. What follows when a card, a device or a player goes wrong stands in
`repair_table`; its rows are tried after these, and most hands never need them. The names of guards
and actions are functions in the modules that `hand` joins; `machine` carries the rows out. States
whose rows are all for THEN are decisions: they are passed through at once. Rule of the file: no
row guesses what a card or a chip did.
"""

from __future__ import annotations

from firmware.core.machine import ANY, SAME, THEN
from firmware.schema import messages as m

STATES = (
    "committing",
    "committed",
    "witnessing",
    "cutting",
    "cut_stands",
    "opening",
    "order_settled",
    "dealing_hole",
    "hole_card_lies",
    "betting",
    "settling",
    "dealing_board",
    "board_card_lies",
    "tabling",
    "hand_tabled",
    "next_to_show",
    "showing",
    "uncovering",
    "hand_uncovered",
    "objecting",
    "ended",
    "revealing",
    "held",
    "voided",
    "over",
    "looking",
    "looked",
    "ruled",
    "next_step",
    "dealing_step",
    "step_lies",
    "moving",
    "returning",
    "typing",
    "collecting",
    "revealing_epoch",
    "reloading",
    "going_on",
    "drawing",
)

COMMITTING = 0  # the order is drawn, kept and promised
COMMITTED = 1  # decision: is there a witness to ask?
WITNESSING = 2  # the witness promises its random number
CUTTING = 3  # a seat, or the floor, sets the cut
CUT_STANDS = 4  # decision: has a witness to open its number?
OPENING = 5  # the witness opens its number
ORDER_SETTLED = 6  # decision: blinds are posted, the first card is dealt
DEALING_HOLE = 7  # one card at a time to the seats
HOLE_CARD_LIES = 8  # decision: another card, or the first turn?
BETTING = 9  # a seat acts
SETTLING = 10  # decision after every action: who is next, or is the street closed?
DEALING_BOARD = 11  # burn and board, one card at a time
BOARD_CARD_LIES = 12  # decision: another card, or the next turn?
TABLING = 13  # all live hands are opened: no more betting is possible
HAND_TABLED = 14  # decision: are there more?
NEXT_TO_SHOW = 15  # decision: whose turn to show, or is the showdown over?
SHOWING = 16  # a seat shows or mucks
UNCOVERING = 17  # the reader opens one hand
HAND_UNCOVERED = 18  # decision: both cards?
OBJECTING = 19  # the result is shown; a live seat may call the floor before the award
ENDED = 20  # decision: the pots are won
REVEALING = 21  # the order and its nonce are told
HELD = 22  # motors off, cards stay, the floor decides or the fault is cleared
VOIDED = 23  # decision: is there an order to reveal?
OVER = 24  # the table goes on
LOOKING = 25  # a card went wrong: what still moves comes to rest first
LOOKED = 26  # decision: does everything lie still?
RULED = 27  # decision: does a repair begin, or was one broken into?
NEXT_STEP = 28  # decision: what is the next step of the repair?
DEALING_STEP = 29  # one card of the repair is dealt
STEP_LIES = 30  # decision: has it landed, is it read?
MOVING = 31  # a person lays a card somewhere
RETURNING = 32  # the machine takes one place's cards back
TYPING = 33  # a person enters a face
COLLECTING = 34  # a misdeal: all cards come back and are counted
REVEALING_EPOCH = 35  # the stub is shuffled: first the old order is told
RELOADING = 36  # then the stub and what came back are fed in a fresh order
GOING_ON = 37  # decision: where does the hand go on?
DRAWING = 38  # hand 0: the order was one of seats, its first seat or seats are told

STATES_COUNT = 39

ROWS = (
    (ANY, m.TIMER_FIRED, "timer_is_old", None, SAME),
    # The order is promised, witnessed and cut before a card moves (fairness.md, rules 2 and 3).
    (COMMITTING, m.ORDER_COMMITTED, "order_is_ours", "note_order", COMMITTED),
    (COMMITTED, THEN, "witness_is_asked", "wait_for_witness", WITNESSING),
    (COMMITTED, THEN, None, "ask_first_cut", CUTTING),
    (WITNESSING, m.WITNESS_PROMISED, "epoch_is_ours", "note_witness", CUTTING),
    (WITNESSING, m.TIMER_FIRED, None, "miss_witness", CUTTING),
    (CUTTING, m.CUT_SET, "cut_is_allowed", "take_cut", CUT_STANDS),
    (CUTTING, m.TIMER_FIRED, "is_witnessed", "take_default_cut", CUT_STANDS),
    (CUTTING, m.TIMER_FIRED, None, "ask_next_cut", CUTTING),
    (CUT_STANDS, THEN, "is_witnessed", "wait_for_opening", OPENING),
    (CUT_STANDS, THEN, None, "settle_unwitnessed", ORDER_SETTLED),
    (OPENING, m.WITNESS_OPENED, "epoch_is_ours", "settle_witnessed", ORDER_SETTLED),
    (OPENING, m.TIMER_FIRED, None, "settle_unopened", ORDER_SETTLED),
    (ORDER_SETTLED, THEN, "seats_are_drawn", "ask_drawn_seats", DRAWING),
    (ORDER_SETTLED, THEN, "button_is_drawn", "ask_drawn_button", DRAWING),
    (ORDER_SETTLED, THEN, "order_is_of_a_reshuffle", "end_reshuffle", NEXT_STEP),
    (ORDER_SETTLED, THEN, None, "post_and_deal", DEALING_HOLE),
    # A draw of the first button or of seats is hand 0: promised, witnessed and cut too (K1).
    (DRAWING, m.SEATS_DRAWN, "seats_are_in_the_draw", "note_seats", REVEALING),
    (DRAWING, m.BUTTON_DRAWN, "seat_is_in_the_draw", "note_button", REVEALING),
    # Hole cards.
    (DEALING_HOLE, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (DEALING_HOLE, m.CARD_LANDED, "card_lands_as_sent", "lay_hole_card", HOLE_CARD_LIES),
    (HOLE_CARD_LIES, THEN, "more_to_deal", "deal_next", DEALING_HOLE),
    (HOLE_CARD_LIES, THEN, "correction_waits_for_deal", "take_up", NEXT_STEP),
    (HOLE_CARD_LIES, THEN, None, "open_preflop", SETTLING),
    # Betting.
    (BETTING, m.ACTION_CHOSEN, "action_is_legal", "take_action", SETTLING),
    (BETTING, m.TIMER_FIRED, "warning_is_due", "warn_turn", SAME),
    (BETTING, m.TIMER_FIRED, "time_bank_is_left", "use_time_bank", SAME),
    (BETTING, m.TIMER_FIRED, None, "time_out", SETTLING),
    (BETTING, m.SEAT_LEFT, None, "mark_absent", SETTLING),
    (SETTLING, THEN, "turn_passes_on", "open_turn", BETTING),
    (SETTLING, THEN, "one_hand_is_left", "award_unopposed", ENDED),
    (SETTLING, THEN, "a_player_walked_away", "fold_absent", SETTLING),
    (SETTLING, THEN, "turn_stands", None, BETTING),
    (SETTLING, THEN, "next_acts_by_itself", "act_by_itself", SETTLING),
    (SETTLING, THEN, "hands_are_to_be_tabled", "table_all_hands", HAND_TABLED),
    (SETTLING, THEN, "board_is_complete", "begin_showdown", NEXT_TO_SHOW),
    (SETTLING, THEN, "correction_is_due", "take_up", NEXT_STEP),
    (SETTLING, THEN, "stub_runs_short", "find_stub_short", LOOKED),
    (SETTLING, THEN, None, "begin_street", DEALING_BOARD),
    # Burn and board. A board card lies when it has landed and is read, in either order.
    (DEALING_BOARD, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (DEALING_BOARD, m.CARD_LANDED, "card_lands_as_sent", "see_card_land", BOARD_CARD_LIES),
    (DEALING_BOARD, m.FACE_READ, "face_is_of_board_card", "learn_face", BOARD_CARD_LIES),
    (BOARD_CARD_LIES, THEN, "card_is_incomplete", None, DEALING_BOARD),
    (BOARD_CARD_LIES, THEN, "more_to_deal", "lay_and_deal_next", DEALING_BOARD),
    (BOARD_CARD_LIES, THEN, None, "finish_street", SETTLING),
    # All hands open: no more betting is possible (R001-09, TDA 16).
    (TABLING, m.FACE_OPENED, "face_is_asked_for", "learn_hole_face", HAND_TABLED),
    (HAND_TABLED, THEN, "faces_are_missing", None, TABLING),
    (HAND_TABLED, THEN, None, "note_all_tabled", SETTLING),
    # Showdown.
    (NEXT_TO_SHOW, THEN, "result_can_be_objected_to", "show_result", OBJECTING),
    (NEXT_TO_SHOW, THEN, "showdown_is_over", "award_pots", ENDED),
    (NEXT_TO_SHOW, THEN, "show_turn_stands", None, SHOWING),
    (NEXT_TO_SHOW, THEN, "next_to_show_is_absent", "muck_absent", NEXT_TO_SHOW),
    (NEXT_TO_SHOW, THEN, None, "ask_show", SHOWING),
    (SHOWING, m.SHOW_CHOSEN, "mucks_in_turn", "muck_hand", NEXT_TO_SHOW),
    (SHOWING, m.SHOW_CHOSEN, "shows_in_turn", "uncover_hand", UNCOVERING),
    (SHOWING, m.BOARD_CLAIMED, "board_can_be_claimed", "play_board", NEXT_TO_SHOW),
    (SHOWING, m.TIMER_FIRED, "silence_mucks", "muck_hand", NEXT_TO_SHOW),
    (SHOWING, m.TIMER_FIRED, None, "uncover_hand", UNCOVERING),
    (SHOWING, m.SEAT_LEFT, None, "mark_absent", NEXT_TO_SHOW),
    (UNCOVERING, m.FACE_OPENED, "face_is_asked_for", "learn_hole_face", HAND_UNCOVERED),
    (HAND_UNCOVERED, THEN, "faces_are_missing", None, UNCOVERING),
    (HAND_UNCOVERED, THEN, None, None, NEXT_TO_SHOW),
    # The result is shown before the chips move; the floor's answer lets it go on or voids it.
    (OBJECTING, m.TIMER_FIRED, None, "award_pots", ENDED),
    # The end: chips first, then the order for everybody to check.
    (ENDED, THEN, None, "finish_hand", REVEALING),
    (REVEALING, m.ORDER_REVEALED, "epoch_is_ours", None, OVER),
    (ANY, m.SEAT_LEFT, None, "mark_absent", SAME),
)


# What an input without a row comes to: the refusal, or 0 where it is ignored. An input that is not
# named here may be one of `repair_table`.
DEFAULTS = {
    m.TIMER_FIRED: 0,
    m.WITNESS_PROMISED: m.REFUSAL_NOT_NOW,
    m.CUT_SET: m.REFUSAL_NOT_NOW,
    m.WITNESS_OPENED: m.REFUSAL_NOT_NOW,
    m.ACTION_CHOSEN: m.REFUSAL_NOT_NOW,
    m.SHOW_CHOSEN: m.REFUSAL_NOT_NOW,
    m.BOARD_CLAIMED: m.REFUSAL_NOT_NOW,
    m.SEAT_LEFT: 0,
}
