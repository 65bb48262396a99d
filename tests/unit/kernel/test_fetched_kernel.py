"""Which kernel the guest boots: one that is here already, else what apt fetches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kernel import debian

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What apt is asked; it knows nothing."""
    words: list[str] = []

    def run(command: list[str], _folder: Path) -> str:
        words.append(" ".join(command))
        raise debian.NoKernel("apt-cache: no such package")

    monkeypatch.setattr(debian, "_run", run)
    return words


def test_a_kernel_that_was_unpacked_is_taken_without_asking_apt(
    tmp_path: Path, asked: list[str]
) -> None:
    for name in ("linux-image-6.1.0-amd64", "linux-image-6.12.9-amd64"):
        (tmp_path / name / "boot").mkdir(parents=True)
    assert debian.kernel(tmp_path).name == "linux-image-6.12.9-amd64"
    assert asked == []


def test_one_that_was_only_half_unpacked_is_fetched_again(
    tmp_path: Path, asked: list[str]
) -> None:
    (tmp_path / "linux-image-6.12.9-amd64.new" / "boot").mkdir(parents=True)
    (tmp_path / "linux-image-6.1.0-amd64").mkdir()
    with pytest.raises(debian.NoKernel):
        debian.kernel(tmp_path)
    assert asked[0].startswith("apt-cache depends")
