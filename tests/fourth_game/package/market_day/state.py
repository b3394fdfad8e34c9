"""One game of Market Day. Everything is small enough to be imagined anew from a view."""

from dataclasses import dataclass, field
from random import Random

from engines.border import action_number, seat_number
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import NOBODY, PUBLIC, Json, State
from engines.logs import copied
from engines.registry import engine, restore
from engines.variants import Variant

RULES_VERSION = 1
COINS = 9


@dataclass
class MarketState(State):
    """See ``engines.interface.State`` for what each method promises."""

    variant: Variant = field()  # said: the compiled State has something of this name, which would pass for a default
    first: int
    draw: list[int]
    """Lots still face down, the next one last."""
    offer: list[int]
    hands: list[list[int]]
    """Coins of each seat, the one it has just laid included."""
    bids: list[int]
    """Coins laid in this round; 0 is none yet."""
    bought: list[list[int]]
    turn: int = 1
    log: list[tuple[Json, int, Json]] | None = field(default=None, compare=False)
    """What everybody saw, the seat that saw more, and what more."""

    @property
    def keeper(self) -> int:
        return (self.first + self.turn - 1) % self.variant.seats

    def tell(self, event: Json, seat: int = PUBLIC, secret: Json | None = None) -> None:
        if self.log is not None:
            self.log.append((event, seat, secret or {}))

    # -- whose decision

    def actor(self) -> int:
        return next(iter(self.deciders()), NOBODY)

    def deciders(self) -> tuple[int, ...]:
        if self.is_over():
            return ()
        return tuple(seat for seat, bid in enumerate(self.bids) if not bid)

    def decision(self) -> str:
        return "" if self.is_over() else "BID"

    # -- actions

    def legal_actions(self, seat: int = -1) -> list[int]:
        if seat != -1:
            self._check_seat(seat)
        asked = self.actor() if seat == -1 else seat
        return [coin - 1 for coin in self.hands[asked]] if asked in self.deciders() else []

    def apply(self, action: int, seat: int = -1) -> None:
        asked = self.actor() if seat == -1 else seat
        self._lay(asked, action + 1)
        if all(self.bids):
            self._sell()
            if len(self.hands[0]) == 1:  # everybody knows the last coins
                for last in range(self.variant.seats):
                    self._lay(last, self.hands[last][0])
                self._sell()

    def _lay(self, seat: int, coin: int) -> None:
        self.bids[seat] = coin
        self.tell({"type": "bid", "seat": seat}, seat, {"coin": coin})

    def _sell(self) -> None:
        seats, coins, lots = self.variant.seats, self.bids, self.offer
        best = [seat for seat in range(seats) if coins[seat] == max(coins)]
        if len(best) > 1 and self.variant.option("carry"):
            self.tell({"type": "unsold", "coins": coins[:], "lots": lots[:]})
        else:
            buyer = min(best, key=lambda seat: (seat - self.keeper) % seats)
            self.bought[buyer] = sorted(self.bought[buyer] + lots)
            self.tell({"type": "sold", "seat": buyer, "coins": coins[:], "lots": lots[:]})
            self.offer = []
        self.hands = [[coin for coin in hand if coin != laid] for hand, laid in zip(self.hands, coins, strict=True)]
        self.bids = [0] * seats
        if self.draw:
            self.turn += 1
            self.turn_over()
        else:
            self.tell({"type": "end"})

    def turn_over(self) -> None:
        self.offer = sorted([*self.offer, self.draw.pop()])
        self.tell({"type": "offer", "lots": self.offer[:], "turn": self.turn, "keeper": self.keeper})

    def play(self, seat: object, action: object) -> None:
        seat, action = seat_number(seat), action_number(action)
        self._check_seat(seat)
        if self.is_over():
            raise GameOverError("The market is over: no more coins are laid. The result is in ranks().")
        if seat not in self.deciders():
            raise WrongSeatError(f"Seat {seat} has laid its coin in this round. Others are asked now.")
        if action not in self.legal_actions(seat):
            raise IllegalActionError(f"Seat {seat} has no coin for action {action}. Choose from legal_actions().")
        self.apply(action, seat)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.variant.seats:
            raise WrongSeatError(f"There is no seat {seat}: {self.variant.slug} has {self.variant.seats} seats.")

    def action_name(self, action: int) -> str:
        return f"bid {action + 1}"

    def action_json(self, action: int) -> Json:
        return {"type": "bid", "coin": action + 1}

    # -- the end

    def is_over(self) -> bool:
        return not self.hands[0]

    def is_capped(self) -> bool:
        return False

    def ranks(self) -> list[int]:
        if not self.is_over():
            raise GameNotOverError("The market is still open. Ask for ranks when is_over() is true.")
        points = [sum(lots) for lots in self.bought]
        return [1 + sum(other > own for other in points) for own in points]

    def progress(self) -> list[list[int]]:
        return [[sum(lots)] for lots in self.bought]

    # -- what is seen

    def view(self, seat: object) -> Json:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._check_seat(seat)
        return {
            "game": self.variant.game,
            "variant": self.variant.slug,
            "rules_version": RULES_VERSION,
            "seat": seat,
            "decision": self.decision(),
            "active": None,
            "first": self.first,
            "keeper": self.keeper,
            "turn": self.turn,
            "offer": [f"lot {lot}" for lot in self.offer],
            "draw": len(self.draw),
            "seats": [
                {
                    "coins": [str(coin) for coin in hand],
                    "bought": [f"lot {lot}" for lot in lots],
                    "points": sum(lots),
                    "has_bid": bid > 0,
                }
                for hand, lots, bid in zip(self.hands, self.bought, self.bids, strict=True)
            ],
            "ranks": self.ranks() if self.is_over() else None,
            "own": None if seat == PUBLIC else {"bid": self.bids[seat] or None},
        }

    def events(self, seat: object, since: int = 0) -> list[Json]:
        seat = seat_number(seat)
        if seat != PUBLIC:
            self._check_seat(seat)
        told = (self.log or [])[since:]
        return [copied({**public, **secret} if owner == seat else public) for public, owner, secret in told]

    def event_count(self) -> int:
        return len(self.log or [])

    # -- copies

    def clone(self) -> "MarketState":
        hands, bought = [hand[:] for hand in self.hands], [lots[:] for lots in self.bought]
        return MarketState(
            self.variant, self.first, self.draw[:], self.offer[:], hands, self.bids[:], bought, self.turn
        )

    def resample(self, seat: int, rng: Random) -> State:
        return engine(self.variant.game).imagine(self.view(seat), rng)

    def save(self) -> Json:
        return {
            "variant": self.variant.slug,
            "rules_version": RULES_VERSION,
            "first": self.first,
            "turn": self.turn,
            "draw": self.draw[:],
            "offer": self.offer[:],
            "hands": [hand[:] for hand in self.hands],
            "bids": self.bids[:],
            "bought": [lots[:] for lots in self.bought],
            "events": None
            if self.log is None
            else [[copied(public), owner, copied(secret)] for public, owner, secret in self.log],
        }

    def __deepcopy__(self, memo: dict[int, object]) -> "MarketState":
        copy = self.clone()
        copy.log = None if self.log is None else [(copied(event), seat, copied(more)) for event, seat, more in self.log]
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        return (restore, (self.save(),))
