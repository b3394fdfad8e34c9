"""What a worker that was taken over can do to the database: play, and nothing else."""

from datetime import timedelta

import psycopg
import pytest
from django.db import ProgrammingError, connection, transaction

from arena.accounts.models import User
from arena.api.actions import create_token
from arena.api.scopes import Scope
from arena.bots.models import BotVersion
from arena.matches.actions.claim import claim
from arena.matches.models import Game, MatchKind, WorkerRole
from arena.matches.sql import doors
from tests.matches import cast
from tests.worker_role.conftest import ROLE, As

pytestmark = pytest.mark.django_db


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except ProgrammingError as error:
        return isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege)
    return False


def tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [row[0] for row in cursor.fetchall()]


def test_no_table_can_be_read_or_changed(as_worker: As, alice: User) -> None:
    create_token(alice, "secret", [Scope.READ], timedelta(days=1))
    found = tables()
    assert {"accounts_user", "django_session", "api_accesstoken", "matches_block", "ratings_standing"} <= set(found)
    with as_worker():
        for table in found:
            assert refused(f"SELECT * FROM {table}"), table  # noqa: S608 - a name from the catalogue
            assert refused(f"DELETE FROM {table}"), table  # noqa: S608 - as above
            assert refused(f"INSERT INTO {table} DEFAULT VALUES"), table
            assert refused(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"), table


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_user SET is_superuser = true",
        "UPDATE ratings_snapshot SET live = 3000",
        "UPDATE ratings_ratingevent SET payload = '{}'",
        "UPDATE matches_game SET ranks = '[1, 2]', state = 'done'",
        "UPDATE bots_botversion SET archive = 'versions/mine.zip'",
        "SELECT password FROM accounts_user",
        "SELECT seed FROM matches_block",
        "SELECT token FROM leases_lease",
        "SELECT report FROM bots_botversion",
        "SELECT owner_id FROM bots_bot",
        "UPDATE matches_workerrole SET is_trusted = true",
        "CREATE TABLE public.mine (id int)",
        "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE ROLE other SUPERUSER",
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "SELECT pg_read_file('/etc/passwd')",
        "SET ROLE arena",
    ],
)
def test_the_worst_is_refused(as_worker: As, statement: str) -> None:
    with as_worker():
        assert refused(statement)


def test_what_it_reads_of_programs_is_what_it_needs(as_worker: As, house: list[BotVersion]) -> None:
    with as_worker(), connection.cursor() as cursor:
        for table, columns in doors.READABLE.items():
            cursor.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 - our own names
            assert cursor.fetchall()


def test_a_table_of_its_own_does_not_take_the_place_of_ours(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house)
    with as_worker():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE matches_workerrole (name text, stopped_because text)")
            cursor.execute("CREATE TEMPORARY TABLE matches_game (id bigint)")
        batch = claim("w")
    assert batch is not None, "the functions look at the arena's own tables"


def test_its_name_and_its_caps_are_not_its_own_word(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house, blocks=100)
    with as_worker():
        batch = claim("control@elsewhere", most=100_000)
    assert batch is not None
    assert len(batch.games) <= 128
    reasons = set(Game.objects.filter(lease_token=batch.token).values_list("reason", flat=True))
    assert reasons == {f"Being played by {ROLE}/control@elsewhere."}


def test_it_cannot_take_games_without_end(as_worker: As, house: list[BotVersion]) -> None:
    for number in range(8):
        cast.match(house, f"ladder/{number}", f"ladder:{number}", blocks=10, kind=MatchKind.LADDER)
    WorkerRole.objects.update(most_batches=3)
    with as_worker():
        for _ in range(3):
            assert claim("w", most=1) is not None
        assert claim("w", most=1) is None, "turned away, which is no error: it comes again"


def test_a_stopped_worker_gets_nothing(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house)
    WorkerRole.objects.update(stopped_because="It lied.")
    with as_worker(), pytest.raises(ProgrammingError, match="stopped"):
        claim("w")


def test_what_others_hold_is_not_touched(as_worker: As, house: list[BotVersion]) -> None:
    cast.match(house)
    held = cast.take("another")
    with as_worker(), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM arena_play.deliver(%s, '{}')", [held.token])
        assert cursor.fetchall() == []
