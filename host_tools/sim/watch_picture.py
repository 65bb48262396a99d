"""The pictures of the live view in the README and the guides: real moments of real screens.

A training table is brought to a moment that a guide tells of (an ordinary turn, a premature turn,
a card that sticks), by its own keys; what a host has stored by then is shown by the live view. The
same source gives the same picture. The rule of the file: nothing is posed, and every picture is
made by one command.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.link.session import Event
from host_tools.sim.cabled_table import passing_store
from host_tools.sim.training import TrainingApp
from host_tools.sim.training_picture import drawn, screen
from host_tools.sim.training_table import TrainingTable
from host_tools.texts import LANGUAGES, Texts
from host_tools.view.recalled import recall
from host_tools.view.svg import drawing
from host_tools.view.watch_app import WatchApp
from host_tools.view.watched import WatchedTable
from host_tools.web.page import page
from host_tools.web.server import STATIC

if TYPE_CHECKING:
    from rich.text import Text

    from host_tools.store import LineStore

ROOT = Path(__file__).parents[2]
README = ROOT / "firmware" / "docs" / "pictures"
GUIDES = ROOT / "host_tools" / "docs" / "pictures"
SEED = b"watch picture"
SIZE = (124, 36)
BROWSER = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1360,860",
)
TURN_SECONDS = 5
"""An ordinary turn is shown when it has run so long."""

SECONDS_MAX = 600
WALL = 1_796_000_000.0
"""When the picture was taken, as far as the picture says."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A name, and what is typed into the training table's list so that it comes about."""

    name: str
    words: dict[str, str]


MOMENTS = (
    Moment("watch", {}),
    Moment("premature-turn", {"en": "premature turn", "it": "turn prematuro"}),
    Moment(
        "stuck-card", {"en": "jams in the path for good", "it": "incastra nel percorso e resta"}
    ),
)


async def _bring_about(app: TrainingApp, words: str) -> None:
    """Let it happen, and time pass until the table waits for somebody."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        if not words:
            app.let_pass(TURN_SECONDS * 1000)
            return
        await pilot.press("i", *["space" if one == " " else one for one in words], "enter")
        await pilot.pause()
        for _ in range(SECONDS_MAX):
            if app.is_still or app.table.state.trouble.faults:
                break
            app.let_pass(1000)
        await pilot.pause()


def watched(say: Texts, store: LineStore) -> WatchedTable:
    """What the live view knows of everything that was stored."""
    view = WatchedTable(say, clock=lambda: 0.0, wall=lambda: WALL)
    serial, log = store.log_names()[0]
    view.recall(recall(store, serial, log))
    firmware = view.state.record.firmware
    view.tell(Event("link.connected", {"table": serial, "firmware": firmware}))
    view.told.pop()  # said when the host came, not at this moment
    view.heard(0.0)
    return view


def at_moment(moment: Moment, say: Texts, store: LineStore) -> WatchedTable:
    """The live view's model at a moment of a table."""
    table = TrainingTable(say, store, SEED, by="Anna", draw=drawn)
    table.deal()
    words = moment.words.get(say.language, "")
    asyncio.run(_bring_about(TrainingApp(table, say, is_moving=False), words))
    return watched(say, store)


async def _on_terminal(view: WatchedTable) -> list[Text]:
    app = WatchApp(view, lambda: None, view.say, is_moving=False)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        return screen(app)


def picture(moment: Moment, language: str) -> str:
    """The live view on a terminal, as SVG."""
    say = Texts(language)
    with passing_store() as store:
        rows = asyncio.run(_on_terminal(at_moment(moment, say, store)))
    return drawing(rows, "mazziere table watch")


def page_picture(path: Path, moment: Moment, language: str) -> bool:
    """The page as a PNG, drawn by a headless browser; False where there is none."""
    browser = shutil.which("chromium")
    if browser is None:
        return False
    say = Texts(language)
    with passing_store() as store:
        html = page([at_moment(moment, say, store)])
    style = f"<style>{(STATIC / 'page.css').read_text(encoding='utf-8')}</style>"
    with tempfile.TemporaryDirectory(prefix="mazziere-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "page.html"
        plain = re.sub(r"<noscript>.*?</noscript>|<script .*?</script>", "", html)
        file.write_text(plain.replace("</head>", f"{style}</head>"), encoding="utf-8")
        words = [browser, *BROWSER, f"--user-data-dir={folder}/user", f"--screenshot={path}"]
        subprocess.run([*words, file.as_uri()], check=True, capture_output=True, timeout=120)
    return True


def main() -> int:
    """Make the pictures."""
    README.mkdir(parents=True, exist_ok=True)
    GUIDES.mkdir(parents=True, exist_ok=True)
    (README / "watch.svg").write_text(picture(MOMENTS[0], "en"), encoding="utf-8")
    print("watch.svg")
    is_drawn = page_picture(README / "page.png", MOMENTS[1], "en")
    print("page.png" if is_drawn else "page.png: no chromium here, left as it was")
    for moment in MOMENTS[1:]:
        for language in LANGUAGES:
            name = f"{moment.name}.{language}.svg"
            (GUIDES / name).write_text(picture(moment, language), encoding="utf-8")
            print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
