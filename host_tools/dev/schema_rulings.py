"""Reads what the books say of a card gone wrong, and writes it for the table and for people.

Three tables belong together: irregularities (what can happen), rulings (which procedure each book
asks for, by stage and by what was done before), procedures (the steps). The table gets them as
bytes; people get a page in each language with every source. Rule of the file: a ruling that names
an irregularity, a procedure or a step that does not exist is refused, and every irregularity has
an answer under every book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host_tools.dev.code_lines import (
    GENERATED,
    WORD_TABLE_IMPORT,
    Names,
    by_id,
    escaped,
    head,
    packed_word_lines,
    quoted,
    tuple_lines,
    word_lines,
)
from host_tools.dev.schema_complaints import NAME
from host_tools.dev.schema_rows import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from host_tools.dev.schema_complaints import Complaints
    from host_tools.dev.schema_rows import Schema

    Row = dict[str, Any]

BOOKS = ("r004", "tda2024", "roberts")
"""The columns of the rulings, in the order of the setting `dealer_errors`."""

STAGES = ("deal", "preflop", "flop", "turn", "river", "showdown")
WHEN = ("always", "before_action", "after_action", "before_substantial", "after_substantial")
ROW_BYTES = 3 + len(BOOKS)

_BOOK_TITLES = ("R004", "TDA 2024", "Robert's Rules")
_NAME_MAX = 32


# ------------------------------------------------------------------ reading


def check_rulings(
    steps: list[Row],
    procedures: list[Row],
    rulings: list[Row],
    irregularities: list[Row],
    wrong: Complaints,
) -> None:
    """Expect every name to exist, every text in both languages, every irregularity ruled."""
    for kind, rows, keys in (
        ("step", steps, {"id", "name", "doc", "it", "en"}),
        ("procedure", procedures, {"id", "name", "steps", "doc", "it", "en"}),
    ):
        for row in rows:
            where = f"procedures.toml {kind} {row.get('name', row.get('id'))}"
            wrong.expect(set(row) == keys, where, f"keys must be {', '.join(sorted(keys))}")
            name = str(row.get("name", ""))
            wrong.expect(NAME.fullmatch(name) and len(name) <= _NAME_MAX, where, "no name")
            for text in ("doc", *LANGUAGES):
                sentence = str(row.get(text, ""))
                wrong.expect(sentence.endswith("."), where, f"{text} ends with a full stop")
    known_steps = {row.get("name") for row in steps}
    for row in procedures:
        unknown = [step for step in row.get("steps", []) if step not in known_steps]
        wrong.expect(not unknown, f"procedures.toml {row.get('name')}", f"no step {unknown}")
    known_procedures = {row.get("name") for row in procedures}
    known_kinds = {row.get("name") for row in irregularities}
    for row in rulings:
        where = f"rulings.toml {row.get('id')}"
        keys = {"id", "irregularity", "stages", "when", *BOOKS}
        wrong.expect(set(row) == keys, where, f"keys must be {', '.join(sorted(keys))}")
        wrong.expect(row.get("irregularity") in known_kinds, where, "no such irregularity")
        stages = row.get("stages", [])
        wrong.expect(stages and set(stages) <= set(STAGES), where, "no such stage")
        wrong.expect(row.get("when") in WHEN, where, "no such condition")
        for book in BOOKS:
            column = row.get(book, {})
            wrong.expect(set(column) == {"procedure", "source"}, where, f"{book} lacks a key")
            wrong.expect(column.get("procedure") in known_procedures, where, "no such procedure")
    ruled = {row.get("irregularity") for row in rulings}
    for name in sorted(str(one) for one in known_kinds - ruled):
        wrong.expect(False, f"rulings.toml {name}", "no book says what follows")


def entries(schema: Schema) -> Iterator[tuple[str, str]]:
    """Lines of the ledger: (place, meaning)."""
    for row in schema.steps:
        yield f"step {row['id']}", row["name"]
    for row in schema.procedures:
        yield f"procedure {row['id']}", row["name"]
    for row in schema.rulings:
        yield f"ruling {row['id']}", row["irregularity"]


# ------------------------------------------------------------------ the module


_FUNCTIONS = '''

def row_of(ruling: int, place: int) -> int:
    """One byte of a ruling's row: irregularity, stages, when, then a procedure for each book."""
    return RULINGS[(ruling - 1) * ROW_BYTES + place]
