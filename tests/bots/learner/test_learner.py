"""Learning at home: what the network learns is what its file says and what the bot plays."""

import doctest
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sandbox
from bots.learner import onnx_file, training
from bots.learner.__main__ import main
from bots.learner.network import Network, initial
from bots.learner.onnx_file import as_onnx
from bots.learner.training import Learner
from engines import engine
from engines.registry import game
from referee.library import sdk_library
from sandbox.runtimes.python import packages
from tests.bots.cast import build_here, needs_sandbox
from tests.starters.kits import messages_of

SLUG = "diamoniak-2"


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learned does not matter here."""
    monkeypatch.setattr(training, "GAMES", 4)


def test_a_network_learns_which_of_three_actions_is_worth_most() -> None:
    network = Network(initial(4, 8, 3, seed=1))
    rng = np.random.default_rng(1)
    legal = np.ones((32, 3), np.bool_)
    for _ in range(150):
        inputs = rng.random((32, 4), np.float32)
        best = inputs[:, :2].argmax(axis=1)  # what is best depends on what is seen; the third is never
        hidden = network.hidden(inputs)
        chances = network.chances(hidden, legal)
        wishes = chances.copy()
        wishes[np.arange(32), best] -= 1
        network.descend(inputs, hidden, np.asarray(wishes / 32, np.float32), np.zeros(32, np.float32), 0.05)
    inputs = rng.random((500, 4), np.float32)
    chosen = network.chances(network.hidden(inputs), np.ones((500, 3), np.bool_)).argmax(axis=1)
    assert (chosen == inputs[:, :2].argmax(axis=1)).mean() > 0.9


def test_an_action_that_is_not_legal_has_no_chance() -> None:
    network = Network(initial(4, 8, 3, seed=1))
    legal = np.array([[True, False, True], [False, True, False]])
    chances = network.chances(network.hidden(np.ones((2, 4), np.float32)), legal)
    assert chances[~legal].max() == 0
    assert chances.sum(axis=1) == pytest.approx([1, 1])


def test_the_example_of_the_format_is_true() -> None:
    assert doctest.testmod(onnx_file) == doctest.TestResults(failed=0, attempted=1)


def test_learning_changes_all_that_the_policy_consists_of_and_repeats_itself() -> None:
    first, again = (Learner(SLUG, "random", seed=3) for _ in range(2))
    before = {name: values.copy() for name, values in first.network.weights.items()}
    for _ in range(3):
        first.learn()
        again.learn()
    for name, values in first.network.weights.items():
        assert np.isfinite(values).all()
        assert (values != before[name]).any(), name
        assert (values == again.network.weights[name]).all(), name


@needs_sandbox
def test_the_bot_plays_what_was_learned(tmp_path: Path) -> None:
    try:
        packages.install()
    except sandbox.SandboxError as error:
        pytest.skip(f"The packages cannot be installed here ({str(error)[-200:]}). Fix: arena packages --install")
    folder = tmp_path / "learner"
    assert main([SLUG, str(folder), "--minutes", "0.0001"]) == 0
    learner = Learner(SLUG)
    learner.learn()
    (folder / "policy.onnx").write_bytes(as_onnx(learner.network.weights, float(learner.scale)))
    hello, *requests = messages_of(SLUG)[:9]
    with sandbox.open_jail(build_here(folder), None, [sdk_library()]) as jail, jail.start() as channel:
        channel.send(json.dumps(hello).encode(), 30)
        channel.receive(30)
        for asked in requests:
            channel.send(json.dumps(asked).encode(), 30)
            answer = json.loads(channel.receive(30))
            state = engine("diamoniak").imagine(asked["view"], Random(5))
            observe = game("diamoniak").observe
            assert observe is not None
            numbers = np.array([list(observe(state, asked["seat"]))], np.float32)
            hidden = learner.network.hidden(numbers * learner.scale)
            wishes = (hidden @ learner.network.weights["policy"] + learner.network.weights["policy_bias"])[0]
            legal = [entry["id"] for entry in asked["legal"]]
            assert wishes[answer["action"]] == pytest.approx(max(wishes[legal]), abs=1e-5)
        _hello, other = messages_of("diamoniak-3")[:2]  # examined in all layouts of its game, it must not break there
        channel.send(json.dumps(other).encode(), 30)
        assert json.loads(channel.receive(30))["action"] in [entry["id"] for entry in other["legal"]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess-2", "new"], "chess-2"),
        ([SLUG, "there"], "exists already"),
        ([SLUG, "new", "--against", "search"], "thinks too long"),
        ([SLUG, "new", "--against", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_learned_is_refused_with_a_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert main(words) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
