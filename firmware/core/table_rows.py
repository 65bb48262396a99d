"""The table between hands as rows: collect and load the deck, wait, start the next hand.

While a hand runs, its cards, keys and timers go to the hand's own rows (`hand_table`); seats,
settings, pauses and faults come here at any time. Rule of the file: no new hand before the deck
has been counted, loaded whole, and nothing stands in the way.
"""

from __future__ import annotations

from firmware.core.machine import ANY, SAME, THEN
from firmware.schema import messages as m

STATES = (
    "gathering",
    "loading",
    "ready",
    "waiting",
    "playing",
    "deck_held",
    "checking",
    "unloading",
    "testing",
)

GATHERING = 0  # cards outside are dropped into the hopper and counted
LOADING = 1  # every card is fed to a slot in a fresh order
READY = 2  # the deck is loaded; something is missing for a hand
WAITING = 3  # the pause before the next hand
PLAYING = 4  # a hand runs, or a draw of the first button or of seats
DECK_HELD = 5  # the deck does not count, or faces were opened unasked: the floor looks
CHECKING = 6  # every card passes the reader
UNLOADING = 7  # every card goes into the hopper, for another deck to be put in
TESTING = 8  # service tries the motors or the ejector

STATES_COUNT = 9

ROWS = (
    (ANY, m.TIMER_FIRED, "timer_is_old", None, SAME),
    (ANY, m.TIMER_FIRED, "test_is_over", "end_test", SAME),
    # The deck.
    (GATHERING, m.CARDS_COLLECTED, "deck_is_to_be_checked", "check_deck", CHECKING),
    (GATHERING, m.CARDS_COLLECTED, "deck_is_to_be_changed", "unload_deck", UNLOADING),
    (GATHERING, m.CARDS_COLLECTED, "deck_is_whole", "load_deck", LOADING),
    (GATHERING, m.CARDS_COLLECTED, None, "hold_after_count", DECK_HELD),
    (LOADING, m.CARD_FED, "is_next_fed", "feed_card", SAME),
    (LOADING, m.CARD_FED, None, "hold_for_feed", DECK_HELD),
    (LOADING, m.DECK_LOADED, "whole_deck_is_fed", None, READY),
    (LOADING, m.DECK_LOADED, None, "hold_for_load", DECK_HELD),
    (DECK_HELD, m.FLOOR_RULED, "floor_resumes", "gather_cards", GATHERING),
    (CHECKING, m.DECK_CHECKED, "deck_is_good", "load_checked_deck", LOADING),
    (CHECKING, m.DECK_CHECKED, None, "hold_after_check", DECK_HELD),
    (UNLOADING, m.DECK_UNLOADED, None, "wait_for_new_deck", DECK_HELD),
    # Somebody wants the deck checked or changed: between hands at once, else at the collect or,
    # where it is being loaded, when it is.
    (READY, m.DECK_CHECK_ASKED, None, "gather_for_deck_wish", GATHERING),
    (WAITING, m.DECK_CHECK_ASKED, None, "gather_for_deck_wish", GATHERING),
    (ANY, m.DECK_CHECK_ASKED, None, "note_deck_wish", SAME),
    (READY, m.DECK_CHANGE_ASKED, None, "gather_for_deck_wish", GATHERING),
    (WAITING, m.DECK_CHANGE_ASKED, None, "gather_for_deck_wish", GATHERING),
    (ANY, m.DECK_CHANGE_ASKED, None, "note_deck_wish", SAME),
    (READY, THEN, "deck_is_to_be_checked", "gather_cards", GATHERING),
    (READY, THEN, "deck_is_to_be_changed", "gather_cards", GATHERING),
    # Service tries a part; what moves cards only while the whole deck is loaded.
    (ANY, m.TEST_ASKED, "test_is_to_end", "end_test", SAME),
    (READY, m.TEST_ASKED, "motor_is_to_be_tried", "try_motor", TESTING),
    (READY, m.TEST_ASKED, "ejector_is_to_be_tried", "try_ejector", TESTING),
    (ANY, m.TEST_ASKED, "test_can_begin", "begin_test", SAME),
    (TESTING, m.CARDS_COUNTED, "deck_is_counted", "end_motor_test", READY),
    (TESTING, m.CARDS_COUNTED, None, "hold_after_test", DECK_HELD),
    (TESTING, m.DECK_UNLOADED, "deck_is_unloaded", "load_ejected_deck", LOADING),
    (TESTING, m.DECK_UNLOADED, None, "hold_after_test", DECK_HELD),
    # The next hand.
    (READY, THEN, "seats_are_to_be_drawn", "begin_seat_draw", PLAYING),
    (READY, THEN, "button_is_to_be_drawn", "begin_draw", PLAYING),
    (READY, THEN, "hand_can_start", "wait_for_next_hand", WAITING),
    (WAITING, THEN, "hand_cannot_start", "stop_waiting", READY),
    (WAITING, THEN, "seats_are_to_be_drawn", "stop_waiting", READY),
    (WAITING, m.TIMER_FIRED, None, "begin_hand", PLAYING),
    (PLAYING, THEN, "draw_is_over", "end_draw", READY),
    (PLAYING, THEN, "seat_draw_is_over", "end_draw", READY),
    (PLAYING, THEN, "hand_is_over", "end_hand", GATHERING),
    # A card that moves between hands.
    (READY, m.CARD_LEFT, None, "hold_for_stray_card", DECK_HELD),
    (WAITING, m.CARD_LEFT, None, "hold_for_stray_card", DECK_HELD),
    (READY, m.CARD_STRAYED, None, "hold_for_stray_card", DECK_HELD),
    (WAITING, m.CARD_STRAYED, None, "hold_for_stray_card", DECK_HELD),
    (ANY, m.CARD_STRAYED, None, "note_stray_card", SAME),
    (ANY, m.CARD_LEFT, None, "note_stray_card", SAME),
    (ANY, m.CARD_LANDED, None, "note_stray_landing", SAME),
    (ANY, m.FACE_READ, None, "note_stray_face", SAME),
    (ANY, m.FACE_OPENED, None, "note_stray_face", SAME),
    (ANY, m.CARD_UNLANDED, None, "note_stray_landing", SAME),
    (ANY, m.CARD_EXPOSED, None, "note_stray_landing", SAME),
    (ANY, m.CARD_DOUBLED, None, "note_stray_landing", SAME),
    (ANY, m.FACE_DOUBTED, None, "note_stray_face", SAME),
    # People, at any time.
    (ANY, m.SEAT_TAKEN, "seat_can_be_taken", "seat_player", SAME),
    (PLAYING, m.SEAT_LEFT, "leaver_is_dealt_in", "tell_hand", SAME),
    (ANY, m.SEAT_LEFT, "seat_can_be_left", "clear_seat", SAME),
    (ANY, m.DRAW_ENTERED, "player_can_be_entered", "enter_player", SAME),
    (ANY, m.SEAT_DRAW_ASKED, "seats_can_be_drawn", "want_draw", SAME),
    (ANY, m.POST_PROMISED, "post_can_be_promised", "note_promise", SAME),
    (ANY, m.BUTTON_PLACED, "button_can_be_placed", "place_button", SAME),
    (ANY, m.SETTING_CHANGED, "setting_can_be_changed", "change_setting", SAME),
    (ANY, m.TABLE_OPENED, "table_is_closed", "open_table", SAME),
    (ANY, m.TABLE_CLOSED, "table_can_be_closed", "close_table", SAME),
    (ANY, m.TABLE_PAUSED, None, "pause_table", SAME),
    (ANY, m.TABLE_RESUMED, None, "resume_table", SAME),
    (ANY, m.FLOOR_RULED, "counts_are_in_doubt", "accept_counts", SAME),
    # Who plays, and with how many chips.
    (ANY, m.PLAYER_OUT_NEXT, "player_says_something_new", "sit_out", SAME),
    (ANY, m.PLAYER_BACK, "player_says_something_new", "come_back", SAME),
    (ANY, m.BLIND_CHOSEN, "entry_can_be_chosen", "choose_entry", SAME),
    (ANY, m.CHIPS_ADDED, "chips_can_be_added", "add_chips", SAME),
    (ANY, m.CHIPS_COUNTED, "chips_can_be_counted", "compare_count", SAME),
    (ANY, m.STACK_SET, "stack_can_be_set", "set_stack", SAME),
    (ANY, m.CHIPS_CASHED, "chips_can_be_cashed", "clear_seat", SAME),
    (ANY, m.FLOOR_CALLED, "somebody_sits_there", "call_floor", SAME),
    (ANY, m.FLOOR_ANSWERED, "seat_has_called", "answer_call", SAME),
    (ANY, m.AWARD_REVERSED, "award_can_be_reversed", "correct_award", SAME),
    # Devices, at any time.
    (ANY, m.HANDS_LOST, "hands_are_unknown", "pass_over_hands", SAME),
    (ANY, m.FAULT_RAISED, "fault_is_only_noted", None, SAME),
    (GATHERING, m.FAULT_RAISED, "fault_doubts_deck", "hold_for_doubt", DECK_HELD),
    (CHECKING, m.FAULT_RAISED, "fault_doubts_deck", "hold_check_for_doubt", DECK_HELD),
    (UNLOADING, m.FAULT_RAISED, "fault_doubts_deck", "hold_change_for_doubt", DECK_HELD),
    (LOADING, m.FAULT_RAISED, "fault_doubts_deck", "hold_for_doubt", DECK_HELD),
    (READY, m.FAULT_RAISED, "fault_doubts_deck", "hold_for_doubt", DECK_HELD),
    (WAITING, m.FAULT_RAISED, "fault_doubts_deck", "hold_for_doubt", DECK_HELD),
    (TESTING, m.FAULT_RAISED, "fault_doubts_deck", "hold_for_doubt", DECK_HELD),
    (ANY, m.FAULT_RAISED, None, "raise_fault", SAME),
    (ANY, m.FAULT_CLEARED, None, "clear_fault", SAME),
)