'''


def _row_bytes(schema: Schema, row: Row) -> list[int]:
    kinds = {one["name"]: one["id"] for one in schema.irregularities}
    procedures = {one["name"]: one["id"] for one in schema.procedures}
    mask = sum(1 << STAGES.index(stage) for stage in row["stages"])
    columns = [procedures[row[book]["procedure"]] for book in BOOKS]
    return [kinds[row["irregularity"]], mask, WHEN.index(row["when"]), *columns]


def rulings_code(schema: Schema) -> str:
    """`firmware/schema/rulings.py`: what each book says, as bytes."""
    names = Names()
    lines = head(
        "Rulings and procedures: what each book asks for when a card went wrong.",
        "procedures.toml and rulings.toml",
    )
    lines += [WORD_TABLE_IMPORT, ""]
    numbers = {row["name"]: row["id"] for row in schema.steps}
    for row in schema.steps:
        lines.append(f"{names.take('step_' + row['name'])} = {row['id']}")
    lines.append("")
    for row in schema.procedures:
        lines.append(f"{names.take('procedure_' + row['name'])} = {row['id']}")
    for what, words in (("book", BOOKS), ("stage", STAGES), ("when", WHEN)):
        lines.append("")
        for number, word in enumerate(words):
            lines.append(f"{names.take(f'{what}_{word}')} = {number}")
    lines += ["", "# By id; index 0 is none."]
    lines += packed_word_lines(
        "STEP_NAMES", by_id([(r["id"], r["name"]) for r in schema.steps], "")
    )
    procedures = [(r["id"], r["name"]) for r in schema.procedures]
    lines += packed_word_lines("PROCEDURE_NAMES", by_id(procedures, ""))
    lines += word_lines("BOOK_WORDS", BOOKS)
    lines += ["# STEPS[procedure]: its steps in order."]
    spelled = [
        (r["id"], escaped([numbers[step] for step in r["steps"]])) for r in schema.procedures
    ]
    lines += tuple_lines("STEPS", "bytes", by_id(spelled, 'b""'))
    lines += ["# One row a ruling, by id: irregularity, stages (a bit each), when, procedures."]
    lines += [f"ROW_BYTES = {ROW_BYTES}", "RULINGS = ("]
    rows = by_id([(r["id"], _row_bytes(schema, r)) for r in schema.rulings], [0] * ROW_BYTES)
    lines += [f"    {escaped(row)}" for row in rows[1:]] + [")"]
    return "\n".join(lines) + "\n" + _FUNCTIONS


def texts_lines(schema: Schema) -> list[str]:
    """The sentences of steps, procedures and sources, for `texts.py`."""
    lines = []
    for name, rows in (("STEPS", schema.steps), ("PROCEDURES", schema.procedures)):
        lines.append(f"# {name}[id] = (Italian, English)")
        texts = [(row["id"], f"({quoted(row['it'])}, {quoted(row['en'])})") for row in rows]
        lines += tuple_lines(name, "tuple[str, str]", by_id(texts, '("", "")'))
    lines.append("# SOURCES[ruling] = the source under each book, in the books' order")
    sources = [
        (row["id"], "(" + ", ".join(quoted(row[book]["source"]) for book in BOOKS) + ")")
        for row in schema.rulings
    ]
    gap = "(" + ", ".join(['""'] * len(BOOKS)) + ")"
    lines += tuple_lines("SOURCES", "tuple[str, ...]", by_id(sources, gap))
    return lines


# ------------------------------------------------------------------ the pages

_WORDS = {
    "en": {
        "title": "What the table does when a card went wrong",
        "opening": "A column for each book; the setting `dealer_errors` chooses one. The first "
        "row of an irregularity whose stage and condition hold decides. Sensed: a sensor or the "
        "reader tells. Reported: a person tells, by `mazziere table irregularity` or at the floor "
        "key's menu.",
        "kind": ("irregularity", "noticed", "what it is"),
        "ruling": ("stage", "when"),
        "procedures": "Procedures",
        "steps": "Steps",
        "step": ("step", "what is done"),
        "procedure": ("procedure", "steps"),
        "none": "nothing is done",
        "noticed": {"sensed": "sensed", "reported": "reported"},
    },
    "it": {
        "title": "Che cosa fa il tavolo quando una carta va storta",
        "opening": "Una colonna per ogni libro; l'impostazione `dealer_errors` ne sceglie uno. "
        "Decide la prima riga dell'irregolarità di cui valgono fase e condizione. Rilevata: lo "
        "dice un sensore o il lettore. Segnalata: lo dice una persona, con `mazziere table "
        "irregularity` o dal menu della chiave del floor.",
        "kind": ("irregolarità", "come si nota", "che cos'è"),
        "ruling": ("fase", "quando"),
        "procedures": "Procedure",
        "steps": "Passi",
        "step": ("passo", "che cosa si fa"),
        "procedure": ("procedura", "passi"),
        "none": "non si fa nulla",
        "noticed": {"sensed": "rilevata", "reported": "segnalata"},
    },
}

WHEN_WORDS = {
    "en": (
        "always",
        "nobody has acted on the street",
        "somebody has acted on the street",
        "before substantial action",
        "after substantial action",
    ),
    "it": (
        "sempre",
        "nessuno ha agito nella strada",
        "qualcuno ha agito nella strada",
        "prima dell'azione sostanziale",
        "dopo l'azione sostanziale",
    ),
}

STAGE_WORDS = {
    "en": ("deal", "preflop", "flop", "turn", "river", "showdown"),
    "it": ("distribuzione", "preflop", "flop", "turn", "river", "showdown"),
}


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    heads = list(heads)
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def _stages(row: Row, language: str) -> str:
    if len(row["stages"]) == len(STAGES):
        return WHEN_WORDS[language][0]
    return ", ".join(STAGE_WORDS[language][STAGES.index(stage)] for stage in row["stages"])


def rulings_page(schema: Schema, language: str) -> str:
    """`rulings.md`, `rulings.it.md`: every irregularity, what each book says, and the steps."""
    words: dict[str, Any] = _WORDS[language]
    generated = GENERATED.format(source="firmware/schema/rulings.toml")
    lines = [f"<!-- {generated} -->", f"# {words['title']}", "", words["opening"], ""]
    for kind in schema.irregularities:
        about = words["noticed"][kind["noticed"]]
        lines += [f"## {kind[language]}", "", f"`{kind['name']}`, {about}. {kind['doc']}", ""]
        if language != "en":
            lines[-2] = f"`{kind['name']}`, {about}."
        rows = []
        for row in schema.rulings:
            if row["irregularity"] == kind["name"]:
                when = WHEN_WORDS[language][WHEN.index(row["when"])]
                columns = [f"`{row[book]['procedure']}` ({row[book]['source']})" for book in BOOKS]
                rows.append([_stages(row, language), when, *columns])
        lines += _table((*words["ruling"], *_BOOK_TITLES), rows)
    lines += [f"## {words['procedures']}", ""]
    rows = [
        [
            f"`{row['name']}`",
            row[language],
            ", ".join(f"`{step}`" for step in row["steps"]) or words["none"],
        ]
        for row in schema.procedures
    ]
    first, last = words["procedure"]
    lines += _table((first, words["step"][1], last), rows)
    lines += [f"## {words['steps']}", ""]
    lines += _table(words["step"], [[f"`{row['name']}`", row[language]] for row in schema.steps])
    return "\n".join(lines)
