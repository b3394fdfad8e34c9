"""Pairings before they are published, and the length of single rounds."""

from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import filled
from arena.tournaments.actions.audit import ActionError, log, managed
from arena.tournaments.actions.create import MOST_BLOCKS
from arena.tournaments.actions.drafts import remember
from arena.tournaments.models import Node, Play, Round, RoundState, Stage, Tournament, TournamentState
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.planning.registry import get_format
from arena.tournaments.running.advance import advance_locked
from arena.tournaments.running.facts import plan_of
from engines.words import mark

_STARTED = (TournamentState.RUNNING, TournamentState.PAUSED)


def swap(tournament_id: int, by: User, number: int, one: int, other: int, *, reason: str = "") -> None:
    """Let two entrants (by seed) change places in an unpublished round of the running stage."""
    with managed(tournament_id, by, *_STARTED) as tournament:
        row = _draft(tournament, number)
        before = {"rounds": remember([row]), "lineup": row.stage.lineup}
        swap_locked(tournament, number, one, other)
        text = filled(mark("Swapped seeds {one} and {other} in round {number}."), one=one, other=other, number=number)
        log(tournament, by, "swap", text, reason, round=number, one=one, other=other, **before)
        advance_locked(tournament, timezone.now())


def swap_locked(tournament: Tournament, number: int, one: int, other: int) -> None:
    draft = _draft(tournament, number)
    if draft.stage.format in BRACKETS:
        _swap_lines(tournament, draft, one, other)
    elif get_format(draft.stage.format).pairs_by_round:
        _swap_slots(draft, one, other)
    else:
        raise ActionError(_("All pairings of this format follow from the seeds; they cannot be edited."))


def _draft(tournament: Tournament, number: int) -> Round:
    stage = tournament.stages.order_by("number").last()
    draft = Round.objects.filter(stage=stage, number=number).select_related("stage").first()
    if draft is None or draft.state != RoundState.DRAFT:
        raise ActionError(
            _("Round %(number)d is not open for edits: only unpublished rounds are.") % {"number": number}
        )
    return draft


def _swap_slots(draft: Round, one: int, other: int) -> None:
    nodes = list(draft.nodes.all())
    seen = [entrant for node in nodes for entrant in node.entrants]
    for entrant in (one, other):
        if entrant not in seen:
            raise ActionError(_("Seed %(seed)d is not paired in this round.") % {"seed": entrant})
    change = {one: other, other: one}
    for node in nodes:
        node.slots = [[change.get(slot[0], slot[0]), *slot[1:]] for slot in node.slots]
    Node.objects.bulk_update(nodes, ["slots"])
    draft.is_edited = True
    draft.save(update_fields=["is_edited"])


def _swap_lines(tournament: Tournament, draft: Round, one: int, other: int) -> None:
    if draft.number != 1 or Play.objects.filter(node__round__stage=draft.stage).exists():
        raise ActionError(_("Lines of a bracket can change places only before its first round is published."))
    first = plan_of(tournament).stages[draft.stage.number - 1].rounds[0]
    lines = [slot.entrant for match in first.nodes for slot in match.slots]
    if one not in lines or other not in lines:
        raise ActionError(_("Both must stand in the first round of this bracket."))
    change = {one: other, other: one}
    lineup = [change.get(line, line) if isinstance(line, int) else None for line in lines]
    Stage.objects.filter(pk=draft.stage_id).update(lineup=lineup)


def set_round_blocks(tournament_id: int, by: User, stage: int, number: int, blocks: int | None) -> None:
    """The length of one round's series; None: the usual one. Series that began keep theirs."""
    with managed(tournament_id, by) as tournament:
        if tournament.is_over:
            raise ActionError(_("The tournament is over."))
        if blocks is not None and not 1 <= blocks <= MOST_BLOCKS:
            raise ActionError(_("Choose 1 to %(most)d blocks.") % {"most": MOST_BLOCKS}, "blocks")
        if not 1 <= stage <= len(tournament.stage_setups) or number < 1:
            raise ActionError(_("There is no such round."), "round")
        key = f"{stage}.{number}"
        before = write_round_blocks(tournament, key, blocks)
        text = mark("Series of round {number} of stage {stage}: {blocks} blocks.")
        text = filled(text, number=number, stage=stage, blocks=blocks or tournament.blocks)
        log(tournament, by, "round_blocks", text, key=key, before=before)


def write_round_blocks(tournament: Tournament, key: str, blocks: int | None) -> int | None:
    """Returns what was there before."""
    stage, number = key.split(".")
    if Play.objects.filter(
        node__round__stage__tournament=tournament, node__round__stage__number=stage, node__round__number=number
    ).exists():
        raise ActionError(_("Round %(number)s has begun: its series keep their length.") % {"number": number})
    before: int | None = tournament.round_blocks.get(key)
    tournament.round_blocks = {name: length for name, length in tournament.round_blocks.items() if name != key}
    if blocks is not None:
        tournament.round_blocks[key] = blocks
    tournament.save(update_fields=["round_blocks"])
    return before
