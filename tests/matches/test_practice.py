import pytest

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.models import Bot, BotVersion
from arena.matches.actions.practice import PracticeError, request_practice
from arena.matches.actions.settle import settle
from arena.matches.models import Match, MatchKind, MatchState
from tests.matches import cast

pytestmark = pytest.mark.django_db


def test_a_user_may_practise_against_a_bot_that_allows_it(alice: User, versions: list[BotVersion]) -> None:
    match = request_practice(alice, versions, "diamoniak-2", 2)
    assert (match.kind, match.is_rated, match.requested_by) == (MatchKind.PRACTICE, False, alice)
    assert len(cast.games_of(match)) == 4


@pytest.mark.parametrize("change", [{"allows_practice": False}, {"is_private": True}, {"is_retired": True}])
def test_a_bot_that_does_not_allow_it_is_refused(
    alice: User, versions: list[BotVersion], change: dict[str, bool]
) -> None:
    Bot.objects.filter(pk=versions[1].bot_id).update(**change)
    with pytest.raises(PracticeError, match="Bishop cannot be practised against"):
        request_practice(alice, versions, "diamoniak-2")
    assert not Match.objects.exists()


def test_the_own_private_bot_may_practise(alice: User, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[0].bot_id).update(is_private=True, allows_practice=False)
    assert request_practice(alice, versions, "diamoniak-2").pk


def test_a_bot_that_does_not_play_the_game_is_refused(alice: User, versions: list[BotVersion]) -> None:
    Bot.objects.filter(pk=versions[1].bot_id).update(games=["karma"])
    versions[1].bot.refresh_from_db()
    with pytest.raises(PracticeError, match="Bishop does not play Diamoniak"):
        request_practice(alice, versions, "diamoniak-2")


@pytest.mark.parametrize(
    ("slug", "blocks", "sentence"),
    [
        ("chess", 1, "There is no"),
        ("diamoniak-3", 1, "is played by 3 bots; you chose 2"),
        ("diamoniak-2", 0, "Choose 1 to 25 blocks"),
        ("diamoniak-2", 26, "Choose 1 to 25 blocks"),
    ],
)
def test_bad_wishes_get_a_sentence(
    alice: User, versions: list[BotVersion], slug: str, blocks: int, sentence: str
) -> None:
    with pytest.raises(PracticeError, match=sentence):
        request_practice(alice, versions, slug, blocks)


def test_the_hourly_quota_is_kept(alice: User, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "PRACTICE_GAMES_PER_HOUR", 4)
    request_practice(alice, versions, "diamoniak-2", 2)
    with pytest.raises(quotas.QuotaError, match="You asked for 4 practice games"):
        request_practice(alice, versions, "diamoniak-2", 1)


def test_a_single_game_is_possible_and_ends_its_match(alice: User, versions: list[BotVersion]) -> None:
    match = request_practice(alice, versions, "diamoniak-2", 5, one_game=True)
    (game,) = cast.games_of(match)
    assert [seat.version_id for seat in game.seats.order_by("seat")] == [version.pk for version in versions]
    cast.finish(cast.take())
    settle(match.pk)
    match.refresh_from_db()
    assert (match.blocks_planned, match.state) == (1, MatchState.DONE)
