"""A few hundred power cuts of the campaign, and proofs that it would notice what it looks for."""

from __future__ import annotations

import pytest

from firmware.app.controller import Controller
from firmware.app.fram import MOTION_AT
from firmware.app.order_keeper import OrderKeeper
from firmware.journal.kept import KeptRecord
from firmware.journal.segments import Journal, head_note
from tests import powercuts
from tests.powercuts import HANDS, Unit, campaign, run_unit, sampled, undisturbed_hand

NAMES = sorted(path.stem for path in HANDS.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_plug_pulled_anywhere_changes_nothing(name: str) -> None:
    figures = sampled(name, singles=3, seconds=0.4, pairs=0.2)
    assert not figures.wrong
    assert figures.singles == 3


def test_there_are_at_least_twelve_hands_and_fifty_with_errors() -> None:
    assert len(NAMES) >= 12
    errors = [name for name in NAMES if name.startswith(("error_", "mishap_"))]
    assert len(errors) >= 50


def test_second_cuts_follow_inside_the_recovery_and_behind_it() -> None:
    figures = sampled("witnessed", singles=4, seconds=1.0, pairs=1.0)
    assert (figures.seconds, figures.pairs) == (4, 4)
    assert not figures.wrong


def test_one_hand_can_be_played_alone(capsys) -> None:
    assert powercuts.main(["4", "--hand", "witnessed", "--processes", "1"]) == 0
    assert " 0 wrong" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        powercuts.main(["4", "--hand", "nobody"])
    assert "no such hand: nobody" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        powercuts.main(["1"])
    assert "1 is no number from 2" in capsys.readouterr().err


def test_campaign_goes_on_where_it_was_stopped(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "witnessed.json").write_bytes((HANDS / "witnessed.json").read_bytes())
    monkeypatch.setattr(powercuts, "HANDS", folder)
    monkeypatch.setattr(powercuts, "UNIT", 2)
    place = tmp_path / "build/place.json"
    whole = campaign(8)
    run = powercuts.run_unit
    runs = []

    def stopped_after_one(unit):
        if len(runs) == 1:
            raise KeyboardInterrupt
        runs.append(unit)
        return run(unit)

    monkeypatch.setattr(powercuts, "run_unit", stopped_after_one)
    with pytest.raises(KeyboardInterrupt):
        campaign(8, place=place)
    monkeypatch.setattr(powercuts, "run_unit", run)
    resumed = campaign(8, place=place)
    assert (resumed.singles, resumed.seconds, resumed.pairs) == (
        whole.singles, whole.seconds, whole.pairs,
    )  # fmt: skip
    assert campaign(8, place=place).starts == resumed.starts


# --- what the campaign would notice --------------------------------------------------------------


def first_wrong(kinds: tuple[str, ...], name: str = "witnessed", at_most: int = 120) -> str:
    """What the first cut at such a moment that does not hold comes to; empty when all hold."""
    powercuts._played.clear()
    try:
        worlds = undisturbed_hand(name).worlds
        moments = [at for at, world in enumerate(worlds) if world.kind in kinds]
        chosen = moments[:: max(len(moments) // at_most, 1)]
        for at in reversed(chosen):
            wrong = run_unit(Unit(name, [at], 0, 0, False)).wrong
            if wrong:
                return wrong[0]
        return ""
    finally:
        powercuts._played.clear()


def test_head_kept_before_the_line_is_synced_is_noticed(monkeypatch) -> None:
    sync = Journal.sync

    def too_early(self) -> bool:
        if self.synced != self.seq:
            self._heads.write(head_note(self.seq, self.head))
        return sync(self)

    monkeypatch.setattr(Journal, "sync", too_early)
    assert first_wrong(("append", "sync"))


def test_command_given_without_its_note_is_noticed(monkeypatch) -> None:
    write = KeptRecord.write

    def forgets(self, content: bytes) -> None:
        if self._offset != MOTION_AT:
            write(self, content)

    monkeypatch.setattr(KeptRecord, "write", forgets)
    assert first_wrong(("after a command", "machine moved"))


def test_order_that_is_not_kept_is_noticed(monkeypatch) -> None:
    def only_in_memory(self, drawn) -> None:
        self._order = drawn

    monkeypatch.setattr(OrderKeeper, "_keep", only_in_memory)
    assert first_wrong(("before a command",))


def test_machine_that_moves_before_the_sync_is_noticed(monkeypatch) -> None:
    decide = Controller._decide

    def acts_at_once(self, inputs, recorder, now_ms) -> None:
        decide(self, inputs, recorder, now_ms)
        self._act(recorder, now_ms)

    monkeypatch.setattr(Controller, "_decide", acts_at_once)
    assert first_wrong(("append", "sync"))
