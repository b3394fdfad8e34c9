"""Karma as an engine: its variants, options and how a game is dealt."""

from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import UnknownVariantError, WrongSeatError
from engines.interface import Engine, Json, State
from engines.karma import actions, render
from engines.karma.check import check
from engines.karma.imagine import imagine
from engines.karma.restore import restore
from engines.karma.setup import deal_table
from engines.karma.state import KarmaState
from engines.karma.table import FIRST_RULES, RULES_VERSION
from engines.registry import variant_in
from engines.variants import RankPolicy, Variant

SEATS = range(2, 7)
OPTIONS = {
    "foresight": "Each seat sees the faces of its own face-down cards before they are shuffled.",
    "fullOrder": "Ranks 1 to n in the order of going out, instead of one loser.",
    "strictFollowUp": "The follow-up to T has to fit what T had to follow.",
}


class KarmaEngine(Engine):
    """See ``engines.interface.Engine`` for what each method promises."""

    def __init__(self) -> None:
        self.name = "karma"
        self.rules_version = RULES_VERSION
        self.older_rules = (FIRST_RULES,)
        self.action_count = actions.COUNT
        self.options = dict(OPTIONS)

    def variants(self) -> list[Variant]:
        return [_variant(seats, {"foresight": on}) for on in (0, 1) for seats in SEATS]

    def custom_variant(self, base: Variant, options: tuple[tuple[str, int], ...]) -> Variant:
        for key, value in options:
            if key not in OPTIONS:
                raise UnknownVariantError(f"Karma has no option {key!r}. Options: {', '.join(OPTIONS)}.")
            if value not in (0, 1):
                raise UnknownVariantError(f"The option {key!r} is off (0) or on (1), not {value}.")
        return _variant(base.seats, dict(options))

    def new_state(
        self,
        variant: Variant,
        deal: Deal,
        first_seat: int | None = None,
        record: bool = False,
        rules_version: int | None = None,
    ) -> State:
        if first_seat is not None and not 0 <= first_seat < variant.seats:
            last = variant.seats - 1
            raise WrongSeatError(f"There is no seat {first_seat} to begin: {variant.slug} has seats 0 to {last}.")
        return deal_table(variant, deal, first_seat, record, rules_version or RULES_VERSION)

    def restore(self, saved: Any) -> State:
        return restore(saved, variant_in(saved, "saved state", self.name))

    def imagine(self, view: Any, rng: Random) -> State:
        return imagine(view, variant_in(view, "view", self.name), rng)

    def check(self, state: State) -> None:
        if not isinstance(state, KarmaState):
            raise TypeError("Karma's invariants are about states of Karma.")
        check(state)

    def render(self, view: Json, language: str = "") -> str:
        return render.render(view, language)

    def words_of(self, action: Json, language: str) -> str:
        return render.words_of(action, language)


def _variant(seats: int, options: dict[str, int]) -> Variant:
    on = sorted(key for key, value in options.items() if value)
    slug = f"karma-{seats}" + ("-foresight" if "foresight" in on else "")
    title = f"Karma, {seats} seats" + (", Foresight" if "foresight" in on else "")
    for key in on:
        if key != "foresight":
            slug += f"+{key}"
            title += f", {key}"
    return Variant(
        slug=slug,
        game="karma",
        title=title,
        seats=seats,
        sides=tuple((seat,) for seat in range(seats)),
        rank_policy=RankPolicy.FULL_ORDER if "fullOrder" in on else RankPolicy.LAST_LOSES,
        options=tuple((key, 1) for key in on),
    )


ENGINE = KarmaEngine()
