"""What the rules in words promise, checked: settings that exist, defaults that agree, real tests.

A page that says "proved by that test" is worth nothing when the test was renamed last year. So
each named test is looked for in the source of the tests, each named setting in the schema, each
contradiction's default and rule sets beside the schema's columns, and every number of every
rulebook must be told or stand in `open.lock`. Rule of the file: that list only shrinks. What is
told leaves it, and nothing enters it but by a person's hand, in review; the sections that are
finished may not stand in it at all.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.dev.schema_rows import PROFILES, side_of
from host_tools.rules.house_rules import meanings
from host_tools.rules.rulebook import UNPROVED, UNTOLD, Contradiction, Rule, read_open

if TYPE_CHECKING:
    from host_tools.dev.schema_complaints import Complaints
    from host_tools.dev.schema_rows import Setting
    from host_tools.rules.rulebook import Both, Rulebook

FINISHED = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8")
"""Sections of which every rule is told."""

BOOKS = {"R000": 54, "R001": 20, "R002": 33, "R004": 46}
"""Rulebook: how many rules the inventory numbers in it. There is no R003."""

CONTRADICTIONS = 37
OF_CONTRADICTIONS = "1.17"
LANGUAGES = ("en", "it")
SENTENCE_CHARS_MAX = 200

_RULE_KEYS = {"id", "sections", "en", "it", "class", "why", "settings", "tests", "example"}
_CONTRADICTION_KEYS = {"id", "en", "it", "setting", "default", "alternatives", "profiles"}
_CONTRADICTION_KEYS |= {"rules", "source", "tests"}


class TestNames:
    """The tests that there are, read from their source and never run."""

    __test__ = False  # a name that pytest would take for its own

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, set[str]] = {}

    def has(self, node: str) -> bool:
        """Whether `path::test` or `path::Class::test` is a test; parameters have no names here."""
        file, _, name = node.partition("::")
        if file not in self._known:
            self._known[file] = self._read(file)
        return name in self._known[file]

    def _read(self, file: str) -> set[str]:
        path = self._root / file
        is_test = file.startswith("tests/") and path.name.startswith("test_")
        if not is_test or ".." in Path(file).parts or not path.is_file():
            return set()
        names: set[str] = set()
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                names |= {f"{node.name}::{name}" for name in _functions(node.body)}
        return names | set(_functions(body))


def _functions(body: list[ast.stmt]) -> list[str]:
    return [
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def check_keys(file: str, rows: list[dict[str, Any]], wrong: Complaints) -> None:
    """Expect no key in the rows of a file that nobody reads."""
    allowed = _RULE_KEYS if file == "rulebook.toml" else _CONTRADICTION_KEYS
    for row in rows:
        strange = sorted(set(row) - allowed)
        wrong.expect(not strange, f"{file} {row.get('id')}", f"unknown keys {strange}")


def check_book(
    book: Rulebook, settings: tuple[Setting, ...], tests: TestNames, wrong: Complaints
) -> None:
    """Expect of every row what a reader of the page relies on."""
    by_name = {setting.name: setting for setting in settings}
    ids = [row.id for row in (*book.rules, *book.contradictions)]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        wrong.expect(False, name, "the id stands twice")
    for rule in book.rules:
        _check_rule(rule, by_name, tests, wrong)
    for row in book.contradictions:
        _check_contradiction(row, book, by_name, tests, wrong)
    for proof in book.proofs:
        where = f"settings.toml {proof.name}"
        wrong.expect(proof.name in by_name, where, f"there is no setting {proof.name}")
        wrong.expect(set(proof.example) == set(LANGUAGES), where, "both languages")
        _check_tests(where, proof.tests, tests, wrong)
    for language in LANGUAGES:
        for name in by_name:
            told = meanings(language).get(name, "")
            wrong.expect(told.endswith("."), f"the {language} meaning of {name}", "is not told")
    for row in book.differences:
        where = f"differences.toml {row.topic['en']}"
        _check_sentences(where, row.text, wrong)
        wrong.expect(row.tests, where, "no test proves it")
        _check_tests(where, row.tests, tests, wrong)
    _check_completeness(book, wrong)


def _check_rule(
    rule: Rule, settings: dict[str, Setting], tests: TestNames, wrong: Complaints
) -> None:
    where = f"rulebook.toml {rule.id}"
    _check_sentences(where, rule.text, wrong)
    wrong.expect(rule.sections, where, "a rule has a section")
    wrong.expect(rule.kind in ("code", "text"), where, "class is code or text")
    is_text = rule.kind == "text"
    wrong.expect(not (is_text and rule.tests), where, "what no code can do is proved by no test")
    wrong.expect(is_text == bool(rule.why), where, "class text says why, class code does not")
    for name in rule.settings:
        wrong.expect(name in settings, where, f"there is no setting {name}")
    for text in (rule.why, rule.example):
        wrong.expect(not text or set(text) == set(LANGUAGES), where, "both languages, or neither")
    _check_tests(where, rule.tests, tests, wrong)


def _check_contradiction(
    row: Contradiction,
    book: Rulebook,
    settings: dict[str, Setting],
    tests: TestNames,
    wrong: Complaints,
) -> None:
    where = f"contradictions.toml {row.id}"
    _check_sentences(where, row.text, wrong)
    told = {rule.id for rule in book.rules}
    wrong.expect(row.rules, where, "a contradiction names the rules it touches")
    for name in row.rules:
        wrong.expect(name in told, where, f"the rule {name} is not told")
    _check_tests(where, row.tests, tests, wrong)
    if not row.setting:
        wrong.expect(not row.default, where, "a default needs a setting")
        return
    setting = settings.get(row.setting)
    if not wrong.expect(setting, where, f"there is no setting {row.setting}") or setting is None:
        return
    for profile in PROFILES:
        ours = side_of(profile, row.profiles, row.default)
        theirs = _spelled(setting, setting.defaults[PROFILES.index(profile)])
        is_told = profile != "phh" or profile in row.profiles
        wrong.expect(
            not is_told or ours == theirs,
            where,
            f"{setting.name} is {ours} here under {profile} and {theirs} in settings.toml",
        )
    strange = sorted(set(row.profiles) - set(PROFILES))
    wrong.expect(not strange, where, f"unknown profiles {strange}")
    for word in (row.default, *row.alternatives):
        if setting.words:
            fits = word in setting.words
        else:
            fits = word.isdecimal() and setting.low <= int(word) <= setting.high
        wrong.expect(fits, where, f"{setting.name} cannot be {word}")
    if setting.words:
        left_out = set(setting.words) - {row.default, *row.alternatives}
        wrong.expect(not left_out, where, f"the choices {sorted(left_out)} are not told")


def _spelled(setting: Setting, value: int) -> str:
    return setting.words[value] if setting.words else str(value)


def _check_sentences(where: str, text: Both, wrong: Complaints) -> None:
    for language in LANGUAGES:
        sentence = text[language]
        wrong.expect(sentence.endswith("."), where, f"the {language} sentence ends with a stop")
        wrong.expect(
            len(sentence) <= SENTENCE_CHARS_MAX,
            where,
            f"the {language} sentence has more than {SENTENCE_CHARS_MAX} characters",
        )


def _check_tests(where: str, named: tuple[str, ...], tests: TestNames, wrong: Complaints) -> None:
    for node in named:
        wrong.expect(tests.has(node), where, f"there is no test {node}")


def _check_completeness(book: Rulebook, wrong: Complaints) -> None:
    """Every number of every rulebook is told or open, and nothing else is."""
    known = {row.id for row in (*book.rules, *book.contradictions)}
    known |= {name for _, name, state in book.still_open if state == UNTOLD}
    wanted = {f"K{number}" for number in range(1, CONTRADICTIONS + 1)}
    for name, count in BOOKS.items():
        wanted |= {f"{name}-{number:02d}" for number in range(1, count + 1)}
    for name in sorted(wanted - known):
        wrong.expect(False, name, "neither told nor in open.lock")
    for name in sorted(known - wanted):
        wrong.expect(False, name, "no rulebook has such a rule")


def shrink(text: str, book: Rulebook, wrong: Complaints) -> str:
    """The list `text` without what is told and proved by now; what it lacks is a complaint."""
    proved: dict[str, bool] = {}
    told: set[tuple[str, str]] = set()
    for rule in book.rules:
        proved[rule.id] = bool(rule.tests) or rule.kind == "text"
        told |= {(section, rule.id) for section in rule.sections}
    for row in book.contradictions:
        proved[row.id] = bool(row.tests)
        told.add((OF_CONTRADICTIONS, row.id))
    kept: list[str] = []
    unproved: set[str] = set()
    for line in text.splitlines(keepends=True):
        if line.startswith("#") or not line.strip():
            kept.append(line)
            continue
        [(section, name, state)] = read_open([line.rstrip("\n")])
        where = f"open.lock {name}"
        wrong.expect(state in (UNTOLD, UNPROVED), where, f"a state is {UNTOLD} or {UNPROVED}")
        wrong.expect(
            state != UNTOLD or section not in FINISHED, where, f"section {section} is finished"
        )
        if state == UNPROVED:
            unproved.add(name)
        done = proved.get(name, True) if state == UNPROVED else (section, name) in told
        if not done:
            kept.append(line)
    for name, is_proved in proved.items():
        wrong.expect(is_proved or name in unproved, name, "no test proves it")
    return "".join(kept)
