"""``python -m tests.backups.looking VARIANT``: what a visitor of the restored arena gets, as one JSON object.

Run in a process of its own, because the restored database is another one than that of the tests.
"""

import json
import os
import sys
from io import StringIO
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")


def look(variant: str) -> dict[str, Any]:
    from django.core.management import call_command
    from django.test import Client

    from arena.bots.large_files import stored_upload
    from arena.bots.models import BotVersion
    from arena.matches import replay_store
    from arena.matches.models import Game, GameState
    from arena.matches.verify_replays import verify_stored

    client = Client(SERVER_NAME="localhost")
    page = client.get(f"/leaderboards/{variant}.json").content.decode()
    replays = {}
    for game in Game.objects.filter(state=GameState.DONE).exclude(replay=None).select_related("replay", "block"):
        assert game.replay is not None
        same = replay_store.load(game.replay).transcript_hash == game.transcript_hash
        # The deal of an unfinished block stays sealed, restored or not.
        expected: int = 200 if game.block.is_finished else 404
        answer = client.get(f"/games/{game.pk}/replay.json")
        same = same and answer.status_code == expected
        replays[game.pk] = [same and verify_stored(game.replay), expected]
    out = StringIO()
    call_command("recompute", "--all", stdout=out)
    leased = Game.objects.filter(state=GameState.LEASED).count()
    uploads = [stored_upload(v).content_hash == v.content_hash for v in BotVersion.objects.exclude(archive="")]
    return {
        "board": page,
        "replays": replays,
        "recomputed": out.getvalue(),
        "leased": leased,
        "uploads": uploads,
    }


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(look(sys.argv[1])))
