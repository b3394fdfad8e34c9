"""A game of Karma, turn by turn, as the rules page tells it."""

from tests.engines.oracles.chance import number_below, numbers, shuffled
from tests.engines.oracles.interface import Json, Oracle
from tests.engines.oracles.karma import choices
from tests.engines.oracles.karma.cards import (
    BOTTOMS_UP,
    GIVE_THE_PILE,
    TABLE_CARD,
    Card,
    face,
    fits,
    names,
    sorted_names,
    the_60_cards,
)
from tests.engines.oracles.karma.player import Player

RULES_VERSION = 2
TURN_CAP = 1000


class Karma(Oracle):
    def __init__(self, slug: str, seed: bytes, first: int | None) -> None:
        name, *options = slug.split("+")
        _game, seats, *foresight = name.split("-")
        self.slug = slug
        self.foresight = bool(foresight)
        self.strict_follow_up = "strictFollowUp" in options
        self.full_order = "fullOrder" in options
        self.players = [Player() for _seat in range(int(seats))]
        self.first = number_below(int(seats), numbers(seed, "first-seat")) if first is None else first
        self.active: int | None = None
        self.turn = 0
        self.draw_pile = shuffled(the_60_cards(), numbers(seed, "shuffle"))
        """The next card is the first of the list."""
        self.pile: list[Card] = []
        """From bottom to top."""
        self.box: list[Card] = []
        self.out: list[int] = []
        self.asked = "CHOOSE_UP"
        self.must_fit: Card | None = None
        """With strictFollowUp, what the card after T has to fit."""
        self.before_g: Card | None = None
        """What G had to fit, while its player says who gets the pile."""
        self.final_ranks: list[int] | None = None
        self.capped = False
        self.log: list[tuple[Json, int | None, Json]] = []
        """Events: what all see, the seat that sees more, and what it sees besides."""
        self._deal(seed)

    # -- setup ------------------------------------------------------------------------------------------------

    def _deal(self, seed: bytes) -> None:
        self._tell("start", first=self.first)
        for seat, player in enumerate(self.players):
            three = [self.draw_pile.pop(0) for _slot in range(3)]
            player.down = [*(shuffled(three, numbers(seed, f"foresight/{seat}")) if self.foresight else three)]
        for seat, player in enumerate(self.players):
            player.hand = [self.draw_pile.pop(0) for _card in range(6)]
            if self.foresight:
                self._tell("foresight", seat=seat, secret={"cards": sorted_names(player.face_down())})
            self._tell("deal", seat=seat, count=6, secret={"cards": sorted_names(player.hand)})

    def _choose_up(self, player: Player, cards: list[str]) -> None:
        player.chosen = cards
        if any(each.chosen is None for each in self.players):
            return
        for seat, each in enumerate(self.players):
            for name in each.chosen or []:
                each.up += each.lay("hand", face(name), 1)
            each.chosen = None
            self._tell("reveal", seat=seat, cards=sorted_names(each.up))
        self._begin_turn(self.first)

    # -- the turn ---------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self.active = seat
        self.turn += 1
        self._tell("turn", seat=seat, turn=self.turn)
        self._ask("MAIN")

    def _end_turn(self, seat: int) -> None:
        self._draw_up(seat)
        if self._is_decided():
            return
        if self.turn == TURN_CAP:
            self._end(capped=True)
            return
        seats = len(self.players)
        following = [(seat + step) % seats for step in range(1, seats + 1)]
        self._begin_turn(next(each for each in following if self.players[each].number_of_cards()))

    def _draw_up(self, seat: int) -> None:
        missing = max(0, 3 - len(self.players[seat].hand))
        cards, self.draw_pile = self.draw_pile[:missing], self.draw_pile[missing:]
        if cards:
            self.players[seat].hand += cards
            self._tell("draw", seat=seat, count=len(cards), secret={"cards": names(cards)})

    def _ask(self, decision: str) -> None:
        """Put a decision, or carry it out if all at the table know that it has one option."""
        assert self.active is not None
        self.asked = decision
        if choices.all_know_that_there_is_one(self, self.active):
            self.choose(self.active, self.options(self.active)[0])

    def choose(self, seat: int, option: Json) -> None:
        player = self.players[seat]
        match option["type"]:
            case "choose":
                self._choose_up(player, option["cards"])
            case "play":
                self._play(seat, option["zone"], face(option["card"]), option["count"])
            case "flip":
                self._flip(seat, option["slot"])
            case "take":
                self._take(seat, self._lift_pile())
                self._end_turn(seat)
            case "give":
                self._give(seat, option["seat"])

    # -- laying cards -----------------------------------------------------------------------------------------

    def _play(self, seat: int, zone: str, card: Card, count: int) -> None:
        cards = self.players[seat].lay(zone, card, count)
        self._tell("play", seat=seat, zone=zone, cards=names(cards))
        self._lay(seat, cards)

    def _flip(self, seat: int, slot: int) -> None:
        top = self.required()
        card = self.players[seat].turn_over(slot)
        self._tell("flip", seat=seat, slot=slot, cards=[card.name], fits=fits(card, top))
        if fits(card, top):
            self._lay(seat, [card])
        else:
            self._take(seat, [*self._lift_pile(), card])
            self._end_turn(seat)

    def _lay(self, seat: int, cards: list[Card]) -> None:
        """Equal cards come to the pile, or to the box if it is G; then what they bring about."""
        required = self.required()
        if cards[0] == GIVE_THE_PILE:
            self.before_g = required
            self.box += cards
            self._give_the_pile(seat)
            return
        self.pile += cards
        if self._clear():
            self._start_anew(seat)
        elif cards[0] == BOTTOMS_UP:
            self._bottoms_up(seat)
        elif cards[0] == TABLE_CARD and self.players[seat].number_of_cards():
            self.must_fit = required
            self._ask("FOLLOW_UP")
        else:
            self._action_done(seat)

    def _clear(self) -> bool:
        """Three equal cards on top: the whole pile goes to the box."""
        if len(self.pile) < 3 or len(set(self.pile[-3:])) > 1:
            return False
        self._tell("clear", cards=names(self.pile))
        self.box += self._lift_pile()
        return True

    def _start_anew(self, seat: int) -> None:
        """Who cleared the pile starts the next one in the same turn."""
        if not self.players[seat].hand:
            self._draw_up(seat)
        if self._is_decided():
            return
        if self.players[seat].number_of_cards():
            self._ask("MAIN")
        else:
            self._end_turn(seat)

    def _bottoms_up(self, seat: int) -> None:
        bottom = self.pile.pop(0)
        self.pile.append(bottom)
        self._tell("bottom-up", cards=[bottom.name])
        if self._clear():
            self._start_anew(seat)
        else:
            self._action_done(seat)

    def _action_done(self, seat: int) -> None:
        if not self._is_decided():
            self._end_turn(seat)

    # -- taking and giving ------------------------------------------------------------------------------------

    def _lift_pile(self) -> list[Card]:
        cards, self.pile = self.pile, []
        return cards

    def _take(self, seat: int, cards: list[Card]) -> None:
        self.players[seat].take(cards)
        if seat in self.out:
            self.out.remove(seat)
        self._tell("take", seat=seat, cards=names(cards))

    def _give_the_pile(self, seat: int) -> None:
        if self.pile:
            self._ask("GIVE_TO")
        else:
            self._action_done(seat)

    def _give(self, seat: int, to: int) -> None:
        self._tell("give", seat=seat, to=to)
        self._take(to, self._lift_pile())
        self._action_done(seat)

    # -- the end ----------------------------------------------------------------------------------------------

    def _is_decided(self) -> bool:
        """Notes who is out now; ends the game if only one still has cards."""
        if self.final_ranks is not None:
            return True
        if self.draw_pile:
            return False
        holders = [seat for seat, player in enumerate(self.players) if player.number_of_cards()]
        for seat in range(len(self.players)):
            if seat not in holders and seat not in self.out:
                self.out.append(seat)
                self._tell("out", seat=seat)
        if len(holders) == 1:
            self._end(capped=False)
        return len(holders) == 1

    def _end(self, capped: bool) -> None:
        self.asked, self.active, self.capped = "", None, capped
        self.final_ranks = self._ranks()
        self._tell("over", capped=capped)

    def _ranks(self) -> list[int]:
        cards = [player.number_of_cards() for player in self.players]
        if self.full_order:
            results = [self.out.index(seat) if seat in self.out else 100 + cards[seat] for seat in range(len(cards))]
            return [1 + sum(other < result for other in results) for result in results]
        losers = cards.count(max(cards))
        if losers == len(cards):
            return [1] * losers
        return [len(cards) - losers + 1 if count == max(cards) else 1 for count in cards]

    def ranks(self) -> list[int] | None:
        return self.final_ranks

    def is_capped(self) -> bool:
        return self.capped

    # -- what is asked ----------------------------------------------------------------------------------------

    def deciders(self) -> list[int]:
        if self.asked == "CHOOSE_UP":
            return [seat for seat, player in enumerate(self.players) if player.chosen is None]
        return [] if self.active is None else [self.active]

    def decision(self) -> str:
        return self.asked

    def options(self, seat: int) -> list[Json]:
        return choices.options(self, seat)

    def required(self) -> Card | None:
        """The card that the next one laid has to fit; None if anything goes."""
        if self.asked == "FOLLOW_UP":
            return self.must_fit if self.strict_follow_up else None
        return self.pile[-1] if self.pile else None

    def weight(self, temper: str, seat: int, option: Json) -> float:
        return choices.weight(self, temper, seat, option)

    # -- what is seen -----------------------------------------------------------------------------------------

    def _tell(self, event: str, secret: Json | None = None, **public: object) -> None:
        owner = public["seat"] if secret else None
        assert owner is None or isinstance(owner, int)
        self.log.append(({"type": event, **public}, owner, secret or {}))

    def events(self, seat: int, since: int) -> list[Json]:
        return [public | secret if seat == owner else public for public, owner, secret in self.log[since:]]

    def zones(self) -> Json:
        return {
            "draw": names(self.draw_pile),
            "pile": names(self.pile),
            "box": sorted_names(self.box),
            "out": self.out,
            "seats": [
                {
                    "hand": sorted_names(player.hand),
                    "known": sorted_names(player.seen_taken),
                    "up": sorted_names(player.up),
                    "down": [card.name if card else None for card in player.down],
                    "chosen": player.chosen,
                }
                for player in self.players
            ],
        }

    def view(self, seat: int) -> Json:
        return {
            "game": "karma",
            "variant": self.slug,
            "rules_version": RULES_VERSION,
            "seat": seat,
            "decision": self.asked,
            "active": self.active,
            "first": self.first,
            "turn": self.turn,
            "fits_on": self._fits_on(),
            "pile": names(self.pile),
            "box": sorted_names(self.box),
            "draw": len(self.draw_pile),
            "seats": [
                {
                    "hand": len(player.hand),
                    "known": sorted_names(player.seen_taken),
                    "up": sorted_names(player.up),
                    "down": player.full_slots(),
                }
                for player in self.players
            ],
            "out": self.out,
            "ranks": self.final_ranks,
            "own": None if seat < 0 else self._own(self.players[seat]),
        }

    def _fits_on(self) -> str | None:
        required = self.before_g if self.asked == "GIVE_TO" else self.required() if self.active is not None else None
        return required.name if required else None

    def _own(self, player: Player) -> Json:
        return {
            "hand": sorted_names(player.hand),
            "foresight": sorted_names(player.face_down()) if self.foresight else None,
            "chosen": player.chosen,
        }
