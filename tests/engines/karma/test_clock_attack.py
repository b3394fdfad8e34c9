"""The attack that found the leak: a bot looks at its clock to tell forced takes from chosen ones.

The clock of this spy is perfect: it ticks once for every request that anybody at the table gets, and never between. By
the first version of the rules forced takes were carried out without asking, and the spy was always right.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from engines import Deal, State, new_game

SPY = 0
TAKE = "take the pile"
GAMES = 25


@dataclass(frozen=True)
class Take:
    """Somebody else takes the pile, as the spy sees it."""

    is_forced: bool
    """The truth: nothing in the hidden hand fits."""
    ticks: int
    """Between the event before and this one."""


def ticking(state: State, ticks_of: list[int], tick: int) -> None:
    """Notes the time of every event since the last look."""
    ticks_of += [tick] * (state.event_count() - len(ticks_of))


def takes(slug: str, seed: int) -> tuple[list[Take], list[Take]]:
    """The same game by the present rules and by the first ones, with the same choices."""
    rng, deal = Random(seed), Deal.from_text(f"spy-{seed}")
    now, before = new_game(slug, deal, record=True), new_game(slug, deal, record=True, rules_version=1)
    now_ticks: list[int] = []
    before_ticks: list[int] = []
    tick_now = tick_before = 0
    forced_at: dict[int, bool] = {}
    while not now.is_over():
        seat, begun = rng.choice(now.deciders()), now.event_count()
        legal = now.legal_actions(seat)
        action = rng.choice(legal)
        is_take = seat != SPY and now.action_name(action) == TAKE
        tick_now += 1
        now.play(seat, action)
        ticking(now, now_ticks, tick_now)
        if before.event_count() == begun and not before.is_over():  # it waits for the same answer
            tick_before += 1
            before.play(seat, action)
            ticking(before, before_ticks, tick_before)
        if is_take:
            assert now.events(SPY, begun)[0]["type"] == "take"
            forced_at[begun] = len(legal) == 1
    assert now.events(SPY, 0) == before.events(SPY, 0), "the two games are not the same"
    return seen(forced_at, now_ticks), seen(forced_at, before_ticks)


def seen(forced_at: dict[int, bool], ticks_of: list[int]) -> list[Take]:
    return [Take(is_forced, ticks_of[at] - ticks_of[at - 1]) for at, is_forced in forced_at.items()]


def best_guesses(observed: list[Take]) -> int:
    """How often the spy is right if it knows what each length of time is most likely to mean."""
    counts = Counter((take.ticks, take.is_forced) for take in observed)
    return sum(max(counts[ticks, True], counts[ticks, False]) for ticks in {take.ticks for take in observed})


def blind_guesses(observed: list[Take]) -> int:
    forced = sum(take.is_forced for take in observed)
    return max(forced, len(observed) - forced)


@pytest.mark.parametrize("slug", ["karma-2", "karma-4"])
def test_a_clock_is_no_better_than_a_blind_guess_and_once_was_always_right(slug: str) -> None:
    games = [takes(slug, seed) for seed in range(GAMES)]
    now = [take for by_present_rules, _ in games for take in by_present_rules]
    before = [take for _, by_first_rules in games for take in by_first_rules]
    assert 20 < sum(take.is_forced for take in now) < len(now) - 20, "too few takes of either kind to tell anything"
    assert best_guesses(before) == len(before)
    assert best_guesses(now) == blind_guesses(now)
