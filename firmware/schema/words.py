"""Display words: at most six glyphs of seven segments each.

Generated from firmware/schema/words.toml by host_tools.dev.gen: edit the source, run `make gen`.
"""
# fmt: off
# ruff: noqa

from firmware.compat.word_table import word_table

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
WORD_GO_ON = 14
WORD_VOID = 15
WORD_UNDO = 16
WORD_BY_HAND = 17
WORD_REDEAL = 18
WORD_STAND = 19
WORD_SHUFFLE = 20
WORD_ASIDE = 21
WORD_BURN = 22
WORD_BOARD = 23
WORD_SEAT = 24
WORD_FACE = 25
WORD_COLLECT = 26
WORD_HERE = 27
WORD_DRAW = 28

LANGUAGE_IT = 0
LANGUAGE_EN = 1

# By word id; index 0 is no word.
NAMES: tuple[str, ...] = word_table(
    ","
    "check,"
    "fold,"
    "all_in,"
    "wait,"
    "cut,"
    "show,"
    "won,"
    "floor,"
    "empty,"
    "out,"
    "post,"
    "away,"
    "straddle,"
    "go_on,"
    "void,"
    "undo,"
    "by_hand,"
    "redeal,"
    "stand,"
    "shuffle,"
    "aside,"
    "burn,"
    "board,"
    "seat,"
    "face,"
    "collect,"
    "here,"
    "draw"
)
# GLYPHS[language][word]
GLYPHS: tuple[tuple[str, ...], ...] = (
    ("", "PArOLA", "PASSO", "ALL In", "ASPEtt", "tAGLIO", "SCoPrI", "UInCE", "FLOOr", "------", "FUOrI", "PUntA", "ASSEn", "StrAd", "UAI", "AnnULL", "IndIEt", "PErSOn", "rIdArE", "rEStA", "SHUFFL", "A PArt", "bruC", "bOArd", "POStO", "FACCIA", "CArtE", "SOnO", "SOrtEG",),
    ("", "CHEC", "FOLd", "ALL In", "HoLd", "CUt", "SHO", "UInS", "FLOOr", "------", "OUt", "POSt", "AUAY", "StrAd", "GO On", "UOId", "UndO", "PErSOn", "rEdEAL", "StAnd", "SHUFFL", "ASIdE", "bUrn", "bOArd", "SEAt", "FACE", "CArdS", "HErE", "drAU",),
)


def by_name(name: str) -> int:
    """The word's id, or 0 when there is no such name."""
    return NAMES.index(name) if name and name in NAMES else 0
