"""The host's commands in this process, with a person's folders of their own.

Running them here instead of in a process each saves half a second a command. What they print is
taken by pytest's `capsys`, so each call gives back exit status, stdout and stderr of its own.
"""

from __future__ import annotations

import io
import json
import sys
import weakref
from dataclasses import dataclass
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import pytest

from host_tools.cli.main import run
from host_tools.link import discovery
from tests.json_schemas import check

if TYPE_CHECKING:
    from pathlib import Path

ANSWER_SECONDS = 60.0
"""What a table gets to say who it is; the one that has said it keeps nobody waiting."""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str
    words: tuple[str, ...] = ()

    @property
    def document(self) -> Any:
        """The one JSON document on stdout, as its schema has it."""
        document = json.loads(self.out)
        check(self.words, document)
        return document


class Terminal(io.StringIO):
    """What a person types, at a terminal."""

    def isatty(self) -> bool:
        return True


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Who looks for tables gives those of a busy computer time to answer."""
    for asking in (discovery.ask_port, discovery.ask_ports):
        patch.setattr(asking, "__defaults__", (ANSWER_SECONDS,))


class Host:
    """One person's programs: `host("device", "list")`; `types` is what the person answers."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = patch
        for name in ("DATA_HOME", "STATE_HOME", "CONFIG_HOME"):
            (folder / name).mkdir(exist_ok=True)
            patch.setenv(f"XDG_{name}", str(folder / name))
        runtime = mkdtemp(prefix="mz-")  # a socket's path has 107 letters at most
        weakref.finalize(self, rmtree, runtime, ignore_errors=True)
        patch.setenv("XDG_RUNTIME_DIR", runtime)
        patch.setenv("MAZZIERE_ROOM_CONFIG", str(folder / "room-config.toml"))
        patch.setenv("LC_ALL", "C.UTF-8")
        for name in ("LANG", "TABLE", "PORT", "PORTS", "BY", "STORE", "KEYS"):
            patch.delenv(f"MAZZIERE_{name}", raising=False)
        be_patient(patch)
        self.capsys: pytest.CaptureFixture[str] | None = None

    @property
    def preferences(self) -> Path:
        """The person's own file."""
        path = self.folder / "CONFIG_HOME" / "mazziere" / "config.toml"
        path.parent.mkdir(exist_ok=True)
        return path

    def __call__(self, *words: object, types: str | None = None) -> Done:
        assert self.capsys is not None
        self.capsys.readouterr()
        if types is not None:
            self._patch.setattr(sys, "stdin", Terminal(types))
        status = run([str(word) for word in words])
        out, err = self.capsys.readouterr()
        return Done(status, out, err, tuple(map(str, words)))


@pytest.fixture
def host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Host:
    """Somebody whose folders are this test's own."""
    made = Host(tmp_path, monkeypatch)
    made.capsys = capsys
    return made
