"""Staged reveal: played at once, shown round by round."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.matches.models import Match
from arena.matches.reading import visible_games, visible_matches
from arena.ratings.models import DuePeriod
from arena.tournaments.actions import departures, lifecycle, reveal, rulings
from arena.tournaments.actions.audit import ActionError, NotAllowedError
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.reading import entrants_by_seed, match_lines
from arena.tournaments.running.advance import advance
from arena.tournaments.staging import staging_of
from tests.tournament_engine import cast

FORMATS = ("single_elimination", "double_elimination", "swiss", "round_robin", "groups_knockout")


def staged(olga: User, format_name: str = "single_elimination", entrants: int = 8, **choices: object) -> Tournament:
    cup = cast.started(olga, cast.field(entrants), format_name, is_staged=True, **choices)
    return cast.play_all(cup)


def shown(cup: Tournament, user: User | None = None) -> dict[str, tuple[str, list[str], list[int], int]]:
    """State, names, ranks and number of takes of each match that somebody sees."""
    lines = match_lines(cup, entrants_by_seed(cup), user)
    return {
        line.key: (
            line.node.state,
            [slot.entrant.bot.name for slot in line.slots if slot.entrant],
            line.node.ranks,
            len(line.takes),
        )
        for line in lines
    }


def reveal_all(cup: Tournament, olga: User) -> None:
    for _ in range(50):
        reveal.reveal(cup.pk, olga)
        cup.refresh_from_db()
        if cup.is_over:
            return
    raise AssertionError("it never ended")


def test_everything_is_played_and_nothing_is_shown_but_the_first_pairings(olga: User) -> None:
    cup = staged(olga)
    assert cup.state == TournamentState.RUNNING
    assert Match.objects.filter(is_sealed=True).count() == 7
    assert len([key for key, (_, names, ranks, _n) in shown(cup, olga).items() if names and ranks]) == 7
    for key, (state, names, ranks, takes) in shown(cup).items():
        assert not ranks
        assert not takes
        assert (state, len(names)) == (("ready", 2) if key.startswith("1.1.") else ("waiting", 0))


@pytest.mark.parametrize("format_name", FORMATS)
def test_rounds_are_revealed_in_order_until_it_is_over(olga: User, format_name: str) -> None:
    cup = staged(olga, format_name)
    assert cup.state == TournamentState.RUNNING
    real = shown(cup, olga)
    seen = 0
    while not cup.is_over:
        front = staging_of(cup).front
        now_shown = shown(cup)
        known = {key for key, (_, _names, ranks, _n) in now_shown.items() if ranks}
        assert all(now_shown[key] == real[key] for key in known), "what is shown is what was played"
        assert len(known) >= seen
        assert front is not None
        assert not any(tuple(map(int, key.split(".")[:2])) > front for key in known if now_shown[key][3])
        seen = len(known)
        reveal.reveal(cup.pk, olga)
        cup.refresh_from_db()
    assert cup.state == TournamentState.FINISHED
    assert cup.places
    assert shown(cup) == shown(cup, olga)
    assert not Match.objects.filter(is_sealed=True).exists()


def test_one_match_at_a_time_and_only_of_the_next_round(olga: User) -> None:
    cup = staged(olga)
    with pytest.raises(ActionError, match=r"next are 1\.1\.1"):
        reveal.reveal(cup.pk, olga, "1.2.1")
    reveal.reveal(cup.pk, olga, "1.1.2")
    assert [key for key, (_, _names, ranks, _n) in shown(cup).items() if ranks] == ["1.1.2"]
    assert staging_of(cup).front == (1, 1)
    reveal.reveal(cup.pk, olga)
    assert staging_of(cup).front == (1, 2)


def test_a_second_click_and_a_countdown_that_ends_show_no_round_more(olga: User) -> None:
    cup = staged(olga)
    assert len(reveal.reveal(cup.pk, olga, next_round="1.1")) == 4
    assert reveal.reveal(cup.pk, olga, next_round="1.1") == [], "another screen was quicker"
    assert staging_of(cup).front == (1, 2)
    reveal.reveal(cup.pk, olga, next_round="1.2")
    reveal.reveal(cup.pk, olga, next_round="1.3")
    cup.refresh_from_db()
    assert cup.state == TournamentState.FINISHED
    assert reveal.reveal(cup.pk, olga, next_round="1.3") == [], "also when that ended it"
    for nonsense in ("1", "1.x", "one.two", "1.2.3"):
        with pytest.raises(ActionError, match="stage and number"):
            reveal.reveal(cup.pk, olga, next_round=nonsense)


def test_what_is_being_played_cannot_be_revealed(olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "single_elimination", is_staged=True)
    with pytest.raises(ActionError, match=r"Not played to the end yet: 1\.1\.1, 1\.1\.2"):
        reveal.reveal(cup.pk, olga)


def test_only_who_manages_it_reveals(olga: User, alice: User) -> None:
    cup = staged(olga, entrants=4)
    with pytest.raises(NotAllowedError):
        reveal.reveal(cup.pk, alice)
    open_cup = cast.started(olga, [each.version for each in cup.entrants.all() if each.version], "swiss", name="Open")
    with pytest.raises(ActionError, match="as they come"):
        reveal.reveal(open_cup.pk, olga)


def test_games_under_seal_are_for_the_organiser_and_staff(olga: User, stella: User) -> None:
    cup = staged(olga, entrants=4)
    author = cup.entrants.get(seed=1).owner
    for stranger in (None, author):
        assert not visible_matches(stranger).exists()
        assert not visible_games(stranger).exists()
    assert visible_matches(olga).count() == visible_matches(stella).count() == 3
    reveal.reveal(cup.pk, olga)
    assert visible_matches(None).count() == visible_matches(author).count() == 2


def test_ratings_wait_for_the_reveal(olga: User) -> None:
    cup = staged(olga, entrants=4)
    assert not DuePeriod.objects.exists()
    reveal.reveal(cup.pk, olga, "1.1.1")
    assert not DuePeriod.objects.exists()
    reveal.reveal(cup.pk, olga)
    assert [key.split("/")[2] for key in DuePeriod.objects.values_list("key", flat=True)] == ["1.1"]


def test_a_countdown_reveals_the_round_by_itself(olga: User) -> None:
    cup = staged(olga, entrants=4)
    now = timezone.now()
    with pytest.raises(ActionError, match="yet to come"):
        reveal.reveal_at(cup.pk, olga, now)
    reveal.reveal_at(cup.pk, olga, now + timedelta(minutes=1))
    advance(cup.pk, now)
    assert staging_of(cup).front == (1, 1)
    advance(cup.pk, now + timedelta(minutes=2))
    cup.refresh_from_db()
    assert staging_of(cup).front == (1, 2)
    assert cup.next_reveal_at is None


def test_a_ruling_under_seal_stays_there(olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "single_elimination", is_staged=True)
    rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A forbidden library.")
    assert shown(cup)["1.1.1"][2] == []
    assert not any(line.ruling for line in match_lines(cup, entrants_by_seed(cup), None))
    cast.play_all(cup)
    reveal.reveal(cup.pk, olga)
    assert shown(cup)["1.1.1"][2] == [2, 1]


def test_a_cancelled_one_keeps_nothing_back(olga: User) -> None:
    cup = staged(olga, entrants=4)
    lifecycle.cancel(cup.pk, olga, "The hall burnt down.")
    assert not Match.objects.filter(is_sealed=True).exists()
    assert visible_matches(None).count() == 3


def test_it_ends_when_somebody_leaves_under_seal(olga: User) -> None:
    cup = cast.started(olga, cast.field(8), "swiss", is_staged=True)
    for _ in range(3):
        cast.play_one()
    departures.disqualify(cup.pk, cast.entrant(cup, 2), olga, "Cheating.")
    cast.play_all(cup)
    shown(cup)
    reveal_all(cup, olga)
    assert shown(cup) == shown(cup, olga)
