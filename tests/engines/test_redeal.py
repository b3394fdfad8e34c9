"""Re-dealing what nobody has seen: nobody at the table can tell, and it says truly when chance was used."""

from random import Random

import pytest

from engines import PUBLIC, Deal, State, engine, new_game
from engines.insight import Insight
from engines.registry import game
from tests.slugs import SHAPES


def _insight(state: State) -> Insight:
    insight = game(state.variant.game).policies().insight
    assert insight is not None
    return insight


def _views(state: State) -> list[dict[str, object]]:
    return [state.view(seat) for seat in (PUBLIC, *range(state.variant.seats))]


def _games(slug: str) -> list[tuple[State, int, int, State]]:
    """Positions of some random games, with the action played there and the position after it."""
    rng = Random(slug)
    walked = []
    for number in range(2):
        state = new_game(slug, Deal.from_text(f"redeal {number}"))
        for _action in range(160):
            if state.is_over():
                break
            before, seat = state.clone(), state.actor()
            action = rng.choice(state.legal_actions())
            state.apply(action, seat)
            walked.append((before, seat, action, state.clone()))
    return walked


@pytest.mark.parametrize("slug", SHAPES)
def test_nobody_can_tell_that_unseen_cards_were_dealt_anew(slug: str) -> None:
    rng = Random(1)
    for before, seat, _, _ in _games(slug)[::9]:
        copy = _insight(before).redeal(before, rng)
        assert _views(copy) == _views(before)
        assert copy.legal_actions(seat) == before.legal_actions(seat)
        engine(before.variant.game).check(copy)


@pytest.mark.parametrize("slug", SHAPES)
def test_where_no_chance_is_used_all_deals_lead_to_the_same_table(slug: str) -> None:
    rng = Random(2)
    looked = 0
    for before, seat, action, after in _games(slug)[::4]:
        insight = _insight(before)
        if insight.chance_used(before) == insight.chance_used(after):
            copy = insight.redeal(before, rng)
            copy.apply(action, seat)
            assert _views(copy) == _views(after)
            looked += 1
    assert looked


@pytest.mark.parametrize("slug", SHAPES)
def test_where_chance_is_used_other_things_could_have_come(slug: str) -> None:
    rng = Random(3)
    different = 0
    for before, seat, action, after in _games(slug)[::4]:
        insight = _insight(before)
        if insight.chance_used(before) != insight.chance_used(after):
            copy = insight.redeal(before, rng)
            copy.apply(action, seat)
            different += _views(copy) != _views(after)
    assert different > 3


def test_the_position_itself_stays_as_it_was() -> None:
    for slug in SHAPES:
        state = new_game(slug, Deal.from_text("same"))
        saved = state.save()
        _insight(state).redeal(state, Random(4))
        assert state.save() == saved
