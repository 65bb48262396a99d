"""A few hundred damages of the campaign, and proof that it would notice a judge who sleeps."""

from __future__ import annotations

from host_tools.verify.source import read_record
from host_tools.verify.verifier import verify
from tests import log_damage
from tests.log_damage import DAMAGES, campaign, played


def test_every_damage_of_a_log_is_noticed_by_host_and_table() -> None:
    figures = campaign(300)
    assert not figures.wrong
    assert {one.__name__ for one in DAMAGES} <= set(figures.tried)


def test_judge_who_sleeps_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(log_damage, "host_says", lambda folder, segments: "")
    assert "flipped_bit 1: the host noticed nothing" in campaign(40).wrong


def test_folder_on_a_disk_is_judged_like_its_bytes(tmp_path) -> None:
    folder = played()
    for number, content in folder.segments.items():
        (tmp_path / f"segment-{number:06}.log").write_bytes(content)
    assert not verify(read_record(tmp_path), folder.heads).findings
    last = tmp_path / f"segment-{max(folder.segments):06}.log"
    last.write_bytes(last.read_bytes()[:-1])
    assert verify(read_record(tmp_path), folder.heads).findings
