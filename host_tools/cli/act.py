"""What a command may ask of a table, and what a person says beside it on the command line.

An `Act` is one request with the words it is told in; `Asked` is under whose name, at which table,
and whether it is only rehearsed; an `Outcome` is what became of it. How they are asked for is
told in `asking`. The rule of the file: values only, nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

import click

from firmware.schema import messages as m
from host_tools.cli.place import Place, table_options

if TYPE_CHECKING:
    from host_tools.texts import Texts

DONE = m.OUTCOME_WORDS[m.OUTCOME_DONE]

ALREADY_SO = m.REFUSAL_WORDS[m.REFUSAL_ALREADY_SO]
"""The table's word for an act that finds everything as it was to become."""

FULFILLED = frozenset((DONE, ALREADY_SO))
"""Outcomes after which the table is as was asked for."""

DRY_RUN = "dry_run"


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
    """What became of one act: `done`, the table's refusal, or `DRY_RUN`; the log's line that tells
    it, 0 where none does.
    """

    act: Act
    word: str
    seq: int = 0

    def as_json(self) -> dict[str, Any]:
        """One row of a document."""
        return {"act": self.act.name, "outcome": self.word, "seq": self.seq or None}
