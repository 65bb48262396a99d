"""The plots of a laboratory report; drawn with matplotlib, readable in grey.

Each function takes numbers and gives one figure. Rule of the file: every axis says what it is, and
what chance alone gives is drawn beside what came out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from host_tools.lab import nulls
from host_tools.lab.nulls import CARDS
from host_tools.paper.figures import CHANCE, INK, RED, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from host_tools.lab.battery import Verdict
    from host_tools.lab.power import Catch
    from host_tools.lab.tally import Tally
    from host_tools.texts import Texts

WIDE = 10  # values put together where a hundred or more would be bars

_DISTRIBUTIONS = (
    ("fixed_points", nulls.fixed_points),
    ("rising_sequences", nulls.rising_sequences),
    ("cycles", nulls.cycles),
    ("guess_direction", nulls.cycles),
    ("inversions", nulls.inversions),
    ("lag_1", nulls.fixed_points),
)


def places(tally: Tally, say: Texts) -> Figure:
    """How far each card's count at each place is from even, in standard deviations."""
    made, axes = figure(size=(8.27, 7.0))
    expected = tally.decks / CARDS
    spread = np.sqrt(expected * (1 - 1 / CARDS))
    image = axes.imshow(
        (tally.position - expected) / spread, cmap="RdGy", vmin=-5, vmax=5, origin="lower",
        interpolation="nearest",
    )  # fmt: skip
    axes.set(xlabel=say("lab.card"), ylabel=say("lab.place"), title=say("lab.places_title"))
    made.colorbar(image, ax=axes, label=say("lab.deviations"), shrink=0.85)
    return made


def p_values(verdict: Verdict, say: Texts) -> Figure:
    """All p-values in order beside the even spread, with Holm's line."""
    made, axes = figure()
    ordered = np.sort([max(one.p, 1e-18) for one in verdict.outcomes])
    count = len(ordered)
    even = (np.arange(count) + 0.5) / count
    axes.loglog(even, even, color=CHANCE, label=say("lab.by_chance"))
    axes.loglog(even, ordered, ".", color=INK, label=say("lab.seen"))
    level = (1 - verdict.confidence) / (count - np.arange(count))
    axes.loglog(even, level, "--", color=RED, label=say("lab.holm_line"))
    axes.set(xlabel=say("lab.even_spread"), ylabel="p", title=say("lab.p_title", count=count))
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    return made


def distributions(tally: Tally, say: Texts) -> Figure:
    """Six counts a deck, each beside its exact law."""
    made, grid = figure(2, 3, (8.27, 6.2))
    for axes, (name, law) in zip(grid.flat, _DISTRIBUTIONS, strict=True):
        counts = tally.histograms[name]
        total = max(1, int(counts.sum()))
        chances = np.array(law())
        shown = np.flatnonzero((chances > 1e-6) | (counts > 0))
        low, high = int(shown[0]), int(shown[-1]) + 1
        values = np.arange(low, high)
        width = 1.0 if high - low < 100 else 0.0
        if width:
            axes.bar(values, counts[low:high] / total, color=INK, alpha=0.55, width=0.8)
            axes.plot(values, chances[low:high], "o", color=RED, ms=3)
        else:
            cells = np.arange(low, high, WIDE)
            seen = np.add.reduceat(counts[low:high], cells - low) / total
            axes.bar(cells, seen, color=INK, alpha=0.55, width=0.8 * WIDE, align="edge")
            law_of_cells = np.add.reduceat(chances[low:high], cells - low)
            axes.plot(cells + WIDE / 2, law_of_cells, "o", color=RED, ms=2)
        axes.set_title(say(f"lab.{name}"), fontsize=9)
        axes.tick_params(labelsize=7)
    made.suptitle(say("lab.distributions_title"), fontsize=11)
    return made


def parts(part_p: dict[str, list[float]], say: Texts) -> Figure:
    """The p-values of the parts, added up, beside the diagonal they should follow."""
    made, axes = figure()
    axes.plot([0, 1], [0, 1], color=CHANCE, label=say("lab.by_chance"))
    for (name, values), style in zip(part_p.items(), ("-", "--"), strict=False):
        ordered = np.sort(values)
        share = (np.arange(len(ordered)) + 1) / max(1, len(ordered))
        axes.step(ordered, share, style, color=INK, label=name, where="post")
    axes.set(xlabel="p", ylabel=say("lab.share"), title=say("lab.parts_title"))
    axes.legend(loc="upper left")
    axes.grid(alpha=0.3)
    return made


def power(catches: list[Catch], say: Texts) -> Figure:
    """After how many decks each unfair machine was found."""
    made, axes = figure()
    names = [one.name for one in catches]
    found = [one.decks or 0 for one in catches]
    axes.barh(names, found, color=INK, alpha=0.75)
    for at, one in enumerate(catches):
        text = f" {one.decks}" if one.decks else say("lab.not_found")
        axes.text(max(1, found[at]), at, text, va="center", fontsize=8)
    axes.set_xscale("symlog", linthresh=100)
    axes.set_xlim(0, 100_000)
    axes.invert_yaxis()
    axes.set(xlabel=say("lab.decks_needed"), title=say("lab.power_title"))
    return made


def noise(raw: NDArray[np.uint8], say: Texts) -> Figure:
    """How often each byte came, and how like the noise is to itself later."""
    made, (above, below) = figure(2, 1, (8.27, 6.2))
    counts = np.bincount(raw, minlength=256)
    expected = len(raw) / 256
    above.bar(np.arange(256), (counts - expected) / np.sqrt(expected), color=INK, width=1.0)
    above.set(xlabel=say("lab.byte"), ylabel=say("lab.deviations"), title=say("lab.bytes_title"))
    centred = raw - 127.5
    scale = float((centred**2).sum())
    lags = np.arange(1, 129)
    likeness = [float((centred[lag:] * centred[:-lag]).sum()) / scale for lag in lags]
    below.bar(lags, likeness, color=INK, width=0.8)
    for edge in (-3.9, 3.9):
        below.axhline(edge / np.sqrt(len(raw)), color=RED, ls="--", lw=1)
    below.set(xlabel=say("lab.lag"), ylabel="r", title=say("lab.lags_title"))
    return made
