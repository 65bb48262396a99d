"""Random evenings through the whole firmware: what must hold whatever is dealt and played."""

from __future__ import annotations

import pytest

from firmware.core.table import Table
from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import OPENED, first_wrong_ejection, open_commitment
from firmware.journal.kept import KeptRecord
from firmware.journal.recovery import recover
from firmware.journal.replay import Replay
from firmware.journal.segments import read_head_note
from firmware.schema import messages as m
from tests.simulated_evening import SERIAL, Evening

# (seed, seats, hands): fifty hands at tables of two to ten
EVENINGS = (
    (b"two", 2, 10),
    (b"three", 3, 10),
    (b"six", 6, 10),
    (b"nine", 9, 10),
    (b"ten", 10, 10),
)


@pytest.fixture(scope="module", params=EVENINGS, ids=[str(one[0], "ascii") for one in EVENINGS])
def evening(request: pytest.FixtureRequest) -> Evening:
    seed, seats, hands = request.param
    return Evening(seed, dict.fromkeys(range(1, seats + 1), 3000), hands).play()


def test_every_hand_is_finished_and_its_order_revealed(evening: Evening) -> None:
    assert len(evening.told(m.HAND_FINISHED)) == evening.hands
    assert len(evening.told(m.ORDER_REVEALED)) == 1 + evening.hands  # the first button
    assert not evening.told(m.IRREGULARITY_FOUND, m.HAND_HELD, m.FAULT_RAISED, m.TABLE_HELD)


def test_chips_in_are_chips_out(evening: Evening) -> None:
    bought = sum(message[2] for message in evening.told(m.SEAT_TAKEN))
    lost = 0  # who leaves takes nothing: only an empty stack buys in again
    assert sum(evening.controller.table.stacks) == bought - lost
    for started, finished in zip(
        evening.told(m.HAND_STARTED), evening.told(m.HAND_FINISHED), strict=True
    ):
        assert started[3] == finished[2]
        assert sum(started[4]) == sum(finished[3])


def test_chain_verifies_and_replay_is_the_live_table(evening: Evening) -> None:
    heads = KeptRecord(evening.memory, 0, 64)
    table = Table()
    replay = Replay(table.take, lambda message, seq, head: None)
    found = recover(evening.disk, read_head_note(heads.read()), SERIAL, replay.line)
    assert not found.is_damaged
    assert found.cut_bytes == 0
    assert replay.differs_at == 0
    assert replay.owed() == []
    journal = evening.controller.journal
    assert journal is not None
    assert (found.seq, found.head) == (journal.synced, journal.synced_head)
    assert table.snapshot() == evening.controller.table.snapshot()


def test_every_deal_follows_the_order_that_was_sealed_before_the_cut(evening: Evening) -> None:
    heads: dict[int, bytes] = {}
    heads_record = KeptRecord(evening.memory, 0, 64)
    recover(
        evening.disk,
        read_head_note(heads_record.read()),
        SERIAL,
        lambda line, head: heads.__setitem__(line.seq or 0, head),
    )
    committed = cut = None
    slots = bytearray()
    checked = 0
    for message in (line.message for line in evening.lines()):
        if message[0] == m.ORDER_COMMITTED:
            committed = message
            slots = bytearray()
        elif message[0] == m.ORDER_CUT:
            cut = message
        elif message[0] == m.BUTTON_DRAWN:
            slots.append(message[1])
        elif message[0] == m.CARD_LEFT:
            assert message[1] == len(slots)
            slots.append(message[2])
        elif message[0] == m.ORDER_REVEALED:
            assert committed is not None
            assert cut is not None
            _, hand, epoch, order, nonce = message
            _, _hand, _epoch, of, count, commit, _provenance = committed
            opened = open_commitment(
                commit,
                table=SERIAL.encode(),
                hand=hand,
                epoch=epoch,
                head=heads[of],
                order=order,
                nonce=nonce,
            )
            assert opened == OPENED
            places = deal_places("public_shuffle", commit, bytes(32), cut[3], count)
            assert first_wrong_ejection(order, places, bytes(slots)) == -1
            checked += 1
    assert checked == 1 + evening.hands  # the first button is drawn the same way


def test_no_face_is_told_that_the_rules_do_not_show(evening: Evening) -> None:
    """The log is all that the controller ever knew: board cards, and hands that were shown."""
    at: dict[int, int] = {}
    asked: list[int] = []
    folded: list[int] = []
    shown: list[tuple] = []
    seen: list[int] = []
    holes: dict[int, list[int]] = {}
    going = 0
    for message in (line.message for line in evening.lines()):
        if message[0] == m.HAND_STARTED:
            at, asked, folded, seen, holes = {}, [], [], [], {}
        elif message[0] == m.DEAL_CARD:
            going = message[2]
        elif message[0] == m.CARD_LANDED:
            at[message[1]] = message[2]
        elif message[0] == m.HOLE_CARD_DEALT:
            holes.setdefault(message[1], []).append(message[3])
        elif message[0] == m.ERASE_FACE:
            folded.append(message[1])
        elif message[0] == m.OPEN_FACE:
            assert message[1] not in folded
            assert m.PLACE_SEAT1 <= at[message[1]] <= m.PLACE_SEAT10
            asked.append(message[1])
        elif message[0] == m.FACE_READ:
            assert message[1] not in at  # on its way: read as it passes, told before it lands
            assert m.PLACE_BOARD1 <= going <= m.PLACE_BOARD5
            seen.append(message[2])
        elif message[0] == m.FACE_OPENED:
            assert message[1] in asked
            seen.append(message[2])
        elif message[0] == m.HAND_SHOWN:
            shown.append(message)
            assert set(message[2]) <= set(seen)
        elif message[0] == m.HAND_FINISHED:
            assert len(set(seen)) == len(seen)
            opened = [token for seat in holes for token in holes[seat] if token in asked]
            assert len(opened) == 2 * len(shown)
            shown = []
            # the cards say the truth: what was told lies where it was told
            assert evening.machine.deck.every_card() == list(range(52))


def test_controller_holds_no_face_beyond_the_record(evening: Evening) -> None:
    assert evening.controller.table.hand is None
    known = set(evening.controller.table.ledger.face)
    told = {message[1] for message in evening.told(m.FACE_READ, m.FACE_OPENED)}
    assert known <= told
