"""Nothing that a seat is shown depends on cards that are hidden from it."""

import copy
from random import Random

from engines.interface import PUBLIC, State
from tests.engines.conformance.hooks import Group, Hooks
from tests.engines.conformance.playing import moments, start, steps, with_seeds


def shuffled(groups: list[Group], rng: Random) -> list[Group]:
    """The same cards in other hidden places."""
    result = []
    for group in groups:
        cards = [card for zone in group.values() for card in zone]
        rng.shuffle(cards)
        result.append({zone: [cards.pop() for _card in group[zone]] for zone in group})
    return result


def permuted(state: State, seat: int, hooks: Hooks, rng: Random) -> State:
    return hooks.with_hidden(state, seat, shuffled(hooks.hidden(state, seat), rng))


@with_seeds(4)
def test_no_view_changes_when_only_hidden_cards_are_permuted(slug: str, hooks: Hooks, seed: int) -> None:
    rng = Random(seed)
    moved = 0
    for state in moments(slug, seed, 25):
        for seat in range(PUBLIC, state.variant.seats):
            other = permuted(state, seat, hooks, rng)
            moved += other.save() != state.save()
            assert other.view(seat) == state.view(seat)
            if seat in state.deciders():
                assert other.legal_actions(seat) == state.legal_actions(seat)
    assert moved > 10, "the permutations hardly ever moved a card, so this test shows nothing"


@with_seeds(2)
def test_spectators_see_no_more_than_any_seat(slug: str, hooks: Hooks, seed: int) -> None:
    """What is hidden from one seat and not its own may still be open to another, but never to a spectator."""
    rng = Random(seed)
    for state in moments(slug, seed, 20):
        for seat in range(state.variant.seats):
            assert permuted(state, seat, hooks, rng).view(PUBLIC) == state.view(PUBLIC)


@with_seeds(2)
def test_events_tell_a_seat_no_more_than_its_view(slug: str, hooks: Hooks, seed: int) -> None:
    """Two games that differ in hidden cards only, played alike: as long as the views agree, so do the events."""
    rng = Random(seed)
    compared = 0
    played = [(seat, action) for _state, seat, action in steps(slug, seed, record=False)][:-1]
    state = start(slug, seed)
    for at, (actor, action) in enumerate(played):
        if at % max(1, len(played) // 8) == 0:
            for seat in range(PUBLIC, state.variant.seats):
                other = permuted(state, seat, hooks, rng)
                compared += play_alike(copy.deepcopy(state), other, seat, played[at : at + 10])
        state.play(actor, action)
    assert compared > 20


def play_alike(state: State, other: State, seat: int, actions: list[tuple[int, int]]) -> int:
    """Plays both while a seat cannot tell them apart; the number of moments compared."""
    since = state.event_count()
    for at, (actor, action) in enumerate(actions):
        if other.view(seat) != state.view(seat) or action not in other.legal_actions(actor):
            return at
        assert other.events(seat, since) == state.events(seat, since)
        state.play(actor, action)
        other.play(actor, action)
    return len(actions)


def test_a_game_that_is_not_recorded_has_no_events(slug: str) -> None:
    state = moments(slug, 2, 1)[0]
    assert state.event_count() == 0
    assert state.events(PUBLIC) == []
    assert state.save()["events"] is None


@with_seeds(1)
def test_events_are_numbered_alike_for_everyone(slug: str, seed: int) -> None:
    for at, (state, _seat, _action) in enumerate(steps(slug, seed)):
        if at % 16 == 0:
            count = state.event_count()
            for seat in range(PUBLIC, state.variant.seats):
                events = state.events(seat)
                assert len(events) == count
                assert state.events(seat, count // 2) == events[count // 2 :]
                assert all(event["type"] for event in events)
