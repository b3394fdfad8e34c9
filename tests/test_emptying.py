"""What a test commits is not seen by the next one: not even rows that nothing may delete, or that came late."""

import threading

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.news.models import Event
from tests.emptying import empty

pytestmark = pytest.mark.django_db(transaction=True)


def assert_that_events_last() -> None:
    Event.objects.create(key="told", kind="made", created_at=timezone.now())
    with (
        pytest.raises(DatabaseError, match="only ever added to"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM news_event")


def test_all_rows_go_and_what_django_knows_of_the_models_stays(stella: User) -> None:
    known = Permission.objects.count()
    stella.user_permissions.add(Permission.objects.earliest("pk"))
    assert_that_events_last()
    assert empty(connection)
    assert [User.objects.count(), User.user_permissions.through.objects.count(), Event.objects.count()] == [0, 0, 0]
    assert Permission.objects.count() == known > 0
    assert_that_events_last()


def test_who_still_writes_is_waited_for(alice: User) -> None:
    has_written, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            User.objects.create_user("late", "late@example.org")
            has_written.set()
            may_end.wait()
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    has_written.wait()
    end = threading.Timer(0.2, may_end.set)
    end.start()
    assert empty(connection)
    writer.join()
    assert may_end.is_set()
    assert User.objects.count() == 0
