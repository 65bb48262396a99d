"""Two hands that differ only in what nobody may know must look the same to everybody.

Each pair is one hand played twice: the same people with the same choices, the same cards shown,
but other noise (so another order, other slots, another nonce, another witness's number) and other
faces on every card that is not opened. What goes to the host, what displays and lamps show, and
when, must be the same once the public secrets that have to differ are masked: promise, slots,
order, nonce, the witness's number and seal, the start's name, MACs, chain and checksums. A
difference is a leak. `python -m tests.noninterference 10000` plays so many pairs; a pair that
differs is named with the seed that plays it again. Rule of the file: nothing is compared loosely;
a byte or a millisecond more is a difference.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random as Chance

from firmware.app.log_keeping import LogBounds
from firmware.fairness.witness import promise
from firmware.lines.mac import command_tag
from firmware.lines.parser import parse
from firmware.lines.splitter import Splitter
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.sim.main import Simulation
from hal.sim.policies import Random
from hal.sim.room import MemoryRoom
from host_tools.dev.campaign_size import size_from
from tests.paired_host import KEY, Keys
from tests.simulated_evening import pair

SERIAL = "MZ-0007"
HANDS_AN_EVENING = 20
ONE_SEGMENT = LogBounds(segment_bytes_max=1 << 26)
"""Where a segment ends hangs on how many digits the slots' numbers have; they are public later."""

PASSES_MAX = 400_000

MASKED = re.compile(
    rb" (commit|slot|token|order|nonce|w|hw|boot|head|prev|log)=[^ ]+| #[0-9a-f-]+ ~[0-9a-f]{8}\n"
)
"""What must differ between two draws; everything else may not."""

SETTINGS = (
    {},
    {"ante_mode": "all", "ante": "25"},
    {"structure": "pot_limit"},
    {"structure": "fixed_limit"},
    {"cut": "rotation"},
    {"straddle": "every_hand"},
    {"straddle": "by_choice", "rake_permille": "50", "rake_cap": "300"},
    {"cut_ms": "1000"},
)


def masked(raw: bytes) -> bytes:
    """A line without what two draws must differ in."""
    return MASKED.sub(lambda found: b" " + (found[1] or b"#") + b"=*", raw)


@dataclass
class Seen:
    """All that anybody saw, with the millisecond at which it was to be seen."""

    host: list[tuple[int, bytes]] = field(default_factory=list)
    shown: list[tuple[int, tuple]] = field(default_factory=list)
    hands: int = 0


Dealt = dict[int, list[int | None]]
"""Place -> the faces of the cards that came there, in order; None for one that was not opened."""


@dataclass(frozen=True)
class Plan:
    """What both evenings of a pair have in common."""

    seed: str
    hands: int
    stacks: dict[int, int]
    settings: dict[str, str]
    witness: str
    button: int


def plan_of(seed: str, hands: int = HANDS_AN_EVENING) -> Plan:
    """What a seed decides."""
    chance = Chance(f"pair {seed}")
    seats = sorted(chance.sample(range(1, 11), chance.randint(2, 10)))
    stacks = {seat: chance.choice((1500, 3000, 10_000)) for seat in seats}
    settings = dict(chance.choice(SETTINGS))
    witness = chance.choice(("honest", "honest", "absent", "silent"))
    if "cut_ms" in settings:
        witness = "honest"  # without one nobody cuts in that time, and the floor is waited for
    return Plan(seed, hands, stacks, settings, witness, chance.choice(seats))


