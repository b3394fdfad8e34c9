"""How values are learned: games among the house's own policies, and a small net trained on who won them."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from threadpoolctl import threadpool_limits

from bots.house.values import Net, ValuesError, numpy, result_shares, rows
from engines import Deal, State, new_game
from engines.house import House, Policy
from engines.registry import game as find_game
from engines.variants import Variant

SELF_PLAY_GAMES = 12_000
"""With the positions of each, a hundred thousand to learn from."""
POSITIONS_PER_GAME = 8
"""More of one game say nearly the same: all of them have the same winner."""
NOISE = (0.05, 0.1, 0.2)
"""How often everybody plays at random, one of these in each game: values must know positions after mistakes too.

Never a weak seat against a strong one: weak seats are asked more often and hold more cards, and the net would learn
who is weak from that, instead of what a position is worth.
"""
GREEDY_GAMES = 0.15
"""Share of games by rules of thumb, for positions that experts avoid."""
HIDDEN = (48, 16)
EPOCHS = 12
BATCH = 512
RATE = 2e-3
"""Usual for nets of this size: ``bots.house.fit --check`` says on fresh games whether they will do."""
DECAY = 1e-4
"""Weights shrink a little with every step: less is learned by heart."""
HELD_BACK = 10
"""One game in so many is kept to measure, and teaches nothing."""


@dataclass(frozen=True)
class Samples:
    """Positions and the shares of their games' results."""

    inputs: Any
    """States x sides x inputs."""
    targets: Any
    """States x sides."""
    games: Any
    """The number of the game that each position is from."""


def self_play(variant: Variant, games: int, rng: Random) -> Samples:
    """Positions of games in which all seats follow a policy of the house, with a share of random actions."""
    np = numpy()
    house = find_game(variant.game).policies()
    features = house.insight.features if house.insight else None
    if features is None:
        raise ValuesError(f"{variant.game} does not say what counts in a position.")
    inputs, targets, numbers = [], [], []
    for number in range(games):
        positions, last = _game(variant, house, rng)
        inputs.append(rows(variant, features, positions))
        targets += [result_shares(variant, last.ranks())] * len(positions)
        numbers += [number] * len(positions)
    return Samples(np.concatenate(inputs), np.array(targets, dtype=np.float32), np.array(numbers))


def _game(variant: Variant, house: House, rng: Random) -> tuple[list[State], State]:
    """Some positions of a game, evenly likely over its length, and its end."""
    state = new_game(variant.slug, Deal(rng.randbytes(32)))
    policy: Policy | None = house.greedy if rng.random() < GREEDY_GAMES else house.expert
    noise = rng.choice(NOISE) if policy else 1.0
    kept: list[State] = []
    met = 0
    while not state.is_over():
        met += 1
        if len(kept) < POSITIONS_PER_GAME:
            kept.append(state.clone())
        elif rng.random() < POSITIONS_PER_GAME / met:  # a reservoir: nobody knows how long the game will be
            kept[rng.randrange(POSITIONS_PER_GAME)] = state.clone()
        seat = state.actor()
        legal = state.legal_actions()
        at_random = rng.random() < noise
        state.apply(rng.choice(legal) if at_random or policy is None else policy(state, seat, legal), seat)
    return kept, state


def train(samples: Samples, seed: int) -> tuple[Net, float]:
    """The net after its last epoch, and its Brier score on the games held back."""
    np = numpy()
    held = samples.games % HELD_BACK == 0
    with threadpool_limits(1):  # the order of additions, and so the last digits, must not depend on the machine
        net = _descend(np, samples.inputs[~held], samples.targets[~held], seed)
        # As it will be read back from its file
        rounded = Net([(w.astype("<f2").astype(np.float32), b.astype("<f2").astype(np.float32)) for w, b in net.layers])
        predicted = rounded.shares(samples.inputs[held])
    return rounded, float(((predicted - samples.targets[held]) ** 2).mean())


def _descend(np: Any, inputs: Any, targets: Any, seed: int) -> Net:
    """Adam on the cross-entropy of the shares, the rate falling to zero."""
    rng = np.random.default_rng(seed)
    widths = [inputs.shape[2], *HIDDEN, 1]
    weights = [(rng.standard_normal((a, b)) * (2 / a) ** 0.5).astype(np.float32) for a, b in pairwise(widths)]
    biases = [np.zeros(b, dtype=np.float32) for b in widths[1:]]
    parameters = [*weights, *biases]
    first = [np.zeros_like(one) for one in parameters]
    second = [np.zeros_like(one) for one in parameters]
    batches = max(1, len(inputs) // BATCH)
    steps = EPOCHS * batches
    step = 0
    for _epoch in range(EPOCHS):
        for chosen in np.array_split(rng.permutation(len(inputs)), batches):
            step += 1
            gradients = _gradients(np, parameters, inputs[chosen], targets[chosen])
            rate = RATE * (1 - step / (steps + 1))
            for at, gradient in enumerate(gradients):
                first[at] += 0.1 * (gradient - first[at])
                second[at] += 0.001 * (gradient * gradient - second[at])
                moved = (first[at] / (1 - 0.9**step)) / (np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8)
                parameters[at] -= rate * (moved + DECAY * parameters[at])
    return Net(list(zip(parameters[: len(weights)], parameters[len(weights) :], strict=True)))


def _gradients(np: Any, parameters: list[Any], inputs: Any, targets: Any) -> list[Any]:
    """Of the mean cross-entropy; weights first, then biases."""
    layers = len(parameters) // 2
    weights, biases = parameters[:layers], parameters[layers:]
    states, sides, width = inputs.shape
    activations = [inputs.reshape(states * sides, width)]
    for at in range(layers - 1):
        activations.append(np.maximum(activations[-1] @ weights[at] + biases[at], 0))
    net = Net(list(zip(weights, biases, strict=True)))
    back = ((net.last(activations[-1], states, sides) - targets) / states).reshape(states * sides, 1)
    by_weight, by_bias = [], []
    for at in reversed(range(layers)):
        by_weight.append(activations[at].T @ back)
        by_bias.append(back.sum(axis=0))
        if at:
            back = (back @ weights[at].T) * (activations[at] > 0)
    return [*reversed(by_weight), *reversed(by_bias)]
