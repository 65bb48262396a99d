"""Dealer errors repaired: each procedure of R004 zone by zone, then what the floor may do.

The zones are those of the rules: STUB, BURN, BOARD, HANDS, MUCK, ASIDE. N players were dealt in.
"""

from __future__ import annotations

import pytest

from firmware.core import hand_table, legal_actions
from firmware.schema import messages as m
from firmware.schema import rulings as r
from tests.hand_stories import THREE, TWO, call_down, hand_of, table_of
from tests.table_driver import TableDriver

FIVE = dict.fromkeys(range(1, 6), 1000)
BURN, ASIDE = m.PLACE_BURN, m.PLACE_ASIDE
FLOP = (m.PLACE_BOARD1, m.PLACE_BOARD2, m.PLACE_BOARD3)


def zones(driver: TableDriver) -> dict[str, int]:
    """How many cards lie in each zone."""
    table = driver.table
    hand, ledger = table.hand, table.ledger
    assert hand is not None
    counted = dict.fromkeys(("BURN", "BOARD", "HANDS", "MUCK", "ASIDE"), 0)
    counted["STUB"] = ledger.carousel + ledger.hopper
    for token in ledger.place:
        at = ledger.place[token]
        owner = hand.seat_of(token)
        if owner:
            counted["HANDS" if hand.betting.live[owner] else "MUCK"] += 1
        elif at == BURN:
            counted["BURN"] += 1
        elif m.PLACE_BOARD1 <= at <= m.PLACE_BOARD5:
            counted["BOARD"] += 1
        elif at == ASIDE:
            counted["ASIDE"] += 1
        else:
            counted["SEATS"] = counted.get("SEATS", 0) + 1
    assert sum(counted.values()) == 52
    return counted


def stray(driver: TableDriver, *places: int) -> None:
    """Cards leave unasked, the last of the stub first."""
    ledger = driver.table.ledger
    for place in places:
        slot = len(driver.slots) - 1
        while ledger.is_out(ledger.token_of(slot)):
            slot -= 1
        token = ledger.token_of(slot)
        assert driver.send(m.CARD_STRAYED, slot) == 0
        if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            driver.send(m.FACE_READ, token, driver.face_of(token))
        assert driver.send(m.CARD_LANDED, token, place) == 0


def act(driver: TableDriver, times: int) -> None:
    """So many players check or call; a shuffled stub is cut."""
    for _ in range(times):
        hand = driver.table.hand
        assert hand is not None
        assert driver.call(hand.turn) == 0
        cut(driver)


def cut(driver: TableDriver) -> None:
    hand = driver.table.hand
    while hand is not None and hand.state == hand_table.CUTTING:
        assert driver.send(m.CUT_SET, 17, hand.turn or None) == 0


def to_street(driver: TableDriver, street: int) -> None:
    hand = driver.table.hand
    assert hand is not None
    while hand.street < street:
        act(driver, 1)


def rulings(driver: TableDriver) -> list[str]:
    return [one[3] for one in driver.heard(m.RULING_MADE)]


def report(
    driver: TableDriver, kind: str, seat: int | None = None, card: int | None = None
) -> int:
    code = driver.send(m.IRREGULARITY_REPORTED, kind, "Anna", seat, card)
    cut(driver)
    return code


def decide(driver: TableDriver, ruling: int) -> int:
    code = driver.send(m.FLOOR_RULED, ruling, "Anna", "looked")
    cut(driver)
    return code


class Slow(TableDriver):
    """A machine whose cards the test lets go wrong: k -> what is told instead."""

    def __init__(self, profile: int = 0) -> None:
        super().__init__(profile)
        self.exposed: set[int] = set()

    def deal(self, k: int, place: int) -> list[tuple]:
        told = super().deal(k, place)
        if k in self.exposed and not self.table.ledger.epoch:
            told.insert(1, (m.CARD_EXPOSED, self.table.ledger.token_of(self.slots[k])))
        return told


def exposing(cards: set[int], stacks: dict[int, int], **rules: object) -> Slow:
    """A hand in which these cards of the deal are exposed, from 0; a misdeal is cut and dealt."""
    driver = Slow(3)
    driver.exposed = cards
    driver.set("witness_ms", 0)
    for name in sorted(rules):
        assert driver.set(name, rules[name]) == 0
    driver.sit(stacks)
    driver.power_up()
    driver.start_hand()
    cut(driver)
    return driver