class Watched:
    """One evening, and everybody who looks.

    given: hand -> what was dealt and opened in the other evening of the pair; the same cards are
    opened here, and all others are drawn anew.
    """

    def __init__(self, plan: Plan, noise: str, given: dict[int, Dealt] | None = None) -> None:
        self.seen = Seen()
        self.dealt: dict[int, Dealt] = {}
        self._plan = plan
        self._given = given
        self._chance = Chance(f"{noise} {plan.seed}")
        room = MemoryRoom()
        pair(room.order_memory, Keys())
        self._sim = Simulation(
            f"{noise} {plan.seed}".encode(),
            hands=plan.hands,
            stacks=plan.stacks,
            settings=plan.settings,
            policy=Random(plan.seed.encode()),
            room=room,
            serial=SERIAL,
            bounds=ONE_SEGMENT,
        )
        self._sim.controller.offer((m.BUTTON_PLACED, plan.button))
        self._end = self._sim.table.cable.host
        self._splitter = Splitter()
        self._counter = 0
        self._boot = bytes(8)
        self._commit = self._w = bytes(32)
        self._hand = 0
        self._places: dict[int, tuple[int, int]] = {}  # token -> place, and the how-manieth there
        self._read: dict[int, int] = {}  # token -> face, of a card that has not landed
        self._shown: tuple = ()
        self._say((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1))

    def play(self) -> Seen:
        """Play to the end and return what was to be seen."""
        sim = self._sim
        for _ in range(PASSES_MAX):
            if sim.is_over():
                break
            wait_ms = sim.one_pass()
            self._look()
            sim.advance(wait_ms)
        else:
            raise RuntimeError("the evening does not end")
        if sim.controller.stopped_by:
            raise RuntimeError("the firmware stopped itself: " + sim.controller.stopped_by)
        return self.seen

    # --- who looks -------------------------------------------------------------------------------

    def _look(self) -> None:
        table, now_ms = self._sim.table, self._sim.clock.now_ms()
        displays = (*table.seat_displays, *table.centre_displays)
        lamps = tuple(table.panel(seat).is_lit(seat) for seat in range(1, 11))
        shown = (*((one.segments, one.is_blinking) for one in displays), lamps)
        if shown != self._shown:
            self._shown = shown
            self.seen.shown.append((now_ms, shown))
        octets = self._end.read()
        for raw in self._splitter.feed(octets) if octets else ():
            self.seen.host.append((now_ms, masked(raw)))
            self._hear(raw)

    def _hear(self, raw: bytes) -> None:
        line = parse(raw)
        message = line.message
        if message[0] == m.HELLO:
            self._boot = message[7]
        elif message[0] == m.HAND_STARTED:
            self._hand = message[1]
            self.dealt[self._hand] = {}
            self._places = {}
            self._print_faces()
        elif message[0] == m.CARD_LANDED:
            faces = self.dealt[self._hand].setdefault(message[2], [])
            self._places[message[1]] = message[2], len(faces)
            faces.append(self._read.pop(message[1], None))
        elif message[0] in (m.FACE_READ, m.FACE_OPENED):
            self._note_face(message[1], message[2])
        elif message[0] == m.HAND_FINISHED:
            self.seen.hands += 1
        self._witness(message)
        if line.seq is not None:
            self._say((m.ACK, line.seq, None))

    def _note_face(self, token: int, face: int) -> None:
        """A board card is read before it lands, a hole card is opened long after."""
        if token in self._places:
            place, number = self._places[token]
            self.dealt[self._hand][place][number] = face
        else:
            self._read[token] = face

    def _print_faces(self) -> None:
        """The cards that were opened in the other evening; on all others whatever is left."""
        if self._given is None:
            return
        dealt = self._given[self._hand]
        opened = {face for faces in dealt.values() for face in faces if face is not None}
        rest = [face for face in range(52) if face not in opened]
        self._chance.shuffle(rest)
        faces = {
            place: tuple(rest.pop() if face is None else face for face in row)
            for place, row in dealt.items()
        }
        self._sim.table.machine.script_faces(tuple(faces.items()))

    # --- the witness -----------------------------------------------------------------------------

    def _witness(self, message: tuple) -> None:
        how = self._plan.witness
        if how == "absent":
            return
        if message[0] == m.ORDER_COMMITTED:
            self._commit, self._w = message[5], self._chance.randbytes(32)
            hw = promise(self._commit, self._w)
            self._ask((m.REQUEST_PROMISE, self._counter + 1, m.ROLE_WITNESS, *message[1:3], hw))
        elif message[0] == m.ORDER_CUT and how == "honest":
            self._ask(
                (m.REQUEST_OPENING, self._counter + 1, m.ROLE_WITNESS, *message[1:3], self._w)
            )

    def _ask(self, message: tuple) -> None:
        self._counter += 1
        body = write(message, self._counter, 0)
        self._end.write(seal(body, command_tag(KEY, SERIAL, self._boot, body)))

    def _say(self, message: tuple) -> None:
        self._end.write(seal(write(message, None, 0), None))


def difference(one: Seen, other: Seen) -> str:
    """The first thing that differs; empty when nothing does."""
    for what, ours, theirs in (
        ("the host", one.host, other.host),
        ("displays and lamps", one.shown, other.shown),
    ):
        for at, (mine, yours) in enumerate(zip(ours, theirs, strict=False)):
            if mine != yours:
                return f"{what}, {at}: {mine} and {yours}"
        if len(ours) != len(theirs):
            return f"{what}: {len(ours)} and {len(theirs)} times"
    return ""


def play(seed: str, hands: int = HANDS_AN_EVENING) -> tuple[int, str]:
    """Play the pair of evenings of a seed: pairs of hands, and what differs."""
    plan = plan_of(seed, hands)
    first = Watched(plan, "first")
    one = first.play()
    second = Watched(plan, "second", first.dealt)
    other = second.play()
    wrong = difference(one, other)
    if not wrong and first.dealt != second.dealt:
        wrong = "other cards were opened"
    return one.hands, wrong


def main(words: list[str]) -> int:
    """Play as many pairs of hands as were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.noninterference")
    parser.add_argument("pairs", type=size_from(1))
    parser.add_argument("--seed", help="one pair of evenings again")
    told = parser.parse_args(words)
    if told.seed is not None:
        hands, wrong = play(told.seed)
        print(f"seed {told.seed}: {hands} pairs of hands; {wrong or 'no difference'}")
        return 1 if wrong else 0
    done, wrong_seeds = 0, []
    evenings = -(-told.pairs // HANDS_AN_EVENING)
    seeds = [str(number) for number in range(evenings)]
    with ProcessPoolExecutor(min(os.cpu_count() or 1, 8)) as pool:
        for seed, (hands, wrong) in zip(seeds, pool.map(play, seeds), strict=True):
            done += hands
            if wrong:
                wrong_seeds.append(seed)
                print(f"seed {seed}: {wrong[:600]}")
                print(f"    again: python -m tests.noninterference 1 --seed {seed}")
    print(f"{done} pairs of hands, {len(wrong_seeds)} evenings with a difference")
    return 1 if wrong_seeds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
