"""What each card does. One function per card, under a heading with the card's name, in the file of its colour."""

from typing import Final

from engines.karmaka.abilities.base import ANY_SEAT, RIVAL, SELF, Ability
from engines.karmaka.abilities.blue import BLUE_ABILITIES
from engines.karmaka.abilities.green import GREEN_ABILITIES
from engines.karmaka.abilities.mosaic import MOSAIC_ABILITIES
from engines.karmaka.abilities.red import RED_ABILITIES

ABILITIES: Final[tuple[Ability, ...]] = (*BLUE_ABILITIES, *GREEN_ABILITIES, *RED_ABILITIES, *MOSAIC_ABILITIES)
"""By kind: ``ABILITIES[PEEK].kind == PEEK``."""

__all__ = ["ABILITIES", "ANY_SEAT", "RIVAL", "SELF", "Ability"]
