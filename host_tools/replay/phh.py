"""Reads the PHH notation of a recorded hand.

PHH (poker hand history, a TOML file a hand) writes player 1 as the small blind and the last player
as the button; with two players the blinds and antes are written small, big, and apply the other
way round, since there the button posts the small blind. This file turns the fields and the action
strings into a `HandRecord` and refuses what is malformed in itself: an unknown word, a card dealt
twice, a player who does not sit there. Whether an action was legal when it was made is the table's
to say. The rule of the file: every refusal names the field or the number of the action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from host_tools.replay.hand_record import UNKNOWN_CARD, HandRecord, Pot, RecordedAction
from host_tools.replay.refusal import Refused, Told

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_IDS = {r + s: i * 4 + j for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}

BOARD_SIZES = (3, 4, 5)
"""Cards on the board after each street that deals any."""

PLAYERS_MIN, PLAYERS_MAX = 2, 10

_PLAYER = re.compile(r"p([1-9][0-9]?)")
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def read_hand(fields: Mapping[str, Any]) -> HandRecord:
    """Turn one PHH table (parsed with `parse_float=Decimal`) into a record, or raise `Refused`."""
    variant = fields.get("_variant", fields.get("variant"))
    if not isinstance(variant, str):
        raise Refused("variant", "field_missing")
    stacks = _amounts(fields, "starting_stacks")
    if stacks is None:
        raise Refused("starting_stacks", "field_missing")
    count = len(stacks)
    if not PLAYERS_MIN <= count <= PLAYERS_MAX:
        raise Refused("starting_stacks", "players_count", count=count)
    antes = _amounts(fields, "antes", count) or (Decimal(0),) * count
    posts = _amounts(fields, "blinds_or_straddles", count)
    if posts is None:
        raise Refused("blinds_or_straddles", "field_missing")
    for player, stack in enumerate(stacks, 1):
        if stack <= 0:
            raise Refused("starting_stacks", "no_chips", player=player)
    smallest = _smallest_bet(fields)
    lines = fields.get("actions")
    if not isinstance(lines, Sequence) or isinstance(lines, str):
        raise Refused("actions", "field_missing")

    drafts = [draft for n, text in enumerate(lines, 1) if (draft := _draft(n, text, count))]
    big_bet = _bet(fields, "big_bet") if "big_bet" in fields else Decimal(0)
    unit = _unit([*stacks, *antes, *posts, smallest, big_bet, *(amount for _, amount in drafts)])
    actions = tuple(_finish(action, int(amount / unit)) for action, amount in drafts)
    recorded = _amounts(fields, "finishing_stacks", count)
    if recorded is None:
        recorded = _amounts(fields, "final_stacks", count)
    if count == PLAYERS_MIN:
        antes, posts = antes[::-1], posts[::-1]
    return HandRecord(
        variant=variant,
        stacks=_whole(stacks, unit),
        antes=_whole(antes, unit),
        posts=_whole(posts, unit),
        min_bet=int(smallest / unit),
        big_bet=int(big_bet / unit),
        actions=actions,
        unit=unit,
        recorded_stacks=_whole_or_none(recorded, unit),
        recorded_pots=_pots(fields, count, unit),
        recorded_as_written=recorded,
        hole_cards=_deal(actions),
    )


def _amounts(fields: Mapping[str, Any], name: str, count: int = 0) -> tuple[Decimal, ...] | None:
    """A list of amounts, or None where the field is missing; `count` is how many there must be (0:
    any number).
    """
    values = fields.get(name)
    if values is None:
        return None
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise Refused(name, "list_wanted")
    if count and len(values) != count:
        raise Refused(name, "amounts_count", found=len(values), wanted=count)
    return tuple(_amount(name, value) for value in values)


def _amount(name: str, value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Refused(name, "no_amount", value=repr(value))
    amount = Decimal(value)
    if not amount.is_finite():
        raise Refused(name, "no_chips_amount", value=str(value))
    return amount


def _smallest_bet(fields: Mapping[str, Any]) -> Decimal:
    """`min_bet`, or `small_bet` where the bets are fixed."""
    for name in ("min_bet", "small_bet"):
        if name in fields:
            return _bet(fields, name)
    raise Refused("min_bet", "field_missing")


def _bet(fields: Mapping[str, Any], name: str) -> Decimal:
    amount = _amount(name, fields[name])
    if amount <= 0:
        raise Refused(name, "no_bet", amount=str(amount))
    return amount


def _pots(fields: Mapping[str, Any], count: int, unit: Decimal) -> tuple[Pot, ...] | None:
    """Our own field `pots`: [amount, players], the main pot first; None where it is missing."""
    rows = fields.get("pots")
    if rows is None:
        return None
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise Refused("pots", "pots_wanted")
    return tuple(_pot(row, count, unit) for row in rows)


def _pot(row: object, count: int, unit: Decimal) -> Pot:
    match row:
        case [amount, [*players]] if players and all(isinstance(who, str) for who in players):
            seats = tuple(sorted(_player("pots", str(who), count) for who in players))
            return int(_amount("pots", amount) / unit), seats
    raise Refused("pots", "no_pot", row=repr(row))


def _draft(number: int, text: object, players: int) -> tuple[RecordedAction, Decimal] | None:
    """Read one action string; None for a line of commentary only. The amount is still in money."""
    if not isinstance(text, str):
        raise Refused(Told("at_number", {"number": number}), "no_string", value=repr(text))
    words = text.split("#", 1)[0].split()
    if not words:
        return None
    said = " ".join(words)
    place = Told("at_action", {"number": number, "text": said})
    match words:
        case ["d", "db", cards]:
            action = RecordedAction(number, "board", 0, _cards(place, cards), 0, said)
            if UNKNOWN_CARD in action.cards:
                raise Refused(place, "board_unknown")
        case ["d", "dh", who, cards]:
            action = RecordedAction(
                number, "hole", _player(place, who, players), _cards(place, cards, 2), 0, said
            )
        case [who, "f"]:
            action = RecordedAction(number, "fold", _player(place, who, players), text=said)
        case [who, "cc"]:
            action = RecordedAction(number, "call", _player(place, who, players), text=said)
        case [who, "cbr", amount] if _AMOUNT.fullmatch(amount):
            action = RecordedAction(number, "raise", _player(place, who, players), text=said)
            return action, Decimal(amount)
        case [who, "sm"] | [who, "sm", "-"]:
            action = RecordedAction(number, "muck", _player(place, who, players), text=said)
        case [who, "sm", cards]:
            action = RecordedAction(
                number, "show", _player(place, who, players), _cards(place, cards, 2), 0, said
            )
        case _:
            raise Refused(place, "no_action")
    return action, Decimal(0)


def _player(place: Told | str, word: str, players: int) -> int:
    match = _PLAYER.fullmatch(word)
    if not match:
        raise Refused(place, "no_player", word=word)
    player = int(match[1])
    if player > players:
        raise Refused(place, "player_absent", word=word, players=players)
    return player


def _cards(place: Told, text: str, count: int = 0) -> tuple[int | None, ...]:
    words = [text[i : i + 2] for i in range(0, len(text), 2)]
    for word in words:
        if word != "??" and word not in CARD_IDS:
            raise Refused(place, "no_card", word=word)
    if count and len(words) != count:
        raise Refused(place, "cards_count", found=len(words), wanted=count)
    return tuple(CARD_IDS.get(word, UNKNOWN_CARD) for word in words)


def _unit(amounts: Sequence[Decimal]) -> Decimal:
    """The finest power of ten that every amount the hand plays with is a whole number of; never
    coarser than 1.
    """
    finest = 0
    for amount in amounts:
        exponent = amount.normalize().as_tuple().exponent
        finest = min(finest, exponent if isinstance(exponent, int) else 0)
    return Decimal(1).scaleb(finest)


def _whole(amounts: Sequence[Decimal], unit: Decimal) -> tuple[int, ...]:
    return tuple(int(amount / unit) for amount in amounts)


def _whole_or_none(amounts: Sequence[Decimal] | None, unit: Decimal) -> tuple[int, ...] | None:
    """The recorded end in units; None when it splits one (some sources share an odd chip as
    halves).
    """
    if amounts is None or any(amount % unit for amount in amounts):
        return None
    return _whole(amounts, unit)


def _finish(action: RecordedAction, to: int) -> RecordedAction:
    if action.verb != "raise":
        return action
    if to == 0:
        raise Refused(action.place, "raise_to_nothing")
    return RecordedAction(action.number, "raise", action.player, (), to, action.text)


def _deal(actions: Sequence[RecordedAction]) -> dict[int, tuple[int | None, ...]]:
    """The hole cards by player, after checking that each card is named for one place only and that
    streets have their size.

    A hand dealt unknown (`????`) is learnt when the record shows it.
    """
    holes: dict[int, tuple[int | None, ...]] = {}
    owners: dict[int, str] = {}
    board = 0
    streets = iter(BOARD_SIZES)
    dealing = True
    for action in actions:
        if action.verb == "hole":
            if not dealing:
                raise Refused(action.place, "dealt_late")
            if action.player in holes:
                raise Refused(action.place, "dealt_twice", player=action.player)
            holes[action.player] = action.cards
            _claim(owners, action, f"p{action.player}")
            continue
        dealing = False
        if action.verb == "board":
            board += len(action.cards)
            if board != next(streets, None):
                raise Refused(action.place, "board_count", board=board)
            _claim(owners, action, "the board")
        elif action.verb == "show":
            holes[action.player] = _learn(holes, action)
            _claim(owners, action, f"p{action.player}")
    return holes


def _learn(
    holes: Mapping[int, tuple[int | None, ...]], action: RecordedAction
) -> tuple[int | None, ...]:
    """What is known of a player's hand after it was shown: a shown card may fill in an unknown
    one, never change one.
    """
    dealt = holes.get(action.player, (UNKNOWN_CARD, UNKNOWN_CARD))
    if UNKNOWN_CARD in action.cards:
        raise Refused(action.place, "shown_unknown")
    strangers = [card for card in dealt if card is not UNKNOWN_CARD and card not in action.cards]
    if strangers:
        raise Refused(action.place, "dealt_others", player=action.player)
    if UNKNOWN_CARD in dealt:
        return action.cards
    return dealt


def _claim(owners: dict[int, str], action: RecordedAction, owner: str) -> None:
    seen: set[int] = set()
    for card in action.cards:
        if card is None:
            continue
        if card in seen or owners.setdefault(card, owner) != owner:
            name = RANKS[card // 4] + SUITS[card % 4]
            raise Refused(action.place, "card_out", card=name)
        seen.add(card)
