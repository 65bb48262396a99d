"""The page, its events, and the acknowledging of alarms, as a web application.

`/` is the page as it is now, `/events` tells its parts as they change (server-sent events, at most
four times a second), `/tables.json` is the same for programs, `/acknowledge` takes a name. One
task looks at the tables; every browser gets what that look has found. The rule of the file: it
reads, and the one thing that can be written is who has seen an alarm.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from host_tools.view.as_json import table_json
from host_tools.web.access import COOKIE, HEADERS, Access
from host_tools.web.page import page, parts

if TYPE_CHECKING:
    from starlette.requests import Request

    from host_tools.view.watched import WatchedTable

LOOK_SECONDS = 0.25
BEAT_LOOKS = 20
"""After so many quiet looks a beat says that the page still hears its host: 5 s."""

STATIC = Path(__file__).parent / "static"
FILES = {"page.css": "text/css", "page.js": "text/javascript"}
BODY_BYTES_MAX = 2000
LISTENERS_MAX = 64
"""Browsers that are told of changes; one more is told to come back later."""

BUSY = 503

Answer = Callable[["Request"], Awaitable[Response]]


class Hub:
    """The tables, and the parts of the page as of the last look."""

    def __init__(self, views: Sequence[WatchedTable], look: Callable[[], None]) -> None:
        self.views = list(views)
        self.is_over: Callable[[], bool] = lambda: False
        """Asked at every look: whether the server ends, or nothing can come any more."""
        self.end: Callable[[], None] = lambda: None
        """Ends the server."""
        self.failed: Exception | None = None
        """What a look at the tables broke on."""
        self.listeners = 0
        self._look = look
        self._signatures: list[Any] = [None] * len(self.views)
        self._shown: list[dict[str, Any]] = [{} for _ in self.views]
        self.look()

    def look(self) -> None:
        """See what came, and make the parts of every table that has changed."""
        self._look()
        for number, view in enumerate(self.views):
            if view.signature() != self._signatures[number]:
                self._signatures[number] = view.signature()
                self._shown[number] = {
                    **parts(view, number),
                    f"table-{number}": "table stale" if view.is_stale else "table",
                }

    def shown(self) -> dict[str, Any]:
        """All parts: id -> HTML, and for the tables themselves id -> class."""
        return {name: html for made in self._shown for name, html in made.items()}

    async def run(self) -> None:
        """Look until the server ends; a look that fails ends it, for nobody would see what comes
        and the page would still say that it is live.
        """
        try:
            while not self.is_over():
                self.look()
                await asyncio.sleep(LOOK_SECONDS)
        except Exception as bug:  # whatever it is, `serve` ends with it
            self.failed = bug
        self.end()

    async def events(self) -> AsyncIterator[str]:
        """What has changed, to one browser."""
        self.listeners += 1
        try:
            async for event in self._changes():
                yield event
        finally:
            self.listeners -= 1

    async def _changes(self) -> AsyncIterator[str]:
        sent: dict[str, Any] = {}
        quiet = 0
        while not self.is_over():
            shown = self.shown()
            changed = {name: html for name, html in shown.items() if sent.get(name) != html}
            quiet += 1
            if changed or quiet >= BEAT_LOOKS:
                sent, quiet = shown, 0
                yield f"data: {json.dumps(changed, ensure_ascii=False)}\n\n"
            await asyncio.sleep(LOOK_SECONDS)


def application(hub: Hub, access: Access) -> Starlette:
    """The web application over a hub."""
    forbidden = hub.views[0].say("web.forbidden")

    async def whole(_: Request) -> Response:
        return HTMLResponse(page(hub.views))

    async def events(_: Request) -> Response:
        if hub.listeners >= LISTENERS_MAX:
            return Response(status_code=BUSY, headers={"Retry-After": "60"})
        return StreamingResponse(hub.events(), media_type="text/event-stream")

    async def tables(_: Request) -> Response:
        documents = [table_json(view) for view in hub.views]
        return JSONResponse({"version": 1, "tables": documents})

    async def file(request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return FileResponse(STATIC / name, media_type=FILES[name])

    async def acknowledge(request: Request) -> Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        if not access.is_own_page(headers):
            return PlainTextResponse(forbidden, 403)
        seen = await _read(request)
        if seen is None or not 0 <= seen[0] < len(hub.views):
            return Response(status_code=400)
        number, alarm, by = seen
        is_noted = hub.views[number].acknowledge(alarm, by)
        return Response(status_code=204 if is_noted else 409)

    @asynccontextmanager
    async def looking(_: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(hub.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    answers = {"/": whole, "/events": events, "/tables.json": tables}
    answers |= {f"/{name}": file for name in FILES}
    routes = [Route(path, guarded(one, access, forbidden)) for path, one in answers.items()]
    routes.append(Route("/acknowledge", guarded(acknowledge, access, forbidden), methods=["POST"]))
    return Starlette(routes=routes, lifespan=looking)


def guarded(answer: Answer, access: Access, forbidden: str) -> Answer:
    """The answer, for who may have it, with the headers that go with everything."""

    async def asked(request: Request) -> Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        token = request.query_params.get("token", "")
        if not access.may(headers, token, request.cookies.get(COOKIE, "")):
            return PlainTextResponse(forbidden, 403, HEADERS)
        if access.is_token(token):  # out of the address: in no history and no log
            moved = RedirectResponse(request.url.path, 303, HEADERS)
            moved.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return moved
        response = await answer(request)
        response.headers.update(HEADERS)
        return response

    return asked


async def _read(request: Request) -> tuple[int, int, str] | None:
    """(table, alarm, name) of a body; None when it is none."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > BODY_BYTES_MAX:
            return None
    try:
        told = json.loads(body)
        number, alarm, by = told["table"], told["alarm"], told["by"]
    except (ValueError, KeyError, TypeError):
        return None
    if type(number) is not int or type(alarm) is not int or not isinstance(by, str):
        return None
    return number, alarm, by
