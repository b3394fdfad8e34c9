"""How likely each side is to win a position: fitted once, kept as data in the game's folder, and fixed from then on.

A game names what counts (``engines.insight.Features``); a small net, the same for every side, makes a strength of it,
and strengths become shares. The weights lie beside the game as ``values/<variant>.json``, made by
``python -m bots.house.fit``. A variant without them is judged by games played on (``bots.house.rollouts``).

A *share* is what the net knows: of a game that the first wins, each side's chance to win; of one that the last loses,
each side's chance to lose. ``chances`` turns shares into chances to win, which need not add up to one.
"""

import base64
import hashlib
import importlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from engines import State
from engines import variant as find_variant
from engines.insight import Features
from engines.registry import game as find_game
from engines.variants import RankPolicy, Variant

FORMAT = 1


class ValuesError(RuntimeError):
    """Positions cannot be judged, with a sentence that says what to do."""


class Judge(Protocol):
    """Whoever judges positions."""

    version: str
    """Names the judge for ever: the same version gives the same answer."""

    def shares(self, states: Sequence[State]) -> list[list[float]]:
        """Per state and side, adding up to one in each state."""


def numpy() -> Any:
    """Loaded when it is needed: whoever only writes a bot can do without it."""
    try:
        return importlib.import_module("numpy")
    except ModuleNotFoundError as missing:
        raise ValuesError(
            "Winning chances need numpy, which is not installed. Fix: pip install 'karma-arena[refit]'"
        ) from missing


# -- shares, chances, results ---------------------------------------------------------------------------------


def chances(variant: Variant, shares: Sequence[float]) -> list[float]:
    """Chances to win. Where the last one loses, not to be that one."""
    if variant.rank_policy is RankPolicy.LAST_LOSES:
        return [1 - share for share in shares]
    return list(shares)


def result_shares(variant: Variant, ranks: Sequence[int]) -> list[float]:
    """The shares of a finished game: who won it (or lost it), those who tie in equal parts."""
    if variant.rank_policy is RankPolicy.LAST_LOSES:
        worst = max(ranks)
        losers = [rank == worst for rank in ranks]
        return [is_loser / sum(losers) for is_loser in losers]
    if variant.rank_policy is RankPolicy.FIRST_WINS:
        winners = [rank == 1 for rank in ranks]
        return [is_winner / sum(winners) for is_winner in winners]
    beaten = [sum(other > own for other in ranks) + (ranks.count(own) - 1) / 2 for own in ranks]
    return [points / sum(beaten) for points in beaten]


# -- the net --------------------------------------------------------------------------------------------------


def rows(variant: Variant, features: Features, states: Sequence[State]) -> Any:
    """What the net sees, an array of states x sides x inputs: own seats, rivals, table."""
    np = numpy()
    seats = range(variant.seats)
    of_seats = np.array([[features.of_seat(state, seat) for seat in seats] for state in states], dtype=np.float32)
    table = np.array([features.of_table(state) for state in states], dtype=np.float32)
    per_side = [
        np.concatenate([*_side_blocks(np, variant, of_seats, side), table], axis=1)
        for side in range(len(variant.sides))
    ]
    return np.stack(per_side, axis=1)


def _side_blocks(np: Any, variant: Variant, of_seats: Any, side: int) -> list[Any]:
    own = list(variant.sides[side])
    rivals = [seat for seat in range(variant.seats) if seat not in own]
    if len(own) == len(rivals) == 1:
        return [of_seats[:, own[0]], of_seats[:, rivals[0]]]
    theirs = of_seats[:, rivals]
    summary = [theirs.mean(axis=1), theirs.max(axis=1)]
    if len(variant.sides) == variant.seats:
        return [of_seats[:, own[0]], of_seats[:, (own[0] + 1) % variant.seats], *summary]
    ours = of_seats[:, own]
    size = np.full((len(of_seats), 1), len(own) / variant.seats, dtype=np.float32)
    return [ours.mean(axis=1), ours.max(axis=1), *summary, size]


class Net:
    """Layers of weights; hidden layers are rectified, the last one is a strength, and strengths become shares."""

    def __init__(self, layers: list[tuple[Any, Any]]) -> None:
        self.layers = layers

    def shares(self, inputs: Any) -> Any:
        """Of an array of states x sides x inputs."""
        np = numpy()
        states, sides, width = inputs.shape
        values = inputs.reshape(states * sides, width)
        for weights, bias in self.layers[:-1]:
            values = np.maximum(values @ weights + bias, 0)
        return self.last(values, states, sides)

    def last(self, values: Any, states: int, sides: int) -> Any:
        """From the last hidden layer to shares."""
        np = numpy()
        weights, bias = self.layers[-1]
        strengths = (values @ weights + bias).reshape(states, sides)
        powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


class FittedJudge:
    """A net with the features it was fitted for."""

    def __init__(self, variant: Variant, features: Features, net: Net, version: str) -> None:
        self._variant = variant
        self._features = features
        self.net = net
        self.version = version

    def shares(self, states: Sequence[State]) -> list[list[float]]:
        if not states:
            return []
        fitted: list[list[float]] = self.net.shares(rows(self._variant, self._features, states)).tolist()
        return fitted


# -- the file -------------------------------------------------------------------------------------------------


def dumps(variant: str, version: int, made: dict[str, Any], net: Net) -> bytes:
    """Half precision is enough: the third digit of a chance is noise."""
    np = numpy()
    layers = [
        {"shape": list(weights.shape), "weights": _packed(np, weights), "bias": _packed(np, bias)}
        for weights, bias in net.layers
    ]
    content = {"format": FORMAT, "variant": variant, "version": version, "made": made, "layers": layers}
    return json.dumps(content, indent=1).encode() + b"\n"


def _packed(np: Any, values: Any) -> str:
    return base64.b64encode(np.asarray(values, dtype="<f2").tobytes()).decode()


def _unpacked(np: Any, text: str) -> Any:
    return np.frombuffer(base64.b64decode(text), dtype="<f2").astype(np.float32)


def loads(content: bytes) -> Net:
    """Raises ``ValuesError`` for a file of another format."""
    told = json.loads(content)
    if told.get("format") != FORMAT:
        raise ValuesError(f"These values have format {told.get('format')!r}, not {FORMAT}. Fit them again.")
    np = numpy()
    return Net(
        [
            (_unpacked(np, layer["weights"]).reshape(layer["shape"]), _unpacked(np, layer["bias"]))
            for layer in told["layers"]
        ]
    )


def file_name(slug: str) -> str:
    return f"values/{slug}.json"


@lru_cache(maxsize=64)
def fitted_judge(slug: str) -> FittedJudge | None:
    """The judge of a registered variant, if it was fitted. Custom options change what counts, so they have none."""
    variant = find_variant(slug)
    game = find_game(variant.game)
    insight = game.policies().insight
    path = game.file(file_name(slug))
    if insight is None or insight.features is None or path is None:
        return None
    content = path.read_bytes()
    version = f"{slug}-{json.loads(content)['version']}-{hashlib.sha256(content).hexdigest()[:8]}"
    return FittedJudge(variant, insight.features, loads(content), version)