# ------------------------------------------------------------------ rules 1.8, zone by zone


def test_r004_38_first_card_exposed_is_a_misdeal_with_button_and_blinds_unchanged() -> None:
    driver = exposing({0}, FIVE)
    assert rulings(driver) == ["misdeal"]
    posted = driver.heard(m.FORCED_BET_POSTED)
    assert posted[:2] == posted[2:]
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52]
    assert zones(driver) == {
        "STUB": 42, "BURN": 0, "BOARD": 0, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert len(driver.heard(m.HAND_STARTED)) == 1
    assert driver.table.hand_number == 1


def test_r004_39_a_later_exposed_card_is_replaced_and_is_the_burn_of_the_flop() -> None:
    driver = exposing({6}, FIVE)
    assert rulings(driver) == ["replace_exposed"]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 1, "BURN": 1, "BOARD": 0, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    exposed = driver.heard(m.IRREGULARITY_FOUND)[0][2]
    assert driver.heard(m.CARD_BURNT) == [(m.CARD_BURNT, m.STREET_FLOP, exposed)]
    hand = driver.table.hand
    assert hand is not None
    assert exposed not in [token for seat in hand.ring for token in hand.hole[seat]]
    to_street(driver, m.STREET_FLOP)
    assert zones(driver)["BURN"] == 1, "no other burn before the flop"
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


def test_r004_40_two_exposed_cards_are_a_misdeal() -> None:
    driver = exposing({3, 6}, FIVE)
    assert rulings(driver) == ["replace_exposed", "misdeal"]
    assert zones(driver)["STUB"] == 42
    assert zones(driver)["HANDS"] == 10


def test_r004_41_a_flop_with_too_many_cards_is_dealt_anew_from_stub_and_board() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    act(driver, 4)
    driver.deals = False
    driver.call(hand.turn)
    for k, place in zip(range(10, 13), (BURN, *FLOP[:2]), strict=True):
        for one in TableDriver.deal(driver, k, place):
            driver.send(*one)
    stray(driver, m.PLACE_BOARD4)
    driver.deals = True
    for one in TableDriver.deal(driver, 13, FLOP[2]):
        driver.send(*one)
    cut(driver)
    assert rulings(driver) == ["redo_flop"]
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52 - 2 * 5 - 1]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 4, "BURN": 1, "BOARD": 3, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert legal_actions(hand) is not None


