"""What tells players of Karmaka apart."""

from engines.habits import Habit
from engines.karmaka.actions import ACCEPT, PASS, PAY, PLAY_ABILITY, PLAY_FUTURE
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import OFFER, PLAY, RINGS_CHOICE


def _plays_a_deed(state: KarmakaState, legal: list[int], action: int) -> bool | None:
    return action < PLAY_ABILITY if _has_cards(state, legal) else None


def _plays_for_the_ability(state: KarmakaState, legal: list[int], action: int) -> bool | None:
    return PLAY_ABILITY <= action < PLAY_FUTURE if _has_cards(state, legal) else None


def _keeps_for_later(state: KarmakaState, legal: list[int], action: int) -> bool | None:
    return PLAY_FUTURE <= action < PASS if _has_cards(state, legal) else None


def _has_cards(state: KarmakaState, legal: list[int]) -> bool:
    return state.top.step == PLAY and legal[0] < PASS


def _accepts(state: KarmakaState, legal: list[int], action: int) -> bool | None:
    return action == ACCEPT if state.top.step == OFFER else None


def _pays_rings(state: KarmakaState, legal: list[int], action: int) -> bool | None:
    return action == PAY if state.top.step == RINGS_CHOICE else None


HABITS = (
    Habit("plays a card as a Deed, for its points", _plays_a_deed),
    Habit("plays a card for its ability", _plays_for_the_ability),
    Habit("puts a card away for a later life", _keeps_for_later),
    Habit("takes the card that was used against it", _accepts),
    Habit("pays with rings to ascend", _pays_rings),
)
