"""Plays: schedule a series for a node, end it, drop it. Called by ``advance`` under the tournament's lock."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from arena.bots.models import BotVersion
from arena.matches.actions.extend import extend
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.settle import cancel
from arena.matches.models import Match, MatchKind
from arena.tournaments.models import Node, Play, PlayState, Tournament
from arena.tournaments.outcomes import block_size, series_blocks, with_absent
from arena.tournaments.pacing import next_part
from arena.tournaments.series import SeriesRules, SeriesStanding, series_scores, stand
from arena.tournaments.tables import variant_for

PATIENCE = timedelta(hours=24)
"""What an open series may take before staff sees it on the queue page as overdue."""
_FINALS = ("final", "reset")


def blocks_of(tournament: Tournament, node: Node) -> int:
    """The length of a series: the round's own, else the final's, else the usual one."""
    key = node.key
    own = tournament.round_blocks.get(f"{key.stage}.{key.round}")
    if own:
        return int(own)
    if node.bracket in _FINALS and tournament.final_blocks:
        return tournament.final_blocks
    return tournament.blocks


def begin(tournament: Tournament, node: Node, take: int, versions: Mapping[int, BotVersion], now: datetime) -> Play:
    """Schedule the series of a node. Under the same key the same games would be found again."""
    entrants = node.entrants
    total = blocks_of(tournament, node)
    slug = variant_for(tournament.variant, len(entrants))
    part = next_part(
        series_scores([], len(entrants)),
        0,
        total,
        node.advancing,
        block_size(slug, len(entrants)),
        early=tournament.early_stop,
    )
    again = f"/x{take}" if take > 1 else ""
    round_key = f"tournament/{tournament.slug}/{node.key.stage}.{node.key.round}"
    match = schedule(
        Plan(
            kind=MatchKind.TOURNAMENT,
            key=f"{round_key}.{node.number}{again}",
            source=tournament.source,
            variant=slug,
            versions=[versions[entrant] for entrant in entrants],
            secret=tournament.secret,
            deal_scope=(round_key if tournament.common_deals else f"{round_key}.{node.number}") + again,
            blocks=part,
            deadline=now + PATIENCE,
            is_rated=tournament.is_rated,
            # Tables of different sizes are rated in different pools, so each closes a period of its own.
            period=f"{round_key}/{slug}{again}",
            place=node.number,
        )
    )
    return Play.objects.create(node=node, take=take, match=match, entrants=list(entrants), blocks=total)


def settle_play(tournament: Tournament, play: Play, seeds: Mapping[int, int]) -> bool:
    """Decide a play whose scheduled blocks are all over, or give it the blocks it still needs."""
    size = len(play.entrants)
    rules = SeriesRules(
        play.blocks,
        play.node.advancing,
        early_stop=tournament.early_stop,
        extra_blocks=tournament.extra_blocks,
    )
    blocks = series_blocks(play.match, size)
    standing = stand(rules, blocks, [seeds[entrant] for entrant in play.entrants])
    if standing.is_decided:
        _write(play, standing)
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
    stop(play, "Not played on: somebody left the table, and the rest counts as faults.")
    gone = [play.entrants.index(entrant) for entrant in absent]
    blocks = with_absent(play.match, len(play.entrants), gone, play.blocks)
    rules = SeriesRules(play.blocks, play.node.advancing, early_stop=False, extra_blocks=0)
    _write(play, stand(rules, blocks, [seeds[entrant] for entrant in play.entrants]))


def drop(play: Play, reason: str) -> None:
    """Make a play void: its games stay to be looked at, and count nowhere in the tournament."""
    stop(play, reason)
    play.state = PlayState.VOID
    play.void_reason = reason
    play.save(update_fields=["state", "void_reason"])


def stop(play: Play, reason: str) -> None:
    if cancel(play.match_id, reason):
        # Half a series would be rated otherwise.
        Match.objects.filter(pk=play.match_id).update(is_rated=False)


def _write(play: Play, standing: SeriesStanding) -> None:
    play.state = PlayState.DECIDED
    play.ranks = list(standing.ranks)
    play.scores = [str(score) for score in standing.scores]
    play.games = standing.games
    play.settled_by = standing.reason.value if standing.reason else ""
    play.save(update_fields=["state", "ranks", "scores", "games", "settled_by"])
