"""A game whose replay file is lost: every address of it says so, or shows what there is without the file."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.matches.models import Game
from arena.replays.analysing import estimator_of
from arena.replays.models import Analysis, AnalysisState
from tests.api.conftest import caller
from tests.matches import cast as rows
from tests.replays import cast
from tests.web.routes import Route, routes

pytestmark = pytest.mark.django_db
STEP = 3
SENT = {"seat": 0, "at": STEP, "step": STEP}
FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
LOST = "The file of this replay is lost"
MISTAKE = {
    "step": STEP, "seat": 0, "played": 0, "played_name": "this", "better": 0, "better_name": "that", "loss": 0.1,
}  # fmt: skip
READ_THE_FILE = {
    "games/<int:pk>/replay.json", "games/<int:pk>/frames.json", "games/<int:pk>/chances.json", "games/<int:pk>/text/",
    "games/<int:pk>/same-deal/frames.json",
    "games/<int:pk>/ask/", "games/<int:pk>/ask/bots/", "games/<int:pk>/ask/rest/",
    "games/<int:pk>/better/<int:step>/frames.json", "games/<int:pk>/seats/<int:seat>/conversation.jsonl",
    "tables/game/<int:pk>/take-over/", "share/games/<int:pk>.png", "share/games/<int:pk>.webp",
}  # fmt: skip


@pytest.fixture
def game(alice: User) -> Game:
    """Hers at every seat, played to its end and looked through for mistakes; then the file is lost."""
    versions = [rows.ready_version(None, name, "random") for name in ("Ace", "Bishop")]
    game = cast.first_game(cast.played_match("karmaka-2", versions))
    Bot.objects.update(owner=alice, house_name="")
    assert game.replay is not None
    now = timezone.now()
    Analysis.objects.create(
        replay=game.replay, estimator=estimator_of(game.variant), state=AnalysisState.DONE, asked_at=now,
        finished_at=now, mistakes=[MISTAKE],
    )  # fmt: skip
    game.replay.file.delete(save=False)
    return game


def addresses(game: Game) -> Iterator[Route]:
    made = {"pk": str(game.pk), "id": str(game.pk), "step": str(STEP), "seat": "0"}
    yield from (route for route in routes(made) if re.search(r"\bgames?/<(int:pk|id)>", route.pattern))


def test_every_address_of_the_game_says_so_or_does_without_the_file(client: Client, game: Game, alice: User) -> None:
    client.force_login(alice)
    told = set()
    for route in addresses(game):
        if route.pattern.startswith(("api/", "live/")):
            continue
        for answer in (client.get(route.address), client.post(route.address, SENT, headers=FROM_HERE)):
            assert answer.status_code < 500, route.pattern
            if not answer.streaming and LOST in answer.content.decode(errors="replace"):
                assert answer.status_code == 404, route.pattern
                assert answer["Content-Type"].startswith(
                    "application/json" if ".json" in route.address else "text/html"
                )
                told.add(route.pattern)
    assert told == READ_THE_FILE


def test_programs_are_told_the_same_sentence(game: Game, alice: User) -> None:
    by_alice, told = caller(alice), set()
    for route in addresses(game):
        if route.pattern.startswith("api/"):
            answer: Any = by_alice.get(route.address.removeprefix("/api/v1"))
            assert answer.status_code < 500, route.pattern
            if answer.status_code == 404:
                assert LOST in answer.json()["detail"], route.pattern
                told.add(route.pattern.rpartition("/")[2])
    assert {"replay", "conversation"} <= told
