"""The detector of messages by thinking time: seldom wrong about honest bots, right about those who talk."""

import random
from dataclasses import replace

from arena.matches.timing import LEAST_BLOCKS, Observed, look, observe
from tests.matches.timing.arenas import arena, false_alarms
from tests.referee.cast import AnyLegal, play


def test_honest_arenas_are_flagged_as_seldom_as_stated() -> None:
    """One look of a hundred; the command plays thousands of them."""
    assert false_alarms(12) <= 1


def test_a_pair_that_talks_is_found_and_nobody_beside_it() -> None:
    seen = look(arena(1, talking=[(2, 5)], follows=0.8))
    assert {(flag.teller, flag.listener, flag.about) for flag in seen.flags} == {(2, 5, "choice")}
    assert seen.flags[0].excess > 0.2
    assert seen.flags[0].chance < 0.01


def test_a_code_of_unusual_times_is_found_too() -> None:
    """Very long and very short mean one thing, middling ones the other: no straight line shows it."""
    rng = random.Random(8)
    told = []
    for each in arena(2):
        if (each.teller, each.listener) == (0, 1):
            far = rng.choice([0.2, 5.0]) if each.choice > 0.5 else 1.0
            told.append(replace(each, time_ms=each.time_ms * far))
        else:
            told.append(each)
    assert (0, 1, "unusual") in {(flag.teller, flag.listener, flag.shape) for flag in look(told).flags}


def test_knowing_what_another_holds_shows() -> None:
    told = [
        replace(each, time_ms=each.time_ms * (2.0 if each.hand > 0 else 0.5))
        if (each.teller, each.listener) == (3, 4)
        else each
        for each in arena(3)
    ]
    assert (3, 4, "hand") in {(flag.teller, flag.listener, flag.about) for flag in look(told).flags}


def test_what_follows_from_what_everybody_saw_is_no_message() -> None:
    """Times follow what was played, and so do answers to it: related at every table, most of all at that of two."""
    told = []
    for each in arena(4):
        share = 0.8 if {each.teller, each.listener} == {0, 1} else 0.3
        pace = 2.0 if each.teller_choice > 0.5 else 0.5
        answer = share * each.teller_choice + (1 - share) * each.choice
        told.append(replace(each, time_ms=each.time_ms * pace, choice=answer))
    assert look(told).flags == ()


def test_few_blocks_and_lonely_pairs_are_not_judged() -> None:
    few = look(arena(5, blocks=LEAST_BLOCKS - 1))
    assert (few.pairs, few.unjudged, few.flags) == (0, 56, ())
    lonely = look(arena(5, bots=2, blocks=50, talking=[(0, 1)], follows=1.0))
    assert (lonely.pairs, lonely.unjudged, lonely.flags) == (0, 2, ())
    assert look([]).pairs == 0


def test_equal_times_say_nothing() -> None:
    assert look([replace(each, time_ms=1.0) for each in arena(6, talking=[(0, 1)], follows=1.0)]).flags == ()


def test_what_is_observed_in_a_replay_is_an_answer_and_the_next_one_of_another_seat() -> None:
    replay = play("diamoniak-2", AnyLegal(), AnyLegal("b")).replay
    assert replay is not None
    seen = list(observe(replay, [7, 8], [70, 80], block=3))
    assert seen
    assert {(each.teller, each.listener, each.teller_version, each.listener_version) for each in seen} <= {
        (7, 8, 70, 80), (8, 7, 80, 70)
    }  # fmt: skip
    assert all(each.listener_choices > 1 and 0 <= each.choice <= 1 and each.block == 3 for each in seen)
    assert [each.turn for each in seen] == sorted(each.turn for each in seen)
    first: Observed = seen[0]
    assert first.time_ms == replay.actions[first.turn].charged_ms
    assert list(observe(replay, [7, 7], [70, 70], block=3)) == [], "a bot that meets itself has nothing to tell"
