"""Whoever asks a table something is told at once when this is not the moment, and asks nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from firmware.schema import messages as m
from host_tools.cli import asking, exit_codes, following
from host_tools.cli.act import Act, Asked, Risk
from host_tools.cli.asking import ask
from host_tools.cli.ending import Ended
from host_tools.cli.place import Place
from host_tools.link import discovery
from host_tools.link.commands import RoleKey
from host_tools.link.discovery import usb_ports
from host_tools.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY = RoleKey(m.ROLE_FLOOR, bytes(32))
MESSAGES = {
    "running": [(m.HAND_STARTED, 41, 3, (3, 5), (100, 100))],
    "held": [(m.HAND_STARTED, 41, 3, (3, 5), (100, 100)), (m.HAND_HELD, "F-CRD-01")],
    "over": [
        (m.HAND_STARTED, 41, 3, (3, 5), (100, 100)),
        (m.HAND_FINISHED, 41, (3, 5), (90, 110)),
    ],
}


class Port:
    """Of the table that is followed."""

    is_held = False


port = Port()


class Session(SimpleNamespace):
    """A host's session that has read the log up to its end."""


def followed(
    monkeypatch: pytest.MonkeyPatch, messages: list[tuple], **session: Any
) -> list[tuple]:
    """Let every command meet a table with this log; gives back what it is asked for."""
    sent: list[tuple] = []
    peer = SimpleNamespace(serial="MZ-0007", seq=len(messages))
    told = {"refused": False, "caught_up": True, "stored": 0, "turned_away": (0, 0)}
    told["counters"] = {}
    one = Session(peer=peer, **{**told, **session})

    class Following:
        keys = SimpleNamespace(key=lambda serial, role: KEY if role == m.ROLE_FLOOR else None)

        def __init__(self, *_: object) -> None:
            pass

        def run(self, until: Callable[[Session], bool], answerers: tuple[Any, ...]) -> int:
            port.is_held = True
            try:
                return self.held(until, answerers)
            finally:
                port.is_held = False

        def held(self, until: Callable[[Session], bool], answerers: tuple[Any, ...]) -> int:
            lines = [SimpleNamespace(message=message, seq=1) for message in messages]
            for answerer in answerers:
                for line in lines:
                    answerer.line(line, "MZ-0007", bytes(8))
            for now_ms in range(0, 100_000, 500):
                if until(one):
                    return exit_codes.OK
                for answerer in answerers:
                    if answerer.key_for("MZ-0007"):
                        sent.extend(answerer.answers(now_ms, lambda: one.counters.get(0, 6) + 1))
                        if sent and one.turned_away[0]:
                            one.turned_away = (sent[-1][1], one.turned_away[1])
            raise AssertionError("it never ends")

    monkeypatch.setattr(following, "Following", Following)
    return sent


def ending_of(tmp_path: Path, act: Act) -> Ended:
    place = Place("", "/dev/table", tmp_path / "s.sqlite3", tmp_path / "keys")
    with pytest.raises(Ended) as ended:
        ask(Texts("en"), Asked(place, "Rosa", False, False, False), act)
    return ended.value


def act(**more: Any) -> Act:
    return Act("table.laid", m.REQUEST_CARD_MOVED, ("Rosa",), **more)


def test_a_table_that_deals_is_not_disturbed_and_the_hand_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = followed(monkeypatch, MESSAGES["running"])
    ended = ending_of(tmp_path, act())
    assert (ended.status, ended.code) == (exit_codes.BUSY, "hand_running")
    assert ended.message == "Table MZ-0007 is dealing hand 41. Nothing was asked of it."
    assert ended.step.startswith("`mazziere table pause --by NAME` lets no hand begin after this")
    assert sent == []


