"""How ratings work, with the newest rated game as an example computed from the log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from arena.bots.models import BotVersion
from arena.matches.models import Game
from arena.ratings.ladder.rules import MAX_FAULT_RUN
from arena.ratings.leaderboard.stamp import boards_stamp
from arena.ratings.log.lives import family, live_settings, live_table
from arena.ratings.log.payloads import rated_game
from arena.ratings.models import EventKind, RatingEvent
from arena.web.games import introduction
from arena.web.kept.pages import kept_for_visitors
from engines import RankPolicy
from engines.registry import games
from referee.ratings.elo.fold import LiveFold
from referee.ratings.elo.k import k_factor
from referee.ratings.elo.live import expected
from referee.ratings.fit.batch import ALPHA
from referee.ratings.fit.certainty import evidence_of_duels, freedom, pairwise
from referee.ratings.games import RatedGame
from referee.ratings.scale import (
    END_GAMES,
    POINTS_PER_LOGIT,
    PROVISIONAL_GAMES,
    PROVISIONAL_STANDARD_ERROR,
    noise_floor,
)

_LOOKED_AT = 50
"""The newest in which every seat plays for itself and no bot is private serves as the example; hardly ever are the
newest fifty all unfit, and then the page has none."""


@dataclass(frozen=True)
class ExampleLine:
    version: BotVersion
    before: float
    foreseen: float
    rank: int
    k: float
    change: float
    is_anchor: bool

    @property
    def after(self) -> float:
        return self.before + self.change


@dataclass(frozen=True)
class Example:
    event: RatingEvent
    game: Game
    lines: list[ExampleLine]
    is_last_loses: bool
    """Also a game that ended by a fault, whatever the variant."""


@cache
def numbers() -> dict[str, float]:
    """All that the page says in figures, as the code computes with it. Not before somebody asks: it takes the fit."""
    return {
        "c": POINTS_PER_LOGIT,
        "alpha": ALPHA,
        "factor_few": float(pairwise(freedom(evidence_of_duels(10)))),
        "factor_many": float(pairwise(freedom(evidence_of_duels(1000)))),
        "provisional_games": PROVISIONAL_GAMES,
        "provisional_error": PROVISIONAL_STANDARD_ERROR,
        "end_games": END_GAMES,
        "noise_low": noise_floor(k_factor(10**6)),
        "noise_high": noise_floor(k_factor(0)),
        "fault_run": MAX_FAULT_RUN,
        "k_new": k_factor(0),
        "k_middle": k_factor(PROVISIONAL_GAMES),
        "k_old": k_factor(10**6),
    }


@kept_for_visitors(boards_stamp)
@require_GET
def how_ratings_work(request: HttpRequest) -> HttpResponse:
    event = _newest()
    example = _example(event) if event else None
    context = {
        "example": example,
        "numbers": numbers(),
        "one_winner": _titles(RankPolicy.FIRST_WINS),
        "one_loser": _titles(RankPolicy.LAST_LOSES),
        "whole_order": _titles(RankPolicy.FULL_ORDER),
    }
    return render(request, "ladders/how.html", context)


def _titles(policy: RankPolicy) -> str:
    """The games that are ranked in this way, in at least one of their variants."""
    ranked = [game for game in games() if any(variant.rank_policy is policy for variant in game.engine.variants())]
    return ", ".join(introduction(game).name for game in ranked)


def _newest() -> RatingEvent | None:
    """A game without teams, of bots that everybody may see, from a period that nobody corrected."""
    corrected = RatingEvent.objects.filter(kind=EventKind.REVISE).values("period")
    newest = (
        RatingEvent.objects.filter(kind=EventKind.GAME, payload__roles=[])
        .exclude(period__in=corrected)
        .select_related("pool", "period")
        .order_by("-pk")[:_LOOKED_AT]
    )
    solo = [event for event in newest if all(len(side) == 1 for side in event.payload["sides"])]
    members = {side[0] for event in solo for side in event.payload["sides"]}
    hidden = set(BotVersion.objects.filter(pk__in=members, bot__is_private=True).values_list("pk", flat=True))
    return next((event for event in solo if not hidden & {side[0] for side in event.payload["sides"]}), None)


def _example(event: RatingEvent) -> Example:
    """Replay the event's period up to it: the ratings are those that the log itself had at this point."""
    game = rated_game(event.payload)
    members = [int(side[0]) for side in game.sides]
    fold = _fold_before(event)
    for seat in members:  # somebody's first game: the fold knows where a newcomer starts
        fold.admit(seat)
    before = fold.part(members)
    changes = fold.rate(game)
    anchors = set(event.pool.anchors.values_list("version", flat=True))
    versions = BotVersion.objects.select_related("bot").in_bulk(members)
    policy = RankPolicy.LAST_LOSES if game.fault else game.policy
    foreseen = expected(policy, [before.ratings[member] for member in members])
    lines = [
        ExampleLine(
            versions[member],
            before.ratings[member],
            chance,
            rank,
            k_factor(before.games[member]),
            changes[member],
            member in anchors,
        )
        for member, chance, rank in zip(members, foreseen, game.ranks, strict=True)
    ]
    return Example(event, Game.objects.get(pk=event.game_id), lines, policy is RankPolicy.LAST_LOSES)


def _fold_before(event: RatingEvent) -> LiveFold:
    earlier: list[RatedGame] = [
        rated_game(earlier)
        for earlier in RatingEvent.objects.filter(period=event.period, seq__lt=event.seq)
        .order_by("seq")
        .values_list("payload", flat=True)
    ]
    touched = {int(side[0]) for game in [*earlier, rated_game(event.payload)] for side in game.sides}
    settings = live_settings(event.pool, touched)
    fold = LiveFold(settings, live_table(event.pool, family(settings, touched), event.period.first_seq - 1))
    for game in earlier:
        fold.rate(game)
    return fold
