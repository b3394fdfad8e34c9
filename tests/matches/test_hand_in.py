import pytest

from arena.bots.models import BotVersion
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Seat
from arena.matches.results import Verdict
from tests.matches import cast

pytestmark = pytest.mark.django_db


def test_a_result_finishes_the_game_and_its_seats(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    assert cast.finish(lease, (2, 1)) is Verdict.ACCEPTED
    game = Game.objects.get(pk=lease.game_id)
    assert (game.state, game.ranks, game.deadline, game.lease_token) == (GameState.DONE, [2, 1], None, None)
    assert list(game.seats.values_list("rank", "points")) == [(2, 0), (1, 2)]
    assert Attempt.objects.get().outcome == AttemptOutcome.RESULT


def test_the_same_result_again_gets_the_same_answer_and_changes_nothing(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    cast.finish(lease)
    before = Game.objects.values().get(pk=lease.game_id)
    assert [cast.finish(lease) for _ in range(3)] == [Verdict.REPEATED] * 3
    assert Game.objects.values().get(pk=lease.game_id) == before


def test_another_result_for_a_finished_game_is_refused(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    cast.finish(lease, (1, 2))
    assert cast.finish(lease, (2, 1)) is Verdict.CONTRADICTION
    assert Game.objects.get(pk=lease.game_id).ranks == [1, 2]


def test_a_result_under_a_lost_lease_is_refused(versions: list[BotVersion]) -> None:
    cast.match(versions)
    old = cast.take("slow")
    cast.void(old, "taken away")
    cast.end_pauses()
    new = cast.take("quick")
    assert new.game_id == old.game_id
    assert cast.finish(old, (2, 1)) is Verdict.STALE
    assert cast.finish(new, (1, 2)) is Verdict.ACCEPTED
    assert Game.objects.get(pk=new.game_id).ranks == [1, 2]


def test_a_bots_fault_is_kept_with_its_sentence(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    cast.accept(lease, cast.result((2, 1), ["crash"]))
    seat = Seat.objects.get(game=lease.game_id, seat=0)
    assert (seat.fault, seat.fault_sentence) == ("crash", "It was crash.")
    attempt = Attempt.objects.get()
    assert (attempt.outcome, attempt.cause) == (AttemptOutcome.BOT_FAULT, "It was crash.")


def test_a_block_is_finished_with_its_last_game(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    cast.finish(cast.take())
    assert not match.blocks.get().is_finished
    cast.finish(cast.take())
    assert match.blocks.get().is_finished
