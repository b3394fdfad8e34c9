"""The examples of the protocol page, out of a real game.

``python -m tests.referee.protocol_examples`` writes them into the page after an engine or the protocol has changed.
"""

import json
import re
from pathlib import Path
from typing import Any

from referee.deal import SealedDeal
from referee.differences import Differences
from referee.game import play_game
from tests.referee.cast import First, Recording

Json = dict[str, Any]

PAGE = Path(__file__).parents[2] / "docs" / "bot-authors" / "protocol.md"
WIDTH = 100
_MARKED = re.compile(r"<!-- (\w+): ([^>]+) -->\n```json\n(.*?)\n```", re.DOTALL)


def real_messages() -> dict[str, Json]:
    """hello, a request in full and as differences, and end as the referee sends them to seat 0 of a short game."""
    log: list[tuple[str, int, Json]] = []
    play_game(
        "karma-2",
        [Recording(log, 0, First()), Recording(log, 1, First())],
        SealedDeal.from_text("tutorial"),
        game_id="5f0c2e1a9b7d4386",
    )
    told = [message for kind, seat, message in log if kind == "send" and seat == 0]
    differences = Differences()
    changes = [differences.shortened(request) for request in told[1:4]]
    return {"hello": told[0], "request": told[3], "changes": changes[-1], "end": told[-1]}


def on_the_page() -> list[tuple[str, str, str]]:
    """(kind of example, its name, its text) of every marked block."""
    return [(kind, name, text) for kind, name, text in _MARKED.findall(PAGE.read_text())]


def pretty(value: Any, indent: int = 0, lead: int = 0) -> str:
    """JSON for reading: objects and lists on one line where they fit. ``lead`` signs stand before it on its line."""
    flat = json.dumps(value)
    if len(flat) + indent + lead <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        rows = [f'{inner}"{key}": {pretty(part, indent + 2, len(key) + 4)}' for key, part in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    rows = [inner + pretty(part, indent + 2) for part in value]
    return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"


def write() -> None:
    messages = real_messages()

    def fresh(match: re.Match[str]) -> str:
        kind, name, _ = match.groups()
        return f"<!-- {kind}: {name} -->\n```json\n{pretty(messages[name])}\n```" if kind == "example" else match[0]

    PAGE.write_text(_MARKED.sub(fresh, PAGE.read_text()))


if __name__ == "__main__":
    write()
