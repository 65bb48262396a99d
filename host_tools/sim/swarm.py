"""Many evenings at simulated tables, each decided by one seed, and what must hold of all of them.

A seed says who sits where with how much, which house rules apply, at which level the table is
simulated, when somebody pulls the plug and what goes wrong in the card machine. The evening runs
in this process, in virtual time; after every input the cards are looked at, its record is then
examined line by line, and the table that a replay makes of it is compared with the live one. Most
evenings are played at a volume table; every tenth at a whole one, where the plug is pulled as well
and people press keys. A seed that fails is printed with the command that plays it again; it
belongs into `tests/simulation/seeds.txt`, which is played for ever. The rule of the file: the seed
alone decides, so what failed once fails again.

A seed of a volume table begins with `v`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from firmware.core.hand_table import HELD, RETURNING, STATES
from firmware.core.procedure_guards import place_to_return
from firmware.schema import messages as m
from firmware.schema import settings as s
from hal.sim.main import FaultPlan, MemoryRoom, Simulation, VolumeSimulation, head_of
from host_tools.cli import exit_codes
from host_tools.dev.campaign_size import size_from
from host_tools.sim.fault_plans import rows_of
from host_tools.sim.invariants import Findings, examine, examine_told

SERIAL = "MZ-SWARM"
SEEDS = 100
PASSES_MAX = 100_000
"""Nine times what the longest of forty evenings took (10,857)."""

STACKS = (150, 1000, 3000, 10_000)
HANDS_MAX = 5
CUTS_MAX = 4
CUT_PASSES_MAX = 3000
"""Between two pulls of the plug; a hand takes 1,500 to 2,600 passes."""

TORN_BYTES_MAX = 400

VOLUME = "v"
"""How the seed of an evening at a volume table begins."""

VOLUME_HANDS = (4, 12)
VOLUME_DRAWS = 3
"""Draws of a fault plan for one evening: it is three times as long as one at a whole table."""

WHOLE_EVERY = 10
"""Of so many evenings one is played at a whole table."""

NUMBERS = {
    "small_blind": ("25", "50"),
    "ante": ("0", "0", "5", "25"),
    "rake_permille": ("0", "0", "50"),
    "rake_cap": ("0", "300"),
    "witness_ms": ("0", "2000"),
    "next_hand_ms": ("0", "3000"),
}
"""House rules with a number: what a seed may choose. Those with words may take every word."""

NOT_DRAWN = frozenset({"chip_mode"})
"""Chips that lie on the felt are not moved by simulated people."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seed decides."""

    stacks: dict[int, int]
    hands: int
    settings: dict[str, str]
    level: str
    cuts: tuple[tuple[int, int], ...]
    """(passes since the power came, bytes of the unsynced tail that survive)."""

    mishaps: tuple[str, ...]
    """Rows of the card machine's fault plan."""


def plan_of(seed: str) -> Plan:
    """Return what the seed decides; each rule by itself, so that a new one changes no other."""
    if seed.startswith(VOLUME):
        return _volume_plan_of(seed)
    chance = Random(f"evening {seed}")
    seats = sorted(chance.sample(range(1, 11), chance.randint(2, 10)))
    cuts = [
        (
            chance.randint(1, CUT_PASSES_MAX),
            chance.choice((0, 0, chance.randint(1, TORN_BYTES_MAX))),
        )
        for _ in range(chance.choice((0, 0, chance.randint(1, CUTS_MAX))))
    ]
    stacks = {seat: chance.choice(STACKS) for seat in seats}
    hands = chance.randint(1, HANDS_MAX)
    return Plan(
        stacks=stacks,
        hands=hands,
        settings=_settings_of(seed),
        level=chance.choice(("port", "port", "port", "register")),
        cuts=tuple(cuts),
        mishaps=rows_of(seed, hands, tuple(seats)),
    )


