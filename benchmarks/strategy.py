"""``python -m benchmarks.strategy``: what games are like and what single ideas are worth, for bot authors' pages.

First experts among themselves: how long games are, how often a seat decides, among how many actions, and what the first
seat is worth. Then the ideas.
Two bots that differ in one rule play blocks at two seats: every deal twice, seats exchanged. Points per game with a
95 % interval between blocks; 0.500 is no difference. ``--blocks 0.2`` plays a fifth of them.
"""

import argparse
import math
from collections.abc import Callable
from statistics import fmean, median, stdev
from typing import Any, NamedTuple

from engines import PUBLIC, Deal, new_game
from engines.diamoniak.actions import DRAW, FIRST_BUY, STOP
from engines.diamoniak.house import expert as diamoniak
from engines.diamoniak.payments import FIRST_PAYMENT
from engines.diamoniak.table import CONTINUE
from engines.house import Policy
from engines.karma.actions import CHOICES, CHOOSE
from engines.karma.house import expert as karma
from engines.karma.house import greedy as greedy_karma
from engines.karma.table import CHOOSE_UP
from engines.karmaka.actions import ACCEPT, DECLINE, PLAY_ABILITY, PLAY_FUTURE
from engines.karmaka.house import expert as karmaka
from engines.karmaka.table import EXTRA_PLAY, OFFER, PLAY


class Idea(NamedTuple):
    variant: str
    title: str
    with_it: Policy
    without: Policy
    blocks: int


def lowest_on_the_table(state: Any, seat: int, legal: list[int]) -> int:
    if state.current == CHOOSE_UP:
        return min(legal, key=lambda action: sum(CHOICES[action - CHOOSE]))
    return karma.choose(state, seat, legal)


def no_abilities(state: Any, seat: int, legal: list[int]) -> int:
    if state.top.step not in (PLAY, EXTRA_PLAY):
        return karmaka.choose(state, seat, legal)
    rest = [action for action in legal if not PLAY_ABILITY <= action < PLAY_FUTURE]
    return max(rest, key=lambda action: karmaka.play_worth(state, seat, action))


def answering_offers(answer: int) -> Policy:
    def choose(state: Any, seat: int, legal: list[int]) -> int:
        return answer if state.top.step == OFFER else karmaka.choose(state, seat, legal)

    return choose


def stopping_after(cards: int) -> Policy:
    def choose(state: Any, seat: int, legal: list[int]) -> int:
        if state.phase == CONTINUE:
            return STOP if state.drawn >= cards else DRAW
        return diamoniak.choose(state, seat, legal)

    return choose


def never_buying(state: Any, seat: int, legal: list[int]) -> int:
    return diamoniak.choose(state, seat, [action for action in legal if not FIRST_BUY <= action < FIRST_PAYMENT])


BOLD = diamoniak.choose_boldly
IDEAS = (
    Idea("karma-2", "all copies at once, not one at a time", karma.choose, greedy_karma.choose, 600),
    Idea("karma-2", "highest cards face up, not lowest", karma.choose, lowest_on_the_table, 600),
    Idea("karmaka-2", "abilities, not only Deeds and Future Life", karmaka.choose, no_abilities, 400),
    Idea("karmaka-2", "take fitting offers, not none", karmaka.choose, answering_offers(DECLINE), 400),
    Idea("karmaka-2", "take fitting offers, not all", karmaka.choose, answering_offers(ACCEPT), 400),
    Idea("diamoniak-2", "hardly ever stop, not weigh carefully", BOLD, diamoniak.choose, 1000),
    *(
        Idea("diamoniak-2", f"hardly ever stop, not after {cards} cards", BOLD, stopping_after(cards), 500)
        for cards in (5, 3, 2)
    ),
    Idea("diamoniak-2", "buy whenever possible, not never", diamoniak.choose, never_buying, 600),
)


def play(slug: str, deal: Deal, policies: tuple[Policy, Policy]) -> list[int]:
    state: Any = new_game(slug, deal, first_seat=0)
    while not state.is_over():
        seat = state.actor()
        state.play(seat, policies[seat](state, seat, state.legal_actions(seat)))
    ranks: list[int] = state.ranks()
    return ranks


def points(mine: int, other: int) -> float:
    return 0.5 if mine == other else float(mine < other)


def measure(idea: Idea, blocks: int, say: Callable[[str], None]) -> None:
    results = []
    for number in range(blocks):
        deal = Deal.from_text(f"{idea.title}/{number}")
        first = play(idea.variant, deal, (idea.with_it, idea.without))
        second = play(idea.variant, deal, (idea.without, idea.with_it))
        results.append((points(first[0], first[1]) + points(second[1], second[0])) / 2)
    margin = 1.96 * stdev(results) / math.sqrt(blocks)
    say(f"{idea.variant:12} {idea.title:45} {fmean(results):.3f} ± {margin:.3f}  ({blocks} blocks)")


LIKE = (
    ("karma-2", karma.choose, 1500),
    ("karma-4", karma.choose, 200),
    ("karmaka-2", karmaka.choose, 600),
    ("karmaka-4", karmaka.choose, 200),
    ("diamoniak-2", diamoniak.choose, 1500),
    ("diamoniak-4", diamoniak.choose, 200),
)


def describe(slug: str, policy: Policy, games: int, say: Callable[[str], None]) -> None:
    turns, choices, first = [], [], []
    for number in range(games):
        state: Any = new_game(slug, Deal.from_text(f"like/{number}"), first_seat=0)
        while not state.is_over():
            seat = state.actor()
            legal = state.legal_actions(seat)
            choices.append(len(legal))
            state.play(seat, policy(state, seat, legal))
        turns.append(state.view(PUBLIC)["turn"])
        ranks = state.ranks()
        first.append(fmean(points(ranks[0], other) for other in ranks[1:]))
    seats = len(ranks)
    margin = 1.96 * stdev(first) / math.sqrt(games)
    say(
        f"{slug:12} {fmean(turns):6.1f} turns, {len(choices) / games / seats:5.1f} decisions a seat among "
        f"{median(choices):g} actions (most {max(choices)}), first seat {fmean(first):.3f} ± {margin:.3f}  "
        f"({games} games)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=float, default=1.0, help="factor on the number of games and blocks")
    factor = parser.parse_args().blocks
    for slug, policy, games in LIKE:
        describe(slug, policy, max(2, round(games * factor)), print)
    for idea in IDEAS:
        measure(idea, max(2, round(idea.blocks * factor)), print)


if __name__ == "__main__":
    main()
