"""Find a tournament, an entrant or a match for somebody who may see it."""

from __future__ import annotations

from arena.accounts.models import User
from arena.api.problems import ProblemError
from arena.tournaments.models import Entrant, Node, Tournament
from arena.tournaments.reading import find_node, visible_tournaments


def visible_tournament(slug: str, user: User | None) -> Tournament:
    tournament = visible_tournaments(user).select_related("owner").filter(slug=slug).first()
    if tournament is None:
        raise ProblemError("not-found", f"There is no tournament “{slug}”.")
    return tournament


def managed_tournament(slug: str, user: User) -> Tournament:
    """For what organisers read; what they do is checked by the actions."""
    tournament = visible_tournament(slug, user)
    if not tournament.may_manage(user):
        raise ProblemError("forbidden", f"{tournament.name} is not organised by you.")
    return tournament


def entrant_of(tournament: Tournament, bot: str) -> Entrant:
    entrant = tournament.entrants.select_related("bot", "owner").filter(bot__slug=bot).first()
    if entrant is None:
        raise ProblemError("not-found", f"“{bot}” does not take part in {tournament.name}.")
    return entrant


def match_of(tournament: Tournament, key: str, user: User | None) -> Node:
    node = find_node(tournament, key, user)
    if node is None:
        raise ProblemError("not-found", f"{tournament.name} has no match {key}.")
    return node
