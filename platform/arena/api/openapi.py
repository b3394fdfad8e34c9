"""Completes the document that django-ninja writes: what the gate adds to every call, and who needs a token."""

from __future__ import annotations

from typing import Any

from ninja.openapi.schema import OpenAPISchema

from arena.api.problems import CONTENT_TYPE, KINDS
from arena.api.schemas import Problem

ALWAYS = (400, 401, 403, 404, 405, 413, 422, 429)
RATE = {
    name: {"schema": {"type": "integer"}, "description": text}
    for name, text in (
        ("RateLimit-Limit", "Calls a minute."),
        ("RateLimit-Remaining", "Calls left in this minute."),
        ("RateLimit-Reset", "Seconds until it begins anew."),
    )
}


def complete(schema: OpenAPISchema) -> OpenAPISchema:
    components: dict[str, Any] = schema.setdefault("components", {})
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer", "description": "Personal token."}}
    shown = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    components.setdefault("schemas", {}).update({**shown.pop("$defs", {}), "Problem": shown})
    for operations in schema["paths"].values():
        for method, operation in operations.items():
            _complete(method, operation)
    return schema


def _complete(method: str, operation: dict[str, Any]) -> None:
    operation.setdefault("security", [{}, {"token": []}])
    responses = {str(status): answer for status, answer in operation["responses"].items()}
    for answer in responses.values():
        answer["headers"] = dict(RATE)
    if method == "get":
        for answer in responses.values():
            answer["headers"]["ETag"] = {"schema": {"type": "string"}, "description": "For If-None-Match."}
        responses["304"] = {"description": "What you have is still right."}
    else:
        operation.setdefault("parameters", []).append(_idempotency_key())
    if media := operation.pop("x-media", None):
        responses["200"]["content"] = {media: {"schema": {"type": "string", "format": "binary"}}}
    for status in (*ALWAYS, *((409,) if method != "get" else ())):
        responses[str(status)] = _problem(status)
    operation["responses"] = responses


def _idempotency_key() -> dict[str, Any]:
    return {
        "in": "header",
        "name": "Idempotency-Key",
        "required": False,
        "description": "The same key and call again: the same answer, nothing is made twice.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    }


def _problem(status: int) -> dict[str, Any]:
    codes = [code for code, kind in KINDS.items() if kind.status == status]
    return {
        "description": "; ".join(f"{code}: {KINDS[code].title}" for code in codes),
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
