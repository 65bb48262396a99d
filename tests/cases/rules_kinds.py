"""What a rule case expects, compared with what the table says: the kinds engine and eval.

Each expectation of a case is one function here, by its name in the file; an expectation without
one fails the case by name, so that nothing is passed by being overlooked. Rule of the file: it
compares and returns what differs; a case that says nothing has not passed.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from firmware.core.cards import card_text, parse_cards
from firmware.evaluator import evaluate
from firmware.evaluator.ranks import category_name
from host_tools.replay.refusal import Refused
from tests.cases.hand_on_table import HandOnTable, Unplayable

if TYPE_CHECKING:
    from collections.abc import Callable

Case = dict[str, Any]


def run_engine(case: Case, rules: str = "default", **house_rules: object) -> list[str]:
    """Play the case under a rule set; returns what differs, empty when all is as expected."""
    try:
        hand = HandOnTable(case["setup"], case["actions"], rules, **house_rules)
        for action in case["actions"]:
            hand.do(action)
        return compare(EXPECTATIONS, case["expected"], hand)
    except (Refused, Unplayable) as reason:
        return [str(reason)]


def compare(known: dict[str, Callable], expected: dict[str, Any], subject: Any) -> list[str]:
    """Return a line for each expectation that is not met, or not known."""
    if not expected:
        return ["the case expects nothing"]
    wrong = []
    for name, value in expected.items():
        found = known[name](subject, value) if name in known else f"no expectation {name}"
        if found is not None:
            wrong.append(found)
    return wrong


def _differs(name: str, found: object, expected: object) -> str | None:
    return None if found == expected else f"{name}: {found}, expected {expected}"


# ------------------------------------------------------------------ engine


def legal(hand: HandOnTable, expected: Any) -> str | None:
    """The player to act and what may be done; only what the case names is compared."""
    seat, call, least, most = hand.legal() or (0, 0, 0, 0)
    found = {
        "actor": f"p{seat}" if seat else None,
        "call": call,
        "can_raise": most > 0,
        "min_raise_to": least,
        "max_raise_to": most,
    }
    named = {name: found.get(name, "unknown here") for name in expected}
    return _differs("legal", named, expected)


def accepts(hand: HandOnTable, expected: list[str]) -> str | None:
    """Each of these actions would be taken now."""
    codes = [copy.deepcopy(hand).act(action) for action in expected]
    return _differs("refused", [a for a, c in zip(expected, codes, strict=True) if c], [])


def rejects(hand: HandOnTable, expected: list[str]) -> str | None:
    """Each of these would be refused, and nothing would have changed."""
    before = hand.table.snapshot()
    taken = [action for action in expected if not hand.act(action)]
    if hand.table.snapshot() != before:
        return "a refused action changed the table"
    return _differs("taken", taken, [])


def final_stacks(hand: HandOnTable, expected: list[int]) -> str | None:
    """The hand is over and everybody is paid."""
    if hand.is_guessed:
        return "a hand is shown that the case does not name"
    return _differs("final_stacks", hand.stacks(), expected) if hand.is_over() else "not over"


EXPECTATIONS: dict[str, Callable[[HandOnTable, Any], str | None]] = {
    "legal": legal,
    "accepts": accepts,
    "rejects": rejects,
    "stacks": lambda hand, value: _differs("stacks", hand.stacks(), value),
    "final_stacks": final_stacks,
    "pots": lambda hand, value: _differs("pots", hand.pots(), value),
    "total_pot": lambda hand, value: _differs("total_pot", hand.total_pot(), value),
    "hand_over": lambda hand, value: _differs("hand_over", hand.is_over(), value),
    "show_first": lambda hand, value: _differs("show_first", hand.shows_first(), value),
}


# ------------------------------------------------------------------ eval


def run_eval(case: Case) -> list[str]:
    """Rank the hands of the case on its board; returns what differs."""
    try:
        board = parse_cards(case["setup"]["board"])
        hands = [parse_cards(hole) + board for hole in case["setup"]["holes"]]
    except ValueError as reason:
        return [str(reason)]
    named = [card for hand in hands for card in hand[: len(hand) - len(board)]] + list(board)
    twice = sorted({card_text(card) for card in named if named.count(card) > 1})
    if twice:
        return [f"{', '.join(twice)} is out already"]
    return compare(RANKINGS, case["expected"], [evaluate(hand) for hand in hands])


def winners(values: list[int], expected: list[str]) -> str | None:
    """The players with the best hand, ties and all."""
    best = min(values)
    found = [f"p{at}" for at, value in enumerate(values, 1) if value == best]
    return _differs("winners", found, expected)


CALLED = {"pair": "one pair"}
"""Categories that the cases call otherwise than the table does."""


def categories(values: list[int], expected: list[str]) -> str | None:
    """The name of each hand, in words."""
    found = [CALLED.get(name, name) for name in map(category_name, values)]
    found = [name.replace("_", " ").capitalize() for name in found]
    wanted = list(expected)
    for at, name in enumerate(found):
        if name == "Royal flush" and wanted[at : at + 1] == ["Straight flush"]:
            found[at] = "Straight flush"
    return _differs("categories", found, wanted)


RANKINGS: dict[str, Callable[[list[int], Any], str | None]] = {
    "winners": winners,
    "categories": categories,
}
