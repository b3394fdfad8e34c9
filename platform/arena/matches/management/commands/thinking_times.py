from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.bots.models import Bot
from arena.matches.actions.look_at_times import MOST_GAMES, look_at
from arena.matches.timing import ALARM
from engines import variant
from engines.errors import EngineError


class Command(BaseCommand):
    help = "Look now for pairs of bots whose thinking times and choices belong together; staff sees the same page."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("variant", help="for example the last part of a leaderboard's address")
        parser.add_argument("--games", type=int, default=MOST_GAMES, help="how many of the newest (%(default)s)")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            asked = variant(options["variant"]).slug
        except EngineError as error:
            raise CommandError(str(error)) from None
        made = look_at(asked, options["games"])
        self.stdout.write(f"{made.games:,} games, {made.pairs} pairs judged, {made.unjudged} have too few blocks.")
        names = dict(Bot.objects.filter(pk__in={f[key] for f in made.flags for key in ("teller", "listener")})
                     .values_list("pk", "name"))  # fmt: skip
        for flag in made.flags:
            self.stdout.write(
                f"{names.get(flag['teller'])} -> {names.get(flag['listener'])}: "
                f"{flag['shape']} times, {flag['about']}, "
                f"{flag['excess']:+.2f} beyond others in {flag['blocks']} blocks, chance {flag['chance']:.2g}"
            )
        if not made.flags:
            self.stdout.write(f"Nobody stands out. An honest arena is flagged in {ALARM:.0%} of all looks.")
