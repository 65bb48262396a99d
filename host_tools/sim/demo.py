"""The demo: a simulated table deals, a host in the room follows it.

First recorded hands, with the faces and keys of their record, then hands of players who choose at
random; each table is a process of its own on a pseudo-terminal, and this program is the host: it
stores every line and shows the table as it stands, or without a terminal of 80 by 24 tells it as a
dealer would. At the end the sums are made, and the exit status is 0 only when they come out.
`DEMO_HANDS` sets how many hands (default 24), `DEMO_SPEED` the pace in multiples of a real table's
(default 20, about two minutes; `max` for scripts), `DEMO_LANG` the language, `DEMO_VIEW` how it is
shown (`live`, `ascii`, `plain`; left out, the terminal decides). Other words are refused before a
table starts. The rule of the file: it ends by itself, and Ctrl-C leaves no process behind.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.schema import messages as m
from host_tools.cli import exit_codes
from host_tools.replay.hand_record import HandRecord
from host_tools.replay.sources import find_hands
from host_tools.replay.whole_table import write_script
from host_tools.sim.evening import Evening, Stalled, Sums
from host_tools.sim.table_process import TableFailed, is_speed
from host_tools.store import LineStore, StoreError
from host_tools.texts import LANGUAGES, Texts, language_of
from host_tools.view.live import LiveTable
from host_tools.view.onlooker import OnlookerFile
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.link.session import Event

RECORDED = Path(__file__).parent / "recorded"

HANDS = 24
RECORDED_SHARE = 6
"""One hand of six is a recorded one, at least one and at most as many as there are."""

VIEWS = ("live", "ascii", "plain")
SPEED = "20"
SEATS = "6"

PATIENCE = ("--set", "witness_ms=60000", "--set", "opening_ms=60000")
"""The table's time is not the witness's here: at this pace two seconds are a tenth of one."""

SET_UP = frozenset({m.SEAT_TAKEN, m.SEAT_LEFT, m.SETTING_CHANGED, m.BUTTON_PLACED})
SET_UP_AND_PAUSES = SET_UP | {m.TABLE_PAUSED, m.TABLE_RESUMED}
"""What the floor does between hands is in the log, and not worth a sentence here."""


class Demo:
    """One run: where it writes, in which language, and what has come of it so far."""

    def __init__(
        self, say: Texts, folder: Path, speed: str, seed: str, view: LiveTable | None = None
    ) -> None:
        self.say = say
        self.view = view
        self.folder = folder
        self.options = ["--speed", speed, "--seed", seed, "--set", f"language={say.language}"]
        self.options += PATIENCE
        self.sums = Sums()
        self.matched = 0

    def print(self, text: str = "") -> None:
        """Say something below the live table, or on stdout at once, so that a pipe shows it as it
        happens.
        """
        if self.view is None:
            print(text, flush=True)
        elif text:
            self.view.note(text)

    def evening(self, name: str, options: list[str], store: LineStore) -> Evening:
        """Play an evening whose hands are shown or told as they are stored."""
        folder = self.folder / name
        folder.mkdir()
        if self.view is None:
            told = self._told(options, folder, store)
            self.sums.add(told.run())
            return told
        view, onlooker = self.view, OnlookerFile(folder / "onlooker.jsonl")
        view.begin()
        options = [*self.options, *options, "--onlooker", str(onlooker.path)]

        def meanwhile() -> None:
            for change in onlooker.changes():
                view.onlooker(change)
            view.tick()

        shown = Evening(options, folder, store, view.take, view.tell, witnessed=True)
        self.sums.add(shown.run(meanwhile=meanwhile))
        return shown

    def _told(self, options: list[str], folder: Path, store: LineStore) -> Evening:
        """An evening that is told in sentences."""
        transcript = Transcript(self.say)

        def tell_line(line: Line) -> None:
            message = line.message
            if message[0] == m.HAND_STARTED:
                self.print()
            if message[0] not in SET_UP_AND_PAUSES:
                for sentence in transcript.read(message):
                    self.print(f"  {sentence}")

        def tell(event: Event) -> None:
            self.print(self.say(event.key, **event.values))

        return Evening([*self.options, *options], folder, store, tell_line, tell, witnessed=True)

    def recorded(self, hands: list[tuple[str, HandRecord]], store: LineStore) -> None:
        """Play the recorded hands and compare what was stored with their record."""
        self.print(self.say("demo.recorded", hands=len(hands)))
        script = self.folder / "script.json"
        write_script(script, [record for _, record in hands], witnessed=True)
        evening = self.evening("recorded", ["--script", str(script), "--serial", "MZ-SIM1"], store)
        self.print()
        for ended, (name, record) in zip(evening.finished, hands, strict=False):
            stacks = tuple(ended.stacks.get(seat, 0) for seat in record.seats)
            told = " ".join(self.say.chips(stack) for stack in stacks)
            if stacks == record.recorded_stacks:
                self.matched += 1
                self.print(f"{Path(name).stem}: {self.say('demo.compared', stacks=told)}")
            else:
                wanted = " ".join(self.say.chips(stack) for stack in record.recorded_stacks or ())
                differs = self.say("demo.differs", stacks=told, recorded=wanted)
                self.print(f"{Path(name).stem}: {differs}")

    def random(self, hands: int, store: LineStore) -> None:
        """Let players who choose at random play."""
        self.print()
        self.print(self.say("demo.random", hands=hands))
        options = ["--seats", SEATS, "--hands", str(hands), "--serial", "MZ-SIM2"]
        self.evening("random", options, store)

    def summary(self, recorded: int) -> None:
        """The sums, each with its verdict."""
        say, sums = self.say, self.sums
        self.print()
        self.print(say("demo.sums"))
        rows = [
            say("demo.hands", hands=sums.hands, matched=self.matched, recorded=recorded),
            say(
                "demo.chips" if sums.chips_in == sums.chips_out else "demo.chips_wrong",
                chips_in=say.chips(sums.chips_in),
                chips_out=say.chips(sums.chips_out),
            ),
            say("demo.chain_wrong", seq=sums.broken_at)
            if sums.broken_at
            else say("demo.chain", lines=sums.stored),
            say(
                "demo.lines" if sums.stored == sums.journalled else "demo.lines_wrong",
                stored=sums.stored,
                journalled=sums.journalled,
            ),
        ]
        if sums.alarms:
            counted = [f"{name} ({count})" for name, count in sorted(Counter(sums.alarms).items())]
            rows.append(say("demo.alarms", alarms=say.several(counted)))
        for row in rows:
            self.print(f"  {row}")


def recorded_hands(wanted: int) -> list[tuple[str, HandRecord]]:
    """The first recorded hands that come with the demo."""
    found = [hand for path in sorted(RECORDED.glob("*.phh")) for hand in find_hands(path)]
    return [(name, hand) for name, hand in found if isinstance(hand, HandRecord)][:wanted]


def play(demo: Demo, hands: int) -> int:
    """Play the demo's hands; returns the exit status."""
    recorded = recorded_hands(max(1, hands // RECORDED_SHARE))
    store = LineStore(demo.folder / "lines.sqlite3")
    try:
        with demo.view or nullcontext():
            demo.print(demo.say("demo.opening"))
            demo.recorded(recorded, store)
            if hands > len(recorded):
                demo.random(hands - len(recorded), store)
    finally:
        store.close()
        demo.view = None
    demo.summary(len(recorded))
    whole = demo.sums.are_right() and demo.sums.hands == hands and demo.matched == len(recorded)
    return exit_codes.OK if whole else exit_codes.VERIFICATION_FAILED


def live_view(say: Texts, speed: str) -> LiveTable | None:
    """The live table, where the terminal can show it and nobody asked for plain lines."""
    from rich.console import Console

    console = Console()
    wanted = os.environ.get("DEMO_VIEW", "")
    if wanted == "plain" or not LiveTable.fits(console):
        return None
    pace = 0.0 if speed == "max" else float(speed)
    return LiveTable(console, say, ascii_only=True if wanted == "ascii" else None, speed=pace)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the environment asks of a demo."""

    hands: int
    speed: str
    seed: str


def wishes(environment: Mapping[str, str], say: Texts) -> Wishes | str:
    """What is asked, or the sentence that refuses a word."""
    for name, allowed in (("DEMO_LANG", LANGUAGES), ("DEMO_VIEW", VIEWS)):
        word = environment.get(name, "")
        if word and word not in allowed:
            return say("demo.bad_word", name=name, value=word, allowed=", ".join(allowed))
    hands = environment.get("DEMO_HANDS", str(HANDS))
    if not (hands.isascii() and hands.isdigit() and int(hands[:9]) >= 1 and len(hands) < 10):
        return say("demo.bad_hands", value=hands)
    speed = environment.get("DEMO_SPEED", SPEED)
    if not is_speed(speed):
        return f"DEMO_SPEED: {say('sim.speed_wrong', value=speed)}"
    return Wishes(int(hands), speed, environment.get("DEMO_SEED", "demo"))


def main() -> int:
    """Run the demo as the environment asks for it."""
    language = os.environ.get("DEMO_LANG", "")
    say = Texts(language if language in LANGUAGES else language_of())
    asked = wishes(os.environ, say)
    if isinstance(asked, str):
        print(asked, file=sys.stderr)
        return exit_codes.USAGE
    try:
        with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
            view = live_view(say, asked.speed)
            return play(Demo(say, Path(folder), asked.speed, asked.seed, view), asked.hands)
    except Stalled:
        print(say("demo.stalled"), file=sys.stderr)
    except TableFailed as error:
        print(say("sim.failed", why=error), file=sys.stderr)
    except StoreError as error:
        print(say(error.key, path=error.path, detail=error.detail), file=sys.stderr)
    except BrokenPipeError:  # `make demo | head`: the reader has had enough, which is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_codes.OK
    except KeyboardInterrupt:
        print(f"\n{say('demo.stopped')}", file=sys.stderr)
        return 130  # 128 + SIGINT, as shells report it
    return exit_codes.REFUSED


if __name__ == "__main__":
    sys.exit(main())
