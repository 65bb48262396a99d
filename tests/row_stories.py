"""What hands are put through so that every row of a hand fires.

A scenario is played for what it reaches; what it should say is claimed in the transcripts and in
the tests. Rule of the file: it claims nothing of its own beyond having got where it meant to.
"""

from __future__ import annotations

from firmware.schema import messages as m
from tests.hand_stories import TWO, hand_of, show_down
from tests.table_driver import TableDriver


def running(stacks: dict[int, int] | None = None, profile: int = 3) -> TableDriver:
    """A hand at its first turn; two players with deep stacks unless told otherwise."""
    driver = TableDriver(profile)
    driver.sit(stacks or {1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    return driver


def held_hand() -> TableDriver:
    driver = running()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    return driver


def irregular_hand() -> TableDriver:
    driver = running()
    driver.send(m.CARD_LEFT, 40, 40)
    return driver


def to_the_river(driver: TableDriver) -> TableDriver:
    while driver.table.hand is not None and driver.table.hand.legal is not None:
        driver.call(driver.table.hand.legal[0])
    return driver


def old_timers_are_ignored() -> None:
    driver = running()
    driver.send(m.TIMER_FIRED, m.TIMER_ACTION, 0)
    driver.fold(1)
    driver.send(m.TIMER_FIRED, m.TIMER_ACTION, 0)


def player_leaves_before_the_deal_and_at_the_showdown() -> None:
    driver = TableDriver(3)
    driver.sit({1: 1000, 2: 1000, 3: 1000})
    driver.power_up()
    driver.fire()
    driver.send(m.SEAT_LEFT, 3)
    driver.fire()
    driver.send(m.CUT_SET, 0, None)
    to_the_river(driver)
    driver.send(m.SEAT_LEFT, 1)
    driver.show(2)
    driver = to_the_river(running({1: 1000, 2: 1000, 3: 1000}))
    driver.send(m.SEAT_LEFT, 2)
    driver.muck(3)


def show_clock_runs_out() -> None:
    driver = running(profile=0)
    to_the_river(driver)
    driver.fire()
    driver.fire()


def machine_stutters_between_collect_and_reveal() -> None:
    driver = running()
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.CARD_LEFT, 40, 40)
    driver.send(m.CARD_LANDED, 40, m.PLACE_BURN)
    driver.send(m.FACE_READ, 40, 3)
    driver.send(m.FACE_OPENED, 40, 3)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")


def facts_wait_while_a_device_is_repaired() -> None:
    driver = TableDriver(3)
    driver.sit({1: 500, 2: 500})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    driver.stops_at = m.OPEN_FACE
    driver.fire()
    driver.send(m.CUT_SET, 0, None)
    driver.raise_to(1, 500)
    driver.call(2)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.FACE_OPENED, 0, 0)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    driver.send(m.FACE_OPENED, 1, 1)
    driver.send(m.FACE_OPENED, 2, 2)
    driver.deals = False
    driver.send(m.FACE_OPENED, 3, 3)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_READ, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")


def two_faults_and_a_leaver_while_held() -> None:
    driver = held_hand()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel2", None)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel2")
    held_hand().send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    running().send(m.FAULT_CLEARED, "F-PAN-01", "panel2")


def nothing_moves_in_an_irregular_hand() -> None:
    driver = irregular_hand()
    driver.send(m.CARD_LEFT, 41, 41)
    driver.send(m.CARD_LANDED, 41, m.PLACE_BURN)
    driver.send(m.FACE_READ, 41, 5)
    driver.send(m.FACE_OPENED, 41, 5)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    for wrong in (
        (m.CARD_LANDED, 0, m.PLACE_BURN),
        (m.FACE_READ, 0, 5),
        (m.FACE_OPENED, 0, 5),
    ):
        running().send(*wrong)


def hand_is_voided_before_it_has_an_order() -> None:
    driver = TableDriver(3)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")


def the_floor_is_called_and_corrects_an_award_at_once() -> None:
    driver = running()
    driver.send(m.FLOOR_CALLED, 2)
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.AWARD_REVERSED, 2, 1, 50, "Anna")
    driver.stops_at = 0
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    driver.send(m.FLOOR_CALLED, 2)


SENSED = (
    (m.CARD_STRAYED, 40),
    (m.CARD_UNLANDED, 0),
    (m.SLOT_FOUND_EMPTY, 4, 4),
    (m.CARD_DOUBLED, 0, m.SIGN_LONG),
    (m.CARD_EXPOSED, 0),
    (m.FACE_DOUBTED, 0, m.DOUBT_FOREIGN),
)


def cards_go_wrong_whatever_happens() -> None:
    for message in SENSED:
        running().send(*message)
        irregular_hand().send(*message)
        driver = held_hand()
        driver.send(*message)
        driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
        driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
        driver = running()
        driver.stops_at = m.REVEAL_ORDER
        driver.fold(1)
        driver.send(*message)
        driver = TableDriver()
        driver.send(*message)
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*message)
        driver = TableDriver()
        driver.power_up()
        driver.send(*message)
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*message)