@pytest.mark.parametrize("acted", [0, 1, 3])
@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_42_a_premature_flop_waits_for_the_betting_and_is_dealt_without_a_burn(
    acted: int, with_burn: bool
) -> None:
    driver = hand_of(FIVE)
    act(driver, acted)
    stray(driver, *((BURN, *FLOP) if with_burn else FLOP))
    assert driver.table.hand is not None
    assert driver.table.hand.street == m.STREET_PREFLOP
    act(driver, 5 - acted)
    assert [one[4] for one in driver.heard(m.RESHUFFLE_STARTED)] == [52 - 2 * 5 - 1]
    assert zones(driver) == {
        "STUB": 52 - 2 * 5 - 4, "BURN": 1, "BOARD": 3, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip


def test_r004_42_the_muck_stays_out_of_the_shuffle() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    driver.fold(hand.turn)
    stray(driver, BURN, *FLOP)
    act(driver, 4)
    assert zones(driver)["MUCK"] == 2
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


@pytest.mark.parametrize("acted", [0, 2])
@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_43_a_premature_turn_goes_aside_and_comes_back_before_the_river(
    acted: int, with_burn: bool
) -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    act(driver, acted)
    stray(driver, *((BURN, m.PLACE_BOARD4) if with_burn else (m.PLACE_BOARD4,)))
    premature = driver.heard(m.IRREGULARITY_FOUND)[-1][2]
    assert zones(driver)["ASIDE"] == 1, "out of play for this round"
    act(driver, 5 - acted)
    assert zones(driver) == {
        "STUB": 52 - 10 - 1 - 3 - 1 - 2 - 1, "BURN": 3, "BOARD": 4, "HANDS": 10, "MUCK": 0,
        "ASIDE": 1,
    }  # fmt: skip
    assert not driver.heard(m.RESHUFFLE_STARTED), "the turn comes from the order as it was"
    act(driver, 5)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4, "stub and that card"
    assert zones(driver) == {
        "STUB": 52 - 10 - 3 - 5, "BURN": 3, "BOARD": 5, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip
    assert premature not in driver.table.ledger.place


@pytest.mark.parametrize("with_burn", [True, False])
def test_r004_44_a_premature_river_goes_back_and_the_river_comes_without_a_burn(
    with_burn: bool,
) -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_TURN)
    act(driver, 2)
    stray(driver, *((BURN, m.PLACE_BOARD5) if with_burn else (m.PLACE_BOARD5,)))
    act(driver, 3)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4
    assert zones(driver) == {
        "STUB": 52 - 10 - 3 - 5, "BURN": 3, "BOARD": 5, "HANDS": 10, "MUCK": 0, "ASIDE": 0
    }  # fmt: skip


def test_r004_44_after_r004_43_both_cards_are_shuffled_back() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    stray(driver, BURN, m.PLACE_BOARD4)
    act(driver, 5)
    stray(driver, m.PLACE_BOARD5)
    act(driver, 5)
    assert driver.heard(m.RESHUFFLE_STARTED)[0][4] == 52 - 10 - 3 - 4
    assert zones(driver)["BURN"] == 3
    assert zones(driver)["ASIDE"] == 0


def test_r004_45_the_first_players_extra_card_goes_back_on_the_stub_as_the_burn() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0])
    assert rulings(driver) == ["extra_as_burn"]
    # The burn tray stands for the top of the stub: together they are 52-2N.
    assert zones(driver)["STUB"] + zones(driver)["BURN"] == 52 - 2 * 5
    to_street(driver, m.STREET_FLOP)
    assert zones(driver)["BURN"] == 1
    assert zones(driver)["STUB"] == 52 - 2 * 5 - 4


def test_r004_46_more_than_one_extra_card_is_a_misdeal() -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0], hand.ring[0])
    cut(driver)
    assert rulings(driver) == ["extra_as_burn", "misdeal"]
    assert zones(driver)["STUB"] == 42


def test_an_exposed_card_and_an_extra_card_in_one_deal_are_a_misdeal() -> None:
    driver = exposing({6}, FIVE)
    hand = driver.table.hand
    assert hand is not None
    stray(driver, hand.ring[0])
    cut(driver)
    assert rulings(driver)[-1] == "misdeal"


def test_a_card_that_a_player_exposes_is_kept() -> None:
    driver = hand_of(FIVE)
    before = zones(driver)
    assert report(driver, "player_exposed_card", 3) == 0
    assert zones(driver) == before
    assert legal_actions(driver.table.hand) is not None


# ------------------------------------------------------------------ readings that a house chooses


def test_k28_one_of_the_first_two_cards_may_make_the_misdeal() -> None:
    assert rulings(exposing({1}, FIVE)) == ["replace_exposed"]
    assert rulings(exposing({1}, FIVE, misdeal_exposed_first=2)) == ["misdeal"]


def test_k34_the_owner_of_an_exposed_card_may_keep_it_where_the_house_allows() -> None:
    for ruling, burnt in ((m.RULING_LET_STAND, 0), (m.RULING_RESUME, 1)):
        driver = exposing({6}, FIVE, exposed_hole_card="player_choice")
        assert rulings(driver) == ["player_chooses"]
        assert decide(driver, ruling) == 0
        assert zones(driver)["BURN"] == burnt
        assert legal_actions(driver.table.hand) is not None


def test_k36_read_literally_a_premature_river_alone_is_for_the_floor() -> None:
    for rule, procedure in (
        ("any", "premature_street"),
        ("after_premature_turn", "floor_decides"),
    ):
        driver = hand_of(FIVE, premature_river=rule)
        to_street(driver, m.STREET_TURN)
        stray(driver, m.PLACE_BOARD5)
        assert rulings(driver) == [procedure]
    driver = hand_of(FIVE, premature_river="after_premature_turn")
    to_street(driver, m.STREET_FLOP)
    stray(driver, m.PLACE_BOARD4)
    act(driver, 5)
    stray(driver, m.PLACE_BOARD5)
    assert rulings(driver) == ["premature_turn", "premature_street"]


