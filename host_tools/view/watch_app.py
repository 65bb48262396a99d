"""`mazziere table watch`: one table on a terminal, for whoever looks after it.

On the left the table as a room may see it; on the right the alarms, and below them why the table
does what it does when a card went wrong. The lowest line says how old the picture is; a picture
that may be out of date is grey, and says so in words. Keys only: `a` acknowledges an alarm under a
name. The rule of the file: it looks four times a second and draws only what has changed.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import App
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from host_tools.view import looks
from host_tools.view.alarms import NAME_LETTERS_MAX
from host_tools.view.procedure_text import explained
from host_tools.view.widgets import Paragraphs, TableFace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.events import Resize

    from host_tools.texts import Texts
    from host_tools.view.alarms import Alarm
    from host_tools.view.looks import Glyphs
    from host_tools.view.watched import WatchedTable

LOOK_SECONDS = 0.25
SIDE_WIDTH = 38
WIDE_FROM = 80 + SIDE_WIDTH
"""Narrower terminals show the table or the side, one at a time."""

KEYS = {"q": "quit", "a": "acknowledge", "w": "side"}
"""Key -> action; the words of the lower line are `watch.key_…`."""


class Acknowledging(ModalScreen[tuple[int, str] | None]):
    """Which alarm was seen, and by whom; None when it was left."""

    BINDINGS = [("escape", "leave", "")]  # noqa: RUF012  as textual wants it

    def __init__(self, say: Texts, alarms: Sequence[Alarm], name: str) -> None:
        super().__init__()
        self._say = say
        self._alarms = list(alarms)
        self._name = name

    def compose(self) -> ComposeResult:
        """The alarms, and the field for the name."""
        with Vertical(id="acknowledging"):
            yield Static(Text(self._say("watch.seen_which"), "bold"))
            yield OptionList(
                *[Option(Text(one.sentence), id=str(one.number)) for one in self._alarms],
                id="which",
            )
            yield Input(
                value=self._name,
                placeholder=self._say("watch.seen_by"),
                max_length=NAME_LETTERS_MAX,
                id="by",
            )

    def on_mount(self) -> None:
        """The first alarm is marked; one alarm alone needs no choosing."""
        self.query_one(OptionList).highlighted = 0
        (self.query_one(Input) if len(self._alarms) == 1 else self.query_one(OptionList)).focus()

    def on_option_list_option_selected(self) -> None:
        """Enter on an alarm: now the name."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the field ends it, with a name in it."""
        marked = self.query_one(OptionList).highlighted
        if event.value.strip() and marked is not None:
            self.dismiss((self._alarms[marked].number, event.value.strip()))

    def action_leave(self) -> None:
        """Nothing was acknowledged."""
        self.dismiss(None)


