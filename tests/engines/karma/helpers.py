"""Reading and playing positions by names, so that a scenario reads like the rules page."""

from engines.interface import State


def options(state: State) -> list[str]:
    return [state.action_name(action) for action in state.legal_actions()]


def do(state: State, name: str) -> None:
    """The active seat plays the legal action of that name."""
    actions = {state.action_name(action): action for action in state.legal_actions()}
    assert name in actions, f"{name!r} is not legal; legal are {list(actions)}"
    state.play(state.actor(), actions[name])


def pile(state: State) -> str:
    return " ".join(state.view(-1)["pile"])


def box(state: State) -> str:
    return " ".join(state.view(-1)["box"])


def hand(state: State, seat: int) -> str:
    return " ".join(state.view(seat)["own"]["hand"])


def hand_size(state: State, seat: int) -> int:
    return int(state.view(-1)["seats"][seat]["hand"])


def up(state: State, seat: int) -> str:
    return " ".join(state.view(-1)["seats"][seat]["up"])


def is_out(state: State, seat: int) -> bool:
    return seat in state.view(-1)["out"]


NUMBERS = [f"play {number}" for number in range(1, 17)]
