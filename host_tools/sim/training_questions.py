"""What a trainee is asked: what goes wrong, what was seen, what is decided, which card lies there.

Each question is a list over the screen; some lead to a second one, for a seat, a card or a reason.
The answer is done at the training table at once. The rule of the file: who leaves a list has said
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import irregularities
from host_tools.sim import training_menu as menu
from host_tools.sim.training_causes import Cause
from host_tools.sim.training_choice import Choice, Choosing, Typing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import App

    from host_tools.sim.training_table import TrainingTable
    from host_tools.texts import Texts

REASON_LENGTH = 48
"""A reason in the log is no longer (`floor_ruled` of the schema)."""


class Questions:
    """Asked over `app`; `go_on` is called when something was done."""

    def __init__(
        self, app: App[None], table: TrainingTable, say: Texts, go_on: Callable[[], None]
    ) -> None:
        self._app = app
        self._table = table
        self._say = say
        self._go_on = go_on

    def cause(self) -> None:
        """Let something go wrong."""
        self._choose("training.cause", menu.causes(self._say), self._cause)

    def _cause(self, choice: Choice | None) -> None:
        if choice is None:
            return
        if isinstance(choice.value, Cause):
            self._table.cause(choice.value)
            self._go_on()
        else:
            self._report(choice)

    def report(self) -> None:
        """Report what only a person sees."""
        self._choose("training.report", menu.reports(self._say), self._report)

    def _report(self, choice: Choice | None) -> None:
        """Ask for seat or card where the kind wants one, then say it."""
        if choice is None:
            return
        kind: int = choice.value
        name = irregularities.NAMES[kind]
        state = self._table.state
        if kind in menu.OF_A_SEAT:

            def at_seat(chosen: Choice | None) -> None:
                if chosen is not None:
                    self._table.report(name, chosen.value)
                    self._go_on()

            self._choose(
                "training.which_seat", menu.seats(sorted(state.seats), self._say), at_seat
            )
        elif kind in menu.OF_A_CARD:

            def of_card(chosen: Choice | None) -> None:
                if chosen is not None:
                    self._table.report(name, None, chosen.value)
                    self._go_on()

            seen = [card for card in reversed(state.board) if card is not None]
            self._choose("training.which_card", menu.cards(seen), of_card)
        else:
            self._table.report(name)
            self._go_on()

    def decide(self) -> None:
        """Decide from the closed list, with a reason."""
        self._choose("training.decide", menu.rulings(self._say), self._decide)

    def _decide(self, choice: Choice | None) -> None:
        if choice is None:
            return

        def because(reason: str | None) -> None:
            if reason is not None:
                self._table.decide(choice.value, reason.strip())
                self._go_on()

        self._app.push_screen(Typing(self._say("training.reason"), REASON_LENGTH), because)

    def face(self) -> bool:
        """Enter the face that the table asks for, the one that is seen first; False for none."""
        lies = self._table.face_to_enter()
        if lies is None:
            return False

        def entered(choice: Choice | None) -> None:
            if choice is not None:
                self._table.enter_face(choice.value)
                self._go_on()

        self._choose("training.face", menu.cards([lies]), entered)
        return True

    def _choose(self, title: str, choices: Iterable[Choice], take: object) -> None:
        search = self._say("training.search")
        self._app.push_screen(Choosing(self._say(title), list(choices), search), take)  # type: ignore[arg-type]
