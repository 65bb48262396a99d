"""What a seat may say at any time: out, back, a blind posted, the floor (docs/keys.md)."""

from __future__ import annotations

import pytest

from firmware.app.keys import (
    ASIDE_AWAY,
    ASIDE_HELD_MS,
    ASIDE_MAY_STRADDLE,
    ASIDE_NOTHING,
    ASIDE_OWES,
    ASIDE_PLAYS,
    ASIDE_STRADDLES,
    ASK_SHOW,
    ASK_TURN,
    FOLD_HELD_MS,
    NO_QUESTION,
    Question,
    SeatKeys,
)
from firmware.app.questions import aside_of, question_of
from firmware.core import hand_table
from firmware.schema import messages as m
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP, PRESENCE
from tests.hand_stories import TWO, call_down, hand_of, table_of

SEAT = 4
STEP_MS = 5
HOLD_MS = ASIDE_HELD_MS + 50


class Finger:
    """One seat's keys in virtual time."""

    def __init__(self, aside: int, question: Question = NO_QUESTION) -> None:
        self.keys = SeatKeys(SEAT)
        self.keys.aside = aside
        self.now_ms = 1000
        self.keys.ask(question, self.now_ms)

    def hold(self, keys: int, ms: int) -> list[tuple]:
        """Hold these keys for so long, let go; what was said meanwhile."""
        said = []
        for bits, for_ms in ((keys, ms), (0, 200)):
            for _ in range(for_ms // STEP_MS):
                answer = self.keys.sample(bits, self.now_ms)
                if answer is not None:
                    said.append(answer)
                self.now_ms += STEP_MS
        return said


SAID = (
    (ASIDE_PLAYS, KEY_FOLD, HOLD_MS, (m.PLAYER_OUT_NEXT, SEAT)),
    (ASIDE_PLAYS, KEY_FOLD, FOLD_HELD_MS + 50, None),
    (ASIDE_PLAYS, KEY_CALL, 60, None),
    (ASIDE_AWAY, KEY_CALL, 60, (m.PLAYER_BACK, SEAT)),
    (ASIDE_AWAY, KEY_FOLD, HOLD_MS, None),
    (ASIDE_OWES, KEY_CALL, 60, (m.BLIND_CHOSEN, SEAT, m.ENTRY_POST)),
    (ASIDE_OWES, KEY_FOLD, FOLD_HELD_MS + 50, (m.BLIND_CHOSEN, SEAT, m.ENTRY_WAIT)),
    (ASIDE_OWES, KEY_FOLD, HOLD_MS, (m.PLAYER_OUT_NEXT, SEAT)),
    (ASIDE_OWES, KEY_RAISE, 60, None),
    (ASIDE_PLAYS, KEY_RAISE, 60, None),
    (ASIDE_MAY_STRADDLE, KEY_RAISE, 60, (m.BLIND_CHOSEN, SEAT, m.ENTRY_STRADDLE)),
    (ASIDE_MAY_STRADDLE, KEY_FOLD, FOLD_HELD_MS + 50, None),
    (ASIDE_MAY_STRADDLE, KEY_FOLD, HOLD_MS, (m.PLAYER_OUT_NEXT, SEAT)),
    (ASIDE_STRADDLES, KEY_RAISE, 60, None),
    (ASIDE_STRADDLES, KEY_FOLD, FOLD_HELD_MS + 50, (m.BLIND_CHOSEN, SEAT, m.ENTRY_WAIT)),
    (ASIDE_STRADDLES, KEY_FOLD, HOLD_MS, (m.PLAYER_OUT_NEXT, SEAT)),
    (ASIDE_NOTHING, KEY_FOLD, HOLD_MS, None),
    (ASIDE_PLAYS, KEY_UP | KEY_DOWN, HOLD_MS, (m.FLOOR_CALLED, SEAT)),
    (ASIDE_AWAY, KEY_UP | KEY_DOWN, HOLD_MS, (m.FLOOR_CALLED, SEAT)),
    (ASIDE_PLAYS, KEY_UP | KEY_DOWN, ASIDE_HELD_MS - 100, None),
    (ASIDE_PLAYS, KEY_UP | KEY_DOWN | KEY_CALL, HOLD_MS, None),
    (ASIDE_NOTHING, KEY_UP | KEY_DOWN, HOLD_MS, None),
)


@pytest.mark.parametrize(("aside", "keys", "ms", "said"), SAID)
def test_keys_beside_the_turn(aside: int, keys: int, ms: int, said: tuple | None) -> None:
    assert Finger(aside).hold(keys, ms) == ([] if said is None else [said])


def test_the_floor_is_called_in_ones_own_turn_too_and_only_once() -> None:
    finger = Finger(ASIDE_PLAYS, Question(ASK_TURN, 9, SEAT, 100, 200, 5000, 5000))
    assert finger.hold(KEY_UP | KEY_DOWN, 3 * HOLD_MS) == [(m.FLOOR_CALLED, SEAT)]


def test_the_loop_is_told_when_the_floor_will_be_called() -> None:
    keys = SeatKeys(SEAT)
    for now_ms in (0, 5, 10):
        keys.sample(KEY_UP | KEY_DOWN, now_ms)
    keys.sample(KEY_UP | KEY_DOWN, 200)
    assert keys.wait_ms(200) == 5 + ASIDE_HELD_MS - 200


def test_who_stands_up_and_sits_down_again_says_nothing() -> None:
    own_turn = Question(ASK_TURN, 9, SEAT, 100, 200, 5000, 5000)
    for aside in (ASIDE_PLAYS, ASIDE_OWES, ASIDE_AWAY):
        for question in (NO_QUESTION, own_turn):
            finger = Finger(aside, question)
            assert [finger.hold(PRESENCE, 5000) for _ in range(3)] == [[], [], []]


def test_a_fold_held_since_the_own_turn_sends_nobody_out() -> None:
    finger = Finger(ASIDE_PLAYS, Question(ASK_TURN, 9, SEAT, 100, 200, 5000, 5000))
    for _ in range(20):
        finger.keys.sample(KEY_FOLD, finger.now_ms)
        finger.now_ms += STEP_MS
    finger.keys.ask(NO_QUESTION, finger.now_ms)  # time ran out meanwhile
    assert finger.hold(KEY_FOLD, HOLD_MS) == []


def test_up_claims_the_board_where_the_house_takes_it() -> None:
    claimed = [(m.BOARD_CLAIMED, SEAT)]
    assert (
        Finger(ASIDE_PLAYS, Question(ASK_SHOW, 9, SEAT, claims=True)).hold(KEY_UP, 60) == claimed
    )
    assert Finger(ASIDE_PLAYS, Question(ASK_SHOW, 9, SEAT)).hold(KEY_UP, 60) == []


def test_the_table_says_what_a_seat_may_say() -> None:
    driver = table_of(TWO, missed_blinds="make_up")
    assert [aside_of(driver.table, seat) for seat in (1, 3)] == [ASIDE_PLAYS, ASIDE_NOTHING]
    driver.start_hand()
    driver.send(m.SEAT_TAKEN, 3, 500, None)
    driver.send(m.PLAYER_OUT_NEXT, 1)
    assert [aside_of(driver.table, seat) for seat in (1, 3)] == [ASIDE_AWAY, ASIDE_OWES]


def test_a_show_may_claim_the_board_only_by_house_rule() -> None:
    for rule, claims in (("announce", True), ("cards_speak", False)):
        driver = hand_of(TWO, board_claim=rule)
        call_down(driver)
        assert driver.table.hand is not None
        assert driver.table.hand.state == hand_table.SHOWING
        assert question_of(driver.table, 1, False)[1].claims == claims


def test_the_table_says_who_may_straddle_and_who_wants_to() -> None:
    driver = table_of(dict.fromkeys((1, 2, 3, 4), 1000), straddle="by_choice")
    asides = [aside_of(driver.table, seat) for seat in (1, 2, 3, 4)]
    assert asides == [ASIDE_MAY_STRADDLE] * 4
    driver.fire()  # the hand begins: button 1, blinds 2 and 3
    asides = [aside_of(driver.table, seat) for seat in (1, 2, 3, 4)]
    assert asides == [ASIDE_PLAYS, ASIDE_PLAYS, ASIDE_PLAYS, ASIDE_MAY_STRADDLE]
    assert driver.send(m.BLIND_CHOSEN, 4, m.ENTRY_STRADDLE) == 0
    assert aside_of(driver.table, 4) == ASIDE_STRADDLES
    driver.send(m.CUT_SET, 0, None)
    assert aside_of(driver.table, 4) == ASIDE_PLAYS