def _volume_plan_of(seed: str) -> Plan:
    chance = Random(f"evening {seed}")
    seats = tuple(sorted(chance.sample(range(1, 11), chance.randint(2, 10))))
    hands = chance.randint(*VOLUME_HANDS)
    mishaps = [rows_of(f"{seed} {draw}", hands, seats) for draw in range(VOLUME_DRAWS)]
    return Plan(
        stacks={seat: chance.choice(STACKS) for seat in seats},
        hands=hands,
        settings=_settings_of(seed),
        level="volume",
        cuts=(),
        mishaps=tuple(row for rows in mishaps for row in rows),
    )


def _settings_of(seed: str) -> dict[str, str]:
    chosen = {}
    for setting in range(1, len(s.NAMES)):
        name = s.NAMES[setting]
        words = NUMBERS.get(name) or s.WORDS[setting]
        chance = Random(f"{name} {seed}")
        if words and name not in NOT_DRAWN and chance.random() < 0.5:
            chosen[name] = chance.choice(words)
    return chosen


def play(seed: str) -> Findings:
    """Play a seed's evening and examine its record; what is wrong stands in the findings."""
    plan = plan_of(seed)
    room = MemoryRoom()
    mishaps = FaultPlan(plan.mishaps) if plan.mishaps else None
    simulation = _start(seed, plan, room, mishaps)
    cuts = list(plan.cuts)
    since_start = lines = 0
    wrong = []
    try:
        for _ in range(PASSES_MAX):
            if simulation.is_over():
                break
            since_start += 1
            if cuts and since_start == cuts[0][0]:
                room.cut_power(cuts.pop(0)[1])
                simulation = _start(seed, plan, room, mishaps)
                since_start = 0
            wait_ms = simulation.one_pass()
            journal = simulation.controller.journal
            if journal is not None and journal.synced != lines:  # an input was answered
                lines = journal.synced
                _look_at_the_cards(simulation)
            simulation.advance(wait_ms)
        else:
            wrong.append("the evening does not end: " + _where_it_stands(simulation))
    except Exception as broken:  # whatever it is, it belongs to this seed
        wrong.append(f"{type(broken).__name__}: {broken}")
    if simulation.controller.stopped_by:
        wrong.append("the firmware stopped itself: " + simulation.controller.stopped_by)
    live = None if wrong else simulation.controller.table
    if isinstance(simulation, VolumeSimulation):
        findings = examine_told(simulation.told, SERIAL, head_of, live, ended=not wrong)
    else:
        log = b"".join(room.store.read(segment) for segment in room.store.segments())
        findings = examine(log.splitlines(keepends=True), SERIAL, live, ended=not wrong)
    findings.wrong[:0] = wrong
    if not wrong:
        _look_around(simulation, plan, findings)
    return findings


def _look_at_the_cards(simulation: Simulation) -> None:
    """After every input each card is in one place, and the table accounts for each.

    The table's own sums (52 cards: hopper, carousel, outside, missing; chips issued) are checked
    by itself after every input; here its ledger is held against the cards.
    """
    deck = simulation.table.machine.deck
    if deck.every_card() != list(range(len(deck.faces))):
        raise AssertionError("a card is in two places, or in none")
    table = simulation.controller.table
    running = table.hand
    if running is not None and not deck.hopper:  # else cards are being gathered in the hand
        told = Counter(table.ledger.place.values())
        if deck.laid:
            hand, token, here, there = deck.laid
            if hand == table.hand_number and table.ledger.place.get(token) == here:
                told[here] -= 1  # a person has carried it, and the table has not been told yet
                told[there] += 1
        if RETURNING in (running.state, running.back):
            del told[place_to_return(running)]  # its cards may be on either side
        for place, count in told.items():
            if m.PLACE_SEAT1 <= place <= m.PLACE_BOARD5 and count > len(deck.wells[place]):
                raise AssertionError(f"the table believes in {count} cards at {place}")


