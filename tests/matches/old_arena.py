"""An arena from before games were played in batches is updated: ``python -m tests.matches.old_arena``.

In a process of its own, on the empty database of ``DATABASE_URL``: the old schema, games in every state they can have,
the update, and then the games go on. Prints as JSON what became of them.
"""

import hashlib
import json
import uuid
from datetime import timedelta
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

OLD = [("matches", "0004_stuck_games_have_a_deadline")]
STATES = ("done", "done", "leased", "queued", "stuck", "queued", "forfeited", "cancelled")
"""Of the games of the ladder's match, two a block."""


def main() -> None:
    django.setup()
    executor = MigrationExecutor(connection)
    executor.migrate(OLD)
    Old(executor.loader.project_state(OLD).apps).fill()
    call_command("migrate", verbosity=0)
    migrated = states()
    play_on()
    print(json.dumps({"migrated": migrated, "played": states(), **rest()}))


class Old:
    """Rows as the old code wrote them."""

    def __init__(self, apps: Any) -> None:
        self.now = timezone.now()
        self.model = {name: apps.get_model("matches", name) for name in
                      ("Match", "Entrant", "Block", "Game", "Seat", "Attempt", "QueueSource")}  # fmt: skip
        self.bot, self.version = apps.get_model("bots", "Bot"), apps.get_model("bots", "BotVersion")

    def fill(self) -> None:
        from arena.bots.actions.house import house_hash

        house = [self.add_bot(name, "random", house_hash("random")) for name in ("Dice", "Chance")]
        upload = self.add_bot("Upload", "", "0" * 64)
        self.add_bot("Fresh", "", "1" * 64, state="checking", check_token=uuid.uuid4(), deadline=self.now)
        for name, group, is_paused in (
            ("ladder:diamoniak-2", "ladder:diamoniak-2", False),
            ("practice:7", "practice", False),
            ("tournament:cup", "tournament:cup", True),
        ):
            self.model["QueueSource"].objects.create(name=name, group=group, served_at=self.now, is_paused=is_paused)
        self.add_match("ladder", "ladder:diamoniak-2", house, STATES)
        self.add_match("practice", "practice:7", house, ("queued", "queued"))
        self.add_match("tournament", "tournament:cup", [upload, house[0]], ("queued", "queued"))

    def add_bot(self, name: str, house: str, content_hash: str, state: str = "ready", **more: Any) -> Any:
        bot = self.bot.objects.create(name=name, slug=name.lower(), games=["diamoniak"], house_name=house)
        runtime = "house" if house else "python"
        return self.version.objects.create(
            bot=bot, number=1, content_hash=content_hash, runtime=runtime, state=state, **more
        )

    def add_match(self, kind: str, source: str, versions: list[Any], states: tuple[str, ...]) -> None:
        deadline = self.now + timedelta(hours=1)
        match = self.model["Match"].objects.create(
            kind=kind, key=kind, source=source, variant="diamoniak-2", secret="s", deal_scope=kind,
            blocks_planned=len(states) // 2, deadline=deadline,
        )  # fmt: skip
        entrants = [
            self.model["Entrant"].objects.create(match=match, position=place, version=version)
            for place, version in enumerate(versions)
        ]
        for number, state in enumerate(states):
            if number % 2 == 0:
                seed = hashlib.sha256(f"{kind}{number}".encode()).digest()
                is_finished = state in ("done", "forfeited")
                block = self.model["Block"].objects.create(
                    match=match, number=number // 2, seed=seed, is_finished=is_finished
                )
            game = self.add_game(block, number % 2, state, source)
            for seat in (0, 1):
                entrant = entrants[(seat + number) % 2]
                fault = "crash" if state == "done" and seat == 0 else ""
                self.model["Seat"].objects.create(
                    game=game, seat=seat, side=seat, entrant=entrant, version=entrant.version, fault=fault
                )

    def add_game(self, block: Any, number: int, state: str, source: str) -> Any:
        token = uuid.uuid4() if state == "leased" else None
        game = self.model["Game"].objects.create(
            block=block, number=number, source=source, variant="diamoniak-2", salt=b"salt" * 4, commitment="c" * 64,
            state=state, queued_at=self.now, deadline=self.now if state in ("queued", "leased", "stuck") else None,
            lease_token=token, ranks=[2, 1] if state in ("done", "forfeited") else None,
            attempt_count=1 if token else 0, void_count=5 if state == "stuck" else 0,
        )  # fmt: skip
        if token:
            self.model["Attempt"].objects.create(
                game=game, number=1, token=token, worker="old", started_at=self.now, heartbeat_at=self.now
            )
        return game


def states() -> dict[str, list[str]]:
    """Of the games, by the kind of their match, in schedule order."""
    from arena.matches.models import Game

    found: dict[str, list[str]] = {}
    for kind, state in Game.objects.order_by("pk").values_list("block__match__kind", "state"):
        found.setdefault(kind, []).append(state)
    return found


def play_on() -> None:
    from arena.matches import tasks
    from arena.matches.worker import work

    for _ in range(2):  # the second time for what the reaper gave another try
        while work() is not None:
            pass
        tasks.reap()


def rest() -> dict[str, Any]:
    from arena.bots.models import Bot, BotVersion
    from arena.matches.models import Attempt, Game, Match, QueueSource

    again = Attempt.objects.filter(game__attempts__worker="old").distinct().order_by("number")
    return {
        "matches": dict(Match.objects.values_list("kind", "state")),
        "attempts": list(again.values_list("outcome", flat=True)),
        "sources": dict(QueueSource.objects.values_list("name", "kind")),
        "capped": [game.bots for game in Game.objects.filter(source="tournament:cup")],
        "uploads": list(Bot.objects.filter(name="Upload").values_list("pk", flat=True)),
        "checks": list(BotVersion.objects.filter(bot__name="Fresh").values_list("state", flat=True)),
    }


if __name__ == "__main__":
    main()
