"""Records in which faces, chips, actions or rulings were changed and bound again.

Rule of the file: a row changes one thing that matters, as somebody would who wants it to pass.
"""

from __future__ import annotations

from firmware.evaluator import evaluate
from firmware.schema import messages as m
from tests.forging import (
    BOTH,
    HEADS,
    REPLAY,
    get,
    hand_at,
    in_last,
    index_of,
    insert,
    last_hand,
    of_lines,
    of_words,
    other_evening,
    put,
    words,
)
from tests.verify_logs import Said, first_after, last

# --- faces -------------------------------------------------------------------------------------


@of_words(BOTH)
def a_folded_card_is_opened(told: list[Said]) -> None:
    at = in_last(told, "erase_face")
    insert(told, at + 1, (m.FACE_OPENED, get(told, at, "token"), 0))


@of_words(REPLAY)
def an_opening_of_a_folded_card_is_called_refused(told: list[Said]) -> None:
    at = in_last(told, "erase_face", 1)
    insert(told, at + 1, (m.FACE_OPENED, get(told, at, "token"), 0))
    insert(told, at + 2, (m.INPUT_REFUSED, "face_opened", m.REFUSAL_NOT_NOW))


@of_words(REPLAY)
def a_load_in_the_hand_lets_a_folded_card_be_opened(told: list[Said]) -> None:
    at = in_last(told, "erase_face", 1)
    insert(told, at + 1, (m.DECK_LOADED, 52))
    insert(told, at + 2, (m.FACE_OPENED, get(told, at, "token"), 0))


@of_words(REPLAY)
def a_face_is_opened_that_nobody_asked_for(told: list[Said]) -> None:
    at = in_last(told, "face_opened")
    insert(told, at + 1, told[at].message)


@of_words(REPLAY)
def a_board_card_is_another(told: list[Said]) -> None:
    """One with which somebody else wins."""
    board = get(told, last(told, "board_dealt"), "cards")
    start = last_hand(told)
    shown = [one.message[2] for one in told[start:] if one.name == "hand_shown"]

    def winners(cards: list[int]) -> list[int]:
        values = [evaluate([*hole, *cards]) for hole in shown]
        return [number for number, value in enumerate(values) if value == min(values)]

    old, face = next(
        (old, one)
        for old in board
        for one in range(52)
        if one not in seen_in_last(told)
        and winners([one if card == old else card for card in board]) != winners(list(board))
    )
    for n in range(start, len(told)):
        if told[n].name == "face_read" and get(told, n, "face") == old:
            put(told, n, face=face)
        elif told[n].name in ("board_dealt", "result_read"):
            row = [face if card == old else card for card in get(told, n, "cards")]
            put(told, n, cards=tuple(row))


def seen_in_last(told: list[Said]) -> set[int]:
    start = last_hand(told)
    return {one.message[2] for one in told[start:] if one.name in ("face_read", "face_opened")}


def unseen(told: list[Said]) -> int:
    seen = seen_in_last(told)
    return next(card for card in range(52) if card not in seen)


@of_words(REPLAY)
def a_shown_card_is_another(told: list[Said]) -> None:
    put(told, in_last(told, "face_opened"), face=unseen(told))


@of_words(REPLAY)
def the_board_is_told_otherwise_than_read(told: list[Said]) -> None:
    at = in_last(told, "board_dealt")
    put(told, at, cards=(unseen(told), *get(told, at, "cards")[1:]))


@of_words(REPLAY)
def the_same_face_lies_on_the_table_twice(told: list[Said]) -> None:
    first, second = in_last(told, "face_read", 0), in_last(told, "face_read", 1)
    put(told, second, face=get(told, first, "face"))


@of_words(BOTH)
def the_reader_counted_another_number_of_openings(told: list[Said]) -> None:
    put(told, first_after(told, hand_at(told, 4), "cards_collected"), openings=9)


@of_words(REPLAY)
def a_hand_is_said_to_be_worth_more(told: list[Said]) -> None:
    put(told, in_last(told, "hand_shown"), value=1)


# --- chips -------------------------------------------------------------------------------------


@of_words(BOTH)
def a_stack_at_the_end_is_larger(told: list[Said]) -> None:
    at = last(told, "hand_finished")
    stacks = get(told, at, "stacks")
    put(told, at, stacks=(stacks[0] + 100, *stacks[1:]))


