"""What rulings do to ratings: games that were played stay rated, games that became void are taken out again."""

import pytest

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import Match
from arena.ratings.actions.close_period import close_period
from arena.ratings.actions.recompute import recompute
from arena.ratings.models import EventKind, Pool, RatingEvent, Snapshot
from arena.tournaments.actions import rulings
from arena.tournaments.models import Play, PlayState, Round, RoundState, Tournament
from arena.tournaments.running.advance import advance
from arena.tournaments.running.revealing import periods_of
from tests.ladders.logged import effective
from tests.tournament_engine import cast


def close_complete_rounds() -> None:
    """As the task does after each round."""
    for found in Round.objects.filter(state=RoundState.COMPLETE).order_by("number"):
        for period in periods_of(found):
            close_period(period)


def play_rounds(cup: Tournament, rounds: int) -> None:
    while Round.objects.filter(state=RoundState.COMPLETE).count() < rounds:
        assert cast.play_one()
        advance(cup.pk)
    close_complete_rounds()


def rated_matches() -> set[str]:
    """Keys of the matches whose games count, in the log as it is now."""
    pool = Pool.objects.get()
    games = [each.game for each in effective(pool, pool.last_seq)]
    return set(Match.objects.filter(blocks__games__in=games).values_list("key", flat=True))


@pytest.fixture
def cup(olga: User, four: list[BotVersion]) -> Tournament:
    made = cast.started(olga, four, "single_elimination")
    play_rounds(made, 1)
    assert rated_matches() == {"tournament/cup/1.1.1", "tournament/cup/1.1.2"}
    return made


def test_an_override_leaves_the_games_rated(cup: Tournament, olga: User) -> None:
    before = list(RatingEvent.objects.values_list("pk", "kind"))
    rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "The winner used a copied program.")
    assert list(RatingEvent.objects.values_list("pk", "kind")) == before, "the ruling is on the match, not on the games"


def test_a_replayed_match_is_taken_out_by_corrections_and_its_second_take_is_rated(cup: Tournament, olga: User) -> None:
    logged = list(RatingEvent.objects.order_by("seq").values_list("seq", "kind", "payload"))
    rulings.replay(cup.pk, cast.node(cup, "1.1.1"), olga, "Power cut.")
    assert rated_matches() == {"tournament/cup/1.1.2"}
    events = list(RatingEvent.objects.order_by("seq").values_list("seq", "kind", "payload"))
    assert events[: len(logged)] == logged, "nothing that was written is changed"
    assert [kind for _, kind, _ in events[len(logged) :]] == [EventKind.REVISE] * 2
    gone = Play.objects.get(node=cast.node(cup, "1.1.1"), state=PlayState.VOID)
    touched = set(gone.match.entrants.values_list("version", flat=True))
    assert not Snapshot.objects.filter(version__in=touched).exists(), "they have played nothing that counts"
    play_rounds(cup, 2)
    expected = {"tournament/cup/1.1.2", "tournament/cup/1.1.1/x2", "tournament/cup/1.2.1/x2"}
    assert rated_matches() == expected
    assert recompute(Pool.objects.get().pk).changed == 0


def test_a_match_that_a_cascade_voids_is_taken_out_even_if_its_round_was_closed(olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss", settings={"rounds": 3})
    play_rounds(cup, 2)
    assert len(rated_matches()) == 4
    winner = cast.node(cup, "1.1.1").entrants
    rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], f"{winner[0]} was a copy.", cascade=True)
    void = set(Play.objects.filter(state=PlayState.VOID).values_list("match__key", flat=True))
    assert void
    assert not void & rated_matches()
    cast.play_all(cup)
    close_complete_rounds()
    decided = set(Play.objects.filter(state=PlayState.DECIDED).values_list("match__key", flat=True))
    assert rated_matches() == decided


def test_a_void_match_whose_round_is_not_closed_yet_is_never_rated(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    for _ in range(2):
        cast.play_one()
    advance(cup.pk)
    first = Play.objects.get(state=PlayState.DECIDED)
    rulings.replay(cup.pk, first.node, olga, "Power cut.")
    play_rounds(cup, 1)
    assert first.match.key not in rated_matches()
    assert not RatingEvent.objects.filter(kind=EventKind.REVISE).exists()
