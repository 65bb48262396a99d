"""The generator refuses a schema that breaks a promise, tells all of it, writes nothing then."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from host_tools.dev import gen, schema_code, schema_ledger
from host_tools.dev.schema_complaints import SchemaError
from host_tools.dev.schema_source import read_schema

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "firmware" / "schema"
REQUEST = 'doc = "Deal no new hand."\nfields = [\n  { name = '


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the project that holds the schema's sources and ledger only."""
    folder = tmp_path / "firmware" / "schema"
    folder.mkdir(parents=True)
    for path in [*SOURCE.glob("*.toml"), SOURCE / "ids.lock"]:
        shutil.copy(path, folder)
    return tmp_path


def change(root: Path, file: str, old: str, new: str) -> Path:
    """Replace the first `old` in the file; the schema's folder."""
    path = root / "firmware" / "schema" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path.parent


def complaints(folder: Path) -> str:
    with pytest.raises(SchemaError) as caught:
        read_schema(folder)
    return "\n".join(caught.value.faults)


def test_what_is_committed_is_what_the_schema_gives():
    assert gen.main(["--check"]) == 0


def test_the_same_schema_gives_the_same_bytes(root: Path):
    assert gen.main([], root) == 0
    first = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert gen.main([], root) == 0
    assert gen.main(["--check"], root) == 0
    assert first == {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    for name in ("messages", "messages_fields", "settings", "faults", "words", "texts"):
        written = root / "firmware" / "schema" / f"{name}.py"
        assert written.read_bytes() == (SOURCE / f"{name}.py").read_bytes()


def test_a_stale_file_fails_the_check(root: Path, capsys: pytest.CaptureFixture[str]):
    assert gen.main([], root) == 0
    change(root, "messages.toml", '"auditor"', '"auditor", "guest"')
    assert gen.main(["--check"], root) == 1
    told = capsys.readouterr().err
    assert "firmware/schema/messages.py" in told
    assert "firmware/schema/ids.lock" in told
    assert "firmware/docs/protocol.md" in told


def test_wrong_arguments_are_refused(capsys: pytest.CaptureFixture[str]):
    assert gen.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err


def test_nothing_is_written_when_the_schema_does_not_hold(
    root: Path, capsys: pytest.CaptureFixture[str]
):
    folder = change(root, "messages.toml", "id = 21", "id = 20")
    assert gen.main([], root) == 1
    assert "id 20 is used twice" in capsys.readouterr().err
    assert not list(folder.glob("*.py"))


@pytest.mark.parametrize("text", ["id = ", "\ud83d"])
def test_a_file_that_is_not_toml_is_told_as_such(
    root: Path, text: str, capsys: pytest.CaptureFixture[str]
):
    path = root / "firmware" / "schema" / "words.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert gen.main([], root) == 1
    assert "does not hold" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("messages.toml", "protocol_major = 1", "protocol_major = 0", "no protocol version"),
        ("messages.toml", "id = 21", "id = 300", "id must be 1 to 255"),
        ("messages.toml", "id = 21", 'id = "x"', "id must be an integer"),
        ("messages.toml", 'name = "seat_left"', 'name = "Seat"', "a message's name is"),
        ("messages.toml", 'name = "seat_left"', 'name = "seat_taken"', "the name is used twice"),
        ("messages.toml", 'kind = "input"', 'kind = "news"', "kind 'news' is none of"),
        ("messages.toml", 'kind = "input"', 'kind = "command"', "commands, only, are request_"),
        ("messages.toml", 'visibility = "log"', 'visibility = "secret"', "is unknown"),
        ("messages.toml", 'visibility = "log"', 'visibility = "wire"', "are always logged"),
        ("messages.toml", "since = 1", "since = 0", "since is a protocol's number"),
        ("messages.toml", "since = 1", "since = 1\nsince_when = 2", "unknown keys"),
        ("messages.toml", "sat down with chips.", "sat down", "ends with a full stop"),
        ("messages.toml", "min = 1, max = 10 }", "min = 11, max = 10 }", "min <= max"),
        ("messages.toml", "max = 1073741823", "max = 1073741824", "min <= max within"),
        ("messages.toml", "min = 1, max = 10 }", "min = 1 }", "has min and max"),
        ("messages.toml", "bytes = 8", "bytes = 0", "bytes must be at least 1"),
        ("messages.toml", 'type = "hex"', 'type = "blob"', "type 'blob' is none of"),
        ("messages.toml", 'enum = "reset" }', 'enum = "rest" }', "no enum 'rest'"),
        ("messages.toml", 'type = "text", max = 24', 'type = "text", max = 65', "1 to 64 bytes"),
        ("messages.toml", "list = 10", "list = 0", "list is 1 or more"),
        ("messages.toml", "list = 10", "list = 300", "longest line"),
        ("messages.toml", ', as_long_as = "seats"', ', as_long_as = "seat"', "a list before it"),
        ("messages.toml", ', as_long_as = "seats"', ', as_long_as = "stacks"', "a list before it"),
        ("messages.toml", ', as_long_as = "seats"', ', as_long_as = "hand"', "of the same most"),
        ("messages.toml", "list = 10, as_long", "list = 9, as_long", "of the same most"),
        ("messages.toml", "list = 10, as_long", "as_long", "a list before it of the same most"),
        ("messages.toml", "10, as_long", "10, unknown = true, as_long", "always there and known"),
        ("messages.toml", "10, as_long", "10, optional = true, as_long", "always there and known"),
        ("messages.toml", "bytes = 32 }", "bytes = 32, list = 2 }", "no lists of text or hex"),
        ("messages.toml", "bytes = 32 }", "bytes = 32, size = 2 }", "unknown keys ['size']"),
        ("messages.toml", 'name = "stack"', 'name = "seat"', "two fields of one name"),
        ("messages.toml", 'name = "stack"', 'name = "Stack"', "a field's name is"),
        ("messages.toml", "optional = true }", "unknown = true }", "a text is never unknown"),
        ("messages.toml", '"preflop"', '"pre flop"', "is not a word"),
        ("messages.toml", '"preflop"', '"flop"', "one word twice"),
        ("messages.toml", 'name = "street"', 'name = "place"', "two enums of one name"),
        ("messages.toml", 'name = "street"', 'name = "Street"', "an enum's name is"),
        ("messages.toml", '["preflop", "flop", "turn", "river"]', "[]", "1 to 256 words"),
        ("messages.toml", REQUEST + '"id"', REQUEST + '"key"', "begins with id and role"),
        ("settings.toml", 'kind = "int"', 'kind = "float"', "kind is int or choice"),
        ("settings.toml", "id = 2", "id = 1", "id 1 is used twice"),
        ("settings.toml", "min = 0", "min = -1", "0 <= min <= max"),
        ("settings.toml", "min = 0", "minimum = 0", "unknown keys"),
        ("settings.toml", "default = 50", "default = 999999999", "value does not fit"),
        ("settings.toml", "default = 50", 'default = "x"', "value does not fit"),
        ("settings.toml", 'default = "none"', 'default = "nobody"', "value does not fit"),
        ("settings.toml", "phh = 0", "pph = 0", "an unknown profile"),
        ("settings.toml", '"dead"', '"moving"', "two words or more"),
        ("settings.toml", '"dead"', '"De ad"', "is not a choice"),
        ("settings.toml", 'source = "house"', 'source = ""', "names the rule"),
        ("settings.toml", 'name = "burn"', 'name = "Burn"', "a setting's name is"),
        ("faults.toml", 'code = "F-RNG-01"', 'code = "RNG1"', "a fault's code is"),
        ("faults.toml", 'code = "F-RNG-02"', 'code = "F-RNG-01"', "the name is used twice"),
        ("faults.toml", "noise_silent", "noise_failed_health", "a name is used twice"),
        ("faults.toml", 'severity = "hold"', 'severity = "bad"', "note, hold or stop"),
        ("faults.toml", "retry = 3", "retry = 99", "retry is 0 to 9"),
        ("faults.toml", 'device = "noise"', 'device = "No ise"', "a device is a name"),
        ("faults.toml", 'words = "rnG"', 'words = "noise source"', "is not 1 to 6 glyphs"),
        ("faults.toml", 'words = "rnG"', 'words = "KAM"', "cannot show 'KM'"),
        ("faults.toml", "riprendere.", "riprendere", "it text ends with a full stop"),
        ("irregularities.toml", 'noticed = "sensed"', 'noticed = "felt"', "sensed or reported"),
        ("irregularities.toml", "id = 2", "id = 0", "an id is 1 or more"),
        ("irregularities.toml", 'it = "Due carte uguali"', 'it = ""', "no it text"),
        ("irregularities.toml", "id = 2", "", "keys must be"),
        ("words.toml", 'en = "FOLd"', "en = 5", "en must be str"),
        ("words.toml", 'en = "FOLd"', 'en = "FOLDED"', "cannot show 'D'"),
        ("words.toml", 'name = "fold"', 'name = "FOLD"', "a name is"),
    ],
)
def test_a_broken_promise_is_told(root: Path, file: str, old: str, new: str, told: str):
    folder = change(root, file, old, new)
    found = complaints(folder)
    assert told in found
    assert file in found


