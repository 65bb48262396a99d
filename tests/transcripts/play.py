"""Plays a transcript: a script a dealer can read, and after each line what the table said.

A line `> ...` is something that somebody does; the indented lines below it are the table's
reports, named as in the schema; `#` opens a remark. Playing a file keeps inputs and remarks and
writes the reports anew, so a correct file comes out as it went in. The machine deals the cards
that the script names, other cards as they come. Runs on both interpreters.

    > profile phh                     rule set, before anything else
    > set small_blind 50              a house rule
    > seat 3 1000                     a player sits down
    > cards 3 As Kh                   what seat 3 will be dealt
    > board 2c 7d Jh 9s 3c            what the board will be
    > start                           deck collected, loaded, next hand begun
    > time                            the running timer fires
    > fold 3, call 3, raise 3 200, show 3, muck 3, leave 3
    > cut 7 4711, cut 4711            by a seat, by the floor
    > promise, open                   the witness
    > void Anna, resume Anna          the floor
    > out 3, back 3                   sits out from the next hand on, is back
    > post 3, wait 3                  a blind owed: posted, or the big blind awaited
    > add 3 500, count 3 500          chips bought, chips counted
    > floor 3                         a seat calls the floor
    > claim 3                         plays the board
    > reverse 3 5 200 Anna            the floor moves chips won in the last hand
    > enter 1 Anna                  entered for the draw of seats, at place 1 of the list
    > draw 2, draw 2 3,5,9          seats are drawn for two players, among all or some
    > machine off, machine on         off: the script moves the cards itself
    > input card_left k=0 slot=3      any input, by name
"""

from __future__ import annotations

import sys
from binascii import hexlify

from firmware.core.cards import DECK_CARDS, parse_card
from firmware.schema import messages as m
from firmware.schema import messages_fields as f
from firmware.schema import settings
from tests.table_driver import TableDriver

WITNESS = bytes(range(32))


def line_of(message: tuple) -> str:
    """Return a message as `name key=value ...`, without chain and checksum."""
    words = [m.NAMES[message[0]]]
    fields = f.FIELDS[message[0]]
    for i in range(len(fields)):
        value = message[i + 1]
        if value is not None:
            words.append(fields[i][0] + "=" + _word(fields[i], value))
    return " ".join(words)


def _word(field: tuple, value: object) -> str:
    if isinstance(value, tuple):
        return ",".join([_word(field, one) for one in value])
    if field[1] == f.TYPE_ENUM and isinstance(value, int):
        return field[2][value]
    if isinstance(value, bytes):
        return hexlify(value).decode()
    return str(value)


def message_of(words: list[str]) -> tuple:
    """Return the message that `name key=value ...` spells; what is left out is None."""
    message_id = m.by_name(words[0])
    given = {}
    for word in words[1:]:
        key, value = word.split("=")
        given[key] = value
    values = []
    for field in f.FIELDS[message_id]:
        text = given.get(field[0])
        if text is None:
            values.append(None)
        elif field[1] == f.TYPE_ENUM:
            values.append(field[2].index(text))
        elif field[1] == f.TYPE_INT:
            values.append(int(text))
        else:
            values.append(text)
    return (message_id,) + tuple(values)


class ScriptedTable(TableDriver):
    """A table whose machine deals the cards that a script names."""

    def __init__(self, profile: int = 0) -> None:
        super().__init__(profile)
        self.named: dict[int, list[int]] = {}  # place -> card ids still to come there
        self.faces: dict[int, int] = {}  # token -> card id

    def name_cards(self, place: int, words: list[str]) -> None:
        """The next cards to a seat, or to the board (places from board1 on)."""
        cards = [parse_card(word) for word in words]
        if place == m.PLACE_BOARD1:
            for i in range(len(cards)):
                self.named[place + i] = [cards[i]]
        else:
            self.named[place] = cards

    def deal(self, k: int, place: int) -> list[tuple]:
        """Choose the face when the card leaves: the named one, or the next that nobody named."""
        token = self.table.ledger.token_of(self.slots[k])
        if k == 0:
            self.faces = {}
        self.faces[token] = self.deck[k] = self.face_for(place)
        return super().deal(k, place)

    def face_for(self, place: int) -> int:
        """Return a card that is not out yet."""
        coming = self.named.get(place, [])
        if coming:
            return coming.pop(0)
        out = list(self.faces.values())
        for later in self.named.values():
            out.extend(later)
        for card in range(DECK_CARDS):
            if card not in out:
                return card
        return 0

    def face_of(self, token: int) -> int:
        """Return the face chosen for a token."""
        return self.faces[token]


