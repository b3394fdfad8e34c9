"""The cards of one seat."""

from dataclasses import dataclass, field

from tests.engines.oracles.karma.cards import Card


@dataclass
class Player:
    hand: list[Card] = field(default_factory=list)
    seen_taken: list[Card] = field(default_factory=list)
    """Those hand cards that all saw the player take with the pile."""
    up: list[Card] = field(default_factory=list)
    down: list[Card | None] = field(default_factory=lambda: [None, None, None])
    chosen: list[str] | None = None
    """The choice of face-up cards, while others still choose."""

    def full_slots(self) -> list[int]:
        return [slot for slot, card in enumerate(self.down) if card is not None]

    def face_down(self) -> list[Card]:
        return [card for card in self.down if card is not None]

    def number_of_cards(self) -> int:
        return len(self.hand) + len(self.up) + len(self.face_down())

    def lay(self, zone: str, card: Card, count: int) -> list[Card]:
        """Part with equal cards of a zone. Nobody can tell a card that was seen from its equal, so those go first."""
        for _copy in range(count):
            (self.hand if zone == "hand" else self.up).remove(card)
            if zone == "hand" and card in self.seen_taken:
                self.seen_taken.remove(card)
        return [card] * count

    def turn_over(self, slot: int) -> Card:
        card = self.down[slot]
        assert card is not None
        self.down[slot] = None
        return card

    def take(self, cards: list[Card]) -> None:
        self.hand += cards
        self.seen_taken += cards
