"""The faults of the card machine, its sensors, motors and wires, each by its kind.

A function turns one kind of fault, in the size that the case gives, into a row of a fault plan
(`hal.sim.mishaps`) or into what a hand does to the simulated machine, plays a hand at register
level, and says what came of it. Time is taken from the moment in which the machine first senses
something to the moment in which the table has answered it. Rule of the file: a size that revision
A's machine cannot have is refused by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from firmware.schema import messages as m
from hal.card_machine.beams import PASSAGE_MS, is_one_card, length
from hal.errors import HalError
from hal.ports import (
    CARDS,
    PLACE_SEAT10,
)
from hal.sim import mechanics
from tests.cases.hardware_bench import OK, RECOVERED, SAFE, Seen, Unknown
from tests.cases.hardware_machine_bench import DEAL, GIVEN_UP_MS, STACKS, Table

if TYPE_CHECKING:
    from collections.abc import Callable

Case = dict[str, Any]

FOR_EVER_MS = 86_400_000
"""A case says -1; no evening here is as long as a day."""
LATER_MS = 60_000
"""How long a table is looked at whose machine never comes back."""


def params(case: Case) -> dict[str, Any]:
    """The sizes of a case."""
    return case["inject"].get("params", {})


def moment(case: Case) -> dict[str, Any]:
    """Where it strikes."""
    return case["inject"].get("at", {})


def _card(case: Case) -> str:
    return f"{DEAL} card={int(moment(case).get('card', 1))}"


# --- cards ---------------------------------------------------------------------------------------


def blocked(case: Case, device: tuple[str, int]) -> Seen:
    """The exit beam is dark for so many cards' time: two that overlap, or nose to tail."""
    factor = float(params(case)["duration_factor"])
    gap_ms = int(params(case).get("gap_ms", 0))
    dark_ms = int(PASSAGE_MS * factor)
    edges = [(0, True), (dark_ms, False)]
    if gap_ms:
        edges = [(0, True), (PASSAGE_MS, False), (PASSAGE_MS + gap_ms, True)]
        edges += [(dark_ms + gap_ms, False)]
    if is_one_card(length(edges)):
        return Table().play().seen()  # what is as long as a card is one
    how = "nose_to_tail" if factor >= 1.8 else "overlapped"
    table = Table(f"double {_card(case)} how={how}").play()
    found = table.seen()
    dealt = [message for _, message in table.lines() if message[0] == m.CARD_DOUBLED]
    if not dealt:
        found.wrong.append("two cards were taken for one")
    return found


def no_feed(case: Case, device: tuple[str, int]) -> Seen:
    """The motor runs so many times, and no card comes."""
    times = int(params(case).get("times", 1))
    tries = "never" if times < 0 else str(times + 1)
    at = _card(case) if "card" in moment(case) else f"{DEAL} feed={moment(case).get('feed', 1)}"
    table = Table(f"nothing {at} tries={tries}").play()
    found = table.seen()
    if found.results & {OK, RECOVERED} and table.noticed_ms is not None:
        lines = table.lines()
        came = [ms for ms, one in lines if ms > table.noticed_ms and one[0] == m.CARD_LEFT]
        found.ms = came[0] - table.noticed_ms
        found.results = {RECOVERED}
    return found


def stuck(case: Case, device: tuple[str, int]) -> Seen:
    """The exit beam stays dark: a card sticks in the path, while dealing or at the start."""
    if not params(case).get("level", 1):  # light at all times: the sensor sees no card
        return Table(f"sensor name=exit {_card(case)}").play().seen()
    if moment(case).get("phase") in ("boot", "before_begin"):
        table = Table()
        machine = table.machine
        machine.deck.path.append(machine.deck.hopper.pop())
        machine._is_stuck = True
        machine.changed()
        before = machine.deck.snapshot()
        table.play(lambda: table.has_line(m.FAULT_RAISED))
        found = table.seen()
        if machine.deck.snapshot() != before:
            found.wrong.append("something moved over the card in the path")
        table.play()
        found.wrong += table.seen().wrong
        return found
    table = Table(f"jam stage=path {_card(case)} tries=never")
    table.play(lambda: table.has_line(m.FAULT_RAISED))
    found = table.seen()
    left_ms = table.moved_ms
    raised = [ms for ms, one in table.lines() if one[0] == m.FAULT_RAISED]
    if left_ms is not None and raised:
        found.ms = raised[0] - left_ms - PASSAGE_MS  # dark since then, and a card's own time
    started = machine_command(table)
    table.play(lambda: table.clock.now_ms() > raised[0] + 2000)
    if machine_command(table) != started:
        found.wrong.append("a motor moved before a person had looked")
    return found


def machine_command(table: Table) -> tuple[int, ...]:
    """The last command that the machine took."""
    return tuple(table.machine._command)


def chatter(case: Case, device: tuple[str, int]) -> Seen:
    """A receiver chatters when light comes back: one passage all the same."""
    toggles, total_ms = int(params(case)["toggles"]), int(params(case)["total_ms"])
    if toggles < 1 or total_ms < 0:
        raise Unknown("chatter", params(case))
    sizes = {"CHATTER_TOGGLES": toggles, "CHATTER_MS": total_ms}
    with patch.multiple(mechanics, **sizes):
        return Table(f"sensor name=exit state=chatter {_card(case)}").play().seen()


