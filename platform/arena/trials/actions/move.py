"""Move a trial on: count the batches that are finished, decide, or hand the next ones to the queue."""

from datetime import datetime
from fractions import Fraction
from math import isfinite

from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from arena.bots.actions import manage
from arena.bots.models import Bot, BotVersion
from arena.bots.quotas import QuotaError, use_trial
from arena.lib.live.publish import publish_on_commit
from arena.lib.stored_words import filled
from arena.matches.actions.schedule import Plan, schedule
from arena.matches.actions.settle import cancel
from arena.matches.games_of_match import played_games
from arena.matches.models import Game, Match, MatchKind, MatchState, QueueGroup
from arena.matches.seating import games_of_block
from arena.matches.series import score
from arena.trials import limits
from arena.trials.models import Trial, TrialState
from engines import variant
from engines.words import mark
from referee.entrants import HOUSE
from referee.ratings.sprt import Verdict
from referee.versions.plan import DEFAULT_FILLER, NEW, OLD, Unit
from referee.versions.standing import Standing, standing

_STATES = {
    Verdict.BETTER: TrialState.BETTER,
    Verdict.NOT_BETTER: TrialState.NOT_BETTER,
    Verdict.UNDECIDED: TrialState.UNDECIDED,
}


@transaction.atomic
def move(trial_id: int, now: datetime | None = None) -> TrialState | None:
    """Running it twice, late or for a trial that is over changes nothing. Returns where the trial is."""
    now = now or timezone.now()
    trial = Trial.objects.select_for_update().filter(pk=trial_id).first()
    if trial is None or trial.is_final:
        return None if trial is None else TrialState(trial.state)
    is_cancelled = not _count(trial)
    where = standing_of(trial)
    if where is not None:
        _show(trial, where)
    if where is not None and where.verdict is not Verdict.GO_ON:
        end(trial, _STATES[where.verdict], _sentence(trial, where.verdict), now)
    elif is_cancelled or trial.version.bot.is_retired or trial.version.bot.owner_id is None:
        end(trial, TrialState.STOPPED, mark("Its games were cancelled, or the bot left the arena."), now)
    elif trial.deadline is not None and trial.deadline <= now:
        end(trial, TrialState.UNDECIDED, mark("It did not come to an end in time."), now)
    else:
        _schedule(trial, now)
        trial.save()
        publish_on_commit(f"trial:{trial.pk}", "news")
    return TrialState(trial.state)


def end(trial: Trial, state: TrialState, reason: str, now: datetime) -> None:
    """The caller holds the trial's lock. What still waits in the queue is not played."""
    trial.state = state
    trial.reason = reason
    trial.deadline = None
    trial.finished_at = now
    trial.save()
    for match in Match.objects.filter(key__in=_keys(trial, trial.counted), state=MatchState.RUNNING).order_by("pk"):
        cancel(match.pk, mark("The test of versions that it belonged to is over."), now)
    if trial.is_required and state == TrialState.BETTER:
        _activate(trial.version)
    publish_on_commit(f"trial:{trial.pk}", "done")


def units_of(trial: Trial) -> list[Unit]:
    return [
        Unit(number, Fraction(new), Fraction(old), games, new_faults, old_faults)
        for number, (new, old, games, new_faults, old_faults) in enumerate(trial.units)
    ]


def standing_of(trial: Trial) -> Standing | None:
    units = units_of(trial)
    return standing(trial.plan, trial.test, units) if units else None


def match_keys(trial: Trial) -> list[str]:
    """Of the matches whose blocks are in ``units``, in that order."""
    return [_key(trial, batch) for batch in range(trial.counted)]


def _keys(trial: Trial, first: int) -> list[str]:
    return [_key(trial, batch) for batch in range(first, trial.scheduled)]


def _key(trial: Trial, batch: int) -> str:
    return f"trial/{trial.pk}/{batch}"


