"""Ratings of people, for those who want one: the same fit as on ladders, over their rated tables against house bots.

The house bots stand there where the ladder of the variant has them, so the scale is the ladder's; nothing of it goes
back. A copy of a house bot in a second chair is an entrant of its own: nobody plays against itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from math import isfinite

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from arena.ratings.actions.pools import PUBLISHED
from arena.ratings.models import Standing
from arena.tables.models import PersonRating, Sitter, Sitting, Table, TableState
from arena.tables.models.rating import WANTED
from engines import variant
from engines.registry import is_known
from referee.ratings.fit.batch import Rating, fit
from referee.ratings.games import Entrant, RatedGame
from referee.ratings.scale import CENTRE

PERSON = "person"
MOST_TABLES = 50_000
"""Of a variant, the newest: a fit of so many takes some seconds."""


def rate_if_due(now: datetime) -> int:
    """Variants in which a rated table ended since their last fit, or somebody wants no rating any more. Returns how
    many lines were made."""
    newest = dict(_rated_tables().order_by().values_list("variant").annotate(last=Max("finished_at")))
    fitted = dict(PersonRating.objects.order_by().values_list("variant").annotate(last=Max("fitted_at")))
    gone = set(PersonRating.objects.exclude(WANTED).values_list("variant", flat=True))
    due = {slug for slug, last in newest.items() if slug not in fitted or fitted[slug] < last}
    return sum(_rate(slug, now) for slug in sorted(due | gone) if is_known(slug))


def _rated_tables() -> QuerySet[Table]:
    """Of people who want it: what others have played is not even read, every minute anew, to find nobody in it."""
    sat = Sitting.objects.filter(WANTED, table=OuterRef("pk"))
    return Table.objects.filter(Exists(sat), is_rated=True, state=TableState.OVER)


def _rate(slug: str, now: datetime) -> int:
    # The actions of so many games would be most of a gigabyte.
    tables = _rated_tables().filter(variant=slug).only("variant", "ranks", "faults")
    newest = tables.order_by("-pk").prefetch_related("sittings")[:MOST_TABLES]
    lines = list(_lines(slug, [_game(table) for table in newest], now))
    with transaction.atomic():
        PersonRating.objects.filter(variant=slug).delete()
        PersonRating.objects.bulk_create(lines)
    return len(lines)


def _game(table: Table) -> RatedGame:
    played = variant(table.variant)
    copies: Counter[str] = Counter()
    names: list[Entrant] = [_name(sitting, copies) for sitting in table.sittings.all()]
    sides = tuple(tuple(names[seat] for seat in side) for side in played.sides)
    return RatedGame(played.rank_policy, sides, tuple(table.ranks or ()), None, bool(table.faults))


def _name(sitting: Sitting, copies: Counter[str]) -> Entrant:
    if sitting.sitter == Sitter.PERSON:  # one at a table, see ``opening``
        return f"{PERSON}:{sitting.user_id}"
    copies[sitting.house_name] += 1
    return f"{sitting.house_name}:{copies[sitting.house_name]}"


def _lines(slug: str, games: list[RatedGame], now: datetime) -> Iterable[PersonRating]:
    if not games:
        return
    met = {str(name) for game in games for side in game.sides for name in side if not str(name).startswith(PERSON)}
    found = fit(games, anchors_for(slug, met))
    for line in found.ratings:
        kind, _, who = str(line.entrant).partition(":")
        if kind == PERSON:
            yield _row(slug, int(who), line, now)


def _row(slug: str, user: int, line: Rating, now: datetime) -> PersonRating:
    margin = line.margin if isfinite(line.margin) else None
    return PersonRating(
        user_id=user,
        variant=slug,
        rating=line.rating,
        margin=margin,
        games=line.games,
        is_provisional=line.is_provisional,
        fitted_at=now,
    )


def anchors_for(slug: str, met: Iterable[str]) -> dict[Entrant, float]:
    """Where each house bot stands on the variant's ladder now; where it has no ladder, as it was published."""
    rows = Standing.objects.filter(pool__variant=slug, pool__is_open=True, is_rated=True).exclude(
        version__bot__house_name=""
    )
    known = dict(rows.values_list("version__bot__house_name", "rating"))
    return {name: known.get(name.partition(":")[0]) or PUBLISHED.get(name.partition(":")[0], CENTRE) for name in met}
