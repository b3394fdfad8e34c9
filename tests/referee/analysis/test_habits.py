"""Mistakes of one kind are one habit, and the costliest comes first."""

from typing import Any

from engines import Deal, new_game
from referee.analysis.habits import COSTLIEST, habits_of

SLUG = "karma-2"
TYPES: dict[str, list[int]] = {}
for _action in range(200):
    _kind = new_game(SLUG, Deal.from_text("habits")).action_json(_action)["type"]
    TYPES.setdefault(_kind, []).append(_action)
ONE, OTHER = list(TYPES)[:2]


def mistake(played: int, better: int, loss: float, decision: str = "MAIN") -> dict[str, Any]:
    names = {"played_name": f"action {played}", "better_name": f"action {better}"}
    return {"decision": decision, "played": played, "better": better, "loss": loss, "step": 7, **names}


def test_what_is_of_one_kind_is_summed_and_the_worst_time_is_shown() -> None:
    first, second = TYPES[ONE][:2]
    other = TYPES[OTHER][0]
    told = habits_of(
        [
            ("1", SLUG, mistake(first, other, 0.1)),
            ("2", SLUG, mistake(second, other, 0.2)),
            ("3", SLUG, mistake(other, first, 0.25)),
        ]
    )
    assert [(habit.played, habit.better, habit.times, habit.cost) for habit in told] == [
        (ONE, OTHER, 2, 0.3),
        (OTHER, ONE, 1, 0.25),
    ]
    assert (told[0].worst.game, told[0].worst.loss) == ("2", 0.2)


def test_no_more_are_told_than_anybody_would_mend() -> None:
    first, other = TYPES[ONE][0], TYPES[OTHER][0]
    rows = [("1", SLUG, mistake(first, other, 0.1, f"D{number}")) for number in range(2 * COSTLIEST)]
    assert len(habits_of(rows)) == COSTLIEST


def test_a_bot_without_mistakes_has_no_habits() -> None:
    assert habits_of([]) == []
