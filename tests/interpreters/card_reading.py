"""Teach the reader a deck from a file of looks, or read looks with a deck; the caller compares.

    card_reading.py --teach LOOKS
    card_reading.py DECK LOOKS...

A look in a file is a card and two planes of 160 x 100 points. One line a look: what it is, what
was told, why, how near the nearest rank and suit and the second of each.
"""

import sys

from hal.card_reader.index import HEIGHT, WIDTH
from hal.card_reader.lesson import TAKEN, Lesson
from hal.card_reader.picture import Finder
from hal.card_reader.recogniser import recognise
from hal.card_reader.taught import read, written

POINTS = WIDTH * HEIGHT
WIDE, LONG = 60, 120


def looks(name):
    with open(name, "rb") as file:
        while True:
            look = file.read(1 + 2 * POINTS)
            if not look:
                return
            yield look[0], look[1 : 1 + POINTS], look[1 + POINTS :]


def teach(name):
    finder = Finder(WIDE, LONG)
    lesson = Lesson(WIDE, LONG)
    for card, green, red in looks(name):
        result = lesson.take(card, finder.find(green, red))
        if result != TAKEN:
            print("not taken", card, result)
    deck, why, cards = lesson.deck()
    if deck is None:
        print("not taught", why, cards)
    else:
        print("taught", written(deck).hex())


def tell(deck, names):
    finder = Finder(deck.wide, deck.long)
    for name in names:
        for card, green, red in looks(name):
            reading = recognise(finder.find(green, red), deck)
            print(card, reading.kind, reading.card, reading.reason, reading.rank, reading.suit)


if sys.argv[1] == "--teach":
    teach(sys.argv[2])
else:
    with open(sys.argv[1], "rb") as file:
        tell(read(file.read()), sys.argv[2:])
