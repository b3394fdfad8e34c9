import pytest

from arena.bots.models import BotVersion
from arena.matches.models import Game, GameState, Match, Seat
from referee.deal import commitment
from referee.series import SeriesError
from tests.matches import cast

pytestmark = pytest.mark.django_db


def test_a_block_seats_every_entrant_in_every_seat(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=3)
    assert [game.state for game in cast.games_of(match)] == [GameState.QUEUED] * 6
    for block in match.blocks.all():
        seats = Seat.objects.filter(game__block=block).values_list("seat", "version")
        assert sorted(seats) == sorted((seat, version.pk) for seat in (0, 1) for version in versions)


def test_games_of_a_block_share_the_deal_but_not_the_commitment(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=2)
    games = cast.games_of(match)
    assert len({game.commitment for game in games}) == len(games)
    assert len({bytes(game.block.seed) for game in games}) == 2
    assert all(game.commitment == commitment(bytes(game.block.seed), bytes(game.salt)) for game in games)


def test_scheduling_the_same_key_again_changes_nothing(versions: list[BotVersion]) -> None:
    first = cast.match(versions, blocks=2)
    before = list(Game.objects.order_by("pk").values())
    second = cast.match(versions, blocks=2)
    assert first.pk == second.pk
    assert Match.objects.count() == 1
    assert list(Game.objects.order_by("pk").values()) == before


def test_matches_of_one_scope_play_the_same_deals_and_others_do_not(versions: list[BotVersion]) -> None:
    matches = [cast.match(versions, f"m/{n}", scope=scope) for n, scope in enumerate(["round-1", "round-1", "round-2"])]
    first, second, third = [bytes(match.blocks.get().seed) for match in matches]
    assert first == second
    assert first != third


def test_two_bots_can_meet_in_teams_and_in_bad_wolf(versions: list[BotVersion]) -> None:
    pairs = cast.match(versions, "a", variant="karmaka-2v2")
    wolf = cast.match(versions, "b", variant="karmaka-wolf")
    assert [game.seats.count() for game in cast.games_of(pairs)] == [4] * 4
    seats = ["karmaka-wolf", "karmaka-wolf+wolfSeat=1", "karmaka-wolf+wolfSeat=2"]
    assert [game.variant for game in cast.games_of(wolf)] == seats * 2


def test_the_wrong_number_of_entrants_is_refused_and_leaves_nothing(versions: list[BotVersion]) -> None:
    with pytest.raises(SeriesError, match="is played by 3 bots, not 2"):
        cast.match(versions, variant="diamoniak-3")
    assert not Match.objects.exists()
