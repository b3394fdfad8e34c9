"""What the games' types for authors of bots have in common: a view is taken for what it is, or refused."""

from typing import Any, Protocol


class Asked(Protocol):
    """A request of the SDK, or anything else that holds a view."""

    @property
    def view(self) -> dict[str, Any]: ...


class WrongGameError(TypeError):
    """A view of one game was taken for a view of another."""


def view_of(game: str, request: Asked) -> dict[str, Any]:
    if request.view["game"] != game:
        raise WrongGameError(f"This is a view of {request.view['game']}, not of {game}. Look at hello.game first.")
    return request.view
