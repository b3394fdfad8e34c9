"""Tournaments in a list: how each is played, how many take part, who has won. Two queries, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.tournaments.models import Entrant, Tournament
from arena.tournaments.planning.registry import FORMATS, PRESETS
from arena.tournaments.visibility import hides_results


@dataclass(frozen=True)
class Overview:
    tournament: Tournament
    format: str
    entrants: int
    winner: str


def overviews(tournaments: Iterable[Tournament], user: User | None) -> list[Overview]:
    shown = list(tournaments)
    seeds = {row.pk: row.places[0][1] for row in shown if row.places and not hides_results(row, user)}
    first = Entrant.objects.filter(tournament__in=seeds, seed__in=set(seeds.values())).select_related("bot")
    winners = {(row.tournament_id, row.seed): row.bot.name for row in first}
    counts = dict(
        Entrant.objects.filter(tournament__in=shown).values_list("tournament").annotate(count=Count("pk")).order_by()
    )
    return [
        Overview(row, _title(row.format), counts.get(row.pk, 0), winners.get((row.pk, seeds.get(row.pk)), ""))
        for row in shown
    ]


def _title(name: str) -> str:
    """Of a format or a preset; one that is not installed any more goes by its name."""
    known = PRESETS.get(name) or FORMATS.get(name)
    return _(known.title) if known is not None else name
