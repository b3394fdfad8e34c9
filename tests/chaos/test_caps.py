"""Sixteen processes claim at the same moment: no bot and no user ever has more places than its cap."""

import random
import time
from collections import Counter
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event

import pytest
from django.db import connection

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions.claim import claim
from arena.matches.actions.hand_in import hand_in
from arena.matches.models import Game, GameState, MatchKind
from tests.matches import cast
from tests.patience import PATIENCE_S

PROCESSES = 16
CLAIMS = 400


def claim_again_and_again(number: int, claims: "Synchronized[int]", is_over: Event) -> None:
    """Hold each game for a moment, then give it back."""
    chance = random.Random(number)
    while not is_over.is_set():
        batch = claim(f"claimer-{number}", most=1)
        time.sleep(chance.uniform(0, 0.1))
        if batch is not None:
            hand_in(batch, [])
            with claims.get_lock():
                claims.value += 1


def places() -> tuple[Counter[int], Counter[str]]:
    """Games held now, by uploaded bot and by source, as one statement sees them."""
    held = list(Game.objects.filter(state=GameState.LEASED).order_by().values_list("bots", "source"))
    return Counter(bot for bots, _ in held for bot in bots), Counter(source for _, source in held)


@pytest.mark.django_db(transaction=True)
def test_caps_hold_exactly_under_contention(alice: User, bob: User) -> None:
    versions: list[BotVersion] = [cast.ready_version(owner, f"Bot{n}") for n, owner in enumerate([alice, bob, alice])]
    cast.match(versions[:2], "a", "ladder:x", blocks=40, kind=MatchKind.LADDER)
    cast.match(versions[1:], "b", "ladder:y", blocks=40, kind=MatchKind.LADDER)
    house = cast.ready_version(None, "Dice", "random")
    cast.match([house, house], "c", "practice:1", blocks=40)
    connection.close()  # each process opens its own
    context = get_context("fork")
    claims, is_over = context.Value("i", 0), context.Event()
    claimers = [context.Process(target=claim_again_and_again, args=(n, claims, is_over)) for n in range(PROCESSES)]
    for claimer in claimers:
        claimer.start()
    most_of_bot: Counter[int] = Counter()
    most_of_source: Counter[str] = Counter()
    end = time.monotonic() + PATIENCE_S
    while any(claimer.is_alive() for claimer in claimers):
        bots, sources = places()
        most_of_bot |= bots
        most_of_source |= sources
        were_at_once = min(max(most_of_bot.values(), default=0), most_of_source["practice:1"]) > 1
        if (were_at_once and claims.value >= CLAIMS) or time.monotonic() > end:
            is_over.set()
        time.sleep(0.01)
    assert [claimer.exitcode for claimer in claimers] == [0] * PROCESSES
    assert 1 < max(most_of_bot.values()) <= limits.MAX_RUNNING_PER_BOT
    assert 1 < most_of_source["practice:1"] <= limits.MAX_RUNNING_PER_USER
    assert not Game.objects.exclude(state=GameState.QUEUED).exists(), "all were given back"
