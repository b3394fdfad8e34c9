from dataclasses import replace

import pytest

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.groups.ranking import GroupEntry
from arena.tournaments.planning.formats.groups_knockout.crossing import bracket_lineup
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import plan_stage, stages_of
from arena.tournaments.planning.stages import TournamentFacts, TournamentPlan, plan_tournament
from arena.tournaments.planning.values import Departure, Entrant, EntrantId, Override, StageFacts
from tests.tournaments.simulate import by_seed, field


def entries(groups: int, advance: int) -> list[GroupEntry]:
    """Qualifiers named like A1, best first: all winners, then all seconds, ..."""
    return [
        GroupEntry(f"{chr(64 + group)}{place}", group, place)
        for place in range(1, advance + 1)
        for group in range(1, groups + 1)
    ]


@pytest.mark.parametrize(
    ("groups", "lines"),
    [
        (2, "A1 B2 B1 A2"),
        (4, "A1 B2 C1 D2 B1 A2 D1 C2"),
        (8, "A1 B2 C1 D2 E1 F2 G1 H2 B1 A2 D1 C2 F1 E2 H1 G2"),
    ],
)
def test_section_5_3_groups_are_crossed(groups: int, lines: str) -> None:
    assert bracket_lineup(entries(groups, 2)) == tuple(lines.split())


@pytest.mark.parametrize("groups", range(2, 13))
@pytest.mark.parametrize("advance", [1, 2, 3, 4])
def test_section_5_3_first_opponents_come_from_different_groups(groups: int, advance: int) -> None:
    lines = bracket_lineup(entries(groups, advance))
    assert sorted(line for line in lines if line is not None) == sorted(
        str(e.entrant) for e in entries(groups, advance)
    )
    for a, b in zip(lines[::2], lines[1::2], strict=True):
        assert a is None or b is None or str(a)[0] != str(b)[0]


def test_the_worse_of_two_from_one_group_changes_with_the_next_seed_of_its_place() -> None:
    # Three groups, two advance: seeds A1 B1 C1 A2 B2 C2; 3 meets 6, both from C; C2 is the last second, so the
    # nearest earlier second, B2, takes its line.
    assert bracket_lineup(entries(3, 2)) == ("A1", None, "A2", "C2", "B1", None, "C1", "B2")


def finish_stage(state: TournamentFacts, upto: int = 1) -> TournamentFacts:
    """Play with the favourites winning until stage `upto` is complete."""
    for _ in range(500):
        plan = plan_tournament(state)
        if plan.is_complete or len(plan.stages) > upto:
            return state
        facts = state.facts
        results = tuple(by_seed(match) for match in plan.stages[-1].ready())
        state = replace(state, facts=replace(facts, results=(*facts.results, *results)))
    raise AssertionError("the stage does not end")


def opened(size: int, settings: dict[str, object]) -> TournamentFacts:
    return TournamentFacts(stages_of("groups_knockout", settings), StageFacts(field(size)))


def seeds(plan: TournamentPlan, stage: int) -> list[EntrantId]:
    return [entrant.id for entrant in plan.openings[stage - 1].entrants]


def test_groups_and_knockout_run_to_the_end() -> None:
    state = finish_stage(opened(16, {"groups": 4}), upto=2)
    plan = plan_tournament(state)
    assert plan.is_complete
    assert seeds(plan, 2) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [place.place for place in plan.places] == [1, 2, 3, 3, 5, 5, 5, 5, 9, 10, 11, 12, 13, 14, 15, 16]
    assert [place.entrant for place in plan.places][:2] == [1, 2]


def test_two_of_a_group_meet_again_only_in_the_final() -> None:
    plan = plan_tournament(finish_stage(opened(16, {"groups": 4})))
    group_of = {e: i for i, table in enumerate(plan.stages[0].tables) for e in table.entrants}
    lines = plan.openings[1].lineup
    for half in (lines[:4], lines[4:]):
        assert len({group_of[line] for line in half if line is not None}) == 4


def test_the_preview_shows_who_would_go_on_and_changes_with_results() -> None:
    state = opened(8, {"groups": 2})
    assert plan_tournament(state).preview is not None
    done = finish_stage(state)
    assert plan_tournament(done).preview is None
    before = plan_tournament(state).preview
    assert before is not None
    assert [entrant.id for entrant in before.entrants] == [1, 2, 3, 4]
    assert [(source.group, source.place) for source in before.sources] == [(1, 1), (2, 1), (2, 2), (1, 2)]


def test_invariant_12_leaving_after_the_groups_closed_does_not_rewrite_them() -> None:
    state = finish_stage(opened(8, {"groups": 2}))
    before = plan_tournament(state)
    left = replace(state, facts=replace(state.facts, departures=(Departure(1, stage=2),)))
    after = plan_tournament(left)
    assert after.stages[0] == before.stages[0]
    assert after.openings == before.openings
    assert all(match.result.in_order()[0] != 1 for match in after.stages[1].nodes() if match.result)


