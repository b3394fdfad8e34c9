"""Version 1 of the API, put together from its routes."""

from __future__ import annotations

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from arena.api import errors
from arena.api.openapi import complete
from arena.api.routes import bots, games, ladders, service

DESCRIPTION = """Everything that authors and spectators do on the site, for programs.

Public things need no token. For the rest make one on the page of your account and send it with each call:
`Authorization: Bearer karma_…`. Errors are `application/problem+json` with a `code` and a `next_step`. Lists have
`next_cursor`. Answers to GET have an `ETag`. Creating calls take an `Idempotency-Key`: the same call with the same key
gives the same answer for a day and creates nothing twice."""


class ArenaAPI(NinjaAPI):
    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        return complete(super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params))


api = ArenaAPI(title="Karma Arena", version="1.0.0", description=DESCRIPTION, docs_url=None, urls_namespace="api-v1")
errors.install(api)
for each in (service, bots, games, ladders):
    api.add_router("", each.router)