# What an input without a row comes to: the refusal, or 0 where it is ignored.
DEFAULTS = {
    m.SEAT_TAKEN: m.REFUSAL_NOT_NOW,
    m.SEAT_LEFT: m.REFUSAL_NOT_NOW,
    m.POST_PROMISED: m.REFUSAL_NOT_NOW,
    m.BUTTON_PLACED: m.REFUSAL_NOT_NOW,
    m.BUTTON_DRAWN: m.REFUSAL_NOT_NOW,
    m.SEATS_DRAWN: m.REFUSAL_NOT_NOW,
    m.DRAW_ENTERED: m.REFUSAL_NOT_NOW,
    m.SEAT_DRAW_ASKED: m.REFUSAL_NOT_NOW,
    m.PLAYER_OUT_NEXT: m.REFUSAL_NOT_NOW,
    m.PLAYER_BACK: m.REFUSAL_NOT_NOW,
    m.BLIND_CHOSEN: m.REFUSAL_NOT_NOW,
    m.CHIPS_ADDED: m.REFUSAL_NOT_NOW,
    m.CHIPS_COUNTED: m.REFUSAL_NOT_NOW,
    m.STACK_SET: m.REFUSAL_NOT_NOW,
    m.CHIPS_CASHED: m.REFUSAL_NOT_NOW,
    m.TABLE_OPENED: m.REFUSAL_NOT_NOW,
    m.TABLE_CLOSED: m.REFUSAL_NOT_NOW,
    m.TEST_ASKED: m.REFUSAL_NOT_NOW,
    m.FLOOR_CALLED: m.REFUSAL_NOT_NOW,
    m.FLOOR_ANSWERED: m.REFUSAL_NOT_NOW,
    m.AWARD_REVERSED: m.REFUSAL_NOT_NOW,
    m.SETTING_CHANGED: m.REFUSAL_NOT_NOW,
    m.CARDS_COLLECTED: m.REFUSAL_NOT_NOW,
    m.CARD_FED: m.REFUSAL_NOT_NOW,
    m.DECK_LOADED: m.REFUSAL_NOT_NOW,
    m.TIMER_FIRED: 0,
    m.TABLE_PAUSED: 0,
    m.TABLE_RESUMED: 0,
    m.FLOOR_RULED: m.REFUSAL_NOT_NOW,
    m.HANDS_LOST: m.REFUSAL_BAD_VALUE,
    m.FAULT_RAISED: 0,
    m.FAULT_CLEARED: 0,
    m.ORDER_COMMITTED: m.REFUSAL_NOT_NOW,
    m.WITNESS_PROMISED: m.REFUSAL_NOT_NOW,
    m.CUT_SET: m.REFUSAL_NOT_NOW,
    m.WITNESS_OPENED: m.REFUSAL_NOT_NOW,
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
    m.DECK_CHECKED: m.REFUSAL_NOT_NOW,
    m.DECK_UNLOADED: m.REFUSAL_NOT_NOW,
    m.DECK_CHECK_ASKED: m.REFUSAL_NOT_NOW,
    m.DECK_CHANGE_ASKED: m.REFUSAL_NOT_NOW,
    m.IRREGULARITY_REPORTED: m.REFUSAL_NOT_NOW,
    m.CARD_MOVED: m.REFUSAL_NOT_NOW,
    m.FACE_TYPED: m.REFUSAL_NOT_NOW,
    m.ACTION_CHOSEN: m.REFUSAL_NOT_NOW,
    m.SHOW_CHOSEN: m.REFUSAL_NOT_NOW,
    m.BOARD_CLAIMED: m.REFUSAL_NOT_NOW,
    m.ORDER_REVEALED: m.REFUSAL_NOT_NOW,
}
