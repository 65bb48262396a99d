"""Compares the golden transcripts with what the table says now; `--update` writes them anew."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from tests.transcripts.play import play


def main(arguments: list[str]) -> int:
    """Return 1 and print the differences when a transcript does not come out as it stands."""
    changed = 0
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        written = path.read_text(encoding="utf-8")
        played = play(written)
        if played != written:
            changed += 1
            before, after = written.splitlines(), played.splitlines()
            print("\n".join(difflib.unified_diff(before, after, path.name, "played", lineterm="")))
            if "--update" in arguments:
                path.write_text(played, encoding="utf-8")
    return 1 if changed and "--update" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
