"""Routes of rulings: override a result, play a match again, undo. They warn before matches become void."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from arena.accounts.models import User
from arena.api.access import user_of
from arena.api.problems import ProblemError
from arena.api.routes.params import MatchKey, TournamentSlug
from arena.api.tournaments import bodies, showing
from arena.api.tournaments.finding import match_of, visible_tournament
from arena.api.tournaments.organising import leads
from arena.api.tournaments.schemas import AuditOut, PairingOut
from arena.tournaments.actions import rulings, undo
from arena.tournaments.models import Node, Tournament
from arena.tournaments.reading import entrants_by_seed, match_line
from arena.tournaments.round_names import RoundNames


def _shown(tournament: Tournament, key: str, user: User) -> dict[str, Any]:
    return showing.pairing(
        match_line(match_of(tournament, key, user), entrants_by_seed(tournament), RoundNames(tournament))
    )


def _ranks(tournament: Tournament, node: Node, rank_of: dict[str, int]) -> list[int]:
    """In the order of the slots."""
    seeded = entrants_by_seed(tournament)
    slugs = [seeded[seed].bot.slug for seed in node.entrants]
    if sorted(slugs) != sorted(rank_of):
        sentence = f"Give a rank to each of {', '.join(slugs) or 'the entrants, once they are known'}."
        raise ProblemError("conflict", sentence, [{"field": "ranks", "message": sentence}])
    return [rank_of[slug] for slug in slugs]


@leads(
    "/matches/{key}/override",
    "override_match",
    "Rule how a match ended; it holds until it is undone",
    response=PairingOut,
)
def override_match(request: HttpRequest, slug: TournamentSlug, key: MatchKey, body: bodies.Ruling) -> dict[str, Any]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    node = match_of(tournament, key, user)
    ranks = _ranks(tournament, node, body.ranks) if tournament.may_manage(user) else []
    rulings.override(tournament.pk, node, user, ranks, body.reason, cascade=body.cascade)
    return _shown(tournament, key, user)


@leads(
    "/matches/{key}/replay",
    "replay_match",
    "Play a match again with new deals; the old games stay to be looked at",
    response=PairingOut,
)
def replay_match(request: HttpRequest, slug: TournamentSlug, key: MatchKey, body: bodies.Again) -> dict[str, Any]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    rulings.replay(tournament.pk, match_of(tournament, key, user), user, body.reason, cascade=body.cascade)
    return _shown(tournament, key, user)


@leads("/undo", "undo", "Take the last step of an organiser back, where that is possible", response=AuditOut)
def undo_last(request: HttpRequest, slug: TournamentSlug, body: bodies.Undo) -> dict[str, Any]:
    user = user_of(request)
    tournament = visible_tournament(slug, user)
    return showing.audit(undo.undo(tournament.pk, user, body.reason, cascade=body.cascade))
