"""A game of Diamoniak, turn by turn, as the rules page tells it."""

from dataclasses import dataclass, field
from itertools import combinations

from tests.engines.oracles.chance import number_below, numbers, shuffled
from tests.engines.oracles.diamoniak.cards import (
    Card,
    Kind,
    in_order,
    names,
    of_colour,
    of_kind,
    the_54_cards,
)
from tests.engines.oracles.interface import Json, Oracle

TURN_CAP = 400
FULL_CASTLE = 6
PRICE = 3
RULES_VERSION = 1

DRAW: Json = {"type": "draw"}
STOP: Json = {"type": "stop"}
USE_FAIRY: Json = {"type": "fairy"}
PAY: Json = {"type": "pay"}


@dataclass
class Player:
    castle: list[Card] = field(default_factory=list)
    reserve: list[Card] = field(default_factory=list)
    locked: str = ""
    """With lockColour: the colour once started."""

    def colour(self) -> str:
        """The colour that the player is building; empty if none."""
        return self.castle[0].colour if self.castle else self.locked

    def diamonds(self) -> list[Card]:
        return of_kind(self.reserve, Kind.DIAMOND)

    def fairies(self) -> list[Card]:
        return of_kind(self.reserve, Kind.FAIRY)

    def give(self, card: Card) -> Card:
        """Part with a card, wherever it lies."""
        (self.castle if card in self.castle else self.reserve).remove(card)
        return card