class WatchApp(App[None]):
    """The screen over one watched table.

    look: brings the model up to what came meanwhile; called four times a second. is_moving: False
    for tests, which call `look_and_draw` themselves.
    """

    CSS = f"""
    TableFace {{ width: 1fr; height: 1fr; }}
    #side {{ width: {SIDE_WIDTH}; height: 1fr; padding: 0 1; border-left: solid #3a4046; }}
    #alarms {{ height: auto; max-height: 50%; margin-bottom: 1; }}
    #why {{ height: 1fr; }}
    #age {{ height: 1; }}
    .narrow #side {{ display: none; }}
    .narrow.aside #side {{ display: block; width: 1fr; }}
    .narrow.aside TableFace {{ display: none; }}
    Acknowledging {{ align: center middle; }}
    #acknowledging {{ width: 74; height: auto; max-height: 80%; padding: 1 2;
                      background: $surface; }}
    #which {{ height: auto; max-height: 12; }}
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        view: WatchedTable,
        look: Callable[[], None],
        say: Texts,
        glyphs: Glyphs = looks.UNICODE,
        *,
        name: str = "",
        is_moving: bool = True,
    ) -> None:
        super().__init__(ansi_color=False)
        self.view = view
        self.say = say
        self.glyphs = glyphs
        self.must_end: Callable[[], bool] = lambda: False
        """Asked at every look: whether nothing can come any more, and why is told elsewhere."""
        self.drawn = 0
        """How often something was drawn."""
        self._look = look
        self._name = name
        self._is_moving = is_moving
        self._signature: object = None

    def compose(self) -> ComposeResult:
        """Table, alarms, reasons, age, keys."""
        with Horizontal():
            yield TableFace(self.say, self.glyphs, id="table")
            with Vertical(id="side"):
                yield Paragraphs(id="alarms")
                yield Paragraphs(id="why")
        yield Static(id="age")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Keys get their words; the looking begins."""
        for key, action in KEYS.items():
            self.bind(key, action, description=self.say(f"watch.key_{action}"))
        # textual only advises another key, in English; here Ctrl-C ends as everywhere
        self._bindings.key_to_bindings.pop("ctrl+c", None)
        self.bind("ctrl+c", "quit", show=False)
        if self._is_moving:
            self.set_interval(LOOK_SECONDS, self.look_and_draw)
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """A narrow terminal shows one half at a time."""
        self.screen_stack[0].set_class(event.size.width < WIDE_FROM, "narrow")
        self.call_after_refresh(self.draw)

    def look_and_draw(self) -> None:
        """See what came, and draw when the picture is another one."""
        self._look()
        if self.must_end():
            self.exit()
        if self.view.signature() != self._signature:
            self.draw()

    def draw(self) -> None:
        """Show the table as it is now."""
        view, base = self.view, self.screen_stack[0]
        self._signature = view.signature()
        self.drawn += 1
        now_ms = view.now_ms if view.seconds_left is not None else view.shown.ms
        base.query_one(TableFace).show(
            view.shown, None, view.link_words(), tuple(view.told), now_ms, is_grey=view.is_stale
        )
        base.query_one("#alarms", Paragraphs).show(self.alarm_lines())
        base.query_one("#why", Paragraphs).show(
            explained(view.procedures, view.state.trouble, self.say, self.glyphs)
        )
        base.query_one("#age", Static).update(self.age_line())

    # --- words -----------------------------------------------------------------------------------

    def alarm_lines(self) -> list[Text]:
        """Every alarm with its mark: `!` open, `=` open and its cause gone, `+` acknowledged."""
        say, alarms = self.say, self.view.alarms
        if not alarms.listed:
            return [self._fit(Text(say("watch.no_alarm"), looks.SOFT))]
        lines = [Text(say("watch.alarms", count=len(alarms.listed)), "bold")]
        for one in alarms.listed:
            mark = "+" if one.by else "=" if one.is_over else "!"
            since = datetime.fromtimestamp(one.since).strftime("%H:%M")
            words = say("watch.alarm", since=since, sentence=one.sentence)
            if one.times > 1:
                words = say("watch.alarm_again", sentence=words, times=one.times)
            if one.by:
                words = say("watch.acknowledged", sentence=words, by=one.by)
            elif one.is_over:
                words = say("watch.alarm_over", sentence=words)
            style = looks.SOFT if one.by else looks.TURN if one.is_over else looks.ALARM
            lines.append(self._fit(Text.assemble((mark, style), f" {words}")))
        return lines

    def age_line(self) -> Text:
        """How old the picture is, and how many alarms nobody has seen."""
        say, view = self.say, self.view
        age = Text(say("watch.age_live"), looks.WINNER)
        if view.link == "none":
            age = Text(say("watch.age_none"), "reverse")
        elif view.is_stale:
            age = Text(say("watch.age_stale", seconds=say.chips(view.age_seconds)), "reverse")
        count = len(view.alarms.open())
        seen = Text(say("watch.open_alarms", count=count), looks.ALARM) if count else Text()
        return self._fit(Text.assemble(" ", age, "  ", seen))

    def _fit(self, text: Text) -> Text:
        return looks.in_ascii(text) if self.glyphs is looks.ASCII else text

    # --- keys ------------------------------------------------------------------------------------

    def action_side(self) -> None:
        """On a narrow terminal: alarms and reasons instead of the table, or back."""
        self.screen_stack[0].toggle_class("aside")
        self.call_after_refresh(self.draw)

    def action_acknowledge(self) -> None:
        """Say who has seen an alarm."""
        alarms = self.view.alarms.open()
        if not alarms:
            self.notify(self.say("watch.no_alarm"))
            return
        self.push_screen(Acknowledging(self.say, alarms, self._name), self._acknowledged)

    def _acknowledged(self, seen: tuple[int, str] | None) -> None:
        if seen is not None:
            number, self._name = seen
            if not self.view.acknowledge(number, self._name):
                self.notify(self.say("watch.not_acknowledged"))
        self.draw()
