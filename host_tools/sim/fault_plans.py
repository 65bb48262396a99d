"""Random fault plans for a simulated card machine, each decided by its seed.

Rows are drawn one by one from every kind of mishap that a plan knows (`hal.sim.mishaps`), with
places and words that can be meant. They are readable text, so a seed that fails prints what its
machine was to do, and the rows can be tried alone. The rule of the file: a kind that the plan
learns and this file does not draw fails a test.
"""

from __future__ import annotations

from random import Random

from firmware.schema import messages as m
from hal.sim.main import HOWS, SENSORS

ROWS = (0, 0, 1, 1, 1, 2, 3, 5)
"""How many rows a plan has; an evening without mishaps is one too."""

FIRST_DEAL = 2
"""The first hand is dealt after the first collect."""

FEEDS = 52
STUB_MAX = 26
BOARD = 8
"""Cards of board and burns."""

_TRIES = ("2", "3", "4", "never")
_FEEDER_STAGE = "feeder"
_STAGES = ("carousel", "ejector", "turret", "path")
_STRAYS = (
    "burn,board1,board2,board3",
    "burn,board4",
    "board4",
    "burn,board4,burn,board5",
    "burn",
    "board1",
)


def rows_of(seed: str, hands: int, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return the rows of a seed's plan for an evening of so many hands at these seats."""
    chance = Random(f"mishaps {seed}")
    return tuple(_row(chance, hands, seats) for _ in range(chance.choice(ROWS)))


def _row(chance: Random, hands: int, seats: tuple[int, ...]) -> str:
    kind = chance.choice(sorted(_DRAWN))
    deal = f"deal={chance.randint(FIRST_DEAL, hands + FIRST_DEAL - 1)}"
    card = f"{deal} card={chance.randint(1, 2 * len(seats) + BOARD)}"
    return f"{kind} " + _DRAWN[kind](chance, deal, card, seats)


def _face(chance: Random) -> str:
    return chance.choice(m.CARD_WORDS)


def _feed(chance: Random, deal: str) -> str:
    return f"{deal} feed={chance.randint(1, FEEDS)}"


def _stub(chance: Random, deal: str) -> str:
    return f"{deal} stub={chance.randint(1, STUB_MAX)}"


def _any_place(chance: Random, deal: str, card: str) -> str:
    return chance.choice((card, card, _feed(chance, deal), _stub(chance, deal)))


def _jam(chance: Random, deal: str, card: str, _: tuple[int, ...]) -> str:
    stage = chance.choice((*_STAGES, _FEEDER_STAGE, "return"))
    place = _feed(chance, deal) if stage == _FEEDER_STAGE else card
    return f"stage={stage} {place} tries={chance.choice(_TRIES)}"


def _dead(chance: Random, deal: str, card: str, _: tuple[int, ...]) -> str:
    stage = chance.choice((*_STAGES, _FEEDER_STAGE))
    return f"stage={stage} {_feed(chance, deal) if stage == _FEEDER_STAGE else card}"


def _double(chance: Random, deal: str, card: str, _: tuple[int, ...]) -> str:
    if chance.random() < 0.5:
        return f"{_feed(chance, deal)} tries={chance.choice(_TRIES)}"
    return f"{card} how={chance.choice(HOWS)}"


def _stray(chance: Random, deal: str, card: str, seats: tuple[int, ...]) -> str:
    to = chance.choice((*_STRAYS, f"seat{chance.choice(seats)}"))
    return f"{card} to={to} after={chance.choice((0, 300, 2000))}"


def _misplace(chance: Random, deal: str, card: str, _: tuple[int, ...]) -> str:
    return f"{card} to={chance.choice(m.PLACE_WORDS[1:18])}"


def _sensor(chance: Random, deal: str, card: str, _: tuple[int, ...]) -> str:
    name = chance.choice(SENSORS)
    state = chance.choice(("on", "off", "chatter") if name == "exit" else ("on", "off"))
    return f"{card} name={name} state={state}"


_DRAWN = {
    "jam": _jam,
    "nothing": lambda c, d, k, s: f"{_any_place(c, d, k)} tries={c.choice(_TRIES)}",
    "double": _double,
    "dead": _dead,
    "stray": _stray,
    "misplace": _misplace,
    "flip": lambda c, d, k, s: f"{k} in={c.choice(('ejector', 'turret'))}",
    "miss": lambda c, d, k, s: f"{k} to={c.choice(('table', 'floor', 'gone'))}",
    "misread": lambda c, d, k, s: f"{k} as={_face(c)}",
    "unread": lambda c, d, k, s: f"{k} tries={c.choice(_TRIES)}",
    "unsure": lambda c, d, k, s: f"{k} tries={c.choice(_TRIES)}",
    "hang": lambda c, d, k, s: c.choice((k, _stub(c, d))),
    "sensor": _sensor,
    "lid": lambda c, d, k, s: f"{_any_place(c, d, k)} ms={c.choice((500, 5000))}",
    "silent": lambda c, d, k, s: f"{_any_place(c, d, k)} ms={c.choice((200, 12000))}",
    "lost_reply": lambda c, d, k, s: _any_place(c, d, k),
    "power": lambda c, d, k, s: c.choice((k, _stub(c, d))),
    "lacks": lambda c, d, k, s: f"{d} face={_face(c)}",
    "extra": lambda c, d, k, s: f"{d} face={_face(c)}",
    "duplicate": lambda c, d, k, s: f"{d} face={_face(c)} as={_face(c)}",
    "foreign": lambda c, d, k, s: f"{d} face={_face(c)}",
    "dirty": lambda c, d, k, s: f"{d} face={_face(c)}",
    "boxed": lambda c, d, k, s: f"{d} face={_face(c)}",
}