# ------------------------------------------------------------------ decks that are none


def test_a_stray_card_before_the_deal_makes_everything_be_dealt_from_a_new_order() -> None:
    driver = table_of(THREE)
    driver.fire()
    stray(driver, m.PLACE_SEAT2)
    cut(driver)
    assert rulings(driver) == ["misdeal"]
    assert zones(driver)["STUB"] == 46


def test_a_stub_that_has_run_out_is_no_deck() -> None:
    driver = hand_of(TWO)
    while driver.table.ledger.carousel > 3:
        stray(driver, m.PLACE_CHUTE)
    act(driver, 2)
    assert rulings(driver)[-1] == "void_fouled"
    assert decide(driver, m.RULING_LET_STAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_VOID_HAND) == 0
    assert driver.table.stacks[1:3] == [1000, 1000]


def test_a_card_that_went_with_another_leaves_an_empty_slot_that_is_passed_over() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deals = False
    act(driver, 1)
    token = driver.table.ledger.token_of(4)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.CARD_DOUBLED, token, 0)
    driver.send(m.CARD_LANDED, token, BURN)
    assert rulings(driver) == ["stands"]
    assert driver.table.ledger.missing == 1
    assert driver.send(m.SLOT_FOUND_EMPTY, 5, 5) == 0
    assert driver.heard(m.DEAL_CARD)[-1] == (m.DEAL_CARD, 6, FLOP[0])
    assert driver.send(m.SLOT_FOUND_EMPTY, 6, 6) == 0
    assert rulings(driver)[-1] == "void_fouled", "only one card had gone with another"


def test_a_duplicate_that_was_only_misread_is_entered_by_the_floor() -> None:
    driver = hand_of(TWO)
    driver.deck[6] = driver.deck[5]
    driver.typed = [50]
    act(driver, 2)
    assert rulings(driver) == ["void_fouled"]
    assert decide(driver, m.RULING_LET_STAND) == 0
    assert driver.heard(m.BOARD_DEALT)[-1][2][1] == 50


# ------------------------------------------------------------------ the floor's closed list


def test_the_floor_may_take_back_the_last_action_before_the_next_one() -> None:
    driver = hand_of(THREE)
    driver.raise_to(1, 300)
    before = driver.table.snapshot()
    driver.fold(2)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert driver.heard(m.ACTION_TAKEN_BACK) == [(m.ACTION_TAKEN_BACK, 2)]
    hand = driver.table.hand
    assert hand is not None
    assert legal_actions(hand)[0] == 2  # type: ignore[index]
    assert not driver.heard(m.ERASE_FACE)
    driver.call(2)
    assert driver.table.stacks[1:4] == [700, 700, 900]
    assert before != driver.table.snapshot()


def test_an_action_that_a_card_has_followed_stands() -> None:
    driver = hand_of(THREE)
    act(driver, 3)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == m.REFUSAL_TOO_LATE
    act(driver, 1)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == m.REFUSAL_TOO_LATE


def test_the_betting_after_taking_back_is_that_of_a_hand_without_the_action() -> None:
    for ante in ("none", "all", "big_blind"):
        rules = {"ante_mode": ante, "ante": 10, "straddle": "every_hand"}
        played, undone = hand_of(FIVE, **rules), hand_of(FIVE, **rules)
        to_street(played, m.STREET_FLOP)
        to_street(undone, m.STREET_FLOP)
        seat = played.table.hand.turn  # type: ignore[union-attr]
        undone.raise_to(seat, 400)
        decide(undone, m.RULING_TAKE_BACK_LAST_ACTION)
        for driver in (played, undone):
            act(driver, 2)
            call_down(driver)
        assert played.table.stacks == undone.table.stacks
        a, b = played.table.hand, undone.table.hand
        assert a is not None
        assert b is not None
        assert a.betting.contributed == b.betting.contributed


