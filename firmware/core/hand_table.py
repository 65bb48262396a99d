"""One hand as rows: in this state, on this input, if this holds, do this, go there.

This is the whole course of a hand, from the promise of the order to its reveal; put a finger on a
state and read what may happen next. The names of guards and actions are functions in the modules
that `hand` joins; `machine` carries the rows out. States whose rows are all for THEN are
decisions: they are passed through at once. Rule of the file: what a card does unasked is no
refusal but an irregularity, and no row guesses what a card or a chip did.
"""

from __future__ import annotations

from firmware.core.machine import ANY, BACK, SAME, THEN
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
DRAWING = 38  # hand 0: the order was one of seats, its first seat is told

ROWS = (
    (ANY, m.TIMER_FIRED, "timer_is_old", None, SAME),
    # The order is promised, witnessed and cut before a card moves (design 4.2, 4.3).
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
    (ORDER_SETTLED, THEN, "button_is_drawn", "ask_drawn_button", DRAWING),
    (ORDER_SETTLED, THEN, "order_is_of_a_reshuffle", "end_reshuffle", NEXT_STEP),
    (ORDER_SETTLED, THEN, None, "post_and_deal", DEALING_HOLE),
    # The draw of the first button is hand 0: the same promise, witness and cut, over seats (K1).
    (DRAWING, m.BUTTON_DRAWN, "seat_is_in_the_draw", "note_button", REVEALING),
    # Hole cards.
    (DEALING_HOLE, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (DEALING_HOLE, m.CARD_LANDED, "card_lands_as_sent", "lay_hole_card", HOLE_CARD_LIES),
    (DEALING_HOLE, m.SLOT_FOUND_EMPTY, "slot_is_known_to_be_empty", "skip_empty_slot", SAME),
    (DEALING_HOLE, m.FACE_DOUBTED, "doubt_is_of_a_hole_card", "note_doubt", SAME),
    (DEALING_HOLE, m.SLOT_NAMED, "slot_is_asked_for", "see_slot_named", SAME),
    (DEALING_HOLE, m.CARD_MOVED, "drawn_card_is_laid", "see_hole_card_laid", HOLE_CARD_LIES),
    (HOLE_CARD_LIES, THEN, "more_to_deal", "deal_next", DEALING_HOLE),
    (HOLE_CARD_LIES, THEN, "correction_waits_for_deal", "take_up", NEXT_STEP),
    (HOLE_CARD_LIES, THEN, None, "open_preflop", SETTLING),
    # Betting.
    (BETTING, m.ACTION_CHOSEN, "action_is_legal", "take_action", SETTLING),
    (BETTING, m.TIMER_FIRED, "warning_is_due", "warn_turn", SAME),
    (BETTING, m.TIMER_FIRED, "time_bank_is_left", "use_time_bank", SAME),
    (BETTING, m.TIMER_FIRED, None, "time_out", SETTLING),
    (BETTING, m.SEAT_LEFT, None, "mark_absent", SETTLING),
    (BETTING, m.FLOOR_RULED, "floor_takes_back", "take_back_action", SETTLING),
    (SETTLING, THEN, "turn_passes_on", "open_turn", BETTING),
    (SETTLING, THEN, "one_hand_is_left", "award_unopposed", ENDED),
    (SETTLING, THEN, "a_player_walked_away", "fold_absent", SETTLING),
    (SETTLING, THEN, "turn_stands", None, BETTING),
    (SETTLING, THEN, "next_acts_by_itself", "act_by_itself", SETTLING),
    (SETTLING, THEN, "hands_are_to_be_tabled", "table_all_hands", TABLING),
    (SETTLING, THEN, "board_is_complete", "begin_showdown", NEXT_TO_SHOW),
    (SETTLING, THEN, "correction_is_due", "take_up", NEXT_STEP),
    (SETTLING, THEN, "stub_runs_short", "find_stub_short", LOOKED),
    (SETTLING, THEN, None, "begin_street", DEALING_BOARD),
    # Burn and board. A board card lies when it has landed and its face is read, in either order.
    (DEALING_BOARD, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (DEALING_BOARD, m.CARD_LANDED, "card_lands_as_sent", "see_card_land", BOARD_CARD_LIES),
    (DEALING_BOARD, m.FACE_READ, "face_is_of_board_card", "learn_face", BOARD_CARD_LIES),
    (DEALING_BOARD, m.SLOT_FOUND_EMPTY, "slot_is_known_to_be_empty", "skip_empty_slot", SAME),
    (DEALING_BOARD, m.SLOT_NAMED, "slot_is_asked_for", "see_slot_named", SAME),
    (DEALING_BOARD, m.CARD_MOVED, "drawn_card_is_laid", "see_board_card_laid", BOARD_CARD_LIES),
    (DEALING_BOARD, m.FACE_TYPED, "typed_face_is_of_board", "learn_typed_face", BOARD_CARD_LIES),
    (BOARD_CARD_LIES, THEN, "card_is_incomplete", None, DEALING_BOARD),
    (BOARD_CARD_LIES, THEN, "more_to_deal", "lay_and_deal_next", DEALING_BOARD),
    (BOARD_CARD_LIES, THEN, None, "finish_street", SETTLING),
    # All hands open: no more betting is possible (R001-09, TDA 16).
    (TABLING, m.FACE_OPENED, "face_is_asked_for", "learn_hole_face", HAND_TABLED),
    (TABLING, m.FACE_TYPED, "typed_face_is_asked_for", "learn_typed_hole_face", HAND_TABLED),
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
    (UNCOVERING, m.FACE_TYPED, "typed_face_is_asked_for", "learn_typed_hole_face", HAND_UNCOVERED),
    (HAND_UNCOVERED, THEN, "faces_are_missing", None, UNCOVERING),
    (HAND_UNCOVERED, THEN, None, None, NEXT_TO_SHOW),
    # The result is shown before the chips move; the floor's answer lets it go on or voids it.
    (OBJECTING, m.TIMER_FIRED, None, "award_pots", ENDED),
    (OBJECTING, m.FLOOR_CALLED, "caller_is_live", "freeze_award", HELD),
    # The end: chips first, then the order for everybody to check.
    (ENDED, THEN, None, "finish_hand", REVEALING),
    (REVEALING, m.ORDER_REVEALED, "epoch_is_ours", None, OVER),
    (REVEALING, m.FLOOR_RULED, "order_is_given_up", None, OVER),
    (REVEALING, m.CARD_LEFT, None, "note_stray_card", SAME),
    (REVEALING, m.CARD_LANDED, None, "note_stray_landing", SAME),
    (REVEALING, m.FACE_READ, None, "note_stray_face", SAME),
    (REVEALING, m.FACE_OPENED, None, "note_stray_face", SAME),
    (REVEALING, m.CARD_STRAYED, None, "note_sensed", SAME),
    (REVEALING, m.CARD_UNLANDED, None, "note_sensed", SAME),
    (REVEALING, m.SLOT_FOUND_EMPTY, None, "note_sensed", SAME),
    (REVEALING, m.CARD_DOUBLED, None, "note_sensed", SAME),
    (REVEALING, m.CARD_EXPOSED, None, "note_sensed", SAME),
    (REVEALING, m.FACE_DOUBTED, None, "note_sensed", SAME),
    (REVEALING, m.FAULT_RAISED, None, None, SAME),
    (REVEALING, m.AWARD_REVERSED, None, None, SAME),
    # Held. Facts that come while a device is repaired are kept and taken up afterwards.
    (HELD, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (HELD, m.FLOOR_RULED, "floor_misdeals", "begin_misdeal", NEXT_STEP),
    (HELD, m.FLOOR_RULED, "floor_shuffles", "begin_shuffle", NEXT_STEP),
    (HELD, m.FLOOR_RULED, "floor_finds_it_misread", "begin_entering", NEXT_STEP),
    (HELD, m.FLOOR_RULED, "floor_lets_stand", "let_stand", GOING_ON),
    (HELD, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (HELD, m.FLOOR_RULED, "floor_takes_back", "take_back_action", SETTLING),
    (HELD, m.FLOOR_RULED, "procedure_can_go_on", "resume", BACK),
    (HELD, m.IRREGULARITY_REPORTED, "report_can_be_ruled", "take_report", LOOKED),
    (HELD, m.FLOOR_RULED, "hand_can_go_on", "resume", BACK),
    (HELD, m.FAULT_CLEARED, "something_holds", None, SAME),
    (HELD, m.FAULT_CLEARED, None, "resume", BACK),
    (HELD, m.FAULT_RAISED, None, None, SAME),
    (HELD, m.FLOOR_CALLED, "objection_is_withdrawn", "resume", BACK),
    (HELD, m.ORDER_COMMITTED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.BUTTON_DRAWN, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_LEFT, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_LANDED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.FACE_READ, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.FACE_OPENED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARDS_COLLECTED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_FED, "is_next_card_fed", "feed_stub", SAME),
    (HELD, m.DECK_LOADED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.PLACE_RETURNED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.ORDER_REVEALED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.SLOT_NAMED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_STRAYED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_UNLANDED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.SLOT_FOUND_EMPTY, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_DOUBLED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_EXPOSED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.FACE_DOUBTED, "can_be_kept", "keep_for_later", SAME),
    (HELD, m.CARD_LEFT, None, "note_card_left", SAME),
    (HELD, m.CARD_LANDED, None, "note_card_landed", SAME),
    (HELD, m.FACE_READ, None, "note_face", SAME),
    (HELD, m.FACE_OPENED, "face_is_asked_for", "learn_hole_face", SAME),
    (HELD, m.FACE_OPENED, None, "note_face", SAME),
    (HELD, m.CARD_STRAYED, None, "note_sensed", SAME),
    (HELD, m.CARD_UNLANDED, None, "note_sensed", SAME),
    (HELD, m.SLOT_FOUND_EMPTY, None, "note_sensed", SAME),
    (HELD, m.CARD_DOUBLED, None, "note_sensed", SAME),
    (HELD, m.CARD_EXPOSED, None, "note_sensed", SAME),
    (HELD, m.FACE_DOUBTED, None, "note_sensed", SAME),
    (VOIDED, THEN, "order_is_promised", "ask_reveal", REVEALING),
    (VOIDED, THEN, None, None, OVER),
    # A card went wrong: what still moves comes to rest, then the book is asked (B6, rules 1.8).
    (LOOKED, THEN, "button_is_drawn", "void_draw", VOIDED),
    (LOOKED, THEN, "a_card_is_under_way", None, LOOKING),
    (LOOKED, THEN, None, "rule", RULED),
    (RULED, THEN, "repair_is_broken_into", "hold_beside", HELD),
    (RULED, THEN, "repair_takes_it_in", None, MOVING),
    (RULED, THEN, None, None, NEXT_STEP),
    (LOOKING, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (LOOKING, m.CARD_LANDED, "it_is_the_stray", "see_stray_land", LOOKED),
    (LOOKING, m.CARD_LANDED, "card_lands_as_sent", "lay_at_last", LOOKED),
    (LOOKING, m.CARD_UNLANDED, "it_is_the_stray", "find_stray_lost", LOOKED),
    (LOOKING, m.FACE_READ, "it_is_the_stray", "see_stray_face", LOOKED),
    (LOOKING, m.FACE_READ, "face_is_of_board_card", "learn_face", LOOKED),
    (LOOKING, m.FACE_DOUBTED, "doubt_is_of_a_hole_card", "note_doubt", SAME),
    # The repair, one step after the other.
    (NEXT_STEP, THEN, "procedure_is_over", "end_procedure", GOING_ON),
    (NEXT_STEP, THEN, "step_waits", "wait_for_later", GOING_ON),
    (NEXT_STEP, THEN, "step_is_done", "pass_step", NEXT_STEP),
    (NEXT_STEP, THEN, "step_is_carried", "ask_for_card", MOVING),
    (NEXT_STEP, THEN, "step_returns", "return_one", RETURNING),
    (NEXT_STEP, THEN, "step_deals_a_card", "deal_for_step", DEALING_STEP),
    (NEXT_STEP, THEN, "step_asks_a_face", "ask_for_face", TYPING),
    (NEXT_STEP, THEN, "step_collects", "collect_cards", COLLECTING),
    (NEXT_STEP, THEN, "step_ends_epoch", "tell_old_order", REVEALING_EPOCH),
    (NEXT_STEP, THEN, "step_reshuffles", "load_stub", RELOADING),
    (NEXT_STEP, THEN, "step_deals_street", "deal_street", DEALING_BOARD),
    (NEXT_STEP, THEN, "step_redeals", "redeal", DEALING_HOLE),
    (NEXT_STEP, THEN, "step_calls_floor", "call_floor", HELD),
    (NEXT_STEP, THEN, "step_voids", "void_by_rule", VOIDED),
    (NEXT_STEP, THEN, None, "do_step", NEXT_STEP),
    (DEALING_STEP, m.CARD_LEFT, "card_is_asked_for", "see_card_leave", SAME),
    (DEALING_STEP, m.CARD_LANDED, "card_lands_as_sent", "lay_step_card", STEP_LIES),
    (DEALING_STEP, m.FACE_READ, "face_is_of_board_card", "learn_face", STEP_LIES),
    (DEALING_STEP, m.FACE_DOUBTED, "doubt_is_of_a_hole_card", "note_doubt", SAME),
    (DEALING_STEP, m.SLOT_FOUND_EMPTY, "slot_is_known_to_be_empty", "skip_empty_slot", SAME),
    (STEP_LIES, THEN, "step_card_is_incomplete", None, DEALING_STEP),
    (STEP_LIES, THEN, None, "end_step_deal", NEXT_STEP),
    (MOVING, m.CARD_MOVED, "card_is_moved_as_asked", "see_card_moved", NEXT_STEP),
    (RETURNING, m.PLACE_RETURNED, "place_is_the_one_returned", "see_place_returned", NEXT_STEP),
    (TYPING, m.FACE_TYPED, "typed_face_fits", "see_face_typed", NEXT_STEP),
    (COLLECTING, m.CARDS_COLLECTED, "whole_deck_is_back", "see_cards_back", NEXT_STEP),
    (COLLECTING, m.CARDS_COLLECTED, None, "find_deck_wrong", HELD),
    (COLLECTING, m.ORDER_COMMITTED, "order_is_ours", "note_order", SAME),
    (REVEALING_EPOCH, m.ORDER_REVEALED, "epoch_is_ours", "load_stub", RELOADING),
    (RELOADING, m.CARD_FED, "is_next_card_fed", "feed_stub", SAME),
    (RELOADING, m.DECK_LOADED, "stub_is_loaded", "promise_again", COMMITTING),
    (RELOADING, m.DECK_LOADED, None, "find_load_wrong", HELD),
    # The floor may end a step that does not end by itself.
    (LOOKING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (LOOKING, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (DEALING_STEP, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (DEALING_STEP, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (MOVING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (MOVING, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (TYPING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (TYPING, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (RETURNING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (RETURNING, m.FLOOR_RULED, "floor_completes_by_hand", "begin_by_hand", GOING_ON),
    (COLLECTING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (RELOADING, m.FLOOR_RULED, "floor_voids", "void_hand", VOIDED),
    (GOING_ON, THEN, "hole_card_is_gone", "deal_again", DEALING_HOLE),
    (GOING_ON, THEN, "board_card_is_gone", "deal_again", DEALING_BOARD),
    (GOING_ON, THEN, "hole_card_is_finished_by_hand", "ask_by_hand", DEALING_HOLE),
    (GOING_ON, THEN, "board_card_is_finished_by_hand", "ask_by_hand", DEALING_BOARD),
    (GOING_ON, THEN, "came_from_deal", "go_on", HOLE_CARD_LIES),
    (GOING_ON, THEN, "came_from_board", "go_on", BOARD_CARD_LIES),
    (GOING_ON, THEN, "came_from_tabling", "go_on", HAND_TABLED),
    (GOING_ON, THEN, "came_from_uncovering", "go_on", HAND_UNCOVERED),
    (GOING_ON, THEN, "came_from_showdown", "go_on", NEXT_TO_SHOW),
    (GOING_ON, THEN, None, "go_on", SETTLING),
    # Whatever the state: a card that moved unasked, a device that fails, a player who walks away.
    (ANY, m.IRREGULARITY_REPORTED, "report_stands", "note_report", SAME),
    (ANY, m.IRREGULARITY_REPORTED, "report_can_be_ruled", "take_report", LOOKED),
    (ANY, m.CARD_STRAYED, None, "see_stray_leave", LOOKED),
    (ANY, m.CARD_LEFT, None, "find_card_left", LOOKED),
    (ANY, m.CARD_LANDED, None, "find_astray", LOOKED),
    (ANY, m.CARD_UNLANDED, None, "find_unlanded", LOOKED),
    (ANY, m.CARD_DOUBLED, None, "find_doubled", LOOKED),
    (ANY, m.CARD_EXPOSED, None, "find_exposed", LOOKED),
    (ANY, m.FACE_READ, "it_is_out_of_play", "see_stray_face_late", SAME),
    (ANY, m.FACE_READ, None, "find_face", LOOKED),
    (ANY, m.FACE_OPENED, "face_is_asked_for", "learn_hole_face", SAME),
    (ANY, m.FACE_OPENED, None, "find_face", LOOKED),
    (ANY, m.FACE_DOUBTED, "opened_face_is_in_doubt", "ask_doubted_face", SAME),
    (ANY, m.FACE_DOUBTED, None, "find_doubt", LOOKED),
    (ANY, m.SLOT_FOUND_EMPTY, None, "find_slot_empty", LOOKED),
    (ANY, m.FAULT_RAISED, None, "hold_for_fault", HELD),
    (ANY, m.FAULT_CLEARED, None, None, SAME),
    (ANY, m.SEAT_LEFT, None, "mark_absent", SAME),
    (ANY, m.FLOOR_CALLED, None, None, SAME),
    # The floor corrects the last hand's award: this one has dealt no card yet and is void.
    (ANY, m.AWARD_REVERSED, None, "void_for_reversal", VOIDED),
)

# What an input without a row comes to: the refusal, or 0 where it is ignored.
DEFAULTS = {
    m.TIMER_FIRED: 0,
    m.ORDER_COMMITTED: m.REFUSAL_NOT_NOW,
    m.WITNESS_PROMISED: m.REFUSAL_NOT_NOW,
    m.CUT_SET: m.REFUSAL_NOT_NOW,
    m.WITNESS_OPENED: m.REFUSAL_NOT_NOW,
    m.BUTTON_DRAWN: m.REFUSAL_NOT_NOW,
    m.ACTION_CHOSEN: m.REFUSAL_NOT_NOW,
    m.SHOW_CHOSEN: m.REFUSAL_NOT_NOW,
    m.BOARD_CLAIMED: m.REFUSAL_NOT_NOW,
    m.ORDER_REVEALED: m.REFUSAL_NOT_NOW,
    m.FLOOR_RULED: m.REFUSAL_NOT_NOW,
    m.CARD_LEFT: m.REFUSAL_NOT_NOW,
    m.CARD_LANDED: m.REFUSAL_NOT_NOW,
    m.FACE_READ: m.REFUSAL_NOT_NOW,
    m.FACE_OPENED: m.REFUSAL_NOT_NOW,
    m.CARD_STRAYED: m.REFUSAL_NOT_NOW,
    m.CARD_UNLANDED: m.REFUSAL_NOT_NOW,
    m.SLOT_FOUND_EMPTY: m.REFUSAL_NOT_NOW,
    m.CARD_DOUBLED: m.REFUSAL_NOT_NOW,
    m.CARD_EXPOSED: m.REFUSAL_NOT_NOW,
    m.FACE_DOUBTED: m.REFUSAL_NOT_NOW,
    m.PLACE_RETURNED: m.REFUSAL_NOT_NOW,
    m.CARDS_COUNTED: m.REFUSAL_NOT_NOW,
    m.SLOT_NAMED: m.REFUSAL_NOT_NOW,
    m.CARDS_COLLECTED: m.REFUSAL_NOT_NOW,
    m.CARD_FED: m.REFUSAL_NOT_NOW,
    m.DECK_LOADED: m.REFUSAL_NOT_NOW,
    m.IRREGULARITY_REPORTED: m.REFUSAL_NOT_NOW,
    m.CARD_MOVED: m.REFUSAL_NOT_NOW,
    m.FACE_TYPED: m.REFUSAL_NOT_NOW,
    m.FAULT_RAISED: 0,
    m.FAULT_CLEARED: 0,
    m.SEAT_LEFT: 0,
    m.FLOOR_CALLED: 0,
    m.AWARD_REVERSED: 0,
}
