"""Read the games of a match as the plain values that the series functions take."""

from collections.abc import Iterable

from arena.matches.models import GameState, Match, Seat
from arena.matches.series import PlayedGame, SeriesScore, score


def played_games(match: Match) -> list[PlayedGame]:
    """One query, however long the series."""
    return played_games_of([match.pk])[match.pk]


def played_games_of(match_ids: Iterable[int]) -> dict[int, list[PlayedGame]]:
    """The same for many matches at once."""
    series: dict[int, dict[tuple[int, int], PlayedGame]] = {pk: {} for pk in match_ids}
    rows = (
        Seat.objects.filter(game__block__match__in=series)
        .order_by("game__block__number", "game__number", "side", "seat")
        .values_list(
            "game__block__match", "game__block__number", "game__number", "side", "entrant__position", "fault",
            "game__ranks", "game__state",
        )
    )  # fmt: skip
    for match, block, number, side, position, fault, ranks, state in rows:
        games = series[match]
        game = games.get((block, number))
        sides = list(game.entrants) if game else []
        if len(sides) == side:
            sides.append(())
        sides[side] = (*sides[side], position)
        faulted = (game.faulted if game else frozenset()) | ({position} if fault else set())
        result = tuple(ranks) if ranks is not None and state == GameState.DONE else None
        games[block, number] = PlayedGame(block, number, tuple(sides), result, faulted)
    return {match: list(games.values()) for match, games in series.items()}


def series_score(match: Match) -> SeriesScore:
    return score(played_games(match), match.entrants.count(), match.max_faults)
