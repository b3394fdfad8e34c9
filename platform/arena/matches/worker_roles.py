"""Database roles of play workers: made by a command, mended after every upgrade."""

from django.db import connection, transaction
from psycopg import sql

from arena.matches.models import WorkerRole
from arena.matches.sql import doors

_USUAL_CONNECTIONS = 200
"""Each process holds one, and a second while a game is long."""


@transaction.atomic
def make_role(name: str, password: str = "", *, is_trusted: bool = True, most_batches: int | None = None) -> WorkerRole:
    """The role, with exactly the rights that it should have. Again: the same, with the new password if there is one.

    Without a number of batches it keeps the one it has.
    """
    told = {} if most_batches is None else {"most_batches": most_batches}
    role, _ = WorkerRole.objects.update_or_create(name=name, defaults={"is_trusted": is_trusted, **told})
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
        verb = sql.SQL("ALTER" if cursor.fetchone() else "CREATE")
        who = sql.Identifier(name)
        plain = sql.SQL("LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT {}")
        rights = plain.format(sql.Literal(max(_USUAL_CONNECTIONS, 2 * role.most_batches)))
        cursor.execute(sql.SQL("{} ROLE {} {}").format(verb, who, rights).as_string())
        if password:
            cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(who, sql.Literal(password)).as_string())
    mend_doors()
    return role


@transaction.atomic
def mend_doors() -> None:
    """The functions as this version has them, for all roles. Nothing to do where there are none."""
    roles = list(WorkerRole.objects.values_list("name", flat=True))
    if not roles:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        home = str(cursor.fetchone()[0])
        for statement in doors.definitions(home):
            cursor.execute(statement)
        for role in roles:
            for grant in doors.grants(role):
                cursor.execute(grant.as_string())


def broker_rules(prefix: str) -> list[str]:
    """What a user of Redis or Valkey for play workers may touch: their queue, live pages, signs of life.

    Above all not the cache, whose entries web processes unpack, nor other queues, whose tasks have all rights.
    """
    signs = (f"{prefix}:workers:play", f"{prefix}:processes", f"{prefix}:resting")
    keys = ("play*", "_kombu.binding*.play", f"{prefix}:live:*", *signs)
    commands = ("+@all", "-@admin", "-@dangerous", "+info", "-@scripting", "+evalsha", "+script|load")
    return ["on", "resetkeys", "resetchannels", *(f"~{key}" for key in keys), f"&{prefix}:live:*", *commands]