def an_objection_is_withdrawn() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    show_down(driver)
    driver.send(m.FLOOR_CALLED, 2)
    driver.send(m.FLOOR_CALLED, 2)
    driver.fire()


def faces_and_slots_are_told_while_held() -> None:
    driver = running()
    driver.stops_at = m.NAME_SLOT
    driver.send(m.CARD_LEFT, 9, 0)
    driver.send(m.FLOOR_RULED, m.RULING_COMPLETE_BY_HAND, "Anna", None)
    to_the_river(driver)
    k = driver.heard(m.NAME_SLOT)[-1][1]
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SLOT_NAMED, k, k)
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")


def card_lands_after_the_promise_of_a_broken_hand() -> None:
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.stops_at = m.COLLECT_CARDS
    driver.send(m.CARD_STRAYED, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_SEAT1)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
    driver.stops_at = 0
    driver.send(m.CARDS_COLLECTED, 52, 0)


def dealing(stacks: dict[int, int]) -> TableDriver:
    """A hand whose hole cards the scenario deals itself."""
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit(stacks)
    driver.power_up()
    driver.fire()
    driver.deals = False
    driver.send(m.CUT_SET, 0, None)
    return driver


def burn_strays_while_hole_cards_are_dealt() -> None:
    driver = dealing({1: 1000, 2: 1000})
    driver.send(m.CARD_STRAYED, 1)
    driver.send(m.CARD_LANDED, 1, m.PLACE_BURN)
    for one in driver.deal(0, m.PLACE_SEAT2):
        driver.send(*one)
    driver.send(m.SLOT_FOUND_EMPTY, 1, 1)


def replacement_cannot_be_read_and_the_floor_voids() -> None:
    driver = dealing({1: 1000, 2: 1000})
    for k, seat in enumerate((m.PLACE_SEAT2, m.PLACE_SEAT1, m.PLACE_SEAT2, m.PLACE_SEAT1)):
        driver.send(m.CARD_LEFT, k, k)
        if k == 2:
            driver.send(m.CARD_EXPOSED, k)
        driver.send(m.CARD_LANDED, k, seat)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_DOUBTED, 4, m.DOUBT_UNREADABLE)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None)


def a_stray_card_never_lands_and_the_hand_is_completed_by_hand() -> None:
    driver = running()
    driver.send(m.CARD_STRAYED, 30)
    driver.send(m.FLOOR_RULED, m.RULING_COMPLETE_BY_HAND, "Anna", None)


def blinds_are_all_in_and_the_flop_goes_wrong() -> None:
    for goes_wrong in ("unread", "stray"):
        driver = TableDriver(3)
        driver.set("witness_ms", 0)
        driver.sit({1: 50, 2: 50})
        driver.power_up()
        driver.stops_at = m.OPEN_FACE
        driver.start_hand()
        asked = list(driver.table.hand.faces_asked)  # type: ignore[union-attr]
        driver.deals = False
        if goes_wrong == "stray":
            driver.send(m.CARD_STRAYED, 30)
            driver.send(m.FACE_OPENED, asked[0], driver.face_of(asked[0]))
            driver.send(m.CARD_LANDED, 30, m.PLACE_BOARD1)
            for one in driver.deal(4, m.PLACE_BURN):
                driver.send(*one)
        else:
            for token in asked:
                driver.send(m.FACE_OPENED, token, driver.face_of(token))
            for one in driver.deal(4, m.PLACE_BURN):
                driver.send(*one)
            driver.send(m.CARD_LEFT, 5, 5)
            driver.send(m.FACE_DOUBTED, 5, m.DOUBT_UNREADABLE)
            driver.send(m.CARD_LANDED, 5, m.PLACE_BOARD1)
        driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None)
        driver.deals = True
        assert driver.heard(m.HAND_VOIDED)


SCENARIOS = (
    burn_strays_while_hole_cards_are_dealt,
    replacement_cannot_be_read_and_the_floor_voids,
    a_stray_card_never_lands_and_the_hand_is_completed_by_hand,
    blinds_are_all_in_and_the_flop_goes_wrong,
    faces_and_slots_are_told_while_held,
    card_lands_after_the_promise_of_a_broken_hand,
    an_objection_is_withdrawn,
    cards_go_wrong_whatever_happens,
    the_floor_is_called_and_corrects_an_award_at_once,
    old_timers_are_ignored,
    player_leaves_before_the_deal_and_at_the_showdown,
    show_clock_runs_out,
    machine_stutters_between_collect_and_reveal,
    facts_wait_while_a_device_is_repaired,
    two_faults_and_a_leaver_while_held,
    nothing_moves_in_an_irregular_hand,
    hand_is_voided_before_it_has_an_order,
)
