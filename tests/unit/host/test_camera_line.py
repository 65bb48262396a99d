"""The line to a camera, from a host that has other things to do."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest

from hal.card_reader import wire
from host_tools.reader import camera_line
from host_tools.reader.camera_line import CameraLine

LATE_MS = 300
"""So long a busy computer may keep a program from bytes that are there."""


class Port:
    """Answers who it is, in pieces; before each the reading program was kept waiting."""

    def __init__(self, *cuts: int) -> None:
        self.now_ms = 0
        self._cuts = cuts
        self._pieces: list[bytes] = []

    @property
    def in_waiting(self) -> int:
        return len(self._pieces[0]) if self._pieces else 0

    def write(self, octets: bytes) -> None:
        answer = wire.frame(wire.WHO | wire.ANSWER, octets[2], bytes((1, 52, 0x12, 0x34)))
        bounds = (0, *self._cuts, len(answer))
        self._pieces = [answer[a:b] for a, b in pairwise(bounds)]

    def read(self, size: int) -> bytes:
        self.now_ms += LATE_MS
        return self._pieces.pop(0) if self._pieces else b""

    def close(self) -> None:
        pass


@pytest.mark.parametrize("cuts", [(), (1,), (4,), (1, 7)])
def test_an_answer_that_is_read_late_and_in_pieces_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, cuts: tuple[int, ...]
) -> None:
    port = Port(*cuts)
    monkeypatch.setattr("serial.serial_for_url", lambda *_, **__: port)
    clock = SimpleNamespace(
        monotonic=lambda: port.now_ms / 1000, monotonic_ns=lambda: port.now_ms * 1_000_000
    )
    monkeypatch.setattr(camera_line, "time", clock)
    with CameraLine("/dev/camera") as line:
        told = line.who()
    assert (told.version, told.cards, told.check) == (1, 52, 0x1234)
