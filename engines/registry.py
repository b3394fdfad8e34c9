"""Which games there are: those that installed packages declare as entry points. Nothing here names one."""

import warnings
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from engines.border import seat_and_action, short
from engines.chance import Deal
from engines.entry_points import EntryPoint, entry_points
from engines.errors import (
    BrokenGameError,
    IllegalActionError,
    NoGamesError,
    SavedStateError,
    UnknownRulesError,
    UnknownVariantError,
)
from engines.games import Game, problem_of
from engines.interface import Engine, State
from engines.variants import Variant

GROUP = "karma_arena.games"


@cache
def _declared() -> dict[str, EntryPoint]:
    """By name. Where several packages bring games of one name, the first on the import path has it."""
    declared: dict[str, EntryPoint] = {}
    for point in entry_points(GROUP):
        declared.setdefault(point.name, point)
    if not declared:
        raise NoGamesError(
            "No game is installed. If this is a source tree that changed since it was installed, install it again: "
            "python3 manage.py does so, or pip install --no-deps -e ."
        )
    return declared


def targets() -> dict[str, str]:
    """What the entry point of each game names, ``engines.karma.game:GAME``: whoever copies games aside needs that."""
    return {name: point.target for name, point in _declared().items()}


@cache
def game(name: str) -> Game:
    """A game by name, with all that it says about itself."""
    if name not in _declared():
        raise UnknownVariantError(f"There is no game called {name[:60]!r}. Games: {', '.join(names())}.")
    return _load(name)


def _load(name: str) -> Game:
    # A slug belongs to the game whose name begins it, so that no name may begin another one.
    shorter = [other for other in _declared() if name.startswith(f"{other}-")]
    if shorter:
        raise BrokenGameError(f"The game {name!r} cannot be used. Its name begins with that of another, {shorter[0]}.")
    module, _, attribute = _declared()[name].target.partition(":")
    try:
        declared: object = getattr(import_module(module), attribute)
        problem = problem_of(name, declared)
    except Exception as error:
        raise BrokenGameError(f"The game {name!r} cannot be loaded: {error!r}") from error
    if problem:
        raise BrokenGameError(f"The game {name!r} cannot be used. {problem}")
    assert isinstance(declared, Game)  # noqa: S101 - else there is a problem
    return declared


@cache
def _all() -> tuple[tuple[Game, ...], tuple[str, ...]]:
    usable: list[Game] = []
    broken = [
        f"The package {point.package} brings a game called {point.name!r} as well; that of {first.package} is used."
        for point in entry_points(GROUP)
        if (first := _declared()[point.name]) != point
    ]
    for name in _declared():
        try:
            usable.append(game(name))
        except BrokenGameError as error:
            broken.append(str(error))
    for sentence in broken:
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
    return tuple(sorted(usable, key=lambda declared_game: (declared_game.place, declared_game.title))), tuple(broken)


def games() -> tuple[Game, ...]:
    """All games, in the order in which people see them. One that is broken is left out, the others go on."""
    return _all()[0]


def broken_games() -> tuple[str, ...]:
    """A sentence for each game that is installed and cannot be used."""
    return _all()[1]


def names() -> list[str]:
    return [game.name for game in games()]


def engine(name: str) -> Engine:
    """The engine of a game by name."""
    return game(name).engine


def engines() -> list[Engine]:
    return [game.engine for game in games()]


def variants() -> list[Variant]:
    """All registered variants of all games."""
    return [variant for rules in engines() for variant in rules.variants()]


@lru_cache(maxsize=1024)  # bounded: slugs come from outside
def variant(slug: str) -> Variant:
    """A variant by slug. Custom options follow a plus: ``karma-4+strictFollowUp``, ``karmaka-wolf+wolfSeat=2``."""
    name, *extras = slug.split("+")
    owner = game_of(name)
    if not owner:
        raise UnknownVariantError(f"There is no variant called {slug[:60]!r}. Games: {', '.join(names())}.")
    known = {variant.slug: variant for variant in engine(owner).variants()}
    if name not in known:
        raise UnknownVariantError(f"There is no variant called {slug[:60]!r}. Variants: {', '.join(known)}.")
    return _with_options(known[name], extras) if extras else known[name]


def is_known(slug: str) -> bool:
    """Whether a variant can be played here. What is stored may be of a game whose package was removed."""
    try:
        return variant(slug).slug == slug
    except (UnknownVariantError, BrokenGameError):
        return False


def game_of(slug: str) -> str:
    """The name of the game that a slug begins with; empty if there is none. Whether the variant exists is not asked."""
    for name in _declared():
        if slug == name or slug.startswith(f"{name}-"):
            return name
    return ""


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


def new_game(
    slug: str, deal: Deal, first_seat: int | None = None, record: bool = False, rules_version: int | None = None
) -> State:
    """Deal a game of a variant. With ``record`` the state keeps the log of events.

    ``rules_version``: by earlier rules, for replays. Raises ``UnknownRulesError`` where they cannot be played.
    """
    played = variant(slug)
    rules = engine(played.game)
    if rules_version is None or rules_version == rules.rules_version:
        return rules.new_state(played, deal, first_seat, record)
    if rules_version not in rules.older_rules:
        known = ", ".join(str(version) for version in (*rules.older_rules, rules.rules_version))
        raise UnknownRulesError(
            f"{played.game} cannot be played by version {rules_version} of its rules. Known versions: {known}."
        )
    return rules.new_state(played, deal, first_seat, record, rules_version)


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
        named = variant(slug)
    except UnknownVariantError as wrong:
        raise SavedStateError(f"In the field 'variant' of the {what}: {wrong}") from wrong
    if game and named.game != game:
        raise SavedStateError(f"The field 'variant' of the {what} names the game {named.game}, not {game}.")
    return named
