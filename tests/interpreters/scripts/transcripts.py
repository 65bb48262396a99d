"""The golden transcripts of the table, played: the same words on both."""

from __future__ import annotations

import os

from tests.transcripts.play import main

FOLDER = "tests/transcripts/"

main([FOLDER + name for name in sorted(os.listdir(FOLDER)) if name.endswith(".txt")])
