"""`mazziere test`: service tries the parts of a table that is paused and deals to nobody.

`display`, `leds` and `keys` need a person who looks or presses; `motor`, `eject` and `read-deck`
are judged by what the machine counts; `soak` repeats those. The table itself refuses all of them
while a hand runs, while it is not paused, or while cards are under way; every test stands in its
log with the technician's name. The rule of the file: a part has passed when the log says so, and
what was only lit and looked at is never called passed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import faults
from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.asking import ask
from host_tools.cli.awaiting import ask_one, await_line, found
from host_tools.cli.deck import check_deck
from host_tools.cli.ending import Ended, ended

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.texts import Texts

CARDS = len(m.CARD_WORDS)
SEATS = 10
MACHINE_SECONDS = 300
"""A deck ejected and loaded takes half a minute; jams that are backed out of take their time."""

LOAD_SECONDS = 300

BREAKING = frozenset(
    code
    for code, severity in zip(faults.CODES, faults.SEVERITY, strict=True)
    if code and severity != faults.SEVERITY_NOTE
)
"""Faults after which nothing goes on by itself."""

TECHNICIAN = (m.ROLE_TECHNICIAN,)


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("test", help=say("test.about"))

    for name, part in (("display", m.PART_DISPLAYS), ("leds", m.PART_LAMPS)):
        _add_shown(group, say, name, part)

    @group.command("keys", help=say("test.keys_about"))
    @click.option(
        "--seat", "seats", type=click.IntRange(1, SEATS), multiple=True, help=say("test.seats")
    )
    @_seconds(say, 120)
    @asking_options(say)
    def keys(seats: tuple[int, ...], seconds: int, asked: Asked) -> int:
        wanted = seats or tuple(range(1, SEATS + 1))
        return _keys(say, asked, wanted, seconds)

    for name, part in (("motor", m.PART_MOTOR), ("eject", m.PART_EJECT)):
        _add_moving(group, say, name, part)

    @group.command("read-deck", help=say("test.read_about"))
    @asking_options(say)
    def read_deck(asked: Asked) -> int:
        act = _reading(asked)
        if asked.is_dry:
            return ask(say, asked, act)
        return check_deck(say, asked, act, exit_codes.SELF_TEST_FAILED)

    @group.command("soak", help=say("test.soak_about"))
    @click.option(
        "--rounds",
        type=click.IntRange(1, 10_000),
        default=10,
        show_default=True,
        help=say("test.rounds"),
    )
    @asking_options(say)
    def soak(rounds: int, asked: Asked) -> int:
        return _soak(say, asked, rounds)

    return group


def _seconds(say: Texts, seconds: int) -> Any:
    kind = click.IntRange(1, 600)
    return click.option(
        "--seconds", type=kind, default=seconds, show_default=True, help=say("test.seconds")
    )


def _act(asked: Asked, part: int, seconds: int, risk: Risk = Risk.NONE) -> Act:
    """Not while a hand runs."""
    name = f"test.{m.PART_WORDS[part]}"
    values = {"seconds": seconds}
    fields = (part, seconds, asked.by)
    return Act(name, m.REQUEST_TEST, fields, TECHNICIAN, risk=risk, values=values)


def _reading(asked: Asked) -> Act:
    return Act("deck.check", m.REQUEST_DECK_CHECK, (asked.by,), TECHNICIAN, risk=Risk.ASKED)


# --- what a person looks at ----------------------------------------------------------------------


def _add_shown(group: click.Group, say: Texts, name: str, part: int) -> None:
    @group.command(name, help=say(f"test.{m.PART_WORDS[part]}_about"))
    @_seconds(say, 20)
    @asking_options(say)
    def shown(seconds: int, asked: Asked) -> int:
        return ask(say, asked, _act(asked, part, seconds))


@dataclass(slots=True)
class _Pressed:
    """Which keys were heard."""

    say: Texts
    wanted: set[tuple[int, int]]
    is_told: bool
    heard: set[tuple[int, int]] = field(default_factory=set)
    is_over: bool = False

    def look(self, line: Line) -> bool:
        """Whether every key was heard, or the table has ended the test."""
        message = line.message
        if message[0] == m.KEY_IGNORED and message[1:3] not in self.heard:
            self.heard.add(message[1:3])
            if self.is_told:
                left = len(self.wanted - self.heard)
                name = m.KEY_WORDS[message[2]].upper()
                click.echo(self.say("test.key_heard", seat=message[1], name=name, left=left))
        self.is_over = self.is_over or message[0] == m.TEST_ENDED
        return self.is_over or self.wanted <= self.heard


def _keys(say: Texts, asked: Asked, seats: tuple[int, ...], seconds: int) -> int:
    wanted = {(seat, key) for seat in seats for key in range(len(m.KEY_WORDS))}
    act = _act(asked, m.PART_KEYS, seconds)
    if asked.is_dry:
        return ask(say, asked, act)
    asked = found(say, asked)
    pressed = _Pressed(say, wanted, not asked.is_json)
    serial, _, behind, _ = ask_one(say, asked, act)
    manner.note(say("test.keys_done", seconds=seconds))
    waits_for = say("test.waits_keys")
    status = await_line(say, asked, behind, pressed.look, seconds + 30, waits_for)
    if not pressed.is_over:
        _end_keys(say, asked)
    missing = sorted(wanted - pressed.heard)
    if asked.is_json:
        rows = [{"seat": seat, "key": m.KEY_WORDS[key]} for seat, key in missing]
        manner.document({"table": serial, "part": "keys", "passed": not missing, "missing": rows})
    elif missing:
        names = ", ".join(f"{seat} {m.KEY_WORDS[key].upper()}" for seat, key in missing)
        click.echo(say("test.keys_missing", keys=names))
    else:
        click.echo(say("test.keys_passed", keys=len(wanted)))
    return status or (exit_codes.SELF_TEST_FAILED if missing else exit_codes.OK)


def _end_keys(say: Texts, asked: Asked) -> None:
    """Every key was heard before the time was over: nobody waits for the rest of it."""
    try:
        ask_one(say, asked, _act(asked, m.PART_KEYS, 0))
    except Ended as error:  # it has just ended by itself
        manner.detail(error.message)


# --- what the machine counts ---------------------------------------------------------------------


@dataclass(slots=True)
class _Trial:
    """Listens for the end of a test that moves cards, and for what broke it."""

    cards: int | None = None
    is_ended: bool = False
    is_loaded: bool = False
    fault: str = ""

    def look(self, line: Line) -> bool:
        """Whether the test is over."""
        message = line.message
        if message[0] == m.TEST_ENDED:
            self.is_ended, self.cards = True, message[2]
        elif message[0] == m.FAULT_RAISED and message[1] in BREAKING:
            self.fault = self.fault or message[1]
        elif message[0] == m.DECK_LOADED:
            self.is_loaded = self.is_ended
        return self.is_ended or bool(self.fault)

    def look_for_load(self, line: Line) -> bool:
        """Whether the deck is loaded again."""
        self.look(line)
        return self.is_loaded or bool(self.fault)

    @property
    def has_passed(self) -> bool:
        """Whether every card was counted and nothing broke."""
        return self.cards == CARDS and not self.fault


def _add_moving(group: click.Group, say: Texts, name: str, part: int) -> None:
    @group.command(name, help=say(f"test.{m.PART_WORDS[part]}_about"))
    @asking_options(say)
    def moving(asked: Asked) -> int:
        return _moving(say, asked, part)


def _try_part(say: Texts, asked: Asked, part: int, risk: Risk) -> tuple[str, _Trial]:
    """Try a part to its end; the table's serial number and what came of it."""
    trial = _Trial()
    act = _act(asked, part, 0, risk)
    serial, _, behind, _ = ask_one(say, asked, act)
    seen = [line for line in behind if trial.look(line)]
    waits_for = say(f"test.waits_{m.PART_WORDS[part]}")
    if not seen:
        await_line(say, asked, [], trial.look, MACHINE_SECONDS, waits_for)
    if part == m.PART_EJECT and not trial.is_loaded and trial.has_passed:
        waits_for = say("test.waits_load")
        await_line(say, asked, [], trial.look_for_load, LOAD_SECONDS, waits_for)
    return serial, trial


