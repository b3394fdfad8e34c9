"""Questions to bots are answered by a restricted worker too: uploaded programs in the sandbox, all by two doors."""

import pytest
from django.db import ProgrammingError, transaction

import sandbox
from arena.accounts.models import User
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.models import BotVersion, CheckState
from arena.matches.models import Game, WorkerRole
from arena.replays.answering import answer_one
from arena.replays.answers import Asked, answer_of
from arena.replays.asking import Wish, ask
from arena.replays.models import Question
from referee.analysis import worth
from tests.replays import cast
from tests.worker_role.conftest import As

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
LAST = b"""
from bots.sdk import Bot

class Last(Bot):
    name = "Last"

    def choose(self, request):
        return request.legal[-1]

Last().run()
"""
jailed = pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))


@pytest.fixture
def game(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(worth, "WORLDS", 4)
    return cast.first_game(cast.played_match("karma-2"))


def uploaded(owner: User, name: str, source: bytes) -> BotVersion:
    """Found good, without the time that a check takes."""
    version = submit(create_bot(owner, name, ["karma"]), Upload((("bot.py", source),))).version
    version.state, version.deadline = CheckState.READY, None
    version.save()
    version.bot.active_version = version
    version.bot.save()
    return version


@jailed
def test_uploaded_programs_answer_there_and_one_that_fails_is_told(as_worker: As, alice: User, game: Game) -> None:
    good, bad = uploaded(alice, "Last", LAST), uploaded(alice, "Bad", b"raise SystemExit(3)")
    question = ask(alice, Wish(game, 5, [good, bad]))
    with as_worker():
        assert answer_one()
    question.refresh_from_db()
    told = answer_of(question)
    assert isinstance(told, Asked), question.answer
    assert [answer.label for answer in told.answers] == ["Last v1", "Bad v1"]
    assert told.answers[0].name
    assert told.answers[1].fault == "start"


def test_a_worker_reaches_no_question_but_by_the_doors_and_a_role_without_trust_none(
    as_worker: As, alice: User, game: Game
) -> None:
    dice = game.seats.get(seat=0).version
    ask(alice, Wish(game, 5, [dice]))
    with as_worker(), pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Question.objects.first()
    WorkerRole.objects.update(is_trusted=False)
    with as_worker():
        assert not answer_one()
    WorkerRole.objects.update(is_trusted=True)
    with as_worker():
        assert answer_one()