def test_all_that_is_wrong_is_told_at_once(root: Path):
    change(root, "words.toml", 'en = "FOLd"', 'en = "WWWWWWW"')
    folder = change(root, "settings.toml", "default = 50", "default = -1")
    found = complaints(folder)
    assert "words.toml fold en" in found
    assert "settings.toml small_blind" in found


def test_three_texts_in_a_message_are_too_many(root: Path):
    text = '{ name = "%s", type = "text", max = 8 },'
    three = "fields = [" + "".join(text % name for name in "abc") + "]"
    folder = change(root, "messages.toml", "fields = []", three)
    assert "at most 2 texts" in complaints(folder)


def test_the_hash_follows_what_two_sides_must_agree_on_and_nothing_else(root: Path):
    before = read_schema(SOURCE).hash()
    assert len(before) == 8
    folder = change(root, "messages.toml", "A player sat down", "Somebody sat down")
    assert read_schema(folder).hash() == before
    change(root, "messages.toml", '"auditor"', '"auditor", "guest"')
    grown = read_schema(folder).hash()
    assert grown != before
    change(root, "messages.toml", ', as_long_as = "seats"', "")
    assert read_schema(folder).hash() not in (before, grown)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"auditor"]', '"guest"]', "enum role 4 was 'auditor' and is now 'guest'"),
        (', "auditor"]', "]", "enum role 4 was 'auditor' and is now 'gone'"),
        ('name = "seat_left"', 'name = "seat_freed"', "message 21 was 'seat_left input'"),
        ('name = "stack"', 'name = "chips"', "field 20 1 was 'stack int'"),
        (', as_long_as = "seats"', "", "as_long_as 120 3 was 'seats' and is now 'gone'"),
        ("fields = []", 'fields = [{ name = "a", type = "int", min = 0, max = 1 }]', "optional"),
    ],
)
def test_a_number_keeps_its_meaning(root: Path, old: str, new: str, told: str):
    schema = read_schema(change(root, "messages.toml", old, new))
    ledger = (SOURCE / "ids.lock").read_text(encoding="utf-8")
    with pytest.raises(SchemaError) as caught:
        schema_ledger.extend(ledger, schema)
    assert told in str(caught.value)


def test_an_optional_field_at_the_end_may_come_later(root: Path):
    new = 'fields = [{ name = "why", type = "text", max = 8, optional = true }]'
    schema = read_schema(change(root, "messages.toml", "fields = []", new))
    ledger = (SOURCE / "ids.lock").read_text(encoding="utf-8")
    grown = schema_ledger.extend(ledger, schema)
    assert grown == ledger + "field 5 0 = why text optional\n"


def test_a_first_ledger_holds_everything_and_says_what_it_is():
    schema = read_schema(SOURCE)
    ledger = schema_ledger.extend("", schema)
    assert ledger.startswith("# ")
    assert schema_ledger.read(ledger) == dict(schema_ledger.entries(schema))


@pytest.mark.parametrize("line", ["message 20: seat_taken", "message 20 = a\nmessage 20 = a"])
def test_a_broken_ledger_is_refused(line: str):
    with pytest.raises(SchemaError):
        schema_ledger.read(line + "\n")


def test_two_constants_of_one_name_are_refused(root: Path):
    folder = change(root, "messages.toml", 'name = "seat_left"', 'name = "action_fold"')
    with pytest.raises(ValueError, match="ACTION_FOLD"):
        schema_code.messages_code(read_schema(folder))
