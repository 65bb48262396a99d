"""One order an epoch: drawn once, kept twice, sealed, dealt by, told, wiped."""

from __future__ import annotations

import pytest

from firmware.app.faults import Faults
from firmware.app.fram import OCCUPIED_AT, ORDER_AT, ORDER_COPY_BYTES
from firmware.app.noise_intake import NoiseIntake
from firmware.app.order_keeper import OrderKeeper
from firmware.compat import InvariantError
from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import OPENED, open_commitment
from firmware.schema import messages as m
from hal.errors import NACK, HalError
from hal.sim.memory import SimOrderMemory
from hal.sim.noise import SimNoise

HEAD = bytes(range(32))
W = bytes(32)


class Desk:
    """A keeper with its FRAM and a source that may be changed, as after a restart."""

    def __init__(self, memory: SimOrderMemory | None = None, seed: bytes = b"one") -> None:
        self.memory = SimOrderMemory() if memory is None else memory
        self.intake = NoiseIntake(SimNoise(seed), Faults(), "MZ-0007")
        self.keeper = OrderKeeper(self.memory, self.intake, "MZ-0007", "simulated")
        self.keeper.restore()

    def draw(self) -> None:
        for _ in range(500):
            if self.intake.is_ready():
                return
            self.intake.step()
        raise AssertionError("noise never ready")

    def load(self, cards: int = 52) -> Desk:
        self.draw()
        assert self.keeper.begin_load()
        for _ in range(cards):
            self.keeper.fed()
        self.keeper.end_load()
        self.keeper.note((m.DECK_LOADED, cards))
        return self

    def commit(self, hand: int = 1) -> tuple:
        self.draw()
        message = self.keeper.commit(hand, 0, 5, HEAD)
        assert message is not None
        return message

    def restarted(self) -> Desk:
        return Desk(self.memory, b"another noise")


def test_loading_order_runs_over_all_slots_and_is_forgotten_as_it_is_used() -> None:
    desk = Desk()
    desk.draw()
    desk.keeper.begin_load()
    slots = []
    for _ in range(52):
        slots.append(desk.keeper.loading_slot())
        desk.keeper.fed()
    assert len(set(slots)) == 52
    assert slots != sorted(slots)
    assert bytes(desk.keeper._loading[:52]) == bytes(52)
    desk.keeper.end_load()
    assert desk.keeper._loaded_slots() == bytes(sorted(slots))
    assert desk.keeper.may_hold_cards()


def test_load_waits_for_fresh_noise() -> None:
    desk = Desk()
    assert not desk.keeper.begin_load()
    assert desk.keeper.commit(1, 0, 5, HEAD) is None


def test_emptied_carousel_holds_no_card_until_the_next_load() -> None:
    desk = Desk().load()
    desk.keeper.emptied()
    assert not desk.keeper.may_hold_cards()
    assert desk.restarted().keeper.may_hold_cards(), "after a restart nobody knows"


def test_card_that_left_in_whatever_way_is_not_dealt_again() -> None:
    desk = Desk().load()
    desk.commit()
    desk.keeper.settle(1, 0, bytes(32), 7, "public_shuffle")
    for k, message in enumerate(
        (
            (m.CARD_LEFT, 0, desk.keeper.slot(0)),
            (m.CARD_STRAYED, desk.keeper.slot(1)),
            (m.SLOT_NAMED, 2, desk.keeper.slot(2)),
        )
    ):
        assert not desk.keeper.has_left(k)
        desk.keeper.note(message)
        assert desk.keeper.has_left(k)
    assert not desk.keeper.has_left(3)


def test_nobody_knows_the_slots_of_a_load_that_was_cut_off() -> None:
    desk = Desk().load()
    desk.draw()
    desk.keeper.begin_load()
    assert desk.restarted().keeper.may_hold_cards()


def test_loaded_slots_outlive_a_power_cut_until_the_order_is_drawn() -> None:
    desk = Desk().load(40)
    again = desk.restarted()
    assert again.keeper._loaded_slots() == desk.keeper._loaded_slots()
    assert again.commit()[4] == 40


def test_commitment_seals_what_the_reveal_opens() -> None:
    desk = Desk().load()
    committed = desk.commit()
    assert committed[:5] == (m.ORDER_COMMITTED, 1, 0, 5, 52)
    assert committed[6] == m.PROVENANCE_SIMULATED
    _, hand, epoch, order, nonce = desk.keeper.reveal(1, 0)
    opened = open_commitment(
        committed[5], table=b"MZ-0007", hand=hand, epoch=epoch, head=HEAD, order=order, nonce=nonce
    )
    assert opened == OPENED


