"""What is hidden stays hidden: every byte that a browser gets is the same whatever the cards are that it cannot see."""

import random

import orjson
import pytest

from arena.tables.actions.joining import join
from arena.tables.actions.moving import choose
from arena.tables.actions.opening import FRIEND
from arena.tables.models import Table
from arena.tables.seen import seen_from
from engines import variants
from referee.course import Course
from referee.deal import SealedDeal
from tests.slugs import SMALLEST
from tests.tables.cast import ANN, BEN, NOW, first_offered, look, sit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", SMALLEST)
def test_views_events_and_choices_are_those_of_the_seat_alone(slug: str) -> None:
    """Every step that is sent is the engine's answer for this seat, and no secret of the deal is among the bytes."""
    table = sit(slug)
    for _count in range(6):
        seen = look(table)
        if seen["legal"]:
            choose(table.code, ANN, seen["at"], first_offered(seen), NOW)
    seen = look(table)
    sent = orjson.dumps(seen)
    table.refresh_from_db()
    assert bytes(table.seed).hex().encode() not in sent
    assert bytes(table.salt).hex().encode() not in sent
    state = Course(slug, SealedDeal(bytes(table.seed), bytes(table.salt)), table.first_seat).state
    for step, row in zip(seen["steps"], [None, *table.actions], strict=True):
        before = state.event_count() if row else 0
        if row:
            state.apply(row[1], row[0])
        assert step["events"] == state.events(0, before)
        view = state.view(0)
        known = {key: value for key, value in step["view"].items() if key != "seats"}
        assert known.items() <= view.items()


@pytest.mark.parametrize("slug", SMALLEST)
def test_another_deal_of_the_hidden_cards_changes_no_byte(slug: str) -> None:
    """The cards that the seat cannot see are dealt anew, in agreement with all it knows: what is sent stays equal."""
    table = sit(slug)
    seen = look(table)
    course = Course(slug, SealedDeal(bytes(table.seed), bytes(table.salt)), table.first_seat)
    for row in Table.objects.get(pk=table.pk).actions:
        course.state.apply(row[1], row[0])
    other = course.state.resample(0, random.Random(5))
    assert other.save() != course.state.save()
    assert orjson.dumps(other.view(0)) == orjson.dumps(course.state.view(0))
    assert [entry["id"] for entry in seen["legal"]] == other.legal_actions(0)


def test_a_choice_that_waits_for_others_leaves_no_trace() -> None:
    pairs = [variant.slug for variant in variants() if variant.seats == 2]
    slug = next(slug for slug in pairs if len(Course(slug, SealedDeal.fresh(), 0).state.deciders()) == 2)
    table = sit(slug, others={1: FRIEND})
    join(table.code, BEN, "Ben", NOW)
    mine = look(table, 1)
    before = {key: value for key, value in look(table, 0).items() if key not in ("version", "asked")}
    choose(table.code, BEN, mine["at"], mine["legal"][0]["id"], NOW)
    table.refresh_from_db()
    after = seen_from(table, list(table.sittings.all()), 0)
    assert {key: value for key, value in after.items() if key not in ("version", "asked")} == before
    assert after["asked"] == [0]
