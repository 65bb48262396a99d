"""`python -m host_tools.dev.gen_states [--check]`: draws the hand from its transition rows.

Whoever wants to know what may happen next in a hand looks at `firmware/docs/hand-states.md`: a
diagram, what each state is, and every row as a line of a table. All of it is read from the rows
that the core runs, so the picture cannot differ from the play. With `--check` nothing is written:
the command fails where the page is not what the rows give. Rule of the file: every row is shown,
in the order in which it is tried, and what no row answers is shown as well.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.core import hand_table, repair_table, table_rows
from firmware.core.machine import ANY, BACK, SAME, THEN
from firmware.schema.messages import NAMES, REFUSAL_WORDS
from host_tools.dev.standing import is_wrong_use, settle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
PAGE = "firmware/docs/hand-states.md"

HEAD = """\
<!-- Generated from the rows of firmware/core by host_tools.dev.gen_states: edit the source, run
`make gen`. -->
# The course of a hand

What may happen next, state by state. The first row of a state and an input whose condition holds
is taken; a row without an input is a decision, taken at once. A condition may also refuse, with a
code, and then nothing has changed. Conditions and steps are functions of the same name in
`firmware/core`.
"""

Row = tuple[int, int, "str | None", "str | None", int]


@dataclass(frozen=True)
class Chart:
    """One machine: its states with a word on each, its rows, and what no row answers."""

    title: str
    states: tuple[str, ...]
    meanings: tuple[str, ...]
    rows: tuple[Row, ...]
    defaults: Mapping[int, int]

    def edges(self) -> Iterator[str]:
        """The arrows from one state to another; what stays, or holds anywhere, is in the table."""
        for state, message, guard, _action, after in self.rows:
            if state == ANY or after in (SAME, state):
                continue
            if message == THEN:
                decides = sum(row[:2] == (state, THEN) for row in self.rows) > 1
                label = guard or ("else" if decides else "at once")
            else:
                label = f"{NAMES[message]} / {guard}" if guard else NAMES[message]
            goal = "back_where_it_was" if after == BACK else self.states[after]
            yield f"    {self.states[state]} --> {goal}: {label}"

    def table(self) -> Iterator[str]:
        """Every row, as it is tried."""
        yield "| state | input | if | do | next |"
        yield "| --- | --- | --- | --- | --- |"
        for state, message, guard, action, after in self.rows:
            cells = (
                "*any*" if state == ANY else self.states[state],
                "*at once*" if message == THEN else f"`{NAMES[message]}`",
                guard or "",
                action or "",
                {SAME: "*stays*", BACK: "*back where it was*"}.get(after) or self.states[after],
            )
            yield f"| {' | '.join(cells)} |"

    def lines(self) -> Iterator[str]:
        """The machine's part of the page."""
        yield from (f"## {self.title}", "", "```mermaid", "stateDiagram-v2")
        yield f"    [*] --> {self.states[0]}"
        yield from self.edges()
        yield from ("```", "", "### States", "")
        yield from ("| state | what it is |", "| --- | --- |")
        for number, name in enumerate(self.states):
            yield f"| {name} | {self.meanings[number]} |"
        yield from ("", "### Rows", "")
        yield from self.table()
        yield from ("", "### What no row answers", "")
        ignored = [f"`{NAMES[n]}`" for n in sorted(self.defaults) if not self.defaults[n]]
        yield f"- Ignored: {', '.join(ignored)}"
        for code in sorted({code for code in self.defaults.values() if code}):
            refused = [f"`{NAMES[n]}`" for n in sorted(self.defaults) if self.defaults[n] == code]
            yield f"- Refused as `{REFUSAL_WORDS[code]}`: {', '.join(refused)}"
        yield ""


def meanings(source: str, states: tuple[str, ...]) -> tuple[str, ...]:
    """The comment beside each state's number in the module's text; empty where there is none."""
    found: list[str] = []
    for number, name in enumerate(states):
        match = re.search(rf"^{name.upper()} = {number}  # (.*)$", source, re.MULTILINE)
        found.append(match.group(1) if match else "")
    return tuple(found)


def chart(title: str, module: ModuleType, *further: ModuleType) -> Chart:
    """The machine that STATES, ROWS and DEFAULTS describe, with further modules' after them."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    rows: tuple[Row, ...] = module.ROWS
    defaults: dict[int, int] = dict(module.DEFAULTS)
    for more in further:
        rows += more.ROWS
        defaults |= more.DEFAULTS
    return Chart(title, module.STATES, meanings(source, module.STATES), rows, defaults)


def page() -> str:
    """The whole page: the hand, then the table between hands."""
    charts = (
        chart("A hand", hand_table, repair_table),
        chart("The table between hands", table_rows),
    )
    return HEAD + "\n" + "\n".join(line for each in charts for line in each.lines())


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write, or with `--check` compare; 0 when all is well, 1 when stale, 2 on wrong arguments."""
    if is_wrong_use("gen_states", arguments):
        return 2
    return settle({PAGE: page()}, arguments, root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
