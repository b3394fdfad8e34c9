"""Plays games and prints what came of them; run once per form of the engines, with the games as JSON on the input."""

import hashlib
import json
import sys
from random import Random

from engines.compiled import is_compiled
from engines.interface import PUBLIC, State
from engines.registry import engine
from engines.transcript import canonical, fingerprint
from tests.engines.conformance.playing import steps

LOOK_EVERY = 40


def digest(slug: str, seed: int) -> str:
    """A hash over the transcript, legal actions, views and resampled states of a game."""
    whole = hashlib.sha256()
    for at, (state, seat, action) in enumerate(steps(slug, seed)):
        whole.update(f"{seat} {action} {state.legal_actions()} {state.decision()}".encode())
        if at % LOOK_EVERY == 0:
            look(state, seed, whole)
    whole.update(f"{fingerprint(state)} {state.ranks()} {state.progress()}".encode())
    return whole.hexdigest()


def look(state: State, seed: int, whole: "hashlib._Hash") -> None:
    """Views as text are left out: what makes them is not compiled, and the views are the same."""
    game = engine(state.variant.game)
    for seat in range(PUBLIC, state.variant.seats):
        whole.update(canonical(state.view(seat)))
    seat = state.deciders()[0] if state.deciders() else 0
    whole.update(canonical(state.resample(seat, Random(seed)).save()))
    whole.update(canonical(game.imagine(state.view(seat), Random(seed)).save()))


if __name__ == "__main__":
    digests = {f"{slug} {seed}": digest(slug, seed) for slug, seed in json.load(sys.stdin)}
    print(json.dumps({"compiled": is_compiled(), "digests": digests}))
