"""Whose thinking times belong together, from stored replays to the page that staff sees."""

import random
from dataclasses import replace
from io import StringIO
from itertools import combinations

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.test import Client

from arena.accounts.models import Role, User
from arena.bots.models import Bot, BotVersion
from arena.matches import replay_store, tasks, worker
from arena.matches.actions.look_at_times import look_at
from arena.matches.models import Game, MatchKind, StoredReplay, ThinkingLook
from arena.matches.timing import LEAST_BLOCKS
from referee.replay import Replay
from referee.verify import first_state
from tests.matches import cast

pytestmark = pytest.mark.django_db
VARIANT = "diamoniak-2"


@pytest.fixture
def players(db: None) -> list[BotVersion]:
    """Four bots, each with an owner, who met each other in enough blocks."""
    made = [cast.ready_version(None, f"Bot{n}", "random") for n in range(4)]
    for a, b in combinations(range(4), 2):
        cast.match([made[a], made[b]], f"ladder/{a}-{b}", blocks=LEAST_BLOCKS, kind=MatchKind.LADDER)
    cast.match(made[:2], "practice/1", blocks=1)
    while worker.work() is not None:
        pass
    for number, version in enumerate(made):
        owner = User.objects.create_user(f"author{number}", f"author{number}@example.org")
        Bot.objects.filter(pk=version.bot_id).update(house_name="", owner=owner)
    return made


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("sam", "sam@example.org", role=Role.STAFF)


def talk(teller: BotVersion, listener: BotVersion) -> None:
    """Write the times of all games anew: by chance, but those of one pair say what the listener will do."""
    rng = random.Random(4)
    for game in Game.objects.prefetch_related("seats").select_related("replay"):
        assert game.replay is not None
        seats = {seat.version_id: seat.seat for seat in game.seats.all()}
        replay = replay_store.load(game.replay)
        is_pair = {teller.pk, listener.pk} == set(seats)
        told = retimed(replay, rng, seats[teller.pk] if is_pair else -1)
        packed = replay_store.store_all([replay_store.pack(told)])[0]
        StoredReplay.objects.filter(pk=game.replay.pk).update(
            file=packed.file, offset=packed.offset, length=packed.length, size_bytes=packed.size_bytes
        )


def retimed(replay: Replay, rng: random.Random, teller: int) -> Replay:
    state = first_state(replay)
    places = []
    for action in replay.actions:
        legal = state.legal_actions(action.seat)
        places.append(2 * legal.index(action.action) >= len(legal))
        state.play(action.seat, action.action)
    actions = []
    for number, action in enumerate(replay.actions):
        later = next((at for at in range(number + 1, len(places)) if replay.actions[at].seat != action.seat), None)
        is_long = places[later] if action.seat == teller and later is not None else rng.random() < 0.5
        actions.append(action._replace(charged_ms=(40.0 if is_long else 10.0) + rng.random()))
    return replace(replay, actions=tuple(actions))


def test_a_pair_that_talks_is_shown_to_staff_and_to_nobody_else(
    players: list[BotVersion], client: Client, staff: User
) -> None:
    talk(players[0], players[1])
    assert tasks.look_at_times() == VARIANT
    made = ThinkingLook.objects.get()
    assert (made.games, made.pairs, made.unjudged) == (6 * 2 * LEAST_BLOCKS, 12, 0), "practice does not count"
    assert {(flag["teller"], flag["listener"]) for flag in made.flags} == {(players[0].bot_id, players[1].bot_id)}
    assert tasks.look_at_times() is None, "nothing is new"
    assert client.get("/thinking/").status_code in (302, 403, 404)
    client.force_login(staff)
    page = client.get("/thinking/").content.decode()
    assert "Bot0" in page
    assert "go with what the other does next" in page
    assert "author1" in page
    assert "Bot3" not in page
    assert [version.bot.name for version in players if not Bot.objects.get(pk=version.bot_id).active_version_id] == []
    told = StringIO()
    call_command("thinking_times", VARIANT, stdout=told)
    assert "Bot0 -> Bot1: longer times, choice" in told.getvalue()


def test_lost_files_are_passed_over_and_bots_that_are_gone_are_not_named(
    players: list[BotVersion], client: Client, staff: User
) -> None:
    default_storage.delete(str(StoredReplay.objects.order_by("pk")[:1].get().file.name))
    assert look_at(VARIANT).games == 6 * 2 * LEAST_BLOCKS
    ThinkingLook.objects.update(
        flags=[
            {"teller": 0, "listener": 1, "about": "hand", "shape": "longer", "blocks": 12, "excess": 0.4, "chance": 0.0}
        ]
    )
    client.force_login(staff)
    assert "Nobody stands out" in client.get("/thinking/").content.decode()


def test_a_variant_that_nobody_knows_is_named() -> None:
    with pytest.raises(CommandError, match="no-such-game"):
        call_command("thinking_times", "no-such-game")
