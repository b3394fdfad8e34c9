"""Deliberate faults of the engine, to show that the comparison finds them."""

from tests.engines.oracles.mutating import Mutation

TWO, THREE, FOUR = "karmaka-2", "karmaka-3", "karmaka-4"
TEAMS, WOLF = "karmaka-2v2", "karmaka-wolf"

MUTATIONS = (
    Mutation(
        fault="Mimic copies the oldest Deed, not the exposed one",
        file="karmaka/abilities/mosaic.py",
        text="deeds[len(deeds) - 1]",
        instead="deeds[0]",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="a card ruined by Denial does not let Embody work once more",
        file="karmaka/abilities/blue.py",
        text="    table.embodied = False\n",
        instead="",
        variants=(TWO, THREE, FOUR, TEAMS),
        shows_in=2,
    ),
    Mutation(
        fault="Mimic does nothing when Embody copies it",
        file="karmaka/abilities/mosaic.py",
        text="if table.mimicked:",
        instead="if table.mimicked or table.embodied:",
        variants=(TWO, THREE),
        shows_in=9,
    ),
    Mutation(
        fault="Roulette draws no more cards than were ruined, but at least one",
        file="karmaka/abilities/red.py",
        text="len(ruined) + 1",
        instead="max(len(ruined), 1)",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="a card used on the own seat or a teammate is offered to that seat",
        file="karmaka/turn.py",
        text="elif table.target in rivals:",
        instead="elif table.target != NO_SEAT:",
        variants=(TEAMS, WOLF),
    ),
    Mutation(
        fault="offers go round to the right",
        file="karmaka/turn.py",
        text="for rival in reversed(rivals):",
        instead="for rival in rivals:",
        variants=(THREE, FOUR),
    ),
    Mutation(
        fault="a turn has one extra play",
        file="karmaka/turn.py",
        text="table.extra_plays < EXTRA_PLAY_CAP",
        instead="table.extra_plays < 1",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="an empty supply goes on giving rings",
        file="karmaka/turn.py",
        text="1 if table.ring_supply() > 0 else 0",
        instead="1",
        variants=(TWO, FOUR),
    ),
    Mutation(
        fault="a reshuffle leaves two Ruins",
        file="karmaka/moves.py",
        text="RUINS_KEPT: Final = 3",
        instead="RUINS_KEPT: Final = 2",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="the Deeds of an old life go to the Ruins upside down",
        file="karmaka/moves.py",
        text="table.ruins += place.deeds",
        instead="table.ruins += place.deeds[::-1]",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="the card that Stolen Dreams takes is shown to all",
        file="karmaka/moves.py",
        text="table.log.add(public, seen(top), {",
        instead="table.log.add(public, EVERYBODY, {",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="a Well made of old and new cards counts as new after Destiny",
        file="karmaka/moves.py",
        text="origins[0] if origins.count(origins[0]) == len(origins) else MIXED",
        instead="origins[-1]",
        variants=(TWO, THREE, FOUR, TEAMS),
        shows_in=1,
    ),
    Mutation(
        fault="who saw a hand is sure of it after a card was put down from it unseen",
        file="karmaka/memory.py",
        text="            place.surely = changed(place.surely, observer, -surely)\n",
        instead="            pass\n",
        variants=(TWO, THREE),
    ),
    Mutation(
        fault="a third seat goes on believing what it knew of a hand after Swindle",
        file="karmaka/memory.py",
        text="            _lose_unseen_card(place, taken, observer, kind)\n",
        instead="            pass\n",
        variants=(THREE, FOUR),
    ),
    Mutation(
        fault="with four seats cards on anybody may name the seat opposite",
        file="karmaka/layout.py",
        text="_reachable(variant, seat, list(range(seats)))",
        instead="range(seats)",
        variants=(FOUR,),
    ),
    Mutation(
        fault="at the last turn rings count more than levels",
        file="karmaka/ending.py",
        text="[place.level, place.rings, ",
        instead="[place.rings, place.level, ",
        variants=(THREE, WOLF),
    ),
    Mutation(
        fault="the last turn does not depend on the number of seats",
        file="karmaka/layout.py",
        text="self.turn_cap = TURNS_PER_SEAT * seats",
        instead="self.turn_cap = TURNS_PER_SEAT * 2",
        variants=(THREE, TEAMS),
    ),
    Mutation(
        fault="a seat whose cards are all alike is not asked which one to ruin or to sow",
        file="karmaka/legal.py",
        text="return size(table.places[table.top.seat].hand) > 1",
        instead="return len(different_kinds(table.places[table.top.seat].hand)) > 1",
        variants=(TWO, THREE),
        shows_in=1,
    ),
)
