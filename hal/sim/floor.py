"""The floor of a simulated room: who sits down with what, who buys in again, when the evening
ends.

Two kinds of evening. An open one seats players once, lets those who lost everything buy in again,
and ends after a number of hands. A scripted one sets the table for each recorded hand anew, and
lets exactly that hand be dealt. A held hand goes on after the floor has looked. All of it goes to
the table as the inputs that a real floor would give. Rule of the file: what to do next follows
from the record alone, so an evening that was cut off goes on where it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    from hal.sim.mechanics import Machine
    from hal.sim.script import ScriptedHand
    from hal.sim.spectator import Spectator

    class Voice(Protocol):
        """What a floor can tell a table."""

        def seat(self, seat: int, stack: int) -> None:
            """Somebody sits down."""

        def leave(self, seat: int) -> None:
            """Somebody gets up."""

        def button(self, seat: int) -> None:
            """The button lies here."""

        def setting(self, name: str, value: str) -> None:
            """A house rule."""

        def pause(self) -> None:
            """Deal no further hand."""

        def resume(self) -> None:
            """Deal again."""

        def go_on(self) -> None:
            """The held hand goes on."""


BY = "floor"
TELLS_MAX = 4  # the last one that is refused stays in the record for everybody to see


def _set_blinds_last(settings: Mapping[str, str], voice: Voice) -> None:
    """Give every setting; the small blind is never above the big one on the way, and an ante has
    somebody who pays it: one that is taken away goes first, any other comes last.
    """
    ante = settings.get("ante")
    if ante == "0":
        voice.setting("ante", ante)
    for name, value in settings.items():
        if name not in ("small_blind", "big_blind", "ante"):
            voice.setting(name, value)
    if ante not in (None, "0"):
        voice.setting("ante", ante)
    if "big_blind" in settings:
        voice.setting("small_blind", "0")
        voice.setting("big_blind", settings["big_blind"])
    if "small_blind" in settings:
        voice.setting("small_blind", settings["small_blind"])


class _Floor:
    """What both evenings share."""

    def __init__(self, voice: Voice, spectator: Spectator) -> None:
        self._voice = voice
        self._spectator = spectator
        self._paused_in = -1  # hand during which the table was told to deal no further one

    def _look_after_held(self) -> None:
        if self._spectator.is_held:
            self._spectator.is_held = False
            self._voice.go_on()

    def _pause_once(self, hand: int) -> None:
        if self._paused_in != hand:
            self._paused_in = hand
            self._voice.pause()


class OpenEvening(_Floor):
    """Players for `hands` hands; who has nothing left buys in again for the first stack.

    settings: house rules, told to a new table; with `tells_again` also to one that goes on, what
    its record does not say already. Those that were refused are told again: they may only go
    together in another order. defaults: what holds while the record says nothing.
    """

    def __init__(
        self,
        voice: Voice,
        spectator: Spectator,
        hands: int,
        stacks: Mapping[int, int],
        settings: Mapping[str, str],
        defaults: Mapping[str, str] | None = None,
        *,
        tells_again: bool = False,
    ) -> None:
        super().__init__(voice, spectator)
        self._hands = hands
        self._stacks = dict(stacks)
        self._settings = dict(settings)
        self._defaults = dict(defaults or {})
        self._settings_refused = spectator.settings_refused
        self._tells_left = TELLS_MAX if tells_again or not spectator.stacks else 0
        self._settle(is_time=True)
        if not spectator.stacks:
            for seat, stack in self._stacks.items():
                voice.seat(seat, stack)
        elif spectator.paused_by == BY and spectator.hands_ended + spectator.is_playing < hands:
            voice.resume()  # an evening that ended here goes on: there are hands to play again
        self._looked_after = -1  # also after a start: who lost everything may not be back yet

    def look(self) -> None:
        """Do what there is to do; called whenever the firmware has had a pass."""
        seen = self._spectator
        self._look_after_held()
        if self._tells_left:
            self._settle(is_time=seen.settings_refused != self._settings_refused)
        is_last = seen.is_playing and seen.hands_ended + 1 >= self._hands
        # All were played before this start, and a host still takes the record.
        is_late = seen.hands_ended >= self._hands and seen.paused_by != BY
        if is_last or is_late:
            self._pause_once(seen.hand)
        if seen.is_playing:
            return
        if seen.hands_ended == self._looked_after:
            return
        self._looked_after = seen.hands_ended
        for seat, stack in self._stacks.items():
            if seen.stacks.get(seat) == 0 and seen.hands_ended < self._hands:
                self._voice.leave(seat)
                self._voice.seat(seat, stack)

    def _settle(self, *, is_time: bool) -> None:
        """Tell the house rules that do not hold yet; once all hold, others may change them."""
        seen = self._spectator
        holds = {**self._defaults, **seen.settings}
        missing = {name: v for name, v in self._settings.items() if holds.get(name) != v}
        if not missing:
            self._tells_left = 0
        elif is_time and self._tells_left:
            self._tells_left -= 1
            self._settings_refused = seen.settings_refused
            small_blind = self._settings.get("small_blind", holds.get("small_blind"))
            if "big_blind" in missing and small_blind is not None:
                missing["small_blind"] = small_blind  # it is put away while the big one changes
            _set_blinds_last(missing, self._voice)

    def is_over(self) -> bool:
        """Whether the last hand has ended and its order was revealed."""
        seen = self._spectator
        return seen.hands_ended >= self._hands and seen.is_revealed


class ScriptedEvening(_Floor):
    """Recorded hands, one after another."""

    def __init__(
        self,
        voice: Voice,
        spectator: Spectator,
        machine: Machine,
        hands: Sequence[ScriptedHand],
        settings: Mapping[str, str],
    ) -> None:
        super().__init__(voice, spectator)
        self._machine = machine
        self._hands = hands
        self._settings = dict(settings)
        self._set_for = -1

    def look(self) -> None:
        """Do what there is to do; called whenever the firmware has had a pass."""
        seen = self._spectator
        self._look_after_held()
        at = seen.hands_ended
        if at >= len(self._hands):
            return
        if seen.is_playing:
            self._pause_once(seen.hand)
            if not self._machine.deck.is_scripted():
                self._machine.script_faces(self._hands[at].faces)
        elif self._set_for != at and (at == 0 or seen.is_revealed):
            self._set_for = at
            if not seen.is_resumed:  # else the table was set before its program ended
                self._set(self._hands[at])

    def _set(self, hand: ScriptedHand) -> None:
        voice = self._voice
        voice.pause()
        for seat in sorted(self._spectator.stacks):
            voice.leave(seat)
        _set_blinds_last({**self._settings, **hand.settings}, voice)
        for seat, stack in hand.stacks.items():
            voice.seat(seat, stack)
        voice.button(hand.button)
        voice.resume()

    def is_over(self) -> bool:
        """Whether the last hand has ended and its order was revealed."""
        seen = self._spectator
        return seen.hands_ended >= len(self._hands) and seen.is_revealed
