"""Three levels, one behaviour: registers, ports, and the volume table tell the same evening.

The same seed and the same people give the same orders, cards, actions, irregularities, rulings and
repairs, message by message, at every level: drivers and chips lie between, or nothing does, or
people answer in words and time jumps. The cut turns the order (`rotation`), because a public
shuffle is mixed from a promise, and that seals milliseconds.

A sixth of the evenings are also played with the card machine's own program over simulated metal.

What may differ is masked: seals and whatever is made of them, how long a hand waited, which
devices a start found, keys pressed for nothing, what a log of bytes says of itself, and where it
stands that the machine tried a motion again.
"""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.sim.main import FaultPlan, Simulation, VolumeSimulation

LEVELS = ("register", "volume")
WORKED = ("nothing", "two as one", "a premature turn", "a dead motor")
"""Mishaps whose evenings the machine's own program plays too."""

SETTINGS = {"cut": "rotation", "missed_blinds": "free", "witness_ms": "0"}
STACKS = dict.fromkeys((1, 3, 4, 7, 9), 3000)
OWN = (m.LOG_HEAD, m.SEGMENT_OPENED, m.KEY_IGNORED, m.KEYS_IGNORED, m.MOTION_RETRIED)
KEPT = {  # by message: fields that must be the same, where not all must
    m.ORDER_COMMITTED: (1, 2, 4, 6),
    m.TABLE_STARTED: (2, 3, 4, 5),
    m.SELF_TESTED: (),
    m.WAITING_MEASURED: (1,),
}
MISHAPS = {
    "nothing": (),
    "a jam that clears": ("jam stage=ejector deal=2 card=3 tries=2",),
    "a jam that does not": ("jam stage=path deal=2 card=4 tries=never",),
    "two as one": ("double deal=2 card=5 how=overlapped",),
    "two stacked": ("double deal=2 card=11 how=stacked",),
    "nothing ejected": ("nothing deal=2 card=2 tries=4",),
    "a premature flop": ("stray deal=2 card=10 to=burn,board1,board2,board3 after=0",),
    "a premature turn": ("stray deal=2 card=14 to=burn,board4 after=0",),
    "turned in the ejector": ("flip deal=2 card=1 in=ejector",),
    "turned in the turret": ("flip deal=2 card=7 in=turret",),
    "beside the well": ("miss deal=2 card=6 to=floor", "miss deal=3 card=1 to=table"),
    "gone": ("miss deal=2 card=3 to=gone",),
    "in the wrong well": ("misplace deal=2 card=2 to=seat2",),
    "misread": ("misread deal=2 card=12 as=Kd",),
    "not read": ("unread deal=2 card=13 tries=3",),
    "fallen back": ("hang deal=2 card=4", "hang deal=3 stub=5"),
    "a dead motor": ("dead stage=turret deal=2 card=8",),
    "the lid": ("lid deal=2 card=9 ms=5000",),
    "a lost reply": ("lost_reply deal=2 card=3",),
    "machine without power": ("power deal=2 card=5",),
    "51 cards": ("lacks deal=2 face=7h",),
    "53 cards": ("extra deal=2 face=7h",),
    "a duplicate": ("duplicate deal=2 face=As as=Ah",),
    "a boxed card": ("boxed deal=2 face=Qc",),
}


def evening(level: str, rows: tuple[str, ...]) -> list[tuple]:
    """Every message of an evening of two hands, what may differ taken out."""
    kind = VolumeSimulation if level == "volume" else Simulation
    named = {} if level == "volume" else {"level": level}
    simulation = kind(
        b"contract",
        hands=2,
        stacks=STACKS,
        settings=SETTINGS,
        plan=FaultPlan(rows) if rows else None,
        **named,
    )
    simulation.run()
    if isinstance(simulation, VolumeSimulation):
        told = [message for _, _, message in simulation.told]
    else:
        store = simulation.table.board.store
        log = b"".join(store.read(segment) for segment in store.segments())
        told = [parse(line).message for line in log.splitlines(keepends=True)]
    retried = [message for message in told if message[0] == m.MOTION_RETRIED]
    return [masked(message) for message in told if message[0] not in OWN] + retried


def masked(message: tuple) -> tuple:
    """Name and fields that must be the same at every level."""
    number = message[0]
    kept = KEPT.get(number, range(1, len(message)))
    return (m.NAMES[number], *(message[at] for at in kept))


@pytest.mark.parametrize("mishap", MISHAPS)
def test_every_level_tells_the_same_evening(mishap: str) -> None:
    rows = MISHAPS[mishap]
    at_ports = evening("port", rows)
    assert [one[0] for one in at_ports].count("hand_started") >= 2
    for level in LEVELS:
        assert evening(level, rows) == at_ports, level
    if mishap in WORKED:
        assert evening("worked", rows) == at_ports, "the machine's own program"
