"""Words for the tests: act by the names that people read."""

from engines.diamoniak.state import DiamoniakState
from engines.interface import PUBLIC


def options(state: DiamoniakState) -> list[str]:
    return [state.action_name(action) for action in state.legal_actions()]


def act(state: DiamoniakState, *choices: str) -> None:
    """Play choices by name for whoever is asked, as checked as if they came from outside."""
    for choice in choices:
        ids = {state.action_name(action): action for action in state.legal_actions()}
        assert choice in ids, f"{choice!r} is not among {list(ids)}"
        state.play(state.actor(), ids[choice])


def castle(state: DiamoniakState, seat: int = 0) -> str:
    return " ".join(state.view(PUBLIC)["seats"][seat]["castle"])


def reserve(state: DiamoniakState, seat: int = 0) -> str:
    return " ".join(state.view(PUBLIC)["seats"][seat]["reserve"])


def colour(state: DiamoniakState, seat: int = 0) -> str | None:
    found: str | None = state.view(PUBLIC)["seats"][seat]["colour"]
    return found


def returned(state: DiamoniakState) -> str:
    return " ".join(state.view(PUBLIC)["returned"])