def test_an_action_may_be_taken_back_while_a_panel_is_repaired() -> None:
    driver = hand_of(THREE)
    driver.fold(1)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    assert decide(driver, m.RULING_TAKE_BACK_LAST_ACTION) == 0
    assert legal_actions(driver.table.hand)[0] == 1  # type: ignore[index]


def test_no_hand_is_void_after_substantial_action_with_a_whole_deck() -> None:
    driver = hand_of(THREE)
    act(driver, 2)
    driver.send(m.CARD_LEFT, 9, 0)
    assert decide(driver, m.RULING_VOID_HAND) == m.REFUSAL_TOO_LATE
    assert decide(driver, m.RULING_MISDEAL) == m.REFUSAL_TOO_LATE
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    call_down(driver)
    assert driver.heard(m.HAND_BECAME_MANUAL) == [(m.HAND_BECAME_MANUAL, "Anna")]


def test_a_hand_completed_by_hand_draws_from_the_slots_of_the_order() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
    act(driver, 1)
    while legal_actions(driver.table.hand) is not None:
        act(driver, 1)
    assert not [one for one in driver.heard(m.DEAL_CARD) if one[1] > 3]
    assert [one[1] for one in driver.heard(m.NAME_SLOT)] == list(range(4, 12))
    assert driver.show(2) == 0
    assert driver.show(1) == 0
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)
    assert not driver.heard(m.OPEN_FACE), "no reader had these cards"


@pytest.mark.parametrize("told", range(3))
def test_a_card_under_way_when_the_machine_fails_is_brought_by_hand(told: int) -> None:
    for place in (m.PLACE_SEAT2, BURN, FLOP[0]):
        driver = TableDriver(3)
        driver.set("witness_ms", 0)
        driver.sit(TWO)
        driver.power_up()
        driver.deals = place != m.PLACE_SEAT2
        driver.fire()
        if not driver.deals:
            driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
        cut(driver)
        k = 0
        if place != m.PLACE_SEAT2:
            act(driver, 1)
            driver.deals = False
            act(driver, 1)
            k = 4
            if place == FLOP[0]:
                for one in TableDriver.deal(driver, 4, BURN):
                    driver.send(*one)
                k = 5
        facts = TableDriver.deal(driver, k, place)
        for one in facts[: min(told, len(facts) - 1)]:
            driver.send(*one)
        driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
        driver.deals = True
        assert decide(driver, m.RULING_COMPLETE_BY_HAND) == 0
        hand = driver.table.hand
        assert hand is not None
        assert hand.state == hand_table.BETTING, (place, told)


def test_a_second_irregularity_while_a_repair_runs_is_the_floors() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.MOVE_CARD
    stray(driver, driver.table.hand.ring[0])  # type: ignore[union-attr]
    stray(driver, m.PLACE_SEAT10)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_LET_STAND) == m.REFUSAL_NOT_NOW
    assert decide(driver, m.RULING_RESUME) == 0
    assert hand.state == hand_table.MOVING
    token = hand.correction.extras[-1]
    assert driver.send(m.CARD_MOVED, 99, BURN, "Anna") == m.REFUSAL_WRONG_CARD
    assert driver.send(m.CARD_MOVED, token, BURN, "Anna") == 0
    assert legal_actions(hand) is not None


def test_a_person_who_lays_one_premature_card_aside_is_asked_for_the_next() -> None:
    driver = hand_of(FIVE)
    to_street(driver, m.STREET_FLOP)
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD4, m.PLACE_BOARD5)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.MOVING
    asked = driver.heard(m.MOVE_CARD)[-1]
    driver.send(m.CARD_MOVED, *asked[1:], "Anna")
    assert hand.state == hand_table.MOVING
    driver.stops_at = 0
    driver.send(m.CARD_MOVED, *driver.heard(m.MOVE_CARD)[-1][1:], "Anna")
    assert zones(driver)["ASIDE"] == 2
    act(driver, 10)
    assert zones(driver)["BOARD"] == 5


WAITS = {
    m.MOVE_CARD: lambda d: stray(d, d.table.hand.ring[0]),
    m.RETURN_PLACE: lambda d: (stray(d, *FLOP), act(d, 5)),
    m.DEAL_CARD: lambda d: (stray(d, *FLOP), act(d, 5)),
    m.COLLECT_CARDS: lambda d: stray(d, d.table.hand.ring[1]),
    m.LOAD_DECK: lambda d: stray(d, d.table.hand.ring[1]),
}


