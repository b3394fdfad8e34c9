"""Same deal and same actions: same game, to the last byte."""

import hashlib
import os
import subprocess
import sys

from engines import Deal, registry
from engines.interface import PUBLIC
from engines.transcript import canonical, fingerprint
from tests.engines.conformance.conftest import all_slugs
from tests.engines.conformance.playing import deal_of, start, steps, with_seeds


@with_seeds(1)
def test_replaying_the_actions_gives_the_same_views_events_and_fingerprint(slug: str, seed: int) -> None:
    views, actions = [], []
    for state, seat, action in steps(slug, seed):
        views.append([state.view(each) for each in range(PUBLIC, state.variant.seats)])
        actions.append((seat, action))
    again = start(slug, seed)
    for seen, (seat, action) in zip(views, actions, strict=True):
        assert [again.view(each) for each in range(PUBLIC, again.variant.seats)] == seen
        if seat >= 0:
            again.play(seat, action)
    assert fingerprint(again) == fingerprint(state)
    replayed = registry.replay(slug, deal_of(slug, seed), actions[:-1])
    assert fingerprint(replayed) == fingerprint(state)


@with_seeds(1)
def test_recording_does_not_change_the_game(slug: str, seed: int) -> None:
    recorded = [(state.actor(), seat, action, state.view(PUBLIC)) for state, seat, action in steps(slug, seed)]
    silent = [(state.actor(), seat, action, state.view(PUBLIC)) for state, seat, action in steps(slug, seed, False)]
    assert recorded == silent


def test_different_deals_give_different_games(slug: str) -> None:
    assert len({fingerprint(start(slug, seed)) for seed in range(20)}) == 20


def test_the_first_seat_can_be_chosen_and_is_otherwise_drawn_from_the_deal(slug: str) -> None:
    game = registry.variant(slug)
    views = [registry.new_game(slug, Deal.from_text("x"), seat).view(PUBLIC) for seat in range(game.seats)]
    assert len({canonical(view) for view in views}) == game.seats
    drawn = {canonical(registry.new_game(slug, Deal.from_text("x")).view(PUBLIC)) for _again in range(3)}
    assert len(drawn) == 1
    assert drawn <= {canonical(view) for view in views}


def fingerprints() -> str:
    """One text for a game of each variant."""
    whole = hashlib.sha256()
    for slug in all_slugs():
        whole.update(fingerprint([state for state, _seat, _action in steps(slug, 11)][-1]).encode())
    return whole.hexdigest()


def test_games_do_not_depend_on_the_process_or_its_hash_seed() -> None:
    code = "from tests.engines.conformance.test_same_game_again import fingerprints; print(fingerprints())"
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        other = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert other.stdout.strip() == fingerprints()
