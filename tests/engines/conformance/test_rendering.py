"""Any view can be read in a terminal."""

import json

from engines.interface import PUBLIC, Engine
from tests.engines.conformance.playing import moments, with_seeds

COMMON = {"game", "variant", "rules_version", "seat", "decision", "active", "turn", "seats", "ranks"}
"""Fields that pages read of any view: the viewer of replays and the plain table."""


@with_seeds(1)
def test_every_view_has_what_pages_read_of_any_view(slug: str, seed: int) -> None:
    for state in moments(slug, seed, 10):
        for seat in range(PUBLIC, state.variant.seats):
            view = state.view(seat)
            assert view.keys() >= COMMON
            assert (view["game"], view["variant"], view["seat"]) == (state.variant.game, slug, seat)
            assert len(view["seats"]) == state.variant.seats
            assert all(isinstance(each, dict) for each in view["seats"])
            assert view["ranks"] == (state.ranks() if state.is_over() else None)


@with_seeds(1)
def test_every_view_is_json_and_renders_in_100_columns(slug: str, engine: Engine, seed: int) -> None:
    for state in moments(slug, seed, 20):
        for seat in range(PUBLIC, state.variant.seats):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            text = engine.render(view)
            assert text.strip()
            assert max(len(line) for line in text.splitlines()) <= 100
            assert text == engine.render(json.loads(json.dumps(view)))
