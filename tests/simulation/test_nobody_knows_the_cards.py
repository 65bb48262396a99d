"""No object that the controller can reach knows an undealt card, or a hole card before its time.

Two tables play the same evening from the same seed, with the same play; only the faces that nobody
may know are others at the second one. If every value that can be reached from the controller is
the same at both after every pass, none of them depends on a face: it is nowhere in there, plain or
disguised. Faces that the rules show later are exchanged up to the moment at which they are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from hal.ports import PLACE_BOARD1, PLACE_BOARD5, PLACE_SEAT10
from hal.sim.body import Body
from hal.sim.main import Simulation
from hal.sim.policies import CALL, FOLD, CallStation
from tests.object_walk import values

if TYPE_CHECKING:
    from collections.abc import Callable

    from hal.sim.policies import Choice, Legal

STACKS = dict.fromkeys((1, 2, 3, 4), 2000)
PASSES_MAX = 20_000
LOOK_EVERY = 12  # passes between two walks; every pass in which a line was written is walked too


class OneFolds(CallStation):
    """Everybody calls, and seat 3 folds: its cards are seen by nobody."""

    def choose(self, seat: int, legal: Legal) -> Choice:
        """Fold at seat 3."""
        return (FOLD, 0) if seat == 3 else (CALL, 0)


def table(level: str, exchanged: tuple[int, ...] = ()) -> Simulation:
    """A table whose cards with these numbers have other faces: each has its neighbour's."""
    simulation = Simulation(
        b"who knows",
        hands=1,
        stacks=STACKS,
        settings={"witness_ms": "0"},
        policy=OneFolds(),
        level=level,
    )
    faces = simulation.table.machine.deck.faces
    old = [faces[card] for card in exchanged]
    for card, face in zip(exchanged, old[1:] + old[:1], strict=True):
        faces[card] = face
    return simulation


def lines(simulation: Simulation) -> int:
    return simulation.spectator.line_count


def names(simulation: Simulation) -> bytes:
    store = simulation.table.board.store
    return b"".join(store.read(segment) for segment in store.segments())


def step(simulation: Simulation) -> None:
    simulation.advance(simulation.one_pass())


def played(level: str) -> tuple[set[int], set[int]]:
    """Cards on the board, and those with the seats that showed, at the end of the hand."""
    simulation = table(level)
    deck = simulation.table.machine.deck
    board: set[int] = set()
    holes: set[int] = set()
    while not simulation.is_over():
        step(simulation)
        for place in range(PLACE_BOARD1, PLACE_BOARD5 + 1):
            board |= set(deck.wells[place])
        for place in range(1, PLACE_SEAT10 + 1):
            holes |= set(deck.wells[place]) if place != 3 else set()
    assert len(board) == 5
    assert len(holes) == 6
    return board, holes


def first_difference(
    one: Simulation, other: Simulation, is_over: Callable[[Simulation], bool]
) -> tuple[int, object, object] | None:
    """Play both; the number of the pass after which something reachable differs."""
    last = -1
    for number in range(PASSES_MAX):
        if is_over(one) or one.is_over():
            assert number > 100
            return None
        step(one)
        step(other)
        if lines(one) == last and number % LOOK_EVERY:
            continue
        last = lines(one)
        here, there = values(one.controller), values(other.controller)
        if here != there:
            pairs = enumerate(zip(here, there, strict=False))
            at = next((n for n, (mine, yours) in pairs if mine != yours), -1)
            return number, here[at], there[at]
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("level", ["port", "register"])
def test_no_reachable_object_depends_on_a_face_before_it_is_shown(level: str) -> None:
    board, _ = played(level)
    exchanged = tuple(card for card in range(52) if card not in board)
    one, other = table(level), table(level, exchanged)

    def is_opened(simulation: Simulation) -> bool:
        return b" open_face " in names(simulation)

    assert first_difference(one, other, is_opened) is None
    assert is_opened(one), "the hand came to its showdown"


@pytest.mark.parametrize("level", ["port"])
def test_no_reachable_object_ever_depends_on_a_face_that_nobody_showed(level: str) -> None:
    board, holes = played(level)
    exchanged = tuple(card for card in range(52) if card not in board | holes)
    assert len(exchanged) == 41, "the stub, the burns and the folded hand"
    one, other = table(level), table(level, exchanged)
    assert first_difference(one, other, lambda _: False) is None
    assert b" hand_finished " in names(one)


def test_a_face_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison with a machine that tells a hole card's face beside its landing."""
    plain = Body._tell

    def tell(self: Body, event: int, a: int = 0, b: int = 0) -> None:
        well = self.deck.wells[a] if event == 5 and 1 <= a <= 10 else []  # EV_LANDED at a seat
        plain(self, event, a, self.deck.faces[well[-1]] if well else b)

    board, _ = played("port")
    exchanged = tuple(card for card in range(52) if card not in board)
    monkeypatch.setattr(Body, "_tell", tell)
    kept: list[tuple] = []
    from firmware.app import performers

    hear = performers.Performers._hear

    def keep(self: object, event: int, a: int, b: int, inputs: list) -> None:
        kept.append((event, a, b))
        self.leak = b if event == 5 else getattr(self, "leak", 0)  # type: ignore[attr-defined]
        hear(self, event, a, b, inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(performers.Performers, "_hear", keep)
    one, other = table("port"), table("port", exchanged)
    found = first_difference(one, other, lambda s: b" open_face " in names(s))
    assert found is not None


def test_the_walk_reaches_what_the_controller_remembers() -> None:
    simulation = table("port")
    while b" board_dealt " not in names(simulation):
        step(simulation)
    hand = simulation.controller.table.hand
    assert hand is not None
    board = hand.board
    assert len(board) >= 3
    assert m.FACE_READ in (value for _, value in values(simulation.controller))
    walked = [value for holder, value in values(hand) if holder == "list"]
    assert set(board) <= set(walked)
