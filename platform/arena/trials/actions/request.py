"""Ask for a trial, or stop one."""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.bots.models import BotVersion, CheckState
from arena.trials import limits, nudges
from arena.trials.actions.move import end
from arena.trials.models import Trial, TrialState
from engines import variant
from engines.errors import UnknownVariantError
from engines.words import mark
from referee.ratings.errors import RatingInputError
from referee.series import SeriesError, check_blocks

GAIN = (0.0, 20.0)
"""Is it better by something worth having?"""
NO_REGRESSION = (-20.0, 0.0)
"""Is it at least not worse?"""


class TrialError(ValueError):
    """The trial cannot be made; the sentence says what to change. ``field`` names the form's field."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


@transaction.atomic
def request_trial(
    user: User,
    version: BotVersion,
    against: BotVersion,
    slug: str,
    elo: tuple[float, float] = GAIN,
    *,
    max_games: int = limits.MOST_GAMES,
    now: datetime | None = None,
) -> Trial:
    """Begin to test one version of a bot against another; the same question that is open already is that trial."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # requests at once are counted one after another
    _require_versions(version, against, slug)
    same = Trial.objects.filter(version=version, against=against, variant=slug, state=TrialState.RUNNING).first()
    if same is not None:
        return same
    if Trial.objects.filter(requested_by=user, state=TrialState.RUNNING).count() >= limits.MOST_RUNNING:
        raise TrialError(
            _("You have %(count)d tests running. Wait for one of them, or stop it.") % {"count": limits.MOST_RUNNING}
        )
    now = now or timezone.now()
    return _create(version, against, slug, elo=elo, max_games=max_games, now=now, requested_by=user)


def require_trial(version: BotVersion, active: BotVersion, slug: str, now: datetime | None = None) -> None:
    """Within a transaction: the bot asks that this version holds its own before it plays."""
    try:
        _require_versions(version, active, slug)
    except TrialError:  # the bot no longer plays that game: its owner sees why when activating by hand
        return
    if not Trial.objects.filter(version=version, against=active, variant=slug, state=TrialState.RUNNING).exists():
        now = now or timezone.now()
        author = version.bot.owner
        _create(version, active, slug, elo=NO_REGRESSION, max_games=limits.MOST_GAMES, now=now, requested_by=author)


def _create(
    version: BotVersion,
    against: BotVersion,
    slug: str,
    *,
    elo: tuple[float, float],
    max_games: int,
    now: datetime,
    requested_by: User | None,
) -> Trial:
    is_required = elo == NO_REGRESSION and version.bot.trial_variant == slug
    trial = Trial(
        version=version,
        against=against,
        variant=slug,
        elo0=elo[0],
        elo1=elo[1],
        max_games=max_games,
        is_required=is_required and version.number > against.number,
        requested_by=requested_by,
        secret=secrets.token_hex(32),
        reason=limits.IN_TURN,
        deadline=now + limits.LASTS,
    )
    _require_question(trial)
    try:
        with transaction.atomic():
            trial.save()
    except IntegrityError:
        raise TrialError(_("This test is running already.")) from None
    nudges.trial_moves(trial.pk)
    return trial


def _require_question(trial: Trial) -> None:
    if not 1 <= trial.max_games <= limits.MOST_GAMES:
        raise TrialError(_("Choose 1 to %(most)d games.") % {"most": limits.MOST_GAMES}, "max_games")
    try:
        for elo in (trial.test.elo0, trial.test.elo1):
            trial.plan.lead(0.5).score(elo)
    except RatingInputError as reason:
        raise TrialError(str(reason), "elo1") from None


def _require_versions(version: BotVersion, against: BotVersion, slug: str) -> None:
    if version.bot_id != against.bot_id or version.pk == against.pk:
        raise TrialError(_("A version is tested against another version of the same bot."), "against")
    for each in (version, against):
        if each.state != CheckState.READY or each.bot.is_retired:
            raise TrialError(
                _("Version %(number)d cannot play: it is %(state)s.")
                % {"number": each.number, "state": each.get_state_display()},
                "against",
            )
    try:
        check_blocks(slug)
        game = variant(slug).game
    except (UnknownVariantError, SeriesError) as reason:
        raise TrialError(str(reason), "variant") from None
    if not version.bot.plays(game):
        raise TrialError(
            _("%(name)s does not play %(game)s.") % {"name": version.bot.name, "game": game.title()}, "variant"
        )


@transaction.atomic
def stop_trial(trial_id: int, now: datetime | None = None) -> bool:
    """The owner's button. False: it was over already."""
    trial = Trial.objects.select_for_update().get(pk=trial_id)
    if trial.is_final:
        return False
    end(trial, TrialState.STOPPED, mark("Stopped by the owner."), now or timezone.now())
    return True
