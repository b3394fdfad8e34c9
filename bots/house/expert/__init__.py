"""Tuned heuristics: one module for each game, with the weights at its top."""

from collections.abc import Mapping
from typing import Final

from bots.house.expert import diamoniak, karma, karmaka
from bots.house.policy import Policy

EXPERT: Final[Mapping[str, Policy]] = {
    "karma": karma.choose,
    "karmaka": karmaka.choose,
    "diamoniak": diamoniak.choose,
}
