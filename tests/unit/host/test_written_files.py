"""What a command writes is whole or not there, and over nobody's file unless that was said."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from host_tools.cli import exit_codes
from host_tools.cli.ending import Ended
from host_tools.cli.main import run
from host_tools.cli.writing import write_file
from host_tools.texts import Texts
from host_tools.verify import independent

if TYPE_CHECKING:
    from pathlib import Path

SAY = Texts("en")


def test_a_file_that_is_there_stays_until_force_is_said(tmp_path: Path) -> None:
    file = tmp_path / "yesterday.log"
    file.write_bytes(b"precious")
    with pytest.raises(Ended) as refused:
        write_file(SAY, file, b"new", False)
    assert refused.value.status == exit_codes.REFUSED
    assert "is there already" in str(refused.value)
    assert "--force" in refused.value.step
    assert file.read_bytes() == b"precious"
    write_file(SAY, file, b"new", True)
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_whole_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "yesterday.log"
    file.write_bytes(b"precious")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Ended, match="No space left"):
        write_file(SAY, file, b"new", True)
    assert file.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_bytes(b"old")
    link.symlink_to(file)
    write_file(SAY, link, b"new", True)
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(SAY, pipe, b"told", False)
    assert os.read(reader, 10) == b"told"
    os.close(reader)


def test_a_command_refuses_and_with_force_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "check.py"
    file.write_text("mine")
    assert run(["verify", "--one-file", str(file)]) == exit_codes.REFUSED
    assert "is there already" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert run(["verify", "--one-file", str(file), "--force"]) == exit_codes.OK
    with open(independent.__file__, encoding="utf-8") as shipped:
        assert file.read_text(encoding="utf-8") == shipped.read()
