"""The rules once more, as slow and as literal as possible: zones are lists of card names, nothing is derived.

Games of the engine are compared with it decision by decision.
"""

from itertools import combinations

from engines.chance import Deal
from engines.diamoniak.cards import CARD_NAMES, full_deck

Choice = tuple[object, ...]


class Oracle:
    """One game; ``ask`` is the present decision with its choices, ``None`` at the end."""

    def __init__(self, seats: int, deal: Deal, first: int, buy_after_draw: bool, lock_colour: bool) -> None:
        deck = full_deck()
        deal.stream("shuffle").shuffle(deck)
        self.deal, self.seats, self.seat = deal, seats, first
        self.buy_after_draw, self.lock_colour = buy_after_draw, lock_colour
        self.draw = [CARD_NAMES[kind] for kind in deck]
        self.returned: list[str] = []
        self.castle: list[list[str]] = [[] for _ in range(seats)]
        self.reserve: list[list[str]] = [[] for _ in range(seats)]
        self.started = [""] * seats
        self.turns, self.reshuffles = 1, 0
        self.winner = -1
        self.ask: tuple[str, set[Choice]] | None = None
        self.start_turn()

    def colour(self, seat: int) -> str:
        if self.lock_colour:
            return self.started[seat]
        return self.castle[seat][0][0] if self.castle[seat] else ""

    def purchases(self) -> set[Choice]:
        mine = self.colour(self.seat)
        if not mine or self.reserve[self.seat].count("D") < 3:
            return set()
        others = [seat for seat in range(self.seats) if seat != self.seat]
        return {("buy", seller, card) for seller in others for card in self.reserve[seller] if card[0] == mine}

    def start_turn(self) -> None:
        offers = self.purchases()
        if offers:
            self.ask = ("START", {("draw",)} | offers)
        else:
            self.draw_card()

    def draw_card(self) -> None:
        if not self.draw:
            self.reshuffles += 1
            kinds = sorted(CARD_NAMES.index(card) for card in self.returned)
            self.deal.stream("reshuffle", self.reshuffles).shuffle(kinds)
            self.draw, self.returned = [CARD_NAMES[kind] for kind in kinds], []
        card = self.draw.pop(0)
        if card == "W":
            self.returned.append("W")
            if "F" in self.reserve[self.seat]:
                self.ask = ("WITCH", {("fairy",), ("pay",)})
            else:
                self.ask_payment()
            return
        self.place(card)
        if len(self.castle[self.seat]) == 6:
            self.winner, self.ask = self.seat, None
            return
        self.ask = ("CONTINUE", {("draw",), ("stop",)} | (self.purchases() if self.buy_after_draw else set()))

    def place(self, card: str) -> None:
        castle, reserve, letter = self.castle[self.seat], self.reserve[self.seat], card[0]
        mine = self.colour(self.seat)
        others = [self.colour(seat) for seat in range(self.seats) if seat != self.seat]
        if len(card) == 2 and (mine == letter or (not mine and letter not in others)):
            self.started[self.seat] = letter
            castle += [card, *(each for each in reserve if each[0] == letter)]
            reserve[:] = [each for each in reserve if each[0] != letter]
        else:
            reserve.append(card)

    def ask_payment(self) -> None:
        owned = self.castle[self.seat] + self.reserve[self.seat]
        choices = {tuple(sorted(three)) for three in combinations(owned, min(3, len(owned)))}
        if len(choices) == 1:
            self.pay(choices.pop())
        else:
            self.ask = ("PAY", {("pay", *three) for three in choices})

    def pay(self, cards: tuple[str, ...]) -> None:
        for card in cards:
            zone = self.castle[self.seat] if card in self.castle[self.seat] else self.reserve[self.seat]
            zone.remove(card)
            self.returned.append(card)
        self.end_turn()

    def end_turn(self) -> None:
        self.ask = None
        if self.turns == 400:
            return
        self.turns += 1
        self.seat = (self.seat + 1) % self.seats
        self.start_turn()

    def choose(self, choice: Choice) -> None:
        if choice == ("draw",):
            self.draw_card()
        elif choice == ("stop",):
            self.end_turn()
        elif choice == ("fairy",):
            self.reserve[self.seat].remove("F")
            self.returned.append("F")
            self.end_turn()
        elif choice == ("pay",):
            self.ask_payment()
        elif choice[0] == "pay":
            self.pay(tuple(str(card) for card in choice[1:]))
        else:
            self.buy(int(str(choice[1])), str(choice[2]))

    def buy(self, seller: int, card: str) -> None:
        for _ in range(3):
            self.reserve[self.seat].remove("D")
            self.reserve[seller].append("D")
        self.reserve[seller].remove(card)
        self.castle[self.seat].append(card)
        if len(self.castle[self.seat]) == 6:
            self.winner, self.ask = self.seat, None
        else:
            self.end_turn()
