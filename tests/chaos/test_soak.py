import pytest
from django.core.management import CommandError, call_command

from arena.chaos.watching import Reading, growth_kb
from arena.embedded.launch import THROW_AWAY


def test_growth_is_that_of_the_second_half_in_kb_per_1000_games() -> None:
    first = [Reading(games, {"web": 50_000 + games}) for games in (0, 1000, 2000)]
    steady = [Reading(games, {"web": 90_000, "play": games // 2}) for games in (3000, 4000, 5000, 6000)]
    assert growth_kb([*first, *steady]) == {"web": 0.0, "play": 500.0}


def test_of_one_reading_nothing_can_be_said() -> None:
    assert growth_kb([Reading(100, {"web": 1})]) == {}


def test_it_refuses_an_arena_that_was_not_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THROW_AWAY, raising=False)
    with pytest.raises(CommandError, match=r"manage\.py, which makes an arena"):
        call_command("soak")


def test_it_refuses_numbers_that_make_no_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THROW_AWAY, "yes")
    with pytest.raises(CommandError, match="between 1 and --games"):
        call_command("soak", "--every", "0")
