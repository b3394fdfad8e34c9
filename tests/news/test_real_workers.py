"""News on real workers: a beat that looks, a worker that sends, and receivers as they are on the internet."""

import json
from collections.abc import Iterator

import pytest

from arena.accounts.models import User
from arena.news import actions
from arena.news.models import Delivery, DeliveryAttempt, DeliveryState, Event
from arena.tournaments.models import TournamentState
from tests.chaos.harness import Arena
from tests.news.conftest import Receiver
from tests.tournament_engine import cast


@pytest.fixture
def arena(transactional_db: None) -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


def test_a_tournament_is_told_to_all_though_one_is_slow_and_one_stumbles(
    arena: Arena, three_receivers: list[Receiver]
) -> None:
    slow, stumbling, quick = three_receivers
    olga: User = cast.organiser()
    for each in three_receivers:
        actions.create_webhook(olga, each.url, "mine")
    slow.before = lambda: arena.wait(lambda: is_told(quick), "the quick one hears everything")

    def stumble() -> None:
        stumbling.status = 503 if len(stumbling.got) == 1 else 200

    stumbling.before = stumble
    cup = cast.started(olga, cast.field(8), "single_elimination")
    arena.start_worker("control", ("control",))
    arena.start_worker("news", ("news",), environment={"ARENA_WEBHOOKS_PRIVATE": "true"})
    arena.start_beat()
    arena.wait(lambda: stumbling.got, "the first news are sent")
    cup = cast.play_all(cup)
    assert cup.state == TournamentState.FINISHED, "whoever sends news holds up no round"
    arena.wait(lambda: is_told(quick), "the quick one hears everything")
    assert len(slow.got) < len(quick.got) / 2, "it was waited for beside the others, not before each"
    arena.wait(lambda: is_told(stumbling), "what failed comes again")
    assert DeliveryAttempt.objects.filter(status=503).exists()
    arena.wait(lambda: is_told(slow), "who is slow hears everything in the end")
    arena.wait(lambda: not Delivery.objects.exclude(state=DeliveryState.DELIVERED).exists(), "all is written down")


def is_told(receiver: Receiver) -> bool:
    """Everything that happened, to the end of the tournament."""
    kinds = [json.loads(body)["type"] for _headers, body in list(receiver.got)]
    return "tournament.finished" in kinds and len({*ids(receiver)}) == Event.objects.count()


def ids(receiver: Receiver) -> list[str]:
    return [headers["webhook-id"] for headers, _body in list(receiver.got)]
