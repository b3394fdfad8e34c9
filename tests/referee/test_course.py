"""A game that is put aside and taken up again is the same game."""

import pytest

from bots.house.registry import create
from engines import variants
from engines.errors import EngineError
from referee.channels.inprocess import InProcessChannel
from referee.clock import TimeControl
from referee.course import Course
from referee.deal import SealedDeal
from referee.faults import FaultKind
from referee.game import play_game
from referee.replay import ReplayAction, ReplaySeat
from referee.sitting import ChoiceError, SatGame
from referee.verify import verify
from tests.slugs import SHAPES

DEAL = SealedDeal.from_text("a table")


def resumed(game: SatGame) -> SatGame:
    """As after a request: everything but the deal and what was decided is forgotten."""
    course = game.course
    again = Course.resumed(course.variant.slug, course.deal, course.first_seat, course.actions, faults=course.faults)
    return SatGame(again, game.chosen)


def decide(game: SatGame) -> None:
    seat = game.waits_for()[0]
    bot = create("greedy", game.course.variant.slug, bytes.fromhex(DEAL.bot_random(seat)))
    game.choose(seat, game.ask(bot, seat, TimeControl()), 0.0, 0.0)


@pytest.mark.parametrize("slug", SHAPES)
def test_a_game_put_aside_again_and_again_is_the_game_that_the_referee_plays(slug: str) -> None:
    game = SatGame(Course(slug, DEAL, 0))
    while not game.course.state.is_over():
        decide(game)
        if len(game.course.actions) < 40 or len(game.course.actions) % 50 == 0:
            game = resumed(game)
    labels = [ReplaySeat(f"bot {seat}", "") for seat in range(game.course.variant.seats)]
    bots = [create("greedy", slug, bytes.fromhex(DEAL.bot_random(seat))) for seat in range(len(labels))]
    channels = [InProcessChannel(bot, label.name) for bot, label in zip(bots, labels, strict=True)]
    record = play_game(slug, channels, DEAL)
    replay = game.course.replay("table", labels)
    assert replay.transcript_hash == record.transcript_hash
    assert verify(replay).is_true


def together() -> str:
    """A variant whose first decision is everybody's at once."""
    return next(v.slug for v in variants() if len(Course(v.slug, DEAL, 0).state.deciders()) > 1)


def test_choices_made_at_the_same_time_wait_for_each_other() -> None:
    game = SatGame(Course(together(), DEAL, 0))
    first, *others = game.waits_for()
    assert not game.choose(first, game.legal(first)[0]["id"], 0.0, 5.0)
    assert game.course.actions == []
    assert game.waits_for() == tuple(others)
    assert game.legal(first) == []
    for seat in others:
        game.choose(seat, game.legal(seat)[0]["id"], 0.0, 5.0)
    assert [action.seat for action in game.course.actions] == [first, *others]
    assert game.chosen == {}


def test_a_choice_is_made_once_while_others_still_choose() -> None:
    game = SatGame(Course(together(), DEAL, 0))
    seat = game.waits_for()[0]
    action = game.legal(seat)[0]["id"]
    game.choose(seat, action, 0.0, 0.0)
    with pytest.raises(ChoiceError, match="already"):
        game.choose(seat, action, 0.0, 0.0)


def test_illegal_choices_and_other_seats_choices_change_nothing() -> None:
    slug = next(slug for slug in SHAPES if len(Course(slug, DEAL, 0).state.deciders()) == 1)
    game = SatGame(Course(slug, DEAL, 0))
    seat = game.waits_for()[0]
    with pytest.raises(ChoiceError, match="rules do not allow"):
        game.choose(seat, 10**9, 0.0, 0.0)
    with pytest.raises(ChoiceError, match="not your turn"):
        game.choose(seat + 1, game.legal(seat)[0]["id"], 0.0, 0.0)
    assert game.course.actions == []


def test_what_is_stored_wrongly_is_not_played() -> None:
    with pytest.raises(EngineError):
        Course.resumed(SHAPES[0], DEAL, 0, [ReplayAction(0, 10**9, 0.0, 0.0)])


@pytest.mark.parametrize("plays_on", [True, False])
def test_a_person_may_leave_at_any_time_and_the_record_is_true(plays_on: bool) -> None:
    slug = SHAPES[-1]
    game = SatGame(Course(slug, DEAL, 0))
    decide(game)
    left = next(seat for seat in range(game.course.variant.seats) if seat not in game.waits_for())
    game.course.fail(left, FaultKind.GAVE_UP)
    while plays_on and not game.course.state.is_over():
        decide(game)
    replay = game.course.replay("table", [ReplaySeat("somebody", "")] * game.course.variant.seats)
    assert verify(replay).differences == ()
    assert replay.ranks[game.course.variant.side_of(left)] == max(replay.ranks)
