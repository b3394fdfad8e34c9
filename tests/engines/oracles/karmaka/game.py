"""A game from the deal to the end: turns, the ways to play a card, the Karmic Cost, reincarnation."""

from dataclasses import dataclass

from tests.engines.oracles.interface import Json
from tests.engines.oracles.karmaka.abilities import ABILITIES, NOBODY
from tests.engines.oracles.karmaka.asking import Asking, Question, ask
from tests.engines.oracles.karmaka.cards import Card, Kind, UsedOn, different_names, sorted_names
from tests.engines.oracles.karmaka.table import (
    CARDS_OF_A_LIFE,
    EXTRA_PLAYS_PER_TURN,
    LEVELS,
    POINTS_NEEDED,
    Chain,
    Mode,
    Player,
    Table,
)


@dataclass(frozen=True)
class Step:
    """Something that remains to be done, as the view names it."""

    name: str
    seat: int
    card: str | None
    number: int = 0


class Game:
    """The rules. ``run`` asks its way through the game."""

    def __init__(self, mode: Mode, seed: bytes, first: int | None) -> None:
        self.mode, self.table = mode, Table(mode, seed)
        self.first = self.table.draw_first_seat() if first is None else first
        self.active = self.first
        self.turn = 0
        self.extra_plays = 0
        self.chain = Chain()
        self.still_to_do: list[Step] = []
        """What comes after the present question, the next one last."""
        self.winner: int | None = None
        self.is_over = False
        self.is_capped = False

    @property
    def players(self) -> list[Player]:
        return self.table.players

    # -- turns ------------------------------------------------------------------------------------------------

    def run(self) -> Asking[None]:
        self.table.deal()
        for player in self.players:
            hand = {"cards": sorted_names(player.hand)}
            self.table.tell_some(
                "dealt", frozenset({player.seat}), hand, seat=player.seat, hand=len(player.hand), deck=len(player.deck)
            )
        yield from self.take_turns()

    def take_turns(self) -> Asking[None]:
        while True:
            self.turn += 1
            self.extra_plays = 0
            self.table.tell("turn", seat=self.active, turn=self.turn)
            yield from self.take_turn(self.active)
            if self.winner is not None or self.turn == self.mode.last_turn:
                break
            self.active = (self.active + 1) % self.mode.seats
        self.is_over, self.is_capped = True, self.winner is None
        self.table.tell("over", capped=self.is_capped)

    def take_turn(self, seat: int) -> Asking[None]:
        player = self.players[seat]
        if not player.hand and not player.deck:
            yield from self.reincarnate(player)
            return
        if player.deck:
            self.draw_from_deck(player)
        options = self.ways_to_play(player)
        if player.deck:
            options.append({"type": "pass"})
        answer = yield from ask(Question(seat, "PLAY", options, None))
        if answer == {"type": "pass"}:
            self.table.tell("pass", seat=seat)
            return
        yield from self.play(seat, answer)

    def ways_to_play(self, player: Player) -> list[Json]:
        modes = ["deed", "ability", "future"] + ["mate"] * self.mode.plays_for_mate
        names = different_names(player.hand)
        return [{"type": "play", "mode": mode, "card": name} for mode in modes for name in names]

    def play(self, seat: int, way: Json) -> Asking[None]:
        if way["mode"] == "deed":
            self.lay_deed(seat, way["card"])
        elif way["mode"] == "future":
            self.put_on_future(seat, seat, way["card"])
        elif way["mode"] == "mate":
            self.put_on_future(seat, self.mode.mate_of(seat), way["card"])
        else:
            yield from self.play_for_ability(seat, way["card"])

    # -- abilities --------------------------------------------------------------------------------------------

    def play_for_ability(self, seat: int, name: str) -> Asking[None]:
        card = self.table.out_of_hand_openly(seat, self.players[seat].card_in_hand(name))
        self.table.centre = card
        self.chain = Chain()
        self.table.tell("ability", seat=seat, card=name)
        self.still_to_do = [Step("EXTRA", seat, name), Step("COST", seat, name)]
        yield from self.do_what_it_says(seat, card.kind)
        yield from self.offer(seat, card)
        self.still_to_do = []
        gives_extra_play = self.chain.extra_play
        # What the chain has used stays to be read until the next one begins.
        self.chain.target, self.chain.extra_play = None, False
        if gives_extra_play and self.players[seat].hand and self.extra_plays < EXTRA_PLAYS_PER_TURN:
            yield from self.extra_play(self.players[seat])

    def do_what_it_says(self, seat: int, kind: Kind) -> Asking[None]:
        """A card's ability: first whom it is used on, in any case, then what happens."""
        target = NOBODY
        if kind.used_on is not UsedOn.NOBODY:
            options: list[Json] = [{"type": "target", "seat": other} for other in self.targets(seat, kind.used_on)]
            answer = yield from ask(Question(seat, "TARGET", options, kind.name))
            target = self.chain.target = answer["seat"]
            self.table.tell("target", seat=seat, on=target)
        self.chain.extra_play = kind.extra_play
        yield from ABILITIES[kind.name](self, seat, target)

    def targets(self, seat: int, used_on: UsedOn) -> list[int]:
        anybody = used_on is UsedOn.ANYBODY
        others = [other for other in range(self.mode.seats) if anybody or self.mode.are_rivals(seat, other)]
        if self.mode.four_for_themselves:
            others = [other for other in others if not self.mode.sit_opposite(seat, other)]
        return others

    def copy(self, seat: int, card: Card) -> Asking[None]:
        """The card in the centre does what another card does, as if it were printed on it."""
        self.table.tell("copy", seat=seat, card=card.name)
        yield from self.do_what_it_says(seat, card.kind)

    def offer(self, seat: int, card: Card) -> Asking[None]:
        """The Karmic Cost."""
        target, name = self.chain.target, card.name
        rivals = self.mode.rivals_from_the_left(seat)
        if target is not None and self.mode.are_rivals(seat, target):
            rivals = [target]
        take_or_not: list[Json] = [{"type": "take"}, {"type": "decline"}]
        for at, rival in enumerate(rivals):
            later = [Step("OFFER", other, name) for other in reversed(rivals[at + 1 :])]
            self.still_to_do = [Step("EXTRA", seat, name), Step("RUIN_CENTRE", seat, name), *later]
            answer = yield from ask(Question(rival, "OFFER", take_or_not, name))
            self.table.tell("accept" if answer["type"] == "take" else "decline", seat=rival, card=name)
            if answer["type"] == "take":
                self.table.centre = None
                self.players[rival].future.append(card)
                return
        self.table.centre = None
        self.table.ruin(card)
        self.table.tell("ruin_centre", card=name)

    def extra_play(self, player: Player) -> Asking[None]:
        options: list[Json] = [*self.ways_to_play(player), {"type": "stop"}]
        answer = yield from ask(Question(player.seat, "EXTRA_PLAY", options, None))
        if answer == {"type": "stop"}:
            self.table.tell("stop", seat=player.seat)
            return
        self.extra_plays += 1
        yield from self.play(player.seat, answer)

    # -- reincarnation ----------------------------------------------------------------------------------------

    def reincarnate(self, player: Player) -> Asking[None]:
        rings_to_pay = yield from self.rings_for_the_next_level(player)
        if rings_to_pay is None:
            self.stay(player)
        else:
            self.ascend(player, rings_to_pay)
        if self.winner is None:
            self.begin_new_life(player)

    def rings_for_the_next_level(self, player: Player) -> Asking[int | None]:
        """How many rings the seat pays to ascend; None if it stays."""
        missing = POINTS_NEEDED[player.level] - player.score()
        if missing <= 0:
            return 0
        if missing > player.rings:
            return None
        answer = yield from ask(Question(player.seat, "RINGS", [{"type": "pay"}, {"type": "stay"}], None, missing))
        return missing if answer == {"type": "pay"} else None

    def stay(self, player: Player) -> None:
        gained = min(1, self.table.ring_supply)
        self.table.ring_supply -= gained
        player.rings += gained
        self.table.tell("stay", seat=player.seat, rings_gained=gained)

    def ascend(self, player: Player, rings: int) -> None:
        self.table.ring_supply += rings
        player.rings -= rings
        player.level += 1
        self.table.tell("ascend", seat=player.seat, level=player.level, rings_paid=rings)
        if LEVELS[player.level] == "Transcendence":
            self.winner = player.seat

    def begin_new_life(self, player: Player) -> None:
        table = self.table
        table.tell("ruin_deeds", seat=player.seat, cards=[card.name for card in player.deeds])
        for card in player.deeds:
            table.ruin(card)
        player.deeds = []
        cards = {"cards": [card.name for card in player.future]}
        table.tell_some("future_to_hand", frozenset({player.seat}), cards, seat=player.seat, count=len(player.future))
        while player.future:
            table.into_hand(player.seat, player.future.pop(0))
        for _card in range(CARDS_OF_A_LIFE - len(player.hand)):
            self.deal_to_deck(player.seat)

    # -- cards that change their place ------------------------------------------------------------------------

    def draw_from_deck(self, player: Player) -> None:
        self._draw(player.seat, player.deck.pop(), "deck")

    def draw_from_well(self, seat: int) -> None:
        if card := self.table.next_from_well():
            self._draw(seat, card, "well")

    def _draw(self, seat: int, card: Card, stack: str) -> None:
        self.table.show(card, seat)
        self.table.tell_some("draw", card.seen_by, {"card": card.name}, seat=seat, **{"from": stack})
        self.table.into_hand(seat, card)

    def deal_to_deck(self, seat: int) -> None:
        if card := self.table.next_from_well():
            self.players[seat].deck.append(card)
            self.table.tell_some("deal", card.seen_by, {"card": card.name}, seat=seat)

    def lay_deed(self, seat: int, name: str) -> None:
        card = self.table.out_of_hand_openly(seat, self.players[seat].card_in_hand(name))
        self.players[seat].deeds.append(card)
        self.table.tell("deed", seat=seat, card=name)

    def put_on_future(self, seat: int, owner: int, name: str) -> None:
        card = self.table.out_of_hand(seat, self.players[seat].card_in_hand(name), owner)
        self.players[owner].future.append(card)
        self.table.tell_some("future", card.seen_by, {"card": name}, seat=seat, owner=owner)

    def ruin_from_hand(self, seat: int, name: str) -> Card:
        card = self.table.out_of_hand_openly(seat, self.players[seat].card_in_hand(name))
        self.table.ruin(card)
        self.table.tell("ruin", seat=seat, card=name, zone="hand")
        return card

    def ruin_face_down(self, seat: int, card: Card, zone: str) -> None:
        self.table.show_all(card)
        self.table.ruin(card)
        self.table.tell("ruin", seat=seat, card=card.name, zone=zone)

    def ruin_deed(self, seat: int, at: int) -> None:
        card = self.players[seat].deeds.pop(at)
        self.table.ruin(card)
        self.table.tell("ruin", seat=seat, card=card.name, zone="deeds")
