"""Read the games of a match as the plain values that the series functions take."""

from arena.matches.models import GameState, Match, Seat
from arena.matches.series import PlayedGame, SeriesScore, score


def played_games(match: Match) -> list[PlayedGame]:
    """Two queries, however long the series."""
    rows = (
        Seat.objects.filter(game__block__match=match)
        .order_by("game__block__number", "game__number", "side", "seat")
        .values_list(
            "game__block__number", "game__number", "side", "entrant__position", "fault", "game__ranks", "game__state"
        )
    )
    found: dict[tuple[int, int], PlayedGame] = {}
    for block, number, side, position, fault, ranks, state in rows:
        game = found.get((block, number))
        sides = list(game.entrants) if game else []
        if len(sides) == side:
            sides.append(())
        sides[side] = (*sides[side], position)
        faulted = (game.faulted if game else frozenset()) | ({position} if fault else set())
        result = tuple(ranks) if ranks is not None and state == GameState.DONE else None
        found[block, number] = PlayedGame(block, number, tuple(sides), result, faulted)
    return list(found.values())


def series_score(match: Match) -> SeriesScore:
    return score(played_games(match), match.entrants.count(), match.max_faults)
