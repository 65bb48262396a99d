"""The interpreter of transition rows; it knows no poker.

A row reads aloud: in this state, on this input, if this holds, do this, go there. The rows of the
hand and of the table between hands are in `hand_table` and `table_rows`; this file finds the row
and carries it out. A state with rows for THEN is passed through at once: such rows are the
decisions between one input and the next. Rule of the file: whatever is refused was refused before
anything changed, because guards only look, and nothing is silent: an input without a row falls to
a default that is declared beside the rows.

A guard answers YES, NO (try the next row) or a refusal code above 0. The first row that holds
wins; an unguarded row is the last of its pair.

The rows that may hold for a state and an input are a chain: each knows the next to try. A byte for
every pair of state and input tells where its chain begins. `step` and what it calls keep few local
names: MicroPython takes the frame of a call from the heap when it needs more than eleven words
(VM_MAX_STATE_ON_STACK, py/objfun.c), and these are called for every input.
"""

from __future__ import annotations

from firmware.compat import check, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Guard = Callable[[Any, tuple], int]
    Action = Callable[[Any, tuple, list], None]
    Step = tuple[Guard | None, Action | None, int, int, "Step | None"]

YES = 0
NO = -1

THEN = 0  # the input of a state that is passed through; no message has this number
ANY = -1  # a row for every state
SAME = -1  # stay in the state
BACK = -2  # go back to the state that `subject.back` names

_GUARD = const(0)  # places in a step
_ACTION = const(1)
_AFTER = const(2)
_NUMBER = const(3)  # of the row, for those who watch
_NEXT = const(4)

_INPUTS = const(80)  # inputs of a state; their numbers are below
_PASSED_MAX = const(30)  # states passed through after one input; more is a circle in the rows


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
        self.defaults = defaults
        self.begins = bytearray(len(states) * _INPUTS)  # by state and input; 0: no row
        self.chains: list[Step | None] = [None]
        for number in range(len(rows) - 1, -1, -1):  # a step is made after those it leads to
            state, message_id, guard, action, after = rows[number]
            check(message_id == THEN or message_id in defaults, "row_without_default")
            self._put_first(
                message_id if state == ANY else state * _INPUTS + message_id,
                _INPUTS if state == ANY else len(self.begins),
                None if guard is None else _named(guards, guard),
                None if action is None else _named(actions, action),
                after,
                number,
            )

    def _put_first(
        self,
        pair: int,
        stride: int,
        guard: Guard | None,
        action: Action | None,
        after: int,
        number: int,
    ) -> None:
        """Let every `stride`-th chain from `pair` begin with this step; shared ones stay shared.

        Makes nothing but the steps: what is thrown away between them would leave holes in a
        board's memory that are too small for anything else.
        """
        chains = self.chains
        made = len(chains)
        while pair < len(self.begins):
            following = chains[self.begins[pair]]
            at = made
            while at < len(chains) and chains[at][_NEXT] is not following:  # type: ignore[index]
                at += 1
            if at == len(chains):
                chains.append((guard, action, after, number, following))
            self.begins[pair] = at
            pair += stride

    def step(self, subject: Any, message: tuple, out: list) -> int:
        """Let `subject` answer a message; returns 0, or the refusal and nothing has changed."""
        step = self.chains[self.begins[subject.state * _INPUTS + message[0]]]
        while step is not None:
            verdict = YES
            if step[_GUARD] is not None:
                verdict = step[_GUARD](subject, message)
            if verdict == YES:
                if step[_ACTION] is not None:
                    step[_ACTION](subject, message, out)
                if step[_AFTER] >= 0:
                    subject.state = step[_AFTER]
                elif step[_AFTER] == BACK:
                    subject.state = subject.back
                if self.begins[subject.state * _INPUTS]:
                    self.pass_on(subject, message, out)
                return 0
            if verdict > 0:
                return verdict
            step = step[_NEXT]
        return self.defaults[message[0]]

    def pass_on(self, subject: Any, message: tuple, out: list) -> None:
        """Go on through the states that wait for no input."""
        left = _PASSED_MAX
        step = self.chains[self.begins[subject.state * _INPUTS]]
        while step is not None:
            if step[_GUARD] is not None and step[_GUARD](subject, message) != YES:
                step = step[_NEXT]
                continue
            if step[_ACTION] is not None:
                step[_ACTION](subject, message, out)
            subject.state = step[_AFTER]
            step = self.chains[self.begins[step[_AFTER] * _INPUTS]]
            left -= 1
            if not left:
                check(False, "rows_go_in_a_circle")
