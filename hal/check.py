"""The check a technician asks for: every part of the table once, and a verdict for each by name.

Nothing moves and no card is touched. Noise must give a packet, memories must answer, each panel
and the card machine must be there, displays light up whole for a second so that a person sees a
dark digit. What the lines say is told beside. Rule of the file: a part that did not answer has not
passed, and the reason is the driver's own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.check_words import detail, text
from hal.errors import BUSY, CORRUPT, REFUSED, HalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hal.board import Board
    from hal.ports import Noise, SecondNoise, Signer

    Said = tuple[object, ...]  # a text's name and what fills it; empty where all is said
    Probe = Callable[[], Said]

ANSWER_MS_MAX = 2000  # noise wakes up in 4 ms, the second source answers in 60
_STEP_MS = 2
_MEBIBYTE = 1 << 20
_SHOW_MS = 1000
_ALL_SEGMENTS = b"\xff" * 8
_DARK = bytes(8)
_VERDICT_WIDTH = 10


class Verdict:
    """One part: its name, whether it is good, and what else there is to say of it.

    number: of a part that is there several times, else 0. words: a text of `hal.check_words` and
    what fills it. trouble: the error of a part that is not good.
    """

    def __init__(
        self, part: str, number: int, words: Said = (), trouble: HalError | None = None
    ) -> None:
        self.part = part + (str(number) if number else "")
        self.is_good = trouble is None
        self._part = (part, number)
        self._words = words
        self._trouble = trouble

    @property
    def said(self) -> str:
        """What there is to say, in English."""
        return self._said("en")

    def _said(self, language: str) -> str:
        if self._trouble is not None:
            kind = text(self._trouble.kind, language)
            told = detail(self._trouble.detail, language)
            return f"{kind} {self._trouble.device}" + (": " + told if told else "")
        return text(str(self._words[0]), language, *self._words[1:]) if self._words else ""

    def told(self, language: str) -> str:
        """The whole line in one of `hal.check_words.LANGUAGES`."""
        verdict = text("good" if self.is_good else "bad", language)
        said = self._said(language)
        part = text(self._part[0], language, self._part[1])
        return f"{verdict:<{_VERDICT_WIDTH}}{part}" + (": " + said if said else "")

    def __str__(self) -> str:
        return self.told("en")


def check(
    board: Board, pause: Callable[[int], None], others: tuple[tuple[str, Probe], ...] = ()
) -> list[Verdict]:
    """Ask every part. pause: waits so many milliseconds.

    others: what only this kind of computer has, each a name and a call that returns what there is
    to say, as `Verdict` takes it, or raises `HalError`.
    """
    verdicts = []
    one_of_a_kind = [(part, 0, probe) for part, probe in others]
    for part, number, probe in (*_probes(board, pause), *one_of_a_kind):
        try:
            verdicts.append(Verdict(part, number, probe()))
        except HalError as trouble:
            verdicts.append(Verdict(part, number, trouble=trouble))
    pause(_SHOW_MS)
    for display in board.seat_displays + board.centre_displays:
        try:
            display.show(_DARK)
        except HalError:  # it has its verdict already
            continue
    return verdicts


def _probes(board: Board, pause: Callable[[int], None]) -> Iterator[tuple[str, int, Probe]]:
    yield "power", 0, lambda: _power(board)
    yield "lid", 0, lambda: ("open" if board.lid.is_on() else "closed",)
    yield "floor_key", 0, lambda: ("turned" if board.floor_key.is_on() else "at_rest",)
    yield "order_memory", 0, lambda: _remembers(board)
    yield "noise", 0, lambda: _draws(board.noise, pause)
    second = board.second_noise
    if second is not None:
        yield "second_noise", 0, lambda: _draws(second, pause)
    signer = board.signer
    if signer is not None:
        yield "signer", 0, lambda: _signs(signer, pause)
    yield "store", 0, lambda: ("free", board.store.free_bytes() // _MEBIBYTE)
    yield "card_machine", 0, lambda: _answers(board.machine.poll)
    for at, panel in enumerate(board.panels, 1):
        yield "panel", at, lambda panel=panel: _answers(panel.read)
    for at, display in enumerate(board.seat_displays, 1):
        yield "seat", at, lambda display=display: _lights(display.show)
    for at, display in enumerate(board.centre_displays, 1):
        yield "centre", at, lambda display=display: _lights(display.show)
    yield "link", 0, lambda: _answers(board.link.read)


def _power(board: Board) -> Said:
    if board.power_failing.is_on():
        raise HalError("unhealthy", "power_failing", text("failing", "en"))
    return ()


def _remembers(board: Board) -> Said:
    if board.order_memory.read(0, 16) != board.order_memory.read(0, 16):
        raise HalError(CORRUPT, "fram", text("differ", "en"))
    return ()


def _draws(source: Noise | SecondNoise, pause: Callable[[int], None]) -> Said:
    _until_answered(source.read, pause)
    return ()


def _signs(signer: Signer, pause: Callable[[int], None]) -> Said:
    """Whose signatures stand under the log; a table without a key is as good, and says so."""
    try:
        key = _until_answered(signer.public_key, pause)
    except HalError as trouble:
        if trouble.kind != REFUSED:
            raise
        return ("no_key",)
    return ("key", key[:8].hex())


def _until_answered(ask: Callable[[], bytes], pause: Callable[[int], None]) -> bytes:
    for _ in range(ANSWER_MS_MAX // _STEP_MS):
        try:
            return ask()
        except HalError as trouble:
            if trouble.kind != BUSY:
                raise
            pause(_STEP_MS)
    raise HalError(BUSY, "inner_bus", f"for {ANSWER_MS_MAX} ms")


def _answers(ask: Callable[[], object]) -> Said:
    ask()
    return ()


def _lights(show: Callable[[bytes], None]) -> Said:
    show(_ALL_SEGMENTS)
    return ()