def _count(trial: Trial) -> bool:
    """Take in what is finished, in the order of the deals: whoever took what ends first would prefer the version that
    wins quickly. False: somebody cancelled a match, so there is no next one."""
    while trial.counted < trial.scheduled:
        match = Match.objects.get(key=_key(trial, trial.counted))
        if match.state == MatchState.CANCELLED:
            return False
        if match.state != MatchState.DONE:
            return True
        trial.units += _units(match)
        trial.games = sum(unit[2] for unit in trial.units)
        trial.counted += 1
        # One look after every batch, whether its successor is there by now or not: more blocks are not waited for.
        where = standing_of(trial)
        if where is not None and where.verdict is not Verdict.GO_ON:
            return True
    return True


def _units(match: Match) -> list[list[str | int]]:
    games = played_games(match)
    by_block: dict[int, list[frozenset[int]]] = {}
    for game in sorted(games, key=lambda game: (game.block, game.number)):
        by_block.setdefault(game.block, []).append(game.faulted)
    result = score(games, match.entrants.count(), match.max_faults)
    return [
        [str(block[NEW]), str(block[OLD]), len(faulted), *(sum(at in each for each in faulted) for at in (NEW, OLD))]
        for block, faulted in zip(result.block_points, by_block.values(), strict=True)
    ]


def _show(trial: Trial, where: Standing) -> None:
    low, high = where.bounds
    trial.llr = min(max(where.llr, 2 * low), 2 * high)  # it has no end where all blocks are alike
    trial.elo = where.elo.elo if isfinite(where.elo.elo) else None
    trial.margin = where.elo.margin if isfinite(where.elo.margin) else None


def _sentence(trial: Trial, verdict: Verdict) -> str:
    elo = f"{trial.elo1:+.0f}"
    if verdict is Verdict.BETTER:
        text = mark("The evidence is for version {new}: it leads by {elo} points rather than less.")
        return filled(text, new=trial.version.number, elo=elo)
    if verdict is Verdict.NOT_BETTER:
        text = mark("The evidence is against a lead of {elo} points over version {old}.")
        return filled(text, old=trial.against.number, elo=elo)
    return mark("All games are played, and they do not tell.")


def _schedule(trial: Trial, now: datetime) -> None:
    versions = _line_up(trial)
    played = variant(trial.variant)
    while trial.scheduled < trial.counted + limits.AHEAD:
        games = limits.BATCH * len(games_of_block(played, len(versions), 0))
        if trial.scheduled * games >= trial.max_games:
            return
        if trial.version.bot.owner is not None:
            try:
                use_trial(trial.version.bot.owner, games, now)
            except QuotaError as reason:
                trial.reason = str(reason)
                return
        match = schedule(_match(trial, versions, now))
        _count_dearly(match)
        trial.scheduled += 1
        trial.reason = limits.IN_TURN


def _match(trial: Trial, versions: list[BotVersion], now: datetime) -> Plan:
    key = _key(trial, trial.scheduled)
    return Plan(
        kind=MatchKind.PRACTICE,
        key=key,
        source=trial.source,
        variant=trial.variant,
        versions=versions,
        secret=trial.secret,
        deal_scope=key,
        blocks=limits.BATCH,
        deadline=now + limits.MATCH_LASTS,
        requested_by=trial.requested_by,
        is_sealed=True,  # how an author's versions compare is nobody else's business, and would fill every list
        group=limits.GROUP,
    )


def _count_dearly(match: Match) -> None:
    """The queue gives turns to whoever was given the least time; see ``limits.WEIGHT``."""
    cost = Game.objects.filter(block__match=match).aggregate(total=Sum("expected_ms"))["total"] or 0
    dearer = (limits.WEIGHT - 1) * cost
    QueueGroup.objects.filter(name=limits.GROUP).update(spent_ms=F("spent_ms") + dearer)


def _line_up(trial: Trial) -> list[BotVersion]:
    """Both versions, and the strongest quick house bot on the other seats."""
    filler = Bot.objects.filter(house_name=DEFAULT_FILLER.removeprefix(HOUSE), active_version__isnull=False).first()
    fill = [filler.active_version] if filler is not None and filler.active_version is not None else []
    return [trial.version, trial.against, *(fill * trial.plan.others)]


def _activate(version: BotVersion) -> None:
    bot = Bot.objects.select_for_update().get(pk=version.bot_id)
    current = bot.active_version
    if bot.activates_automatically and not bot.is_retired and (current is None or current.number < version.number):
        manage.activate(version)
