"""Rulings on matches: override a result, replay a match; and what either does to matches that depend on it.

Results are never edited. A ruling is added and wins. Later matches that no longer fit are rebuilt if nothing of them
was played; otherwise the ruling is refused unless ``cascade`` is set, and then they become void: kept, and marked.
"""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.matches.models import Attempt
from arena.tournaments.actions.audit import ActionError, CascadeError, log, managed
from arena.tournaments.models import Node, NodeState, Override, Play, Round, RoundState, Tournament, TournamentState
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.plans import NodeStatus
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.stages import TournamentPlan
from arena.tournaments.planning.values import NodeKey
from arena.tournaments.running import plays
from arena.tournaments.running.advance import advance_locked
from arena.tournaments.running.facts import plan_of
from arena.tournaments.running.writing import Rows

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
        Override.objects.filter(node=node, is_lifted=False).update(is_lifted=True)
        ruling = Override.objects.create(
            node=node, entrants=list(node.entrants), ranks=list(ranks), reason=reason.strip(), by=by
        )
        dropped = rebuild(tournament, node.key, cascade=cascade)
        text = f"Ruled on match {node.key}: ranks {', '.join(map(str, ranks))}.{_void_text(dropped)}"
        log(tournament, by, "override", text, reason, ruling=ruling.pk)
        advance_locked(tournament, timezone.now())


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
        plays.drop(play, f"Replayed: {reason.strip()}")
        dropped = rebuild(tournament, node.key, cascade=cascade)
        log(tournament, by, "replay", f"Match {node.key} is played again.{_void_text(dropped)}", reason)
        advance_locked(tournament, timezone.now())


def rebuild(tournament: Tournament, after: NodeKey | None, *, cascade: bool) -> list[str]:
    """Make later matches fit the facts again; the keys of those that became void. Refuses without ``cascade``."""
    _unpublish(tournament, after)
    rows = Rows.read(tournament)
    try:
        plan = plan_of(tournament)
    except TournamentError as reason:
        raise ActionError(str(reason)) from None
    unfit = [play for play in rows.all_live() if play.node.key != after and not _fits(play, plan)]
    begun = sorted(str(play.node.key) for play in unfit if _has_begun(play))
    if begun and not cascade:
        raise CascadeError(
            _("Other matches depend on this one and have begun: %(matches)s. If you go on they become void and are "
              "played again. Confirm that you want this.") % {"matches": ", ".join(begun)},
            begun,
        )  # fmt: skip
    for play in unfit:
        plays.drop(play, "Void: a ruling on an earlier match changed who meets here.")
    for ruling in Override.objects.filter(node__round__stage__tournament=tournament, is_lifted=False):
        _lift_if_unfit(ruling, plan)
    return begun


def _unpublish(tournament: Tournament, after: NodeKey | None) -> None:
    """Rounds that were paired from results which changed are paired anew."""
    if after is None:
        return
    for found in Round.objects.filter(stage__tournament=tournament).select_related("stage"):
        is_later = (found.stage.number, found.number) > (after.stage, after.round)
        if is_later and get_format(found.stage.format).pairs_by_round:
            found.state, found.is_edited, found.completed_at = RoundState.DRAFT, False, None
            found.save(update_fields=["state", "is_edited", "completed_at"])


def _fits(play: Play, plan: TournamentPlan) -> bool:
    stage = play.node.key.stage
    match = plan.stages[stage - 1].by_key.get(play.node.key) if stage <= len(plan.stages) else None
    return match is not None and match.status is not NodeStatus.WAITING and set(match.entrants) == set(play.entrants)


def _has_begun(play: Play) -> bool:
    return Attempt.objects.filter(game__block__match=play.match_id).exists()


def _lift_if_unfit(ruling: Override, plan: TournamentPlan) -> None:
    key = ruling.node.key
    match = plan.stages[key.stage - 1].by_key.get(key) if key.stage <= len(plan.stages) else None
    if match is None or set(match.entrants) != set(ruling.entrants):
        ruling.is_lifted = True
        ruling.save(update_fields=["is_lifted"])


def _node(tournament: Tournament, node: Node) -> Node:
    found = Node.objects.select_related("round__stage").filter(pk=node.pk, round__stage__tournament=tournament).first()
    if found is None:
        raise ActionError(_("This match is not part of this tournament."))
    return found


def _void_text(dropped: list[str]) -> str:
    return f" Void and played again: {', '.join(dropped)}." if dropped else ""
