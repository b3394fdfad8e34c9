"""The types of views say what the engines really send, field by field, through whole games of every variant."""

from importlib import import_module
from random import Random
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from bots.sdk.messages import Request
from bots.sdk.views import WrongGameError
from engines import Deal, new_game, variant, variants
from engines.karma.sdk import KarmaView, karma_view
from engines.registry import games
from tests.referee.protocol_examples import real_messages

VIEWS = {game.name: getattr(import_module(game.sdk), f"{game.name}_view") for game in games()}
TYPES = {name: get_type_hints(view)["return"] for name, view in VIEWS.items()}
"""What the module ``sdk`` of each game says that its view is."""


def misfits(value: Any, kind: Any, path: str) -> list[str]:
    """Places where a JSON value is not of a type."""
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        if not isinstance(value, dict) or value.keys() != hints.keys():
            return [f"{path}: the fields of {value!r} are not {sorted(hints)}"]
        return [each for name in hints for each in misfits(value[name], hints[name], f"{path}.{name}")]
    if get_origin(kind) is UnionType:
        found = [misfits(value, part, path) for part in get_args(kind)]
        return [] if [] in found else found[0]
    if get_origin(kind) is list:
        if not isinstance(value, list):
            return [f"{path}: {value!r} is not a list"]
        return [each for at, part in enumerate(value) for each in misfits(part, get_args(kind)[0], f"{path}[{at}]")]
    expected = NoneType if kind is None else kind
    return [] if type(value) is expected else [f"{path}: {value!r} is not of type {kind}"]


@pytest.mark.parametrize("slug", [each.slug for each in variants()])
def test_every_view_of_a_game_has_exactly_the_declared_fields(slug: str) -> None:
    rng = Random(slug)
    state = new_game(slug, Deal.from_text("views"), 0)
    kind = TYPES[variant(slug).game]
    for step in range(200):
        assert misfits(state.view(step % state.variant.seats), kind, "view") == []
        if state.is_over():
            break
        state.apply(rng.choice(state.legal_actions()))


def test_a_wrong_field_would_be_noticed() -> None:
    view = new_game("karma-2", Deal.from_text("views"), 0).view(0)
    assert misfits({**view, "pile": [1]}, KarmaView, "view") == ["view.pile[0]: 1 is not of type <class 'str'>"]
    assert misfits({**view, "new": 1}, KarmaView, "view")


def test_the_view_of_a_request_is_typed_by_its_game() -> None:
    request = Request.read(real_messages()["request"])
    assert karma_view(request)["own"]["hand"] == ["9", "12", "G"]
    for other in set(VIEWS) - {request.view["game"]}:
        with pytest.raises(WrongGameError, match="This is a view of karma"):
            VIEWS[other](request)
