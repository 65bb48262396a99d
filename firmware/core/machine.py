"""The interpreter of transition rows; it knows no poker.

A row reads aloud: in this state, on this input, if this holds, do this, go there. The rows of the
hand and of the table between hands are in `hand_table` and `table_rows`; this file finds the row
and carries it out. A state with rows for THEN is passed through at once: such rows are the
decisions between one input and the next. Rule of the file: whatever is refused was refused before
anything changed, because guards only look, and nothing is silent: an input without a row falls to
a default that is declared beside the rows.

A guard answers YES, NO (try the next row) or a refusal code above 0. The first row that holds
wins; an unguarded row is the last of its pair.
"""

from __future__ import annotations

from firmware.compat import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Guard = Callable[[Any, tuple], int]
    Action = Callable[[Any, tuple, list], None]
    Step = tuple[Guard | None, Action | None, int, int]

YES = 0
NO = -1

THEN = 0  # the input of a state that is passed through; no message has this number
ANY = -1  # a row for every state
SAME = -1  # stay in the state
BACK = -2  # go back to the state that `subject.back` names

_PASSED_MAX = 30  # states passed through after one input; more is a circle in the rows


def _named(modules: tuple[object, ...], name: str) -> Any:
    for module in modules:
        found = getattr(module, name, None)
        if found is not None:
            return found
    check(False, name)
    return None


class Machine:
    """Rows made ready: names looked up once, so a missing one fails at the start."""

    def __init__(
        self,
        states: tuple[str, ...],
        rows: tuple[tuple, ...],
        defaults: dict[int, int],
        guards: tuple[object, ...],
        actions: tuple[object, ...],
    ) -> None:
        """Take guards and actions from the modules that share them out.

        `defaults` give input id -> refusal, 0: ignored.
        """
        # Most pairs have rows for every state only: those are kept once, by input. A pair with
        # rows of its own holds them and the others together, in the order of the file.
        self.steps: dict[int, tuple[Step, ...]] = {}  # by state << 8 | input
        self.anywhere: dict[int, tuple[Step, ...]] = {}  # by input
        self.passing: list[tuple[Step, ...]] = [()] * len(states)
        self.defaults = defaults
        for number in range(len(rows)):
            state, message_id, guard, action, after = rows[number]
            step = (
                None if guard is None else _named(guards, guard),
                None if action is None else _named(actions, action),
                after,
                number,
            )
            check(message_id == THEN or message_id in defaults, "row_without_default")
            if state == ANY:
                self.anywhere[message_id] = self.anywhere.get(message_id, ()) + (step,)
                for key in list(self.steps):
                    if key & 255 == message_id:
                        self.steps[key] += (step,)
            else:
                key = state << 8 | message_id
                before = self.steps.get(key, self.anywhere.get(message_id, ()))
                self.steps[key] = before + (step,)
        for state in range(len(states)):
            self.passing[state] = self.steps.get(state << 8 | THEN, ())

    def step(self, subject: Any, message: tuple, out: list) -> int:
        """Let `subject` answer a message; returns 0, or the refusal and nothing has changed."""
        message_id = message[0]
        steps = self.steps.get(subject.state << 8 | message_id)
        if steps is None:
            steps = self.anywhere.get(message_id, ())
        for guard, action, after, _ in steps:
            if guard is not None:
                verdict = guard(subject, message)
                if verdict:
                    if verdict > 0:
                        return verdict
                    continue
            if action is not None:
                action(subject, message, out)
            if after >= 0:
                subject.state = after
            elif after == BACK:
                subject.state = subject.back
            steps = self.passing[subject.state]
            if steps:
                self._pass(subject, message, out, steps)
            return 0
        return self.defaults[message_id]

    def pass_on(self, subject: Any, message: tuple, out: list) -> None:
        """Go on through the states that wait for no input."""
        steps = self.passing[subject.state]
        if steps:
            self._pass(subject, message, out, steps)

    def _pass(self, subject: Any, message: tuple, out: list, steps: tuple[Step, ...]) -> None:
        for _ in range(_PASSED_MAX):
            for guard, action, after, _number in steps:
                if guard is None or guard(subject, message) == YES:
                    if action is not None:
                        action(subject, message, out)
                    subject.state = after
                    break
            else:
                return
            steps = self.passing[after]
            if not steps:
                return
        check(False, "rows_go_in_a_circle")