@of_words(BOTH)
def two_stacks_at_the_end_are_others_with_the_same_sum(told: list[Said]) -> None:
    at = last(told, "hand_finished")
    stacks = list(get(told, at, "stacks"))
    most = stacks.index(max(stacks))
    stacks[most], stacks[most - 1] = stacks[most] - 1, stacks[most - 1] + 1
    put(told, at, stacks=tuple(stacks))


@of_words(BOTH)
def a_pot_is_larger_than_what_was_put_in(told: list[Said]) -> None:
    at = last(told, "pot_awarded")
    put(told, at, amount=get(told, at, "amount") + 50)


@of_words(REPLAY)
def a_pot_goes_to_another_seat(told: list[Said]) -> None:
    at, end = last(told, "pot_awarded"), last(told, "hand_finished")
    seats, stacks = get(told, end, "seats"), list(get(told, end, "stacks"))
    winner, amount = get(told, at, "seat"), get(told, at, "amount")
    other = next(seat for seat in seats if seat != winner)
    put(told, at, seat=other)
    stacks[seats.index(winner)] -= amount
    stacks[seats.index(other)] += amount
    put(told, end, stacks=tuple(stacks))


@of_words(BOTH)
def a_stack_at_the_beginning_is_larger(told: list[Said]) -> None:
    at = last_hand(told)
    stacks = get(told, at, "stacks")
    put(told, at, stacks=(stacks[0] + 100, *stacks[1:]))


@of_words(BOTH)
def a_stack_grows_while_a_player_acts(told: list[Said]) -> None:
    at = in_last(told, "action_taken")
    put(told, at, stack=100_000)


@of_words(BOTH)
def a_bet_is_smaller_than_it_was(told: list[Said]) -> None:
    """The last of its seat, so that no later line takes it up."""
    later: set[int] = set()
    for at in range(len(told) - 1, last_hand(told), -1):
        if told[at].name == "action_taken" and get(told, at, "seat") not in later:
            later.add(get(told, at, "seat"))
            if get(told, at, "action") != m.ACTION_CHECK:
                put(told, at, stack=get(told, at, "stack") + 1)
                return
    raise AssertionError("nobody bets")


@of_words(REPLAY)
def a_blind_is_smaller_than_it_was(told: list[Said]) -> None:
    at = in_last(told, "forced_bet_posted")
    put(told, at, amount=get(told, at, "amount") - 10)


@of_words(BOTH)
def the_house_takes_a_share(told: list[Said]) -> None:
    insert(told, last(told, "pot_awarded"), (m.RAKE_TAKEN, 0, 5))


@of_words(REPLAY)
def a_share_of_the_house_is_hidden_in_a_smaller_pot(told: list[Said]) -> None:
    at, end = last(told, "pot_awarded"), last(told, "hand_finished")
    seats, stacks = get(told, end, "seats"), list(get(told, end, "stacks"))
    put(told, at, amount=get(told, at, "amount") - 5)
    insert(told, at, (m.RAKE_TAKEN, 0, 5))
    stacks[seats.index(get(told, at + 1, "seat"))] -= 5
    put(told, end + 1, stacks=tuple(stacks))


@of_words(BOTH)
def somebody_brought_fewer_chips(told: list[Said]) -> None:
    put(told, next(at for at, one in enumerate(told) if one.name == "seat_taken"), stack=2000)


# --- rules, rulings, settings ------------------------------------------------------------------


@of_words(REPLAY)
def somebody_acts_out_of_turn(told: list[Said]) -> None:
    at = in_last(told, "turn_opened")
    other = get(told, in_last(told, "turn_opened", 1), "seat")
    insert(told, at + 1, (m.ACTION_CHOSEN, other, m.CHOICE_FOLD, None))


@of_words(REPLAY)
def a_choice_is_another(told: list[Said]) -> None:
    at = in_last(told, "action_chosen")
    is_fold = get(told, at, "choice") == m.CHOICE_FOLD
    put(told, at, choice=m.CHOICE_CALL if is_fold else m.CHOICE_FOLD, to=None)


@of_words(REPLAY)
def a_players_time_is_said_to_be_over(told: list[Said]) -> None:
    at = in_last(told, "turn_opened")
    insert(told, at + 1, (m.TIMER_FIRED, m.TIMER_ACTION, 1))
    insert(told, at + 2, (m.TURN_TIMED_OUT, get(told, at, "seat")))