def _moving(say: Texts, asked: Asked, part: int) -> int:
    if asked.is_dry:
        return ask(say, asked, _act(asked, part, 0))
    asked = found(say, asked)
    began = time.monotonic()
    serial, trial = _try_part(say, asked, part, Risk.ASKED)
    seconds = round(time.monotonic() - began, 1)
    word = m.PART_WORDS[part]
    if asked.is_json:
        told = {"cards": trial.cards, "fault": trial.fault or None, "seconds": seconds}
        manner.document({"table": serial, "part": word, "passed": trial.has_passed, **told})
    elif trial.has_passed:
        click.echo(say(f"test.{word}_passed", cards=trial.cards, seconds=seconds))
    else:
        click.echo(_why(say, trial))
    return exit_codes.OK if trial.has_passed else exit_codes.SELF_TEST_FAILED


def _why(say: Texts, trial: _Trial) -> str:
    if trial.fault:
        return say("test.fault", code=trial.fault)
    return say("test.count_wrong", cards=CARDS if trial.cards is None else trial.cards)


def _soak(say: Texts, asked: Asked, rounds: int) -> int:
    """Motors and ejector by turns, until something breaks or all rounds are done."""
    if asked.is_dry:
        return ask(say, asked, _act(asked, m.PART_EJECT, 0))
    asked = found(say, asked)
    progress = manner.Progress()
    began = time.monotonic()
    done, trial, serial = 0, _Trial(), ""
    for number in range(1, rounds + 1):
        progress.tell(say("test.round", number=number, rounds=rounds))
        for part in (m.PART_MOTOR, m.PART_EJECT):
            risk = Risk.ASKED if number == 1 and part == m.PART_MOTOR else Risk.NONE
            serial, trial = _try_part(say, asked, part, risk)
            if not trial.has_passed:
                break
        if not trial.has_passed:
            break
        done = number
    progress.end()
    seconds = round(time.monotonic() - began, 1)
    if asked.is_json:
        told = {"rounds": rounds, "done": done, "fault": trial.fault or None, "seconds": seconds}
        manner.document({"table": serial, "part": "soak", "passed": done == rounds, **told})
    else:
        click.echo(say("test.soak_row", done=done, rounds=rounds, seconds=seconds))
    if done == rounds:
        return exit_codes.OK
    raise ended(say, "soak_broken", exit_codes.SELF_TEST_FAILED, done=done, why=_why(say, trial))
