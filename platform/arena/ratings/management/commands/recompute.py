"""``python manage.py recompute karma-4``: rebuild a ladder from its log and compare with what is stored."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from arena.ratings.actions.rebuild import Rebuilt, rebuild
from arena.ratings.models import Pool


class Command(BaseCommand):
    help = (
        "Rebuild live Elo, trend lines and leaderboard of a variant from its log, and report what came out otherwise."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("variant", nargs="?", help="e.g. karma-4")
        parser.add_argument("--season", type=int, help="one season; without it the open one")
        parser.add_argument("--all", action="store_true", help="all variants and seasons")
        parser.add_argument("--bands", action="store_true", help="fit anew for every closed period too (slow)")

    def handle(self, *args: Any, **options: Any) -> None:
        different = 0
        for pool in self._pools(options):
            rebuilt = rebuild(pool.pk, with_bands=options["bands"])
            different += rebuilt.changes
            self.stdout.write(f"{pool}: {_sentence(rebuilt)}")
        if different:
            raise CommandError(
                f"{different} values came out otherwise and were replaced. Run it again: it must report none. "
                "If it does not, this machine computes differently from the one that wrote them."
            )

    def _pools(self, options: dict[str, Any]) -> QuerySet[Pool]:
        if options["all"] == bool(options["variant"]):
            raise CommandError("Name one variant, or give --all: python manage.py recompute karma-4")
        pools = Pool.objects.order_by("variant", "season")
        if options["all"]:
            return pools
        pools = pools.filter(variant=options["variant"])
        pools = pools.filter(season=options["season"]) if options["season"] else pools.filter(is_open=True)
        if not pools.exists():
            known = ", ".join(Pool.objects.order_by("variant").values_list("variant", flat=True).distinct())
            raise CommandError(f"There is no such ladder. Ladders: {known or 'none yet'}.")
        return pools


def _sentence(rebuilt: Rebuilt) -> str:
    text = f"{rebuilt.events} events, {rebuilt.snapshots} points of trend lines, {rebuilt.standings} lines of the board"
    if rebuilt.bands:
        text += f", {rebuilt.bands} bands"
    return f"{text}; identical" if not rebuilt.changes else f"{text}; {rebuilt.changes} different"
