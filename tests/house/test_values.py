"""Fitted values: there for every variant, the same every time, and clear about what is missing."""

import importlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bots.house import fit, values
from bots.house.rollouts import RolloutJudge, judge_of
from bots.house.values import ValuesError, chances, fitted_judge, result_shares
from engines import Deal, new_game, variant
from engines.registry import game, variants
from tests.slugs import SMALLEST, custom_slug


@pytest.mark.parametrize("slug", [one.slug for one in variants()])
def test_every_variant_has_values_that_fit_its_features(slug: str) -> None:
    judge = fitted_judge(slug)
    assert judge is not None
    [shares] = judge.shares([new_game(slug, Deal.from_text("values"))])
    assert len(shares) == len(variant(slug).sides)
    assert sum(shares) == pytest.approx(1)
    assert all(0 < share < 1 for share in shares)


def test_no_positions_no_answers() -> None:
    judge = fitted_judge(SMALLEST[0])
    assert judge is not None
    assert judge.shares([]) == []


@pytest.mark.parametrize("slug", SMALLEST)
def test_the_same_command_gives_the_same_weights(slug: str, tmp_path: Path) -> None:
    files = []
    for name in ("once", "twice"):
        assert fit.main([slug, "--games", "12", "--into", str(tmp_path / name)]) == 0
        files.append((tmp_path / name / values.file_name(slug)).read_bytes())
    assert files[0] == files[1]
    assert values.loads(files[0]).layers[0][0].shape == values.loads(files[1]).layers[0][0].shape


def test_custom_options_are_not_fitted_and_are_judged_by_games_played_on(capsys: pytest.CaptureFixture[str]) -> None:
    slug = custom_slug(SMALLEST[0])
    assert fit.main([slug]) == 2
    assert "custom options" in capsys.readouterr().err
    assert isinstance(judge_of(slug), RolloutJudge)


def test_a_file_of_another_format_is_refused() -> None:
    with pytest.raises(ValuesError, match="Fit them again"):
        values.loads(b'{"format": 0}')


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ValuesError, match="pip install"):
        values.numpy()


@pytest.mark.parametrize(("ranks", "won"), [([1, 2], [1, 0]), ([1, 1], [0.5, 0.5])])
def test_a_result_of_two_sides_is_who_won(ranks: list[int], won: list[float]) -> None:
    for slug in SMALLEST:
        played = variant(slug)
        assert chances(played, result_shares(played, ranks)) == won


def test_games_played_on_know_who_has_nearly_won() -> None:
    """The end of a game among experts: whoever won it was the favourite one action before."""
    slug = SMALLEST[-1]
    house = game(variant(slug).game).policies()
    judge = RolloutJudge(variant(slug), house, games=8)
    assert house.expert is not None
    state = new_game(slug, Deal.from_text("nearly"))
    before = state.clone()
    while not state.is_over():
        before = state.clone()
        state.apply(house.expert(state, state.actor(), state.legal_actions()))
    winner = state.ranks().index(1)
    assert judge.shares([state])[0][winner] == 1
    assert judge.shares([before])[0][winner] > judge.shares([new_game(slug, Deal.from_text("nearly"))])[0][winner]


def test_a_check_says_how_often_each_chance_came_true_and_draws_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "CHECK_GAMES", 40)
    plot = tmp_path / "plot.svg"
    assert fit.main(["--check", SMALLEST[0], "--plot", str(plot)]) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert row.startswith(f"| {SMALLEST[0]} |")
    assert row.count("|") == 15
    root = ElementTree.fromstring(plot.read_text())  # noqa: S314 - our own
    assert next(each.text for each in root.iter("{http://www.w3.org/2000/svg}text")) == SMALLEST[0]
