"""Rows that make pages worth looking at: for screenshots and for the browser tests.

Games are really played, by house bots in the chairs of the uploaded ones, so that replays and results are real.
"""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import timedelta
from typing import Any

from django.utils import timezone

from arena.accounts.models import Role, User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.models import Bot, BotVersion, CheckState
from arena.matches import replay_store
from arena.matches.actions import switch
from arena.matches.actions.claim import Batch, claim
from arena.matches.actions.hand_in import hand_in
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.settle import settle
from arena.matches.models import Game, GameState, Match, MatchKind, QueueSwitch, ThinkingLook
from arena.matches.records import result_of
from arena.matches.results import PlayedGame, SeatResult, VoidGame
from arena.replays.analysing import estimator_of
from arena.replays.models import Analysis, AnalysisState
from bots.house.registry import create as create_house_bot
from engines import variant
from engines.games import Game as DeclaredGame
from engines.registry import games, names
from referee.analysis.mistakes import Mistake, as_json
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.game import play_game
from referee.verify import play_again
from tools import laid_tables, seasons

_REQUEST = '{"type": "request", "seat": 0, "legal": [{"id": "pass"}, {"id": "play-7"}], "clock": …}'
_STDERR = (
    'Traceback (most recent call last):\n  File "bot.py", line 31, in <module>\n    card = hand[index]\n'
    "IndexError: list index out of range"
)


DUEL = games()[-1].engine.variants()[0].slug
"""What is played for the pictures: of the last game, which is the quickest of our own."""


def _first() -> DeclaredGame:
    return games()[0]


def _table() -> str:
    return _first().engine.variants()[2].slug


def create(member: User) -> dict[str, str]:
    """Make the rows; returns what stands for the placeholders in the addresses of the showcase."""
    greedy = next(bot for bot in ensure_house_bots() if bot.house_name == "greedy").active_version
    assert greedy is not None
    bob = User.objects.create_user("bob", "bob@example.org", display_name="Bob")
    sam = User.objects.create_user("sam", "sam@example.org", display_name="Sam", role=Role.STAFF)
    first = _bot(member, "Low First", "Plays its lowest card and keeps the tens for a rainy day.")
    coin = _bot(bob, "Coin Flip", "Heads or tails.")
    versions = _versions(first)
    match = _match(member, "sample/done", [versions["ready"], greedy], 3)
    _play_all(match)
    fault = _match(member, "sample/fault", [versions["ready"], _ready(coin, 1)], 1)
    failed = _play_with_a_fault(fault)
    running = _match(member, "sample/running", [versions["ready"], greedy], 4)
    held = _play_some(running)
    seasons.create(DUEL, [versions["ready"], BotVersion.objects.get(bot=coin), greedy], match)
    switch.pause(QueueSwitch.Queue.LADDER, sam, "New disks at noon.")
    _look_at_times(first, coin)
    shown = Game.objects.select_related("replay").filter(block__match=match).earliest("pk")
    return {
        **laid_tables.create(member),
        "played": variant(DUEL).game,
        "ladder": DUEL,
        "bot": first.slug,
        "ready": str(versions["ready"].number),
        "rejected": str(versions["rejected"].number),
        "checking": str(versions["checking"].number),
        "waiting": str(versions["waiting"].number),
        "match": str(match.pk),
        "running": str(running.pk),
        "game": str(shown.pk),
        "mistake": str(_mistake(shown)),
        "fault": str(failed),
        "live": str(held),
    }


def _mistake(game: Game) -> int:
    """Somewhere after the opening, whether it was one or not. Returns the decision."""
    assert game.replay is not None
    replay = replay_store.load(game.replay)
    decisions = ((step, play_again(replay, step)) for step in range(12, len(replay.actions)))
    step, state = next(found for found in decisions if len(found[1].legal_actions()) > 1)
    played = replay.actions[step]
    better = next(action for action in state.legal_actions() if action != played.action)
    told = Mistake(
        step, played.seat, state.decision(), played.action, better,
        state.action_name(played.action), state.action_name(better), chance=0.41, loss=0.12, error=0.02,
    )  # fmt: skip
    now = timezone.now()
    Analysis.objects.create(
        replay=game.replay, estimator=estimator_of(game.variant), state=AnalysisState.DONE, asked_at=now,
        finished_at=now, mistakes=as_json([told]),
    )  # fmt: skip
    return step


def _look_at_times(teller: Bot, listener: Bot) -> None:
    flag = {"teller": teller.pk, "listener": listener.pk, "about": "choice", "shape": "longer", "blocks": 41}
    ThinkingLook.objects.create(
        variant=DUEL,
        made_at=timezone.now(),
        games=1500,
        pairs=182,
        unjudged=24,
        flags=[{**flag, "excess": 0.31, "chance": 0.0004}],
    )


def _bot(owner: User, name: str, description: str) -> Bot:
    slug = name.lower().replace(" ", "-")
    return Bot.objects.create(owner=owner, name=name, slug=slug, games=names(), description=description)


def _version(bot: Bot, number: int, state: CheckState, reason: str, **more: Any) -> BotVersion:
    content = hashlib.sha256(f"{bot.slug}/{number}".encode()).hexdigest()
    fields: dict[str, Any] = {"size_bytes": 4210, "file_count": 3, "runtime": "python", "checked_at": timezone.now()}
    return BotVersion.objects.create(
        bot=bot, number=number, content_hash=content, state=state, reason=reason, **{**fields, **more}
    )


