"""Whole tournaments on idle workers: time of the clock over time of the games, and how long a round waits for the next.

Real PostgreSQL, Valkey and Celery workers; house bots play, one tournament at a time. The yardstick is the games
themselves: their own time, shared among the processes that play. A round should be paired within a second.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.embedded import processes
from benchmarks.platform.arena import running

if TYPE_CHECKING:
    from arena.bots.models import Bot
    from arena.tournaments.models import Tournament

WORKERS = 2
PATIENCE_S = 120.0
SHORT_S = 0.01
"""Between two games of a batch both processes may look away for a moment."""
LONG_S = 0.04
"""A process that plays nothing for longer than a claim and results take had nothing to play."""
CUPS: list[tuple[str, str, dict[str, object], int]] = [
    ("single_elimination", "karma-2", {}, 20),
    ("double_elimination", "karma-2", {}, 12),
    ("swiss", "karmaka-2", {"rounds": 3}, 12),
    ("pod_swiss", "karma-4", {"rounds": 3}, 10),
]
"""Format, variant, settings, blocks a match: some seconds of games each."""


@dataclass(frozen=True)
class Waited:
    wall_s: float
    games_s: float
    """Own time of the games, shared among the processes."""
    games: int
    rounds: int
    pause_s: float
    """The longest time in which no game was played: from the last result of a round to the first game of the next."""
    still_s: float
    """All time in which no game was played: before the first, between rounds, and from the last result to the end."""
    alone_s: float
    """Time in which a process had nothing to play while another played the last games of a round, for each process."""
    between_s: float
    """Time of a process from a game to its next where others played too: claims, results, the games' own starts."""


def waits(times: int = 1) -> None:
    """``times``: of the usual blocks. With compiled engines the games of a cup take a second or two, and pauses between
    its rounds weigh more than in one with ten seconds of games."""
    print(f"\nTournaments of house bots on {WORKERS} idle processes; seconds of the clock.")
    heads = ("games", "wall", "games' own", "ratio", "rounds", "worst pause", "nobody", "waiting", "between")
    print(f"{'format':<20}" + "".join(f"{head:>12}" for head in heads))
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with running(Path(folder)) as arena:
            control = processes.worker(["control"], "control", 1)
            arena.supervisor.add("control", control, arena.folder / "control.log")
            arena.start_play(WORKERS)
            play_cup(("swiss", "diamoniak-2", {"rounds": 2}, 2))  # the workers are up and warm then
            for name, variant, settings, blocks in CUPS:
                cup = name, variant, settings, blocks * times
                found = play_cup(cup)
                ratio = found.wall_s / found.games_s
                cells = (f"{found.games}", f"{found.wall_s:.1f}", f"{found.games_s:.1f}", f"{ratio:.2f}x",
                         f"{found.rounds}", f"{found.pause_s:.2f}", f"{found.still_s:.2f}", f"{found.alone_s:.2f}",
                         f"{found.between_s:.2f}")  # fmt: skip
                print(f"{cup[0]:<20}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


def play_cup(cup: tuple[str, str, dict[str, object], int]) -> Waited:
    from arena.accounts.models import Role, User  # noqa: PLC0415 - models need the settings
    from arena.bots.models import Bot  # noqa: PLC0415 - as above
    from arena.tournaments.actions import lifecycle, registration  # noqa: PLC0415 - as above
    from arena.tournaments.actions.create import create  # noqa: PLC0415 - as above

    name, variant, settings, blocks = cup
    given = {"email": "olga@example.org", "role": Role.ORGANISER}
    olga, _is_new = User.objects.get_or_create(name="olga", defaults=given)
    made = create(olga, f"{name} {variant}", variant, name, settings, blocks=blocks, is_rated=False, early_stop=False)
    registration.open_registration(made.pk, olga)
    base = Bot.objects.filter(house_name="random").earliest("pk")
    for bot in _field(base):
        registration.register(made.pk, bot, olga)
    registration.close_registration(made.pk, olga)
    lifecycle.start(made.pk, olga)
    end = time.monotonic() + PATIENCE_S
    while made.state != "finished":
        if time.monotonic() > end:
            raise SystemExit(f"{name} did not finish: {made.trouble or 'no reason is known'}")
        time.sleep(0.1)
        made.refresh_from_db()
    return _measured(made)


def _field(base: "Bot") -> "list[Bot]":
    """Eight bots that play at random: their games take about the same time."""
    from arena.bots.models import Bot, BotVersion, CheckState  # noqa: PLC0415 - as above

    bots = []
    for number in range(8):
        bot, is_new = Bot.objects.get_or_create(
            slug=f"dice-{number}", defaults={"name": f"Dice {number}", "games": base.games, "house_name": "random"}
        )
        if is_new:
            assert base.active_version is not None
            bot.active_version = BotVersion.objects.create(
                bot=bot,
                number=1,
                content_hash=base.active_version.content_hash,
                runtime="house",
                state=CheckState.READY,
            )
            bot.save(update_fields=["active_version"])
        bots.append(bot)
    return bots


def _measured(made: "Tournament") -> Waited:
    from arena.matches.models import Attempt  # noqa: PLC0415 - as above

    rows = Attempt.objects.filter(game__source=made.source, ended_at__isnull=False).values_list(
        "started_at", "ended_at", "worker", "game__block__match__play__node__round__number"
    )
    assert made.finished_at
    assert made.started_at
    begin, end = made.started_at.timestamp(), made.finished_at.timestamp()
    games = [Played(begun.timestamp(), ended.timestamp(), worker) for begun, ended, worker, _round in rows if ended]
    still = _still(games, begin, end)
    gaps = [gap for worker in {game.worker for game in games} for gap in _gaps(games, worker, begin, end)]
    quiet = [(gap, _overlap(gap, still)) for gap in gaps]
    others = [(later - earlier) - inside for (earlier, later), inside in quiet]
    return Waited(
        wall_s=end - begin,
        games_s=sum(game.end - game.begin for game in games) / WORKERS,
        games=len(games),
        rounds=len({row[-1] for row in rows}),
        pause_s=max((later - earlier for earlier, later in still[1:-1]), default=0.0),
        still_s=sum(later - earlier for earlier, later in still),
        alone_s=sum(gap for gap in others if gap > LONG_S) / WORKERS,
        between_s=sum(gap for gap in others if gap <= LONG_S) / WORKERS,
    )


@dataclass(frozen=True)
class Played:
    begin: float
    end: float
    worker: str


Span = tuple[float, float]


def _still(games: list[Played], begin: float, end: float) -> list[Span]:
    """When nobody played, from the start to the end. Rounds of a bracket overlap: a match begins when its sides are
    known, so these are pauses of all games together."""
    spans, last = [], begin
    for game in sorted(games, key=lambda game: game.begin):
        if game.begin > last + SHORT_S:
            spans.append((last, game.begin))
        last = max(last, game.end)
    return [*spans, (last, end)]


def _gaps(games: list[Played], worker: str, begin: float, end: float) -> list[Span]:
    own = sorted((game.begin, game.end) for game in games if game.worker == worker)
    ends, begins = [begin, *(game[1] for game in own)], [*(game[0] for game in own), end]
    return list(zip(ends, begins, strict=True))


def _overlap(gap: Span, spans: list[Span]) -> float:
    return sum(max(0.0, min(gap[1], span[1]) - max(gap[0], span[0])) for span in spans)
