"""What the generated modules answer: names, settings, faults, irregularities, words."""

from __future__ import annotations

import pytest

from firmware.schema import faults, irregularities, messages, settings, texts, words
from firmware.schema.messages_fields import FIELDS

PHH = settings.profile_by_name("phh")


def test_a_message_is_found_by_its_name():
    assert messages.by_name("hand_started") == messages.HAND_STARTED == 120
    assert messages.NAMES[messages.HAND_STARTED] == "hand_started"
    assert messages.KIND[messages.HAND_STARTED] == messages.KIND_REPORT
    assert messages.VISIBILITY[messages.HAND_STARTED] == messages.VISIBILITY_LOG


@pytest.mark.parametrize("name", ["", "hand_start", "HAND_STARTED"])
def test_no_message_has_another_name(name: str):
    assert messages.by_name(name) == messages.RAW == 0


def test_every_message_is_found_by_its_name():
    named = {name: number for number, name in enumerate(messages.NAMES) if name}
    assert named == {name: messages.by_name(name) for name in named}
    assert len(FIELDS) == len(messages.NAMES) == len(messages.KIND) == len(messages.VISIBILITY)


def test_a_card_is_rank_times_four_plus_suit():
    assert messages.CARD_WORDS.index("2c") == 0
    assert messages.CARD_WORDS.index("Td") == 8 * 4 + 1
    assert messages.CARD_WORDS.index("As") == 51
    assert len(messages.CARD_WORDS) == 52


def test_a_place_at_a_seat_is_the_seat():
    for seat in range(1, 11):
        assert messages.PLACE_WORDS[seat] == f"seat{seat}"


def test_a_setting_is_found_by_its_name():
    assert settings.by_name("big_blind") == settings.SETTING_BIG_BLIND
    assert settings.by_name("") == settings.by_name("bigblind") == 0
    assert settings.profile_by_name("default") == settings.PROFILE_DEFAULT == 0
    assert settings.profile_by_name("mine") == -1


@pytest.mark.parametrize(
    ("setting", "word", "value"),
    [
        (settings.SETTING_BIG_BLIND, "100", 100),
        (settings.SETTING_BIG_BLIND, "100000000", 100_000_000),
        (settings.SETTING_BIG_BLIND, "100000001", None),
        (settings.SETTING_BIG_BLIND, "0", None),
        (settings.SETTING_ANTE, "0", 0),
        (settings.SETTING_ANTE, "00", None),
        (settings.SETTING_ANTE, "05", None),
        (settings.SETTING_ANTE, "-5", None),
        (settings.SETTING_ANTE, "+5", None),
        (settings.SETTING_ANTE, " 5", None),
        (settings.SETTING_ANTE, "5.0", None),
        (settings.SETTING_ANTE, "٣", None),
        (settings.SETTING_ANTE, "", None),
        (settings.SETTING_ANTE, "9" * 5000, None),
        (settings.SETTING_ODD_CHIP, "next_big_blind", settings.ODD_CHIP_NEXT_BIG_BLIND),
        (settings.SETTING_ODD_CHIP, "1", None),
        (settings.SETTING_ODD_CHIP, "", None),
    ],
)
def test_a_setting_takes_its_own_words_only(setting: int, word: str, value: int | None):
    assert settings.parse(setting, word) == value


def test_every_default_is_a_value_and_its_word_reads_back():
    for column in settings.DEFAULTS:
        assert len(column) == len(settings.NAMES)
        for setting in range(1, len(settings.NAMES)):
            assert settings.is_value(setting, column[setting])
            word = settings.value_word(setting, column[setting])
            assert settings.parse(setting, word) == column[setting]


def test_recorded_hands_are_played_without_a_clock():
    for setting in (settings.SETTING_ACTION_SECONDS, settings.SETTING_SHOW_SECONDS):
        assert settings.DEFAULTS[PHH][setting] == 0
        assert settings.DEFAULTS[settings.PROFILE_DEFAULT][setting] > 0


def test_a_fault_is_found_by_code_and_by_name():
    number = faults.by_code("F-RNG-01")
    assert number == faults.by_name("noise_failed_health") == faults.FAULT_NOISE_FAILED_HEALTH
    assert faults.SEVERITY[number] == faults.SEVERITY_HOLD
    assert faults.by_code("") == faults.by_name("") == faults.by_code("F-XXX-99") == 0
    assert faults.by_name("F-RNG-01") == 0


def test_an_irregularity_and_a_word_are_found_by_name():
    number = irregularities.by_name("duplicate_face")
    assert number == irregularities.IRREGULARITY_DUPLICATE_FACE
    assert irregularities.by_name("") == irregularities.by_name("foul") == 0
    number = words.by_name("fold")
    assert words.GLYPHS[words.LANGUAGE_EN][number] == "FOLd"
    assert words.by_name("") == words.by_name("FOLd") == 0


def test_languages_have_the_numbers_of_the_setting():
    assert words.LANGUAGE_IT == settings.LANGUAGE_IT
    assert words.LANGUAGE_EN == settings.LANGUAGE_EN


def test_every_fault_and_irregularity_has_a_sentence_in_both_languages():
    assert len(texts.FAULTS) == len(faults.CODES)
    assert len(texts.IRREGULARITIES) == len(irregularities.NAMES)
    for table, names in (
        (texts.FAULTS, faults.NAMES),
        (texts.IRREGULARITIES, irregularities.NAMES),
    ):
        for number, name in enumerate(names):
            assert bool(name) == all(table[number])
