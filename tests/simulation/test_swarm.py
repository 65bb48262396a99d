"""Evenings by seed: the ones that once failed, a few more, and the judge itself.

`make swarm SEEDS=1000` plays as many as there is time for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.lines.chain import Chain, genesis
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.main import CallStation, Simulation, VolumeSimulation, head_of
from host_tools.cli import exit_codes
from host_tools.sim import swarm
from host_tools.sim.invariants import examine, examine_told
from tests.simulated_evening import Evening

SEEDS_FILE = Path(__file__).parent / "seeds.txt"
KEPT = [
    line.split()[0]
    for line in SEEDS_FILE.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
SERIAL = "MZ-0007"
CHUNKS, SEEDS = 10, 25  # 250 evenings at volume tables, some 2,000 hands
WHOLE_SEEDS = 20  # evenings at whole tables, with keys, displays and pulled plugs


@pytest.mark.parametrize("seed", KEPT + [str(number) for number in range(1, 9)])
def test_evening_holds_what_must_hold(seed: str) -> None:
    findings = swarm.play(seed)
    assert not findings.wrong, swarm.told(seed, findings)
    assert findings.orders_opened >= findings.hands_finished
    assert findings.hands_finished + findings.hands_voided >= 1


def played(seeds: list[str]) -> int:
    """Play the seeds, out of the branch trace, which would slow every loop; how many hands."""
    hands = 0
    for seed in seeds:
        findings = swarm.play(seed)
        assert not findings.wrong, swarm.told(seed, findings)
        hands += findings.hands_finished + findings.hands_voided
    return hands


@pytest.mark.parametrize("first", range(1000, 1000 + CHUNKS * SEEDS, SEEDS))
def test_random_hands_under_random_fault_plans_hold_what_must_hold(first: int) -> None:
    """Cards jam, stray, turn over and go missing; the hand ends, the sums hold, no face leaks."""
    assert played([f"v{seed}" for seed in range(first, first + SEEDS)]) >= 190


def test_whole_tables_with_pulled_plugs_hold_what_must_hold() -> None:
    assert played([str(seed) for seed in range(1000, 1000 + WHOLE_SEEDS)]) >= WHOLE_SEEDS


def test_a_seed_decides_everything_and_seeds_differ() -> None:
    plans = [swarm.plan_of(str(seed)) for seed in range(200)]
    assert plans == [swarm.plan_of(str(seed)) for seed in range(200)]
    assert {plan.level for plan in plans} == {"port", "register"}
    volume = [swarm.plan_of(f"v{seed}") for seed in range(1000, 1000 + CHUNKS * SEEDS)]
    assert {plan.level for plan in volume} == {"volume"}
    assert sum(plan.hands for plan in volume) >= 2000
    assert sum(len(plan.mishaps) for plan in volume) > 1000
    assert {len(plan.stacks) for plan in plans} == set(range(2, 11))
    assert {len(plan.cuts) for plan in plans} == set(range(5))
    drawn = {name for plan in plans for name in plan.settings}
    assert sum(bool(plan.mishaps) for plan in plans) > 100
    assert {"structure", "cut", "rake_permille", "straddle", "ante"} <= drawn


def test_the_same_seed_leaves_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    records = []

    def keep(lines: list[bytes], *rest: object, **named: object) -> swarm.Findings:
        records.append(lines)
        return swarm.Findings()

    monkeypatch.setattr(swarm, "examine", keep)
    swarm.play("5")
    swarm.play("5")
    assert len(records[0]) > 100
    assert records[0] == records[1]


def test_a_failing_seed_is_told_with_the_way_to_play_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(Simulation):
        def one_pass(self) -> int:
            if self.spectator.hand:
                raise RuntimeError("a card too many")
            return super().one_pass()

    class OneByOne:
        """A pool that plays here, where the break is."""

        def __init__(self, processes: int) -> None: ...

        def __enter__(self) -> OneByOne:
            return self

        def __exit__(self, *ended: object) -> None: ...

        map = staticmethod(map)

    monkeypatch.setattr(swarm, "Simulation", Broken)
    monkeypatch.setattr(swarm, "ProcessPoolExecutor", OneByOne)
    assert swarm.main(["--seed", "7"]) == exit_codes.VERIFICATION_FAILED
    told = capsys.readouterr().out
    assert "RuntimeError: a card too many" in told
    assert "host_tools.sim.swarm --seed 7" in told
    assert told.splitlines()[-1].endswith("1 failed: 7")


def test_an_evening_without_end_is_told_with_where_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(swarm, "PASSES_MAX", 0)
    (wrong,) = swarm.play("v3").wrong
    assert wrong == "the evening does not end: between two hands"
    monkeypatch.setattr(swarm, "PASSES_MAX", 100)
    (wrong,) = swarm.play("v3").wrong
    assert wrong.startswith("the evening does not end: hand 1 is ")


# --- the judge -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record() -> list[bytes]:
    evening = Evening(b"judged", dict.fromkeys((1, 4, 6), 2000), 2).play()
    return evening.text().splitlines(keepends=True)


def spoilt(record: list[bytes], name: str, old: bytes, new: bytes) -> list[bytes]:
    """The record with a word of its first `name` line changed; seals and chain are made anew."""
    log = parse(record[0]).message[2]
    chain = Chain(genesis(SERIAL, log))
    lines = []
    done = False
    for raw in record:
        line = parse(raw)
        body = write(line.message, line.seq, line.ms)
        if not done and m.NAMES[line.message[0]] == name and old in body:
            body, done = body.replace(old, new, 1), True
        lines.append(seal(body, chain.add(body)))
    assert done
    return lines


def test_an_honest_record_has_nothing_wrong(record: list[bytes]) -> None:
    findings = examine(record, SERIAL)
    assert findings.wrong == []
    assert (findings.hands_finished, findings.orders_opened) == (2, 3)  # and the first button
    assert spoilt(record, "table_started", b"", b"") == record


def test_a_line_that_is_missing_breaks_the_count(record: list[bytes]) -> None:
    wrong = examine(record[:50] + record[51:], SERIAL).wrong
    assert wrong == ["line 51: line 51 was to come, not 52: lines are missing"]


def test_a_changed_byte_breaks_the_line(record: list[bytes]) -> None:
    changed = record[40].replace(b" ", b"  ", 1)
    assert "the checksum is wrong" in examine([*record[:40], changed], SERIAL).wrong[0]


def test_a_line_of_another_table_breaks_the_chain(record: list[bytes]) -> None:
    assert examine(record, "MZ-0008").wrong == ["line 1: the record of table MZ-0007"]


def test_a_face_that_nobody_has_shown_is_found() -> None:
    stacks: dict[int, int] = dict.fromkeys((1, 4, 6), 2000)
    table = VolumeSimulation(b"faces", hands=1, stacks=stacks, policy=CallStation(), serial=SERIAL)
    table.run()
    assert examine_told(table.told, SERIAL, head_of).wrong == []
    hole = next(one for _, _, one in table.told if one[0] == m.HOLE_CARD_DEALT)[3]
    for kind, token in ((m.FACE_READ, hole), (m.FACE_OPENED, 53)):
        at = next(at for at, (_, _, one) in enumerate(table.told) if one[0] == kind)
        seq, ms, message = table.told[at]
        told = [*table.told[:at], (seq, ms, (kind, token, message[2])), *table.told[at + 1 :]]
        wrong = examine_told(told, SERIAL, head_of).wrong
        assert f"line {seq}: a face is told that nobody has shown" in wrong


def test_chips_from_nowhere_are_found(record: list[bytes]) -> None:
    finished = next(parse(raw).message for raw in record if b" hand_finished " in raw)
    stacks = ",".join(str(stack) for stack in finished[3])
    more = ",".join(str(stack + 1) for stack in finished[3])
    wrong = examine(spoilt(record, "hand_finished", stacks.encode(), more.encode()), SERIAL).wrong
    assert any("its lines come to" in one for one in wrong)
    assert any("the rules do not give `hand_finished` here" in one for one in wrong)


def test_another_order_than_the_sealed_one_is_found(record: list[bytes]) -> None:
    revealed = next(raw for raw in record if b" order_revealed " in raw)
    order = revealed.split(b"order=")[1].split(b" ")[0]
    assert len(order) == 6  # of the seats, for the first button
    swapped = order[2:4] + order[:2] + order[4:]
    wrong = examine(spoilt(record, "order_revealed", order, swapped), SERIAL).wrong
    assert any("the order told is not the one that was promised" in one for one in wrong)


def test_a_card_from_another_slot_is_found(record: list[bytes]) -> None:
    left = next(parse(raw).message for raw in record if b" card_left " in raw)
    old = f"slot={left[2]}".encode()
    wrong = examine(
        spoilt(record, "card_left", old, f"slot={(left[2] + 1) % 54}".encode()), SERIAL
    ).wrong
    assert any("came from another slot than order, witness and cut say" in one for one in wrong)


def test_a_hand_without_an_end_is_found(record: list[bytes]) -> None:
    until = next(at for at, raw in enumerate(record) if b" card_landed " in raw)
    assert "hand 1 has no end" in examine(record[:until], SERIAL).wrong[-1]
    assert not examine(record[:until], SERIAL, ended=False).wrong
