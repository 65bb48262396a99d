"""What a board's code keeps of named numbers: the numbers, on the same lines."""

from __future__ import annotations

import pytest

from host_tools.dev.board_numbers import with_numbers

SCHEMA = '''"""Numbers."""
HEARTS = 2
SPADES = HEARTS + 1
NO_SUIT = -1
WORDS = ("hearts", "spades")
'''


def folded(text: str, **more: str) -> str:
    files = {"room/schema.py": SCHEMA, "room/user.py": text}
    files |= {f"room/{name}.py": content for name, content in more.items()}
    return with_numbers(files)["room/user.py"]


def test_a_name_of_another_file_becomes_its_number() -> None:
    text = (
        "from room import schema as s\nfrom room.schema import SPADES\nx = [s.NO_SUIT, SPADES]\n"
    )
    assert folded(text) == "from room import schema as s\n\nx = [(-1), 3]\n"


def test_a_number_that_nobody_asks_for_by_name_is_left_out() -> None:
    files = with_numbers({"room/schema.py": SCHEMA})
    assert files["room/schema.py"] == '"""Numbers."""\n\n\n\nWORDS = ("hearts", "spades")\n'


def test_a_name_looked_up_by_its_text_stays() -> None:
    files = with_numbers({"room/schema.py": SCHEMA, "room/a.py": "x = getattr(y, 'HEARTS')\n"})
    assert "HEARTS = 2\n" in files["room/schema.py"]


def test_a_name_inside_a_text_stays_with_its_import() -> None:
    text = "from room.schema import HEARTS\nx = f'{HEARTS}'\n"
    assert folded(text) == text


def test_a_name_bound_twice_stays() -> None:
    text = "LIMIT = 3\n\n\ndef f(LIMIT):\n    return LIMIT\n"
    assert folded(text) == text


def test_a_local_name_like_the_alias_of_a_file_keeps_its_meaning() -> None:
    text = "from room import schema as s\n\n\ndef f(s):\n    return s.HEARTS\n"
    assert folded(text) == text


def test_a_private_constant_goes_with_the_word_const() -> None:
    text = (
        "from firmware.compat import check, const\n_N = const(1 << 3)\ncheck(_N == 8, 'eight')\n"
    )
    assert folded(text) == "from firmware.compat import check\n\ncheck(8 == 8, 'eight')\n"


def test_what_only_type_checkers_read_never_runs() -> None:
    text = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from room.schema import HEARTS\n"
    assert folded(text).splitlines()[1] == "if False:"


def test_every_line_stays_on_its_line() -> None:
    text = "from room.schema import (\n    HEARTS,\n    WORDS,\n)\n\nx = HEARTS\ny = WORDS\n"
    lines = folded(text).split("\n")
    assert lines == ["from room.schema import WORDS", "", "", "", "", "x = 2", "y = WORDS", ""]


def test_a_large_number_keeps_its_name() -> None:
    text = "MASK = 1 << 31\nx = MASK\n"
    assert folded(text) == text


def test_a_private_table_goes_with_the_word_const() -> None:
    imported = "from room import schema as s\n"
    text = "_RED: tuple[int, ...] = (\n    s.HEARTS,\n    1,\n)\nx = _RED\n"
    const = "_RED = const( (\n    2,\n    1,\n))\nx = _RED\n"
    assert folded(imported + text) == imported + const


@pytest.mark.parametrize(
    "text",
    [
        "_RED = (2, 1)\n",  # nobody asks for it here
        "def f():\n    return _RED\n\n\n_RED = (2, 1)\n",  # the compiler meets the use first
        "_RED = (2, [1])\nx = _RED\n",
        "_RED = ()\nx = _RED\n",
        "RED = (2, 1)\nx = RED\n",
        "_RED = (2, 1)\nx = getattr(y, '_RED')\nz = _RED\n",
        "_RED = (2, 1)\n_RED = (1, 2)\nx = _RED\n",
        "_RED = const(b'21')\nx = _RED\n",
    ],
)
def test_what_is_no_private_table_stays(text: str) -> None:
    assert folded(text) == text


def test_a_private_table_that_another_file_asks_for_stays() -> None:
    text = "_RED = (2, 1)\nx = _RED\n"
    assert folded(text, other="from room.user import _RED\ny = _RED\n") == text
    assert folded(text, other="from room import user\ny = user._RED\n") == text