def test_who_leaves_during_the_groups_does_not_go_on_and_the_next_one_does() -> None:
    state = opened(8, {"groups": 2})
    left = replace(state, facts=replace(state.facts, departures=(Departure(1, stage=1),)))
    plan = plan_tournament(finish_stage(left))
    assert sorted(map(str, seeds(plan, 2))) == ["2", "3", "4", "5"]


def test_invariant_12_an_override_in_closed_groups_reports_the_results_that_no_longer_fit() -> None:
    state = finish_stage(opened(8, {"groups": 2}))
    plan = plan_tournament(state)
    facts = replace(state.facts, results=(*state.facts.results, *(by_seed(m) for m in plan.stages[1].ready())))
    # Entrant 8 gets all its matches of group A: it wins the group instead of 1.
    own = [match for match in plan.stages[0].nodes() if 8 in match.entrants]
    rulings = tuple(Override(m.key, m.entrants, tuple(1 if e == 8 else 2 for e in m.entrants)) for m in own)
    ruled = plan_tournament(replace(state, facts=replace(facts, overrides=rulings)))
    assert ruled.conflicts
    assert 8 in seeds(ruled, 2)
    assert not any(match.result for match in ruled.stages[1].nodes() if match.key in ruled.conflicts)


def test_a_hand_made_lineup_replaces_the_computed_one() -> None:
    state = finish_stage(opened(8, {"groups": 2}))
    arranged = plan_tournament(replace(state, lineups={2: (1, 2, 3, 4)}))
    assert [match.entrants for match in arranged.stages[1].ready()] == [(1, 2), (3, 4)]


def test_swiss_then_knockout_seeds_by_the_table() -> None:
    setups = (StageSetup("swiss", {"rounds": 3}, advance=4), StageSetup("single_elimination", {"third_place": True}))
    state = finish_stage(TournamentFacts(setups, StageFacts(field(9))), upto=2)
    plan = plan_tournament(state)
    assert plan.is_complete
    assert seeds(plan, 2) == list(plan.stages[0].tables[0].entrants[:4])
    assert sorted(int(place.entrant) for place in plan.places) == list(range(1, 10))


def test_owners_are_kept_from_stage_to_stage() -> None:
    entrants = tuple(Entrant(n, n, owner=n % 3) for n in range(1, 9))
    plan = plan_tournament(
        finish_stage(TournamentFacts(stages_of("groups_knockout", {"groups": 2}), StageFacts(entrants)))
    )
    assert all(entrant.owner == int(entrant.id) % 3 for entrant in plan.openings[1].entrants)


def test_everybody_leaving_ends_the_tournament_at_once() -> None:
    gone = tuple(Departure(n) for n in range(1, 9))
    state = opened(8, {"groups": 2})
    plan = plan_tournament(replace(state, facts=replace(state.facts, departures=gone)))
    assert plan.is_complete
    assert len(plan.places) == 8


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"groups": 1}, "groups must be at least 2"),
        ({"advance": 0}, "advance must be at least 1"),
        ({"knockout": "swiss"}, "single_elimination, double_elimination"),
        ({"knockout": "double_elimination", "third_place": True}, "third_place off"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        stages_of("groups_knockout", settings)


def test_too_many_groups_are_refused() -> None:
    with pytest.raises(SettingsError, match="fewer groups"):
        plan_stage("groups", {"groups": 4}, StageFacts(field(7)))


def test_a_stage_that_lets_nobody_advance_is_refused() -> None:
    setups = (StageSetup("groups", {"groups": 2}), StageSetup("single_elimination"))
    with pytest.raises(SettingsError, match="how many advance"):
        plan_tournament(TournamentFacts(setups, StageFacts(field(8))))
    with pytest.raises(SettingsError, match="at least one stage"):
        plan_tournament(TournamentFacts((), StageFacts(field(8))))


def test_who_leaves_at_the_top_of_its_group_does_not_go_on_either() -> None:
    """Entrant 1 has won all its matches, so its results stand; still its place in the knockout goes to the next."""
    state = opened(8, {"groups": 2})
    own = [match for match in plan_tournament(state).stages[0].ready() if 1 in match.entrants]
    facts = replace(state.facts, results=tuple(map(by_seed, own)), departures=(Departure(1, stage=1, round=4),))
    plan = plan_tournament(finish_stage(replace(state, facts=facts)))
    assert plan.stages[0].tables[0].entrants[0] == 1
    assert seeds(plan, 2) == [2, 4, 3, 5]
