"""How far one game has come: its deal, the actions and faults so far, and the result they lead to. It waits for nobody.

The referee's loop (``referee.game``) holds one while programs play. A table of people holds one for the moment of a
request: ``Course.resumed`` brings it back from what is stored, so no process has to wait for a person.
"""

from collections.abc import Iterable, Sequence

from engines import engine, new_game, variant
from referee.deal import SealedDeal
from referee.faults import FaultKind
from referee.ranking import final_ranks, goes_on_after
from referee.replay import Replay, ReplayAction, ReplayFault, ReplaySeat, Termination
from referee.transcript import transcript_hash


class Course:
    """Raises ``EngineError`` for an unknown variant."""

    def __init__(self, slug: str, deal: SealedDeal, first_seat: int | None, rules_version: int | None = None) -> None:
        self.variant = variant(slug)
        self.deal = deal
        self.first_seat = first_seat
        self.rules_version = rules_version or engine(self.variant.game).rules_version
        self.state = new_game(slug, deal.deal(), first_seat, record=True, rules_version=rules_version)
        self.actions: list[ReplayAction] = []
        self.decisions: list[str] = []
        """The name of each decision that was made."""
        self.faults: list[ReplayFault] = []

    @classmethod
    def resumed(
        cls,
        slug: str,
        deal: SealedDeal,
        first_seat: int | None,
        actions: Iterable[ReplayAction],
        *,
        faults: Iterable[ReplayFault] = (),
        rules_version: int | None = None,
    ) -> "Course":
        """Where a stored game stands, by the rules it began with: a table may wait longer than a release lasts.

        Raises ``EngineError`` if the rules do not allow what is stored.
        """
        course = cls(slug, deal, first_seat, rules_version)
        for action in actions:
            course.play(action)
        course.faults.extend(faults)
        return course

    def apply(self, choice: ReplayAction) -> None:
        """A choice that is known to be legal, and everything it forces."""
        self.decisions.append(self.state.decision())
        self.state.apply(choice.action, choice.seat)
        self.actions.append(choice)

    def play(self, choice: ReplayAction) -> None:
        """The same, looked at by the engine first. Raises ``EngineError``, and nothing has changed."""
        decision = self.state.decision()
        self.state.play(choice.seat, choice.action)
        self.decisions.append(decision)
        self.actions.append(choice)

    def fail(self, seat: int, kind: FaultKind) -> None:
        self.faults.append(ReplayFault(seat, kind, len(self.actions)))

    def failed_sides(self) -> set[int]:
        return {self.variant.side_of(fault.seat) for fault in self.faults}

    def goes_on(self) -> bool:
        """Is there anything left to decide after the faults so far?"""
        return not self.faults or goes_on_after(self.variant, self.failed_sides())

    def ranks(self) -> list[int]:
        """Per side, if the game ended now."""
        reached = self.state.ranks() if self.state.is_over() else None
        return final_ranks(reached, len(self.variant.sides), self.failed_sides())

    def progress(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(side) for side in self.state.progress())

    def termination(self) -> Termination:
        if self.faults:
            return Termination.FAULT
        return Termination.CAP if self.state.is_capped() else Termination.NORMAL

    def replay(self, game_id: str, seats: Sequence[ReplaySeat]) -> Replay:
        """The game as everybody may see it once it is over."""
        rules, seed, ranks = self.rules_version, self.deal.seed, self.ranks()
        actions = [(played.seat, played.action) for played in self.actions]
        rows = [fault.row for fault in self.faults]
        return Replay(
            game_id=game_id,
            variant=self.variant.slug,
            rules_version=rules,
            first_seat=self.first_seat,
            seed=seed,
            salt=self.deal.salt,
            commitment=self.deal.commitment,
            seats=tuple(seats),
            actions=tuple(self.actions),
            faults=tuple(self.faults),
            termination=self.termination(),
            ranks=tuple(ranks),
            progress=self.progress(),
            transcript_hash=transcript_hash(self.state, rules, seed, actions, faults=rows, ranks=ranks),
        )
