"""Bots of authors at tables of people: asked in the sandbox at each decision, with a log for their owner alone."""

import threading
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

import sandbox
from arena.accounts.models import Role, User
from arena.bots.models import BotVersion, UseKind
from arena.bots.models.use import Use
from arena.lib import prepared
from arena.tables import limits, playing, tasks, turn_statements, turns
from arena.tables.actions import answering
from arena.tables.actions.expiring import expire
from arena.tables.actions.joining import join
from arena.tables.actions.leaving import leave
from arena.tables.actions.opening import BOT, FRIEND
from arena.tables.errors import TableError
from arena.tables.models import Table, TableState, Turn, TurnState
from arena.tables.stored import replay_of
from arena.tables.visitor import Visitor
from engines.registry import names
from referee.single import Single
from referee.verify import verify
from tests.slugs import SMALLEST
from tests.tables.cast import ANN, BEN, NOW, look, play_on, sit
from tests.worker_role.test_questions import uploaded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
SLUG = SMALLEST[-1]
jailed = pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))
TALKS = b"""
import sys
from bots.sdk import Bot

class Talks(Bot):
    name = "Talks"

    def choose(self, request):
        print("I look at", len(request.legal), "choices", file=sys.stderr, flush=True)
        return request.legal[-1]

Talks().run()
"""


def all_games(version: BotVersion) -> BotVersion:
    version.bot.games = names()
    version.bot.save()
    return version


@pytest.fixture
def version(alice: User) -> BotVersion:
    return all_games(uploaded(alice, "Talks", TALKS))


@pytest.fixture
def at_home(alice: User) -> Visitor:
    return Visitor(alice, "", "192.0.2.1")


def play_on_with_workers(table: Table, visitor: Visitor, done: Callable[[], bool] = lambda: False) -> None:
    """To the end, or until ``done``: the person by rules of thumb, the bots as a worker answers for them."""
    for _count in range(400):
        play_on(table, visitor)
        table.refresh_from_db()
        if not table.is_open or done():
            return
        answering.answer(table.pk, lambda: NOW)
        while playing.play_one() is not None:
            answering.answer(table.pk, lambda: NOW)


@jailed
def test_an_author_plays_against_the_own_bot_and_reads_its_log(
    alice: User, bob: User, version: BotVersion, at_home: Visitor
) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on_with_workers(table, at_home)
    assert table.state == TableState.OVER
    replay = replay_of(table, list(table.sittings.all()))
    assert verify(replay).differences == ()
    assert [(seat.name, seat.version) for seat in replay.seats] == [("Alice", ""), ("Talks", "v1")]
    assert not replay.faults
    owner, other = Client(), Client()
    owner.force_login(alice)
    other.force_login(bob)
    lines = owner.get(f"/tables/{table.code}/logs.json").json()["logs"]
    assert len(lines) == sum(row[0] == 1 for row in table.actions)
    assert "I look at" in lines[0]["log"]
    assert owner.get(f"/tables/{table.code}/logs.json?since={lines[-1]['at']}").json()["logs"] == lines[-1:]
    assert other.get(f"/tables/{table.code}/logs.json").status_code == 403
    assert b"bot:talks" in owner.get(f"/tables/{table.code}/").content
    assert not Turn.objects.exclude(task={}).exists(), "no deal is kept with a decision that is made"


@jailed
def test_a_bot_that_fails_is_followed_by_a_house_bot_and_its_side_comes_last(alice: User, at_home: Visitor) -> None:
    """The deal says who begins: where somebody has played before it, the game had begun with it."""
    bad = all_games(uploaded(alice, "Bad", b"raise SystemExit(3)"))
    table = sit(SLUG, at_home, others={1: BOT + bad.bot.slug})
    play_on_with_workers(table, at_home)
    ((seat, kind, after),) = table.faults
    assert (seat, kind) == (1, "crash" if after else "start")
    assert table.sittings.get(seat=1).rank == 2
    assert verify(replay_of(table, list(table.sittings.all()))).differences == ()


def test_nothing_waits_for_a_worker_that_does_not_come(version: BotVersion, at_home: Visitor) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    answering.answer(table.pk, lambda: NOW)
    table.refresh_from_db()
    assert look(table)["is_answered_elsewhere"]
    assert table.turns.get().state == TurnState.WAITING
    assert table.deadline is not None
    before = len(table.actions)
    expire(table.deadline + timedelta(seconds=1))
    table.refresh_from_db()
    assert len(table.actions) > before
    assert not table.turns.exists()


