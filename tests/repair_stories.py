"""Tables at which a card goes wrong on purpose, and the zones in which cards then lie.

Shared by the stories of dealer errors and of the floor's decisions. The zones are those of the
rules: STUB, BURN, BOARD, HANDS, MUCK, ASIDE.
"""

from __future__ import annotations

from firmware.core import hand_table
from firmware.core.by_hand_guards import face_people_are_asked_for
from firmware.schema import messages as m
from tests.table_driver import TableDriver

FIVE = dict.fromkeys(range(1, 6), 1000)
BURN, ASIDE = m.PLACE_BURN, m.PLACE_ASIDE
FLOP = (m.PLACE_BOARD1, m.PLACE_BOARD2, m.PLACE_BOARD3)


def zones(driver: TableDriver) -> dict[str, int]:
    """How many cards lie in each zone."""
    table = driver.table
    hand, ledger = table.hand, table.ledger
    assert hand is not None
    counted: dict[str, int] = {}
    for zone in ("BURN", "BOARD", "HANDS", "MUCK", "ASIDE"):
        counted[zone] = 0
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


def to_the_burn(driver: TableDriver) -> None:
    """Two players check or call; what then becomes of the flop's burn, the test says."""
    act(driver, 1)
    driver.deals = False
    act(driver, 1)


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


def lay_an_unread_card(driver: TableDriver) -> int:
    """A burn was missing; the card that takes its place lies unread, its face is asked: its k."""
    driver.stops_at = m.DEAL_CARD
    assert report(driver, "burn_missing") == 0
    k, place = driver.heard(m.DEAL_CARD)[-1][1:]
    driver.stops_at = m.ASK_FACE
    assert driver.send(m.CARD_LEFT, k, k) == 0
    assert driver.send(m.FACE_DOUBTED, k, m.DOUBT_UNREADABLE) == 0
    assert driver.send(m.CARD_LANDED, k, place) == 0
    assert decide(driver, m.RULING_RESUME) == 0
    assert driver.table.hand is not None
    assert face_people_are_asked_for(driver.table.hand) == k
    return k


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
