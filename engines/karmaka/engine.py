"""Karmaka as the registry sees it."""

from dataclasses import replace
from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import UnknownVariantError, WrongSeatError
from engines.interface import Engine, Json, State
from engines.karmaka import imagine, render, restore
from engines.karmaka.actions import COUNT
from engines.karmaka.check import broken_invariant
from engines.karmaka.setup import deal_cards
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import FIRST_RULES, RULES_VERSION
from engines.karmaka.turn import begin_turn, settle
from engines.karmaka.view import GAME
from engines.variants import RankPolicy, Variant

WOLF_SLUG = "karmaka-wolf"


class KarmakaEngine(Engine):
    """The rules of Karmaka for 2 to 4 seats, two against two, and Bad Wolf."""

    def __init__(self) -> None:
        self.name = GAME
        self.rules_version = RULES_VERSION
        self.older_rules = (FIRST_RULES,)
        self.action_count = COUNT
        self.options = {"wolfSeat": "Bad Wolf only: the seat of the solo wolf, 0 (as usual), 1 or 2."}
        self._variants = [
            *(_free_for_all(seats) for seats in (2, 3, 4)),
            _variant("karmaka-2v2", "Karmaka, two against two", 4, ((0, 2), (1, 3))),
            _variant(WOLF_SLUG, "Karmaka, Bad Wolf", 3, ((0,), (1, 2))),
        ]

    def variants(self) -> list[Variant]:
        return list(self._variants)

    def custom_variant(self, base: Variant, options: tuple[tuple[str, int], ...]) -> Variant:
        for name, value in options:
            if name != "wolfSeat":
                raise UnknownVariantError(f"Karmaka has no option called {name!r}. It has one: wolfSeat.")
            if base.slug.split("+")[0] != WOLF_SLUG:
                raise UnknownVariantError(f"The option wolfSeat belongs to {WOLF_SLUG}, not to {base.slug}.")
            if value not in (0, 1, 2):
                raise UnknownVariantError(f"The option wolfSeat is 0, 1 or 2, not {value}.")
        plain = next(variant for variant in self._variants if variant.slug == base.slug.split("+")[0])
        wolf = dict(options).get("wolfSeat", 0)
        if wolf == 0:
            return plain
        return replace(
            plain,
            slug=f"{WOLF_SLUG}+wolfSeat={wolf}",
            title=f"{plain.title}, the wolf in seat {wolf}",
            sides=((wolf,), tuple(seat for seat in range(3) if seat != wolf)),
            options=(("wolfSeat", wolf),),
        )

    def new_state(
        self,
        variant: Variant,
        deal: Deal,
        first_seat: int | None = None,
        record: bool = False,
        rules_version: int | None = None,
    ) -> State:
        if first_seat is None:
            first_seat = deal.stream("first seat").below(variant.seats)
        if not 0 <= first_seat < variant.seats:
            raise WrongSeatError(f"There is no seat {first_seat}. {variant.title} has seats 0 to {variant.seats - 1}.")
        state = deal_cards(variant, deal, first_seat, record, rules_version or RULES_VERSION)
        begin_turn(state, first_seat)
        settle(state)
        return state

    def restore(self, saved: Any) -> State:
        return restore.restore(saved)

    def imagine(self, view: Any, rng: Random) -> State:
        return imagine.imagine(view, rng)

    def check(self, state: State) -> None:
        assert isinstance(state, KarmakaState)  # noqa: S101 - the interface promises AssertionError
        problem = broken_invariant(state)
        assert not problem, problem  # noqa: S101 - the interface promises AssertionError

    def render(self, view: Json, language: str = "") -> str:
        return render.render(view, language)

    def words_of(self, action: Json, language: str) -> str:
        return render.words_of(action, language)


def _variant(slug: str, title: str, seats: int, sides: tuple[tuple[int, ...], ...]) -> Variant:
    return Variant(slug=slug, game=GAME, title=title, seats=seats, sides=sides, rank_policy=RankPolicy.FIRST_WINS)


def _free_for_all(seats: int) -> Variant:
    return _variant(f"karmaka-{seats}", f"Karmaka, {seats} seats", seats, tuple((seat,) for seat in range(seats)))
