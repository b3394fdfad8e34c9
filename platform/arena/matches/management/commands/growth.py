from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from arena.matches.actions.expire import expire_evidence
from arena.matches.actions.pack import Packing, delete_retired, pack_replays
from arena.matches.actions.retain import delete_old_practice, thin_attempts
from arena.matches.growth import Growth, measure


class Command(BaseCommand):
    help = "What games take on disk: bytes a game in each table, and of replays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--expire", action="store_true", help="first take away all that is older than the settings keep it"
        )
        parser.add_argument("--pack", action="store_true", help="first pack all replays, also those of the last hour")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["expire"]:
            self.stdout.write(f"Emptied logs and evidence of {expire_evidence(is_backlog=True)} seats.")
            self.stdout.write(f"Deleted {delete_old_practice()} practice matches and {thin_attempts()} attempts.")
            self.stdout.write(f"Deleted {delete_retired()} files that nothing has named for a day.")
        if options["pack"]:
            done = pack_replays(is_all=True)
            self.stdout.write(f"Packed {done.replays:,} replays into {done.files:,} files: {_share(done)}.")
        for line in lines(measure()):
            self.stdout.write(line)


def _share(done: Packing) -> str:
    if not done.replays:
        return "nothing was left to pack"
    return f"{done.after_bytes / done.replays:,.0f} bytes a replay instead of {done.before_bytes / done.replays:,.0f}"


def lines(growth: Growth) -> list[str]:
    if not growth.games:
        return ["No game is finished yet."]
    head = [f"{growth.games:,} finished games", f"{'table':<28}{'rows':>12}{'bytes a game':>16}{'of them indexes':>18}"]
    tables = [
        f"{table.name:<28}{table.rows:>12,}{growth.a_game(table.total):>16,.0f}{growth.a_game(table.index_bytes):>18,.0f}"
        for table in growth.tables
    ]
    files = (
        f"{'replays':<28}{growth.replay_files:>12,}{growth.a_game(growth.replay_bytes):>16,.0f}"
        f"   in {growth.replay_files:,} files, {growth.games / max(1, growth.replay_files):.1f} games each"
    )
    million = growth.a_game(growth.database_bytes + growth.replay_bytes) / 1000
    return [*head, *tables, f"{'database':<40}{growth.a_game(growth.database_bytes):>16,.0f}", files,
            f"A million such games: {million:.2f} GB."]  # fmt: skip
