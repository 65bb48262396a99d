"""How a command asks a table to do something: found, confirmed, sealed, and its outcome awaited.

Every command that changes something at a table is an `Act` (or several) given to `ask`. The table
is found by its serial number, its log is read up to its end, what would disturb a running hand is
not even proposed, the person confirms, then the sealed request goes out, and what the table did is
read from its log. A new command is a few lines:

    @group.command("laid", help=say("table.laid_about"))
    @asking_options(say)
    def laid(asked: Asked) -> int:
        act = Act("table.laid", m.REQUEST_CARD_MOVED, (asked.by,), is_safe=True)
        return ask(say, asked, act)

The texts `table.laid_will` and `table.laid_done` are looked up by the act's name. The rule of
the file: nothing happens before the person has said yes, and nothing is called done that does not
stand in the table's log.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.ending import Ended, ended
from host_tools.cli.place import Place, port_of, table_options

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.commands import RoleKey
    from host_tools.link.request import Request
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts

SILENT_SECONDS = 10.0
"""Without anything new from the table, after that long, it does not answer."""

FLOOR_KEY_SECONDS = 120.0
"""How long a person gets to turn the floor key for what has to be confirmed at the table."""

ASK_AGAIN_SECONDS = 0.5
"""Between two questions while the floor key is waited for; each takes a number of its own."""

DONE = m.OUTCOME_WORDS[m.OUTCOME_DONE]

STATUS = {
    m.REFUSAL_WORDS[m.REFUSAL_HAND_RUNNING]: exit_codes.BUSY,
    m.REFUSAL_WORDS[m.REFUSAL_CARDS_IN_PLAY]: exit_codes.BUSY,
    m.REFUSAL_WORDS[m.REFUSAL_BAD_TAG]: exit_codes.NOT_AUTHORISED,
    m.REFUSAL_WORDS[m.REFUSAL_UNKNOWN_ROLE]: exit_codes.NOT_AUTHORISED,
}
"""Refusals that are no `exit_codes.REFUSED`."""

ASKED_AGAIN = frozenset((m.REFUSAL_FLOOR_KEY_NOT_HELD,))
"""Refusals that a person at the table does away with by turning the floor key."""


class Risk(Enum):
    """How a person has to confirm an act."""

    NONE = "none"  # done at once: it harms nothing and can be taken back
    ASKED = "asked"  # y or n
    TYPED = "typed"  # destructive: the table's serial number is typed


@dataclass(frozen=True, slots=True)
class Act:
    """One request of a command.

    name: of the texts `NAME_will` (what is about to be done, for dry runs and confirmation) and
    `NAME_done`. message_id, fields: the request and its fields behind id and role. roles: who may
    ask, the likeliest first. is_safe: whether it may be asked while a hand runs. is_by_key: it is
    confirmed with the floor key, which lets a hand that is held go on; so it waits until none is.
    values: fill the texts.
    """

    name: str
    message_id: int
    fields: tuple[Any, ...] = ()
    roles: tuple[int, ...] = (m.ROLE_FLOOR, m.ROLE_DIRECTOR)
    risk: Risk = Risk.NONE
    is_safe: bool = False
    is_by_key: bool = False
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person said on the command line beside the act itself."""

    place: Place
    by: str
    is_dry: bool
    is_yes: bool
    is_json: bool


def asking_options(say: Texts, is_named: bool = True) -> Callable[[Any], Any]:
    """`--table --port --store --keys --by --dry-run --yes --json`; the command gets them as
    `asked`, an `Asked`. is_named: whether the act is done under a person's name.
    """

    def decorated(function: Any) -> Any:
        def gathered(*args: Any, place: Place, **given: Any) -> Any:
            by = given.pop("by", None) or place.by
            if is_named and not by:
                raise click.UsageError(say("asking.by_wanted"))
            is_dry, is_yes = given.pop("dry_run"), given.pop("yes")
            asked = Asked(place, by, is_dry, is_yes, given.pop("as_json"))
            return function(*args, asked=asked, **given)

        wrapped: Any = gathered
        wrapped.__click_params__ = getattr(function, "__click_params__", [])
        for option in (
            click.option("--json", "as_json", is_flag=True, help=say("log.json")),
            click.option("--yes", is_flag=True, help=say("asking.yes")),
            click.option("--dry-run", is_flag=True, help=say("asking.dry_run")),
        ):
            wrapped = option(wrapped)
        wrapped = table_options(say)(wrapped)
        if is_named:
            wrapped = click.option("--by", metavar="NAME", help=say("table.by"))(wrapped)
        return wrapped

    return decorated