def test_a_worker_that_dies_with_a_decision_costs_seconds_and_a_second_one_leaves_it_to_the_house(
    version: BotVersion, at_home: Visitor
) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    tasks.answer(table.pk)
    before = len(Table.objects.get(pk=table.pk).actions)
    ((first, _task),) = prepared.rows(turn_statements.TAKE, {})
    answering.take_in(timezone.now)
    assert table.turns.get().state == TurnState.RUNNING, "it was heard of just now"

    def silence() -> None:
        table.turns.update(heartbeat_at=timezone.now() - limits.TURN_SILENT - timedelta(seconds=1))

    silence()
    assert prepared.rows(turn_statements.BEAT, {"token": first}), "it says that it lives"
    answering.take_in(timezone.now)
    assert table.turns.get().state == TurnState.RUNNING
    silence()
    answering.take_in(timezone.now)
    assert table.turns.get().state == TurnState.WAITING
    assert table.turns.get().heartbeat_at is None, "it was of another worker"
    assert not prepared.rows(turn_statements.BEAT, {"token": first})
    assert not prepared.rows(turn_statements.ANSWER, {"token": first, "answer": "{}"}), "another one has it by now"
    assert prepared.rows(turn_statements.TAKE, {})
    silence()
    answering.take_in(timezone.now)
    table.refresh_from_db()
    assert len(table.actions) > before
    assert not table.faults, "our machines failed, not the bot"


def test_a_worker_says_that_it_lives_while_a_bot_thinks(
    version: BotVersion, at_home: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    tasks.answer(table.pk)
    was_heard = threading.Event()
    told: list[object] = []

    def rows(statement: str, values: dict[str, object]) -> list[tuple[object, ...]]:
        if statement == turn_statements.BEAT:  # of the thread: its connection does not see what this test wrote
            told.append(values["token"])
            was_heard.set()
            return []
        return prepared.rows(statement, values)

    monkeypatch.setattr(limits, "TURN_HEARTBEAT_S", 0.001)
    monkeypatch.setattr(playing, "prepared", Mock(rows=rows))
    monkeypatch.setattr(playing, "why_not_here", lambda: None)
    monkeypatch.setattr(playing, "players", Mock())

    def thinks(*_args: object) -> Single:
        assert was_heard.wait(60)
        assert told[0] == table.turns.get().token
        return Single(None, "crash")

    monkeypatch.setattr(playing, "ask_once", thinks)
    assert playing.play_one() == table.pk


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"action": 10**6}, "illegal-action"),
        ({"problem": "The disk is full."}, None),
        ({"action": "all"}, None),
        ([], None),
    ],
)
def test_what_a_worker_tells_is_looked_at(
    version: BotVersion, at_home: Visitor, told: object, fault: str | None
) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    tasks.answer(table.pk)
    before = Table.objects.get(pk=table.pk).actions
    table.turns.update(state=TurnState.DONE, answer=told, task={})
    answering.take_in(timezone.now)
    table.refresh_from_db()
    assert (len(table.actions) > len(before)) == (fault is None)
    assert table.is_open == (fault is None), "with two sides a fault of a bot ends the game"
    assert [row[1] for row in table.faults] == ([fault] if fault else [])


def test_an_answer_that_comes_too_late_is_put_aside_and_old_logs_go(
    version: BotVersion, at_home: Visitor, settings: Settings
) -> None:
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    tasks.answer(table.pk)
    turn = table.turns.get()
    leave(table.code, at_home, NOW)
    assert not table.turns.exists(), "nobody waits for it any more"
    Turn.objects.create(table=table, seat=1, at=turn.at, state=TurnState.DONE, answer={"action": 0}, asked_at=NOW)
    assert answering.take_in(timezone.now) == 0
    assert table.turns.get().state == TurnState.TAKEN
    settings.KEEP_EVIDENCE_DAYS = 30
    assert turns.forget_logs(NOW + timedelta(days=29)) == 0
    assert turns.forget_logs(NOW + timedelta(days=31)) == 1


