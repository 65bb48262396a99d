"""Parts of a simulated table that fail while it runs, and are put right by a person.

A noise source that sticks or falls silent, a panel, display or memory that does not answer, a disk
that takes nothing, a key that stays down, a supply that fails: each by its name in `BREAKDOWNS`.
The part then says no in the way the real one does, until `mend` is called. What goes wrong with
cards and in the card machine is another file's (`mishaps`). Rule of the file: the firmware sees a
port that fails and nothing else; nobody tells it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import IO, NACK, TIMEOUT, UNHEALTHY, HalError
from hal.ports import KEY_DOWN

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hal.sim.board import SimTable

STUCK_PACKET = bytes(16)  # what a source gives whose detector is dead: every health test sees it

# Name -> the faults that the table is expected to raise for it.
BREAKDOWNS = {
    "noise_stuck": "F-RNG-01",
    "noise_silent": "F-RNG-02",
    "noise_alarm": "F-RNG-03",
    "second_noise_silent": "F-RNG-04",
    "memory_silent": "F-MEM-01",
    "panel_silent": "F-PAN-01",
    "display_silent": "F-DSP-01",
    "store_failed": "F-STO-01",
    "supply_failing": "F-PWR-02",
    "lid_open": "F-LID-01",
    "floor_key_stuck": "F-KEY-01",
    "key_stuck": "F-KEY-02",
}


class Breakdowns:
    """What is broken at one table, and how it was before."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._remedies: list[Callable[[], None]] = []

    def strike(self, name: str, seat: int = 1) -> None:
        """Break a part by its name in `BREAKDOWNS`; seat: whose panel, display or key."""
        table, board = self._table, self._table.board
        if name == "noise_stuck":
            self._answer(board.noise, ("read",), lambda: STUCK_PACKET)
        elif name == "noise_silent":
            self._fail(board.noise, ("read",), TIMEOUT, "noise")
        elif name == "noise_alarm":
            self._fail(board.noise, ("read",), UNHEALTHY, "noise")
        elif name == "second_noise_silent":
            self._fail(board.second_noise, ("read",), TIMEOUT, "second_noise")
        elif name == "memory_silent":
            self._fail(board.order_memory, ("read", "write"), NACK, "order_memory")
        elif name == "panel_silent":
            at = (seat - 1) // 2
            self._fail(board.panels[at], ("read", "light"), NACK, "panel" + str(at + 1))
        elif name == "display_silent":
            self._fail(board.seat_displays[seat - 1], ("show",), NACK, "display" + str(seat))
        elif name == "store_failed":
            self._fail(board.store, ("append", "sync"), IO, "store")
        elif name == "key_stuck":
            table.panel(seat).press(seat, KEY_DOWN)
            self._remedies.append(lambda: table.panel(seat).release(seat, KEY_DOWN))
        else:
            lines = {
                "supply_failing": table.power_failing,
                "lid_open": table.lid,
                "floor_key_stuck": table.floor_key,
            }
            line = lines[name]
            line.put(True)
            self._remedies.append(lambda: line.put(False))

    def mend(self) -> None:
        """Everything that was broken works again."""
        remedies, self._remedies = self._remedies, []
        for remedy in remedies:
            remedy()

    def is_any(self) -> bool:
        """Whether something is still broken."""
        return bool(self._remedies)

    def _fail(self, part: Any, calls: tuple[str, ...], kind: str, device: str) -> None:
        def refuse(*_: Any) -> Any:
            raise HalError(kind, device, "broken on purpose")

        self._answer(part, calls, refuse)

    def _answer(self, part: Any, calls: tuple[str, ...], answer: Callable[..., Any]) -> None:
        """Let a part's calls answer otherwise; the instance's own name hides the class's."""
        for call in calls:
            setattr(part, call, answer)
            self._remedies.append(_uncovering(part, call))


def _uncovering(part: Any, call: str) -> Callable[[], None]:
    def uncover() -> None:
        if call in vars(part):
            delattr(part, call)

    return uncover
