"""Move matches on: forfeit games that need not be played, finish those whose games are all final."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from arena.leases.models import Lease
from arena.lib.live.publish import publish_all_on_commit
from arena.matches import signals
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
from arena.matches.models.game import FINAL_STATES
from arena.matches.series import PlayedGame, forfeited_games, score
from arena.matches.sql import handing_in
from arena.matches.sql.handing_in import FinishedMatch
from engines.words import mark
from referee.points import integer_points
from referee.ranking import final_ranks


@transaction.atomic
def settle_all(match_ids: Sequence[int], now: datetime | None = None) -> None:
    """Bring matches up to date with their games. Running it twice, late or for finished matches changes nothing.

    It is called when a block is finished or a bot has faulted. Matches without a fault, which are nearly all, need no
    look at their games.
    """
    now = now or timezone.now()
    finished = handing_in.finish_clean(match_ids, now) if match_ids else []
    left = set(match_ids) - {match.id for match in finished}
    for match_id in sorted(handing_in.with_faults(sorted(left))) if left else ():
        finished += _settle_with_faults(match_id, now)
    _tell(finished)


def settle(match_id: int, now: datetime | None = None) -> Match:
    settle_all([match_id], now)
    return Match.objects.get(pk=match_id)


def _settle_with_faults(match_id: int, now: datetime) -> list[FinishedMatch]:
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.state != MatchState.RUNNING:
        return []
    games = played_games(match)
    _forfeit(match, games, now)
    if match.blocks.filter(is_finished=False).exists():
        return []
    match.state = MatchState.DONE
    match.finished_at = now
    match.save(update_fields=["state", "finished_at"])
    entrants = list(match.entrants.order_by("position"))
    faults = score(games, len(entrants), match.max_faults).faults
    for entrant, count in zip(entrants, faults, strict=True):
        entrant.faults = count
    Entrant.objects.bulk_update(entrants, ["faults"])
    return [FinishedMatch(match.pk, match.source, match.kind)]


def _tell(finished: Sequence[FinishedMatch]) -> None:
    """Ladders and tournaments sit above this app: they listen, this app does not know them."""
    ended = [(f"match:{match.id}", "done") for match in finished]
    publish_all_on_commit([*ended, *((source, "news") for source in sorted({match.source for match in finished}))])
    for match in finished:
        transaction.on_commit(partial(_send, match), robust=True)


def _send(match: FinishedMatch) -> None:
    signals.match_finished.send(sender=Match, match_id=match.id, kind=match.kind, source=match.source)


def _forfeit(match: Match, games: list[PlayedGame], now: datetime) -> None:
    lost = forfeited_games(games, match.max_faults)
    if not lost:
        return
    for block in match.blocks.filter(is_finished=False, number__in={block for block, _ in lost}).order_by("pk"):
        locked = Block.objects.select_for_update().get(pk=block.pk)
        waiting = Game.objects.select_for_update().filter(block=block, state__in=[GameState.QUEUED, GameState.PAUSED])
        for game in waiting.order_by("number"):
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
    game.reason = mark("Not played: a bot had faulted too often in this match.")
    game.save()
    for seat in seats:
        seat.rank, seat.points = ranks[seat.side], points[seat.side]
    Seat.objects.bulk_update(seats, ["rank", "points"])


def finish_block_if_complete(block: Block, now: datetime) -> None:
    """The caller holds the block's lock."""
    if not block.is_finished and not block.games.exclude(state__in=FINAL_STATES).exists():
        block.is_finished = True
        block.finished_at = now
        block.save(update_fields=["is_finished", "finished_at"])


@transaction.atomic
def cancel(match_id: int, reason: str, now: datetime | None = None) -> bool:
    """Stop a match: open games are cancelled, played ones stay. False if it was over already.

    A worker that holds some of them learns it at its next sign of life, or when it hands them in.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.state != MatchState.RUNNING:
        return False
    for block in Block.objects.select_for_update().filter(match=match, is_finished=False).order_by("pk"):
        games = Game.objects.select_for_update().filter(block=block).exclude(state__in=FINAL_STATES).order_by("pk")
        _cancel_games(list(games), reason, now)
        finish_block_if_complete(block, now)
    match.state = MatchState.CANCELLED
    match.reason = reason
    match.finished_at = now
    match.save(update_fields=["state", "reason", "finished_at"])
    publish_all_on_commit([(f"match:{match.pk}", "done"), (match.source, "news")])
    return True


def _cancel_games(games: Sequence[Game], reason: str, now: datetime) -> None:
    held = {game: game.lease_token for game in games if game.lease_token is not None}
    workers = dict(Lease.objects.filter(token__in=set(held.values())).values_list("token", "worker"))
    Attempt.objects.bulk_create(
        Attempt(
            game=game,
            number=game.attempt_count + 1,
            token=token,
            worker=workers.get(token, ""),
            outcome=AttemptOutcome.CANCELLED,
            cause=reason,
            started_at=game.started_at or now,
            ended_at=now,
        )
        for game, token in held.items()
    )
    Game.objects.filter(pk__in=[game.pk for game in held]).update(attempt_count=F("attempt_count") + 1)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(
        state=GameState.CANCELLED, lease_token=None, deadline=None, finished_at=now, reason=reason
    )
