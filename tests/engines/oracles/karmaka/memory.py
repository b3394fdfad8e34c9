"""What somebody at the table remembers of cards that are hidden now. It is never wrong, and not always complete."""

from collections import Counter
from dataclasses import dataclass, field

from tests.engines.oracles.karmaka.cards import OLD, WELL, Card

Bag = Counter[str]
"""Cards by name, without an order."""


@dataclass
class Mind:
    """The memory of one seat, or of a spectator."""

    observer: int
    surely: dict[int, Bag]
    """Cards that lie in a seat's hand."""
    perhaps: dict[int, Bag]
    """Cards that lie in a seat's hand or among the cards that this seat has put down and the observer has not seen."""
    can_be: dict[str, Bag] = field(default_factory=dict)
    """What the unseen face-down cards from the present Well, and those from earlier ones, can be at most."""

    # -- face-down cards --------------------------------------------------------------------------------------

    def sees(self, card: Card) -> None:
        """A face-down card, for the first time: it is none of the unseen ones any more."""
        if card.source in (WELL, OLD):
            self.can_be[card.source] -= Bag([card.name])
        elif card.source.startswith("hand"):
            self.perhaps[int(card.source.removeprefix("hand "))] -= Bag([card.name])

    def loses_sight_of(self, card: Card) -> None:
        """A card seen before lies among others now."""
        if card.source in (WELL, OLD):
            self.can_be[card.source] += Bag([card.name])

    def sees_new_well(self, cards: Bag, unaccounted: Bag) -> None:
        """A reshuffle: the Well is made of cards that lay open. Older cards can only be what is nowhere else."""
        self.can_be = {WELL: Bag(cards), OLD: Bag(unaccounted)}

    # -- hands ------------------------------------------------------------------------------------------------

    def sees_in_hand(self, owner: int, cards: Bag) -> None:
        """Part of a hand, or all of it. What may be one of these cards is one of them."""
        all_together = self.surely[owner] + self.perhaps[owner]
        self.surely[owner] |= cards
        self.perhaps[owner] = all_together - self.surely[owner]

    def knows_what_came(self, owner: int, card: Card) -> None:
        self.surely[owner] += Bag([card.name])

    def knows_what_left(self, owner: int, card: Card) -> None:
        """Copies are alike: if one was surely there and one leaves, none is sure any more."""
        if self.surely[owner][card.name]:
            self.surely[owner] -= Bag([card.name])
        else:
            self.perhaps[owner] -= Bag([card.name])

    def saw_a_card_put_down(self, owner: int) -> None:
        """It may have been any of those that were surely in the hand."""
        self.perhaps[owner] += self.surely[owner]
        self.surely[owner] = Bag()

    def saw_a_card_go_to_another_hand(self, owner: int, thief: int, hand: Bag) -> None:
        """Straight out of a hand. It may have been any of the cards remembered there: one less of every name."""
        if len(hand) == 1 and self.surely[owner] == hand:
            self.surely[owner] -= Bag(list(hand))
            self.surely[thief] += Bag(list(hand))
            return
        for name in self.surely[owner].keys() | self.perhaps[owner].keys():
            (self.surely if self.surely[owner][name] else self.perhaps)[owner] -= Bag([name])

    def saw_a_put_down_card_go_to_another_hand(self, owner: int) -> None:
        """It may have been any of those that are perhaps in that hand."""
        self.perhaps[owner] -= Bag(list(self.perhaps[owner]))

    def all_put_down_cards_are_known(self, owner: int) -> None:
        """What lies nowhere else is in the hand."""
        self.surely[owner] += self.perhaps[owner]
        self.perhaps[owner] = Bag()
