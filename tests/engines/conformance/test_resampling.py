"""Imagined states agree with what a seat knows, are legal, and cover every possibility alike."""

import json
from collections import Counter
from math import sqrt
from random import Random

import pytest

from engines.errors import SavedStateError
from engines.interface import PUBLIC, Engine, State
from tests.engines.conformance.hooks import Group, Hooks
from tests.engines.conformance.playing import finish, moments, snapshot, with_seeds
from tests.engines.conformance.test_saving import JUNK, assert_sentences, paths, replaced

SAMPLES = 250


def pools(groups: list[Group]) -> list[Counter[str]]:
    return [Counter(card for zone in group.values() for card in zone) for group in groups]


def sizes(groups: list[Group]) -> list[dict[str, int]]:
    return [{zone: len(cards) for zone, cards in group.items()} for group in groups]


def assert_agrees(imagined: State, state: State, seat: int, engine: Engine, hooks: Hooks) -> None:
    engine.check(imagined)
    assert imagined.view(seat) == state.view(seat)
    own, other = hooks.hidden(state, seat), hooks.hidden(imagined, seat)
    assert pools(other) == pools(own)
    assert sizes(other) == sizes(own)
    if seat in state.deciders():
        assert imagined.legal_actions(seat) == state.legal_actions(seat)


@with_seeds(1)
def test_a_resampled_state_is_legal_and_looks_the_same_to_the_seat(
    slug: str, engine: Engine, hooks: Hooks, seed: int
) -> None:
    rng = Random(seed)
    for state in moments(slug, seed, 10):
        before = snapshot(state)
        for seat in range(PUBLIC, state.variant.seats):
            assert_agrees(state.resample(seat, rng), state, seat, engine, hooks)
        assert snapshot(state) == before


@with_seeds(1)
def test_a_state_imagined_from_a_view_is_as_good(slug: str, engine: Engine, hooks: Hooks, seed: int) -> None:
    rng = Random(seed)
    for state in moments(slug, seed, 10):
        for seat in range(PUBLIC, state.variant.seats):
            view = json.loads(json.dumps(state.view(seat)))
            assert_agrees(engine.imagine(view, rng), state, seat, engine, hooks)
            assert view == state.view(seat), "the view is left as it was"


@with_seeds(1)
def test_resampled_states_can_be_played_to_their_end(slug: str, engine: Engine, seed: int) -> None:
    rng = Random(seed)
    for state in moments(slug, seed, 6):
        for seat in range(state.variant.seats):
            imagined = state.resample(seat, rng)
            finish(imagined, rng)
            engine.check(imagined)


@with_seeds(1)
def test_resample_and_imagine_make_the_same_of_a_random_stream(slug: str, engine: Engine, seed: int) -> None:
    for state in moments(slug, seed, 4):
        for seat in range(PUBLIC, state.variant.seats):
            imagined = engine.imagine(state.view(seat), Random(seed))
            assert imagined.save() == state.resample(seat, Random(seed)).save()


def test_the_same_random_numbers_give_the_same_state(slug: str, engine: Engine) -> None:
    for state in moments(slug, 4, 5):
        for seat in range(state.variant.seats):
            assert snapshot(state.resample(seat, Random(9))) == snapshot(state.resample(seat, Random(9)))
            view = state.view(seat)
            assert snapshot(engine.imagine(view, Random(9))) == snapshot(engine.imagine(view, Random(9)))


@pytest.mark.parametrize("way", ["resample", "imagine"])
def test_every_hidden_card_is_equally_likely_in_every_hidden_place(
    slug: str, engine: Engine, hooks: Hooks, way: str
) -> None:
    """Counts against the hypergeometric expectation; the seeds are fixed, so this cannot fail by chance.

    Only at the seat's own decisions: at another's one more thing is known, that it has a choice.
    """
    rng = Random(2)
    for state in moments(slug, 21, 4)[:-1:2]:
        seat = state.actor()
        groups = hooks.hidden(state, seat)
        counts: Counter[tuple[int, str, str]] = Counter()
        for _sample in range(SAMPLES):
            imagined = state.resample(seat, rng) if way == "resample" else engine.imagine(state.view(seat), rng)
            for at, group in enumerate(hooks.hidden(imagined, seat)):
                counts.update((at, zone, card) for zone, cards in group.items() for card in cards)
        for at, (group, pool) in enumerate(zip(groups, pools(groups), strict=True)):
            for zone, cards in group.items():
                for card, copies in pool.items():
                    assert_as_often_as_expected(counts[at, zone, card], len(cards), copies, pool.total())


def assert_as_often_as_expected(found: int, room: int, copies: int, total: int) -> None:
    share = copies / total
    variance = SAMPLES * room * share * (1 - share) * (total - room) / max(1, total - 1)
    assert abs(found - SAMPLES * room * share) <= 5.5 * sqrt(variance) + 1e-9


def test_a_damaged_view_is_refused_or_means_a_whole_state(slug: str, engine: Engine) -> None:
    rng = Random(3)
    complaints: list[str] = []
    for state in moments(slug, 5, 1)[:2]:
        for seat in (PUBLIC, 0):
            view = state.view(seat)
            before = json.dumps(view)
            for path in paths(view):
                for junk in JUNK:
                    try:
                        imagined = engine.imagine(replaced(view, path, junk), rng)
                    except SavedStateError as error:
                        complaints.append(str(error))
                    else:
                        snapshot(imagined)
            assert json.dumps(view) == before, "imagining leaves what it reads as it was"
    assert_sentences(complaints)
