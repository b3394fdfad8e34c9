"""The fingerprint of a game: equal for equal games, on every machine and Python version."""

import hashlib
import json

from engines.interface import Json, State


def canonical(value: Json) -> bytes:
    """JSON with sorted keys and no spaces, so that equal values are equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def fingerprint(state: State) -> str:
    """SHA-256 of the whole state. Of a recorded game it covers every event since the deal."""
    return hashlib.sha256(canonical(state.save())).hexdigest()
