"""Tournaments of the demo: one over at once, one to watch, one to join. Played like anybody's, by the workers.

Which games they are about follows from the order in which people see them.
"""

from collections.abc import Iterator

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.tournaments.actions import lifecycle, registration
from arena.tournaments.actions.create import create as announce
from arena.tournaments.models import Tournament
from bots.house.registry import names
from engines import Variant, variant
from engines.registry import game, games

ORGANISER = "olga"


def create() -> Iterator[str]:
    if Tournament.objects.exists():
        return
    olga = User.objects.get(name=ORGANISER)
    first, last, large = _variants()
    quick = announce(
        olga,
        "Opening Night",
        last.slug,
        "single_elimination",
        description="A short knockout of the house bots.",
        blocks=2,
    )
    _start_with_house(quick, olga, but="search")
    yield "tournament Opening Night, over in a minute"
    watched = announce(
        olga,
        "House Double",
        first.slug,
        "double_elimination",
        description="Nobody is out before the second lost match.",
        blocks=15,
        final_blocks=30,
        early_stop=False,
    )
    _start_with_house(watched, olga)
    yield "tournament House Double, running"
    title = game(large.game).title
    joined = announce(
        olga,
        f"{title} Open",
        large.slug,
        "pod_swiss",
        {"rounds": 4},
        description=f"Open to everybody: bring a bot that plays {title} at a table of {large.seats}.",
        blocks=3,
        bots_per_owner=2,
    )
    registration.open_registration(joined.pk, olga)
    _enter_house(joined, olga)
    yield f"tournament {joined.name}, open for registration"


def _variants() -> tuple[Variant, Variant, Variant]:
    """A duel of the first game, one of the last, and the largest table up to four of the first."""
    # Only games that the whole house plays: a knockout of one bot is none.
    played = [game.engine.variants() for game in games() if names(game.name) == names()]
    duels = [next(variant for variant in variants if variant.seats == 2) for variants in played]
    tables = [
        variant
        for variant in played[0]
        if variant.seats <= 4 and len(variant.sides) == variant.seats and not variant.options
    ]
    return duels[0], duels[-1], max(tables, key=lambda variant: variant.seats)


def _start_with_house(tournament: Tournament, olga: User, but: str = "") -> None:
    """``but`` is a house bot that would take too long."""
    registration.open_registration(tournament.pk, olga)
    _enter_house(tournament, olga, but)
    registration.close_registration(tournament.pk, olga)
    lifecycle.start(tournament.pk, olga)


def _enter_house(tournament: Tournament, olga: User, but: str = "") -> None:
    playing = Bot.objects.filter(games__contains=[variant(tournament.variant).game])
    for bot in playing.exclude(house_name__in=("", but)).order_by("pk"):
        registration.register(tournament.pk, bot, olga)
