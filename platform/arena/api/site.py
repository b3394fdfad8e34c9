"""Version 1 of the API, put together from its routes."""

from __future__ import annotations

from functools import cache
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from arena.api import errors
from arena.api.openapi import complete
from arena.api.routes import bots, data, games, ladders, news, questions, service, trials, versions
from arena.api.tournaments import routes as tournaments

PREFIX = "/api/v1/"
DESCRIPTION = """Everything that authors, organisers and spectators do on the site, for programs.

Public things need no token. For the rest make one on the page of your account and send it with each call:
`Authorization: Bearer karma_…`. Errors are `application/problem+json` with a `code` and a `next_step`. Lists have
`next_cursor`. Answers to GET have an `ETag`. Calls that change something take an `Idempotency-Key`: the same call with
the same key gives the same answer for a day and does nothing twice.

Status 422 means that a field is missing or wrong by itself, 409 that the fields are right but do not fit together, or
not now; the sentence in `detail` says why."""


class ArenaAPI(NinjaAPI):
    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        return complete(super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params))


api = ArenaAPI(title="Karma Arena", version="1.0.0", description=DESCRIPTION, docs_url=None, urls_namespace="api-v1")
errors.install(api)
for routes in (service, bots, versions, trials, games, questions, data, ladders, tournaments, news):
    api.add_router("", routes.router)


@cache
def document() -> OpenAPISchema:
    """Made once a process: 400 ms of work, which would otherwise be a cheap way to stall the site."""
    return api.get_openapi_schema(path_prefix=PREFIX)
