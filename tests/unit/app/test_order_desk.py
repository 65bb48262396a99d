"""What is asked of the keeper, what is given up, and when too many orders are lost."""

from __future__ import annotations

from firmware.app.faults import Faults
from firmware.app.floor_desk import FloorDesk
from firmware.app.order_desk import SESSION_HANDS, OrderDesk
from firmware.core.table import Table
from firmware.lines.writer import write
from firmware.schema import messages as m
from firmware.schema.faults import FAULT_ORDER_LOST, FAULT_ORDERS_LOST_TWICE
from hal.errors import CORRUPT, NACK, HalError
from tests.hand_stories import TWO, hand_of, show_down

HEAD = bytes(32)
PROMISE = (m.ORDER_COMMITTED, 1, 0, 5, 52, bytes(32), 1)


class Keeper:
    """Promises what it is asked for, unless its memory is in trouble."""

    def __init__(self) -> None:
        self.trouble = ""
        self.asked: list[tuple[int, int]] = []

    def commit(
        self, hand: int, epoch: int, of: int, head: bytes, seats: bytes | None = None
    ) -> tuple:
        self.asked.append((hand, epoch))
        if self.trouble:
            raise HalError(self.trouble, "fram")
        return PROMISE

    def holds(self, hand: int, epoch: int) -> bool:
        return False


class Desk:
    def __init__(self) -> None:
        self.faults = Faults()
        self.table = Table()
        self.keeper = Keeper()
        self.desk = OrderDesk(self.keeper, self.table, self.faults)  # type: ignore[arg-type]

    def note(self, *message: object) -> None:
        self.desk.note(message, 5, HEAD)

    def poll(self) -> list[tuple]:
        inputs: list[tuple] = []
        self.desk.poll(inputs)
        return inputs

    def lose_order(self, hand: int) -> None:
        self.table.hand_number = hand
        self.faults.stand(FAULT_ORDER_LOST)
        self.tell()
        self.faults.worked(FAULT_ORDER_LOST)
        self.tell()
        self.poll()
        self.tell()

    def tell(self) -> None:
        """As the loop does: what the faults say becomes lines, and everybody hears them."""
        inputs, self.faults.inputs = self.faults.inputs, []
        for message in inputs:
            self.desk.note(message, 9, HEAD)


def test_a_hand_void_before_its_promise_is_promised_nothing() -> None:
    desk = Desk()
    desk.note(m.COMMIT_ORDER, 1, 0)
    desk.note(m.HAND_VOIDED, 1, "Anna")
    assert desk.poll() == []
    assert desk.keeper.asked == []
    assert desk.desk.is_idle


def test_a_memory_that_stumbles_is_asked_again_and_no_order_is_lost() -> None:
    desk = Desk()
    desk.keeper.trouble = NACK
    desk.note(m.COMMIT_ORDER, 1, 0)
    assert desk.poll() == []
    assert not desk.faults.stands(FAULT_ORDER_LOST)
    desk.keeper.trouble = ""
    assert desk.poll() == [PROMISE]


def test_an_order_that_does_not_read_back_is_lost() -> None:
    desk = Desk()
    desk.keeper.trouble = CORRUPT
    desk.note(m.COMMIT_ORDER, 1, 0)
    assert desk.poll() == []
    assert desk.faults.stands(FAULT_ORDER_LOST)


def test_a_second_lost_order_stops_new_hands_until_service() -> None:
    desk = Desk()
    desk.lose_order(10)
    assert not desk.faults.stands(FAULT_ORDERS_LOST_TWICE)
    desk.lose_order(10 + SESSION_HANDS - 1)
    assert desk.faults.stands(FAULT_ORDERS_LOST_TWICE)
    floor = FloorDesk(desk.faults, desk.table)
    assert floor.key_turned(is_lid_open=False) == []
    assert desk.faults.stands(FAULT_ORDERS_LOST_TWICE)
    cleared = floor.key_turned(is_lid_open=True)
    assert [one[1] for one in cleared] == ["F-ORD-02"]
    desk.desk.note(cleared[0], 11, HEAD)
    desk.lose_order(10 + SESSION_HANDS)
    assert not desk.faults.stands(FAULT_ORDERS_LOST_TWICE)


def test_the_same_loss_told_again_and_one_of_another_evening_count_once() -> None:
    desk = Desk()
    desk.lose_order(10)
    desk.lose_order(10)
    assert not desk.faults.stands(FAULT_ORDERS_LOST_TWICE)
    desk.lose_order(10 + SESSION_HANDS)
    assert not desk.faults.stands(FAULT_ORDERS_LOST_TWICE)


def test_a_snapshot_remembers_a_lost_order() -> None:
    desk = Desk()
    desk.lose_order(10)
    again = Desk()
    again.desk.restore(desk.desk.kept())
    again.lose_order(11)
    assert again.faults.stands(FAULT_ORDERS_LOST_TWICE)


def test_the_floor_key_ends_an_objection_at_the_table() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    show_down(driver)
    driver.send(m.FLOOR_CALLED, 2)
    for message in FloorDesk(Faults(), driver.table).key_turned(is_lid_open=False):
        assert write(message, 1, 0)
        assert driver.send(*message) == 0
    driver.fire()
    assert driver.heard(m.POT_AWARDED)