@dataclass(slots=True)
class Outcome:
    """What became of one act: `done`, the table's refusal, or `dry_run`; the log's line that tells
    it, 0 where none does.
    """

    act: Act
    word: str
    seq: int = 0

    def as_json(self) -> dict[str, Any]:
        """One row of a document."""
        return {"act": self.act.name, "outcome": self.word, "seq": self.seq or None}


def ask(say: Texts, asked: Asked, *acts: Act) -> int:
    """Ask for the acts in order and tell what became of them; an exit status, or `Ended`."""
    serial, outcomes, status = outcomes_of(say, asked, acts)
    refused = [one for one in outcomes if one.word not in {DONE, "dry_run"}]
    if asked.is_json and not (refused and len(outcomes) == len(refused)):
        rows = [
            {"act": one.act.name, "outcome": one.word, "seq": one.seq or None} for one in outcomes
        ]
        manner.document({"table": serial, "acts": rows})
    for one in outcomes:
        if one.word == DONE and not asked.is_json:
            click.echo(say(f"{one.act.name}_done", **one.act.values))
    if not refused:
        return status
    why = say.refusal(refused[0].word)
    if len(refused) < len(acts):
        what = say("asking.partly", done=len(outcomes) - len(refused), all=len(acts), why=why)
        raise Ended(what, exit_codes.PARTIAL)
    raise refusal(say, refused[0].word)


def refusal(say: Texts, word: str) -> Ended:
    """The table refused it."""
    sentence = say("table.refused", why=say.refusal(word))
    return Ended(sentence, STATUS.get(word, exit_codes.REFUSED), word, say.way_out(word))


def outcomes_of(
    say: Texts,
    asked: Asked,
    acts: Sequence[Act],
    show: Callable[[Line], None] = lambda _: None,
) -> tuple[str, list[Outcome], int]:
    """Ask for the acts in order, over one connection, until one is refused.

    show: gets every line that comes meanwhile, after it is stored.

    Returns the table's serial number, an outcome for each act that was asked, and the exit status
    of the following (7 when the table's log contradicted itself).
    """
    from host_tools.cli.following import Following

    place = asked.place
    port = port_of(say, place)
    following = Following(say, port, place.store, place.keys, show, place.table)
    following.details = frozenset(("link.refused",))
    asking = _Asking(say, asked, acts, port, following.keys.key)
    status = following.run(asking.is_over, (asking.standing, asking.spokesman))
    if asking.awaits_person:  # who may think for long, and others need the port meanwhile
        asking.ask_person()
        following.table = asking.serial  # and no other that was plugged in since
        status = following.run(asking.is_over, (asking.standing, asking.spokesman))
    return asking.serial, asking.outcomes, status


class _Spokesman:
    """Speaks for whichever request is under way; one answerer of the session for all of them."""

    def __init__(self) -> None:
        self.request: Request | None = None

    def key_for(self, serial: str) -> RoleKey | None:
        return self.request.key_for(serial) if self.request else None

    def line(self, line: Any, serial: str, log: bytes) -> list[Any]:
        return self.request.line(line, serial, log) if self.request else []

    def answers(self, now_ms: int, next_id: Callable[[], int]) -> list[Any]:
        return self.request.answers(now_ms, next_id) if self.request else []


