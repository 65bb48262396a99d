"""A file of house rules: taken to the last word, or refused with key and range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.core import Table
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.cli.rules import complaints as complaints_read
from host_tools.rules import house_rules
from host_tools.rules.house_rules import BadRules, HouseRules, from_document, read_house_rules
from host_tools.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
profile = "rulebook"

[settings]
small_blind = 500
big_blind = 1000
odd_chip = "left_of_button"
"""


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "rules.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def complaints(document: dict) -> list[tuple]:
    with pytest.raises(BadRules) as refused:
        from_document(document)
    return [(one.key.removeprefix("rules."), one.values) for one in refused.value.complaints]


def test_a_file_is_a_profile_and_what_the_room_sets_otherwise(tmp_path: Path) -> None:
    rules = read_house_rules(written(tmp_path, GOOD))
    assert rules.profile == "rulebook"
    assert rules.value(s.SETTING_SMALL_BLIND) == 500
    assert rules.value(s.SETTING_ODD_CHIP) == s.ODD_CHIP_LEFT_OF_BUTTON
    assert rules.value(s.SETTING_POT_LIMIT_MAX) == s.POT_LIMIT_MAX_RULEBOOK_R000
    assert rules.set_by(s.SETTING_SMALL_BLIND) == "file"
    assert rules.set_by(s.SETTING_POT_LIMIT_MAX) == "profile"
    assert rules.set_by(s.SETTING_BURN) == "default"


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert read_house_rules(written(tmp_path, "")) == HouseRules("default", {})


@pytest.mark.parametrize("profile", s.PROFILE_WORDS)
def test_every_profile_stands_together(profile: str) -> None:
    rules = from_document({"profile": profile})
    assert [rules.value(one) for one in house_rules.settings()] == list(
        s.DEFAULTS[s.profile_by_name(profile)][1:]
    )


def test_every_value_of_every_choice_is_taken_or_contradicts_by_name() -> None:
    for setting in house_rules.settings():
        for value, spelled in enumerate(s.WORDS[setting]):
            try:
                rules = from_document({"settings": {s.NAMES[setting]: spelled}})
                assert rules.value(setting) == value
            except BadRules as refused:
                [only] = refused.complaints
                assert only.key.startswith("rules.contradicts_")


@pytest.mark.parametrize(
    ("document", "key", "value"),
    [
        ({"settings": {"ante": -1}}, "ante", "-1"),
        ({"settings": {"ante": 100_000_001}}, "ante", "100000001"),
        ({"settings": {"ante": True}}, "ante", "true"),
        ({"settings": {"ante": 5.0}}, "ante", "5.0"),
        ({"settings": {"ante": "-5"}}, "ante", "-5"),
        ({"settings": {"burn": 2}}, "burn", "2"),
        ({"settings": {"burn": "None"}}, "burn", "None"),
        ({"settings": {"burn": ["none"]}}, "burn", "['none']"),
        ({"settings": {"ante": 10**99}}, "ante", "1" + "0" * 38 + "…"),
    ],
)
def test_a_bad_value_is_named_with_its_key(document: dict, key: str, value: str) -> None:
    assert complaints(document) == [("bad_value", {"setting": s.by_name(key), "value": value})]


def test_a_number_in_quotes_is_told_as_text_and_how_to_write_it(tmp_path: Path) -> None:
    told = complaints({"settings": {"big_blind": "100"}})
    assert told == [("quoted_number", {"setting": s.by_name("big_blind"), "value": "100"})]
    for language, piece in (("en", "quotes. Write"), ("it", "virgolette. Scrivere")):
        with pytest.raises(BadRules) as refused:
            from_document({"settings": {"big_blind": "100"}})
        [said] = complaints_read(Texts(language), tmp_path / "room.toml", refused.value)
        assert f"{piece} big_blind = 100." in said


def test_everything_wrong_is_told_at_once() -> None:
    told = complaints({"profil": 1, "profile": "mine", "settings": {"smal_blind": 1, "x": 2}})
    assert told == [
        ("unknown_key", {"name": "profil"}),
        ("unknown_profile", {"value": "mine", "names": ", ".join(s.PROFILE_WORDS)}),
        ("mistyped_setting", {"name": "smal_blind", "nearest": "small_blind"}),
        ("unknown_setting", {"name": "x"}),
    ]
    assert complaints({"settings": [1]}) == [("no_table", {})]
    assert complaints({"profile": 3})[0][0] == "unknown_profile"


def test_nothing_of_a_file_moves_the_cursor() -> None:
    [(_, values)] = complaints({"settings": {"\x1b[2J": 1}})
    assert values["name"] == "?[2J"


