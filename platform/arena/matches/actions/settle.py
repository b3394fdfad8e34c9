"""Move a match on: forfeit games that need not be played, finish it when all its games are final."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from arena.lib.live.publish import publish_on_commit
from arena.matches import signals
from arena.matches.actions.accept_result import finish_block_if_complete
from arena.matches.games_of_match import played_games
from arena.matches.models import (
    Attempt,
    AttemptOutcome,
    Block,
    Entrant,
    Game,
    GameState,
    Match,
    MatchState,
    Seat,
)
from arena.matches.series import PlayedGame, forfeited_games, score
from referee.points import integer_points
from referee.ranking import final_ranks


@transaction.atomic
def settle(match_id: int, now: datetime | None = None) -> Match:
    """Bring the match up to date with its games. Running it twice, late or for a finished match changes nothing."""
    now = now or timezone.now()
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.state != MatchState.RUNNING:
        return match
    games = played_games(match)
    _forfeit(match, games, now)
    if match.blocks.filter(is_finished=True).count() >= match.blocks_planned:
        _finish(match, games, now)
    return match


def _forfeit(match: Match, games: list[PlayedGame], now: datetime) -> None:
    lost = forfeited_games(games, match.max_faults)
    if not lost:
        return
    for block in match.blocks.filter(is_finished=False, number__in={block for block, _ in lost}).order_by("number"):
        locked = Block.objects.select_for_update().get(pk=block.pk)
        waiting = Game.objects.select_for_update().filter(block=block, state=GameState.QUEUED).order_by("number")
        for game in waiting:
            if out := lost.get((block.number, game.number)):
                _forfeit_game(game, out, now)
        finish_block_if_complete(locked, now)


def _forfeit_game(game: Game, out: frozenset[int], now: datetime) -> None:
    seats = list(game.seats.select_related("entrant"))
    sides = {seat.side for seat in seats}
    failed = {seat.side for seat in seats if seat.entrant.position in out}
    ranks = final_ranks(None, len(sides), failed)
    points = integer_points(ranks)
    game.state = GameState.FORFEITED
    game.deadline = None
    game.finished_at = now
    game.ranks = list(ranks)
    game.termination = "fault"
    game.reason = "Not played: a bot had faulted too often in this match."
    game.save()
    for seat in seats:
        seat.rank, seat.points = ranks[seat.side], points[seat.side]
    Seat.objects.bulk_update(seats, ["rank", "points"])


def _finish(match: Match, games: list[PlayedGame], now: datetime) -> None:
    match.state = MatchState.DONE
    match.finished_at = now
    match.save(update_fields=["state", "finished_at"])
    entrants = list(match.entrants.order_by("position"))
    faults = score(games, len(entrants), match.max_faults).faults
    for entrant, count in zip(entrants, faults, strict=True):
        entrant.faults = count
    Entrant.objects.bulk_update(entrants, ["faults"])
    # Ladders and tournaments sit above this app: they listen, this app does not know them.
    publish_on_commit(f"match:{match.pk}", "done")
    publish_on_commit(match.source, "news")
    transaction.on_commit(lambda: signals.match_finished.send(sender=Match, match_id=match.pk))


@transaction.atomic
def cancel(match_id: int, reason: str, now: datetime | None = None) -> bool:
    """Stop a match: open games are cancelled, played ones stay. False if it was over already."""
    now = now or timezone.now()
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.state != MatchState.RUNNING:
        return False
    for block in Block.objects.select_for_update().filter(match=match, is_finished=False).order_by("number"):
        # A worker that still plays learns it at its next sign of life; a dead one would leave its attempt open.
        Attempt.objects.filter(game__block=block, outcome=AttemptOutcome.RUNNING).update(
            outcome=AttemptOutcome.CANCELLED, cause=reason, ended_at=now
        )
        Game.objects.filter(block=block, state__in=[GameState.QUEUED, GameState.LEASED, GameState.STUCK]).update(
            state=GameState.CANCELLED, lease_token=None, deadline=None, finished_at=now, reason=reason
        )
        finish_block_if_complete(block, now)
    match.state = MatchState.CANCELLED
    match.reason = reason
    match.finished_at = now
    match.save(update_fields=["state", "reason", "finished_at"])
    publish_on_commit(f"match:{match.pk}", "done")
    publish_on_commit(match.source, "news")
    return True
