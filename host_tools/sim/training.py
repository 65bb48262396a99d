"""`mazziere sim table`: the training table on the screen.

On the left the table as it is, lamps and displays included; on the right the panel of one seat as
the hardware shows it, and below it why the table does what it does: the irregularity, the rule
that answers, every step. One key opens the list of all that can go wrong. Time stands still when
a ruling is made, so that it can be read; the table's own clocks know nothing of that. The rule of
the file: it shows and asks; what happens is the training table's, and the table's alone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from textual.app import App
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer

from firmware.schema import settings as s
from hal.sim.main import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP
from host_tools.sim.cabled_table import passing_store
from host_tools.sim.training_questions import Questions
from host_tools.sim.training_reasons import reasons
from host_tools.sim.training_table import TrainingTable
from host_tools.view import looks
from host_tools.view.widgets import Paragraphs, SeatFace, TableFace

if TYPE_CHECKING:
    from rich.text import Text
    from textual.app import ComposeResult
    from textual.events import Resize

    from host_tools.rules.house_rules import HouseRules
    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs

TICK_SECONDS = 0.2
SPEEDS = (1, 2, 5, 20)
SIDE_WIDTH = 40
WIDE_FROM = 80 + SIDE_WIDTH
"""Narrower terminals show the table or the reasons, one at a time."""

SETTLE_MS = 2500
"""After a ruling: cards that strayed together have all landed by then."""

TAP_MS = 60
FOLD_MS = 450  # above the 400 ms that a fold is held
OFF_TURN_MS = 2050  # above the 2000 ms of "out next hand" and of calling the floor
ALL_IN_MS = 1550  # above the 1500 ms of all-in

PANEL_KEYS = {
    "f": (KEY_FOLD, FOLD_MS),
    "F": (KEY_FOLD, OFF_TURN_MS),
    "c": (KEY_CALL, TAP_MS),
    "r": (KEY_RAISE, TAP_MS),
    "up": (KEY_UP, TAP_MS),
    "A": (KEY_UP, ALL_IN_MS),
    "down": (KEY_DOWN, TAP_MS),
    "H": (KEY_UP | KEY_DOWN, OFF_TURN_MS),
}
"""Key of the keyboard -> keys of the panel, and how long they are held."""

ACTIONS = {
    "q": "quit",
    "w": "why",
    "i": "cause",
    "o": "report",
    "x": "decide",
    "k": "floor_key",
    "l": "lay",
    "e": "face",
    "m": "mend",
    "n": "play",
    "b": "by_hand",
    "space": "stand_still",
    "plus": "faster",
    "minus": "slower",
    "t": "follow",
}
"""Key -> action, in the order of the lower line, whose end a narrow terminal does not show; its
words are `training.key_…`."""

UNSAID = ("faster", "slower", "follow")
"""Actions that the lower line has no room for; the welcome tells them."""


class TrainingApp(App[None]):
    """The screen over one training table.

    is_moving: whether time passes by itself; tests let it pass by `let_pass`.
    """

    CSS = f"""
    TableFace {{ width: 1fr; height: 1fr; }}
    #side {{ width: {SIDE_WIDTH}; height: 1fr; padding: 0 1; border-left: solid #3a4046; }}
    SeatFace {{ height: auto; margin-bottom: 1; }}
    Paragraphs {{ height: 1fr; }}
    .narrow #side {{ display: none; }}
    .narrow.reasons #side {{ display: block; width: 1fr; }}
    .narrow.reasons TableFace {{ display: none; }}
    Choosing, Typing {{ align: center middle; }}
    #choosing {{ width: 76; height: 80%; padding: 1 2; background: $surface; }}
    #typing {{ width: 60; height: auto; padding: 1 2; background: $surface; }}
    #choices {{ height: 1fr; }}
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        table: TrainingTable,
        say: Texts,
        glyphs: Glyphs = looks.UNICODE,
        *,
        is_moving: bool = True,
    ) -> None:
        super().__init__()
        self.table = table
        self.say = say
        self.glyphs = glyphs
        self.seat = min(table.state.seats, default=1)
        self.speed = SPEEDS[0]
        self.is_following = True
        self.is_still = False
        self._is_moving = is_moving
        self._questions = Questions(self, table, say, self._go_on)
        self._rulings_read = self._rulings_seen = 0
        self._ruled_ms = 0

    def compose(self) -> ComposeResult:
        """Table, panel, reasons, keys."""
        with Horizontal():
            yield TableFace(self.say, self.glyphs, id="table")
            with Vertical(id="side"):
                yield SeatFace(self.say, self.glyphs, id="seat")
                yield Paragraphs(id="why")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Keys get their words; time begins to pass."""
        for key, action in ACTIONS.items():
            words = "" if action in UNSAID else self.say(f"training.key_{action}")
            self.bind(key, action, description=words, show=bool(words))
        for number in range(1, 11):
            self.bind(str(number % 10), f"seat({number})", show=False)
        for key in PANEL_KEYS:
            self._bindings.bind(key, f"press('{key}')", show=False, priority=False)
        # textual only advises another key, in English; here Ctrl-C ends as everywhere
        self._bindings.key_to_bindings.pop("ctrl+c", None)
        self.bind("ctrl+c", "quit", show=False)
        if self._is_moving:
            self.set_interval(TICK_SECONDS, self._tick)
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """A narrow terminal shows one half at a time."""
        self.screen_stack[0].set_class(event.size.width < WIDE_FROM, "narrow")
        self.call_after_refresh(self.draw)

    # --- time ------------------------------------------------------------------------------------

    def _tick(self) -> None:
        if not self.is_still and len(self.screen_stack) == 1:
            self.let_pass(int(TICK_SECONDS * 1000) * self.speed)

    def let_pass(self, ms: int) -> None:
        """Let the table's time pass, at most to the next ruling, and draw."""
        self.table.advance(ms, self._is_to_be_read)
        if self._is_to_be_read():
            self._rulings_read = self._rulings_seen
            self.is_still = True
        self.draw()

    def _is_to_be_read(self) -> bool:
        """Whether there is a new ruling, and what came with it has come."""
        table = self.table
        now = table.procedures.now
        if table.procedures.ruled != self._rulings_seen:
            self._rulings_seen, self._ruled_ms = table.procedures.ruled, table.now_ms
        if self._rulings_seen == self._rulings_read or now is None:
            return False
        is_waiting = now.asked is not None or bool(now.held_for)
        return is_waiting or table.now_ms - self._ruled_ms >= SETTLE_MS

    # --- the screen ------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the table as it is now."""
        table = self.table
        state = table.state
        link = "up" if table.cabled.is_plugged else "down"
        lines = self.say.chips(state.record.lines)
        base = self.screen_stack[0]
        base.query_one(TableFace).show(
            state,
            table.lights,
            self.say(f"live.link_{link}", seq=lines),
            tuple(table.told),
            table.now_ms,
        )
        if self.is_following and state.turn is not None and state.turn.seat:
            self.seat = state.turn.seat
        player = state.seats[self.seat].player if self.seat in state.seats else ""
        base.query_one(SeatFace).show(
            self.seat, player, table.lights.seats.get(self.seat), table.lights.centre
        )
        base.query_one(Paragraphs).show(self.reasons())

    def reasons(self) -> list[Text]:
        """Why the table does what it does, what waits to happen, and how time passes."""
        speed = 0 if self.is_still else self.speed
        return reasons(self.table, self.say, self.glyphs, speed)

    # --- keys ------------------------------------------------------------------------------------

    def action_seat(self, number: int) -> None:
        """Look at this seat's panel; its keys are pressed from now on."""
        self.seat, self.is_following = number, False
        self.draw()

    def action_follow(self) -> None:
        """Look at the panel of whoever is asked."""
        self.is_following = True
        self.draw()

    def action_press(self, key: str) -> None:
        """Press keys of the seat's panel."""
        keys, hold_ms = PANEL_KEYS[key]
        self.table.press(self.seat, keys, hold_ms)

    def action_floor_key(self) -> None:
        """Turn the floor key."""
        self.table.turn_floor_key()
        self._go_on()

    def action_lay(self) -> None:
        """Lay the card where it is wanted, and tell the table by the floor key."""
        if self.table.lay_card():
            self.table.turn_floor_key()
            self._go_on()
        else:
            self.notify(self.say("training.no_card"))

    def action_mend(self) -> None:
        """Free and repair everything; the floor key is the trainee's to turn."""
        self.table.mend()
        self.notify(self.say("training.mended"))
        self.draw()

    def action_play(self) -> None:
        """Whoever is asked answers."""
        self.table.let_play()
        self._go_on()

    def action_by_hand(self) -> None:
        """Players wait for keys, or play by themselves."""
        self.table.play_by_hand(not self.table.is_by_hand)
        self.draw()

    def action_stand_still(self) -> None:
        """Time stands still, or goes on."""
        self.is_still = not self.is_still
        self.draw()

    def action_faster(self) -> None:
        """The next higher pace."""
        self.speed = SPEEDS[min(SPEEDS.index(self.speed) + 1, len(SPEEDS) - 1)]
        self.draw()

    def action_slower(self) -> None:
        """The next lower pace."""
        self.speed = SPEEDS[max(SPEEDS.index(self.speed) - 1, 0)]
        self.draw()

    def action_why(self) -> None:
        """On a narrow terminal: the reasons instead of the table, or back."""
        self.screen_stack[0].toggle_class("reasons")
        self.call_after_refresh(self.draw)

    # --- what is chosen from lists ---------------------------------------------------------------

    def action_cause(self) -> None:
        """Let something go wrong."""
        self._questions.cause()

    def action_report(self) -> None:
        """Report what only a person sees."""
        self._questions.report()

    def action_decide(self) -> None:
        """Decide from the closed list, with a reason."""
        self._questions.decide()

    def action_face(self) -> None:
        """Enter the face that the table asks for."""
        if not self._questions.face():
            self.notify(self.say("training.no_face"))

    def _go_on(self) -> None:
        """Something was done: time passes again."""
        self.is_still = False
        self.draw()


def train(
    say: Texts,
    seed: str,
    *,
    seats: int = 6,
    by: str = "floor",
    house: HouseRules | None = None,
) -> None:
    """Set up a table, deal to the first turn, and show it until it is left."""
    with passing_store() as store:
        table = TrainingTable(
            say,
            store,
            seed.encode(),
            seats=seats,
            by=by,
            rules=None if house is None else rules_of(house),
            profile="" if house is None else house.profile,
        )
        table.deal()
        is_utf = sys.stdout.encoding.lower().startswith("utf")
        TrainingApp(table, say, looks.UNICODE if is_utf else looks.ASCII).run()


def rules_of(house: HouseRules) -> dict[str, str]:
    """What a room's file of house rules sets, as lines spell it."""
    return {s.NAMES[one]: s.value_word(one, value) for one, value in house.given.items()}
