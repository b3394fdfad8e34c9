"""Messages between matches and tournaments: a storm of results is one message, and none is needed."""

from typing import Any

import pytest
from django.conf import settings
from redis.exceptions import ConnectionError as RedisIsAwayError

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.lib.redis_client import client
from arena.matches import signals
from arena.matches.actions.leave import leave
from arena.matches.models import Match, MatchState
from arena.tournaments import listeners, tasks
from arena.tournaments.actions import registration
from arena.tournaments.models import NodeState, Tournament
from arena.tournaments.running import nudges
from arena.tournaments.running.advance import try_to_advance
from tests.tournament_engine import cast

TASK = "arena.tournaments.tasks.advance"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, fresh_redis: None) -> list[int]:
    """Tournaments that an ``advance`` was asked for."""
    asked: list[int] = []

    def send_task(name: str, arguments: tuple[Any, ...] = ()) -> None:
        if name == TASK:
            asked.append(arguments[0])

    monkeypatch.setattr("celery.current_app.send_task", send_task)
    return asked


def tell(capture: Any, tournament_id: int) -> None:
    with capture(execute=True):
        nudges.tournament_has_news(tournament_id)


def test_a_thousand_results_ask_once(sent: list[int], db: None, django_capture_on_commit_callbacks: Any) -> None:
    for _ in range(1000):
        tell(django_capture_on_commit_callbacks, 7)
    tell(django_capture_on_commit_callbacks, 8)
    assert sent == [7, 8], "each tournament once"


def test_news_that_come_while_it_advances_ask_again(
    sent: list[int], olga: User, four: list[BotVersion], django_capture_on_commit_callbacks: Any
) -> None:
    cup = cast.started(olga, four, "swiss")
    tell(django_capture_on_commit_callbacks, cup.pk)
    tasks.advance(cup.pk)
    tell(django_capture_on_commit_callbacks, cup.pk)
    assert sent == [cup.pk] * 2


def test_a_message_that_was_lost_does_not_silence_the_next_for_long(
    sent: list[int], db: None, django_capture_on_commit_callbacks: Any
) -> None:
    tell(django_capture_on_commit_callbacks, 7)
    left_s = client().ttl(f"{settings.KEY_PREFIX}:tournament:7:news")
    assert 0 < left_s <= nudges.WAITING_S


def test_without_redis_every_result_asks(
    sent: list[int], db: None, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise RedisIsAwayError

    monkeypatch.setattr(nudges, "client", away)
    tell(django_capture_on_commit_callbacks, 7)
    tell(django_capture_on_commit_callbacks, 7)
    assert sent == [7, 7]


def test_who_ends_the_last_match_of_a_round_pairs_the_next_itself_and_once(
    sent: list[int],
    olga: User,
    four: list[BotVersion],
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    advanced: list[int] = []

    def advance(tournament_id: int) -> bool:
        advanced.append(tournament_id)
        return try_to_advance(tournament_id)

    monkeypatch.setattr(listeners, "try_to_advance", advance)
    cup = cast.started(olga, four, "swiss")
    first, second = Match.objects.filter(source=cup.source).order_by("pk")
    with django_capture_on_commit_callbacks(execute=True):
        while Match.objects.filter(pk=first.pk, state=MatchState.RUNNING).exists():
            cast.play_one()
    assert (sent, advanced) == ([cup.pk], []), "the others play on"
    with django_capture_on_commit_callbacks(execute=True):
        while Match.objects.filter(pk=second.pk, state=MatchState.RUNNING).exists():
            cast.play_one()
    assert (sent, advanced) == ([cup.pk], [cup.pk])
    assert Match.objects.filter(source=cup.source, state=MatchState.RUNNING).count() == 2, "of the second round"
    with django_capture_on_commit_callbacks(execute=True):  # of a match that ended together with the last one
        signals.match_finished.send(sender=Match, match_id=first.pk, kind=first.kind, source=first.source)
    assert (sent, advanced) == ([cup.pk], [cup.pk])


class TestAnAuthorWhoLeavesTheArena:
    def test_a_running_tournament_lets_the_bot_go_by_walkover(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination")
        self.leave(four[0])
        assert cast.node(cup, "1.1.1").state == NodeState.WALKOVER
        entry = cup.audit.get(action="leave")
        assert (entry.by, entry.reason) == (None, "Its author has left the arena.")
        assert cast.play_all(cup).places[0] == [1, 2]

    def test_before_the_start_it_is_taken_out_and_the_others_move_up(self, olga: User, four: list[BotVersion]) -> None:
        cast.play_all(cast.started(olga, four, "swiss", name="Old"))  # so that the bot is kept, without its author
        cup = cast.opened(olga, four, "single_elimination")
        registration.close_registration(cup.pk, olga)
        self.leave(four[0])
        assert list(cup.entrants.values_list("seed", "bot__name")) == [(1, "Bot02"), (2, "Bot03"), (3, "Bot04")]
        assert Tournament.objects.get(name="Old").places[0] == [1, 1], "what is over stays"

    @staticmethod
    def leave(version: BotVersion) -> None:
        owner = version.bot.owner
        assert owner is not None
        leave(owner)
