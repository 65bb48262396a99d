"""Many seeded evenings: whole ones pass, and each thing that can be wrong is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.lines import writer
from firmware.lines.chain import Chain, genesis
from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.sim import swarm
from host_tools.sim.swarm import SERIAL, Judge, Plan

if TYPE_CHECKING:
    import pytest

LOG = bytes(8)
OPENED = (m.SEGMENT_OPENED, SERIAL, LOG, 1, bytes(8), genesis(SERIAL, LOG))
SEATED = ((m.SEAT_TAKEN, 1, 100, None), (m.SEAT_TAKEN, 4, 100, None))


def record(*messages: tuple) -> bytes:
    chain = Chain(genesis(SERIAL, LOG))
    lines = []
    for seq, message in enumerate((OPENED, *messages), 1):
        body = writer.write(message, seq, seq)
        lines.append(writer.seal(body, chain.add(body)))
    return b"".join(lines)


def finished(*stacks: int) -> tuple:
    return (m.HAND_FINISHED, 1, (1, 4), stacks)


def judged(content: bytes, hands: int = 1) -> list[str]:
    judge = Judge(SERIAL)
    judge.read(content)
    return judge.judge(hands)


def test_a_whole_evening_is_right() -> None:
    assert judged(record(*SEATED, finished(40, 160))) == []


def test_chips_that_appear_are_found() -> None:
    assert judged(record(*SEATED, finished(40, 161))) == ["200 chips came, 201 are there"]


def test_a_hand_that_never_ends_is_found() -> None:
    assert judged(record(*SEATED)) == ["0 hands ended of 1"]


def test_a_fault_is_found() -> None:
    faulted = (m.LAST_WORDS, "card_twice")
    assert judged(record(*SEATED, faulted, finished(100, 100))) == ["the table said last_words"]


def test_a_line_that_is_missing_or_damaged_is_found() -> None:
    lines = record(*SEATED, finished(40, 160)).splitlines(keepends=True)
    assert "line 2 does not follow from the one before" in judged(lines[0] + b"".join(lines[2:]))
    assert "line 3 is no line: bad_crc" in judged(
        b"".join(lines[:2]) + lines[2].replace(b"100", b"101") + lines[3]
    )


def test_an_evening_is_drawn_from_its_number_alone() -> None:
    assert Plan.of(7) == Plan.of(7)
    assert len({str(Plan.of(number)) for number in range(1, 20)}) > 10
    assert {Plan.of(number).level for number in range(1, 20)} == {"port", "register"}


def test_evenings_are_played_and_a_failure_names_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert swarm.run([20]) == exit_codes.OK
    whole = swarm.Simulation

    class Breaking(whole):  # type: ignore[misc, valid-type]
        def run(self) -> None:
            raise RuntimeError("the firmware stopped itself: card_twice")

    monkeypatch.setattr(swarm, "Simulation", Breaking)
    assert swarm.run([20]) == exit_codes.VERIFICATION_FAILED
    told = capsys.readouterr()
    assert "card_twice" in told.out
    assert "SEEDS=1 SEED=20 make swarm" in told.err


def test_a_number_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEEDS", "many")
    assert swarm.main() == exit_codes.USAGE
