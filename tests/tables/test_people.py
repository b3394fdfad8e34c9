"""Ratings of people: only of those who want one, apart from bots, by the fit of the ladders."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.accounts.models import User
from arena.ratings.models import RatingEvent, Standing
from arena.tables import people, tasks
from arena.tables.actions.leaving import leave
from arena.tables.actions.opening import FRIEND
from arena.tables.errors import TableError
from arena.tables.hints import hint_for
from arena.tables.models import PersonRating, Table, TableKind, TableState
from arena.tables.people import anchors_for, rate_if_due
from arena.tables.visitor import Visitor
from arena.web.tables import people as people_pages
from engines import variant, variants
from tests.slugs import SMALLEST
from tests.tables.cast import ANN, NOW, play_on, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = SMALLEST[-1]
MANY = max(variants(), key=lambda each: (len(each.sides), each.slug)).slug


@pytest.fixture
def wanting(alice: User) -> Visitor:
    alice.wants_rating = True
    alice.save()
    return Visitor(alice, "", "192.0.2.1")


def played(visitor: Visitor, slug: str = SLUG, times: int = 1) -> Table:
    for _count in range(times):
        table = sit(slug, visitor)
        play_on(table, visitor)
    table.refresh_from_db()
    assert table.state == TableState.OVER
    return table


@pytest.mark.parametrize("slug", [SLUG, MANY])
def test_tables_against_house_bots_give_a_rating_with_an_honest_interval(slug: str, wanting: Visitor) -> None:
    played(wanting, slug, 4)
    assert tasks.rate_people() == 1
    line = PersonRating.objects.get()
    assert (line.user, line.variant, line.games) == (wanting.user, slug, 4)
    assert line.is_provisional
    assert line.margin is None or line.margin > 100, "four deals say little"
    assert tasks.rate_people() == 0
    assert not RatingEvent.objects.exists()
    assert not Standing.objects.exists()


def test_who_wins_more_stands_higher_and_who_leaves_has_lost(wanting: Visitor, bob: User) -> None:
    bob.wants_rating = True
    bob.save()
    tables = 0
    while tables < 3 or not Table.objects.filter(ranks__0=1).exists():  # with most deals one of three is won
        played(wanting)
        tables += 1
    for _count in range(tables):
        leave(sit(SLUG, Visitor(bob, "")).code, Visitor(bob, ""), NOW)
    rate_if_due(NOW + timedelta(minutes=1))
    ratings = dict(PersonRating.objects.values_list("user__name", "rating"))
    assert ratings["alice"] > ratings["bob"]


def test_only_house_tables_of_those_who_want_it_count(wanting: Visitor, bob: User) -> None:
    assert sit(SLUG, wanting).is_rated
    assert not sit(SLUG, ANN).is_rated
    assert not sit(SLUG, Visitor(bob, "")).is_rated
    assert not sit(SLUG, wanting, others={1: FRIEND}).is_rated
    assert not sit(SLUG, wanting, kind=TableKind.LESSON).is_rated


def test_a_rated_table_gives_no_hints(wanting: Visitor) -> None:
    table = sit(SLUG, wanting)
    with pytest.raises(TableError, match="no hints at a table that counts"):
        hint_for(table, table.sittings.get(seat=0))


def test_the_wish_can_be_taken_back(client: Client, wanting: Visitor) -> None:
    assert wanting.user is not None
    played(wanting)
    tasks.rate_people()
    assert "Alice" in client.get("/tables/ratings/").content.decode()
    wanting.user.wants_rating = False
    wanting.user.save()
    assert "Alice" not in client.get("/tables/ratings/").content.decode()
    tasks.rate_people()
    assert not PersonRating.objects.exists()
    with CaptureQueriesContext(connection) as asked:
        assert tasks.rate_people() == 0
    assert not any("DELETE" in query["sql"] for query in asked), "what nobody wants is not made again every minute"


def test_who_wants_a_rating_or_no_more_is_seen_at_once_by_visitors(client: Client, wanting: Visitor) -> None:
    """Pages of visitors are kept."""
    assert wanting.user is not None
    played(wanting)
    pages = ("/tables/ratings/", f"/tables/ratings/{SLUG}/", "/u/alice/")

    def shown() -> list[bool]:
        return ["± " in client.get(page).content.decode().replace("behind ±", "") for page in pages]

    assert shown() == [False] * 3
    rate_if_due(NOW + timedelta(minutes=1))
    assert shown() == [True] * 3
    wanting.user.wants_rating = False
    wanting.user.save()
    assert shown() == [False] * 3
    wanting.user.wants_rating = True
    wanting.user.save()
    assert shown() == [True] * 3


def test_a_board_that_was_looked_at_between_two_fits_of_one_run_is_made_anew(
    client: Client, wanting: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run fits one variant after the other, with one time for all; pages of visitors are kept meanwhile."""
    played(wanting)
    played(wanting, MANY)

    def boards() -> list[bool]:
        page = client.get("/tables/ratings/").content.decode()
        return [f'id="people-{slug}"' in page for slug in sorted([SLUG, MANY])]

    rate, seen = people._rate, []

    def rate_and_look(slug: str, now: datetime) -> int:
        made = rate(slug, now)
        seen.append(boards())
        return made

    monkeypatch.setattr(people, "_rate", rate_and_look)
    assert rate_if_due(NOW + timedelta(minutes=1)) == 2
    assert seen == [[True, False], [True, True]]