def test_each_contradiction_is_told_with_its_reason(tmp_path: Path) -> None:
    """Those that the default rules complete: the others need two lines of a file."""
    for settings, reasons in (
        ({"ante": 25}, ("nobody would pay the ante", "nessuno pagherebbe l'ante")),
        ({"game": "tournament", "rake_permille": 50}, ("no money", "non sono denaro")),
        ({"game": "tournament", "straddle": "by_choice"}, ("nobody straddles", "nessuno fa")),
        ({"show": "all_up", "board_claim": "announce"}, ("none is kept", "nessuna resta")),
        ({"action_seconds": 0, "time_bank_seconds": 30}, ("never up", "non finisce mai")),
        ({"rake_cap": 10, "rake_unit": 25}, ("whole units", "unità intere")),
    ):
        for language, reason in zip(("en", "it"), reasons, strict=True):
            with pytest.raises(BadRules) as refused:
                from_document({"settings": settings})
            said = complaints_read(Texts(language), tmp_path / "room.toml", refused.value)
            assert said
            assert all(reason in sentence for sentence in said)


def test_contradictory_house_rules_are_refused_by_both_names() -> None:
    too_small = {"name": "small_blind", "value": "500", "other": "big_blind", "other_value": "100"}
    assert complaints({"settings": {"small_blind": 500}}) == [("contradicts", too_small)]
    told = complaints({"settings": {"deal_to_absent": "yes"}})
    assert [(kind, values["name"], values["other"]) for kind, values in told] == [
        ("contradicts_deal_to_absent", "deal_to_absent", "sit_out")
    ]
    [(kind, values)] = complaints({"profile": "tda2024", "settings": {"sit_out": "skip"}})
    assert kind == "contradicts_deal_to_absent"
    assert {values["name"], values["other"]} == {"deal_to_absent", "sit_out"}


def test_a_value_that_the_table_never_takes_is_told_with_those_it_takes() -> None:
    [(kind, values)] = complaints({"settings": {"objection_seconds": 2}})
    assert (kind, values["allowed"]) == ("bad_value", "0, 3-15")


def test_what_is_taken_here_is_taken_by_a_table() -> None:
    rules = from_document({"profile": "tda2024", "settings": {"big_blind": 1, "small_blind": 1}})
    table = Table()
    order = sorted(house_rules.settings(), key=lambda one: (one == s.SETTING_BIG_BLIND, one))
    for one in order:
        message = (m.SETTING_CHANGED, s.NAMES[one], house_rules.word(one, rules.value(one)), None)
        assert table.take(message, []) == 0
    assert table.settings[1:] == [rules.value(one) for one in house_rules.settings()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_complaint_can_be_read_aloud(language: str, tmp_path: Path) -> None:
    say = Texts(language)
    documents: list[dict] = [
        {"profil": 1},
        {"profile": "mine"},
        {"settings": 1},
        {"settings": {"x": 1, "smal_blind": 2, "ante": -1, "burn": "no"}},
        {"settings": {"small_blind": 500}},
        {"settings": {"objection_seconds": 2}},
    ]
    heard = set()
    for document in documents:
        path = tmp_path / "room.toml"
        with pytest.raises(BadRules) as refused:
            from_document(document)
        for one, sentence in zip(
            refused.value.complaints, complaints_read(say, path, refused.value), strict=True
        ):
            heard.add(one.key)
            assert sentence.startswith(f"{path}: ")
            assert "{" not in sentence
    assert len(heard) == 7


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"profile = ", "rules.not_toml"),
        (b"[settings]\nante = 1\nante = 2\n", "rules.not_toml"),
        (b'profile = "\xff"', "rules.not_text"),
        (b"#" * 65_537, "rules.too_large"),
        (b"x = " + b"[" * 5000, "rules.not_toml"),
    ],
)
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, content: bytes, key: str) -> None:
    with pytest.raises(BadRules) as refused:
        read_house_rules(written(tmp_path, content))
    assert [one.key for one in refused.value.complaints] == [key]
    assert not refused.value.is_missing


def test_a_file_that_is_not_there_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadRules) as refused:
        read_house_rules(tmp_path / "none.toml")
    assert refused.value.is_missing
    with pytest.raises(BadRules) as refused:
        read_house_rules(tmp_path)
    assert [one.key for one in refused.value.complaints] == ["rules.unreadable"]


def test_every_setting_has_a_source() -> None:
    assert set(house_rules.sources()) == set(s.NAMES[1:])
    assert house_rules.sources()["odd_chip"].startswith("K3")


def test_numbers_are_read_out_as_ranges() -> None:
    assert house_rules.runs([]) == ""
    assert house_rules.runs([4]) == "4"
    assert house_rules.runs([0, 3, 4, 5, 9]) == "0, 3-5, 9"