def classify(case: Case, device: tuple[str, int]) -> Seen:
    """The reader is unsure between two faces, or sees a face that it has seen already."""
    sizes = params(case)
    if sizes.get("already_seen"):
        table = _seen_twice(int(moment(case).get("card", 2)))
        found = table.seen()
        if not any(one[0] == m.FACE_DOUBTED for _, one in table.lines()):
            found.wrong.append("the second of two equal cards was taken")
        return found
    scores = sizes.get("scores")
    if not isinstance(scores, dict) or len(scores) < 2:
        raise Unknown("scores", scores)
    # The reader's third look decides, unless the case says that it stays unsure.
    table = Table(f"unsure {_card(case)} tries=3", hands=1).play()
    found = table.seen()
    for one in table.lines():
        if one[1][0] == m.FACE_READ and one[1][2] not in range(CARDS):
            found.wrong.append("a guess was told as a fact")
    never = Table(f"unsure {_reached(case)} tries=never").play()
    if not any(one[0] == m.FACE_DOUBTED for _, one in never.lines()):
        found.wrong.append("a card that stays unsure was taken for known")
    found.wrong += never.seen().wrong
    return found


def _reached(case: Case) -> str:
    """The card of a case, or the last one that a hand of these seats has."""
    dealt = 2 * len(STACKS) + 8
    return f"{DEAL} card={min(int(moment(case).get('card', 1)), dealt)}"


def _seen_twice(card: int) -> Table:
    """A hand in which the card that leaves as the n-th shows a face that came before it."""
    plain = Table().play(lambda: False)
    left = [one[2] for _, one in plain.lines() if one[0] == m.CARD_LEFT]
    nth = min(max(card, 2), len(left))
    first_at = {slot: at for at, slot in enumerate(left)}
    table = Table()
    table.play(lambda: table.has_line(m.DECK_LOADED) and table.has_line(m.HAND_STARTED))
    deck = table.machine.deck
    one, other = left[0], left[nth - 1]
    assert first_at[one] < first_at[other]
    deck.faces[deck.slots[other]] = deck.faces[deck.slots[one]]
    return table.play()


def count(case: Case, device: tuple[str, int]) -> Seen:
    """The hopper holds another number of cards than 52."""
    cards = int(params(case)["cards"])
    if not 40 <= cards <= 60:
        raise Unknown("cards", cards)
    names = m.CARD_WORDS
    rows = [f"lacks face={names[at]}" for at in range(CARDS - cards)]
    rows += [f"extra face={names[at]}" for at in range(cards - CARDS)]
    table = Table(*rows)
    table.simulation.attendant.look = lambda: None  # type: ignore[method-assign]  nobody helps
    table.play(lambda: table.has_line(m.TABLE_HELD))
    found = table.seen()
    table.simulation.controller.offer((m.DECK_CHECK_ASKED, "Anna"))
    table.simulation.voice.go_on()
    table.play(lambda: table.has_line(m.DECK_FAULTY))
    faulty = [one for _, one in table.lines() if one[0] == m.DECK_FAULTY]
    missing = tuple(range(CARDS - cards)) if cards < CARDS else ()
    if cards != CARDS and (not faulty or faulty[0][2] != (missing[:10] or None)):
        found.wrong.append("what is missing was not named")
    return found


def trigger(case: Case, device: tuple[str, int]) -> Seen:
    """The sensor above the card path sees a face."""
    table = Table(f"flip {_card(case)}").play()
    found = table.seen()
    messages = [one for _, one in table.lines()]
    exposed = next((at for at, one in enumerate(messages) if one[0] == m.CARD_EXPOSED), -1)
    if exposed < 0:
        found.wrong.append("the face was not noticed")
    return found


# --- motors, wires, controllers ------------------------------------------------------------------


def silence(case: Case, device: tuple[str, int]) -> Seen:
    """The machine's own controller does not answer for so long."""
    ms = int(params(case)["ms"])
    is_for_ever = ms < 0
    table = Table(f"silent {DEAL} card=3 ms={FOR_EVER_MS if is_for_ever else ms}")
    begun: list[int] = []

    def is_silent() -> bool:
        if table.machine.is_silent() and not begun:
            begun.append(table.clock.now_ms())
        return table.has_line(m.FAULT_RAISED)

    table.play(is_silent)
    found = table.seen()
    raised = [at_ms for at_ms, one in table.lines() if one[0] == m.FAULT_RAISED]
    if begun and raised:
        found.ms = raised[0] - begun[0]
    end_ms = table.clock.now_ms() + LATER_MS
    table.play((lambda: table.clock.now_ms() > end_ms) if is_for_ever else None)
    found.wrong += table.seen().wrong
    return found