@pytest.mark.parametrize("stops_at", WAITS)
@pytest.mark.parametrize("ruling", [m.RULING_VOID_HAND, m.RULING_COMPLETE_BY_HAND])
def test_a_step_that_does_not_end_is_ended_by_the_floor(stops_at: int, ruling: int) -> None:
    driver = hand_of(FIVE)
    hand = driver.table.hand
    assert hand is not None
    driver.stops_at = stops_at
    WAITS[stops_at](driver)
    driver.stops_at = 0
    is_late = stops_at in (m.RETURN_PLACE, m.DEAL_CARD)
    is_gone = stops_at in (m.COLLECT_CARDS, m.LOAD_DECK)
    refused = (
        (ruling == m.RULING_VOID_HAND and is_late)
        or (ruling == m.RULING_COMPLETE_BY_HAND and is_gone)
    )  # fmt: skip
    code = decide(driver, ruling)
    assert (code != 0) is refused
    if not refused and ruling == m.RULING_COMPLETE_BY_HAND:
        call_down(driver)
        assert hand.street == m.STREET_RIVER


def test_a_face_that_nobody_can_read_waits_for_a_person() -> None:
    for ruling in (0, m.RULING_COMPLETE_BY_HAND):
        driver = hand_of(TWO)
        act(driver, 1)
        driver.deals = False
        act(driver, 1)
        for one in TableDriver.deal(driver, 4, BURN):
            driver.send(*one)
        token = driver.table.ledger.token_of(5)
        driver.send(m.CARD_LEFT, 5, 5)
        driver.send(m.FACE_DOUBTED, token, m.DOUBT_UNREADABLE)
        driver.send(m.CARD_LANDED, token, FLOP[0])
        assert rulings(driver) == ["enter_face"]
        assert driver.heard(m.ASK_FACE) == [(m.ASK_FACE, token)]
        driver.deals = True
        if ruling:
            decide(driver, ruling)
        else:
            out = driver.face_of(driver.table.ledger.token_of(4))
            driver.send(m.FACE_TYPED, out, "Anna")
        hand = driver.table.hand
        assert hand is not None
        assert hand.street == m.STREET_FLOP
        assert hand.state == hand_table.BETTING


def test_a_void_hand_ends_a_wait_for_a_face() -> None:
    driver = hand_of(TWO)
    act(driver, 1)
    driver.deals = False
    act(driver, 1)
    token = driver.table.ledger.token_of(4)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_DOUBTED, token, m.DOUBT_DUPLICATE)
    driver.send(m.CARD_LANDED, token, BURN)
    driver.deals = True
    assert decide(driver, m.RULING_VOID_HAND) == 0


def test_a_deck_that_does_not_count_in_a_misdeal_is_looked_for_and_counted_again() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.COLLECT_CARDS
    stray(driver, driver.table.hand.ring[1])  # type: ignore[union-attr]
    driver.send(m.CARDS_COLLECTED, 51, 0)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_RESUME) == 0
    assert zones(driver)["STUB"] == 42


def test_a_load_that_does_not_count_is_done_again() -> None:
    driver = hand_of(FIVE)
    driver.stops_at = m.LOAD_DECK
    report(driver, "deck_disordered")
    driver.send(m.CARD_FED, 1)
    driver.send(m.DECK_LOADED, 1)
    hand = driver.table.hand
    assert hand is not None
    assert hand.state == hand_table.HELD
    driver.stops_at = 0
    assert decide(driver, m.RULING_RESUME) == 0
    assert zones(driver)["STUB"] == 42
    assert [one[2] for one in driver.heard(m.RESHUFFLE_STARTED)] == [1, 2]