def _ready(bot: Bot, number: int, changelog: str = "First try.") -> BotVersion:
    version = _version(
        bot, number, CheckState.READY, "Passed every check.", changelog=changelog, report=_report(passed=True)
    )
    bot.active_version = version
    bot.save(update_fields=["active_version"])
    return version


def _versions(bot: Bot) -> dict[str, BotVersion]:
    """One in each state that a version can be in."""
    soon = timezone.now() + timedelta(minutes=2)
    return {
        "rejected": _version(
            bot,
            1,
            CheckState.REJECTED,
            f"{_first().title}: the bot crashed after 14 decisions. Guard against an empty hand. (1 more below.)",
            changelog="Remembers what was played.",
            report=_report(passed=False),
        ),
        "ready": _ready(bot, 2, "No longer crashes on an empty hand."),
        "checking": _version(
            bot,
            3,
            CheckState.CHECKING,
            f"Playing {_table()}",
            deadline=soon,
            progress={"step": f"Playing {_table()}", "done": 5, "total": 12},
            checked_at=None,
        ),
        "waiting": _version(
            bot, 4, CheckState.WAITING, "Waiting for a worker to build and check it.", deadline=soon, checked_at=None
        ),
    }


def _report(*, passed: bool) -> dict[str, Any]:
    evidence = {
        "exit_reason": "It ended by itself with exit code 1.",
        "last_request": _REQUEST,
        "last_answer": "",
        "stderr_tail": _STDERR,
    }
    fine: dict[str, Any] = {"status": "pass", "fix": "", "evidence": None}
    checks = [
        {**fine, "title": "Builds", "sentence": "Built in 0.4 s."},
        {**fine, "title": "Answers hello", "sentence": "Ready after 38 ms."},
        {**fine, "title": games()[-1].title, "sentence": "18 trial games without a fault."},
    ]
    if not passed:
        failed: dict[str, Any] = {"status": "fail", "title": _first().title, "evidence": evidence}
        failed |= {"sentence": "The bot crashed after 14 decisions.", "fix": "Guard against an empty hand."}
        hint: dict[str, Any] = {"status": "hint", "title": "Log", "evidence": None, "fix": "Print less."}
        checks += [failed, {**hint, "sentence": "It wrote 600 KB to stderr."}]
    measured = {"games": 30, "slowest_decision_ms": 12.5, "start_ms": 38.2, "peak_memory_mb": 14.1}
    return {"passed": passed, "checks": checks, "measured": measured}


def _match(user: User, key: str, versions: list[BotVersion], blocks: int) -> Match:
    return schedule(
        Plan(
            kind=MatchKind.PRACTICE,
            key=key,
            source=f"practice:{user.pk}",
            variant=DUEL,
            versions=versions,
            secret=hashlib.sha256(key.encode()).hexdigest(),
            deal_scope=key,
            blocks=blocks,
            deadline=timezone.now() + timedelta(hours=1),
            requested_by=user,
        )
    )


def _take() -> Batch | None:
    return claim("arena-1:4711", most=1)


def _hand_in(batch: Batch, fault: SeatResult | None = None) -> None:
    """House bots sit in for whoever holds the chairs."""
    game = Game.objects.select_related("block").get(pk=batch.games[0].id)
    channels = [
        InProcessChannel(
            create_house_bot("random", game.variant, b"%d" % (game.pk * 8 + seat.seat)), seat.version.bot.name
        )
        for seat in game.seats.select_related("version__bot")
    ]
    record = play_game(game.variant, channels, SealedDeal(bytes(game.block.seed), bytes(game.salt)))
    assert record.replay is not None
    (packed,) = replay_store.store_all([replay_store.pack(record.replay)])
    result = result_of(record, packed.content_hash)
    if fault is not None:
        result = dataclasses.replace(result, ranks=[2, 1], termination="fault", seats=[fault, result.seats[1]])
    hand_in(batch, [PlayedGame(batch.games[0], result, packed, batch.taken_at, timezone.now())])


def _play_all(match: Match) -> None:
    while (batch := _take()) is not None:
        _hand_in(batch)
    settle(match.pk)


def _play_with_a_fault(match: Match) -> int:
    batch = _take()
    assert batch is not None
    evidence = {"exit_reason": "It ended by itself with exit code 1.", "stderr_tail": _STDERR}
    evidence |= {"last_request": _REQUEST, "last_answer": '{"action": "play-9"}'}
    clock = {"total_ms": 81.0, "slowest_ms": 12.5}
    sentence = "The program ended with exit code 1 in the middle of the game."
    _hand_in(batch, SeatResult("crash", sentence, evidence, clock))
    _play_all(match)
    return batch.games[0].id


def _play_some(match: Match) -> int:
    """One game done, one void and stuck, one being played, the rest waiting. Returns the one being played."""
    done, broken, held = _take(), _take(), _take()
    assert done is not None
    assert broken is not None
    assert held is not None
    _hand_in(done)
    cause = "OSError: [Errno 28] No space left on device"
    hand_in(broken, [], [VoidGame(broken.games[0], cause, broken.taken_at)])
    Game.objects.filter(pk=broken.games[0].id).update(
        state=GameState.STUCK, reason="Failed 5 times on our side; staff is told. Last: no space left."
    )
    return held.games[0].id
