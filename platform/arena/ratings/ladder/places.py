"""Where the active version of a bot is on each ladder that it plays on: the way to a rating. At most four queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, TextChoices
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arena.bots.models import Bot, competing
from arena.matches.seating import entrant_counts
from arena.ratings.ladder.outlook import about, missing
from arena.ratings.ladder.placement import UNKNOWN_ERROR, Newcomer
from arena.ratings.models import LadderEntry, Pool, Standing
from engines import variant, variants
from referee.ratings.scale import CENTRE


class PlaceState(TextChoices):
    WAITING = "waiting", gettext_lazy("waiting")
    PLACING = "placing", gettext_lazy("being placed")
    PROVISIONAL = "provisional", gettext_lazy("provisional")
    """Its placement is over, and its rating is not sure yet: from now on it plays like all others."""
    RATED = "rated", gettext_lazy("rated")
    SUSPENDED = "suspended", gettext_lazy("suspended")
    CLOSED = "closed", gettext_lazy("closed")


@dataclass(frozen=True)
class LadderPlace:
    pool: Pool
    state: PlaceState
    reason: str
    games: int = 0
    """Rated so far."""
    missing: int = 0
    """Games to a rating that is not provisional, about."""
    about: datetime | None = None
    """When these will be over at the pace so far; None where there is none yet."""
    rating: float | None = None
    margin: float | None = None

    @property
    def is_final(self) -> bool:
        """Nothing is going to happen soon that somebody would wait for."""
        return self.state not in {PlaceState.WAITING, PlaceState.PLACING}


def ladder_places(bot: Bot, now: datetime | None = None) -> list[LadderPlace]:
    """Nothing for a bot that plays on no ladder: private, retired, or without an active version."""
    now = now or timezone.now()
    version = bot.active_version_id
    if version is None or bot.is_private or bot.is_retired:
        return []
    slugs = [each.slug for each in variants() if bot.plays(each.game) and (not bot.ladders or each.slug in bot.ladders)]
    pools = {pool.variant: pool for pool in Pool.objects.filter(is_open=True, variant__in=slugs)}
    ours = LadderEntry.objects.filter(pool__in=pools.values(), version=version)
    entries = {entry.pool_id: entry for entry in ours}
    lines = {line.pool_id: line for line in Standing.objects.filter(pool__in=pools.values(), version=version)}
    before = _before(entries.values())
    places = []
    for pool in (pools[slug] for slug in slugs if slug in pools):
        line = lines.get(pool.pk)
        if line is not None:
            line.pool = pool
        places.append(_place(pool, entries.get(pool.pk), line, before.get(pool.pk, 0), now))
    return places


def _before(entries: Iterable[LadderEntry]) -> dict[int, int]:
    """Newcomers that came to each pool earlier, for those whose first games are not chosen yet."""
    waiting = {entry.pool_id: (entry.joined_at, entry.pk) for entry in entries if not entry.batch}
    if not waiting:
        return {}
    others = LadderEntry.objects.filter(
        competing("version__bot__"),
        pool__in=waiting,
        placed_at=None,
        is_suspended=False,
        version=F("version__bot__active_version"),
    ).values_list("pool", "joined_at", "pk")
    before = dict.fromkeys(waiting, 0)
    for pool, *came in others:
        before[pool] += tuple(came) < waiting[pool]
    return before


def _place(pool: Pool, entry: LadderEntry | None, line: Standing | None, before: int, now: datetime) -> LadderPlace:
    games = line.games if line is not None else 0
    rating, margin = (line.rating, line.margin) if line is not None else (None, None)

    def here(state: PlaceState, reason: str, left: int = 0, over: datetime | None = None) -> LadderPlace:
        return LadderPlace(pool, state, reason, games, left, over, rating, margin)

    if line is not None and (line.is_anchor or not line.is_provisional):
        return here(PlaceState.RATED, _("Its rating is not provisional."))
    if entry is not None and entry.is_suspended:
        return here(PlaceState.SUSPENDED, entry.suspended_reason)
    if not pool.makes_pods:
        return here(PlaceState.CLOSED, _("This ladder makes no games now."))
    if entry is None:
        return here(PlaceState.WAITING, _("The ladder takes it in when it next looks for newcomers, within seconds."))
    if line is not None and line.is_at_an_end:
        return here(PlaceState.PROVISIONAL, _("All its games ended alike: how far out it stands, no result can say."))
    left = _missing(pool, line)
    over = about(games, left, entry.joined_at, now)
    if entry.placed_at is not None:
        return here(PlaceState.PROVISIONAL, _("It plays with all others now, and its rating is not sure yet."), left)
    if entry.batch:
        return here(PlaceState.PLACING, _("It plays against those from whom most can be learned about it."), left, over)
    if before:
        sentence = ngettext("%(count)d newcomer came before it.", "%(count)d newcomers came before it.", before)
        return here(PlaceState.WAITING, sentence % {"count": before}, left)
    return here(PlaceState.WAITING, _("Its first games are chosen next."), left)


def _missing(pool: Pool, line: Standing | None) -> int:
    played = variant(pool.variant)
    newcomer = Newcomer(
        version=0,
        owner=None,
        rating=CENTRE,
        error=line.error if line and line.error else UNKNOWN_ERROR,
        games=line.games if line else 0,
        is_one_sided=line is not None and line.is_one_sided,
    )
    return missing(newcomer, played.rank_policy, entrant_counts(played)[0])
