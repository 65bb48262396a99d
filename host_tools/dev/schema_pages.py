"""Turns the checked schema into the pages that people read: protocol, faults, house rules, words.

A technician looks up a code, a floor manager a house rule, a programmer a message; none of them
should have to read TOML, and none of the pages may say anything else than the code does. Rule of
the file: every row of the schema appears on exactly one page, in the schema's order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.dev.code_lines import GENERATED
from host_tools.dev.schema_rows import KINDS, PROFILES, line_bytes_max

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host_tools.dev.schema_rows import Field, Schema, Setting

_ABOUT_KIND = {
    "input": "What the world did. Past tense, always in the journal.",
    "effect": "What the rules ask of the machine. Imperative; an outcome comes back as an input.",
    "report": "What the table says of itself. Past tense, always in the journal.",
    "command": "What a host asks for. It carries id, role, counter and MAC; the table may refuse.",
    "link": "What keeps the serial line itself in order. Never in the journal.",
}

_ABOUT_VISIBILITY = {"log": "journal and wire", "wire": "wire only", "device": "never written"}


def _page(title: str, source: str, opening: str) -> list[str]:
    generated = GENERATED.format(source=f"firmware/schema/{source}")
    return [f"<!-- {generated} -->", f"# {title}", "", opening, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    heads = list(heads)
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return [*lines, ""]


def _range(field: Field) -> str:
    if field.type == "int":
        text = f"{field.low} to {field.high}"
    elif field.type == "enum":
        text = f"one of [{field.enum}](#{field.enum})"
    elif field.type == "hex":
        text = f"{field.high} bytes" if field.low == field.high else f"1 to {field.high} bytes"
    else:
        text = f"1 to {field.high} bytes"
    if field.unit and field.type == "int":
        text += f" ({field.unit})"
    return f"list of 1 to {field.list_max}, each {text}" if field.list_max else text


def _notes(field: Field) -> str:
    notes = [field.doc] if field.doc else []
    if field.optional:
        notes.append("may be left out")
    if field.as_long_as:
        notes.append(f"as many as `{field.as_long_as}`")
    if field.unknown:
        notes.append("`-` when unknown")
    return "; ".join(notes)


def protocol_page(schema: Schema) -> str:
    """`protocol.md`: every message with its fields, and the words of every enum."""
    lines = _page(
        "What the table says: messages",
        "messages.toml",
        f"Protocol {schema.major}.{schema.minor}, schema hash `{schema.hash().hex()}`. Every "
        "message is one line, written as in [the one line form](adr/0005-one-line-form.md): "
        "numbers decimal, bytes in lowercase hex, fields in the order of the tables below. "
        "A host shows messages that it does not know as they are.",
    )
    for kind in KINDS:
        lines += [f"## {kind.capitalize()} messages", "", _ABOUT_KIND[kind], ""]
        for message in schema.messages:
            if message.kind != kind:
                continue
            lines += [f"### {message.name}", "", message.doc, ""]
            retired = f", retired in {message.retired}" if message.retired else ""
            longest = line_bytes_max(message, schema.enums)
            size = "" if message.visibility == "device" else f", at most {longest} bytes a line"
            lines += [
                f"Id {message.id}, {_ABOUT_VISIBILITY[message.visibility]}, since "
                f"{message.since}{retired}{size}.",
                "",
            ]
            if message.fields:
                rows = [[f"`{f.name}`", f.type, _range(f), _notes(f)] for f in message.fields]
                lines += _table(("field", "type", "range", "notes"), rows)
    lines += ["## Words", ""]
    for enum, words in schema.enums.items():
        lines += [f"### {enum}", "", ", ".join(f"`{word}`" for word in words), ""]
    return "\n".join(lines)


def faults_page(schema: Schema) -> str:
    """`faults.md`: what each fault code means and what a person does."""
    lines = _page(
        "What a fault code means",
        "faults.toml",
        "A display shows the word, the host shows the code and the sentence. `note`: play goes "
        "on. `hold`: no new hand, the running hand waits. `stop`: motors off, every card "
        "stays where it is.",
    )
    rows = [
        [
            f"`{r['code']}`",
            r["name"],
            r["device"],
            r["severity"],
            str(r["retry"]),
            f"`{r['words']}`",
        ]
        for r in schema.faults
    ]
    lines += _table(("code", "name", "device", "severity", "retries", "display"), rows)
    for row in schema.faults:
        lines += [f"## {row['code']}", "", row["doc"], "", f"- {row['en']}", f"- {row['it']}", ""]
    lines += [
        "## Irregularities",
        "",
        "A card went wrong, not a device: the rules answer, with the floor.",
        "",
    ]
    rows = [[r["name"], r["noticed"], r["source"], r["doc"]] for r in schema.irregularities]
    lines += _table(("name", "noticed", "source", "what it is"), rows)
    lines += _table(
        ("name", "English", "Italian"),
        [[r["name"], r["en"], r["it"]] for r in schema.irregularities],
    )
    return "\n".join(lines)


def _spelled(setting: Setting, value: int) -> str:
    return setting.words[value] if setting.words else str(value)


def house_rules_page(schema: Schema) -> str:
    """`house-rules.md`: what a room may set, from where to where, and each rule set's value."""
    lines = _page(
        "What a room may set",
        "settings.toml",
        "A hand freezes its own copy when it starts: a change takes effect at the next hand. The "
        "columns are the rule sets: `default` is a cash game, `phh` replays recorded hands, the "
        "others are tournaments.",
    )
    rows = [
        [f"`{s.name}`", *(_spelled(s, value) for value in s.defaults)] for s in schema.settings
    ]
    lines += _table(("setting", *PROFILES), rows)
    for setting in schema.settings:
        unit = f" {setting.unit}" if setting.unit else ""
        spelled = ", ".join(f"`{word}`" for word in setting.words)
        range_ = spelled or f"{setting.low} to {setting.high}{unit}"
        lines += [f"## {setting.name}", "", setting.doc, ""]
        lines += [f"- Values: {range_}", f"- Id {setting.id}; answers {setting.source}", ""]
    return "\n".join(lines)


def words_page(schema: Schema) -> str:
    """`display-words.md`: what the seven-segment displays can say."""
    lines = _page(
        "What the displays say",
        "words.toml",
        "Six glyphs of seven segments, spelled here as they are lit.",
    )
    rows = [[r["name"], f"`{r['it']}`", f"`{r['en']}`"] for r in schema.words]
    lines += _table(("word", "Italian", "English"), rows)
    return "\n".join(lines)


PAGES = (
    ("protocol", protocol_page),
    ("faults", faults_page),
    ("house-rules", house_rules_page),
    ("display-words", words_page),
)
"""(page of firmware/docs, what writes it)."""
