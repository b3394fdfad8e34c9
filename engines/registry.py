"""Which games there are. A new game adds one line to ``_ENGINES``."""

from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from engines.border import seat_and_action, short
from engines.chance import Deal
from engines.errors import IllegalActionError, SavedStateError, UnknownVariantError
from engines.interface import Engine, State
from engines.variants import Variant

_ENGINES = {
    "karma": "engines.karma",
    "karmaka": "engines.karmaka",
    "diamoniak": "engines.diamoniak",
}


@cache
def engine(game: str) -> Engine:
    """The engine of a game by name."""
    if game not in _ENGINES:
        raise UnknownVariantError(f"There is no game called {game!r}. Games: {', '.join(_ENGINES)}.")
    found = import_module(_ENGINES[game]).ENGINE
    assert isinstance(found, Engine)  # noqa: S101 - a slip in the registry, not bad input
    return found


def games() -> list[str]:
    """Names of all games, in the order in which people see them."""
    return list(_ENGINES)


def engines() -> list[Engine]:
    return [engine(game) for game in _ENGINES]


def variants() -> list[Variant]:
    """All registered variants of all games."""
    return [variant for each in engines() for variant in each.variants()]


@lru_cache(maxsize=1024)  # bounded: slugs come from outside
def variant(slug: str) -> Variant:
    """A variant by slug. Custom options follow a plus: ``karma-4+strictFollowUp``, ``karmaka-wolf+wolfSeat=2``."""
    name, *extras = slug.split("+")
    game = name.partition("-")[0]
    if game not in _ENGINES:
        raise UnknownVariantError(f"There is no variant called {slug[:60]!r}. Games: {', '.join(_ENGINES)}.")
    known = {each.slug: each for each in engine(game).variants()}
    if name not in known:
        raise UnknownVariantError(f"There is no variant called {slug[:60]!r}. Variants: {', '.join(known)}.")
    return _with_options(known[name], extras) if extras else known[name]


def _with_options(base: Variant, extras: list[str]) -> Variant:
    chosen: dict[str, int] = {}
    for extra in extras:
        key, equals, value = extra.partition("=")
        if equals and not (value.isascii() and value.isdecimal() and len(value) <= 9):
            raise UnknownVariantError(f"The option {extra[:60]!r} needs a whole number after the equals sign.")
        if key in chosen:
            raise UnknownVariantError(f"The option {key!r} is named twice. Name it once.")
        chosen[key] = int(value) if equals else 1
    options = {**dict(base.options), **chosen}
    return engine(base.game).custom_variant(base, tuple(sorted(options.items())))


def new_game(slug: str, deal: Deal, first_seat: int | None = None, record: bool = False) -> State:
    """Deal a game of a variant. With ``record`` the state keeps the log of events."""
    found = variant(slug)
    return engine(found.game).new_state(found, deal, first_seat, record)


def replay(slug: str, deal: Deal, actions: Any, first_seat: int | None = None) -> State:
    """Play (seat, action) pairs from the deal, each of them checked; the state keeps the log of events.

    A pair is a tuple, or a list as JSON has it. Anything else is refused with an ``IllegalActionError``.
    """
    state = new_game(slug, deal, first_seat, record=True)
    try:
        pairs = iter(actions)
    except TypeError as wrong:
        raise IllegalActionError(f"The actions of a game are a list of pairs, not {short(actions)}.") from wrong
    for at, pair in enumerate(pairs):
        seat, action = seat_and_action(pair, at)
        state.play(seat, action)
    return state


def restore(saved: Any) -> State:
    """Bring back what ``State.save`` wrote."""
    return engine(variant_in(saved, "saved state").game).restore(saved)


def variant_in(json: Any, what: str, game: str = "") -> Variant:
    """The variant that a saved state or a view names, of the game asked for. Raises ``SavedStateError``."""
    slug = json.get("variant") if isinstance(json, dict) else None
    if not isinstance(slug, str):
        raise SavedStateError(f"A {what} is a JSON object with the field 'variant'.")
    try:
        found = variant(slug)
    except UnknownVariantError as wrong:
        raise SavedStateError(f"In the field 'variant' of the {what}: {wrong}") from wrong
    if game and found.game != game:
        raise SavedStateError(f"The field 'variant' of the {what} names the game {found.game}, not {game}.")
    return found
