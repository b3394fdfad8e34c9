"""The one database of the arena: PostgreSQL, pooled in web processes only."""

from __future__ import annotations

from typing import Any

from arena.settings.environment import Environment

# A cable that is cut says nothing. Without these a worker would wait for an answer for hours: what was sent and not
# acknowledged ends the connection after a quarter of a minute, and a silent one is asked after ten seconds. Unix
# sockets know none of it.
NETWORK_CUTS: dict[str, Any] = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}


def connection(environment: Environment, *, pooled: bool) -> dict[str, Any]:
    if environment.database is None:
        return {"ENGINE": "arena.lib.unset_database", "NAME": "arena"}
    name = {"application_name": "arena-web" if pooled else "arena"}
    options: dict[str, Any] = {**name, "connect_timeout": 5, **NETWORK_CUTS}
    if pooled and environment.db_pool:
        # Persistent connections under ASGI pile up one per thread and exhaust the server; a pool is bounded.
        options["pool"] = {"min_size": min(2, environment.db_pool), "max_size": environment.db_pool, "timeout": 10}
    if not pooled:
        options["prepare_threshold"] = 0 if environment.db_prepare else None  # see arena.lib.prepared
    own_options: Any = environment.database.get("OPTIONS", {})
    # Workers keep their connection from task to task: a new one costs more than most tasks. It is tried before use.
    lifetime: dict[str, Any] = {"CONN_MAX_AGE": 0 if pooled else 600, "CONN_HEALTH_CHECKS": not pooled}
    return {**environment.database, **lifetime, "OPTIONS": {**options, **own_options}}
