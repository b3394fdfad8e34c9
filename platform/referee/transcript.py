"""The fingerprint of a game: equal exactly when the same game was played by the same rules.

It covers what was dealt (seed), decided (actions), happened (all public events), who failed and when (faults), and what
came out (ranks, progress). An engine that plays the same actions differently gives another fingerprint, so ``verify``
notices.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson

from engines import PUBLIC, State

Json = dict[str, Any]

FaultRow = tuple[int, str, int]
"""Seat, kind, and after how many actions."""


def transcript_hash(
    state: State,
    rules_version: int,
    seed: bytes,
    actions: Sequence[tuple[int, int]],
    *,
    faults: Sequence[FaultRow] | None,
    ranks: Sequence[int],
) -> str:
    """SHA-256 over the canonical JSON (sorted keys, no spaces) of one object.

    ``faults`` in the order of the file; None for version 1 of the replay file, whose hash did not cover them.
    """
    content: Json = {
        "variant": state.variant.slug,
        "rules_version": rules_version,
        "seed": seed.hex(),
        "actions": actions,
        "events": state.events(PUBLIC),
        "ranks": list(ranks),
        "progress": state.progress(),
    }
    if faults is not None:
        content["faults"] = faults
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
