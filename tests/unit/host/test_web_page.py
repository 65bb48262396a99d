"""The live view as a page: what it says, who may have it, and that nothing in a log is HTML."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from firmware.schema import messages as m
from host_tools.link.session import Event
from host_tools.web.access import COOKIE, Access, BadListen, Listen, read_listen
from host_tools.web.page import page, parts
from host_tools.web.server import BEAT_LOOKS, BODY_BYTES_MAX, LISTENERS_MAX, Hub, application
from tests.log_lines import TABLE
from tests.watched_tables import Clock, at_first_turn, lines, timed, watched

if TYPE_CHECKING:
    from host_tools.view.watched import WatchedTable

TOKEN = "a-token-of-twenty-letters"
JSON = {"content-type": "application/json"}


class Visitor:
    """A browser without a screen, which keeps its cookies."""

    def __init__(self, view: WatchedTable, token: str = "", host: str = "localhost") -> None:
        self._app = application(Hub([view], lambda: None), Access(token))
        self._base = f"http://{host}:8470"
        self._cookies = httpx.Cookies()

    def get(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, more))

    def post(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, more))

    async def _ask(self, method: str, path: str, more: dict[str, Any]) -> httpx.Response:
        carrier = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(
            transport=carrier, base_url=self._base, cookies=self._cookies
        ) as web:
            answer = await web.request(method, path, **more)
            self._cookies = web.cookies
            return answer


def test_the_page_tells_the_table_in_words() -> None:
    browser = Visitor(at_first_turn())
    answer = browser.get("/")
    assert answer.status_code == 200
    for words in ("table MZ-TEST", "hand 1", "preflop", "to act", "FAULT F-DSP-01", "live"):
        assert words in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"https?://", answer.text), "nothing is fetched from elsewhere"


def test_the_italian_page_is_italian() -> None:
    text = page([at_first_turn(language="it")])
    assert 'lang="it"' in text
    for words in ("tavolo MZ-TEST", "Allarmi: 1", "dal vivo", "tocca a lui"):
        assert words in text


def test_nothing_from_a_log_is_html() -> None:
    view = watched()
    hostile = "<img onerror=alert(1)>"
    for line in lines(timed([(m.SEAT_TAKEN, 1, 500, hostile), (m.TABLE_PAUSED, hostile)])):
        view.take(line)
    view.told.append(hostile)
    text = page([view])
    assert "<img" not in text
    assert "&lt;img" in text


def test_every_state_of_a_seat_and_an_alarm_has_a_word_or_a_shape_beside_its_colour() -> None:
    view = at_first_turn()
    view.tell(Event("link.fork", {"seq": 7}))
    view.acknowledge(view.alarms.open()[1].number, "Anna")
    made = parts(view, 0)
    assert "▶" in made["felt-0"]
    assert "<b>!</b>" in made["alarms-0"]
    assert "<b>✓</b>" in made["alarms-0"]
    view.tell(Event("link.lost", {"why": "gone"}))
    assert "OLD" in parts(view, 0)["head-0"]


# --- who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/events", "/tables.json", "/page.js", "/page.css"])
def test_another_name_for_this_computer_gets_nothing(path: str) -> None:
    browser = Visitor(at_first_turn(), host="evil.example")
    answer = browser.get(path)
    assert answer.status_code == 403
    assert "MZ-TEST" not in answer.text


def test_with_a_token_nothing_is_told_without_it() -> None:
    browser = Visitor(at_first_turn(), TOKEN, "room.example")
    assert browser.get("/").status_code == 403
    assert browser.get("/?token=wrong").status_code == 403
    assert browser.get("/", headers={"cookie": f"{COOKIE}=wrong"}).status_code == 403
    moved = browser.get(f"/?token={TOKEN}")
    assert (moved.status_code, moved.headers["location"]) == (303, "/")
    assert "HttpOnly" in moved.headers["set-cookie"]
    assert "SameSite=strict" in moved.headers["set-cookie"]
    assert "MZ-TEST" in browser.get("/").text, "the cookie is enough from then on"
    script = Visitor(at_first_turn(), TOKEN)
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert script.get("/tables.json", headers=bearer).json()["tables"][0]["table"] == TABLE


def test_a_malformed_cookie_of_another_program_does_not_hide_ours() -> None:
    browser = Visitor(at_first_turn(), TOKEN, "room.example")
    cookies = f'theirs={{"a": [1, 2]}}; b@d/name=1; {COOKIE}={TOKEN}'
    assert browser.get("/", headers={"cookie": cookies}).status_code == 200


def test_a_wrong_token_in_an_address_takes_nobody_the_right_one() -> None:
    browser = Visitor(at_first_turn(), TOKEN)
    browser.get(f"/?token={TOKEN}")
    assert browser.get("/?token=another-of-twenty-letters").status_code == 200
    assert browser.get("/").status_code == 200
    open_door = Visitor(at_first_turn())
    assert "set-cookie" not in open_door.get(f"/?token={TOKEN}").headers


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "[::1]", "localhost"])
def test_whatever_is_local_to_listen_at_may_be_asked_by_that_name(host: str) -> None:
    assert read_listen(f"{host}:8470").is_local
    assert Visitor(at_first_turn(), host=host).get("/").status_code == 200


@pytest.mark.parametrize(
    ("word", "listen", "is_local"),
    [
        ("8470", Listen("127.0.0.1", 8470), True),
        ("127.0.0.1:1", Listen("127.0.0.1", 1), True),
        ("localhost:8470", Listen("localhost", 8470), True),
        ("[::1]:8470", Listen("::1", 8470), True),
        ("0.0.0.0:8470", Listen("0.0.0.0", 8470), False),
        ("192.168.1.4:80", Listen("192.168.1.4", 80), False),
        ("table.example:80", Listen("table.example", 80), False),
    ],
)
def test_only_the_loopback_is_local(word: str, listen: Listen, is_local: bool) -> None:
    assert read_listen(word) == listen
    assert listen.is_local == is_local


@pytest.mark.parametrize("word", ["", ":", "x:", "0", "127.0.0.1:0", "h:99999", "a@b:80", "h:1/x"])
def test_what_is_no_address_is_refused(word: str) -> None:
    with pytest.raises(BadListen):
        read_listen(word)


# --- acknowledging -------------------------------------------------------------------------------


def test_an_alarm_is_acknowledged_once_and_under_a_name() -> None:
    view = at_first_turn()
    number = view.alarms.open()[0].number
    browser = Visitor(view)
    told = {"table": 0, "alarm": number, "by": "Anna"}
    assert browser.post("/acknowledge", json={**told, "by": " "}).status_code == 409
    assert browser.post("/acknowledge", json=told).status_code == 204
    assert browser.post("/acknowledge", json=told).status_code == 409
    assert view.alarms.listed[0].by == "Anna"


def test_nobody_elses_page_acknowledges_anything() -> None:
    view = at_first_turn()
    body = json.dumps({"table": 0, "alarm": view.alarms.open()[0].number, "by": "Eve"})
    foreign = {**JSON, "origin": "http://evil.example"}
    browser = Visitor(view)
    assert browser.post("/acknowledge", content=body, headers=foreign).status_code == 403
    for origin in ("http://[", "null", "", "localhost:8470"):
        none = {**JSON, "origin": origin}
        assert browser.post("/acknowledge", content=body, headers=none).status_code == 403
    form = {"content-type": "text/plain"}
    assert browser.post("/acknowledge", content=body, headers=form).status_code == 403
    assert browser.get("/acknowledge").status_code == 405
    assert len(view.alarms.open()) == 1


@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", '{"table": 9, "alarm": 1, "by": "A"}',
     '{"table": true, "alarm": 1, "by": "A"}',
     '{"table": 0, "alarm": "1", "by": "A"}', '{"table": 0, "alarm": 1, "by": 5}',
     " " * (BODY_BYTES_MAX + 1)],
)  # fmt: skip
def test_a_body_that_makes_no_sense_changes_nothing(body: str) -> None:
    view = at_first_turn()
    browser = Visitor(view)
    assert browser.post("/acknowledge", content=body, headers=JSON).status_code == 400
    assert len(view.alarms.open()) == 1


# --- events --------------------------------------------------------------------------------------


def test_events_tell_everything_once_then_what_changed_then_a_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("host_tools.web.server.LOOK_SECONDS", 0)
    clock = Clock()
    view = at_first_turn(clock=clock)
    hub = Hub([view], lambda: None)

    async def listen() -> list[dict[str, str]]:
        told, steps = [], 0
        async for event in hub.events():
            told.append(json.loads(event.removeprefix("data: ")))
            steps += 1
            if steps == 1:
                clock.now += 1
                view.heard(0.0)
                hub.look()
            if steps == 3:
                hub.is_over = lambda: True
        return told

    first, second, third = asyncio.run(listen())
    assert set(first) == {*parts(view, 0), "table-0"}
    assert set(second) == {"clock-0"}, "a second has passed, and nothing else"
    assert third == {}, f"a beat after {BEAT_LOOKS} quiet looks"


def test_a_stale_table_is_marked_for_the_page() -> None:
    clock = Clock()
    view = at_first_turn(clock=clock)
    hub = Hub([view], lambda: None)
    assert hub.shown()["table-0"] == "table"
    clock.now += 30
    hub.look()
    assert hub.shown()["table-0"] == "table stale"
    assert "30 s ago" in hub.shown()["head-0"]


def test_more_browsers_than_it_can_tell_are_sent_away() -> None:
    hub = Hub([at_first_turn()], lambda: None)

    async def listen() -> int:
        first = hub.events()
        await anext(first)
        while_listening = hub.listeners
        await first.aclose()
        return while_listening

    assert asyncio.run(listen()) == 1
    assert hub.listeners == 0
    hub.listeners = LISTENERS_MAX
    visitor = Visitor(at_first_turn())
    visitor._app = application(hub, Access())
    assert visitor.get("/events").status_code == 503


def test_a_look_without_news_makes_no_part_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    view = at_first_turn()
    hub = Hub([view], lambda: None)
    monkeypatch.setattr("host_tools.web.server.parts", lambda *_: pytest.fail("made anew"))
    for _ in range(20):
        hub.look()


def test_the_server_ends_when_nothing_can_come_any_more() -> None:
    hub = Hub([at_first_turn()], lambda: None)
    ended = []
    hub.is_over = lambda: True
    hub.end = lambda: ended.append(True)
    asyncio.run(hub.run())
    assert ended == [True]


def test_a_look_that_fails_ends_the_server_instead_of_showing_an_old_table_as_live() -> None:
    hub = Hub([at_first_turn()], lambda: None)
    ended = []
    hub.end = lambda: ended.append(True)

    def broken() -> None:
        raise KeyError("a line that no view knows")

    hub._look = broken
    asyncio.run(hub.run())
    assert ended == [True]
    assert isinstance(hub.failed, KeyError)