def _start(table: ScriptedTable, _: list[str]) -> None:
    if table.table.ledger.missing:
        table.power_up()
    table.fire()


def _cut(table: ScriptedTable, rest: list[str]) -> None:
    table.send(m.CUT_SET, int(rest[-1]), int(rest[0]) if len(rest) == 2 else None)


def _machine(table: ScriptedTable, rest: list[str]) -> None:
    table.deals = rest[0] == "on"


def _draw(table: ScriptedTable, rest: list[str]) -> None:
    seats = tuple([int(seat) for seat in rest[1].split(",")]) if len(rest) == 2 else None
    table.send(m.SEAT_DRAW_ASKED, int(rest[0]), table.floor, seats)


def _witness(table: ScriptedTable, message_id: int) -> None:
    table.send(message_id, table.table.hand_number, 0, WITNESS)


VERBS = {
    "set": lambda table, rest: table.set(rest[0], rest[1]),
    "seat": lambda table, rest: table.send(m.SEAT_TAKEN, int(rest[0]), int(rest[1]), None),
    "leave": lambda table, rest: table.send(m.SEAT_LEFT, int(rest[0])),
    "cards": lambda table, rest: table.name_cards(int(rest[0]), rest[1:]),
    "board": lambda table, rest: table.name_cards(m.PLACE_BOARD1, rest),
    "start": _start,
    "time": lambda table, rest: table.fire(),
    "cut": _cut,
    "promise": lambda table, rest: _witness(table, m.WITNESS_PROMISED),
    "open": lambda table, rest: _witness(table, m.WITNESS_OPENED),
    "void": lambda table, rest: table.send(m.FLOOR_RULED, m.RULING_VOID_HAND, rest[0], None),
    "resume": lambda table, rest: table.send(m.FLOOR_RULED, m.RULING_RESUME, rest[0], None),
    "out": lambda table, rest: table.send(m.PLAYER_OUT_NEXT, int(rest[0])),
    "back": lambda table, rest: table.send(m.PLAYER_BACK, int(rest[0])),
    "post": lambda table, rest: table.send(m.BLIND_CHOSEN, int(rest[0]), m.ENTRY_POST),
    "straddle": lambda table, rest: table.send(m.BLIND_CHOSEN, int(rest[0]), m.ENTRY_STRADDLE),
    "wait": lambda table, rest: table.send(m.BLIND_CHOSEN, int(rest[0]), m.ENTRY_WAIT),
    "add": lambda table, rest: table.send(m.CHIPS_ADDED, int(rest[0]), int(rest[1])),
    "count": lambda table, rest: table.send(m.CHIPS_COUNTED, int(rest[0]), int(rest[1])),
    "floor": lambda table, rest: table.send(m.FLOOR_CALLED, int(rest[0])),
    "claim": lambda table, rest: table.send(m.BOARD_CLAIMED, int(rest[0])),
    "reverse": lambda table, rest: table.send(
        m.AWARD_REVERSED, int(rest[0]), int(rest[1]), int(rest[2]), rest[3]
    ),
    "enter": lambda table, rest: table.send(m.DRAW_ENTERED, int(rest[0]), rest[1], table.floor),
    "draw": _draw,
    "machine": _machine,
    "input": lambda table, rest: table.send(*message_of(rest)),
    "fold": lambda table, rest: table.fold(int(rest[0])),
    "call": lambda table, rest: table.call(int(rest[0])),
    "raise": lambda table, rest: table.raise_to(int(rest[0]), int(rest[1])),
    "show": lambda table, rest: table.show(int(rest[0])),
    "muck": lambda table, rest: table.muck(int(rest[0])),
}


def play(text: str) -> str:
    """Return the transcript with the reports as the table says them now."""
    table = ScriptedTable()
    lines = []
    for line in text.split("\n"):
        if line.startswith("> "):
            lines.append(line)
            words = line[2:].split()
            if words[0] == "profile":
                table = ScriptedTable(settings.profile_by_name(words[1]))
                continue
            heard = len(table.said)
            VERBS[words[0]](table, words[1:])
            for message in table.said[heard:]:
                if m.KIND[message[0]] == m.KIND_REPORT:
                    lines.append("    " + line_of(message))
        elif not line.startswith("    "):
            lines.append(line)
    return "\n".join(lines)


def main(paths: list[str]) -> None:
    """Print the transcripts as played."""
    for path in paths:
        with open(path) as file:
            print(play(file.read()), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
