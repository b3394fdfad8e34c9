"""Any view can be read in a terminal."""

import json

from engines.interface import PUBLIC, Engine
from tests.engines.conformance.playing import moments, with_seeds


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
