"""Calls of the arena's API: one method a verb, errors as sentences, creating calls safe to repeat."""

import ipaddress
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.client import HTTPException
from time import sleep
from typing import IO, Any

from referee.cli.remote.config import Account
from referee.cli.remote.errors import RemoteError
from referee.conditions import Conditions, of_this_machine
from referee.words import t

TIMEOUT_S = 60.0
"""Without a byte. The largest upload takes long on a slow line, but something moves all the time."""
TRIES = 4
"""Of what the server says will pass (429, 503) and of lost connections; what makes something carries a key, so that a
repeat makes it once."""
MOST_BYTES = 64 * 1024 * 1024
"""An answer of a server that is none of ours must not fill the memory."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following one would hand the token to whoever it leads to."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


_open = urllib.request.build_opener(_NoRedirects).open


def checked_url(url: str) -> str:
    """The address of an arena. Plain HTTP only on this machine: the token would be readable on the way."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
        raise RemoteError(t("{url} is no address of an arena. It looks like https://arena.example.org", url=url))
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise RemoteError(t("{url} is not encrypted, and the token would be sent over it. Use https://", url=url))
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Client:
    def __init__(self, account: Account, pause_s: float = 1.0) -> None:
        self._base = f"{checked_url(account.url)}/api/v1"
        self._token = account.token
        self._pause_s = pause_s

    def get(self, path: str, **query: object) -> Any:
        return json.loads(self.raw(path, **query))

    def raw(self, path: str, **query: object) -> bytes:
        asked = urllib.parse.urlencode({key: _word(value) for key, value in query.items() if value is not None})
        return self._patiently(self._request(f"{path}?{asked}" if asked else path))

    def post(self, path: str, body: bytes, content_type: str) -> Any:
        """With a key: tried again after a lost answer, nothing is made twice."""
        headers = {"Content-Type": content_type, "Idempotency-Key": str(uuid.uuid4())}
        return json.loads(self._patiently(self._request(path, body, headers)))

    def post_json(self, path: str, body: dict[str, Any]) -> Any:
        return self.post(path, json.dumps(body).encode(), "application/json")

    def patch_json(self, path: str, body: dict[str, Any]) -> Any:
        """The same change twice is one change."""
        request = self._request(path, json.dumps(body).encode(), {"Content-Type": "application/json"}, "PATCH")
        return json.loads(self._patiently(request))

    def _request(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None, method: str | None = None
    ) -> urllib.request.Request:
        address = self._base + urllib.parse.quote(path, safe="/?&=%+")
        return urllib.request.Request(address, body, headers or {}, method=method)  # noqa: S310 - its scheme was checked

    def _patiently(self, request: urllib.request.Request) -> bytes:
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        for attempt in range(TRIES):
            is_last = attempt == TRIES - 1
            try:
                with _open(request, timeout=TIMEOUT_S) as answer:
                    return bytes(answer.read(MOST_BYTES))
            except urllib.error.HTTPError as error:
                if is_last or not (error.code >= 500 or error.code == 429):
                    raise _refusal(error) from None
                pause_s = _retry_after(error)
            except (urllib.error.URLError, HTTPException, OSError) as error:
                if is_last:
                    reason = getattr(error, "reason", error)
                    sentence = t(
                        "{url} cannot be reached: {reason}. Check the address.", url=self._base, reason=str(reason)
                    )
                    raise RemoteError(sentence) from None
                pause_s = 0.0
            sleep(max(pause_s, self._pause_s * 2**attempt))
        raise AssertionError("unreachable")


def conditions_of(client: Client) -> Conditions:
    """What bots of this arena may use. An arena that is too old to tell has the usual ones."""
    try:
        return Conditions.from_json(client.get("/conditions"))
    except RemoteError as missing:
        if missing.code != "not-found":
            raise
        return of_this_machine()


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _retry_after(error: urllib.error.HTTPError) -> float:
    header = error.headers.get("Retry-After", "")
    return min(float(header), 120.0) if header.isdecimal() else 0.0


def _refusal(error: urllib.error.HTTPError) -> RemoteError:
    if 300 <= error.code < 400:
        place = str(error.headers.get("Location"))
        return RemoteError(t("The arena has moved to {url}. Log in there: arena login URL", url=place))
    problem = _problem(error)
    fields = "".join(
        f" {fault['field']}: {fault['message']}" for fault in problem.get("errors", []) if fault.get("field")
    )
    if not problem.get("detail"):
        return RemoteError(t("The answer was {code} and not from an arena's API. Check the address.", code=error.code))
    code = str(problem.get("code", ""))
    return RemoteError(f"{problem['detail']}{fields} {problem.get('next_step', '')} ({code})", code)


def _problem(error: IO[bytes]) -> dict[str, Any]:
    try:
        problem = json.loads(error.read(65536))
    except (ValueError, OSError):
        return {}
    return problem if isinstance(problem, dict) else {}
