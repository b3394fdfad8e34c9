"""Plays: schedule a series for a node, end it, drop it. Called by ``advance`` under the tournament's lock."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from arena.bots.models import BotVersion
from arena.lib.copying import copy_new
from arena.matches import signals
from arena.matches.actions.extend import extend
from arena.matches.actions.schedule import Plan, schedule_all
from arena.matches.actions.settle import cancel
from arena.matches.models import Match, MatchKind
from arena.tournaments.fitting import variant_for
from arena.tournaments.models import Node, Play, PlayState, Tournament
from arena.tournaments.planning.pacing import next_part
from arena.tournaments.planning.series import SeriesRules, SeriesStanding, series_scores, stand
from arena.tournaments.running.lengths import blocks_of
from arena.tournaments.running.outcomes import History, block_size, histories, series_blocks, with_absent
from arena.tournaments.running.partners import seat_orders
from arena.tournaments.running.rows import save_all
from engines.words import mark

PATIENCE = timedelta(hours=24)
"""What an open series may take before staff sees it on the queue page as overdue."""
_DECIDED = ("state", "ranks", "scores", "games", "settled_by")


def begin_all(
    tournament: Tournament, takes: Sequence[tuple[Node, int]], versions: Mapping[int, BotVersion], now: datetime
) -> None:
    """Schedule the series of nodes, each with the number of its take. Under the same key the same games are found."""
    if not takes:
        return
    orders = seat_orders(tournament, [node for node, _take in takes])
    plans = [
        _plan(tournament, node, take, [versions[entrant] for entrant in order], now)
        for (node, take), order in zip(takes, orders, strict=True)
    ]
    copy_new([
        Play(node=node, take=take, match=match, entrants=list(order), blocks=blocks_of(tournament, node))
        for (node, take), order, match in zip(takes, orders, schedule_all(plans), strict=True)
    ])  # fmt: skip


def _plan(tournament: Tournament, node: Node, take: int, versions: Sequence[BotVersion], now: datetime) -> Plan:
    size = len(node.entrants)
    slug = variant_for(tournament.variant, size)
    part = next_part(
        series_scores([], size),
        0,
        blocks_of(tournament, node),
        node.advancing,
        block_size(slug, size),
        early=tournament.early_stop,
    )
    again = f"/x{take}" if take > 1 else ""
    round_key = f"tournament/{tournament.slug}/{node.key.stage}.{node.key.round}"
    return Plan(
        kind=MatchKind.TOURNAMENT,
        key=f"{round_key}.{node.number}{again}",
        source=tournament.source,
        variant=slug,
        versions=list(versions),
        secret=tournament.secret,
        deal_scope=(round_key if tournament.common_deals else f"{round_key}.{node.number}") + again,
        blocks=part,
        deadline=now + PATIENCE,
        is_rated=tournament.is_rated,
        is_sealed=tournament.is_staged,
        requested_by=tournament.owner if tournament.is_staged else None,
        # Tables of different sizes are rated in different pools, so each closes a period of its own.
        period=f"{round_key}/{slug}{again}",
        place=node.number,
    )


def settle_all(tournament: Tournament, over: Sequence[Play], seeds: Callable[[Play], Mapping[int, int]]) -> bool:
    """Decide plays whose scheduled blocks are all over, or give them the blocks they still need. True: some decided."""
    played = histories([play.match_id for play in over])
    decided = [play for play in over if _settle(tournament, play, played[play.match_id], seeds(play))]
    save_all(decided, _DECIDED)
    return bool(decided)


def _settle(tournament: Tournament, play: Play, history: History, seeds: Mapping[int, int]) -> bool:
    size = len(play.entrants)
    rules = SeriesRules(
        play.blocks,
        play.node.advancing,
        early_stop=tournament.early_stop,
        extra_blocks=tournament.extra_blocks,
    )
    blocks = series_blocks(history, size, play.match.max_faults)
    standing = stand(rules, blocks, [seeds[entrant] for entrant in play.entrants])
    if standing.is_decided:
        _decide(play, standing)
        return True
    games = block_size(play.match.variant, size)
    played = len(blocks)
    more = (
        next_part(standing.scores, played, play.blocks, rules.advancing, games, early=rules.early_stop)
        if played < play.blocks
        else standing.blocks_to_play
    )
    extend(play.match_id, played + more)
    return False


def settle_without(play: Play, absent: tuple[int, ...], seeds: Mapping[int, int]) -> None:
    """Somebody left a table that goes on: what is left is not run and counts as that entrant's faults."""
    stop(play, mark("Not played on: somebody left the table, and the rest counts as faults."))
    gone = [play.entrants.index(entrant) for entrant in absent]
    blocks = with_absent(play.match, len(play.entrants), gone, play.blocks)
    rules = SeriesRules(play.blocks, play.node.advancing, early_stop=False, extra_blocks=0)
    _decide(play, stand(rules, blocks, [seeds[entrant] for entrant in play.entrants]))
    play.save(update_fields=_DECIDED)


def drop(play: Play, reason: str) -> None:
    """Make a play void: its games stay to be looked at, and count nowhere, neither here nor in the ratings."""
    stop(play, reason)
    _unrate(play)
    play.state = PlayState.VOID
    play.void_reason = reason
    play.save(update_fields=["state", "void_reason"])


def stop(play: Play, reason: str) -> None:
    if cancel(play.match_id, reason):
        _unrate(play)  # half a series would be rated otherwise


def _unrate(play: Play) -> None:
    """Not rated from now on; what was rated already is corrected by who listens, in this transaction."""
    if Match.objects.filter(pk=play.match_id, is_rated=True).update(is_rated=False):
        signals.match_voided.send(sender=Match, match_id=play.match_id)


def _decide(play: Play, standing: SeriesStanding) -> None:
    play.state = PlayState.DECIDED
    play.ranks = list(standing.ranks)
    play.scores = [str(score) for score in standing.scores]
    play.games = standing.games
    play.settled_by = standing.reason.value if standing.reason else ""
