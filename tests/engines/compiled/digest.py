"""Plays many games and prints what came of them; run once per form of the engines."""

import hashlib
import json
import sys
from random import Random

from engines.compiled import is_compiled
from engines.interface import PUBLIC, State
from engines.registry import engine
from engines.transcript import canonical, fingerprint
from tests.engines.conformance.conftest import all_slugs
from tests.engines.conformance.playing import steps

LOOK_EVERY = 80


def digest(slug: str, games: int) -> str:
    """A hash over transcripts, legal actions, views, resampled states and texts of so many games."""
    whole = hashlib.sha256()
    for seed in range(games):
        for at, (state, seat, action) in enumerate(steps(slug, seed)):
            whole.update(f"{seat} {action} {state.legal_actions()} {state.decision()}".encode())
            if at % LOOK_EVERY == 0:
                look(state, seed, whole)
        whole.update(f"{fingerprint(state)} {state.ranks()} {state.progress()}".encode())
    return whole.hexdigest()


def look(state: State, seed: int, whole: "hashlib._Hash") -> None:
    game = engine(state.variant.game)
    for seat in range(PUBLIC, state.variant.seats):
        view = state.view(seat)
        whole.update(canonical(view))
        whole.update(game.render(view).encode())
    seat = state.deciders()[0] if state.deciders() else 0
    whole.update(canonical(state.resample(seat, Random(seed)).save()))
    whole.update(canonical(game.imagine(state.view(seat), Random(seed)).save()))


if __name__ == "__main__":
    digests = {slug: digest(slug, int(sys.argv[1])) for slug in all_slugs()}
    print(json.dumps({"compiled": is_compiled(), "digests": digests}))
