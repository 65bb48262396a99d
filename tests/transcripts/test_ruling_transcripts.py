"""Every irregularity, under every book and at every stage, reads as a dealer would tell it.

The files are scenarios: `mazziere sim run FILE --update` writes the sentences anew. Together they
must fire every ruling, every procedure and every step of the schema; a row that no transcript
fires fails here by its number.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.schema import messages as m
from firmware.schema import rulings as r
from host_tools.dev.schema_rulings import STAGES
from host_tools.dev.schema_source import read_schema
from host_tools.sim import scenario
from host_tools.texts import Texts

HERE = Path(__file__).parent / "rulings"
FILES = sorted(HERE.glob("*/*.txt"))
TITLES = {
    "deal": "While the hole cards are dealt",
    "preflop": "Before the flop",
    "flop": "On the flop",
    "turn": "On the turn",
    "river": "On the river",
    "showdown": "At the showdown",
}
FIRED: set[int] = set()
STEPS: set[str] = set()
PROCEDURES: set[str] = set()

# What no scenario can bring about, and where it is tried instead.
ELSEWHERE = {
    "deck_short": "tests/unit/core/test_repairs.py: the stub has to be emptied card by card",
    "uncommanded_card": "tests/unit/core/test_repairs.py: before the first card is dealt",
}
UNREACHABLE = {
    ("seat_left_out", "showdown"),
    ("hole_card_missing", "showdown"),
}


def play(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play a file and note which rows it fires."""
    table_of = scenario._table
    tables = []

    def watched(say, words):
        tables.append(table_of(say, words))
        return tables[-1]

    monkeypatch.setattr(scenario, "_table", watched)
    written = path.read_text(encoding="utf-8")
    played = scenario.play(written, Texts("en"))
    for dealer in tables:
        for said in dealer.said:
            if said[0] == m.RULING_MADE:
                FIRED.add(said[1])
                PROCEDURES.add(said[3])
            elif said[0] == m.STEP_BEGUN:
                STEPS.add(said[1])
    assert played == written, f"a wanted change: mazziere sim run {path} --update"
    return played


@pytest.mark.parametrize("book", r.BOOK_WORDS)
def test_table_rules_as_the_transcripts_of_the_book_say(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [path for path in FILES if path.parent.name == book]
    assert len(paths) > 30
    for path in paths:
        with monkeypatch.context() as patch:
            play(path, patch)


def test_every_ruling_procedure_and_step_is_fired(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in FILES:
        with monkeypatch.context() as patch:
            play(path, patch)
    schema = read_schema(Path("firmware/schema"))
    unfired = [
        f"ruling {row['id']} ({row['irregularity']}, {row['stages']}, {row['when']})"
        for row in schema.rulings
        if row["id"] not in FIRED and row["irregularity"] not in ELSEWHERE
    ]
    unfired += [
        f"procedure {row['name']}"
        for row in schema.procedures
        if row["name"] not in PROCEDURES and row["name"] not in _BY_HOUSE_RULE
    ]
    unfired += [f"step {row['name']}" for row in schema.steps if row["name"] not in STEPS]
    assert not unfired, "rows that no transcript fires:\n" + "\n".join(unfired)


_BY_HOUSE_RULE = ("player_chooses",)  # K34: tests/unit/core/test_dealer_errors.py


def test_every_book_has_every_irregularity_at_every_stage_that_it_rules() -> None:
    schema = read_schema(Path("firmware/schema"))
    missing = []
    for book in r.BOOK_WORDS:
        for row in schema.rulings:
            kind = row["irregularity"]
            path = HERE / book / f"{kind}.txt"
            told = path.read_text(encoding="utf-8") if path.exists() else ""
            for stage in STAGES:
                if stage not in row["stages"] or (kind, stage) in UNREACHABLE:
                    continue
                if kind not in ELSEWHERE and f"\n# {TITLES[stage]}" not in told:
                    missing.append(f"{book}: {kind} {stage}")
    assert not missing, "\n".join(sorted(set(missing)))
