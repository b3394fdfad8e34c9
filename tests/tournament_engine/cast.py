"""Tournaments of fake bots: results are handed in directly, so a whole tournament takes a second."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from arena.accounts.models import Role, User
from arena.bots.models import BotVersion
from arena.matches.actions.settle import settle
from arena.matches.models import Game, Match, MatchKind, MatchState, Seat
from arena.tournaments.actions import lifecycle, registration
from arena.tournaments.actions.create import create
from arena.tournaments.models import Entrant, Node, Play, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from tests.matches import cast

Ranker = Callable[[Game, Sequence[Seat]], Sequence[int]]


def organiser(name: str = "olga") -> User:
    return User.objects.create_user(name, f"{name}@example.org", role=Role.ORGANISER)


def field(count: int) -> list[BotVersion]:
    """Bots of authors of their own, named so that the first is the best seed."""
    owners = [User.objects.create_user(f"author{n}", f"author{n}@example.org") for n in range(1, count + 1)]
    return [cast.ready_version(owner, f"Bot{n:02}") for n, owner in enumerate(owners, start=1)]


def opened(by: User, versions: Sequence[BotVersion], format_name: str, **choices: Any) -> Tournament:
    """A tournament with everybody registered."""
    variant = choices.pop("variant", "diamoniak-2")
    settings = choices.pop("settings", {})
    made = create(by, choices.pop("name", "Cup"), variant, format_name, settings, **{"blocks": 1, **choices})
    registration.open_registration(made.pk, by)
    for version in versions:
        registration.register(made.pk, version.bot, version.bot.owner or by)
    made.refresh_from_db()
    return made


def started(by: User, versions: Sequence[BotVersion], format_name: str, **choices: Any) -> Tournament:
    """Running; the secret is fixed, so that lots fall the same way every time."""
    made = opened(by, versions, format_name, **choices)
    Tournament.objects.filter(pk=made.pk).update(secret="5" * 64)
    registration.close_registration(made.pk, by)
    lifecycle.start(made.pk, by)
    made.refresh_from_db()
    return made


def better_name_wins(game: Game, seats: Sequence[Seat]) -> list[int]:
    """The bot whose name comes first wins, for each side its best one; no luck at all."""
    names: dict[int, str] = {}
    for seat in seats:
        names[seat.side] = min(names.get(seat.side, "~"), seat.version.bot.name)
    return [1 + sum(other < names[side] for other in names.values()) for side in sorted(names)]


def by_lot(game: Game, seats: Sequence[Seat]) -> list[int]:
    """Somebody wins, decided by the game's place in the schedule alone: the same in any order of arrival."""
    lot = random.Random(f"{game.block.match.key}/{game.block.number}/{game.number}")
    sides = len({seat.side for seat in seats})
    winner = lot.randrange(sides)
    return [1 if side == winner else 2 for side in range(sides)]


def play_one(ranker: Ranker = better_name_wins, lease: cast.Held | None = None) -> bool:
    """Play the next game of the queue as a worker would, and tell everybody."""
    lease = lease or cast.next_game("test")
    if lease is None:
        return False
    game = Game.objects.select_related("block__match").get(pk=lease.game_id)
    seats = list(game.seats.select_related("version__bot").order_by("seat"))
    cast.finish(lease, list(ranker(game, seats)), [""] * len(seats))
    settle(game.block.match_id)
    return True


def play_all(tournament: Tournament, ranker: Ranker = better_name_wins, most: int = 5000) -> Tournament:
    """To the end, with ``advance`` whenever a match is over."""
    for _ in range(most):
        running = Match.objects.filter(state=MatchState.RUNNING).count()
        if not play_one(ranker):
            break
        if Match.objects.filter(state=MatchState.RUNNING).count() < running:
            advance(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def play_into(tournament: Tournament, key: str, most: int = 200) -> None:
    """Until the first game of a match was played."""
    for _ in range(most):
        assert play_one()
        advance(tournament.pk)
        if Play.objects.filter(node=node(tournament, key)).exists():
            break
    assert play_one()


def from_the_start(tournament: Tournament) -> Tournament:
    """The same tournament before its first game: same slug, secret and seeds, an empty schedule."""
    Play.objects.filter(node__round__stage__tournament=tournament).delete()
    Match.objects.filter(kind=MatchKind.TOURNAMENT).delete()
    tournament.stages.all().delete()
    tournament.state, tournament.places, tournament.log_hash = TournamentState.RUNNING, [], ""
    tournament.save()
    advance(tournament.pk)
    return tournament


def node(tournament: Tournament, key: str) -> Node:
    stage, number, match = key.split(".")
    return Node.objects.get(
        round__stage__tournament=tournament, round__stage__number=stage, round__number=number, number=match
    )


def entrant(tournament: Tournament, seed: int) -> Entrant:
    return Entrant.objects.get(tournament=tournament, seed=seed)


def structure(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Everything derived and everything decided, by natural key."""
    nodes = Node.objects.filter(round__stage__tournament=tournament).select_related("round__stage")
    return [
        (
            str(found.key),
            found.state,
            found.slots,
            found.ranks,
            list(found.plays.order_by("take").values_list("take", "state", "entrants", "ranks", "scores", "games")),
        )
        for found in sorted(nodes, key=lambda each: each.key)
    ]
