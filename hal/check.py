"""The check a technician asks for: every part of the table once, and a verdict for each by name.

Nothing moves and no card is touched. Noise must give a packet, memories must answer, each panel
and the card machine must be there, displays light up whole for a second so that a person sees a
dark digit. What the lines say is told beside. Rule of the file: a part that did not answer has not
passed, and the reason is the driver's own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.errors import BUSY, CORRUPT, REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.board import Board
    from hal.ports import Noise, SecondNoise, Signer

    Probe = Callable[[], str]

ANSWER_MS_MAX = 2000  # noise wakes up in 4 ms, the second source answers in 60
_STEP_MS = 2
_MEBIBYTE = 1 << 20
_SHOW_MS = 1000
_ALL_SEGMENTS = b"\xff" * 8
_DARK = bytes(8)


class Verdict:
    """One part: its name, whether it is good, and what else there is to say of it."""

    def __init__(self, part: str, is_good: bool, said: str) -> None:
        self.part = part
        self.is_good = is_good
        self.said = said

    def __str__(self) -> str:
        return (
            ("good      " if self.is_good else "NOT GOOD  ")
            + self.part
            + (": " + self.said if self.said else "")
        )


def check(
    board: Board, pause: Callable[[int], None], others: tuple[tuple[str, Probe], ...] = ()
) -> list[Verdict]:
    """Ask every part. pause: waits so many milliseconds.

    others: what only this kind of computer has, each a name and a call that returns what there is
    to say, or raises `HalError`.
    """
    verdicts = []
    for part, probe in (*_probes(board, pause), *others):
        try:
            verdicts.append(Verdict(part, True, probe()))
        except HalError as trouble:
            verdicts.append(Verdict(part, False, str(trouble)))
    pause(_SHOW_MS)
    for display in board.seat_displays + board.centre_displays:
        try:
            display.show(_DARK)
        except HalError:  # it has its verdict already
            continue
    return verdicts


def _probes(board: Board, pause: Callable[[int], None]) -> Iterator[tuple[str, Probe]]:
    yield "power", lambda: _power(board)
    yield "lid", lambda: "open" if board.lid.is_on() else "closed"
    yield "floor_key", lambda: "turned" if board.floor_key.is_on() else "at rest"
    yield "order_memory", lambda: _remembers(board)
    yield "noise", lambda: _draws(board.noise, pause)
    second = board.second_noise
    if second is not None:
        yield "second_noise", lambda: _draws(second, pause)
    signer = board.signer
    if signer is not None:
        yield "signer", lambda: _signs(signer, pause)
    yield "store", lambda: f"{board.store.free_bytes() // _MEBIBYTE} MiB free or more"
    yield "card_machine", lambda: _answers(board.machine.poll)
    for at, panel in enumerate(board.panels, 1):
        yield f"panel{at}", lambda panel=panel: _answers(panel.read)
    for at, display in enumerate(board.seat_displays, 1):
        yield f"seat{at}", lambda display=display: _lights(display.show)
    for at, display in enumerate(board.centre_displays, 1):
        yield f"centre{at}", lambda display=display: _lights(display.show)
    yield "link", lambda: _answers(board.link.read)


def _power(board: Board) -> str:
    if board.power_failing.is_on():
        raise HalError("unhealthy", "power_failing", "the 24 V are failing, or its wire is broken")
    return ""


def _remembers(board: Board) -> str:
    if board.order_memory.read(0, 16) != board.order_memory.read(0, 16):
        raise HalError(CORRUPT, "fram", "two readings differ")
    return ""


def _draws(source: Noise | SecondNoise, pause: Callable[[int], None]) -> str:
    _until_answered(source.read, pause)
    return ""


def _signs(signer: Signer, pause: Callable[[int], None]) -> str:
    """Whose signatures stand under the log; a table without a key is as good, and says so."""
    try:
        key = _until_answered(signer.public_key, pause)
    except HalError as trouble:
        if trouble.kind != REFUSED:
            raise
        return "no key: the heads of the log are not signed"
    return "signs with the key " + key[:8].hex()


def _until_answered(ask: Callable[[], bytes], pause: Callable[[int], None]) -> bytes:
    for _ in range(ANSWER_MS_MAX // _STEP_MS):
        try:
            return ask()
        except HalError as trouble:
            if trouble.kind != BUSY:
                raise
            pause(_STEP_MS)
    raise HalError(BUSY, "inner_bus", f"for {ANSWER_MS_MAX} ms")


def _answers(ask: Callable[[], object]) -> str:
    ask()
    return ""


def _lights(show: Callable[[bytes], None]) -> str:
    show(_ALL_SEGMENTS)
    return ""
