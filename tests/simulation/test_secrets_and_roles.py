"""Who may ask for what, what a record lets anybody conclude, and what keys can do to an order.

Security cases S-INF-03, S-INF-04 and S-INS-02; what else proves a case is named in
`tests/cases/security_tests.toml`.
"""

from __future__ import annotations

from random import Random

from firmware.app.commands import Commands
from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS, TYPE_HEX
from hal.ports import KEY_CALL, KEY_DOWN, KEY_RAISE, KEY_UP
from tests.simulated_evening import Evening
from tests.verify_logs import honest, said

TELLS_A_FACE = (m.FACE_READ, m.FACE_OPENED, m.OPEN_FACE)
STACKS = {1: 3000, 2: 3000, 6: 3000}
KEYS = (KEY_CALL, KEY_RAISE, KEY_UP, KEY_DOWN)  # FOLD, held, decides who plays


def test_no_role_has_a_request_that_opens_a_card() -> None:
    commands = Commands()
    asked = 0
    for number, kind in enumerate(m.KIND):
        if kind != m.KIND_COMMAND or not m.NAMES[number]:
            continue
        asked += 1
        request = (number, *[_some(field) for field in FIELDS[number]])
        given, _ = commands.input_for(request)
        assert given is None or given[0] not in TELLS_A_FACE, m.NAMES[number]
    assert asked > 5


def _some(field: tuple) -> object:
    """A value of a field, whatever it is."""
    return bytes(32) if field[1] == TYPE_HEX else 1


def test_what_is_folded_may_be_any_card_that_nobody_saw() -> None:
    """Openings, burns and board leave every unseen card possible for every unopened place."""
    told = said(honest())
    starts = [at for at, one in enumerate(told) if one.name == "hand_started"]
    folded = 0
    for at, until in zip(starts, [*starts[1:], len(told)], strict=True):
        hand = told[at:until]
        known = {one.message[1]: one.message[2] for one in hand if one.name.startswith("face_")}
        erased = {one.message[1] for one in hand if one.name == "erase_face"}
        dealt = {one.message[1] for one in hand if one.name == "card_landed"}
        assert not erased & set(known)
        unseen = 52 - len(set(known.values()))
        stub = 52 - len(dealt)
        assert unseen == stub + len(dealt - set(known))
        assert not erased or unseen >= stub + len(erased) > 2
        folded += len(erased)
    assert folded > 4


def first_order(fingers: Random | None) -> tuple[bytes, bytes]:
    """Order and nonce of the first hand; somebody plays with the keys before it."""
    evening = Evening(b"fingers", STACKS, 1)
    evening.controller.offer((m.BUTTON_PLACED, 1))
    while not evening.told(m.ORDER_COMMITTED):
        if fingers is not None and fingers.random() < 0.2:
            seat = fingers.choice(list(STACKS))
            panel = evening.table.panel(seat)
            keys = fingers.choice(KEYS)
            (panel.press if fingers.random() < 0.5 else panel.release)(seat, keys)
        evening.one_pass()
    keeper = evening.controller._keeper
    assert keeper._order is not None
    return bytes(keeper._order.order), keeper._order.nonce


def test_no_play_with_the_keys_before_the_promise_changes_the_order() -> None:
    undisturbed = first_order(None)
    for number in range(6):
        assert first_order(Random(number)) == undisturbed