def test_deal_follows_order_cut_and_witness() -> None:
    desk = Desk().load()
    committed = desk.commit()
    desk.keeper.settle(1, 0, W, 4711, "public_shuffle")
    order = desk.keeper.reveal(1, 0)[3]
    places = deal_places("public_shuffle", committed[5], W, 4711, 52)
    assert [desk.keeper.slot(k) for k in range(52)] == [order[place] for place in places]
    assert desk.keeper.token(3) == desk.keeper.slot(3)


def test_no_second_draw_after_a_power_cut() -> None:
    desk = Desk().load()
    committed = desk.commit()
    desk.keeper.settle(1, 0, W, 1, "rotation")
    again = desk.restarted()
    assert again.keeper.commit(1, 0, 5, HEAD) == committed
    again.keeper.settle(1, 0, W, 1, "rotation")
    assert [again.keeper.slot(k) for k in range(52)] == [desk.keeper.slot(k) for k in range(52)]
    assert again.keeper.reveal(1, 0) == desk.keeper.reveal(1, 0)


@pytest.mark.parametrize("copy", [0, 1])
def test_one_broken_copy_is_made_good_by_the_other(copy: int) -> None:
    desk = Desk().load()
    committed = desk.commit()
    desk.memory.write(ORDER_AT + copy * ORDER_COPY_BYTES + 60, b"\x00\x01\x02")
    assert desk.restarted().keeper.commit(1, 0, 5, HEAD) == committed


def test_order_of_which_no_copy_is_whole_is_not_here() -> None:
    desk = Desk().load()
    desk.commit()
    for copy in (0, 1):
        desk.memory.write(ORDER_AT + copy * ORDER_COPY_BYTES + 60, b"\x00\x01\x02")
    keeper = desk.restarted().keeper
    assert not keeper.holds(1, 0)
    with pytest.raises(InvariantError):
        keeper.reveal(1, 0)
    with pytest.raises(InvariantError):
        keeper.slot(0)


def test_order_that_does_not_read_back_is_not_promised() -> None:
    desk = Desk().load()
    desk.draw()

    class Deaf(SimOrderMemory):
        def write(self, offset: int, content: bytes) -> None:
            """Forget it."""

    desk.keeper._memory = Deaf()
    with pytest.raises(HalError):
        desk.keeper.commit(1, 0, 5, HEAD)
    assert not desk.keeper.holds(1, 0)


def test_revealed_order_is_wiped_once_its_line_is_durable() -> None:
    desk = Desk().load()
    desk.commit()
    revealed = desk.keeper.reveal(1, 0)
    order = desk.keeper._order
    assert order is not None
    desk.keeper.note(revealed)
    assert desk.keeper.holds(1, 0)
    desk.keeper.after_sync()
    assert not desk.keeper.holds(1, 0)
    assert desk.memory.read(ORDER_AT, 2 * ORDER_COPY_BYTES) == bytes(2 * ORDER_COPY_BYTES)
    assert bytes(order.order) == bytes(52)


def test_power_cut_between_reveal_and_wipe_wipes_at_the_next_start() -> None:
    desk = Desk().load()
    desk.commit()
    revealed = desk.keeper.reveal(1, 0)
    again = desk.restarted()
    again.keeper.note(revealed)
    again.keeper.after_sync()
    assert not again.restarted().keeper.holds(1, 0)


def test_reveal_of_an_older_hand_in_a_replay_wipes_nothing() -> None:
    desk = Desk().load()
    desk.commit(hand=2)
    desk.keeper.note((m.ORDER_REVEALED, 1, 0, b"", b""))
    desk.keeper.after_sync()
    assert desk.keeper.holds(2, 0)


def test_order_of_another_line_is_a_bug() -> None:
    desk = Desk().load()
    desk.commit()
    with pytest.raises(InvariantError):
        desk.keeper.commit(1, 0, 6, HEAD)


def test_settling_an_epoch_that_is_over_changes_nothing() -> None:
    desk = Desk().load()
    desk.commit(hand=2)
    desk.keeper.settle(1, 0, W, 5, "public_shuffle")
    with pytest.raises(InvariantError):
        desk.keeper.slot(0)


def test_next_hand_has_another_order_and_seal() -> None:
    desk = Desk().load()
    first = desk.commit()
    order = desk.keeper.reveal(1, 0)
    desk.keeper.note(order)
    desk.keeper.after_sync()
    second = desk.commit(hand=2)
    assert first[5] != second[5]
    assert desk.keeper.reveal(2, 0)[3] != order[3]