def _where_it_stands(simulation: Simulation) -> str:
    """For whoever looks for the reason: the hand and its state."""
    hand = simulation.controller.table.hand
    if hand is None:
        return "between two hands"
    if hand.state == HELD:
        return f"hand {hand.number} is held where it was {STATES[hand.back]}"
    return f"hand {hand.number} is {STATES[hand.state]}"


def _start(
    seed: str, plan: Plan, room: MemoryRoom, mishaps: FaultPlan | None = None
) -> Simulation:
    if plan.level == "volume":
        return VolumeSimulation(
            seed.encode(),
            hands=plan.hands,
            stacks=plan.stacks,
            settings=plan.settings,
            serial=SERIAL,
            plan=mishaps,
        )
    return Simulation(
        seed.encode(),
        hands=plan.hands,
        stacks=plan.stacks,
        settings=plan.settings,
        room=room,
        serial=SERIAL,
        level=plan.level,
        plan=mishaps,
    )


def _look_around(simulation: Simulation, plan: Plan, findings: Findings) -> None:
    """What the log cannot tell: the cards themselves."""
    deck = simulation.table.machine.deck
    here = len(deck.every_card()) - len(deck.gone)
    if here != 52 and not plan.mishaps:
        findings.wrong.append(f"{here} cards are at the table")
    if findings.hands_finished + findings.hands_voided < plan.hands:
        findings.wrong.append(f"{plan.hands} hands were to be played")


def told(seed: str, findings: Findings) -> str:
    """What is printed of a seed that failed."""
    plan = plan_of(seed)
    rules = " ".join(f"{name}={value}" for name, value in plan.settings.items())
    return "\n".join(
        [
            f"seed {seed}: {len(plan.stacks)} seats, {plan.hands} hands, {plan.level} level,"
            f" plug pulled {len(plan.cuts)} times; {rules}",
            *(f"    mishap: {row}" for row in plan.mishaps),
            *(f"    {sentence}" for sentence in findings.wrong[:10]),
            f"    again: {sys.executable} -m host_tools.sim.swarm --seed {seed}",
        ]
    )


def _seed(number: int) -> str:
    return str(number) if number % WHOLE_EVERY == 0 else f"{VOLUME}{number}"


def run(seeds: list[str], processes: int) -> list[tuple[str, Findings]]:
    """Play the seeds, several at a time, and print what fails as it fails; returns all."""
    played = []
    with ProcessPoolExecutor(processes) as pool:
        for seed, findings in zip(seeds, pool.map(play, seeds), strict=True):
            played.append((seed, findings))
            if findings.wrong:
                print(told(seed, findings), flush=True)
    return played


def main(argv: list[str] | None = None) -> int:
    """Play the seeds asked for; 0 when nothing is wrong with any of them."""
    parser = argparse.ArgumentParser(prog="swarm", description="Random evenings, by seed.")
    parser.add_argument("--seeds", type=size_from(1), default=SEEDS, help="how many")
    parser.add_argument("--first", type=size_from(1), default=1, help="number of the first")
    parser.add_argument("--seed", help="one alone, again")
    parser.add_argument("--jobs", type=size_from(1), default=os.cpu_count() or 1)
    asked = parser.parse_args(argv)
    seeds = [_seed(number) for number in range(asked.first, asked.first + asked.seeds)]
    if asked.seed is not None:
        seeds = [asked.seed]
    began = time.monotonic()
    played = run(seeds, max(1, min(asked.jobs, len(seeds))))
    seconds = time.monotonic() - began
    failed = [seed for seed, findings in played if findings.wrong]
    hands = sum(findings.hands_finished + findings.hands_voided for _, findings in played)
    orders = sum(findings.orders_opened for _, findings in played)
    lines = sum(findings.lines for _, findings in played)
    print(
        f"{len(played)} evenings, {hands} hands, {lines} lines, {orders} orders opened"
        f" in {seconds:.0f} s; {len(failed)} failed" + (": " + " ".join(failed) if failed else "")
    )
    return exit_codes.VERIFICATION_FAILED if failed else exit_codes.OK


if __name__ == "__main__":
    sys.exit(main())
