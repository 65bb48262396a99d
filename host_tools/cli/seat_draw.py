"""`mazziere seat draw`: the table draws a seat for each of the players named, for all to check.

The names are entered one by one, in the order in which they are drawn, and then the draw is asked
for. The table seals an order of the seats before anybody cuts; the first seat of the settled order
is the first player's. They sit there without chips and buy in as everybody does. The rule of the
file: what is said here of a seat stood in the table's log before.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner
from host_tools.cli.act import DONE, Act, Asked, asking_options
from host_tools.cli.amounts import NAME_BYTES_MAX, Word
from host_tools.cli.asking import outcomes_of, refusal
from host_tools.cli.ending import Ended

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.cli.act import Outcome
    from host_tools.link.session import HostSession
    from host_tools.texts import Texts

SEATS_MAX = 10
WAIT_SECONDS = 300
"""A deck that is being loaded, ten seats asked for the cut in turn, and a floor that walks."""


class SeatList(click.ParamType):
    """Seats as people write them: 1,3,5-8."""

    name = "seats"

    def __init__(self, say: Texts) -> None:
        self._say = say

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The seats, ascending, each once; or a usage error."""
        seats: set[int] = set()
        for piece in value.split(","):
            first, _, last = piece.partition("-")
            bounds = [one.strip() for one in (first, last or first)]
            if not all(one.isascii() and one.isdigit() and len(one) < 3 for one in bounds):
                self.fail(self._say("seat_draw.bad_seats", value=value), param, ctx)
            low, high = int(bounds[0]), int(bounds[1])
            if not 1 <= low <= high <= SEATS_MAX:
                self.fail(self._say("seat_draw.bad_seats", value=value), param, ctx)
            seats.update(range(low, high + 1))
        return tuple(sorted(seats))


def command(say: Texts) -> click.Command:
    """The command in one language."""
    names = Word(say, NAME_BYTES_MAX)

    @click.command("draw", help=say("seat_draw.about"))
    @click.argument("players", nargs=-1, required=True, type=names, metavar="NAME...")
    @click.option("--seats", type=SeatList(say), metavar="SEATS", help=say("seat_draw.seats"))
    @click.option(
        "--wait",
        type=click.IntRange(1, 86400),
        default=WAIT_SECONDS,
        show_default=True,
        help=say("seat_draw.wait"),
    )
    @asking_options(say)
    def draw(
        players: tuple[str, ...], seats: tuple[int, ...] | None, wait: int, asked: Asked
    ) -> int:
        _check_list(say, players, seats or ())
        return _draw(say, asked, players, seats, wait)

    return draw


def _check_list(say: Texts, players: tuple[str, ...], seats: tuple[int, ...]) -> None:
    """Refuse a list that no table would take, before anything is sent."""
    for at, player in enumerate(players):
        if player in players[:at]:
            raise click.UsageError(say("seat_draw.name_twice", name=player))
    most = len(seats) or SEATS_MAX
    if len(players) > most:
        text = say("seat_draw.players_above", players=len(players), seats=most)
        raise click.UsageError(text)


class _Course:
    """What the table's log tells of the draw, from the moment at which it was asked for."""

    def __init__(self, say: Texts, players: int, is_json: bool) -> None:
        self._say = say
        self._players = players
        self._is_json = is_json
        self.seated: list[tuple[int, str]] = []
        self.given_up = ""

    def take(self, line: Line) -> None:
        """A line that came after all that was known."""
        message = line.message
        if message[0] == m.DRAW_ENTERED and message[1] == 1:
            self.seated, self.given_up = [], ""  # a list of ours; what was before is over
        elif message[0] == m.DRAW_STARTED and message[3] is not None:
            manner.note(self._say("seat_draw.begun"))
        elif message[0] == m.PLAYER_SEATED:
            self.seated.append(message[1:])
            if not self._is_json:
                _, seat, player = message
                click.echo(self._say("seat_draw.result", seat=seat, player=player))
        elif message[0] == m.SEAT_DRAW_GIVEN_UP:
            self.given_up = m.NO_DRAW_WORDS[message[1]]

    @property
    def is_over(self) -> bool:
        """Whether everybody sits, or nobody will."""
        return len(self.seated) >= self._players or bool(self.given_up)


def _draw(
    say: Texts, asked: Asked, players: tuple[str, ...], seats: tuple[int, ...] | None, wait: int
) -> int:
    from host_tools.cli.following import Following
    from host_tools.cli.place import port_of

    place = replace(asked.place, port=port_of(say, asked.place))
    asked = replace(asked, place=place)
    course = _Course(say, len(players), asked.is_json)
    serial, outcomes, status = outcomes_of(
        say, asked, _acts(say, asked.by, players, seats), course.take
    )
    if asked.is_dry:
        return status
    _check_asked(say, players, outcomes)
    if not course.is_over:
        manner.note(say("seat_draw.waits"))
        began = time.monotonic()

        def is_over(_: HostSession) -> bool:
            return course.is_over or time.monotonic() - began > wait

        following = Following(say, place.port, place.store, place.keys, course.take, place.table)
        status = following.run(is_over) or status
    return _told(say, asked, course, serial, wait) or status


def _acts(
    say: Texts, by: str, players: tuple[str, ...], seats: tuple[int, ...] | None
) -> list[Act]:
    acts = [
        Act(
            "seat_draw.entry",
            m.REQUEST_DRAW_ENTRY,
            (place, player, by),
            values={"place": place, "player": player},
        )
        for place, player in enumerate(players, 1)
    ]
    among = say.several([str(seat) for seat in seats]) if seats else say("seat_draw.all_free")
    values = {"players": len(players), "seats": among}
    fields = (len(players), by, seats)
    return [*acts, Act("seat_draw.draw", m.REQUEST_SEAT_DRAW, fields, values=values)]


def _check_asked(say: Texts, players: tuple[str, ...], outcomes: list[Outcome]) -> None:
    """The first refusal ends the command: a list that is not complete draws no seat."""
    for at, outcome in enumerate(outcomes):
        if outcome.word == DONE:
            continue
        refused = refusal(say, outcome.word)
        if at < len(players):
            why = say.refusal(outcome.word)
            sentence = say("seat_draw.refused_name", name=players[at], why=why)
            raise Ended(sentence, refused.status, refused.code, refused.step)
        raise refused


def _told(say: Texts, asked: Asked, course: _Course, serial: str, wait: int) -> int:
    """The end of the draw, said; an exit status."""
    if course.given_up:
        why = say(f"hand.draw_given_up_{course.given_up}")
        sentence = say("seat_draw.given_up", why=why)
        raise Ended(sentence, exit_codes.REFUSED, "given_up", say("seat_draw.ask_again"))
    if not course.is_over:
        sentence = say("seat_draw.unfinished", seconds=wait)
        raise Ended(sentence, exit_codes.PARTIAL, "unfinished", say("seat_draw.follow"))
    if asked.is_json:
        rows = [{"seat": seat, "player": player} for seat, player in course.seated]
        manner.document({"table": serial, "seated": rows})
    else:
        click.echo(say("seat_draw.chips"))
        click.echo(say("seat_draw.check"))
    return exit_codes.OK
