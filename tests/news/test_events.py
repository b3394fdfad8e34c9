"""One list of what happened: written once, from what everybody may see."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches.actions.leave import leave
from arena.news.collecting import collect
from arena.news.models import Audience, Event, Kind, Seen
from arena.news.wording import title
from arena.ratings.actions.close_period import open_pool
from arena.ratings.models import LadderEntry, Standing
from arena.tournaments.actions import announcements, departures, lifecycle, registration, reveal, rulings, timetable
from tests.matches.cast import ready_version
from tests.tournament_engine import cast


def kinds() -> list[str]:
    return list(Event.objects.order_by("pk").values_list("kind", flat=True))


def test_a_tournament_from_the_first_to_the_last_event(olga: User) -> None:
    cup = cast.opened(olga, cast.field(4), "single_elimination")
    collect()
    assert kinds() == [Kind.REGISTRATION_OPENED]
    registration.close_registration(cup.pk, olga)
    lifecycle.start(cup.pk, olga)
    announcements.announce(cup.pk, olga, "Hello", "World")
    collect()
    assert kinds()[1:] == [Kind.TOURNAMENT_STARTED, Kind.ANNOUNCEMENT, Kind.ROUND_PUBLISHED]
    cast.play_all(cup)
    collect()
    late = kinds()[4:]
    assert late.count(Kind.MATCH_DECIDED) == 3
    assert late.count(Kind.ROUND_COMPLETE) == 2
    assert late[-1] == Kind.TOURNAMENT_FINISHED
    assert title(Event.objects.latest("pk")) == "Cup is over: Bot01 wins"
    assert title(Event.objects.filter(kind=Kind.MATCH_DECIDED).latest("pk")).startswith("Cup, Final: Bot01 ")


def test_a_result_has_the_decimal_sign_of_who_reads(olga: User) -> None:
    cup = cast.play_all(cast.started(olga, cast.field(4), "single_elimination"))
    collect()
    event = Event.objects.filter(tournament=cup, kind=Kind.MATCH_DECIDED).latest("pk")
    with override("en"):
        assert title(event).endswith(": " + event.data["result"])
    event.data["slots"] = [
        {"name": "v1.5", "rank": 2, "score": "1.33"}, {"name": "Bot01", "rank": 1, "score": "2.5"},
    ]  # fmt: skip
    with override("de"):
        assert title(event).endswith(": Bot01 2,5 – v1.5 1,33")


def test_looking_twice_finds_nothing_new(olga: User) -> None:
    cast.play_all(cast.started(olga, cast.field(4), "swiss"))
    assert collect() > 5
    before = Event.objects.count()
    assert collect() == 0
    Seen.objects.all().delete()  # as after a crash between the events and this
    assert collect() == 0
    assert Event.objects.count() == before


def test_rulings_and_departures_are_news(olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss")
    rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "It cheated.")
    departures.withdraw(cup.pk, cast.entrant(cup, 4), olga, "Holidays.")
    collect()
    left = Event.objects.get(kind=Kind.ENTRANT_LEFT)
    assert left.data["reason"] == "Holidays."
    assert [bot.slug for bot in left.bots.all()] == ["bot04"]
    assert Event.objects.filter(kind=Kind.RULING).count() == 1
    assert not Event.objects.filter(kind=Kind.MATCH_DECIDED, data__match="1.1.1").exists()


def test_what_is_under_seal_is_no_news_until_it_is_revealed(olga: User) -> None:
    cup = cast.play_all(cast.started(olga, cast.field(4), "single_elimination", is_staged=True))
    collect()
    assert kinds() == [Kind.REGISTRATION_OPENED, Kind.TOURNAMENT_STARTED, Kind.ROUND_PUBLISHED]
    reveal.reveal(cup.pk, olga)
    collect()
    assert kinds()[3:] == [Kind.MATCH_DECIDED] * 2 + [Kind.ROUND_COMPLETE, Kind.ROUND_PUBLISHED]
    reveal.reveal(cup.pk, olga)
    collect()
    assert kinds()[-1] == Kind.TOURNAMENT_FINISHED


@pytest.mark.parametrize("format_name", ["single_elimination", "swiss"])
def test_pairings_are_news_when_they_are_published(olga: User, format_name: str) -> None:
    cup = cast.started(olga, cast.field(4), format_name, publishes_itself=False)
    collect()
    assert Kind.ROUND_PUBLISHED not in kinds()
    lifecycle.publish(cup.pk, olga, 1, 1)
    collect()
    assert kinds()[-1] == Kind.ROUND_PUBLISHED


def test_the_check_of_a_version_is_news_and_a_rejection_only_its_owners(alice: User) -> None:
    version = ready_version(alice, "Hawk")
    BotVersion.objects.filter(pk=version.pk).update(checked_at=timezone.now())
    collect()
    assert kinds() == [Kind.VERSION_READY]
    BotVersion.objects.filter(pk=version.pk).update(
        state=CheckState.REJECTED, reason="It does not start.", checked_at=timezone.now()
    )
    collect()
    rejected = Event.objects.latest("pk")
    assert (rejected.kind, rejected.audience) == (Kind.VERSION_REJECTED, Audience.OWNER)
    assert title(rejected) == "Hawk v1 was rejected"


def test_the_list_is_only_added_to(olga: User) -> None:
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    event = Event.objects.get()
    with pytest.raises(TypeError, match="only ever added"):
        event.save()
    with pytest.raises(TypeError, match="only ever added"):
        event.delete()


@pytest.mark.parametrize("change", ["UPDATE news_event SET kind = 'x'", "DELETE FROM news_event"])
def test_the_database_itself_refuses_to_change_the_list(olga: User, change: str) -> None:
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert Event.objects.get().kind == Kind.REGISTRATION_OPENED


def test_a_missed_check_in_is_news_of_that_bot(olga: User) -> None:
    start = timezone.now() + timedelta(hours=1)
    cup = cast.opened(olga, cast.field(3), "swiss", starts_at=start, check_in_minutes=30)
    for entrant in cup.entrants.exclude(bot__slug="bot03"):
        timetable.check_in(cup.pk, entrant, olga, start)
    timetable.start_due(start)
    collect()
    missed = Event.objects.get(kind=Kind.MISSED_CHECK_IN)
    assert title(missed) == "Cup has started without Bot03: it was not checked in"
    assert [bot.slug for bot in missed.bots.all()] == ["bot03"]


def test_a_suspension_is_told_to_the_owner_once(alice: User) -> None:
    entry = LadderEntry.objects.create(
        pool=open_pool("diamoniak-2"), version=ready_version(alice, "Hawk"), joined_at=timezone.now(),
        is_suspended=True, suspended_reason="Five faults in a row.", owner_told_at=timezone.now(),
    )  # fmt: skip
    collect()
    collect()
    told = Event.objects.get(kind=Kind.BOT_SUSPENDED)
    assert (told.audience, told.data["reason"]) == (Audience.OWNER, "Five faults in a row.")
    entry.owner_told_at = timezone.now()
    entry.save()
    collect()
    assert kinds().count(Kind.BOT_SUSPENDED) == 2, "suspended a second time"


def test_a_rank_is_news_when_it_is_the_best_so_far(alice: User) -> None:
    line = Standing.objects.create(
        pool=open_pool("diamoniak-2"), version=ready_version(alice, "Hawk"), position=1, tie_first=3
    )
    collect()
    assert kinds() == [], "a provisional rank says nothing"
    for rank in (11, 3, 5, 2, 2):
        Standing.objects.filter(pk=line.pk).update(tie_first=rank, is_provisional=False)
        collect()
    ranks = Event.objects.filter(kind=Kind.BEST_RANK).order_by("pk").values_list("data__rank", flat=True)
    assert list(ranks) == [3, 2]
    assert title(Event.objects.latest("pk")).startswith("Hawk reached rank 2 of ")


def test_news_go_with_a_bot_that_is_deleted(alice: User, client: Client) -> None:
    version = ready_version(alice, "Secret")
    BotVersion.objects.filter(pk=version.pk).update(checked_at=timezone.now())
    Bot.objects.filter(pk=version.bot_id).update(is_private=True)
    collect()
    assert kinds() == [Kind.VERSION_READY]
    assert "Secret" not in client.get("/news/").content.decode()
    manage.delete(version.bot)
    assert "Secret" not in client.get("/news/").content.decode(), "nobody is left who could hide it"


def test_news_do_not_name_the_bots_of_an_author_who_left(olga: User, client: Client) -> None:
    cup = cast.play_all(cast.started(olga, cast.field(4), "swiss"))
    collect()
    assert "Bot01" in client.get("/news/").content.decode()
    owner = cast.entrant(cup, 1).owner
    assert owner is not None
    leave(owner)
    page = client.get("/news/").content.decode()
    assert "Bot01" not in page
    assert "Bot02" in page
