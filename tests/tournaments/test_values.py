from fractions import Fraction

import pytest

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.values import (
    Departure,
    Entrant,
    NodeKey,
    Override,
    Pairing,
    PairingKind,
    Result,
    StageFacts,
)
from tests.tournaments.simulate import field, key


def test_keys_sort_in_order_of_play_and_print_shortly() -> None:
    assert sorted([NodeKey(1, 10, 1), NodeKey(1, 2, 3), NodeKey(2, 1, 1)])[0] == NodeKey(1, 2, 3)
    assert str(NodeKey(1, 2, 3)) == "1.2.3"


@pytest.mark.parametrize(
    ("entrants", "ranks", "message"),
    [((1, 1), (1, 2), "names an entrant twice"), ((1, 2), (1,), "one rank"), ((1, 2), (1, 3), "did you mean")],
)
def test_impossible_results_are_refused(entrants: tuple[int, ...], ranks: tuple[int, ...], message: str) -> None:
    with pytest.raises(StateError, match=message):
        Result(key(1, 1), entrants, ranks)


def test_impossible_pairings_are_refused() -> None:
    with pytest.raises(StateError, match="twice"):
        Pairing(key(1, 1), (1, 1))
    with pytest.raises(StateError, match="exactly one"):
        Pairing(key(1, 1), (1,))
    with pytest.raises(StateError, match="exactly one"):
        Pairing(key(1, 1), (1, 2), PairingKind.BYE)


def test_entrants_and_seeds_are_unique() -> None:
    with pytest.raises(StateError, match="listed twice"):
        StageFacts((Entrant(1, 1), Entrant(1, 2)))
    with pytest.raises(StateError, match="share a seed"):
        StageFacts((Entrant(1, 1), Entrant(2, 1)))


def test_the_same_result_twice_is_fine_and_another_one_is_not() -> None:
    first = Result(key(1, 1), (1, 2), (1, 2))
    assert StageFacts(field(2), (first, first)).decided() == {key(1, 1): first}
    with pytest.raises(StateError, match="record an override"):
        StageFacts(field(2), (first, Result(key(1, 1), (1, 2), (2, 1)))).decided()


def test_the_last_override_holds_and_keeps_the_scores() -> None:
    played = Result(key(1, 1), (1, 2), (1, 2), (Fraction(3), Fraction(1)), games=4)
    rulings = (Override(key(1, 1), (1, 2), (1, 1)), Override(key(1, 1), (2, 1), (1, 2), "wrong binary"))
    ruled = StageFacts(field(2), (played,), overrides=rulings).decided()[key(1, 1)]
    assert ruled.in_order() == (2, 1)
    assert list(ruled.scores) == [1, 3]
    alone = StageFacts(field(2), overrides=rulings[:1]).decided()[key(1, 1)]
    assert alone.ranks == (1, 1)


def test_departures_of_other_stages_are_read_rightly() -> None:
    later = StageFacts(field(2), departures=(Departure(1, stage=2, round=1),))
    assert later.departed == ()
    earlier = StageFacts(field(2), stage=3, departures=(Departure(1, stage=2, round=9),))
    assert not earlier.is_paired(1, 1)
    stranger = StageFacts(field(2), departures=(Departure(7),))
    assert stranger.departed == ()


def test_a_ruling_on_other_entrants_does_not_stand_in_front_of_a_result() -> None:
    """A late entry re-paired a round that was not published: the match was played and never counted."""
    first = NodeKey(1, 1, 1)
    ruling = Override(first, (1, 4), (1, 2), "I saw it.")
    played = Result(first, (1, 3), (2, 1))
    plan = plan_stage("swiss", {"rounds": 1}, StageFacts(field(4), results=(played,), overrides=(ruling,)))
    assert plan.by_key[first].result == played
    assert plan.conflicts == (first,)
