"""What a forecast starts from: who plays, how strong they may be, what their games cost, how many play them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.bots.models import BotVersion
from arena.leases.models import Lease, Subject
from arena.matches.costs import known_costs
from arena.matches.models import Attempt
from arena.matches.models.game import DEFAULT_MS, AttemptOutcome
from arena.matches.seating import entrant_counts
from arena.tournaments.actions.audit import ActionError
from arena.tournaments.fitting import variant_for
from arena.tournaments.models import Entrant, SeedingMethod, Tournament
from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.forecast.field import Lengths
from arena.tournaments.planning.forecast.plans import Known, Way
from arena.tournaments.planning.forecast.series import SeriesModel
from arena.tournaments.planning.forecast.strengths import believe
from arena.tournaments.planning.shrinking import wanted_entrants
from arena.tournaments.rating_source import ladder_knowledge
from arena.tournaments.running.outcomes import block_size
from engines import variant
from referee.series import SeriesError

USUAL_FIELD = 16
"""How many a draft without entrants is forecast for."""
MOST_FORECAST = 256
"""Simulations grow with the square of the field (tables of who met whom, in every simulated world)."""
_RECENT = timedelta(minutes=10)
"""Workers that played within it count as present: longer than most slow games, and short enough to forget a machine
that was switched off."""


@dataclass(frozen=True)
class Assumed:
    """One entrant of the forecast, in seed order."""

    name: str
    slug: str
    """Empty: somebody nobody knows yet."""
    rating: float | None
    is_registered: bool


@dataclass(frozen=True)
class Question:
    """Everything a forecast depends on."""

    entrants: tuple[Assumed, ...]
    known: Known
    way: Way
    variant: str
    workers: int
    """Processes that play games at present."""
    are_workers_seen: bool


def question_of(tournament: Tournament, size: int | None = None) -> Question:
    """Of a tournament that has not begun, saved or not. ``size``: for so many entrants, if more than are registered."""
    setups = tournament.setups()
    registered = _registered(tournament)
    count = _count(tournament, len(registered), size)
    versions = [entrant.bot.active_version_id or 0 for entrant in registered]
    guests = _guests(tournament, versions, count - len(versions))
    names = [(entrant.bot.name, entrant.bot.slug, True) for entrant in registered] + [
        (version.bot.name, version.bot.slug, False) for version in guests
    ]
    strangers = count - len(names)
    names += [(_("newcomer %(number)d") % {"number": number + 1}, "", False) for number in range(strangers)]
    # Nobody has these ids: unknown to the ladder and to the costs, so they are taken for the usual.
    asked = [*versions, *(version.pk for version in guests), *(-1 - number for number in range(strangers))]
    ladder = ladder_knowledge(tournament.variant, asked)
    belief = believe(ladder.ratings, ladder.covariance, ladder.centre, ladder.spread)
    order = _seeds(registered, ladder.ratings)
    costs = known_costs(asked)
    seats = variant(tournament.variant).seats
    seat_ms = np.array([costs.get((version, tournament.variant), DEFAULT_MS / seats) for version in asked])
    workers = present_workers()
    return Question(
        entrants=tuple(Assumed(*names[place][:2], _number(ladder.ratings[place]), names[place][2]) for place in order),
        known=Known(
            belief.take(np.array(order)),
            seat_ms[order],
            model_of(tournament, ladder.gain),
            by_lot=tournament.seeding == SeedingMethod.RANDOM and tournament.state != "seeded",
        ),
        way=Way(setups, lengths_of(tournament)),
        variant=tournament.variant,
        workers=max(workers, 1),
        are_workers_seen=workers > 0,
    )


def _registered(tournament: Tournament) -> list[Entrant]:
    if tournament.pk is None:
        return []
    rows = tournament.entrants.select_related("bot").order_by("seed", "id")
    return [entrant for entrant in rows if entrant.bot.active_version_id]


def _count(tournament: Tournament, registered: int, size: int | None) -> int:
    least = wanted_entrants(tournament.setups()[0])
    if size is None:
        size = registered if registered >= least else max(least, min(tournament.most_entrants, USUAL_FIELD))
    count = max(size, registered)
    if not least <= count <= MOST_FORECAST:
        bounds = {"least": least, "most": MOST_FORECAST}
        raise ActionError(_("Forecast %(least)d to %(most)d entrants.") % bounds, "size")
    return count


def _guests(tournament: Tournament, versions: Sequence[int], count: int) -> list[BotVersion]:
    """Who may come: the best of the ladder that are not here yet."""
    if count <= 0:
        return []
    board = [pk for pk in ladder_knowledge(tournament.variant, []).board if pk not in set(versions)][:count]
    by_pk = BotVersion.objects.select_related("bot").in_bulk(board)
    return [by_pk[pk] for pk in board if pk in by_pk]


def _seeds(registered: Sequence[Entrant], ratings: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """As they are seeded, or by rating with the unrated last."""
    if registered and all(entrant.seed is not None for entrant in registered) and len(registered) == len(ratings):
        return list(range(len(registered)))
    return sorted(range(len(ratings)), key=lambda place: (np.isnan(ratings[place]), -np.nan_to_num(ratings[place])))


def _number(rating: float) -> float | None:
    return None if np.isnan(rating) else float(rating)


def lengths_of(tournament: Tournament) -> Lengths:
    own = tuple((key, int(blocks)) for key, blocks in sorted(tournament.round_blocks.items()))
    return Lengths(tournament.blocks, tournament.final_blocks, own)


def model_of(tournament: Tournament, gain: float) -> SeriesModel:
    """Matches of every size that this variant can be played in: pods shrink."""
    played = variant(tournament.variant)
    games: dict[int, int] = {}
    seats: dict[int, int] = {}
    for size in sorted({2, *range(2, played.seats + 1), *entrant_counts(played)}):
        try:
            slug = variant_for(tournament.variant, size)
            games[size], seats[size] = block_size(slug, size), variant(slug).seats
        except (SettingsError, SeriesError):
            continue  # no match has so many entrants
    return SeriesModel(
        played.rank_policy,
        games,
        seats,
        is_team=len(played.sides) < played.seats,
        gain=gain,
        early_stop=tournament.early_stop,
        extra_blocks=tournament.extra_blocks,
    )


def present_workers() -> int:
    """Processes that play now or played in the last minutes."""
    since = timezone.now() - _RECENT
    ended = (AttemptOutcome.RESULT, AttemptOutcome.BOT_FAULT)
    playing = set(Lease.objects.filter(subject=Subject.GAMES).values_list("worker", flat=True))
    played = Attempt.objects.filter(outcome__in=ended, started_at__gt=since).order_by()
    return len(playing | set(played.values_list("worker", flat=True).distinct()))
