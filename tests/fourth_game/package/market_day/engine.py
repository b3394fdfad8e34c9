"""Market Day as an engine: variants, the deal, and states from saved games and views."""

from dataclasses import replace
from random import Random
from typing import Any

from engines.chance import Deal
from engines.errors import SavedStateError, UnknownVariantError, WrongSeatError
from engines.interface import PUBLIC, Engine, Json, State
from engines.logs import read_entry
from engines.reading import Fields
from engines.registry import variant_in
from engines.variants import RankPolicy, Variant
from market_day.render import render, words_of
from market_day.state import COINS, RULES_VERSION, MarketState

ALL = list(range(1, COINS + 1))


class MarketEngine(Engine):
    def __init__(self) -> None:
        # On the object, not on the class: compiled engines read the fields of objects.
        self.name = "market-day"
        self.rules_version = RULES_VERSION
        self.action_count = COINS
        self.options = {"carry": "Of equal highest coins none buys: the lot is offered again with the next one."}

    def variants(self) -> list[Variant]:
        return [_variant(seats) for seats in (2, 3, 4)]

    def custom_variant(self, base: Variant, options: tuple[tuple[str, int], ...]) -> Variant:
        for name, value in options:
            if name not in self.options or value not in (0, 1):
                raise UnknownVariantError(f"Market Day has the option carry, on (1) or off (0), and no {name}={value}.")
        plain = _variant(base.seats)
        if not dict(options).get("carry"):
            return plain
        return replace(plain, slug=f"{plain.slug}+carry", title=f"{plain.title}, carry", options=(("carry", 1),))

    def new_state(
        self,
        variant: Variant,
        deal: Deal,
        first_seat: int | None = None,
        record: bool = False,
        rules_version: int | None = None,
    ) -> State:
        first = deal.stream("first seat").below(variant.seats) if first_seat is None else first_seat
        if not 0 <= first < variant.seats:
            raise WrongSeatError(f"There is no seat {first} to keep the market of {variant.slug}.")
        lots = ALL[:]
        deal.stream("shuffle").shuffle(lots)
        hands = [ALL[:] for _ in range(variant.seats)]
        state = MarketState(variant, first, lots, [], hands, [0] * variant.seats, [[] for _ in hands])
        state.log = [] if record else None
        state.turn_over()
        return state

    def restore(self, saved: Any) -> State:
        variant = variant_in(saved, "saved state", self.name)
        fields = Fields(saved, "saved state")
        fields.integer("rules_version", RULES_VERSION, RULES_VERSION)
        state = MarketState(
            variant,
            fields.integer("first", 0, variant.seats - 1),
            fields.integers("draw", 1, COINS),
            fields.integers("offer", 1, COINS),
            _lists(fields, saved, "hands", variant.seats),
            fields.integers("bids", 0, COINS),
            _lists(fields, saved, "bought", variant.seats),
            fields.integer("turn", 1, COINS),
        )
        if not fields.is_null("events"):
            events = fields.items("events")
            state.log = [read_entry(event, at, PUBLIC, variant.seats - 1) for at, event in enumerate(events)]
        return _checked(state)

    def imagine(self, view: Any, rng: Random) -> State:
        variant = variant_in(view, "view", self.name)
        fields = Fields(view, "view")
        fields.integer("rules_version", RULES_VERSION, RULES_VERSION)
        seats = view.get("seats")
        if not isinstance(seats, list) or len(seats) != variant.seats:
            raise fields.wrong("seats", f"a list of {variant.seats} seats")
        told = [Fields(seat, "view") for seat in seats]
        hands = [_numbers(each, "coins", "") for each in told]
        bought = [_numbers(each, "bought", "lot ") for each in told]
        offer = _numbers(fields, "offer", "lot ")
        seen = {*offer, *(lot for lots in bought for lot in lots)}
        hidden = [lot for lot in ALL if lot not in seen]
        rng.shuffle(hidden)
        draw = hidden[: fields.integer("draw", 0, COINS)]
        laid = zip(told, hands, strict=True)
        bids = [rng.choice(hand) if each.flag("has_bid") and hand else 0 for each, hand in laid]
        seat = fields.integer("seat", PUBLIC, variant.seats - 1)
        if seat != PUBLIC:
            own = Fields(view.get("own"), "view")
            bids[seat] = 0 if own.is_null("bid") else own.integer("bid", 1, COINS)
        first, turn = fields.integer("first", 0, variant.seats - 1), fields.integer("turn", 1, COINS)
        return _checked(MarketState(variant, first, draw, offer, hands, bids, bought, turn))

    def check(self, state: State) -> None:
        if not isinstance(state, MarketState):
            raise TypeError("The invariants of Market Day are about states of Market Day.")
        problem = broken(state)
        if problem:
            raise AssertionError(problem)

    def render(self, view: Json, language: str = "") -> str:
        return render(view, language)

    def words_of(self, action: Json, language: str) -> str:
        return words_of(action, language)


def _variant(seats: int) -> Variant:
    return Variant(
        slug=f"market-day-{seats}",
        game="market-day",
        title=f"Market Day, {seats} seats",
        seats=seats,
        sides=tuple((seat,) for seat in range(seats)),
        rank_policy=RankPolicy.FULL_ORDER,
    )


def broken(state: MarketState) -> str:
    """What the rules cannot produce about a state; empty if nothing."""
    lots = sorted([*state.draw, *state.offer, *(lot for lots in state.bought for lot in lots)])
    left = COINS + 1 - state.turn
    is_over = not any(state.hands)
    if lots != ALL:
        return "The lots are not the nine that there are."
    if len(state.draw) != COINS - state.turn:
        return "The number of lots face down does not fit the round."
    if not state.offer and not is_over:
        return "Nothing is for sale, and the market is still open."
    if any(hand != sorted(set(hand)) for hand in state.hands):
        return "A coin is there twice, or the coins are not in order."
    if {len(hand) for hand in state.hands} not in ({left}, {0} if state.turn == COINS else {left}):
        return "The number of coins does not fit the round."
    if len(state.bids) != state.variant.seats or any(
        bid and bid not in hand for bid, hand in zip(state.bids, state.hands, strict=True)
    ):
        return "A coin was laid that the seat does not have."
    if not is_over and (all(state.bids) or left < 2):
        return "All coins are laid, and nothing was sold."
    return ""


def _checked(state: MarketState) -> MarketState:
    problem = broken(state)
    if problem:
        raise SavedStateError(f"This is no state of Market Day. {problem}")
    return state


def _numbers(fields: Fields, name: str, prefix: str) -> list[int]:
    texts = fields.texts(name)
    known = {f"{prefix}{number}": number for number in ALL}
    if not all(text in known for text in texts):
        raise fields.wrong(name, f"a list of {prefix}1 to {prefix}{COINS}")
    return [known[text] for text in texts]


def _lists(fields: Fields, saved: Any, name: str, count: int) -> list[list[int]]:
    value = saved.get(name)
    if not isinstance(value, list) or len(value) != count:
        raise fields.wrong(name, f"a list of {count} lists")
    return [Fields({name: each}, "saved state").integers(name, 1, COINS) for each in value]


ENGINE = MarketEngine()
