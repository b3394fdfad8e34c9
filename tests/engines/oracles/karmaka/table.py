"""What lies on the table, and who sits around it and remembers what."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.engines.oracles.chance import number_below, numbers, shuffled
from tests.engines.oracles.interface import SPECTATOR, Json
from tests.engines.oracles.karmaka.cards import MIXED, OLD, PLACES, WELL, Card, whole_pack
from tests.engines.oracles.karmaka.memory import Bag, Mind

LEVELS = ("Dung Beetle", "Snake", "Wolf", "Ape", "Transcendence")
POINTS_NEEDED = (4, 5, 6, 7)
RINGS = 12
CARDS_OF_A_LIFE = 6
TURNS_PER_SEAT = 300
EXTRA_PLAYS_PER_TURN = 100


@dataclass(frozen=True)
class Mode:
    """A variant: who sits at the table and who plays with whom."""

    slug: str
    seats: int
    sides: tuple[tuple[int, ...], ...]
    four_for_themselves: bool = False
    """Four seats without teams: nobody uses a card on the seat opposite."""
    plays_for_mate: bool = False
    wolf: int | None = None

    @staticmethod
    def of(slug: str) -> "Mode":
        name, _plus, option = slug.partition("+")
        if name == "karmaka-2v2":
            return Mode(slug, 4, ((0, 2), (1, 3)), plays_for_mate=True)
        if name == "karmaka-wolf":
            wolf = int(option.removeprefix("wolfSeat=") or 0)
            return Mode(slug, 3, ((wolf,), tuple(seat for seat in range(3) if seat != wolf)), wolf=wolf)
        seats = int(name.removeprefix("karmaka-"))
        return Mode(slug, seats, tuple((seat,) for seat in range(seats)), four_for_themselves=seats == 4)

    def side_of(self, seat: int) -> tuple[int, ...]:
        return next(side for side in self.sides if seat in side)

    def mate_of(self, seat: int) -> int:
        return next(other for other in self.side_of(seat) if other != seat)

    def are_rivals(self, seat: int, other: int) -> bool:
        return other not in self.side_of(seat)

    def rivals_from_the_left(self, seat: int) -> list[int]:
        around = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [other for other in around if self.are_rivals(seat, other)]

    def sit_opposite(self, seat: int, other: int) -> bool:
        return self.seats == 4 and abs(seat - other) == 2

    @property
    def last_turn(self) -> int:
        return TURNS_PER_SEAT * self.seats


@dataclass
class Player:
    """A seat and all that belongs to it. Stacks are lists from bottom to top."""

    seat: int
    hand: list[Card] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    future: list[Card] = field(default_factory=list)
    deeds: list[Card] = field(default_factory=list)
    level: int = 0
    rings: int = 0
    random_picks: int = 0
    """How often others took cards blindly from this hand: each time has random numbers of its own."""

    def card_in_hand(self, name: str) -> Card:
        return next(card for card in self.hand if card.name == name)

    def score(self) -> int:
        """Points of the best colour; mosaic counts for each of them."""
        return max(
            sum(card.kind.points for card in self.deeds if card.kind.colour in (colour, "mosaic"))
            for colour in ("red", "green", "blue")
        )

    def standing(self) -> tuple[int, int, int]:
        """What is compared when the game is cut off."""
        return self.level, self.rings, self.score()


@dataclass
class Chain:
    """The card in the centre and what its copies have done so far."""

    target: int | None = None
    extra_play: bool = False
    embody_used: bool = False
    mimic_used: bool = False


@dataclass(frozen=True)
class Event:
    """Something that happened: what everybody sees of it, and what only some do."""

    public: Json
    secret: Json
    known_by: frozenset[int]

    def seen_by(self, observer: int) -> Json:
        return {**self.public, **self.secret} if observer in self.known_by else dict(self.public)


class Table:
    """All zones, rings and tokens, and the log."""

    def __init__(self, mode: Mode, seed: bytes) -> None:
        self.mode, self.seed = mode, seed
        self.players = [Player(seat) for seat in range(mode.seats)]
        self.well: list[Card] = []
        self.ruins: list[Card] = []
        self.centre: Card | None = None
        self.aside: list[Card] = []
        """What Destiny looks at, the first one seen first."""
        self.shown: list[Card] = []
        """What Swindle shows of a hand; the cards stay in the hand."""
        self.ring_supply = RINGS
        self.reshuffles = 0
        self.log: list[Event] = []
        self.minds = {observer: self._new_mind(observer) for observer in self.everybody}
        if mode.wolf is not None:
            self.players[mode.wolf].level = LEVELS.index("Wolf")

    @property
    def everybody(self) -> frozenset[int]:
        return frozenset({SPECTATOR, *range(self.mode.seats)})

    def _new_mind(self, observer: int) -> Mind:
        hands = [seat for seat in range(self.mode.seats) if seat != observer]
        pack = Counter(card.name for card in whole_pack())
        nothing: dict[int, Counter[str]] = {seat: Counter() for seat in hands}
        return Mind(observer, dict(nothing), dict(nothing), {WELL: pack, OLD: Counter()})

    def minds_of(self, *, all_but: int) -> list[Mind]:
        return [mind for mind in self.minds.values() if mind.observer != all_but]

    # -- the log ----------------------------------------------------------------------------------------------

    def tell(self, event_type: str, **fields: Any) -> None:
        """Something that all can see."""
        self.log.append(Event({"type": event_type, **fields}, {}, frozenset()))

    def tell_some(self, event_type: str, known_by: frozenset[int], secret: Json, **fields: Any) -> None:
        """Something of which only some see everything."""
        self.log.append(Event({"type": event_type, **fields}, secret, known_by))

    # -- chance -----------------------------------------------------------------------------------------------

    def draw_first_seat(self) -> int:
        return number_below(self.mode.seats, numbers(self.seed, "first seat"))

    def deal(self) -> None:
        """Four cards to each hand, then two to each Deck, one at a time round the table."""
        self.well = shuffled(whole_pack(), numbers(self.seed, "shuffle"))
        for _round in range(4):
            for player in self.players:
                self.into_hand(player.seat, self.well.pop())
        for _round in range(2):
            for player in self.players:
                player.deck.append(self.well.pop())

    def next_from_well(self) -> Card | None:
        """The top card of the Well, which is made anew if need be; None if there is no card to be had."""
        if not self.well:
            self._reshuffle()
        return self.well.pop() if self.well else None

    def can_give_a_card(self) -> bool:
        return bool(self.well) or len(self.ruins) > 3

    def _reshuffle(self) -> None:
        if len(self.ruins) <= 3:
            return
        cards, self.ruins = self.ruins[:-3], self.ruins[-3:]
        for card in self.face_down_cards():
            if card.source == WELL:
                card.source = OLD
        for card in cards:
            card.seen_by, card.source = frozenset(), WELL
        self.reshuffles += 1
        cards.sort(key=lambda card: PLACES[card.name])
        self.well = shuffled(cards, numbers(self.seed, f"reshuffle/{self.reshuffles}"))
        for mind in self.minds.values():
            mind.sees_new_well(Counter(card.name for card in cards), self._unaccounted(mind))
        self.tell("reshuffle", cards=len(cards))

    def _unaccounted(self, mind: Mind) -> Counter[str]:
        """The cards of which an observer does not know where they are: not in the Well, which is new, nor in sight."""
        in_sight = [*self.well, *self.ruins, *([self.centre] if self.centre else [])]
        in_sight += [card for player in self.players for card in player.deeds]
        in_sight += [card for card in self.face_down_cards() if mind.observer in card.seen_by]
        if mind.observer != SPECTATOR:
            in_sight += self.players[mind.observer].hand
        remembered = sum([*mind.surely.values(), *mind.perhaps.values()], Counter[str]())
        return Counter(card.name for card in whole_pack()) - Counter(card.name for card in in_sight) - remembered

    def random_cards_of_hand(self, seat: int, count: int) -> list[Card]:
        """Cards picked blindly, in the order in which they were picked."""
        player = self.players[seat]
        hand = sorted(player.hand, key=lambda card: PLACES[card.name])
        player.random_picks += 1
        order = shuffled(hand, numbers(self.seed, f"pick/{seat}/{player.random_picks}"))
        return order[:count]

    # -- cards that change their place ------------------------------------------------------------------------

    def face_down_cards(self) -> list[Card]:
        stacks = [stack for player in self.players for stack in (player.deck, player.future)]
        return [card for stack in (self.well, self.aside, *stacks) for card in stack]

    def show(self, card: Card, *observers: int) -> None:
        """Somebody sees a face-down card, before it goes anywhere else."""
        for observer in set(observers) - card.seen_by:
            self.minds[observer].sees(card)
        card.seen_by |= frozenset(observers)

    def show_all(self, card: Card) -> None:
        self.show(card, *self.everybody)

    def into_hand(self, seat: int, card: Card) -> None:
        """The card is in no zone now. Its owner sees it, whoever saw it before knows that it is there."""
        self.show(card, seat)
        for mind in self.minds_of(all_but=seat):
            if mind.observer in card.seen_by:
                mind.knows_what_came(seat, card)
            elif card.source.startswith("hand") and card.source != f"hand {seat}":
                mind.saw_a_put_down_card_go_to_another_hand(int(card.source.removeprefix("hand ")))
        card.seen_by = frozenset()
        self.players[seat].hand.append(card)
        self.think()

    def out_of_hand(self, seat: int, card: Card, *observers: int) -> Card:
        """The card goes somewhere else; those who see which one it is are named."""
        self.players[seat].hand.remove(card)
        for mind in self.minds_of(all_but=seat):
            if mind.observer in observers:
                mind.knows_what_left(seat, card)
            else:
                mind.saw_a_card_put_down(seat)
        card.seen_by, card.source = frozenset({seat, *observers}), f"hand {seat}"
        return card

    def from_hand_to_hand(self, owner: int, thief: int, card: Card) -> None:
        """Swindle: those two know which card it is."""
        hand = Bag(each.name for each in self.players[owner].hand)
        for mind in self.minds_of(all_but=owner):
            if mind.observer == thief:
                mind.knows_what_left(owner, card)
            else:
                mind.saw_a_card_go_to_another_hand(owner, thief, hand)
        self.players[owner].hand.remove(card)
        card.seen_by, card.source = frozenset({owner, thief}), f"hand {thief}"
        self.into_hand(thief, card)

    def think(self) -> None:
        """Whoever has seen all that a seat has put down knows more of its hand."""
        for mind in self.minds.values():
            unseen = {card.source for card in self.face_down_cards() if mind.observer not in card.seen_by}
            for seat in mind.perhaps:
                if f"hand {seat}" not in unseen:
                    mind.all_put_down_cards_are_known(seat)

    def out_of_hand_openly(self, seat: int, card: Card) -> Card:
        return self._lying_open(self.out_of_hand(seat, card, *self.everybody))

    def ruin(self, card: Card) -> None:
        self.ruins.append(self._lying_open(card))
        self.think()

    def _lying_open(self, card: Card) -> Card:
        card.seen_by, card.source = self.everybody, MIXED
        return card
