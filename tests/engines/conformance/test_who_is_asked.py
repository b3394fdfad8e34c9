"""The clock tells nothing: whether a seat is asked never depends on cards that another seat cannot see.

A decision without a choice may be carried out without asking. If hidden cards decided that, everybody could read them
off the time until the next request. So two games that look alike to a seat ask the same seats the same things, until
that seat sees an event that differs.
"""

from random import Random

from engines import restore
from engines.interface import PUBLIC, Json, State
from tests.engines.conformance.hooks import Hooks
from tests.engines.conformance.playing import moments, with_seeds
from tests.engines.conformance.test_secrets import permuted

DECISIONS = 6
"""How long two worlds are followed; most of them part earlier."""


@with_seeds(1)
def test_who_is_asked_does_not_depend_on_cards_that_a_seat_cannot_see(slug: str, hooks: Hooks, seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for state in moments(slug, seed, 15):
        for seat in range(PUBLIC, state.variant.seats):
            other = permuted(recorded(state), seat, hooks, rng)
            compared += follow(recorded(state), other, seat, rng)
    assert compared > 8, "hardly any decision was played in both worlds, so this test shows nothing"


@with_seeds(1)
def test_who_is_asked_does_not_depend_on_what_a_seat_imagines(slug: str, seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for state in moments(slug, seed, 15):
        for seat in range(PUBLIC, state.variant.seats):
            compared += follow(recorded(state), recorded(state.resample(seat, rng)), seat, rng)
    assert compared > 8


def recorded(state: State) -> State:
    """The same state with an empty log of events."""
    saved = state.save()
    saved["events"] = []
    restored = restore(saved)
    assert restored.save()["events"] == [], "nothing would be recorded, so this test would show nothing"
    return restored


def follow(state: State, other: State, seat: int, rng: Random) -> int:
    """Plays both worlds alike; the number of decisions after which who is asked was compared."""
    for played in range(DECISIONS):
        if state.is_over() or other.is_over():
            return played
        actor = rng.choice(state.deciders())
        common = sorted(set(state.legal_actions(actor)) & set(other.legal_actions(actor)))
        if not common:
            return played
        action = rng.choice(common)
        since = (state.event_count(), other.event_count())
        state.play(actor, action)
        other.play(actor, action)
        events, others = state.events(seat, since[0]), other.events(seat, since[1])
        if sees_a_difference(events, others):
            return played
        where = f"seat {seat} can tell by the clock after {state.action_name(action)!r}: {events} and {others}"
        assert events == others, where
        assert state.deciders() == other.deciders(), where
        assert state.decision() == other.decision(), where
        assert request(state, seat) == request(other, seat), where
    return DECISIONS


def request(state: State, seat: int) -> list[object] | None:
    """What depends on the game in a request to the seat: nothing in it, so not its size either, may differ."""
    if seat not in state.deciders():
        return None
    names = [state.action_name(action) for action in state.legal_actions(seat)]
    return [state.view(seat), names]


def sees_a_difference(events: list[Json], others: list[Json]) -> bool:
    """Is there a first event that differs, and not just one game that goes on where the other asks?"""
    return any(event != other for event, other in zip(events, others, strict=False))
