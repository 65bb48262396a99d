"""Hands a second through the whole table, against pokerkit with the same policy in the same run.

Six seats, 200 chips each, blinds 1/2, fresh stacks every hand. Facing a bet: fold 25 %, call 60 %,
smallest raise 15 %; else check 80 %, smallest bet 20 %. Ours passes every card and every key as an
input through `Table.take`: collect, 52 cards fed, order, cut, each card leaving, read and landing,
actions, showing, reveal; with its invariants, effects and reports as tuples, without a journal.
pokerkit runs with all its automations. Rounds are interleaved, processor time is counted and
medians are taken, so that a busy machine harms both alike.
"""

from __future__ import annotations

import random
import statistics
import time

from pokerkit import Automation, NoLimitTexasHoldem

from firmware.core import Table, legal_actions
from firmware.schema import messages as m
from firmware.schema import settings as s

SEATS = 6
STACK = 200
ROUNDS = 5
HANDS = 400
PEER_HANDS = 40
DECK = list(range(52))

_FEED = tuple((m.CARD_FED, n) for n in range(1, 53))


def our_hands(count: int, rng: random.Random) -> int:
    """Play `count` hands; returns the inputs that it took."""
    table = Table(s.PROFILE_PHH)
    take = table.take
    inputs = 0
    for setting, value in (("small_blind", "1"), ("big_blind", "2"), ("witness_ms", "0")):
        take((m.SETTING_CHANGED, setting, value, None), [])
    for _ in range(count):
        for seat in range(1, SEATS + 1):
            if table.taken[seat]:
                take((m.SEAT_LEFT, seat), [])
            take((m.SEAT_TAKEN, seat, STACK, None), [])
        inputs += _one_hand(table, rng)
    return inputs


def _one_hand(table: Table, rng: random.Random) -> int:
    """From the collect of the last hand's cards to the end of this one."""
    take = table.take
    deck = DECK[:]
    rng.shuffle(deck)
    inputs = 0
    todo = [(m.CARDS_COLLECTED, 52, table.ledger.openings)]
    todo.extend(_FEED)
    todo.append((m.DECK_LOADED, 52))
    at = 0
    while True:
        if at < len(todo):
            message = todo[at]
            at += 1
        else:
            hand = table.hand
            legal = legal_actions(hand)
            if legal is not None:
                message = _choice(legal, rng)
            else:
                message = (m.SHOW_CHOSEN, hand.turn, m.SHOW_SHOW)  # type: ignore[union-attr]
        out: list[tuple] = []
        code = take(message, out)
        inputs += 1
        if code:
            raise AssertionError(f"refused {message}: {m.REFUSAL_WORDS[code]}")
        for effect in out:
            answer = ANSWERS.get(effect[0])
            if answer is not None:
                todo.extend(answer(effect, deck))
        if table.hand is None and at == len(todo):
            return inputs


def _deal(effect: tuple, deck: list[int]) -> list[tuple]:
    _id, k, place = effect
    landed = (m.CARD_LANDED, k, place)
    if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
        return [(m.CARD_LEFT, k, k), (m.FACE_READ, k, deck[k]), landed]
    return [(m.CARD_LEFT, k, k), landed]


def _next_hand(effect: tuple, _: list[int]) -> list[tuple]:
    is_next_hand = effect[1] == m.TIMER_NEXT_HAND
    return [(m.TIMER_FIRED, effect[1], effect[2])] if is_next_hand else []


# What a faultless machine answers; the slot of the k-th card is k.
ANSWERS = {
    m.DEAL_CARD: _deal,
    m.OPEN_FACE: lambda effect, deck: [(m.FACE_OPENED, effect[1], deck[effect[1]])],
    m.START_TIMER: _next_hand,
    m.COMMIT_ORDER: lambda effect, _: [(m.ORDER_COMMITTED, effect[1], 0, 1, 52, b"", None)],
    m.CUT_ASKED: lambda _, __: [(m.CUT_SET, 7, None)],
    m.REVEAL_ORDER: lambda effect, _: [(m.ORDER_REVEALED, effect[1], 0, b"", b"")],
}


def _choice(legal: tuple[int, int, int, int], rng: random.Random) -> tuple:
    seat, call, least, _most = legal
    chance = rng.random()
    if call and chance < 0.25:
        return (m.ACTION_CHOSEN, seat, m.CHOICE_FOLD, None)
    if least and chance >= (0.85 if call else 0.8):
        return (m.ACTION_CHOSEN, seat, m.CHOICE_RAISE, least)
    return (m.ACTION_CHOSEN, seat, m.CHOICE_CALL, None)


def peer_hands(count: int, rng: random.Random) -> None:
    """Play `count` hands on pokerkit by the same policy."""
    automations = tuple(Automation)
    for _ in range(count):
        state = NoLimitTexasHoldem.create_state(
            automations, True, 0, (1, 2), 2, (STACK,) * SEATS, SEATS
        )
        while state.status:
            chance = rng.random()
            owed = state.checking_or_calling_amount
            if owed and chance < 0.25 and state.can_fold():
                state.fold()
            elif chance >= (0.85 if owed else 0.8) and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()


def main() -> dict[str, float]:
    """Return hands and inputs a second, and the ratio to pokerkit."""
    ours, peers, inputs = [], [], 0
    for number in range(ROUNDS):
        begun = time.process_time()
        inputs += our_hands(HANDS, random.Random(number))
        ours.append(HANDS / (time.process_time() - begun))
        begun = time.process_time()
        peer_hands(PEER_HANDS, random.Random(number))
        peers.append(PEER_HANDS / (time.process_time() - begun))
    mine, peer = statistics.median(ours), statistics.median(peers)
    per_hand = inputs / (ROUNDS * HANDS)
    return {
        "hands_per_s": round(mine, 1),
        "inputs_per_hand": round(per_hand, 1),
        "us_per_input": round(1e6 / mine / per_hand, 2),
        "pokerkit_hands_per_s": round(peer, 1),
        "times_pokerkit": round(mine / peer, 1),
    }
