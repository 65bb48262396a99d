"""Where a person's own files lie on a computer, by the XDG base directories.

What is set up stands in *config*, what was stored of tables in *data*, keys in *state*, and what
lasts no longer than the person is logged in (which port a running program holds) in *runtime*; a
computer without such a folder takes *state*. Rule of the file: it names places and makes none.
"""

from __future__ import annotations

import os
from pathlib import Path

_USUAL = {"CONFIG": (".config",), "DATA": (".local", "share"), "STATE": (".local", "state")}


def config_folder() -> Path:
    """For preferences."""
    return _folder("CONFIG")


def data_folder() -> Path:
    """For the lines of tables."""
    return _folder("DATA")


def state_folder() -> Path:
    """For keys."""
    return _folder("STATE")


def runtime_folder() -> Path:
    """For what running programs tell each other."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime) / "mazziere" if runtime else state_folder()


def _folder(kind: str) -> Path:
    named = os.environ.get(f"XDG_{kind}_HOME")
    return (Path(named) if named else Path.home().joinpath(*_USUAL[kind])) / "mazziere"
