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
    Row = tuple[int, int, str | None, str | None, int]  # state, input, guard, action, next state
    # Rows; input id -> refusal, 0: ignored; modules that share out guards; and actions.
    Rules = tuple[tuple[Row, ...], dict[int, int], tuple[object, ...], tuple[object, ...]]

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
        states: int,
        first: Callable[[], Rules],
        further: Callable[[], Rules] | None = None,
    ) -> None:
        """Take the rows of so many states, with the functions that they name.

        `further` gives more rows, to be tried after the first; it is asked when `complete` is
        called, or when an input comes that the first neither answer nor name among their defaults.
        """
        self.states = states
        self.first = first
        self.further = further
        self.begins = bytearray()  # by state and input; 0: no row
        self.chains: list[Step | None] = []
        self.defaults: dict[int, int] = {}

    def prepare(self) -> None:
        """Join rows with functions, unless that is done."""
        if not self.chains:
            self._lay((self.first(),))

    def complete(self) -> None:
        """Take in the further rows, if there are any that were not taken in yet."""
        if self.further is None:
            return
        parts = (self.first(), self.further())
        self.further = None
        self._lay(parts)

    def _lay(self, parts: tuple[Rules, ...]) -> None:
        """Make a step of every row, so that those of the first part are tried first."""
        self.begins = bytearray(self.states * _INPUTS)
        self.chains = [None]
        self.defaults = {}
        guards: tuple[object, ...] = ()
        actions: tuple[object, ...] = ()
        left = 0
        for part in parts:
            left += len(part[0])
            self.defaults.update(part[1])
            guards += part[2]
            actions += part[3]
        for part in reversed(parts):
            rows = part[0]
            for at in range(len(rows) - 1, -1, -1):  # a step is made after those it leads to
                left -= 1
                state, message_id, guard, action, after = rows[at]
                is_named = message_id == THEN or message_id in self.defaults
                check(is_named or self.further is not None, "row_without_default")
                self._put_first(
                    message_id if state == ANY else state * _INPUTS + message_id,
                    _INPUTS if state == ANY else len(self.begins),
                    None if guard is None else _named(guards, guard),
                    None if action is None else _named(actions, action),
                    after,
                    left,
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
        if message[0] in self.defaults:
            return self.defaults[message[0]]
        check(self.further is not None, "input_without_default")
        self.complete()  # which names every input, or it has no row and no default anywhere
        return self.step(subject, message, out)

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
