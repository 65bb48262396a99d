"""A headless Chromium, spoken to over a pair of pipes (DevTools protocol, no package needed).

Opens one page, runs a line of script in it, presses keys, takes a picture. Whoever uses it gives
the time to wait; nothing here waits without an end, and the browser is gone afterwards.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
AT_3_AND_4 = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(word), fcntl.F_DUPFD, 10) for word in sys.argv[1:3]]
for at, pipe in enumerate(pipes, 3):
    os.dup2(pipe, at)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The protocol wants its pipes at the descriptors 3 and 4 of the browser."""

ANSWER_SECONDS = 300.0
"""A start under load on two cores took 9 s."""

LOOK_SECONDS = 0.1


class BrowserFailed(Exception):
    """It does not start, does not answer, or says that it cannot."""


def program() -> str | None:
    """Where the browser is, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """Use as a context: one page of `width` by `height` pixels."""

    def __init__(self, width: int = 1360, height: int = 900) -> None:
        self._size = {"width": width, "height": height}
        self._sent = 0
        self._read = b""
        self._session = ""

    def __enter__(self) -> Browser:
        name = program()
        if name is None:
            raise BrowserFailed("there is no Chromium here")
        self._folder = tempfile.TemporaryDirectory(
            prefix="mazziere-browser-", ignore_cleanup_errors=True
        )
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        words = [name, *FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", AT_3_AND_4, str(theirs_in), str(theirs_out), *words],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
            wanted = {"targetId": target, "flatten": True}
            self._session = self._ask("Target.attachToTarget", wanted)["sessionId"]
            self.ask("Page.enable")
            metrics = {**self._size, "deviceScaleFactor": 1, "mobile": False}
            self.ask("Emulation.setDeviceMetricsOverride", metrics)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser, its helpers too."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)
        self._process.wait(ANSWER_SECONDS)
        os.close(self._to)
        os.close(self._from)
        self._folder.cleanup()

    # --- the page --------------------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Go to an address."""
        told = self.ask("Page.navigate", {"url": address})
        if "errorText" in told:
            raise BrowserFailed(told["errorText"])

    def run(self, script: str) -> Any:
        """What a line of script comes to in the page."""
        told = self.ask(
            "Runtime.evaluate",
            {"expression": script, "returnByValue": True, "awaitPromise": True},
        )
        if "exceptionDetails" in told:
            raise BrowserFailed(json.dumps(told["exceptionDetails"])[:400])
        return told["result"].get("value")

    def text(self) -> str:
        """The words on the page."""
        return self.run("document.body ? document.body.innerText : ''") or ""

    def until(self, is_so: Callable[[], bool], seconds: float = ANSWER_SECONDS) -> None:
        """Look until it is so."""
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                raise BrowserFailed(f"never so; the page says:\n{self.text()}")
            self._listen(LOOK_SECONDS)

    def press(self, key: str, code: int) -> None:
        """Press a key that writes nothing, such as Tab (9) or Enter (13)."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        text = {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", {"type": "keyDown", **about, **text})
        self.ask("Input.dispatchKeyEvent", {"type": "keyUp", **about})

    def type(self, words: str) -> None:
        """Type into what has the focus."""
        self.ask("Input.insertText", {"text": words})

    def picture(self, path: Path) -> None:
        """The page as a PNG."""
        told = self.ask("Page.captureScreenshot", {"format": "png"})
        path.write_bytes(base64.b64decode(told["data"]))

    # --- the pipes -------------------------------------------------------------------------------

    def ask(self, method: str, values: dict[str, Any] | None = None) -> dict[str, Any]:
        """One question to the page."""
        return self._ask(method, values or {})

    def _ask(self, method: str, values: dict[str, Any]) -> dict[str, Any]:
        self._sent += 1
        asked: dict[str, Any] = {"id": self._sent, "method": method, "params": values}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._to, json.dumps(asked).encode() + b"\0")
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            for told in self._listen(LOOK_SECONDS):
                if told.get("id") == self._sent:
                    if "error" in told:
                        raise BrowserFailed(f"{method}: {told['error']}")
                    return told["result"]
        raise BrowserFailed(f"{method}: no answer; exit status {self._process.poll()}")

    def _listen(self, seconds: float) -> list[dict[str, Any]]:
        if select.select([self._from], [], [], seconds)[0]:
            octets = os.read(self._from, 1 << 20)
            if not octets:
                raise BrowserFailed(f"it ended; exit status {self._process.poll()}")
            self._read += octets
        *whole, self._read = self._read.split(b"\0")
        return [json.loads(one) for one in whole]
