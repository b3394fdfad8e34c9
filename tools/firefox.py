"""Debian's Firefox, driven by WebDriver BiDi over its own port: no other program and no package is needed for it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

PROGRAMS = ("firefox-esr", "firefox")
APT_COMMAND = f"apt-get install --no-install-recommends {PROGRAMS[0]}"
_ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LARGEST = 2**24
"""Bytes of an answer: a picture of a page."""


def executable() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Page:
    """The one page of a Firefox."""

    def __init__(self, line: ClientConnection, patience_s: float) -> None:
        self._line = line
        self._patience_s = patience_s
        self._asked = 0
        self.complaints: list[str] = []
        """What the browser or a script called an error."""
        self._call("session.new", {"capabilities": {}})
        self._call("session.subscribe", {"events": ["log.entryAdded"]})
        self._context = self._call("browsingContext.getTree", {})["contexts"][0]["context"]

    def _call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(self._patience_s))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.complaints.append(str(said["params"]["text"]))
            if said.get("id") != self._asked:
                continue
            if said["type"] != "success":
                raise RuntimeError(f"Firefox refuses {method}: {said.get('message')}")
            result: dict[str, Any] = said["result"]
            return result

    def go(self, url: str) -> None:
        self._call("browsingContext.navigate", {"context": self._context, "url": url, "wait": "complete"})

    def ask(self, expression: str) -> Any:
        """What an expression of the page is worth: a text, a number or a truth."""
        target = {"context": self._context}
        answer = self._call("script.evaluate", {"expression": expression, "target": target, "awaitPromise": True})
        if answer["type"] != "success":
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key by its value in WebDriver, e.g. ``\\ue014`` for the right arrow."""
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        source = {"type": "key", "id": "keyboard", "actions": keys}
        self._call("input.performActions", {"context": self._context, "actions": [source]})


class Firefox:
    """A browser of its own with a profile of its own; ``with`` ends it."""

    def __init__(self, program: str, profile: Path) -> None:
        options = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        self._process = subprocess.Popen(
            [program, *options, "about:blank"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_what: object) -> None:
        self._process.kill()
        self._process.wait()

    def address(self) -> str:
        """Where it listens, as it says when it does."""
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if found := _ADDRESS.search(line):
                return f"{found[1]}/session"
        raise RuntimeError(f"Firefox ended before it listened: {''.join(said)[-500:]}")


@contextmanager
def page(program: str, profile: Path, patience_s: float) -> Iterator[Page]:
    with Firefox(program, profile) as browser, connect(browser.address(), max_size=LARGEST) as line:
        yield Page(line, patience_s)
