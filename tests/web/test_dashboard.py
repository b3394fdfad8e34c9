"""What an author finds on coming back: what needs a hand, what is new since the last visit, how the bots moved."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.accounts.visits import ONE_VISIT, look_in
from arena.bots.models import BotVersion, CheckState
from arena.matches.models import Game, GameState, Seat
from arena.news.models import Audience, Event, Kind
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import LadderEntry, Period, Pool, Snapshot, Standing
from arena.web.bots.standing_lines import bot_cards
from tests.matches import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = "karma-2"


@pytest.fixture
def ace(alice: User) -> BotVersion:
    return cast.ready_version(alice, "Ace")


def shown(client: Client) -> str:
    return client.get("/dashboard/").content.decode()


def test_what_is_new_is_counted_from_the_end_of_the_visit_before(alice: User) -> None:
    now = timezone.now()
    assert look_in(alice, now) is None
    assert look_in(alice, now + timedelta(minutes=5)) is None, "the same visit"
    back = now + timedelta(minutes=5) + ONE_VISIT + timedelta(minutes=1)
    assert look_in(alice, back) == now + timedelta(minutes=5)
    alice.refresh_from_db()
    assert look_in(alice, back + timedelta(minutes=1)) == now + timedelta(minutes=5), "a reload keeps what is new"


def test_faults_rejections_and_lost_ladders_come_first(as_alice: Client, ace: BotVersion) -> None:
    ensure_pools()
    fox = cast.ready_version(None, "Fox")
    game = cast.games_of(cast.match([ace, fox]))[0]
    Game.objects.filter(pk=game.pk).update(
        state=GameState.DONE, termination="fault", ranks=[2, 1], deadline=None, finished_at=timezone.now()
    )
    Seat.objects.filter(game=game, version=ace).update(fault="crash")
    BotVersion.objects.create(
        bot=ace.bot, number=2, content_hash="two", runtime="python", state=CheckState.REJECTED,
        reason="It never answers.", checked_at=timezone.now(),
    )  # fmt: skip
    LadderEntry.objects.create(
        pool=Pool.objects.get(variant=SLUG), version=ace, joined_at=timezone.now(), is_suspended=True
    )
    page = shown(as_alice)
    trouble = page[page.index("This needs you") : page.index("New in the last week")]
    for words in (f"game {game.pk}", "Ace failed (crash)", "It never answers.", "taken off the ladder"):
        assert words in trouble
    assert page.index("This needs you") < page.index("Your bots")


def test_old_faults_need_nobody_any_more(as_alice: Client, alice: User, ace: BotVersion) -> None:
    game = cast.games_of(cast.match([ace, cast.ready_version(None, "Owl", "expert")]))[0]
    old = timezone.now() - timedelta(hours=3)
    Game.objects.filter(pk=game.pk).update(
        state=GameState.DONE, termination="fault", ranks=[2, 1], deadline=None, finished_at=old
    )
    Seat.objects.filter(game=game, version=ace).update(fault="crash")
    assert "This needs you" in shown(as_alice)
    User.objects.filter(pk=alice.pk).update(looked_in_at=old + timedelta(hours=1))
    assert "This needs you" not in shown(as_alice)


def test_news_of_own_bots_are_told_once(as_alice: Client, alice: User, ace: BotVersion) -> None:
    event = Event.objects.create(
        key="ready/1", kind=Kind.VERSION_READY, audience=Audience.OWNER, created_at=timezone.now(),
        data={"bot": "Ace", "version": 1, "bot_slug": "ace"},
    )  # fmt: skip
    event.bots.add(ace.bot)
    assert "Ace v1 is ready to play" in shown(as_alice)
    User.objects.filter(pk=alice.pk).update(looked_in_at=timezone.now() + timedelta(hours=-1))
    assert "Ace v1 is ready to play" in shown(as_alice)
    User.objects.filter(pk=alice.pk).update(looked_in_at=timezone.now(), away_since=timezone.now())
    assert "Ace v1 is ready to play" not in shown(as_alice)


def test_the_rating_of_each_bot_is_shown_with_what_it_moved(ace: BotVersion) -> None:
    ensure_pools()
    pool = Pool.objects.get(variant=SLUG)
    now = timezone.now()
    Standing.objects.create(pool=pool, version=ace, rating=1540.0, margin=30.0, position=1)
    for number, (ago, rating) in enumerate(((9, 1450.0), (5, 1500.0), (1, 1530.0)), start=1):
        period = Period.objects.create(
            pool=pool, number=number, key=f"p{number}", first_seq=number, last_seq=number,
            closed_at=now - timedelta(days=ago),
        )  # fmt: skip
        Snapshot.objects.create(period=period, version=ace, live=1500.0, games=10, rating=rating)
    (card,) = bot_cards([ace.bot], now - timedelta(days=3))
    assert [(line.variant, line.change) for line in card.lines] == [(SLUG, 40.0)]
    (card,) = bot_cards([ace.bot])
    assert card.lines[0].change is None


def test_the_page_asks_little_of_the_database(
    as_alice: Client, alice: User, django_assert_max_num_queries: object
) -> None:
    for number in range(4):
        cast.ready_version(alice, f"Bot{number}")
    shown(as_alice)
    with django_assert_max_num_queries(24):  # type: ignore[operator]  # a fixture that is a context manager
        shown(as_alice)
