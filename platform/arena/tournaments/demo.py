"""Tournaments of the demo: one over at once, one to watch, one to join. Played like anybody's, by the workers."""

from collections.abc import Iterator

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.tournaments.actions import lifecycle, registration
from arena.tournaments.actions.create import create as announce
from arena.tournaments.models import Tournament

ORGANISER = "olga"


def create() -> Iterator[str]:
    if Tournament.objects.exists():
        return
    olga = User.objects.get(name=ORGANISER)
    quick = announce(
        olga,
        "Opening Night",
        "diamoniak-2",
        "single_elimination",
        description="A short knockout of the house bots.",
        blocks=2,
    )
    _start_with_house(quick, olga, but="search")
    yield "tournament Opening Night, over in a minute"
    watched = announce(
        olga,
        "House Double",
        "karma-2",
        "double_elimination",
        description="Nobody is out before the second lost match.",
        blocks=15,
        final_blocks=30,
        early_stop=False,
    )
    _start_with_house(watched, olga)
    yield "tournament House Double, running"
    joined = announce(
        olga,
        "Karma Open",
        "karma-4",
        "pod_swiss",
        {"rounds": 4},
        description="Open to everybody: bring a bot that plays Karma at a table of four.",
        blocks=3,
        bots_per_owner=2,
    )
    registration.open_registration(joined.pk, olga)
    _enter_house(joined, olga)
    yield "tournament Karma Open, open for registration"


def _start_with_house(tournament: Tournament, olga: User, but: str = "") -> None:
    """``but`` is a house bot that would take too long."""
    registration.open_registration(tournament.pk, olga)
    _enter_house(tournament, olga, but)
    registration.close_registration(tournament.pk, olga)
    lifecycle.start(tournament.pk, olga)


def _enter_house(tournament: Tournament, olga: User, but: str = "") -> None:
    for bot in Bot.objects.exclude(house_name__in=("", but)).order_by("pk"):
        registration.register(tournament.pk, bot, olga)
