"""Who may look at the page, and from where.

On the loopback address whoever sits at this computer may; anywhere else only who brings the token,
once in the address, from then on in a cookie that no script can read. A page of somebody else in
the same browser gets nothing: neither by another name for this computer, nor by a form. The rule
of the file: it compares tokens in constant time and never writes one anywhere.
"""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

COOKIE = "mazziere_token"
TOKEN_LETTERS_MIN = 16
LOCAL_NAME = "localhost"

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Sent with everything: the page runs its own script and nothing else's."""


class BadListen(ValueError):
    """An address to listen at that is none."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where the page is served."""

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only programs of this computer can reach it."""
        return _is_here(self.host)

    @property
    def address(self) -> str:
        """As it is typed into a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"


def read_listen(word: str) -> Listen:
    """`HOST:PORT`, `[::1]:PORT`, or a port alone; `BadListen` for anything else."""
    try:
        split = urlsplit(f"//{word}" if ":" in word else f"//127.0.0.1:{word}")
        host, port = split.hostname, split.port
    except ValueError:
        raise BadListen(word) from None
    if not host or not port or split.path or split.query or split.username is not None:
        raise BadListen(word)
    return Listen(host, port)


@dataclass(frozen=True, slots=True)
class Access:
    """Decides about one request; `token` is empty where none is wanted."""

    token: str = ""

    def may(self, headers: dict[str, str], asked_token: str = "", cookie: str = "") -> bool:
        """headers: names in small letters. asked_token: what the address brought. cookie: ours."""
        if self.token:
            bearer = headers.get("authorization", "").removeprefix("Bearer ")
            return any(self.is_token(one) for one in (asked_token, cookie, bearer))
        return _is_here(_host(headers.get("host", "")))

    def is_own_page(self, headers: dict[str, str]) -> bool:
        """Whether a request that changes something comes from our own page."""
        origin = headers.get("origin")
        is_json = headers.get("content-type", "").partition(";")[0] == "application/json"
        return is_json and (origin is None or _origin_host(origin) == headers.get("host", ""))

    def is_token(self, word: str) -> bool:
        """Whether this is the token that is wanted; False where none is."""
        return bool(self.token) and hmac.compare_digest(word.encode(), self.token.encode())


def _is_here(host: str) -> bool:
    """Whether a name or address is this computer's own, whoever resolves it."""
    if host == LOCAL_NAME:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _origin_host(origin: str) -> str | None:
    """Host and port of an origin; None where it is none, which no page of ours sends."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None
