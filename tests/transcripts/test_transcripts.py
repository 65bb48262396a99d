"""Every golden transcript comes out as it stands, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transcripts.play import play

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_table_says_what_the_transcript_says(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert play(written) == written, "a wanted change: python -m tests.transcripts --update"


def test_there_are_transcripts() -> None:
    assert len(FILES) >= 8
