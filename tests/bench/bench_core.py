"""Hands a second through the whole table, against pokerkit with the same policy in the same run.

Six seats, 200 chips each, blinds 1/2, fresh stacks every hand. Facing a bet: fold 25 %, call 60 %,
smallest raise 15 %; else check 80 %, smallest bet 20 %. Ours passes every card and every key as an
input through `Table.take`: collect, 52 cards fed, order, cut, each card leaving, read and landing,
actions, showing, reveal; with its invariants, effects and reports as tuples, without a journal.
pokerkit runs with all its automations. Rounds are interleaved and medians taken, so that a busy
machine harms both alike.
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
    take((m.CARDS_COLLECTED, 52, 0), [])
    for _ in range(count):
        for seat in range(1, SEATS + 1):
            if table.taken[seat]:
                take((m.SEAT_LEFT, seat), [])
            take((m.SEAT_TAKEN, seat, STACK, None), [])
        inputs += _one_hand(table, rng)
    return inputs


def _one_hand(table: Table, rng: random.Random) -> int:
    """From the loading of the deck to the next collect."""
    take = table.take
    deck = DECK[:]
    rng.shuffle(deck)
    slots = DECK
    inputs = openings = 0
    todo = list(_FEED)
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
            kind = effect[0]
            if kind == m.DEAL_CARD:
                _id, k, place = effect
                slot = slots[k]
                todo.append((m.CARD_LEFT, k, slot))
                if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
                    todo.append((m.FACE_READ, slot, deck[k]))
                todo.append((m.CARD_LANDED, slot, place))
            elif kind == m.OPEN_FACE:
                openings += 1
                todo.append((m.FACE_OPENED, effect[1], deck[effect[1]]))
            elif kind == m.START_TIMER and effect[1] == m.TIMER_NEXT_HAND:
                todo.append((m.TIMER_FIRED, effect[1], effect[2]))
            elif kind == m.COMMIT_ORDER:
                todo.append((m.ORDER_COMMITTED, effect[1], 0, 1, 52, b"", None))
            elif kind == m.CUT_ASKED:
                todo.append((m.CUT_SET, 7, None))
            elif kind == m.REVEAL_ORDER:
                todo.append((m.ORDER_REVEALED, effect[1], 0, b"", b""))
            elif kind == m.COLLECT_CARDS:
                take((m.CARDS_COLLECTED, 52, openings), [])
                return inputs + 1


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
        begun = time.perf_counter()
        inputs += our_hands(HANDS, random.Random(number))
        ours.append(HANDS / (time.perf_counter() - begun))
        begun = time.perf_counter()
        peer_hands(PEER_HANDS, random.Random(number))
        peers.append(PEER_HANDS / (time.perf_counter() - begun))
    mine, peer = statistics.median(ours), statistics.median(peers)
    per_hand = inputs / (ROUNDS * HANDS)
    return {
        "hands_per_s": round(mine, 1),
        "inputs_per_hand": round(per_hand, 1),
        "us_per_input": round(1e6 / mine / per_hand, 2),
        "pokerkit_hands_per_s": round(peer, 1),
        "times_pokerkit": round(mine / peer, 1),
    }
