"""What pages and the API read about games, and who may see them: few queries however long the lists are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.leases.models import Lease
from arena.matches.models import Attempt, AttemptOutcome, Game, Match, Seat
from arena.matches.models.game import FINAL_STATES
from arena.matches.newest import newest_finished, newest_games

_SEATS = Prefetch("seats", Seat.objects.select_related("version__bot", "entrant").order_by("seat"))


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("block__match").prefetch_related(_SEATS)


_LISTED = ("variant", "state", "reason", "termination", "replay", "finished_at", "decision_count")
_NAMED = Prefetch(
    "seats",
    Seat.objects.select_related("version__bot").only("game", "seat", "rank", "version__bot__name").order_by("seat"),
)


def with_names(games: QuerySet[Game]) -> QuerySet[Game]:
    """For lists of games: who sat there, how it ended, and nothing else. Reports of checks, clocks and secrets are
    most of the bytes of such rows."""
    return games.only(*_LISTED).prefetch_related(_NAMED)


def with_bare_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Which versions sat in them and how they came out, without anybody's name: to choose among hundreds."""
    return games.only(*_LISTED).prefetch_related(Prefetch("seats", Seat.objects.only("game", "version", "rank")))


def attempts_of(game: Game) -> list[Attempt]:
    """Every try to play it, oldest first; the last may be running now."""
    attempts = list(game.attempts.order_by("number"))
    lease = Lease.objects.filter(token=game.lease_token).first() if game.lease_token else None
    if lease is not None:
        started_at = game.started_at or lease.taken_at
        running = AttemptOutcome.RUNNING
        number = game.attempt_count + 1
        attempts.append(Attempt(game=game, number=number, worker=lease.worker, outcome=running, started_at=started_at))
    return attempts


@dataclass(frozen=True)
class RecentGames:
    """What there is to look at, and what is still to come."""

    finished: list[Game]
    open: list[Game]


def recent_games(bot: Bot, user: User | None, count: int = 10) -> RecentGames:
    """Without games that would name a private bot to somebody who may not know of it."""
    versions = list(bot.versions.values_list("pk", flat=True))
    newest = newest_games(versions, 4 * count)
    states = _states(newest, user)
    waiting = [pk for pk, state in states.items() if state not in FINAL_STATES][:count]
    finished = [pk for pk, state in states.items() if state in FINAL_STATES][:count]
    if len(finished) < count and len(newest) == 4 * count:
        # The newest ones are all to come, or with bots that this visitor may not know of.
        finished = list(_states(newest_finished(versions, 100 * count, None, faults_only=False), user))[:count]
    games = with_names(Game.objects.filter(pk__in=[*finished, *waiting])).in_bulk()
    return RecentGames([games[pk] for pk in finished], [games[pk] for pk in waiting])


def finished_games_of(bots: Collection[Bot], user: User | None, count: int) -> list[Game]:
    """The newest of several bots, as their active versions played them."""
    versions = [bot.active_version_id for bot in bots if bot.active_version_id]
    newest = newest_finished(versions, 4 * count, None, faults_only=False)
    shown = list(_states(newest, user))[:count]
    games = with_seats(Game.objects.filter(pk__in=shown)).in_bulk()
    return [games[pk] for pk in shown]


def _states(games: list[int], user: User | None) -> dict[int, str]:
    """Of those that a visitor may see, the newest first."""
    return dict(visible_games(user).filter(pk__in=games).order_by("-pk").values_list("pk", "state"))


def visible_matches(user: User | None) -> QuerySet[Match]:
    """A match with a private bot is seen by those who own one of its bots, by who asked for it, and by staff; a sealed
    one not even by the owners of its bots. Whatever shows games or what follows from them asks here."""
    if user is not None and user.is_staff:
        return Match.objects.all()
    hidden = Q(entrants__version__bot__is_private=True)
    private = Match.objects.filter(hidden, pk=OuterRef("pk"))
    visible = ~Exists(private)
    if user is None:
        return Match.objects.filter(visible, is_sealed=False)
    own = Match.objects.filter(entrants__version__bot__owner=user, pk=OuterRef("pk"))
    return Match.objects.filter(Q(is_sealed=False) & Q(visible | Exists(own)) | Q(requested_by=user))


def visible_games(user: User | None) -> QuerySet[Game]:
    if user is not None and user.is_staff:
        return Game.objects.all()
    return Game.objects.filter(block__match__in=visible_matches(user))


def visible_seats(user: User | None) -> QuerySet[Seat]:
    return Seat.objects.filter(game__in=visible_games(user))
