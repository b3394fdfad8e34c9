"""Diamoniak as the registry sees it."""

from dataclasses import replace
from random import Random
from typing import Any

from engines.chance import Deal
from engines.diamoniak import imagine, render, restore
from engines.diamoniak.actions import ACTION_COUNT
from engines.diamoniak.check import broken_invariant
from engines.diamoniak.setup import deal_table
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.turn import settle
from engines.diamoniak.view import GAME, RULES_VERSION
from engines.errors import UnknownVariantError, WrongSeatError
from engines.interface import Engine, Json, State
from engines.variants import RankPolicy, Variant


class DiamoniakEngine(Engine):
    """The rules of Diamoniak for 2 to 4 seats."""

    def __init__(self) -> None:
        self.name = GAME
        self.rules_version = RULES_VERSION
        self.action_count = ACTION_COUNT
        self.options = {
            "buyAfterDraw": "A part can also be bought after drawing; that ends the turn.",
            "drawBeforeBuy": "A part can only be bought after drawing a card, never at the start of a turn.",
            "lockColour": "A colour once started stays with its seat for the whole game, even without a castle card.",
        }
        self._variants = [_variant(seats) for seats in (2, 3, 4)]

    def variants(self) -> list[Variant]:
        return list(self._variants)

    def custom_variant(self, base: Variant, options: tuple[tuple[str, int], ...]) -> Variant:
        for name, value in options:
            if name not in self.options:
                raise UnknownVariantError(
                    f"Diamoniak has no option called {name!r}. Options: {', '.join(self.options)}."
                )
            if value not in (0, 1):
                raise UnknownVariantError(f"The option {name} is 1 (on) or 0 (off), not {value}.")
        if dict(options).get("buyAfterDraw") and dict(options).get("drawBeforeBuy"):
            raise UnknownVariantError(
                "buyAfterDraw and drawBeforeBuy exclude each other: the first allows buying before and after a draw, "
                "the second only after one."
            )
        switched_on = tuple(sorted((name, value) for name, value in options if value))
        plain = _variant(base.seats)
        if not switched_on:
            return plain
        extras = [name for name, _ in switched_on]
        return replace(
            plain,
            slug="+".join([plain.slug, *extras]),
            title=", ".join([plain.title, *extras]),
            options=switched_on,
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
        state = deal_table(variant, deal, first_seat, record)
        settle(state)
        return state

    def restore(self, saved: Any) -> State:
        return restore.restore(saved)

    def imagine(self, view: Any, rng: Random) -> State:
        return imagine.imagine(view, rng)

    def check(self, state: State) -> None:
        if not isinstance(state, DiamoniakState):
            raise TypeError("Diamoniak's invariants are about states of Diamoniak.")
        problem = broken_invariant(state)
        if problem is not None:
            raise AssertionError(problem)

    def render(self, view: Json, language: str = "") -> str:
        return render.render(view, language)

    def words_of(self, action: Json, language: str) -> str:
        return render.words_of(action, language)


def _variant(seats: int) -> Variant:
    return Variant(
        slug=f"diamoniak-{seats}",
        game=GAME,
        title=f"Diamoniak, {seats} seats",
        seats=seats,
        sides=tuple((seat,) for seat in range(seats)),
        rank_policy=RankPolicy.FIRST_WINS,
    )
