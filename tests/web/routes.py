"""Every route of the site, what each reads from a request, and values that nobody means well with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from django.apps import apps
from django.http import QueryDict
from django.urls import URLPattern, URLResolver, get_resolver

from arena.api.site import document

ODD = (
    "", "0", "-1", "9" * 30, "1_0", "1.5", "1e999", "nan", "²", "१", "é\u202e🂡", "'\"--%s{}", "<b>&amp;", "[]",
    "../..", "a,b,,", "2026-02-30", "2026-01-01T00:00:00+99:99", "http://[", "x" * 3000, "\n\r\t", "%zz", b"\xff\xfe",
)  # fmt: skip
"""Numbers that are none or do not fit, digits that `int` refuses or takes, times that never were, halves of addresses,
bytes that are no text."""
_PART = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>([^)]*)\)")


@dataclass(frozen=True)
class Route:
    """One pattern of the site with values for its parts, and the names that its view asked for."""

    pattern: str
    parts: tuple[tuple[str, str], ...]

    @property
    def address(self) -> str:
        values = dict(self.parts)
        return "/" + _PART.sub(lambda hit: values[hit[2] or hit[3]], self.pattern)

    def with_part(self, name: str, value: str) -> Route:
        return replace(self, parts=tuple((each, value if each == name else old) for each, old in self.parts))


def patterns(found: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    for each in (found or get_resolver()).url_patterns:
        path = prefix + str(each.pattern).replace("^", "").replace("$", "").replace("\\", "").replace("/?", "/")
        if isinstance(each, URLResolver):
            yield from patterns(each, path)
        elif isinstance(each, URLPattern):
            yield path


def routes(made: dict[str, str]) -> list[Route]:
    """All of them, about things that exist: ``made`` says what stands for a part, first by folder, then by its name."""
    found = []
    for pattern in dict.fromkeys(patterns()):
        folder = pattern.removeprefix("live/").removeprefix("share/").removeprefix("news/").partition("/")[0]
        names = [hit[2] or hit[3] for hit in _PART.finditer(pattern)]
        own = _of_a_model(pattern) if folder == "admin" else {}
        parts = tuple((name, own.get(name) or made.get(f"{folder}:{name}") or made.get(name, "1")) for name in names)
        found.append(Route(pattern, parts))
    return found


def _of_a_model(pattern: str) -> dict[str, str]:
    """The number of a row that the page of the administration can show."""
    _admin, app, model, *_rest = [*pattern.split("/"), "", ""]
    if app not in apps.app_configs or model not in apps.get_app_config(app).models:
        return {}
    row = apps.get_model(app, model)._default_manager.first()
    return {} if row is None else {"object_id": str(row.pk)}


def documented() -> dict[str, set[str]]:
    """What reads of the API take in their query, by pattern: the framework reads them all at once."""
    return {
        path.lstrip("/").replace("{", "<").replace("}", ">"): {
            each["name"] for verb in verbs.values() for each in verb.get("parameters", ()) if each["in"] == "query"
        }
        for path, verbs in document()["paths"].items()
    }


@contextmanager
def listening() -> Iterator[set[str]]:
    """Names that are looked up in queries and forms meanwhile."""
    heard: set[str] = set()

    def heard_by(method: str) -> Any:
        real = getattr(QueryDict, method)

        def look_up(self: QueryDict, key: str, *rest: Any, **more: Any) -> Any:
            if isinstance(key, str):
                heard.add(key)
            return real(self, key, *rest, **more)

        return mock.patch.object(QueryDict, method, look_up)

    with heard_by("get"), heard_by("getlist"), heard_by("__getitem__"), heard_by("__contains__"):
        yield heard
