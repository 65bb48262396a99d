"""Choosing on the screen: a list that shrinks while one types, and a line to type a reason into.

Both lie over the table and are left with Escape. The rule of the file: nothing is chosen by
leaving.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from host_tools.view import looks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


@dataclass(frozen=True, slots=True)
class Choice:
    """A row: what is chosen, its words, and a remark behind them."""

    value: Any
    words: str
    remark: str = ""


class Choosing(ModalScreen[Choice | None]):
    """A list; the one chosen, or None. `search` is what stands in the empty field."""

    BINDINGS = [("escape", "leave", "")]  # noqa: RUF012  as textual wants it

    def __init__(self, title: str, choices: Sequence[Choice], search: str) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._search = search
        self._fitting = list(choices)

    def compose(self) -> ComposeResult:
        """The title, the field, the list."""
        with Vertical(id="choosing"):
            yield Static(Text(self._title, "bold"))
            yield Input(placeholder=self._search, id="search")
            yield OptionList(id="choices")

    def on_mount(self) -> None:
        """All of it is there at first."""
        self._fill("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only rows that hold every word typed."""
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        """Enter in the field takes the row that is marked."""
        marked = self.query_one(OptionList).highlighted
        if marked is not None:
            self.dismiss(self._fitting[marked])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a row, or a click."""
        self.dismiss(self._fitting[event.option_index])

    def on_key(self, event: Any) -> None:
        """The arrows move in the list while one types."""
        options = self.query_one(OptionList)
        if event.key == "down" and self.focused is not options:
            options.action_cursor_down()
            event.stop()
        elif event.key == "up" and self.focused is not options:
            options.action_cursor_up()
            event.stop()

    def action_leave(self) -> None:
        """Nothing is chosen."""
        self.dismiss(None)

    def _fill(self, typed: str) -> None:
        words = typed.casefold().split()
        self._fitting = [
            choice
            for choice in self._choices
            if all(word in f"{choice.words} {choice.remark}".casefold() for word in words)
        ]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            [
                Option(Text.assemble(choice.words, "  ", (choice.remark, looks.SOFT)))
                for choice in self._fitting
            ]
        )
        options.highlighted = 0 if self._fitting else None


class Typing(ModalScreen[str | None]):
    """A line of text of at most `length` letters; None when it was left."""

    BINDINGS = [("escape", "leave", "")]  # noqa: RUF012  as textual wants it

    def __init__(self, title: str, length: int) -> None:
        super().__init__()
        self._title = title
        self._length = length

    def compose(self) -> ComposeResult:
        """The title and the field."""
        with Vertical(id="typing"):
            yield Static(Text(self._title, "bold"))
            yield Input(max_length=self._length)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter ends it."""
        self.dismiss(event.value)

    def action_leave(self) -> None:
        """Nothing was typed."""
        self.dismiss(None)
