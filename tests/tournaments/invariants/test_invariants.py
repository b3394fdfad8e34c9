"""The pure parts of the invariants every tournament keeps, numbered as in the developers' page.

Growing plans and repeatability (the pure part of 6 and 7) are checked at every step inside `play`.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournaments.planning.plans import NodeStatus, RoundPlan
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.rounds import available
from arena.tournaments.planning.values import Departure, EntrantId, Pairing, PairingKind, StageFacts
from referee.points import points
from referee.ranking import final_ranks
from tests.tournaments.invariants.strategies import SETTINGS, Played, played
from tests.tournaments.simulate import field, play

quick = settings(max_examples=30, deadline=None)


@quick
@given(played())
def test_invariant_1_entrants_are_distinct_and_nobody_plays_twice_a_round(game: Played) -> None:
    for planned in game.plan.rounds:
        here = [e for match in planned.nodes if match.is_match for e in match.entrants]
        if game.name in ("single_elimination", "double_elimination"):
            assert all(len(set(match.entrants)) == len(match.entrants) for match in planned.nodes)
        assert len(here) == len(set(here))


@quick
@given(played(("single_elimination", "double_elimination")))
def test_invariant_2_losses_and_counts_walkovers_included(game: Played) -> None:
    size = len(game.state.entrants)
    real = [match for match in game.plan.nodes() if match.is_match and match.bracket != "third"]
    losses = Counter(match.result.in_order()[1] for match in real if match.result is not None)
    champion = game.plan.places[0].entrant
    double = game.name == "double_elimination"
    reset = any(match.bracket == "reset" for match in real)
    assert len(real) == (2 * size - 2 + reset if double else size - 1)
    assert all(losses[entrant.id] == 1 + double for entrant in game.state.entrants if entrant.id != champion)
    assert losses[champion] == int(reset)


@quick
@given(st.integers(4, 40), st.sampled_from(["single_elimination", "double_elimination"]))
def test_invariant_2_seeds_1_and_2_can_meet_only_in_the_winners_final(size: int, name: str) -> None:
    plan = plan_stage(name, {}, StageFacts(field(size)))
    lines = [slot.entrant for match in plan.rounds[0].nodes for slot in match.slots]
    half = len(lines) // 2
    assert (lines.index(1) < half) != (lines.index(2) < half)


def has_pairing_without_rematch(active: tuple[EntrantId, ...], met: set[frozenset[EntrantId]]) -> bool:
    """Brute force: pair the first with each other one in turn; with an odd field anybody may rest."""
    if len(active) < 2:
        return True
    if len(active) % 2:
        return any(has_pairing_without_rematch(active[:i] + active[i + 1 :], met) for i in range(len(active)))
    first, rest = active[0], active[1:]
    return any(
        frozenset((first, other)) not in met and has_pairing_without_rematch(rest[:i] + rest[i + 1 :], met)
        for i, other in enumerate(rest)
    )


def pairs_of(rounds: tuple[RoundPlan, ...]) -> list[frozenset[EntrantId]]:
    return [frozenset(m.entrants) for r in rounds for m in r.nodes if m.is_match]


@quick
@given(played(("swiss",)))
def test_invariant_3_a_rematch_happens_only_when_brute_force_finds_no_way_around(game: Played) -> None:
    for i, planned in enumerate(game.plan.rounds):
        before = set(pairs_of(game.plan.rounds[:i]))
        if any(pair in before for pair in pairs_of((planned,))):
            assert not has_pairing_without_rematch(available(game.state, planned.number), before)


def has_pairing_without_second_bye(
    active: tuple[EntrantId, ...], met: set[frozenset[EntrantId]], rested: set[EntrantId]
) -> bool:
    return any(
        active[i] not in rested and has_pairing_without_rematch(active[:i] + active[i + 1 :], met)
        for i in range(len(active))
    )


@quick
@given(played(("swiss",)))
def test_invariant_3_a_second_bye_happens_only_to_avoid_a_rematch(game: Played) -> None:
    rested: set[EntrantId] = set()
    for i, planned in enumerate(game.plan.rounds):
        for match in planned.nodes:
            if match.status is NodeStatus.BYE:
                active = available(game.state, planned.number)
                met = set(pairs_of(game.plan.rounds[:i]))
                if match.entrants[0] in rested and has_pairing_without_rematch(active, met):
                    assert not has_pairing_without_second_bye(active, met, rested)
                rested.add(match.entrants[0])


@quick
@given(played(("round_robin", "groups"), leaving=False))
def test_invariant_3_each_pair_of_a_group_meets_equally_often(game: Played) -> None:
    met = Counter(pairs_of(game.plan.rounds))
    legs = game.settings.get("legs", 1)
    for table in game.plan.tables:
        assert all(met[frozenset(pair)] == legs for pair in combinations(table.entrants, 2))


@quick
@given(played(("swiss", "pod_swiss", "round_robin")))
def test_invariant_5_match_points_of_a_round(game: Played) -> None:
    for planned in game.plan.rounds:
        total, there, byes = Fraction(0), 0, 0
        for match in planned.nodes:
            if match.status is NodeStatus.ANNULLED:
                continue
            there += len(match.entrants)
            byes += match.status is NodeStatus.BYE
            total += sum(points(match.result.ranks)) if match.result else Fraction(1, 2)
            total += Fraction(1, 2) * (match.status is NodeStatus.BYE)
        assert total == Fraction(there, 2) + Fraction(byes, 2)
    if not any(match.status is NodeStatus.ANNULLED for match in game.plan.nodes()):
        gained = sum(row.points for row in game.plan.tables[0].rows)
        lines = list(game.plan.nodes())
        byes = sum(match.status is NodeStatus.BYE for match in lines)
        assert gained == Fraction(sum(len(match.entrants) for match in lines) + byes, 2)


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.data())
def test_invariant_8_who_faults_is_strictly_behind_everybody_who_did_not(raw: list[int], data: st.DataObject) -> None:
    ranks = [1 + sum(other < rank for other in raw) for rank in raw]
    faulted = data.draw(st.sets(st.integers(0, len(raw) - 1)))
    final = final_ranks(ranks, len(raw), faulted)
    gained = points(final)
    for side in faulted:
        assert all(gained[side] < gained[other] for other in range(len(raw)) if other not in faulted)


@quick
@given(st.sampled_from(sorted(SETTINGS)), st.integers(4, 6), st.randoms(use_true_random=False))
def test_invariant_11_everybody_leaving_ends_a_stage_at_once(name: str, size: int, rng: random.Random) -> None:
    """After some results, everybody leaves: nothing is left to play."""
    values = SETTINGS[name][0]
    state = StageFacts(field(size))
    _, done = play(name, values, state, rng)
    some = replace(state, results=done.results[: rng.randrange(len(done.results) + 1)])
    rounds = len(plan_stage(name, values, some).rounds)
    leaving = rng.sample(range(1, size + 1), size)
    plan = plan_stage(name, values, replace(some, departures=tuple(Departure(n, round=rounds + 1) for n in leaving)))
    assert plan.is_complete
    assert not plan.ready()
    assert sorted(int(place.entrant) for place in plan.places) == list(range(1, size + 1))


@quick
@given(played())
def test_invariant_11_a_finished_stage_has_nothing_ready_and_places_everybody(game: Played) -> None:
    assert game.plan.is_complete
    assert not game.plan.ready()
    assert Counter(place.entrant for place in game.plan.places) == Counter(e.id for e in game.state.entrants)
    numbers = [place.place for place in game.plan.places]
    assert numbers == [1 + sum(other < number for other in numbers) for number in numbers]


@quick
@given(played(), st.randoms(use_true_random=False))
def test_invariant_6_the_plan_does_not_depend_on_the_order_in_which_results_arrived(
    game: Played, rng: random.Random
) -> None:
    results = [*game.state.results, *rng.sample(game.state.results, len(game.state.results) // 2)]
    rng.shuffle(results)
    assert plan_stage(game.name, game.settings, replace(game.state, results=tuple(results))) == game.plan


@quick
@given(played(("swiss", "pod_swiss", "strikes", "pod_elimination")))
def test_invariant_7_publishing_what_was_computed_changes_nothing(game: Played) -> None:
    kinds = {NodeStatus.BYE: PairingKind.BYE, NodeStatus.SIT_OUT: PairingKind.SIT_OUT}
    published = tuple(Pairing(m.key, m.entrants, kinds.get(m.status, PairingKind.MATCH)) for m in game.plan.nodes())
    assert plan_stage(game.name, game.settings, replace(game.state, published=published)) == game.plan


@quick
@given(played())
def test_invariant_12_a_closed_stage_ignores_who_leaves_later(game: Played) -> None:
    later = tuple(Departure(entrant.id, stage=2) for entrant in game.state.entrants[:2])
    after = replace(game.state, departures=(*game.state.departures, *later))
    assert plan_stage(game.name, game.settings, after) == game.plan