def por(case: Case, device: tuple[str, int]) -> Seen:
    """The machine's supply dips in the middle of a motion: its controller starts again."""
    table = Table(f"power {_card(case)}")
    table.play(lambda: table.has_line(m.FAULT_RAISED))
    found = table.seen()
    raised = [at_ms for at_ms, one in table.lines() if one[0] == m.FAULT_RAISED]
    if table.noticed_ms is not None and raised:
        found.ms = raised[0] - table.noticed_ms
    table.play()
    found.wrong += table.seen().wrong
    return found


def open_circuit(case: Case, device: tuple[str, int]) -> Seen:
    """The reference switch of the carousel is disconnected."""
    table = Table(f"sensor name=home {DEAL} card=1", f"power {DEAL} card=1")
    table.plan.rows[0].deal = 1
    table.plan.rows[0].nth = 1
    table.play(lambda: table.has_line(m.FAULT_RAISED))
    found = table.seen()
    started = machine_command(table)
    end_ms = table.clock.now_ms() + 2000
    table.play(lambda: table.clock.now_ms() > end_ms)
    if machine_command(table) != started:
        found.wrong.append("something moved without a reference")
    table.play()
    found.wrong += table.seen().wrong
    return found


def sigkill(case: Case, device: tuple[str, int]) -> Seen:
    """The controller dies: with a motor energised, or between a motion and its record."""
    table = Table()
    at = moment(case)
    if "between" not in at and at.get("phase") not in ("motor_on", "dealing", "running"):
        raise Unknown("phase", at.get("phase"))
    table.play(lambda: table.has_line(m.DEAL_CARD) and table.machine.is_busy())
    if "between" in at:
        wells = table.machine.deck.wells
        table.play(lambda: any(wells[seat] for seat in range(1, PLACE_SEAT10 + 1)))
    died_ms = table.clock.now_ms()
    while table.machine.is_busy() and table.clock.now_ms() < died_ms + GIVEN_UP_MS:
        table.clock.advance(table.clock.now_ms() + 5)  # nobody changes MOTOR_ENABLE any more
    at_rest_ms = table.clock.now_ms() - died_ms
    moved = table.machine.deck.snapshot()
    table.clock.advance(table.clock.now_ms() + GIVEN_UP_MS)
    wrong = []
    if table.machine.deck.snapshot() != moved:
        wrong.append("a motor ran without its controller")
    table.room.cut_power()
    table.start()
    if table.simulation.table.motor_enable.changes:
        wrong.append("motors had current at the start")
    table.play()
    found = table.seen()
    found.wrong += wrong
    found.ms = at_rest_ms
    left = [one[1:] for _, one in table.lines() if one[0] == m.CARD_LEFT]
    if len(left) != len(set(left)):
        found.wrong.append("a card was counted twice")
    ended = any(one[0] in (m.HAND_FINISHED, m.HAND_VOIDED) for _, one in table.lines())
    found.results = {SAFE, RECOVERED} if ended and not found.wrong else set()
    return found


def general_call(case: Case, device: tuple[str, int]) -> Seen:
    """Somebody writes to address 0 on the table's bus: no chip of revision A may care."""
    table = Table()
    bus: Any = table.simulation.table.table_bus  # type: ignore[attr-defined]
    sizes = params(case)
    octets = [bytes.fromhex(str(sizes[word])) for word in ("data", "then") if word in sizes]
    found = Seen()

    def call() -> bool:
        if table.has_line(m.DEAL_CARD):
            for octet in octets:
                try:
                    bus.writeto(0, octet)
                except HalError as refused:  # nobody at 0: as it should be
                    found.facts["refused"] = str(refused)
            return True
        return False

    table.play(call)
    table.play()
    seen = table.seen()
    seen.facts = found.facts
    said = [out for to, out in _inner_writes(table) if to == 0 and out[:1] == b"\x06"]
    if said:
        seen.wrong.append("a wake sent 0x06 to address 0")
    return seen


def _inner_writes(table: Table) -> list[tuple[int, bytes]]:
    """What the second source's driver writes while it is woken again."""
    bus: Any = table.simulation.table.inner_bus  # type: ignore[attr-defined]
    said: list[tuple[int, bytes]] = []
    before = bus.before_transfer

    def watched(to: int, out: bytes | bytearray | None, count: int) -> None:
        said.append((to, bytes(out or b"")))
        if before is not None:
            before(to, out, count)

    bus.before_transfer = watched
    end_ms = table.clock.now_ms() + 3000
    while table.clock.now_ms() < end_ms:
        table.step()
    bus.before_transfer = before
    return said


KINDS: dict[str, tuple[tuple[str, ...], Callable[[Case, tuple[str, int]], Seen]]] = {
    "blocked": (("beam",), blocked),
    "no_feed": (("feeder",), no_feed),
    "stuck": (("beam",), stuck),
    "chatter": (("beam",), chatter),
    "classify": (("reader",), classify),
    "count": (("hopper",), count),
    "trigger": (("face_up",), trigger),
    "silence": (("machine_link",), silence),
    "por": (("machine_supply",), por),
    "open_circuit": (("reference_switch",), open_circuit),
    "sigkill": (("controller",), sigkill),
    "general_call": (("table_bus",), general_call),
}
"""Kind -> the kinds of device that it strikes, and how."""
