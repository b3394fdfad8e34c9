"""``python -m benchmarks.growth``: what an arena takes after millions of games, and whether its pages notice.

On a PostgreSQL of its own that is thrown away. Some thousand games are really played, and their replays packed; then
the tables are filled by PostgreSQL with as many games as asked for, each with seats, attempt, replay and event. Every
page is asked for with nothing kept; *whole* names the growing tables that one of its queries reads from end to end.
The lines for other sizes are calculated from bytes a game.
"""

import argparse
import logging
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from arena.embedded.services import Services

VARIANT = "karma-4"


def pages(pool_slug: str, bot: str, game: int, match: int, version: str) -> list[tuple[str, str]]:
    return [
        ("front page", "/"),
        ("leaderboards", "/leaderboards/"),
        ("a leaderboard", f"/leaderboards/{pool_slug}/"),
        ("a bot", f"/bots/{bot}/"),
        ("a version", version),
        ("list of bots", "/bots/"),
        ("replays", "/replays/"),
        ("replays of a bot", f"/replays/?bot={bot}"),
        ("replays with faults", "/replays/?fault=1"),
        ("a game", f"/games/{game}/"),
        ("a match", f"/matches/{match}/"),
        ("faults", "/faults/"),
        ("the queue (staff)", "/queue/"),
        ("tournaments", "/tournaments/"),
        ("news", "/news/"),
        ("games by the API", "/api/v1/games"),
        ("a game by the API", f"/api/v1/games/{game}"),
        ("leaderboard by the API", f"/api/v1/leaderboards/{pool_slug}"),
        ("figures", "/metrics"),
    ]


def run(chosen: argparse.Namespace) -> None:
    from django.conf import settings  # noqa: PLC0415 - the settings name a database only now
    from django.core.management import call_command  # noqa: PLC0415 - see above

    from arena.matches.growth import measure  # noqa: PLC0415 - see above
    from arena.matches.management.commands.growth import lines  # noqa: PLC0415 - see above
    from benchmarks.growth import filling, packing  # noqa: PLC0415 - see above

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.METRICS_TOKEN = "a token for this run"  # noqa: S105 - thrown away
    logging.getLogger("arena.request").setLevel(logging.ERROR)
    call_command("migrate", verbosity=0)
    real = packing.report(chosen.played)
    for line in lines(real):
        print(line)
    call_command("flush", interactive=False, verbosity=0)
    filling.fill_arena(VARIANT, chosen.bots, chosen.games)
    filled = measure()
    print("\nfilled by PostgreSQL (four seats a game; its replays are rows without files):")
    for line in lines(filled):
        print(line)
    _on_paper(filled.a_game(filled.database_bytes), real.a_game(real.replay_bytes))
    _ask_everything(chosen.times)


def _on_paper(database: float, replay: float) -> None:
    print(f"\n{'games':>14}{'database':>12}{'replays':>12}{'files of replays':>20}")
    for games in (1_000_000, 15_000_000, 100_000_000):
        print(f"{games:14,}{games * database / 1e9:9.1f} GB{games * replay / 1e9:9.1f} GB{games // 4096 + 1:20,}")


def _ask_everything(times: int) -> None:
    from arena.accounts.models import Role, User  # noqa: PLC0415 - see above
    from arena.matches.models import Game  # noqa: PLC0415 - see above

    staff = User.objects.create_user("staff", "staff@example.org", role=Role.STAFF)
    game = Game.objects.select_related("block__match").order_by("-pk")[0]
    version = game.seats.select_related("version__bot")[0].version
    print(f"\n{'page':<26}{'CPU, page':>12}{'clock':>12}{'queries':>9}   whole")
    for name, path in pages(
        VARIANT, version.bot.slug, game.pk, game.block.match_id, f"/bots/{version.bot.slug}/v{version.number}/"
    ):
        _ask(name, path, staff if "staff" in name else None, times)
    _do_everything()


def _ask(name: str, path: str, member: object, times: int) -> None:
    from django.conf import settings  # noqa: PLC0415 - see above
    from django.db import connection  # noqa: PLC0415 - see above
    from django.test import Client  # noqa: PLC0415 - see above
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415 - see above

    from arena.lib.kept import store  # noqa: PLC0415 - see above
    from benchmarks.growth.plans import read_whole  # noqa: PLC0415 - see above

    client = Client(headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"} if path == "/metrics" else None)
    if member is not None:
        client.force_login(member)  # type: ignore[arg-type]  # a user
    own, wall, statements, status = [], [], [], 0
    for _ in range(times):
        store().clear()
        with CaptureQueriesContext(connection) as captured:
            start, begin = time.process_time(), time.perf_counter()
            status = client.get(path).status_code
            own.append(1000 * (time.process_time() - start))
            wall.append(1000 * (time.perf_counter() - begin))
        statements = [query["sql"] for query in captured.captured_queries]
    whole = ", ".join(sorted(read_whole(statements))) or "-"
    answer = "" if status == 200 else f"   answered {status}"
    print(f"{name:<26}{median(own):9.1f} ms{median(wall):9.1f} ms{len(statements):9}   {whole}{answer}", flush=True)


def _do_everything() -> None:
    """What workers and beat do again and again, on the same tables."""
    from arena.chaos.load import keep_busy  # noqa: PLC0415 - see above
    from arena.matches import tasks  # noqa: PLC0415 - see above
    from arena.matches.actions.claim import claim  # noqa: PLC0415 - see above
    from arena.matches.actions.hand_in import hand_in  # noqa: PLC0415 - see above
    from arena.matches.actions.pack import pack_replays  # noqa: PLC0415 - see above

    def claim_and_give_back() -> None:
        if batch := claim("benchmark"):
            hand_in(batch, [])

    from arena.bots.actions.house import ensure_house_bots  # noqa: PLC0415 - see above

    ensure_house_bots()
    keep_busy(1000, with_uploads=False)
    work: list[tuple[str, Callable[[], object]]] = [
        ("claim and give back", claim_and_give_back),
        ("the reaper", tasks.reap),
        ("what expires", tasks.expire),
        ("look for replays to pack", pack_replays),
    ]
    for name, do in work:
        do()
        taken = []
        for _ in range(5):
            begin = time.perf_counter()
            do()
            taken.append(1000 * (time.perf_counter() - begin))
        print(f"{name:<26}{'':12}{median(taken):9.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000_000, help="rows of so many games (default: 5,000,000)")
    parser.add_argument("--bots", type=int, default=2_000)
    parser.add_argument("--played", type=int, default=3_000, help="games that are really played (default: 3,000)")
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses, ARENA_ENV="test", ARENA_DATA_DIR=f"{folder}/data")
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
            import django  # noqa: PLC0415 - see above

            django.setup()
            run(chosen)
            from django.db import connections  # noqa: PLC0415 - see above

            connections.close_all()


if __name__ == "__main__":
    main()
