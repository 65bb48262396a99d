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
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import ALREADY_SO, DONE, DRY_RUN, FULFILLED, Act, Asked, Outcome, Risk
from host_tools.cli.ending import Ended, ended
from host_tools.cli.place import port_of

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

STATUS = {
    m.REFUSAL_WORDS[m.REFUSAL_HAND_RUNNING]: exit_codes.BUSY,
    m.REFUSAL_WORDS[m.REFUSAL_CARDS_IN_PLAY]: exit_codes.BUSY,
    m.REFUSAL_WORDS[m.REFUSAL_BAD_TAG]: exit_codes.NOT_AUTHORISED,
    m.REFUSAL_WORDS[m.REFUSAL_UNKNOWN_ROLE]: exit_codes.NOT_AUTHORISED,
}
"""Refusals that are no `exit_codes.REFUSED`."""

SKIPS_MAX = 12
"""How often a number that the table has seen is stepped over, twice as far each time. The table
writes down no number that it refused, so that another store cannot know of it: while the floor key
is waited for, 240 go by."""

ASKED_AGAIN = frozenset((m.REFUSAL_FLOOR_KEY_NOT_HELD,))
"""Refusals that a person at the table does away with by turning the floor key."""


def ask(say: Texts, asked: Asked, *acts: Act) -> int:
    """Ask for the acts in order and tell what became of them; an exit status, or `Ended`.

    An act that finds everything as it was to become is no refusal.
    """
    serial, outcomes, status = outcomes_of(say, asked, acts)
    refused = [one for one in outcomes if one.word not in FULFILLED | {DRY_RUN}]
    if asked.is_json and not (refused and len(outcomes) == len(refused)):
        manner.document({"table": serial, "acts": [one.as_json() for one in outcomes]})
    for one in outcomes:
        if one.word == DONE and not asked.is_json:
            click.echo(say(f"{one.act.name}_done", **one.act.values))
        elif one.word == ALREADY_SO and not asked.is_json:
            click.echo(say("asking.already_so"))
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
        following.details |= {"link.connected"}  # which was told already
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
        self._skipped = 0
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
            return self._turned_away(session)
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
            self.outcomes.append(Outcome(act, DRY_RUN))
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

    def _turned_away(self, session: HostSession) -> bool:
        """The table refused the request unread; what waits for the floor key is asked again, and
        so is what came under a number that another store of this person has used up.
        """
        refused, code = session.turned_away
        word = m.REFUSAL_WORDS[code]
        key = self._role_key()
        if code == m.REFUSAL_OLD_COUNTER and key is not None and self._skipped < SKIPS_MAX:
            session.counters[key.role] = refused + (1 << self._skipped)
            self._skipped += 1
            self.spokesman.request = None
            return False
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
        return word not in FULFILLED or len(self.outcomes) == len(self._acts)