@of_words(BOTH)
def the_blinds_are_raised_unseen(told: list[Said]) -> None:
    insert(told, first_after(told, hand_at(told, 4), "hand_finished"),
           (m.SETTING_CHANGED, "big_blind", "200", "floor"))  # fmt: skip


@of_words(REPLAY)
def the_floor_is_said_to_have_voided_the_hand(told: list[Said]) -> None:
    at = in_last(told, "action_chosen", 1)
    insert(told, at, words("hand_voided", hand=5, by="floor"))


@of_words(BOTH)
def chips_of_a_voided_hand_are_not_given_back(told: list[Said]) -> None:
    begin, end = last_hand(told), last(told, "hand_finished")
    seats, stacks = get(told, end, "seats"), get(told, end, "stacks")
    told[end].message = words("hand_voided", hand=5, by="floor")
    button = get(told, begin, "button")
    insert(
        told, len(told), words("hand_started", hand=6, button=button, seats=seats, stacks=stacks)
    )


@of_words(BOTH)
def a_hand_has_no_end_and_the_next_begins_as_it_did(told: list[Said]) -> None:
    """Whoever lost it has the chips again."""
    begin, end = told[last_hand(told)].message, last(told, "hand_finished")
    del told[end]
    insert(told, len(told), (*begin[:1], begin[1] + 1, *begin[2:]))


@of_words(REPLAY)
def a_ruling_is_put_in(told: list[Said]) -> None:
    insert(
        told,
        in_last(told, "turn_opened") + 1,
        words("floor_ruled", ruling=m.RULING_RESUME, by="floor"),
    )


@of_words(REPLAY)
def a_hand_is_held_that_was_not(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened") + 1, (m.HAND_HELD, "exposed"))


@of_words(REPLAY)
def a_refusal_is_put_in(told: list[Said]) -> None:
    at = in_last(told, "action_taken")
    refused = (m.INPUT_REFUSED, "action_chosen", m.REFUSAL_NOT_YOUR_TURN)
    insert(told, at, refused)


@of_words(REPLAY)
def a_fault_is_put_in(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened") + 1, (m.FAULT_RAISED, "F-DEAL-01", "machine", None))


@of_words(BOTH)
def the_button_lies_elsewhere(told: list[Said]) -> None:
    at = last_hand(told)
    put(told, at, button=get(told, at, "button") % 10 + 1)


@of_words(REPLAY)
def a_raise_was_allowed_from_less(told: list[Said]) -> None:
    start = last_hand(told)
    at = next(
        n
        for n in range(start, len(told))
        if told[n].name == "turn_opened" and get(told, n, "raise_min")
    )
    put(told, at, raise_min=get(told, at, "raise_min") - 1)


@of_words(REPLAY)
def somebody_is_said_to_sit_out(told: list[Said]) -> None:
    insert(told, in_last(told, "turn_opened"), (m.PLAYER_SAT_OUT, 3))


@of_words(BOTH)
def chips_are_bought_that_nobody_plays_with(told: list[Said]) -> None:
    at = first_after(told, hand_at(told, 4), "order_revealed")
    insert(told, at + 1, (m.CHIPS_ADDED, 3, 500))


@of_words(BOTH)
def a_seat_leaves_and_plays_on(told: list[Said]) -> None:
    insert(told, first_after(told, hand_at(told, 4), "order_revealed") + 1, (m.SEAT_LEFT, 3))


# --- what only the witness's heads show --------------------------------------------------------


@of_lines(HEADS)
def the_whole_evening_is_another(lines: list[bytes]) -> list[bytes]:
    return other_evening()


@of_lines(HEADS)
def the_record_ends_a_hand_earlier(lines: list[bytes]) -> list[bytes]:
    return lines[: index_of(lines, b"order_revealed", back=1) + 2]


@of_words(HEADS)
def a_moment_is_another(told: list[Said]) -> None:
    for at in range(last(told, "hand_finished"), len(told)):
        told[at].ms += 1


@of_words(HEADS)
def an_award_is_reversed_that_nobody_reversed(told: list[Said]) -> None:
    """Whatever a person may decide, a forger may write."""
    at = last(told, "pot_awarded")
    winner = get(told, at, "seat")
    other = next(s for s in get(told, last(told, "hand_finished"), "seats") if s != winner)
    insert(told, last(told, "table_paused"), (m.AWARD_REVERSED, winner, other, 50, "floor"))


@of_words(HEADS)
def the_table_was_paused_by_another_person(told: list[Said]) -> None:
    put(told, last(told, "table_paused"), by="somebody")
