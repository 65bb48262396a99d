"""A deck that was taught once, for every test of the room."""

from __future__ import annotations

import pytest

from hal.card_reader.taught import Taught, read
from tests.card_prints import Prints
from tests.source_tree import ROOT


@pytest.fixture(scope="session")
def deck_file() -> bytes:
    """The drawn house deck, as `python -m tests.card_looks --deck FILE` taught it."""
    return (ROOT / "tests" / "data" / "card_reader" / "house.deck").read_bytes()


@pytest.fixture
def deck(deck_file: bytes) -> Taught:
    deck = read(deck_file)
    assert deck is not None
    return deck


@pytest.fixture
def prints() -> Prints:
    return Prints()
