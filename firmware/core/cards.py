"""Cards as players name them: rank and suit, each of the 52 once.

A card id is rank * 4 + suit, rank 0 the deuce and 12 the ace, suits in the order clubs, diamonds,
hearts, spades. This file turns ids into the two letters everybody reads ("Ah", "Td") and back; it
knows nothing of hands or ranking. Rule of the file: a text is one card or it is refused, there is
no second spelling.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # suits have no rank (R002-02); the order only numbers them
DECK_CARDS = 52


def card_text(card: int) -> str:
    """Return the two letters of a card id 0..51."""
    return RANKS[card >> 2] + SUITS[card & 3]


def parse_card(text: str) -> int:
    """Return the id 0..51 of two letters such as "As".

    Raises:
        ValueError: the text is not a card.
    """
    if len(text) == 2:
        rank = RANKS.find(text[0])
        suit = SUITS.find(text[1])
        if rank >= 0 and suit >= 0:
            return rank * 4 + suit
    raise ValueError("not a card: " + text)


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the ids of cards written together ("QhTs") or apart ("Qh Ts").

    Raises:
        ValueError: some two letters are not a card.
    """
    letters = text.replace(" ", "").replace(",", "")
    return tuple([parse_card(letters[i : i + 2]) for i in range(0, len(letters), 2)])
