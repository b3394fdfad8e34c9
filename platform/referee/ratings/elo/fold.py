"""Live Elo of a whole pool: a fold over its rated games in schedule order.

The result depends on the order, so the caller numbers the games; arrival times must not come in. The same list
gives the same doubles on every run, and a fold may be continued from the table that an earlier one returned.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engines.variants import RankPolicy
from referee.ratings.elo.k import K_OLD, OLD_GAMES, k_factor
from referee.ratings.elo.live import surprise, total_of
from referee.ratings.errors import RatingInputError
from referee.ratings.games import Entrant, RatedGame, check_game
from referee.ratings.scale import CENTRE

_K = tuple(map(k_factor, range(OLD_GAMES)))
"""Looked up rather than called: the fold asks four times a game."""


@dataclass(frozen=True)
class LiveTable:
    """Live Elo and rated games of every entrant so far."""

    ratings: Mapping[Entrant, float] = field(default_factory=dict)
    games: Mapping[Entrant, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LiveSettings:
    """What the fold has to know besides the games."""

    anchors: Mapping[Entrant, float] = field(default_factory=dict)
    """Published ratings of the entrants that never move."""
    parents: Mapping[Entrant, Entrant] = field(default_factory=dict)
    """A new version starts where its parent stands when the new one plays its first rated game."""
    starts: Mapping[Entrant, float] = field(default_factory=dict)
    """Where entrants start that come from an earlier season; their descendants start there too."""
    role_offsets: Mapping[str, float] = field(default_factory=dict)
    """Rating points that a role is worth, e.g. ``{"single": 35.0}``; unknown roles are worth nothing."""


class _Standing:
    """Where one entrant stands; one lookup per member and game keeps the fold quick."""

    __slots__ = ("games", "is_anchor", "rating")

    def __init__(self, rating: float, games: int, is_anchor: bool) -> None:
        self.rating = rating
        self.games = games
        self.is_anchor = is_anchor

    def move(self, share: float) -> float:
        played = self.games
        self.games = played + 1
        if self.is_anchor:
            return 0.0
        change = (_K[played] if played < OLD_GAMES else K_OLD) * share
        self.rating += change
        return change


class LiveFold:
    """A fold in progress, for callers that want every single change, e.g. to log it."""

    def __init__(self, settings: LiveSettings | None = None, start: LiveTable | None = None) -> None:
        begin = start or LiveTable()
        self._settings = settings or LiveSettings()
        self._role_offsets = self._settings.role_offsets
        anchors = self._settings.anchors
        self._standings = {
            entrant: _Standing(rating, begin.games.get(entrant, 0), entrant in anchors)
            for entrant, rating in {**begin.ratings, **anchors}.items()
        }

    def table(self) -> LiveTable:
        """A copy of where everybody stands now."""
        standings = self._standings.items()
        return LiveTable({who: at.rating for who, at in standings}, {who: at.games for who, at in standings})

    def part(self, entrants: Iterable[Entrant]) -> LiveTable:
        """The same for some entrants only: cheap to ask after every period of a long log."""
        standings = {who: self._standings[who] for who in entrants}
        return LiveTable(
            {who: at.rating for who, at in standings.items()}, {who: at.games for who, at in standings.items()}
        )

    def set_role_offsets(self, offsets: Mapping[str, float]) -> None:
        """What roles are worth from the next game on: the fit learns more about that with every period."""
        self._role_offsets = offsets

    def admit(self, member: Entrant) -> None:
        """Let somebody stand where a newcomer starts; no change for who is known."""
        if member not in self._standings:
            self._standings[member] = self._newcomer(member)

    def rate(self, game: RatedGame) -> dict[Entrant, float]:
        """Count one game and return the change of every entrant in it; anchors change by 0.0.

        >>> fold = LiveFold()
        >>> changes = fold.rate(RatedGame.solo(RankPolicy.LAST_LOSES, "abcdef", [1, 1, 1, 1, 1, 6]))
        >>> round(changes["a"], 4), round(changes["f"], 4)
        (5.3333, -26.6667)
        """
        check_game(game)
        sides, standings = game.sides, self._standings
        for side in sides:
            for member in side:
                if member not in standings:
                    self.admit(member)
        if sum(map(len, sides)) > len(sides):
            return self._rate_teams(game)
        seated = [standings[member] for (member,) in sides]
        shares = self._surprise(game, [standing.rating for standing in seated])
        return {side[0]: at.move(share) for side, at, share in zip(sides, seated, shares, strict=True)}

    def _rate_teams(self, game: RatedGame) -> dict[Entrant, float]:
        return {
            member: self._standings[member].move(share * side.count(member) / len(side))
            for side, share in zip(game.sides, self._surprise(game, list(map(self._mean, game.sides))), strict=True)
            for member in dict.fromkeys(side)
        }

    def _surprise(self, game: RatedGame, worth: list[float]) -> list[float]:
        if game.roles:
            offsets = self._role_offsets
            worth = [rating + offsets.get(role, 0.0) for rating, role in zip(worth, game.roles, strict=True)]
        return surprise(RankPolicy.LAST_LOSES if game.fault else game.policy, worth, game.ranks)

    def _mean(self, side: tuple[Entrant, ...]) -> float:
        return total_of([self._standings[member].rating for member in side]) / len(side)

    def _newcomer(self, member: Entrant) -> _Standing:
        return _Standing(start_rating(member, self._settings, self._rating_of), 0, False)

    def _rating_of(self, entrant: Entrant) -> float | None:
        known = self._standings.get(entrant)
        return None if known is None else known.rating


def start_rating(member: Entrant, settings: LiveSettings, rating_of: Callable[[Entrant], float | None]) -> float:
    """Of a newcomer: where its nearest ancestor stands, or came from an earlier season; else the middle."""
    seen: set[Entrant] = set()
    line: Entrant | None = member
    while line is not None:
        if line in seen:
            raise RatingInputError(f"{member!r} descends from itself; a version's parent is an older version.")
        seen.add(line)
        known = rating_of(line)
        known = settings.starts.get(line) if known is None else known
        if known is not None:
            return known
        line = settings.parents.get(line)
    return CENTRE


def fold(games: Iterable[RatedGame], settings: LiveSettings | None = None, start: LiveTable | None = None) -> LiveTable:
    """Live Elo after all the games, in the order given.

    >>> duel = lambda winner, loser: RatedGame.solo(RankPolicy.FIRST_WINS, [winner, loser], [1, 2])
    >>> table = fold([duel("a", "b"), duel("b", "c"), duel("c", "a")])
    >>> {name: round(rating, 4) for name, rating in table.ratings.items()}
    {'a': 1498.4969, 'b': 1500.7363, 'c': 1500.7668}
    """
    running = LiveFold(settings, start)
    for game in games:
        running.rate(game)
    return running.table()
