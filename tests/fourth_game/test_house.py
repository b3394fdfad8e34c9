"""House bots of a game that gives them no advice."""

import pytest

from bots.house.registry import create, names
from engines import Deal, new_game
from referee.substitute import AnyLegal, house_substitute
from tests.house.table import play, request_for

pytestmark = pytest.mark.usefixtures("market_day")


def test_random_and_search_play_it_and_the_others_say_so() -> None:
    assert names("market-day") == ["random", "search"]
    with pytest.raises(KeyError, match=r"'greedy' does not play Market Day\. House bots that do: random, search"):
        create("greedy", "market-day-2", b"seed")


@pytest.mark.parametrize("slug", ["market-day-2", "market-day-3", "market-day-4", "market-day-2+carry"])
@pytest.mark.parametrize("name", ["random", "search"])
def test_whole_games_are_played(slug: str, name: str) -> None:
    seats = new_game(slug, Deal.from_text("x")).variant.seats
    state, _ = play(slug, [create(name, slug, bytes([seat])) for seat in range(seats)])
    assert state.is_over()


def test_the_search_wins_more_than_chance_does() -> None:
    points = 0.0
    for number in range(12):
        for place in (0, 1):
            bots = [create("random", "market-day-2", bytes([number, seat])) for seat in range(2)]
            bots[place] = create("search", "market-day-2", bytes([number]))
            state = new_game("market-day-2", Deal.from_text(f"market {number}"))
            while not state.is_over():
                seat = state.actor()
                state.play(seat, bots[seat].choose(request_for(state, seat, state.view(0)["turn"], decision_ms=500)))
            ranks = state.ranks()
            points += 1.0 if ranks[place] < ranks[1 - place] else 0.5 if ranks[0] == ranks[1] else 0.0
    assert points / 24 > 0.65


def test_the_search_gives_the_same_answer_to_the_same_request() -> None:
    state = new_game("market-day-3", Deal.from_text("again"))
    request = request_for(state, 0)
    assert len({create("search", "market-day-3", b"seed").choose(dict(request)) for _ in range(3)}) == 1


def test_the_stand_in_of_a_failed_seat_is_any_legal_choice() -> None:
    assert isinstance(house_substitute("market-day-2", b"seed"), AnyLegal)
