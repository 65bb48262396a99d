"""Holds what was measured against what was promised, in one table.

A benchmark may name its goals in `GOALS`, a dict from a figure's name to (must, aim): the least
that is accepted and what is hoped for, None for nothing more. A figure whose name ends in `_bytes`
is a size, and its goals are the most. Figures without a goal are told elsewhere.
"""

from __future__ import annotations

from typing import Any

Goals = dict[str, tuple[float, float | None]]
Row = dict[str, Any]


def rows(figures: dict[str, Any], goals: Goals) -> list[Row]:
    """One row a goal: what, measured, must, aim, ok, aim_ok; measured None where nothing ran."""
    judged = []
    for what, (must, aim) in goals.items():
        measured = figures.get(what)
        at_most = what.endswith("_bytes")

        def reaches(
            goal: float | None, measured: Any = measured, at_most: bool = at_most
        ) -> bool | None:
            if measured is None or goal is None:
                return None
            return measured <= goal if at_most else measured >= goal

        row = {"what": what, "measured": measured, "must": must, "aim": aim, "at_most": at_most}
        judged.append({**row, "ok": reaches(must), "aim_ok": reaches(aim)})
    return judged


def table(judged: list[Row]) -> str:
    """The rows as text."""
    words = {True: "yes", False: "NO", None: "not measured"}
    lines = [f"{'what':46} {'measured':>10} {'must':>10} {'aim':>6}  ok"]
    for row in judged:
        measured = "" if row["measured"] is None else f"{row['measured']:,}"
        must = f"{'<=' if row['at_most'] else '>='} {row['must']:,}"
        verdict = words[row["ok"]]
        if row["ok"] and row["aim_ok"] is not None:
            verdict += ", and the aim" if row["aim_ok"] else ", the aim not"
        lines.append(
            f"{row['what']:46} {measured:>10} {must:>10} {row['aim'] or '':>6}  {verdict}"
        )
    return "\n".join(lines)