def test_what_happens_while_a_panel_is_repaired_is_taken_up_by_the_repair() -> None:
    for stops_at, fact in (
        (m.RETURN_PLACE, (m.PLACE_RETURNED, FLOP[0], 1)),
        (m.REVEAL_ORDER, (m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))),
        (m.LOAD_DECK, (m.CARD_FED, 1)),
    ):
        driver = hand_of(FIVE)
        driver.stops_at = stops_at
        stray(driver, *FLOP)
        act(driver, 5)
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
        assert driver.send(*fact) == 0
        if stops_at == m.LOAD_DECK:
            count = driver.table.ledger.hopper
            for n in range(2, count + 1):
                assert driver.send(m.CARD_FED, n) == 0
            assert driver.send(m.DECK_LOADED, count) == 0
        driver.stops_at = 0
        driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
        hand = driver.table.hand
        assert hand is not None
        assert hand.state != hand_table.HELD or hand.is_irregular


def test_reports_need_a_card_or_seat_that_there_is() -> None:
    driver = table_of(THREE)
    assert report(driver, "boxed_card") == m.REFUSAL_NOT_NOW
    driver.start_hand()
    assert report(driver, "no_such_thing") == m.REFUSAL_BAD_VALUE
    assert report(driver, "premature_turn") == m.REFUSAL_BAD_VALUE
    assert report(driver, "player_exposed_card") == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "player_exposed_card", 9) == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "wrong_button", 9) == m.REFUSAL_NO_SUCH_SEAT
    assert report(driver, "card_on_floor") == m.REFUSAL_NOT_NOW
    assert report(driver, "burn_missing") == m.REFUSAL_NOT_NOW
    to_street(driver, m.STREET_FLOP)
    assert report(driver, "card_misread") == m.REFUSAL_BAD_VALUE
    assert report(driver, "card_misread", None, 51) == m.REFUSAL_WRONG_CARD
    driver.stops_at = m.MOVE_CARD
    stray(driver, m.PLACE_BOARD4)
    assert report(driver, "deck_disordered") == m.REFUSAL_NOT_NOW, "one repair after the other"
    assert report(driver, "duplicate_face") == 0


def test_a_misread_card_is_corrected_before_the_award() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    call_down(driver)
    driver.show(2)
    driver.show(1)
    board = driver.heard(m.RESULT_READ)[-1][1]
    driver.typed = [51]
    assert report(driver, "card_misread", None, board[0]) == 0
    corrected = driver.heard(m.RESULT_READ)[-1][1]
    assert corrected == (51,) + board[1:]
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)


def test_a_hole_face_that_was_not_asked_for_is_not_remembered() -> None:
    driver = hand_of(TWO)
    token = driver.table.hand.hole[1][0]  # type: ignore[union-attr]
    driver.send(m.FACE_READ, token, 51)
    assert driver.table.ledger.face_of(token) < 0


def test_an_opened_face_that_the_reader_cannot_tell_is_entered() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.stops_at = m.OPEN_FACE
    driver.show(2)
    driver.stops_at = 0
    first, second = driver.table.hand.faces_asked  # type: ignore[union-attr]
    driver.send(m.FACE_DOUBTED, first, m.DOUBT_UNREADABLE)
    driver.send(m.FACE_OPENED, second, driver.face_of(second))
    assert driver.heard(m.HAND_SHOWN)[-1][1] == 2


def test_a_repair_between_two_opened_hands_goes_back_to_the_opening() -> None:
    driver = hand_of(TWO)
    call_down(driver)
    driver.stops_at = m.OPEN_FACE
    driver.show(2)
    driver.stops_at = 0
    first, second = driver.table.hand.faces_asked  # type: ignore[union-attr]
    stray(driver, m.PLACE_BOARD5)
    driver.send(m.FACE_OPENED, first, driver.face_of(first))
    driver.send(m.FACE_OPENED, second, driver.face_of(second))
    assert driver.heard(m.HAND_SHOWN)[-1][1] == 2


def test_the_face_of_a_stray_card_may_come_after_it_lies() -> None:
    driver = hand_of(FIVE)
    slot = 50
    token = driver.table.ledger.token_of(slot)
    driver.send(m.CARD_STRAYED, slot)
    driver.send(m.CARD_LANDED, token, FLOP[0])
    assert driver.send(m.FACE_READ, token, driver.face_of(token)) == 0
    assert rulings(driver) == ["premature_flop"]
    assert legal_actions(driver.table.hand) is not None


def test_books_are_numbered_as_the_setting_spells_them() -> None:
    assert r.BOOK_WORDS == ("r004", "tda2024", "roberts")
