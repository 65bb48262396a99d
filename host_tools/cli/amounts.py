"""Amounts of chips as people type them, read strictly.

`1200` is an amount in any language; `1,200` is one in English and `1.200` one in Italian, because
there the sign stands between thousands. Everything else is refused rather than guessed: what is a
point here is a comma there, and a wrong guess is a factor of a thousand. The rule of the file: no
amount is rounded, cut off or understood in two ways.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from host_tools.texts import THOUSANDS

if TYPE_CHECKING:
    from host_tools.texts import Texts

AMOUNT_MAX = 1_000_000_000
"""As of the schema's fields: every sum of a table fits a small integer of a board."""


class Amount(click.ParamType):
    """Chips, `least` or more."""

    name = "amount"

    def __init__(self, say: Texts, least: int = 1) -> None:
        self._say = say
        self._least = least
        sign = re.escape(THOUSANDS[say.language])
        self._form = re.compile(rf"[0-9]+|[0-9]{{1,3}}(?:{sign}[0-9]{{3}})+", re.ASCII)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The chips, or a usage error."""
        if isinstance(value, int):
            return value
        if self._form.fullmatch(value) is None or len(value) > len(f"{AMOUNT_MAX:,}"):
            example = self._say.chips(1200)
            self.fail(self._say("amount.form", word=value, example=example), param, ctx)
        chips = int(value.replace(THOUSANDS[self._say.language], ""))
        if not self._least <= chips <= AMOUNT_MAX:
            least, most = self._say.chips(self._least), self._say.chips(AMOUNT_MAX)
            self.fail(self._say("amount.range", word=value, least=least, most=most), param, ctx)
        return chips


class Word(click.ParamType):
    """A name or a reason for the log: not empty, at most so many bytes of UTF-8."""

    name = "text"

    def __init__(self, say: Texts, bytes_max: int) -> None:
        self._say = say
        self._bytes_max = bytes_max

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text without blanks around it, or a usage error."""
        text = str(value).strip()
        if not text:
            self.fail(self._say("amount.empty"), param, ctx)
        if len(text.encode()) > self._bytes_max:
            self.fail(self._say("amount.long", word=text, bytes=self._bytes_max), param, ctx)
        return text


REASON_BYTES_MAX = 48
NAME_BYTES_MAX = 24
