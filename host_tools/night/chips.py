"""Where the chips of a night came from and went, and whether that comes out.

Each seat's chips are followed from line to line as the table's picture follows them. Twice a hand
the log says itself what every seat holds; what it says then has to be what was followed. The rule
of the file: a difference is told with its hand and seat, and never evened out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m

if TYPE_CHECKING:
    from host_tools.view.table_state import TableState


@dataclass(slots=True)
class Stay:
    """Somebody's time at a seat. Chips: `brought` at sitting down and later, or less where the
    floor put a stack right; `took` at leaving, `has` at the end, where nobody has left.
    """

    seat: int
    player: str
    brought: int = 0
    took: int | None = None
    has: int = 0

    @property
    def result(self) -> int:
        """Won or lost."""
        return (self.has if self.took is None else self.took) - self.brought


@dataclass(slots=True)
class Chips:
    """The reconciliation of a night."""

    stays: list[Stay] = field(default_factory=list)
    rake: int = 0
    wrong: list[tuple[int, int, int, int]] = field(default_factory=list)
    """(hand, seat, chips followed, chips told) where the two differ."""
    counted: list[tuple[int, int, int, int]] = field(default_factory=list)
    """(hand, seat, chips counted, chips held) where somebody counted others."""
    _here: dict[int, Stay] = field(default_factory=dict)

    def begin(self, state: TableState) -> None:
        """The chips that are on the table when the night begins."""
        for number in sorted(state.seats):
            self._sit(number, state.seats[number].player, state.seats[number].stack)

    def look(self, message: tuple[Any, ...], state: TableState) -> None:
        """What a line says, while the table is still as it was before it."""
        kind = message[0]
        if kind == m.HAND_STARTED:
            self._compare(message[1], message[3], message[4], state)
        elif kind == m.HAND_FINISHED:
            self._compare(message[1], message[2], message[3], state)
        elif kind == m.SEAT_TAKEN:
            self._sit(message[1], message[3] or "", message[2])
        elif kind == m.PLAYER_SEATED:
            self._sit(message[1], message[2], 0)
        elif kind == m.STACK_SET and message[1] in self._here:
            self._here[message[1]].brought += message[2] - state.seats[message[1]].stack
        elif kind == m.CHIPS_ADDED and message[1] in self._here:
            self._here[message[1]].brought += message[2]
        elif kind == m.RAKE_TAKEN:
            self.rake += message[2]
        elif kind == m.CHIPS_DIFFER:
            self.counted.append((state.hand, *message[1:4]))

    def after(self, state: TableState) -> None:
        """What seats hold behind a line; a seat that is empty took its chips away."""
        for number, stay in list(self._here.items()):
            seat = state.seats.get(number)
            if seat is None:
                stay.took = stay.has
                del self._here[number]
            elif not state.is_playing:
                stay.has = seat.stack

    def by_player(self) -> dict[tuple[int, str], list[Stay]]:
        """The stays of each (seat, player), in the order of the seats."""
        found: dict[tuple[int, str], list[Stay]] = {}
        for stay in sorted(self.stays, key=lambda one: (one.seat, one.player)):
            found.setdefault((stay.seat, stay.player), []).append(stay)
        return found

    @property
    def brought(self) -> int:
        """All chips that came."""
        return sum(stay.brought for stay in self.stays)

    @property
    def took(self) -> int:
        """All chips that were taken away."""
        return sum(stay.took or 0 for stay in self.stays)

    @property
    def on_table(self) -> int:
        """What lies there at the end."""
        return sum(stay.has for stay in self.stays if stay.took is None)

    @property
    def difference(self) -> int:
        """What is missing (more than 0) or too much; 0 when it comes out."""
        return self.brought - self.took - self.on_table - self.rake

    def _sit(self, number: int, player: str, stack: int) -> None:
        if number in self._here:
            self._here.pop(number).took = 0
        stay = Stay(number, player, stack, None, stack)
        self._here[number] = stay
        self.stays.append(stay)

    def _compare(
        self, hand: int, seats: tuple[int, ...], told: tuple[int, ...], state: TableState
    ) -> None:
        for number, stack in zip(seats, told, strict=True):
            seat = state.seats.get(number)
            if seat is not None and seat.stack != stack:
                self.wrong.append((hand, number, seat.stack, stack))
