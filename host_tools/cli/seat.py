"""`mazziere seat`: who sits where with how many chips, and what the house changes of it.

`show` looks. `sit`, `stand`, `buy-in`, `top-up`, `cash-out`, `stack set`, `sitout` and `back` are
asked of the table under a name, as `draw` is (`seat_draw`); chips of a seat move between its hands
only, and the table refuses what does not fit. The rule of the file: no amount is guessed; what a
player is paid out is what the table says the seat holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli import exit_codes, manner, seat_draw
from host_tools.cli.act import Act, Asked, Risk, asking_options
from host_tools.cli.amounts import NAME_BYTES_MAX, REASON_BYTES_MAX, Amount, Word
from host_tools.cli.asking import ask
from host_tools.cli.ending import ended
from host_tools.cli.place import Place, table_options
from host_tools.cli.table_house import pictures

if TYPE_CHECKING:
    from host_tools.texts import Texts
    from host_tools.view.seat_state import Seat

SEAT = click.IntRange(1, 10)


def command(say: Texts) -> click.Command:
    """The command in one language."""
    group = click.Group("seat", help=say("seat.about"))
    chips = Amount(say)

    @group.command("show", help=say("seat.show_about"))
    @click.argument("seat", type=SEAT, required=False, metavar="[SEAT]")
    @click.option("--json", "as_json", is_flag=True, help=say("log.json"))
    @table_options(say)
    def show(seat: int | None, as_json: bool, place: Place) -> int:
        return _show(say, place, seat, as_json)

    @group.command("sit", help=say("seat.sit_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @click.argument("amount", type=Amount(say, 0), metavar="AMOUNT")
    @click.option("--player", type=Word(say, NAME_BYTES_MAX), help=say("seat.player"))
    @asking_options(say)
    def sit(seat: int, amount: int, player: str | None, asked: Asked) -> int:
        fields = (seat, amount, asked.by, player)
        return _ask(say, asked, "seat.sit", m.REQUEST_SIT, fields, seat, amount)

    for name in ("buy-in", "top-up"):
        _add_buying(group, say, name, chips)

    @group.command("stand", help=say("seat.stand_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @asking_options(say)
    def stand(seat: int, asked: Asked) -> int:
        fields = (seat, asked.by)
        return _ask(say, asked, "seat.stand", m.REQUEST_STAND, fields, seat, risk=Risk.ASKED)

    @group.command("cash-out", help=say("seat.cash_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @click.argument("amount", type=Amount(say, 0), required=False, metavar="[AMOUNT]")
    @asking_options(say)
    def cash_out(seat: int, amount: int | None, asked: Asked) -> int:
        return _cash_out(say, asked, seat, amount)

    stack = click.Group("stack", help=say("seat.stack_about"))
    group.add_command(stack)

    @stack.command("set", help=say("seat.set_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @click.argument("amount", type=Amount(say, 0), metavar="AMOUNT")
    @click.option(
        "--reason", required=True, type=Word(say, REASON_BYTES_MAX), help=say("table.reason")
    )
    @asking_options(say)
    def set_stack(seat: int, amount: int, reason: str, asked: Asked) -> int:
        fields = (seat, amount, asked.by, reason)
        return _ask(say, asked, "seat.set", m.REQUEST_STACK, fields, seat, amount, Risk.ASKED)

    @group.command("sitout", help=say("seat.sitout_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @asking_options(say)
    def sitout(seat: int, asked: Asked) -> int:
        fields = (seat, asked.by)
        return _ask(say, asked, "seat.sitout", m.REQUEST_SIT_OUT, fields, seat)

    @group.command("back", help=say("seat.back_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @asking_options(say)
    def back(seat: int, asked: Asked) -> int:
        fields = (seat, asked.by)
        return _ask(say, asked, "seat.back", m.REQUEST_BACK, fields, seat)

    group.add_command(seat_draw.command(say))
    return group


def _add_buying(group: click.Group, say: Texts, name: str, chips: Amount) -> None:
    """A player buys chips: the first of a stack, or more of them. The table does the same."""

    @group.command(name, help=say("seat.chips_about"))
    @click.argument("seat", type=SEAT, metavar="SEAT")
    @click.argument("amount", type=chips, metavar="AMOUNT")
    @asking_options(say)
    def buy(seat: int, amount: int, asked: Asked) -> int:
        fields = (seat, amount, asked.by)
        return _ask(say, asked, "seat.chips", m.REQUEST_CHIPS, fields, seat, amount)


def _ask(
    say: Texts,
    asked: Asked,
    name: str,
    request: int,
    fields: tuple[Any, ...],
    seat: int,
    amount: int = 0,
    risk: Risk = Risk.NONE,
) -> int:
    """Also while a hand runs: the table knows whose chips are in it, and refuses those alone."""
    values = {"seat": seat, "amount": say.chips(amount)}
    act = Act(name, request, fields, risk=risk, is_safe=True, values=values)
    return ask(say, asked, act)


def _cash_out(say: Texts, asked: Asked, seat: int, amount: int | None) -> int:
    """The amount is what the table says the seat holds; who names another one is told so."""
    from host_tools.cli.reading import read_table

    reading = read_table(say, asked.place)
    asked = replace(asked, place=replace(asked.place, port=reading.port))
    state, _ = pictures(say, reading)
    held = state.seats[seat].stack if seat in state.seats else None
    if held is None:
        raise ended(say, "nobody_there", exit_codes.REFUSED, seat=seat)
    if amount is not None and amount != held:
        told = {"seat": seat, "amount": say.chips(amount), "held": say.chips(held)}
        raise ended(say, "other_stack", exit_codes.REFUSED, **told)
    fields = (seat, held, asked.by)
    return _ask(say, asked, "seat.cash", m.REQUEST_CASH_OUT, fields, seat, held, Risk.ASKED)


def _show(say: Texts, place: Place, wanted: int | None, as_json: bool) -> int:
    from host_tools.cli.reading import read_table

    reading = read_table(say, place)
    state, _ = pictures(say, reading)
    numbers = [wanted] if wanted else sorted(state.seats)
    rows = [_row(number, state.seats.get(number), state.is_playing) for number in numbers]
    if as_json:
        manner.document({"table": reading.peer.serial, "chips": state.chips(), "seats": rows})
        return reading.status
    if not rows:
        click.echo(say("seat.nobody", table=reading.peer.serial))
    for row in rows:
        click.echo(_sentence(say, row))
    return reading.status


def _row(number: int, seat: Seat | None, is_playing: bool) -> dict[str, Any]:
    if seat is None:
        return {"seat": number, "is_taken": False}
    return {
        "seat": number,
        "is_taken": True,
        "player": seat.player or None,
        "stack": seat.stack,
        "bet": seat.bet,
        "is_in_hand": is_playing and seat.is_dealt_in and not seat.is_folded,
        "is_sitting_out": seat.is_out,
        "is_leaving": seat.has_left,
        "calls_floor": seat.calls,
    }


def _sentence(say: Texts, row: dict[str, Any]) -> str:
    if not row["is_taken"]:
        return say("seat.row_free", seat=row["seat"])
    told = {"seat": row["seat"], "player": row["player"] or "-"}
    sentence = say("seat.row", stack=say.chips(row["stack"]), **told)
    if row["bet"]:
        sentence += say("seat.row_bet", amount=say.chips(row["bet"]))
    for flag in ("is_in_hand", "is_sitting_out", "is_leaving", "calls_floor"):
        sentence += say(f"seat.row_{flag}") if row[flag] else ""
    return sentence
