"""What games cost is learned per version and variant, and fills batches, turns and estimates."""

from collections.abc import Mapping
from typing import Any

import pytest

from arena.bots.models import BotVersion
from arena.lib import prepared
from arena.matches import limits, worker
from arena.matches.actions.claim import claim
from arena.matches.costs import Lessons, expected_ms, known_costs
from arena.matches.models import Game, GameCost, MatchKind, QueueGroup, QueueSource
from arena.matches.models.game import DEFAULT_MS
from arena.matches.players import Hurried
from arena.matches.queue_report import queue_report
from arena.matches.sql import turns
from tests.matches import cast

pytestmark = pytest.mark.django_db


def test_a_version_nobody_has_seen_counts_as_usual(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    assert {game.expected_ms for game in cast.games_of(match)} == {DEFAULT_MS}


def test_own_time_and_an_equal_share_of_the_rest_are_learned(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = cast.take()
    lessons = Lessons()
    for _ in range(3):
        lessons.learn(held.game, [100.0, 20.0], 130.0)
    lessons.write()
    first, second = held.game.versions
    costs = known_costs([first, second])
    assert costs == {(first, "diamoniak-2"): 105.0, (second, "diamoniak-2"): 25.0}
    assert expected_ms(costs, [first, second], "diamoniak-2") == 130
    assert expected_ms(costs, [first, second], "karma-2") == DEFAULT_MS, "another variant is another cost"


def test_newer_games_count_more(versions: list[BotVersion]) -> None:
    cast.match(versions)
    game = cast.take().game
    GameCost.objects.create(version=versions[0], variant=game.variant, seat_ms=1000.0, games=10_000)
    lessons = Lessons()
    for _ in range(100):
        lessons.learn(game, [0.0, 0.0], 20.0)
    lessons.write()
    learned = GameCost.objects.get(version=versions[0])
    assert learned.seat_ms == pytest.approx(505.0), "half of it, though ten thousand games said otherwise"


def test_what_was_learned_fills_the_next_batches_and_the_estimate(versions: list[BotVersion]) -> None:
    for version in versions:
        GameCost.objects.create(version=version, variant="diamoniak-2", seat_ms=200.0, games=10)
    cast.match(versions, "a", "ladder:x", blocks=4, kind=MatchKind.LADDER)
    (line,) = queue_report().sources
    assert line.work_s == pytest.approx(8 * 0.4)
    batch = claim("w")
    assert batch is not None
    assert len(batch.games) == 2
    report = queue_report()
    assert report.drained_in_s == pytest.approx(6 * 0.4)
    assert (report.running_games, report.running[0].others) == (2, 1)


def test_a_source_is_charged_what_its_games_really_took(versions: list[BotVersion]) -> None:
    cast.match(versions, "a", "ladder:x", kind=MatchKind.LADDER)
    game = cast.take().game
    lessons = Lessons()
    lessons.took("ladder:x", DEFAULT_MS + 700.0, [game], [game])
    lessons.write()
    assert QueueSource.objects.get(name="ladder:x").spent_ms == DEFAULT_MS + 700


def test_several_sources_are_locked_in_one_order_before_they_are_charged(
    versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes with the same sources in another order would wait for each other."""
    for name in ("x", "y"):
        cast.match(versions, name, f"ladder:{name}", kind=MatchKind.LADDER)
    turns.charge({"ladder:y": 7, "ladder:x": 3})
    assert dict(QueueSource.objects.values_list("name", "spent_ms")) == {"ladder:x": 3, "ladder:y": 7}
    assert dict(QueueGroup.objects.values_list("name", "spent_ms")) == {"ladder:x": 3, "ladder:y": 7}
    answer = prepared.rows
    plans: list[str] = []

    def explained(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        plans.extend(row[0] for row in answer(f"EXPLAIN {statement}", values))
        return []

    monkeypatch.setattr(prepared, "rows", explained)
    turns.charge({"ladder:y": 7, "ladder:x": 3})
    assert sum("LockRows" in line for line in plans) == 2, "sources, then groups"


def test_a_worker_that_is_quicker_than_expected_takes_larger_batches(versions: list[BotVersion]) -> None:
    cast.match(versions, "a", "ladder:x", blocks=200, kind=MatchKind.LADDER)
    lessons = Lessons()
    sizes = []
    for _ in range(4):
        batch = claim("w", pace=lessons.pace)
        assert batch is not None
        sizes.append(len(batch.games))
        half = batch.games[: len(batch.games) // 2]  # the rest would have been given back
        lessons.took(batch.source, len(half) * DEFAULT_MS / 4, batch.games, half)
    usual = limits.BATCH_MS // DEFAULT_MS
    assert sizes == sorted(sizes)
    assert sizes[0] == usual
    assert sizes[-1] == pytest.approx(3 * usual, rel=0.2)
    assert lessons.pace("ladder:y") == 1.0, "what is known of one source says nothing of another"


def test_one_wild_batch_does_not_make_the_next_one_endless(versions: list[BotVersion]) -> None:
    cast.match(versions, "a", "ladder:x", kind=MatchKind.LADDER)
    game = cast.take().game
    lessons = Lessons()
    for spent_ms, bound in ((0.0, 1 / 64), (1e9, 4.0)):
        for _ in range(20):
            lessons.took("ladder:x", spent_ms, [game], [game])
        assert lessons.pace("ladder:x") == pytest.approx(bound, rel=0.01)


def test_a_worker_learns_from_what_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    lessons = Lessons()
    monkeypatch.setattr(worker, "lessons", lambda: lessons)
    house = [cast.ready_version(None, "Random", "random"), cast.ready_version(None, "Chance", "random")]
    cast.match(house)
    worker.work()
    lessons.write()
    assert {(cost.version_id, cost.games) for cost in GameCost.objects.all()} == {(each.pk, 2) for each in house}
    assert Game.objects.exclude(state="done").count() == 0


def test_a_house_bot_on_a_ladder_is_shown_a_shorter_clock() -> None:
    shown = []

    class Thinker:
        def choose(self, request: dict[str, object]) -> int:
            shown.append(request["clock"])
            return 7

    request = {"clock": {"decision_ms": 200, "bank_ms": 10_000}, "seat": 1}
    assert Hurried(Thinker(), 40).choose(request) == 7
    assert Hurried(Thinker(), 900).choose(request) == 7
    assert shown == [{"decision_ms": 40, "bank_ms": 10_000}, {"decision_ms": 200, "bank_ms": 10_000}]
    assert request["clock"]["decision_ms"] == 200, "the game's own clock stays"  # type: ignore[index]  # it is a dict
