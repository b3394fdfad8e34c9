"""The documentation as a page of ours, from the same document that programs read. No script, nothing from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.api.problems import KINDS
from arena.api.scopes import Scope
from arena.api.site import DESCRIPTION, document


@dataclass(frozen=True)
class Call:
    """One operation as the page shows it."""

    id: str
    method: str
    path: str
    tag: str
    summary: str
    description: str
    scope: str
    """Of the token it needs; empty: everybody may call it."""
    parameters: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    """Of what is sent in the body."""
    answers: list[tuple[str, str]]


@require_GET
def documentation(request: HttpRequest) -> HttpResponse:
    all_calls = calls()
    context = {
        "groups": [(tag, list(members)) for tag, members in groupby(all_calls, key=lambda call: call.tag)],
        "problems": KINDS,
        "scopes": Scope.choices,
        "paragraphs": DESCRIPTION.split("\n\n"),
    }
    return render(request, "api/docs.html", context)


def calls() -> list[Call]:
    schema = document()
    return [
        _call(schema, path, method, operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]


def _call(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Call:
    return Call(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        tag=operation["tags"][0],
        summary=operation["summary"],
        description=operation.get("description", ""),
        scope=operation.get("x-scope", ""),
        parameters=[
            {**parameter, "type": _type(parameter["schema"]), "meaning": _meaning(parameter)}
            for parameter in operation.get("parameters", [])
            if parameter["in"] != "path"
        ],
        fields=_fields(schema, operation.get("requestBody", {})),
        answers=[(status, _model(answer)) for status, answer in operation["responses"].items() if status[0] == "2"],
    )


def _fields(schema: dict[str, Any], body: dict[str, Any]) -> list[dict[str, Any]]:
    for content in body.get("content", {}).values():
        model = _resolved(schema, content["schema"])
        needed = set(model.get("required", []))
        return [
            {
                "name": name,
                "type": _type(field),
                "required": name in needed,
                "description": field.get("description", ""),
            }
            for name, field in model.get("properties", {}).items()
        ]
    return []


def _resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    name = part.get("$ref", "").rpartition("/")[2]
    resolved: dict[str, Any] = schema["components"]["schemas"][name] if name else part
    return resolved


def _type(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " | ".join(str(value) or "(empty)" for value in field["enum"])
    if "anyOf" in field:
        return " or ".join(_type(choice) for choice in field["anyOf"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    if field.get("format") == "binary":
        return "file"
    return str(field.get("type") or field.get("$ref", "object").rpartition("/")[2])


def _meaning(parameter: dict[str, Any]) -> str:
    return str(parameter["schema"].get("description") or parameter.get("description") or "")


def _model(answer: dict[str, Any]) -> str:
    for content in answer.get("content", {}).values():
        model = content["schema"]
        return str(model.get("title") or _type(model))
    return ""
