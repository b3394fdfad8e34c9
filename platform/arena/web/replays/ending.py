"""What follows the end of a replay: how the block stands, and which game comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.matches.models import Game, GameState
from arena.matches.reading import visible_games, with_seats
from arena.replays.access import has_frames


@dataclass(frozen=True)
class Share:
    """What an entrant made of the deal."""

    entrant: int
    name: str
    points: float
    """1 for a win alone, 0 for the last place, summed over the games."""


@dataclass(frozen=True)
class Ending:
    number: int
    """Of this game in its block, from 1."""
    planned: int
    played: int
    shares: list[Share]
    """The best first."""
    following: Game | None
    """The next one to watch."""
    siblings: list[Game]
    """All games of the block, this one too."""

    @property
    def has_tables(self) -> bool:
        """Are there several to put side by side?"""
        return sum(has_frames(sibling) for sibling in self.siblings) > 1


def ending(game: Game, user: User | None) -> Ending:
    block = siblings(game, user)
    played = [sibling for sibling in block if sibling.state == GameState.DONE]
    return Ending(
        number=game.number + 1,
        planned=len(block),
        played=len(played),
        shares=shares(played),
        following=_following(game, block, user),
        siblings=block,
    )


def siblings(game: Game, user: User | None) -> list[Game]:
    """The games of its block, in order, with their seats."""
    return list(with_seats(visible_games(user)).filter(block=game.block).order_by("number"))


def shares(games: Sequence[Game]) -> list[Share]:
    """Points of each entrant over games: those of its side, once a game however many seats it holds."""
    names: dict[int, str] = {}
    sums: dict[int, float] = {}
    for game in games:
        seats = list(game.seats.all())
        most = 2 * (max(seat.side for seat in seats) or 1)
        for entrant, seat in {seat.entrant_id: seat for seat in seats}.items():
            names[entrant] = seat.version.bot.name
            sums[entrant] = sums.get(entrant, 0.0) + (seat.points or 0) / most
    totals = (Share(entrant, names[entrant], total) for entrant, total in sums.items())
    return sorted(totals, key=lambda share: -share.points)


def _following(game: Game, block: Sequence[Game], user: User | None) -> Game | None:
    later = [sibling for sibling in block if sibling.number > game.number and has_frames(sibling)]
    if later:
        return later[0]
    match, number = game.block.match_id, game.block.number
    after = visible_games(user).filter(block__match=match, block__number__gt=number, replay__isnull=False)
    return after.filter(state=GameState.DONE).order_by("block__number", "number").first()


def outcome(game: Game) -> str:
    """ "Fox wins", or where all but one share the first place "Owl loses"."""
    ranks = {seat.side: seat.rank or 0 for seat in game.seats.all()}
    sides = _sides(game)
    first = [names for side, names in sides.items() if ranks[side] == 1]
    others = [names for side, names in sides.items() if ranks[side] > 1]
    if not first or not others:
        return _("a draw")
    if len(first) > 1 and len(others) == 1:
        return _("%(names)s loses") % {"names": " & ".join(others[0])}
    return _("%(names)s wins") % {"names": ", ".join(" & ".join(names) for names in first)}


def table_title(game: Game) -> str:
    """Who plays whom: "Fox – Owl", "Fox & Hen – Owl & Elk"."""
    return " – ".join(" & ".join(names) for _side, names in sorted(_sides(game).items()))


def _sides(game: Game) -> dict[int, list[str]]:
    """The bots of each side, each named once."""
    sides: dict[int, list[str]] = {}
    for seat in game.seats.all():
        names = sides.setdefault(seat.side, [])
        if seat.version.bot.name not in names:
            names.append(seat.version.bot.name)
    return sides
