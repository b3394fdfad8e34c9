"""Real replays before and after packing: what they take, and what the disk counts for their files."""

from pathlib import Path

from django.conf import settings
from django.db import connection

from arena.bots.actions.house import ensure_house_bots
from arena.chaos.load import keep_busy
from arena.matches.actions.pack import delete_retired, pack_replays
from arena.matches.growth import Growth, measure
from arena.matches.models import Game, GameState
from arena.matches.worker import work


def report(games: int) -> Growth:
    """Games of house bots, of the first variant of every game in turn. Returns what the database takes of them."""
    ensure_house_bots()
    keep_busy(games, with_uploads=False)
    while work(with_uploads=False) is not None:
        pass
    played = Game.objects.filter(state=GameState.DONE).count()
    print(f"\n{played:,} games of house bots, really played:")
    _show("replays as workers write them", played)
    done = pack_replays(is_all=True)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE matches_replayfile SET retired_at = now() - interval '2 days' WHERE live = 0")
    delete_retired()
    _show(f"packed into {done.files:,} files", played)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE)")
    return measure()


def _show(what: str, games: int) -> None:
    files = [path.stat() for path in (Path(settings.MEDIA_ROOT) / "replays").rglob("*") if path.is_file()]
    print(
        f"  {what:<34}{len(files):>7,} files {sum(file.st_size for file in files) / games:9,.0f} bytes a game, "
        f"{512 * sum(file.st_blocks for file in files) / games:7,.0f} on the disk",
        flush=True,
    )
