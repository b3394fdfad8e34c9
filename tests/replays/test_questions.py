"""Questions to bots about a finished game: asked by rules, answered by a worker, told to the person who asked."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.api.scopes import Scope
from arena.bots.models import Bot, BotVersion, UseKind
from arena.bots.models.use import Use
from arena.bots.quotas import PRACTICE_GAMES_PER_HOUR, QuotaError
from arena.matches.models import Block, Game, GameState
from arena.replays import asking, question_statements
from arena.replays.answering import answer_one
from arena.replays.answers import Asked, Rest, answer_of, has_failed
from arena.replays.asking import MOST_ATTEMPTS, WAITS, QuestionError, Wish, ask, askable, look_after, take_over
from arena.replays.models import Question, QuestionState
from referee.analysis import worth
from tests.api.conftest import caller
from tests.matches import cast as entrants
from tests.replays import cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
STEP = 5


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "WORLDS", 4)


@pytest.fixture
def owl() -> BotVersion:
    return entrants.ready_version(None, "Owl", "expert")


@pytest.fixture
def game(owl: BotVersion) -> Game:
    played = cast.first_game(cast.played_match("karma-2", games=1))
    Game.objects.exclude(pk=played.pk).delete()
    Block.objects.filter(pk=played.block_id).update(is_finished=True)
    played.refresh_from_db()
    return played


def wish(game: Game, *versions: BotVersion) -> Wish:
    return Wish(game, STEP, versions)


def answered(question: Question) -> Question:
    assert answer_one()
    question.refresh_from_db()
    return question


def test_what_a_bot_would_have_played_is_told_with_its_chance(alice: User, game: Game, owl: BotVersion) -> None:
    question = answered(ask(alice, wish(game, owl)))
    told = answer_of(question)
    assert isinstance(told, Asked)
    (answer,) = told.answers
    assert answer.label == "Owl v1"
    assert answer.name
    assert answer.chance is not None
    assert question.task == {}
    assert not answer_one()


def test_the_rest_is_played_by_a_line_up_of_ones_own(alice: User, game: Game, owl: BotVersion) -> None:
    told = answer_of(answered(take_over(alice, wish(game, owl, owl), 4)))
    assert isinstance(told, Rest)
    assert told.games == 4
    assert [sum(side.ranks) for side in told.sides] == [4, 4]


def test_everybody_may_ask_the_house_and_public_bots_and_the_owner_older_versions_too(
    alice: User, bob: User, game: Game, owl: BotVersion
) -> None:
    own = entrants.ready_version(alice, "Mine")
    older = BotVersion.objects.create(bot=own.bot, number=2, content_hash="older", runtime="python", state="ready")
    game.seats.filter(seat=0).update(version=own)
    assert {own, older, owl} <= set(askable(alice, game, 0))
    assert older not in askable(bob, game, 0)
    assert older not in askable(alice, game, 1), "that seat is not hers"
    own.bot.allows_practice = False
    own.bot.save()
    assert own not in askable(bob, game, 0)
    with pytest.raises(QuestionError, match="does not want it"):
        ask(bob, wish(game, own))
    own.bot.is_private = True
    own.bot.save()
    with pytest.raises(QuestionError, match="cannot be asked"):
        take_over(bob, wish(game, owl, own), 10)


def test_what_makes_no_sense_is_refused_with_the_reason(alice: User, game: Game, owl: BotVersion) -> None:
    with pytest.raises(QuestionError, match="Choose 1 to 8 bots"):
        ask(alice, wish(game))
    with pytest.raises(QuestionError, match="has the decisions 0 to"):
        ask(alice, Wish(game, 10_000, [owl]))
    with pytest.raises(QuestionError, match="for every seat"):
        take_over(alice, wish(game, owl), 10)
    with pytest.raises(QuestionError, match="Choose 1 to 100 games"):
        take_over(alice, wish(game, owl, owl), 101)
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    game.block.refresh_from_db()
    with pytest.raises(QuestionError, match="all games of the block are over"):
        ask(alice, wish(game, owl))
    assert not Question.objects.exists()


def test_questions_count_as_practice_and_few_may_be_open(
    alice: User, bob: User, game: Game, owl: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_over(alice, wish(game, owl, owl), 100)
    assert Use.objects.get(user=alice, kind=UseKind.PRACTICE).amount == 100
    Use.objects.filter(user=alice).update(amount=PRACTICE_GAMES_PER_HOUR)
    with pytest.raises(QuotaError):
        ask(alice, wish(game, owl))
    Use.objects.all().delete()
    monkeypatch.setattr(asking, "MOST_OPEN", 1)
    with pytest.raises(QuestionError, match="Wait for an answer"):
        ask(alice, wish(game, owl))
    monkeypatch.setattr(asking, "MOST_WAITING", 1)
    with pytest.raises(QuestionError, match="Many questions"):
        ask(bob, wish(game, owl))


def test_games_go_first_for_a_while_and_one_question_is_answered_at_a_time(
    alice: User, bob: User, game: Game, owl: BotVersion
) -> None:
    first, _second = ask(alice, wish(game, owl)), ask(bob, wish(game, owl))
    cast.played_match("diamoniak-2", games=0)
    assert Game.objects.filter(state=GameState.QUEUED).exists()
    assert not answer_one()
    Question.objects.update(asked_at=timezone.now() - question_statements.PATIENCE - timedelta(seconds=1))
    Question.objects.filter(pk=first.pk).update(state=QuestionState.RUNNING)
    assert not answer_one()
    Question.objects.filter(pk=first.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert answer_one()


def test_a_lost_question_waits_again_and_is_given_up_in_the_end(alice: User, game: Game, owl: BotVersion) -> None:
    question = ask(alice, wish(game, owl))
    now = timezone.now()
    assert look_after(now)
    Question.objects.update(state=QuestionState.RUNNING, attempts=1, deadline=now)
    assert look_after(now)
    question.refresh_from_db()
    assert question.state == QuestionState.WAITING
    Question.objects.update(state=QuestionState.RUNNING, attempts=MOST_ATTEMPTS, deadline=now)
    assert not look_after(now)
    question.refresh_from_db()
    assert has_failed(question)
    assert question.task == {}


def test_what_nobody_answers_ends(alice: User, game: Game, owl: BotVersion) -> None:
    question = ask(alice, wish(game, owl))
    assert not look_after(timezone.now() + WAITS)
    question.refresh_from_db()
    assert question.state == QuestionState.FAILED


def test_a_failure_of_ours_is_not_an_answer(alice: User, game: Game, owl: BotVersion) -> None:
    question = ask(alice, wish(game, owl))
    Question.objects.update(task={"kind": "ask", "replay": "{}"})
    assert has_failed(answered(question))


@pytest.mark.parametrize(
    "told", [{}, {"sides": "no"}, {"decision": "x" * 10_000}, {"games": -1, "wanted": 1, "sides": []}]
)
def test_a_worker_that_tells_nonsense_is_not_believed(
    alice: User, game: Game, owl: BotVersion, told: dict[str, Any]
) -> None:
    question = answered(ask(alice, wish(game, owl)))
    question.answer = told
    assert has_failed(question)


def test_the_page_asks_and_tells_only_the_person_who_asked(
    client: Client, alice: User, bob: User, game: Game, owl: BotVersion
) -> None:
    place = f"/games/{game.pk}/ask/"
    assert "Log in to ask bots" in client.get(place).content.decode()
    assert client.post(f"{place}bots/", {"step": STEP, "bots": [owl.pk]}).status_code == 302
    assert not Question.objects.exists()
    client.force_login(alice)
    assert client.get(place, {"step": STEP}).status_code == 200
    assert client.post(f"{place}bots/", {"step": STEP, "bots": [owl.pk]}).url == f"{place}?step={STEP}"  # type: ignore[attr-defined]
    assert "waiting for a worker" in client.get(place, {"step": STEP}).content.decode()
    assert answer_one()
    page = client.get(place, {"step": STEP}).content.decode()
    assert "Would have played" in page
    assert "every 2s" not in page
    rest = {"step": STEP, "seat_0": owl.pk, "seat_1": owl.pk, "games": 10}
    client.post(f"{place}rest/", rest)
    assert answer_one()
    assert "10 games were played from there" in client.get(place, headers={"HX-Request": "true"}).content.decode()
    client.force_login(bob)
    assert "Would have played" not in client.get(place, {"step": STEP}).content.decode()


def test_the_page_refuses_what_is_not_offered(client: Client, alice: User, game: Game, owl: BotVersion) -> None:
    client.force_login(alice)
    place = f"/games/{game.pk}/ask/"
    page = client.post(f"{place}bots/", {"step": STEP, "bots": [10_000_000]}, follow=True)
    assert "Choose whom to ask." in page.content.decode()
    page = client.post(f"{place}rest/", {"step": STEP, "seat_0": owl.pk, "games": 10}, follow=True)
    assert "Choose a bot for every seat." in page.content.decode()
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    assert client.get(place).status_code == 404
    assert client.post(f"{place}bots/", {"bots": [owl.pk]}).status_code == 404
    assert not Question.objects.exists()


def test_programs_ask_too_and_learn_no_more_than_people(alice: User, bob: User, game: Game, owl: BotVersion) -> None:
    by_alice, by_bob = caller(alice), caller(bob)
    place = f"/games/{game.pk}"
    decision = by_alice.get(f"{place}/decisions/{STEP}").json()
    assert "owl:1" in decision["can_be_asked"]
    assert by_alice.get(f"{place}/decisions/9999").status_code == 404
    made = by_alice.post(f"{place}/ask", {"step": STEP, "bots": ["owl", "owl:1"]})
    assert (made.status_code, made.json()["state"], made.json()["asked"]) == (201, "waiting", None)
    assert answer_one()
    told = by_alice.get(f"/questions/{made.json()['id']}").json()
    assert (told["state"], len(told["asked"]["answers"]), told["rest"]) == ("done", 2, None)
    assert [one["id"] for one in by_alice.get(f"{place}/questions").json()] == [told["id"]]
    assert by_bob.get(f"/questions/{told['id']}").status_code == 404
    assert by_bob.get(f"{place}/questions").json() == []
    hers = entrants.ready_version(alice, "Hidden")
    Bot.objects.filter(pk=hers.bot_id).update(is_private=True)
    assert by_bob.post(f"{place}/ask", {"step": STEP, "bots": ["hidden"]}).status_code == 404
    for body in ({"step": 9999, "bots": ["owl"]}, {"step": STEP, "bots": ["owl"] * 3, "games": 2}):
        refused = by_alice.post(f"{place}/{'rest' if 'games' in body else 'ask'}", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert caller(alice, Scope.READ).post(f"{place}/ask", {"step": STEP, "bots": ["owl"]}).status_code == 403
    Block.objects.filter(pk=game.block_id).update(is_finished=False)
    assert by_alice.get(f"{place}/decisions/{STEP}").status_code == 404
    assert by_alice.post(f"{place}/ask", {"step": STEP, "bots": ["owl"]}).status_code == 404


def test_a_question_about_a_replay_whose_file_is_lost_gets_a_sentence(alice: User, game: Game, owl: BotVersion) -> None:
    assert game.replay is not None
    game.replay.file.delete(save=False)
    by_alice = caller(alice)
    seats = game.seats.count()
    for answer in (
        by_alice.get(f"/games/{game.pk}/decisions/{STEP}"),
        by_alice.post(f"/games/{game.pk}/ask", {"step": STEP, "bots": ["owl"]}),
        by_alice.post(f"/games/{game.pk}/rest", {"step": STEP, "bots": ["owl"] * seats}),
    ):
        assert answer.status_code == 404
        assert "is lost" in answer.json()["detail"]
    assert not Question.objects.exists()
    assert not Use.objects.exists()
