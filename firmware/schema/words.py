"""Display words: at most six glyphs of seven segments each.

Generated from firmware/schema/words.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

WORD_CHECK = 1
WORD_FOLD = 2
WORD_ALL_IN = 3
WORD_WAIT = 4
WORD_CUT = 5
WORD_SHOW = 6
WORD_WON = 7
WORD_FLOOR = 8
WORD_EMPTY = 9
WORD_OUT = 10
WORD_POST = 11
WORD_AWAY = 12
WORD_STRADDLE = 13

LANGUAGE_IT = 0
LANGUAGE_EN = 1

# By word id; index 0 is no word.
NAMES: tuple[str, ...] = (
    "",
    "check",
    "fold",
    "all_in",
    "wait",
    "cut",
    "show",
    "won",
    "floor",
    "empty",
    "out",
    "post",
    "away",
    "straddle",
)
# GLYPHS[language][word]
GLYPHS: tuple[tuple[str, ...], ...] = (
    ("", "PArOLA", "PASSO", "ALL In", "ASPEtt", "tAGLIO", "SCoPrI", "UInCE", "FLOOr", "------", "FUOrI", "PUntA", "ASSEn", "StrAd",),
    ("", "CHEC", "FOLd", "ALL In", "HoLd", "CUt", "SHO", "UInS", "FLOOr", "------", "OUt", "POSt", "AUAY", "StrAd",),
)


def by_name(name: str) -> int:
    """The word's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