class Diamoniak(Oracle):
    def __init__(self, slug: str, seed: bytes, first: int | None) -> None:
        name, *options = slug.split("+")
        self.slug = slug
        self.seed = seed
        self.buy_after_draw = "buyAfterDraw" in options
        self.draw_before_buy = "drawBeforeBuy" in options
        self.lock_colour = "lockColour" in options
        self.players = [Player() for _seat in range(int(name.removeprefix("diamoniak-")))]
        self.draw_pile = shuffled(the_54_cards(), numbers(seed, "shuffle"))
        """The next card is the first of the list."""
        self.returned: list[Card] = []
        self.reshuffles = 0
        self.first = number_below(len(self.players), numbers(seed, "first seat")) if first is None else first
        self.active = self.first
        self.turn = 0
        self.drawn = 0
        self.shown_witch: Card | None = None
        self.asked = ""
        self.final_ranks: list[int] | None = None
        self.capped = False
        self.log: list[Json] = []
        self._begin_turn(self.first)

    # -- the turn ---------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self.active, self.drawn = seat, 0
        self.turn += 1
        self.log.append({"type": "turn", "seat": seat, "turn": self.turn})
        self._ask("START")

    def _end_turn(self) -> None:
        if self.turn == TURN_CAP:
            self._end(self._ranks_at_the_cap(), capped=True)
        else:
            self._begin_turn((self.active + 1) % len(self.players))

    def _ask(self, decision: str) -> None:
        """Everything lies open, so a decision with one option is carried out at once."""
        self.asked = decision
        options = self.options(self.active)
        if len(options) == 1:
            self.choose(self.active, options[0])

    def choose(self, seat: int, option: Json) -> None:
        decision, self.asked = self.asked, ""
        player = self.players[seat]
        if option["type"] == "draw":
            self._draw(player)
        elif option["type"] == "stop":
            self.log.append({"type": "stop", "seat": seat})
            self._end_turn()
        elif option["type"] == "buy":
            self._buy(player, option["seller"], option["card"])
        elif option["type"] == "fairy":
            self._use_fairy(player)
        elif decision == "WITCH":
            self._ask("PAY")
        else:
            self._pay(player, option["cards"])

    # -- drawing ----------------------------------------------------------------------------------------------

    def _draw(self, player: Player) -> None:
        if not self.draw_pile:
            self._reshuffle()
        card = self.draw_pile.pop(0)
        self.drawn += 1
        self.log.append({"type": "draw", "seat": self.active, "card": card.name})
        if card.kind is Kind.WITCH:
            self.shown_witch = card
            self._ask("WITCH" if player.fairies() else "PAY")
            return
        if card.kind is Kind.CASTLE:
            self._place(player, card)
        else:
            player.reserve.append(card)
        if len(player.castle) == FULL_CASTLE:
            self._win()
        else:
            self._ask("CONTINUE")

    def _reshuffle(self) -> None:
        self.reshuffles += 1
        self.log.append({"type": "reshuffle", "cards": len(self.returned)})
        self.draw_pile = shuffled(in_order(self.returned), numbers(self.seed, f"reshuffle/{self.reshuffles}"))
        self.returned = []

    def _place(self, player: Player, card: Card) -> None:
        if player.colour() == card.colour:
            player.castle.append(card)
        elif player.colour() or any(other.colour() == card.colour for other in self.players):
            player.reserve.append(card)
        else:
            self._start_castle(player, card)

    def _start_castle(self, player: Player, card: Card) -> None:
        older_parts = of_colour(player.reserve, card.colour)
        player.castle = [card, *older_parts]
        player.reserve = [each for each in player.reserve if each not in older_parts]
        if self.lock_colour:
            player.locked = card.colour
        castle = names(player.castle)
        self.log.append({"type": "build", "seat": self.active, "colour": card.colour, "castle": castle})

    # -- the witch --------------------------------------------------------------------------------------------

    def _use_fairy(self, player: Player) -> None:
        self.returned.append(player.give(player.fairies()[0]))
        self.log.append({"type": "fairy", "seat": self.active})
        self._return_witch()
        self._end_turn()

    def _pay(self, player: Player, cards: list[str]) -> None:
        colour = player.colour()
        for name in cards:
            owned = player.castle + player.reserve
            self.returned.append(player.give(next(card for card in owned if card.name == name)))
        self.log.append({"type": "pay", "seat": self.active, "cards": cards})
        self._return_witch()
        if colour and not player.colour():
            self.log.append({"type": "free", "seat": self.active, "colour": colour})
        self._end_turn()

    def _return_witch(self) -> None:
        assert self.shown_witch is not None
        self.returned.append(self.shown_witch)
        self.shown_witch = None

    # -- buying -----------------------------------------------------------------------------------------------

    def _buy(self, buyer: Player, seat: int, name: str) -> None:
        seller = self.players[seat]
        card = next(card for card in seller.reserve if card.name == name)
        buyer.castle.append(seller.give(card))
        for diamond in buyer.diamonds()[:PRICE]:
            seller.reserve.append(buyer.give(diamond))
        self.log.append({"type": "buy", "seat": self.active, "seller": seat, "card": name})
        if len(buyer.castle) == FULL_CASTLE:
            self._win()
        else:
            self._end_turn()

    def _offers(self, seat: int) -> list[Json]:
        """Everything that the player may buy now."""
        buyer = self.players[seat]
        if not buyer.colour() or len(buyer.diamonds()) < PRICE:
            return []
        return [
            {"type": "buy", "seller": other, "card": card.name}
            for other, seller in enumerate(self.players)
            if other != seat
            for card in of_colour(seller.reserve, buyer.colour())
        ]

    # -- the end ----------------------------------------------------------------------------------------------

    def _win(self) -> None:
        self._end([1 if seat == self.active else 2 for seat in range(len(self.players))], capped=False)

    def _ranks_at_the_cap(self) -> list[int]:
        """The most castle cards win, then the most diamonds; the others come after all who won, and equally."""
        results = [(len(player.castle), len(player.diamonds())) for player in self.players]
        winners = results.count(max(results))
        return [1 if result == max(results) else 1 + winners for result in results]

    def _end(self, ranks: list[int], capped: bool) -> None:
        self.final_ranks, self.capped = ranks, capped
        self.log.append({"type": "end", "ranks": ranks, "capped": capped})

    def ranks(self) -> list[int] | None:
        return self.final_ranks

    def is_capped(self) -> bool:
        return self.capped

    # -- what is asked ----------------------------------------------------------------------------------------

    def deciders(self) -> list[int]:
        return [self.active] if self.asked else []

    def decision(self) -> str:
        return self.asked

    def options(self, seat: int) -> list[Json]:
        match self.asked:
            case "START":
                return [DRAW] if self.draw_before_buy else [DRAW, *self._offers(seat)]
            case "CONTINUE":
                may_buy = self.buy_after_draw or self.draw_before_buy
                return [DRAW, STOP, *(self._offers(seat) if may_buy else [])]
            case "WITCH":
                return [USE_FAIRY, PAY]
            case _:
                return self._payments(self.players[seat])

    def _payments(self, player: Player) -> list[Json]:
        """All sets of three own cards, alike cards being alike; with three or fewer only the set of all."""
        owned = names(player.castle + player.reserve)
        sets = set(combinations(owned, min(3, len(owned))))
        return [{"type": "pay", "cards": list(cards)} for cards in sorted(sets)]

    # -- what is seen -----------------------------------------------------------------------------------------

    def events(self, seat: int, since: int) -> list[Json]:
        """Nothing is hidden, so all see the same."""
        return self.log[since:]

    def zones(self) -> Json:
        return {
            "draw": [card.name for card in self.draw_pile],
            "returned": names(self.returned),
            "shown": self.shown_witch.name if self.shown_witch else None,
            "seats": self._seats(),
        }

    def _seats(self) -> list[Json]:
        return [
            {"colour": player.colour() or None, "castle": names(player.castle), "reserve": names(player.reserve)}
            for player in self.players
        ]

    def view(self, seat: int) -> Json:
        return {
            "game": "diamoniak",
            "variant": self.slug,
            "rules_version": RULES_VERSION,
            "seat": seat,
            "decision": self.asked,
            "active": None if self.final_ranks else self.active,
            "first": self.first,
            "turn": self.turn,
            "turn_cap": TURN_CAP,
            "drawn": self.drawn,
            "shown": self.shown_witch.name if self.shown_witch else None,
            "draw": len(self.draw_pile),
            "unseen": names(self.draw_pile),
            "returned": names(self.returned),
            "reshuffles": self.reshuffles,
            "seats": self._seats(),
            "capped": self.capped,
            "ranks": self.final_ranks,
        }

    # -- ways of playing --------------------------------------------------------------------------------------

    def weight(self, temper: str, seat: int, option: Json) -> float:
        match temper, option["type"]:
            case "bold", "stop":
                return 0.1
            case "timid", "draw":
                return 0.05
            case "timid", "pay":
                return float(sum(card[0] in "DF" for card in option.get("cards", [])))
            case "spoiler", "buy":
                return 0
            case "spoiler", "draw":
                return 0.02
            case "spoiler", "pay" if "cards" in option:
                colour = self.players[seat].colour()
                loss: int = sum({colour: 2, "D": 1}.get(card[0], 0) for card in option["cards"])
                return 0.001 + loss**4
            case "trader", "buy":
                return 20
            case "trader", "stop":
                return 0.5
        return 1