def test_a_log_that_no_database_keeps_as_it_is_holds_nothing_up(
    version: BotVersion, at_home: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zero byte is no text for PostgreSQL, and a sign written as six letters makes a log six times as long."""
    table = sit(SLUG, at_home, others={1: BOT + version.bot.slug})
    play_on(table, at_home)
    tasks.answer(table.pk)
    log = "\x00\ud800" + "\x01" * 5000
    single = Single(None, "crash", "It said “\x00\ud800”." + "\x02" * 2000, log=log + "\x00")
    monkeypatch.setattr(playing, "why_not_here", lambda: None)
    monkeypatch.setattr(playing, "players", Mock())
    monkeypatch.setattr(playing, "ask_once", lambda *_args: single)
    assert playing.play_one() == table.pk
    answering.take_in(timezone.now)
    table.refresh_from_db()
    assert [row[1] for row in table.faults] == ["crash"]


def test_one_table_with_unknown_rules_does_not_keep_the_others_waiting(version: BotVersion, at_home: Visitor) -> None:
    tables = [sit(SLUG, at_home, others={1: BOT + version.bot.slug}) for _count in range(2)]
    for table in tables:
        play_on(table, at_home)
        tasks.answer(table.pk)
    Turn.objects.update(state=TurnState.DONE, answer={"problem": "The disk is full."}, task={})
    Table.objects.filter(pk=tables[0].pk).update(rules_version=999)
    assert answering.take_in(timezone.now) > 0
    assert tables[0].turns.get().state == TurnState.DONE
    assert not tables[1].turns.filter(state=TurnState.DONE).exists()


def test_staff_reads_no_log_of_the_bot_it_plays_against(bob: User, version: BotVersion) -> None:
    bob.role = Role.STAFF
    bob.save()
    table = sit(SLUG, Visitor(bob, ""), others={1: BOT + version.bot.slug})
    client = Client()
    client.force_login(bob)
    assert client.get(f"/tables/{table.code}/logs.json").status_code == 403
    assert b"data-log-of-bots" not in client.get(f"/tables/{table.code}/").content


def test_who_may_sit_down_with_whose_bot(bob: User, version: BotVersion, at_home: Visitor) -> None:
    others = {1: BOT + version.bot.slug}
    with pytest.raises(TableError, match="Log in"):
        sit(SLUG, ANN, others=others)
    sit(SLUG, Visitor(bob, ""), others=others)
    assert Use.objects.get(user=bob, kind=UseKind.PRACTICE).amount == 1
    version.bot.allows_practice = False
    version.bot.save()
    with pytest.raises(TableError, match="lets you practise"):
        sit(SLUG, Visitor(bob, ""), others=others)
    sit(SLUG, at_home, others=others)
    with pytest.raises(TableError, match="There is no bot nobody"):
        sit(SLUG, at_home, others={1: BOT + "nobody"})


def test_while_other_people_play_nobody_reads_a_log(alice: User, version: BotVersion, at_home: Visitor) -> None:
    slug = next(each for each in SMALLEST if each != SLUG)
    three = slug.replace("-2", "-3")
    table = sit(three, at_home, others={1: BOT + version.bot.slug, 2: FRIEND})
    join(table.code, BEN, "Ben", NOW)
    client = Client()
    client.force_login(alice)
    assert client.get(f"/tables/{table.code}/logs.json").status_code == 403
    assert b"data-log-of-bots" not in client.get(f"/tables/{table.code}/").content


def test_the_page_of_a_bot_and_the_lobby_offer_a_chair(
    client: Client, alice: User, bob: User, version: BotVersion
) -> None:
    path = f"/bots/{version.bot.slug}/"
    assert "Play against it" not in client.get(path).content.decode()
    client.force_login(alice)
    assert "Play against it" in client.get(path).content.decode()
    assert BOT + version.bot.slug in client.get("/tables/").content.decode()
    client.force_login(bob)
    assert f"/tables/?bot={version.bot.slug}#" in client.get(path).content.decode()
    assert BOT + version.bot.slug not in client.get("/tables/").content.decode()
    chairs = client.get(f"/tables/?bot={version.bot.slug}&bot=nobody").content.decode()
    assert f'<option value="{BOT + version.bot.slug}" selected>Talks' in chairs
    assert f'value="{BOT}nobody' not in chairs
    version.bot.allows_practice = False
    version.bot.save()
    assert BOT + version.bot.slug not in client.get(f"/tables/?bot={version.bot.slug}").content.decode()
    assert "Play against it" not in client.get(path).content.decode()