class _Asking:
    """From the first hello to the last outcome; `is_over` is asked after each look at the port."""

    def __init__(
        self,
        say: Texts,
        asked: Asked,
        acts: Sequence[Act],
        port: str,
        key: Callable[[str, int], RoleKey | None],
    ) -> None:
        from host_tools.link.standing import Standing

        self._say = say
        self._asked = asked
        self._acts = list(acts)
        self._port = port
        self._key = key
        self._is_confirmed = False
        self._heard: tuple[object, int] | None = None
        self._heard_at = time.monotonic()
        self._key_until = 0.0
        self._again_at = 0.0
        self._progress = manner.Progress()
        self.serial = ""
        self.awaits_person = False
        """Whether somebody has to say yes before it goes on, which is asked with the port free."""
        self.standing = Standing()
        self.spokesman = _Spokesman()
        self.outcomes: list[Outcome] = []

    def is_over(self, session: HostSession) -> bool:
        """One step further; whether that was the last."""
        self._be_patient(session)
        if not session.caught_up or session.peer is None:
            if session.peer and session.stored:
                of = session.peer.seq
                self._progress.tell(self._say("asking.reading", done=session.stored, of=of))
            return False
        self._progress.end()
        self.serial = session.peer.serial
        if not self._is_confirmed:
            self._check()
            if self._asked.is_dry:
                return self._rehearse()
            self.awaits_person = not self._is_said()
            self._is_confirmed = not self.awaits_person
            return self.awaits_person
        request = self.spokesman.request
        if request is None:
            self._check()
            if time.monotonic() >= self._again_at:
                self._begin()
        elif request.outcome is not None:
            return self._ended(request.outcome, request.seq)
        elif session.turned_away[0] == request.id and request.id:
            return self._turned_away(session.turned_away[1])
        elif request.is_over:
            raise self._silent()
        return False

    def _be_patient(self, session: HostSession) -> None:
        if session.refused:
            raise ended(self._say, "other_protocol", exit_codes.REFUSED, port=self._port)
        heard = (session.peer, session.stored)
        now = time.monotonic()
        if heard != self._heard:
            self._heard, self._heard_at = heard, now
        elif session.caught_up:
            if not self._is_confirmed:
                self._heard_at = now
        elif now - self._heard_at > SILENT_SECONDS:
            raise self._silent()

    def _silent(self) -> Ended:
        if self._is_confirmed:
            return ended(self._say, "unknown_outcome", exit_codes.LINK_LOST, port=self._port)
        return ended(self._say, "table_silent", exit_codes.LINK_LOST, port=self._port)

    def _check(self) -> None:
        """Nobody who may not is let ask, and no hand that runs is disturbed."""
        if self._role_key() is None:
            role = m.ROLE_WORDS[self._acts[0].roles[0]]
            raise ended(
                self._say,
                "not_paired",
                exit_codes.NOT_AUTHORISED,
                table=self.serial,
                port=self._port,
                role=role,
            )
        hand = self.standing.hand
        is_held = self.standing.is_held and any(act.is_by_key for act in self._acts)
        if hand and (is_held or not all(act.is_safe for act in self._acts)):
            raise ended(self._say, "hand_running", exit_codes.BUSY, table=self.serial, hand=hand)

    def _role_key(self) -> RoleKey | None:
        for role in self._acts[0].roles:
            key = self._key(self.serial, role)
            if key is not None:
                return key
        return None

    def _rehearse(self) -> bool:
        for act in self._acts:
            self.outcomes.append(Outcome(act, "dry_run"))
            if not self._asked.is_json:
                click.echo(self._say("asking.would", what=self._will(act)))
        return True

    def _will(self, act: Act) -> str:
        return self._say(f"{act.name}_will", table=self.serial, by=self._asked.by, **act.values)

    def _risk(self) -> Risk:
        return max((act.risk for act in self._acts), key=list(Risk).index)

    def _is_said(self) -> bool:
        """Whether nobody has to be asked; `Ended` where nobody can be."""
        if self._risk() is Risk.NONE:
            return True
        if self._asked.is_yes:
            if self._risk() is Risk.TYPED and self._asked.place.table != self.serial:
                raise click.UsageError(self._say("asking.table_wanted", table=self.serial))
            return True
        if not sys.stdin.isatty():
            raise ended(self._say, "nobody_to_confirm", exit_codes.USAGE)
        return False

    def ask_person(self) -> None:
        """Ask the person, with the port free; what comes meanwhile is read before anything is
        sent. `Ended` unless they say yes.
        """
        from host_tools.link.standing import Standing

        for act in self._acts:
            click.echo(self._will(act), err=True)
        if self._risk() is Risk.TYPED:
            question = self._say("asking.type_serial", table=self.serial)
            typed = click.prompt(question, default="", show_default=False, err=True)
            is_meant = typed.strip() == self.serial
        else:
            answer = click.prompt(
                self._say("asking.sure"), default="", show_default=False, err=True
            )
            is_meant = answer.strip().lower() in self._say("asking.yes_words").split()
        if not is_meant:
            raise ended(self._say, "not_confirmed", exit_codes.REFUSED)
        self._is_confirmed = True
        self.awaits_person = False
        self.standing = Standing()
        self._heard, self._heard_at = None, time.monotonic()

    def _begin(self) -> None:
        from host_tools.link.request import Request

        act = self._acts[len(self.outcomes)]
        self.spokesman.request = Request(act.message_id, act.fields, lambda _: self._role_key())
        manner.detail(self._say("asking.sent", what=self._will(act)))

    def _turned_away(self, code: int) -> bool:
        """The table refused the request unread; what waits for the floor key is asked again."""
        word = m.REFUSAL_WORDS[code]
        if code in ASKED_AGAIN:
            now = time.monotonic()
            if not self._key_until:
                self._key_until = now + FLOOR_KEY_SECONDS
                manner.note(self._say("asking.turn_key"))
            if now < self._key_until:
                self.spokesman.request = None
                self._again_at = now + ASK_AGAIN_SECONDS
                return False
        return self._ended(word, 0)

    def _ended(self, word: str, seq: int) -> bool:
        self.outcomes.append(Outcome(self._acts[len(self.outcomes)], word, seq))
        self.spokesman.request = None
        return word != DONE or len(self.outcomes) == len(self._acts)