def test_what_the_floor_key_confirms_waits_for_a_hand_that_is_held(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = followed(monkeypatch, MESSAGES["held"])
    assert ending_of(tmp_path, act(is_safe=True, is_by_key=True)).code == "hand_running"
    assert sent == []


@pytest.mark.parametrize("log", MESSAGES)
def test_what_is_safe_is_asked_whatever_runs_and_no_answer_is_no_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, log: str
) -> None:
    sent = followed(monkeypatch, MESSAGES[log])
    ended = ending_of(tmp_path, act(is_safe=True))
    assert (ended.status, ended.code) == (exit_codes.LINK_LOST, "unknown_outcome")
    assert len(sent) == 5
    assert set(sent) == {(m.REQUEST_CARD_MOVED, 7, m.ROLE_FLOOR, "Rosa")}


@pytest.mark.parametrize("log", ["over", "running"])
def test_a_person_thinks_with_the_port_free_and_the_table_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, log: str
) -> None:
    messages = list(MESSAGES["over"])
    sent = followed(monkeypatch, messages)
    held: list[bool] = []

    def think(*_: object, **__: object) -> str:
        held.append(port.is_held)
        messages[:] = MESSAGES[log]
        return "y"

    monkeypatch.setattr(asking.click, "prompt", think)
    monkeypatch.setattr(asking.sys, "stdin", SimpleNamespace(isatty=lambda: True))
    ended = ending_of(tmp_path, act(risk=Risk.ASKED))
    assert held == [False]
    assert (ended.code, bool(sent)) == (
        ("unknown_outcome", True) if log == "over" else ("hand_running", False)
    )


def test_a_table_of_another_protocol_is_asked_for_nothing_and_both_are_told_to_update(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = followed(monkeypatch, [], refused=True, caught_up=False)
    ended = ending_of(tmp_path, act())
    assert (ended.status, ended.code) == (exit_codes.REFUSED, "other_protocol")
    assert "pip install --upgrade mazziere" in ended.step
    assert sent == []


def test_a_role_without_a_key_asks_for_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = followed(monkeypatch, MESSAGES["over"])
    ended = ending_of(tmp_path, act(roles=(m.ROLE_TECHNICIAN,)))
    assert (ended.status, ended.code) == (exit_codes.NOT_AUTHORISED, "not_paired")
    assert ended.step.endswith("mazziere pair --port /dev/table --role technician")
    assert sent == []


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (m.REFUSAL_BAD_TAG, exit_codes.NOT_AUTHORISED),
        (m.REFUSAL_UNKNOWN_ROLE, exit_codes.NOT_AUTHORISED),
        (m.REFUSAL_OLD_COUNTER, exit_codes.REFUSED),
    ],
)
def test_a_request_that_is_refused_unread_ends_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, status: int
) -> None:
    followed(monkeypatch, [], turned_away=(7, code))
    ended = ending_of(tmp_path, act())
    assert (ended.status, ended.code) == (status, m.REFUSAL_WORDS[code])


def test_numbers_that_another_store_has_used_up_are_stepped_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = followed(monkeypatch, [], turned_away=(7, m.REFUSAL_OLD_COUNTER))
    assert ending_of(tmp_path, act()).code == "old_counter"
    numbers = [message[1] for message in sent]
    assert len(numbers) == len(set(numbers)) == asking.SKIPS_MAX + 1
    assert numbers == sorted(numbers)
    assert numbers[-1] - numbers[0] > 240


def test_only_ports_of_known_kinds_are_ever_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    from serial.tools import list_ports

    ports = [
        SimpleNamespace(device="/dev/rfcomm0", vid=None, pid=None),
        SimpleNamespace(device="/dev/cu.Bluetooth-Incoming-Port", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2341, pid=0x0043),  # somebody's Arduino
        SimpleNamespace(device="/dev/ttyUSB1", vid=0x0403, pid=0x6001),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert usb_ports() == ["/dev/ttyUSB1"]
    assert (0x2341, 0x0043) not in discovery.KINDS_OF_PORT
