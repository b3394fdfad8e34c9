"""The fingerprint of a game: equal exactly when the same game was played by the same rules.

It covers what was dealt (seed), decided (actions), happened (all public events), and came out (ranks, progress). An
engine that plays the same actions differently gives another fingerprint, so ``verify`` notices.
"""

import hashlib
from collections.abc import Sequence

import orjson

from engines import PUBLIC, State


def transcript_hash(
    state: State, rules_version: int, seed: bytes, actions: Sequence[tuple[int, int]], ranks: Sequence[int]
) -> str:
    """SHA-256 over the canonical JSON (sorted keys, no spaces) of one object."""
    told = {
        "variant": state.variant.slug,
        "rules_version": rules_version,
        "seed": seed.hex(),
        "actions": actions,
        "events": state.events(PUBLIC),
        "ranks": list(ranks),
        "progress": state.progress(),
    }
    return hashlib.sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()
