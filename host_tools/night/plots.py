"""The figures of a night report; readable in grey.

The rule of the file: every axis says what it is, and nothing is drawn that is not in the tables
beside it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from host_tools.night.facts import CAUSES
from host_tools.paper.figures import CHANCE, HATCHES, INK, RED, SHADES, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from host_tools.night.facts import Night
    from host_tools.texts import Texts

BINS_S = (300, 600, 1800, 3600, 7200)
BINS_MAX = 24
"""Columns of a figure along the night: the narrowest that are no more than this."""

ROWS_MAX = 14
"""Rows of a figure by name; more could not be read."""


def _when(night: Night, axes: Any, is_dated: bool, say: Texts) -> None:
    """The time axis: the clock on the wall, or hours since the first line."""
    from matplotlib.ticker import FuncFormatter, MultipleLocator

    span = max(night.end - night.start, 60.0)
    step = next(one for one in (300, 900, 1800, 3600, 7200, 14400, 86400) if span / one <= 10)
    axes.xaxis.set_major_locator(MultipleLocator(step))
    if is_dated:
        axes.xaxis.set_major_formatter(
            FuncFormatter(lambda at, _: datetime.fromtimestamp(at).strftime("%H:%M"))
        )
        axes.set_xlabel(say("night.clock"))
    else:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda at, _: _elapsed(at - night.start)))
        axes.set_xlabel(say("night.hours"))
    axes.set_xlim(night.start, night.start + span)


def _elapsed(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def _bins(night: Night) -> tuple[int, int]:
    """How wide the columns are, in seconds, and how many there are."""
    span = max(night.end - night.start, 1.0)
    wide = next((one for one in BINS_S if span / one <= BINS_MAX), BINS_S[-1])
    return wide, max(1, -(-int(span) // wide))


def hands(night: Night, is_dated: bool, say: Texts) -> Figure:
    """Hands an hour along the night: finished, and voided on top."""
    made, axes = figure(size=(8.27, 4.2))
    width, count = _bins(night)
    finished, voided = [0] * count, [0] * count
    for hand in night.hands:
        at = min(int((hand.start - night.start) // width), count - 1)
        (voided if hand.is_voided else finished)[at] += 1
    # The last column counts by as much of it as there was.
    spans: list[float] = [width] * (count - 1)
    spans.append(max(night.end - night.start - width * (count - 1), 60))
    starts = [night.start + at * width for at in range(count)]
    an_hour = [one * 3600 / span for one, span in zip(finished, spans, strict=True)]
    void_an_hour = [one * 3600 / span for one, span in zip(voided, spans, strict=True)]
    wide = [0.92 * span for span in spans]
    axes.bar(starts, an_hour, wide, align="edge", color=INK, label=say("night.finished"))
    axes.bar(
        starts, void_an_hour, wide, an_hour, align="edge", color=CHANCE, hatch="////",
        label=say("night.voided"),
    )  # fmt: skip
    _when(night, axes, is_dated, say)
    axes.set(ylabel=say("night.hands_an_hour"), title=say("night.hands_title"))
    if any(voided):
        axes.legend(loc="upper right")
    axes.grid(axis="y", alpha=0.3)
    return made


def waiting(night: Night, say: Texts) -> Figure:
    """How long hands waited, by cause: middle, quartiles, and every longer wait as a point."""
    made, axes = figure(size=(8.27, 3.8))
    names = [say(f"night.wait_{cause}") for cause in CAUSES]
    axes.boxplot(
        [night.waiting(cause) for cause in CAUSES],
        orientation="horizontal",
        tick_labels=names,
        medianprops={"color": RED, "linewidth": 2},
        flierprops={"marker": "x", "markersize": 4},
    )
    axes.invert_yaxis()
    axes.set(xlabel=say("night.seconds_a_hand"), title=say("night.waiting_title"))
    axes.grid(axis="x", alpha=0.3)
    return made


def troubles(night: Night, is_dated: bool, say: Texts) -> Figure:
    """When the table was on hold, and which fault was open when."""
    held = [("", one) for one in night.holds]
    rows: dict[str, list[Any]] = {say("night.on_hold"): [one for _, one in held]} if held else {}
    for worst in night.recurring():
        of_one = (worst.what, worst.where)
        rows[" ".join(of_one)] = [one for one in night.faults if (one.what, one.where) == of_one]
    listed = list(rows.items())[:ROWS_MAX]
    made, axes = figure(size=(8.27, 1.6 + 0.32 * len(listed)))
    for at, (_, lasting) in enumerate(listed):
        spans = [
            (one.start, max((one.end or night.end) - one.start, (night.end - night.start) / 300))
            for one in lasting
        ]
        is_hold = bool(held) and at == 0
        axes.broken_barh(
            spans, (at - 0.35, 0.7), facecolors=CHANCE if is_hold else RED,
            hatch="////" if is_hold else "",
        )  # fmt: skip
    axes.set_yticks(range(len(listed)), [name for name, _ in listed])
    axes.invert_yaxis()
    _when(night, axes, is_dated, say)
    axes.set_title(say("night.troubles_title"))
    axes.grid(axis="x", alpha=0.3)
    return made


def rulings(night: Night, say: Texts, named: dict[str, str]) -> Figure:
    """How often each irregularity was ruled on."""
    counts: dict[str, int] = {}
    for (kind, _, _, _), count in night.rulings.items():
        counts[named.get(kind, kind)] = counts.get(named.get(kind, kind), 0) + count
    most = sorted(counts.items(), key=lambda one: -one[1])[:ROWS_MAX]
    made, axes = figure(size=(8.27, 1.6 + 0.32 * len(most)))
    axes.barh([_short(name) for name, _ in most], [count for _, count in most], color=INK)
    axes.invert_yaxis()
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set(xlabel=say("night.how_often"), title=say("night.rulings_title"))
    return made


def witnesses(night: Night, is_dated: bool, say: Texts) -> Figure:
    """Which hands were witnessed, along the night."""
    made, axes = figure(size=(8.27, 3.2))
    words = ("opened", "missing", "failed", "none")
    width, count = _bins(night)
    below = [0] * count
    starts = [night.start + at * width for at in range(count)]
    for word, shade, hatch in zip(words, SHADES, HATCHES, strict=False):
        of_word = [0] * count
        for hand in night.hands:
            if hand.witness == word:
                of_word[min(int((hand.start - night.start) // width), count - 1)] += 1
        if any(of_word):
            axes.bar(
                starts, of_word, 0.92 * width, below, align="edge", color=shade, hatch=hatch,
                edgecolor="white", label=say(f"night.witness_{word}"),
            )  # fmt: skip
        below = [low + more for low, more in zip(below, of_word, strict=True)]
    _when(night, axes, is_dated, say)
    axes.set(ylabel=say("night.hands"), title=say("night.witness_title"))
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.legend(loc="upper right")
    return made


def results(night: Night, say: Texts) -> Figure:
    """What each player won or lost."""
    sums = {
        f"{number} {player}".strip(): sum(one.result for one in stays)
        for (number, player), stays in night.chips.by_player().items()
    }
    most = sorted(sums.items(), key=lambda one: -one[1])
    if len(most) > ROWS_MAX:
        half = ROWS_MAX // 2
        most = most[:half] + most[-half:]
    made, axes = figure(size=(8.27, 1.6 + 0.32 * len(most)))
    chips = [result for _, result in most]
    shades = [INK if result >= 0 else CHANCE for result in chips]
    axes.barh([_short(name) for name, _ in most], chips, color=shades)
    axes.axvline(0, color="black", lw=0.8)
    axes.invert_yaxis()
    axes.set(xlabel=say("night.chips"), title=say("night.results_title"))
    return made


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
