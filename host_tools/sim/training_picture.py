"""The README's picture of the training table: a premature turn, and why the table does what it
does.

Seats a table from a fixed seed, lets the real screen be worked by its own keys as a reader of the
README would (open the list, search, take the first row), and draws the moment in which time stands
still. Nothing is posed; the same source gives the same picture. The rule of the file: what is
drawn is what the terminal would show.
"""

from __future__ import annotations

import asyncio
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from host_tools.sim.cabled_table import passing_store
from host_tools.sim.training import TrainingApp
from host_tools.sim.training_table import TrainingTable
from host_tools.texts import Texts
from host_tools.view.svg import drawing

if TYPE_CHECKING:
    from textual.app import App

FILE = Path(__file__).parents[2] / "firmware" / "docs" / "pictures" / "training.svg"
SEED = b"training picture"
SIZE = (124, 40)
KEYS = ("i", *"premature", "space", *"turn", "down", "enter")
"""The second row: some have acted already."""
SECONDS_MAX = 600


def drawn(count: int) -> bytes:
    """The witness's numbers of a picture: the same every time, so no witness for real hands."""
    return sha256(SEED).digest()[:count]


def screen(app: App[None]) -> list[Text]:
    """The lines on the terminal now."""
    strips = app.screen._compositor.render_strips()
    rows = []
    for strip in strips:
        row = Text()
        for piece in strip:
            row.append(piece.text, piece.style)
        rows.append(row)
    return rows


async def work(app: TrainingApp) -> list[Text]:
    """Press the keys, let time pass to the ruling; the screen then."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*KEYS)
        await pilot.pause()
        for _ in range(SECONDS_MAX):
            if app.is_still:
                break
            app.let_pass(1000)
        await pilot.pause()
        return screen(app)


def picture(language: str) -> str:
    """The drawing as SVG."""
    say = Texts(language)
    with passing_store() as store:
        table = TrainingTable(say, store, SEED, by="Anna", draw=drawn)
        table.deal()
        rows = asyncio.run(work(TrainingApp(table, say, is_moving=False)))
    return drawing(rows, "mazziere sim table")


def main() -> int:
    """Make the picture."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(picture("en"), encoding="utf-8")
    print(FILE.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
