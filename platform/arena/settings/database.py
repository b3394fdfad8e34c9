"""The one database of the arena: PostgreSQL, pooled in web processes only."""

from __future__ import annotations

from typing import Any

from arena.settings.environment import Environment


def connection(environment: Environment, *, pooled: bool) -> dict[str, Any]:
    if environment.database is None:
        return {"ENGINE": "arena.lib.unset_database", "NAME": "arena"}
    options: dict[str, Any] = {"application_name": "arena-web" if pooled else "arena", "connect_timeout": 5}
    if pooled and environment.db_pool:
        # Persistent connections under ASGI pile up one per thread and exhaust the server; a pool is bounded.
        options["pool"] = {"min_size": min(2, environment.db_pool), "max_size": environment.db_pool, "timeout": 10}
    if not pooled:
        options["prepare_threshold"] = 0  # see arena.lib.prepared
    own_options: Any = environment.database.get("OPTIONS", {})
    # Workers keep their connection from task to task: a new one costs more than most tasks. It is tried before use.
    lifetime: dict[str, Any] = {"CONN_MAX_AGE": 0 if pooled else 600, "CONN_HEALTH_CHECKS": not pooled}
    return {**environment.database, **lifetime, "OPTIONS": {**options, **own_options}}