def test_what_others_played_is_not_read_to_find_nobody_in_it(
    wanting: Visitor, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many tables only the newest count: those of people who took their wish back must not push others out."""
    monkeypatch.setattr(people, "MOST_TABLES", 2)
    played(wanting)
    bob.wants_rating = True
    bob.save()
    played(Visitor(bob, ""), times=2)
    bob.wants_rating = False
    bob.save()
    assert rate_if_due(NOW + timedelta(minutes=1)) == 1
    assert PersonRating.objects.get().user == wanting.user
    assert rate_if_due(NOW + timedelta(minutes=2)) == 0


def test_a_long_board_has_pages_and_its_head_stands_on_the_page_of_all(client: Client) -> None:
    users = [User(name=f"pupil-{number}", email=f"p{number}@example.test", wants_rating=True) for number in range(60)]
    User.objects.bulk_create(users)
    lines = [
        PersonRating(
            user=user, variant=SLUG, rating=2000.0 - number, margin=50, games=200, is_provisional=False, fitted_at=NOW
        )
        for number, user in enumerate(users)
    ]
    PersonRating.objects.bulk_create(lines)
    everything = client.get("/tables/ratings/").content.decode()
    assert everything.count("/u/pupil-") == people_pages.FIRST
    assert f"/tables/ratings/{SLUG}/" in everything
    assert "standard error is above 40 points" in everything
    first, second = (client.get(f"/tables/ratings/{SLUG}/?page={page}").content.decode() for page in (1, 2))
    assert (first.count("/u/pupil-"), second.count("/u/pupil-")) == (50, 10)
    assert "/u/pupil-59/" in second
    assert client.get("/tables/ratings/chess-2/").status_code == 404


def test_house_bots_stand_where_the_ladder_has_them(db: None) -> None:
    assert anchors_for(SLUG, ["expert:1", "expert:2", "random:1"]) == {
        "expert:1": 1500.0,
        "expert:2": 1500.0,
        "random:1": 1200.0,
    }


def test_the_page_and_the_table_say_what_counts(client: Client, wanting: Visitor) -> None:
    assert wanting.user is not None
    assert "Nobody has a rating yet" in client.get("/tables/ratings/").content.decode()
    client.force_login(wanting.user)
    table = sit(SLUG, wanting)
    assert "counts for your rating" in client.get(f"/tables/{table.code}/").content.decode()
    assert variant(SLUG).slug == SLUG
