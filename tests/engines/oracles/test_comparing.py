"""The comparison sees every difference that it claims to see, and says where it is."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from engines import registry
from tests.engines.oracles import comparing
from tests.engines.oracles.catalogue import GAMES, all_slugs, oracle_of
from tests.engines.oracles.comparing import DifferenceError, compare_game, first_difference
from tests.engines.oracles.interface import Oracle

Spoil = Callable[[Any], Any]


class Liar:
    """An oracle that plays properly but answers one question with something else."""

    def __init__(self, oracle: Oracle, question: str, spoil: Spoil) -> None:
        self._oracle, self._question, self._spoil = oracle, question, spoil

    def __getattr__(self, question: str) -> Any:
        answer = getattr(self._oracle, question)
        if question != self._question:
            return answer
        return lambda *arguments: self._spoil(answer(*arguments))


def _let_the_oracle_lie(monkeypatch: pytest.MonkeyPatch, question: str, spoil: Spoil) -> None:
    honest = oracle_of("diamoniak")

    def deal(slug: str, seed: bytes, first: int | None) -> Oracle:
        return cast("Oracle", Liar(honest.deal(slug, seed, first), question, spoil))

    monkeypatch.setattr(comparing, "oracle_of", lambda _game: replace(honest, deal=deal))


@pytest.mark.parametrize(
    ("question", "spoil", "words"),
    [
        ("deciders", lambda seats: [seat + 1 for seat in seats], "deciders"),
        ("decision", str.lower, "decision"),
        ("options", lambda options: options[:-1], "legal actions of seat"),
        ("options", lambda options: [*options, options[0]], "legal actions of seat"),
        ("zones", lambda zones: {**zones, "draw": zones["draw"][::-1]}, "zones, draw"),
        ("view", lambda view: {**view, "turn": 0}, "view of seat -1, turn"),
        ("events", lambda events: events[:-1], "events of seat -1"),
        ("ranks", lambda ranks: ranks[::-1], "ranks"),
        ("is_capped", lambda capped: not capped, "capped"),
    ],
)
def test_an_oracle_that_says_something_else_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, question: str, spoil: Spoil, words: str
) -> None:
    _let_the_oracle_lie(monkeypatch, question, spoil)
    with pytest.raises(DifferenceError, match=rf"diamoniak-2, game 0(.|\n)*\n: {words}"):
        compare_game("diamoniak-2", 0)


def test_an_error_of_the_engine_is_a_difference_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> Oracle:
        raise ZeroDivisionError("in the engine")

    monkeypatch.setattr(comparing, "new_game", fail)
    with pytest.raises(DifferenceError, match=r"game 7, after 0 decisions(.|\n)*ZeroDivisionError: in the engine"):
        compare_game("diamoniak-2", 7)


def test_the_first_difference_is_named_by_its_path() -> None:
    text = first_difference({"a": 1, "b": [{"c": 2}, {"c": 3}]}, {"a": 1, "b": [{"c": 2}, {"c": 4}]}, "view")
    assert text == "view, b, 1, c\n  engine: 3\n  oracle: 4"


def test_the_same_number_is_the_same_game() -> None:
    assert compare_game("diamoniak-3", 5) == compare_game("diamoniak-3", 5)
    assert compare_game("diamoniak-3", 5) != compare_game("diamoniak-3", 6)


def test_every_variant_of_our_games_is_compared() -> None:
    ours = [game for game, target in registry.targets().items() if target.startswith("engines.")]
    assert sorted(GAMES) == sorted(ours)
    registered = {variant.slug for game in ours for variant in registry.engine(game).variants()}
    assert registered <= set(all_slugs())


def test_no_variant_is_named_twice() -> None:
    assert len(set(all_slugs())) == len(all_slugs())