def test_keeper_shows_nothing_of_itself() -> None:
    desk = Desk().load()
    desk.commit()
    assert repr(desk.keeper) == "<order keeper>"
    assert repr(desk.keeper._order) == "<order>"


def test_fram_without_a_sane_order_holds_none() -> None:
    desk = Desk()
    desk.memory.write(ORDER_AT, bytes([255] * ORDER_COPY_BYTES))
    desk.memory.write(OCCUPIED_AT, bytes([255] * 64))
    again = desk.restarted()
    assert not again.keeper.holds(0, 0)
    assert again.keeper.may_hold_cards()


def test_first_button_is_the_first_of_a_sealed_order_of_the_seats_asked_for() -> None:
    seats = bytes((2, 5, 9))
    drawn = set()
    desk = Desk()
    for draw in range(30):
        desk.draw()
        promised = desk.keeper.commit(0, draw, 5, HEAD, seats)
        assert promised is not None
        assert promised[:5] == (m.ORDER_COMMITTED, 0, draw, 5, 3)
        desk.keeper.settle(0, draw, W, 4711, "public_shuffle")
        drawn.add(desk.keeper.slot(0))
        _, _, _, order, nonce = desk.keeper.reveal(0, draw)
        assert sorted(order) == [2, 5, 9]
        places = deal_places("public_shuffle", promised[5], W, 4711, 3)
        assert desk.keeper.slot(0) == order[places[0]]
        assert (
            open_commitment(
                promised[5],
                table=b"MZ-0007",
                hand=0,
                epoch=draw,
                head=HEAD,
                order=order,
                nonce=nonce,
            )
            == OPENED
        )
    assert drawn == set(seats)


def test_a_draw_cut_off_by_power_goes_on_with_the_same_order_of_seats() -> None:
    desk = Desk()
    desk.draw()
    promised = desk.keeper.commit(0, 0, 5, HEAD, bytes((2, 5)))
    again = desk.restarted()
    assert again.keeper.holds(0, 0)
    assert again.keeper.commit(0, 0, 5, HEAD, bytes((2, 5))) == promised


def test_no_seat_is_drawn_before_the_noise_is_ready() -> None:
    assert Desk().keeper.commit(0, 0, 5, HEAD, bytes((2, 5))) is None


class Stumbling(SimOrderMemory):
    """A FRAM of which the n-th write from now fails, and each after it, while `is_broken`."""

    def __init__(self) -> None:
        super().__init__()
        self.fails_after = -1
        self.is_broken = False

    def write(self, offset: int, content: bytes) -> None:
        if self.is_broken and self.fails_after == 0:
            raise HalError(NACK, "fram")
        if self.is_broken:
            self.fails_after -= 1
        super().write(offset, content)


@pytest.mark.parametrize("at", range(3))
def test_an_order_whose_keeping_failed_is_kept_later_and_not_drawn_again(at: int) -> None:
    memory = Stumbling()
    desk = Desk(memory).load()
    desk.draw()
    memory.is_broken, memory.fails_after = True, at
    with pytest.raises(HalError):
        desk.keeper.commit(1, 0, 5, HEAD)
    assert desk.keeper._drawn is not None
    drawn = desk.keeper._drawn.commit
    memory.is_broken = False
    message = desk.keeper.commit(1, 0, 5, HEAD)
    assert message is not None
    assert message[5] == drawn


def test_a_told_order_that_could_not_be_wiped_is_wiped_after_another_sync() -> None:
    memory = Stumbling()
    desk = Desk(memory).load()
    desk.commit()
    desk.keeper.note(desk.keeper.reveal(1, 0))
    memory.is_broken, memory.fails_after = True, 0
    with pytest.raises(HalError):
        desk.keeper.after_sync()
    assert memory.read(ORDER_AT, ORDER_COPY_BYTES) != bytes(ORDER_COPY_BYTES)
    memory.is_broken = False
    desk.keeper.after_sync()
    assert memory.read(ORDER_AT, 2 * ORDER_COPY_BYTES) == bytes(2 * ORDER_COPY_BYTES)
    assert not desk.keeper.holds(1, 0)


def test_a_told_order_that_was_not_wiped_does_not_take_the_next_one_with_it() -> None:
    desk = Desk().load()
    desk.commit()
    desk.keeper.note(desk.keeper.reveal(1, 0))
    desk.load()
    desk.commit(2)
    desk.keeper.after_sync()
    assert desk.keeper.holds(2, 0)
