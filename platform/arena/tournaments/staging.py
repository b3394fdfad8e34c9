"""Staged reveal: a tournament as far as its results are shown.

Matches of such a tournament are played under a seal. What everybody may see is planned anew from the facts without the
sealed results: brackets fill and tables grow exactly as if the rest had not been played. So nothing has to be blotted
out one by one, and nothing can be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from arena.matches.models import Match
from arena.tournaments.models import Node, Play, PlayState, Tournament
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.stages import TournamentFacts, TournamentPlan, plan_tournament
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.running.facts import tournament_facts

Place = tuple[int, int]
"""Stage and round."""


@dataclass(frozen=True)
class Staging:
    """What is under seal, and what is left when one looks past it."""

    tournament: Tournament
    sealed: frozenset[NodeKey]
    """Matches with a take that is not revealed."""
    played: frozenset[NodeKey]
    """Those of them whose result is known: they could be revealed."""

    @property
    def front(self) -> Place | None:
        """The round that is revealed next; None: everything that was scheduled is revealed."""
        return min(((key.stage, key.round) for key in self.sealed), default=None)

    @property
    def next_matches(self) -> list[NodeKey]:
        """Of the round that is revealed next, in order."""
        return sorted(key for key in self.sealed if (key.stage, key.round) == self.front)

    @property
    def is_ready(self) -> bool:
        """Whether the whole next round could be revealed."""
        return bool(self.sealed) and self.played.issuperset(self.next_matches)

    @cached_property
    def plan(self) -> TournamentPlan | None:
        """What everybody may know; None while that cannot be planned: then nothing is shown."""
        try:
            return plan_tournament(self._facts())
        except TournamentError:
            return None

    def _facts(self) -> TournamentFacts:
        all_facts = tournament_facts(self.tournament)
        if self.front is None:
            return all_facts
        stage, number = self.front
        facts = all_facts.facts
        shown = replace(
            facts,
            results=tuple(result for result in facts.results if result.key not in self.sealed),
            overrides=tuple(override for override in facts.overrides if override.key not in self.sealed),
            # The pairings of the next round follow from what is revealed; those of later rounds tell results.
            published=tuple(round_ for round_ in facts.published if (round_.key.stage, round_.key.round) <= self.front),
            departures=tuple(
                departure for departure in facts.departures if (departure.stage, departure.round) <= (stage, number + 1)
            ),
        )
        lineups = {at: lineup for at, lineup in all_facts.lineups.items() if at <= stage}
        return TournamentFacts(all_facts.setups, shown, lineups)


def staging_of(tournament: Tournament) -> Staging:
    """One query."""
    plays = Play.objects.filter(node__round__stage__tournament=tournament, match__is_sealed=True)
    rows = plays.values_list(
        "node__round__stage__number", "node__round__number", "node__number", "state", "node__state"
    )
    sealed, open_ones = set(), set()
    for stage, number, match, state, node_state in rows:
        key = NodeKey(stage, number, match)
        sealed.add(key)
        if state == PlayState.OPEN or node_state in ("ready", "waiting", "running"):
            open_ones.add(key)
    return Staging(tournament, frozenset(sealed), frozenset(sealed - open_ones))


def is_sealed(tournament: Tournament) -> bool:
    """Whether anything is left to reveal."""
    if not tournament.is_staged:
        return False
    return Match.objects.filter(play__node__round__stage__tournament=tournament, is_sealed=True).exists()


def sealed_rounds(tournament: Tournament) -> set[Place]:
    if not tournament.is_staged:
        return set()
    rows = Node.objects.filter(round__stage__tournament=tournament, plays__match__is_sealed=True)
    return set(rows.values_list("round__stage__number", "round__number"))


def lift_seals(tournament: Tournament, keys: list[NodeKey] | None = None) -> None:
    """Of some matches with all their takes; of all without ``keys``."""
    plays = Play.objects.filter(node__round__stage__tournament=tournament, match__is_sealed=True)
    rows = plays.values_list("match", "node__round__stage__number", "node__round__number", "node__number")
    wanted = [match for match, *key in rows if keys is None or NodeKey(*key) in keys]
    Match.objects.filter(pk__in=wanted).update(is_sealed=False)
