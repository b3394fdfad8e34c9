"""Rulings on matches: override a result, replay a match; and what either does to matches that depend on it.

Results are never edited. A ruling is added and wins. Later matches that no longer fit are rebuilt if nothing of them
was played; otherwise the ruling is refused unless ``cascade`` is set, and then they become void: kept, and marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.matches.models import Game, GameState
from arena.tournaments.actions.audit import ActionError, CascadeError, log, managed
from arena.tournaments.actions.drafts import remember, unpublished
from arena.tournaments.models import Node, NodeState, Override, Play, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.plans import NodeStatus
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.refusals import told
from arena.tournaments.running import plays
from arena.tournaments.running.advance import Look, advance_locked, look
from engines.words import mark

_STARTED = (TournamentState.RUNNING, TournamentState.PAUSED)
_RULED = (NodeState.READY, NodeState.RUNNING, NodeState.DECIDED, NodeState.WALKOVER)


def override(
    tournament_id: int, node: Node, by: User, ranks: Sequence[int], reason: str, *, cascade: bool = False
) -> None:
    """Rule how a match ended; ``ranks`` in the order of its slots. It holds until it is undone."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        node = _node(tournament, node)
        if not reason.strip():
            raise ActionError(_("Say why: entrants will read it."), "reason")
        if node.state not in _RULED or len(ranks) != len(node.entrants):
            raise ActionError(_("Only a match whose entrants are all known can be ruled on, with a rank for each."))
        if node.advancing and sum(rank <= node.advancing for rank in ranks) != node.advancing:
            raise ActionError(
                _("%(count)d must go on from this match: give ranks without a tie at that place.")
                % {"count": node.advancing}, "ranks",
            )  # fmt: skip
        replaced = list(Override.objects.filter(node=node, is_lifted=False).values_list("pk", flat=True))
        Override.objects.filter(pk__in=replaced).update(is_lifted=True)
        ruling = Override.objects.create(
            node=node, entrants=list(node.entrants), ranks=list(ranks), reason=reason.strip(), by=by
        )
        drafts = unpublished(tournament)
        remembered = _unpublish(tournament, node.key)
        rebuilt = rebuild(tournament, node.key, cascade=cascade)
        text = mark("Ruled on match {match}: ranks {ranks}.")
        if rebuilt.void:
            text = mark("Ruled on match {match}: ranks {ranks}. Void and played again: {void}.")
        text = filled(text, match=node.key, ranks=", ".join(map(str, ranks)), void=", ".join(rebuilt.void))
        lifted = [*replaced, *rebuilt.lifted]
        data: dict[str, Any] = {"ruling": ruling.pk, "lifted": lifted, "rounds": remembered, "drafts": drafts}
        log(tournament, by, "override", text, reason, **data)
        advance_locked(tournament, timezone.now(), rebuilt.look)


def replay(tournament_id: int, node: Node, by: User, reason: str, *, cascade: bool = False) -> None:
    """Play a match again, with new deals. The old games stay to be looked at."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        node = _node(tournament, node)
        if not reason.strip():
            raise ActionError(_("Say why: entrants will read it."), "reason")
        play = Play.objects.filter(node=node).exclude(state="void").select_related("match").first()
        if play is None:
            raise ActionError(_("Nothing of this match was played yet."))
        Override.objects.filter(node=node, is_lifted=False).update(is_lifted=True)
        plays.drop(play, filled(mark("Replayed: {why}"), why=reason.strip()))
        _unpublish(tournament, node.key)
        rebuilt = rebuild(tournament, node.key, cascade=cascade)
        text = mark("Match {match} is played again.")
        if rebuilt.void:
            text = mark("Match {match} is played again. Void and played again: {void}.")
        log(tournament, by, "replay", filled(text, match=node.key, void=", ".join(rebuilt.void)), reason)
        advance_locked(tournament, timezone.now(), rebuilt.look)


@dataclass(frozen=True)
class Rebuilt:
    look: Look
    """To go on with: reading and planning again would give the same."""
    void: list[str]
    """Keys of the matches that had begun and became void."""
    lifted: list[int]
    """Rulings that hold no more, because their matches have other entrants now."""


def rebuild(tournament: Tournament, ruled: NodeKey | None, *, cascade: bool) -> Rebuilt:
    """Make the other matches fit the facts again. Refuses without ``cascade`` if one of them has begun."""
    here = _look(tournament)
    unfit = [play for play in here.rows.all_live() if play.node.key != ruled and not _fits(play, here.plan)]
    begun = sorted(str(play.node.key) for play in unfit if _has_begun(play))
    if begun and not cascade:
        raise CascadeError(
            _("Other matches depend on this one and have begun: %(matches)s. If you go on they become void and are "
              "played again. Confirm that you want this.") % {"matches": ", ".join(begun)},
            begun,
        )  # fmt: skip
    for play in unfit:
        plays.drop(play, mark("Void: a ruling on an earlier match changed who meets here."))
    lifted = _lift_unfit(tournament, here.plan)
    if lifted:
        # What such a ruling stood in front of counts again: the only case in which the plan changes here.
        here = _look(tournament)
    return Rebuilt(here, begun, lifted)


def _look(tournament: Tournament) -> Look:
    try:
        return look(tournament)
    except TournamentError as reason:
        raise ActionError(told(reason)) from None


def _unpublish(tournament: Tournament, after: NodeKey) -> list[dict[str, Any]]:
    """Rounds that were paired from results which changed are paired anew. Returns them as they were."""
    later = [
        row
        for row in Round.objects.filter(stage__tournament=tournament).select_related("stage")
        if (row.stage.number, row.number) > (after.stage, after.round) and get_format(row.stage.format).pairs_by_round
    ]
    remembered = remember(later)
    Round.objects.filter(pk__in=[row.pk for row in later]).update(
        state=RoundState.DRAFT, is_edited=False, completed_at=None
    )
    return remembered


def _fits(play: Play, plan: TournamentPlan) -> bool:
    node = plan.nodes.get(play.node.key)
    return node is not None and node.status is not NodeStatus.WAITING and set(node.entrants) == set(play.entrants)


def _has_begun(play: Play) -> bool:
    tried = Q(attempt_count__gt=0) | Q(state=GameState.LEASED)
    return Game.objects.filter(tried, block__match=play.match_id).exists()


def _lift_unfit(tournament: Tournament, plan: TournamentPlan) -> list[int]:
    """Rulings on matches that now have other entrants hold no more."""
    rulings = Override.objects.filter(node__round__stage__tournament=tournament, is_lifted=False)
    unfit = []
    for ruling in rulings.select_related("node__round__stage"):
        node = plan.nodes.get(ruling.node.key)
        if node is None or set(node.entrants) != set(ruling.entrants):
            unfit.append(ruling.pk)
    Override.objects.filter(pk__in=unfit).update(is_lifted=True)
    return unfit


def _node(tournament: Tournament, node: Node) -> Node:
    own = Node.objects.select_related("round__stage").filter(pk=node.pk, round__stage__tournament=tournament).first()
    if own is None:
        raise ActionError(_("This match is not part of this tournament."))
    return own
