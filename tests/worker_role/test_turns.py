"""Bots at tables of people are asked by a restricted worker too, which touches no table: the control side does."""

from uuid import uuid4

import pytest
from django.db import ProgrammingError, transaction

import sandbox
from arena.accounts.models import User
from arena.lib import prepared
from arena.matches import tasks as match_tasks
from arena.matches.models import WorkerRole
from arena.tables import playing, tasks, turn_statements
from arena.tables.actions.opening import BOT
from arena.tables.models import Turn
from arena.tables.visitor import Visitor
from tests.slugs import SMALLEST
from tests.tables.cast import play_on, sit
from tests.worker_role.conftest import As
from tests.worker_role.test_questions import LAST, uploaded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))
def test_a_restricted_worker_plays_a_decision_by_the_doors_alone(as_worker: As, alice: User) -> None:
    slug = next(slug for slug in SMALLEST if slug.startswith("karma-"))
    visitor = Visitor(alice, "")
    table = sit(slug, visitor, others={1: BOT + uploaded(alice, "Last", LAST).bot.slug})
    play_on(table, visitor)
    tasks.answer(table.pk)
    before = Turn.objects.count()
    WorkerRole.objects.update(is_trusted=False)
    with as_worker():
        assert playing.play_one() is None
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            Turn.objects.first()
    WorkerRole.objects.update(is_trusted=True)
    with as_worker():
        assert playing.play_one() == table.pk
    match_tasks.accept()
    table.refresh_from_db()
    assert any(row[0] == 1 for row in table.actions)
    assert before == 1


def test_a_sign_of_life_goes_by_its_door_for_a_trusted_role_alone(as_worker: As, alice: User) -> None:
    slug = next(slug for slug in SMALLEST if slug.startswith("karma-"))
    visitor = Visitor(alice, "")
    table = sit(slug, visitor, others={1: BOT + uploaded(alice, "Last", LAST).bot.slug})
    play_on(table, visitor)
    tasks.answer(table.pk)
    with as_worker():
        ((token, _task),) = prepared.rows(turn_statements.TAKE, {})
        assert prepared.rows(turn_statements.BEAT, {"token": token})
        assert not prepared.rows(turn_statements.BEAT, {"token": uuid4()})
    WorkerRole.objects.update(is_trusted=False)
    with as_worker():
        assert not prepared.rows(turn_statements.BEAT, {"token": token})
