"""What an owner does with a bot: change it, choose the active version, retire it, delete what never played."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from arena.bots import activation, quotas
from arena.bots.actions.submit import SubmitError, require_games, require_ladders
from arena.bots.large_files import release
from arena.bots.models import Bot, BotVersion, CheckState
from engines import variant
from engines.errors import UnknownVariantError

EDITABLE = (
    "motto",
    "description",
    "tint",
    "games",
    "ladders",
    "is_private",
    "allows_practice",
    "activates_automatically",
    "trial_variant",
)


class BotActionError(ValueError):
    """What was asked is not possible; the sentence says why and what is."""


def edit(bot: Bot, **changes: Any) -> None:
    """Change what an owner may change; what is not named stays."""
    unknown = sorted(set(changes) - set(EDITABLE))
    if unknown:
        raise TypeError(f"an owner cannot change {', '.join(unknown)}")
    if "games" in changes:
        require_games(changes["games"])
        changes["games"] = sorted(set(changes["games"]))
    if "games" in changes or "ladders" in changes:
        changes["ladders"] = sorted(set(changes.get("ladders", bot.ladders)))
        require_ladders(changes["ladders"], changes.get("games", bot.games))
    for field, value in changes.items():
        setattr(bot, field, value)
    if "trial_variant" in changes:
        _require_variant(bot, changes["trial_variant"])
    if changes:
        bot.save(update_fields=list(changes))


def _require_variant(bot: Bot, slug: str) -> None:
    try:
        fits = not slug or bot.plays(variant(slug).game)
    except UnknownVariantError as reason:
        raise SubmitError(str(reason), "trial_variant") from None
    if not fits:
        raise SubmitError(
            _("%(name)s does not play %(variant)s.") % {"name": bot.name, "variant": slug}, "trial_variant"
        )


@transaction.atomic
def activate(version: BotVersion) -> None:
    """Make a ready version the one that plays. Old ones stay and can come back."""
    bot = Bot.objects.select_for_update().get(pk=version.bot_id)
    if version.state != CheckState.READY:
        raise BotActionError(_("Only a version that passed its check can be active."))
    if bot.is_retired:
        raise BotActionError(_("This bot is retired. Bring it back first."))
    if activation.has_to_prove_itself(bot, version):
        raise BotActionError(
            _("This bot asks of a new version that it holds its own against the active one in %(variant)s first. Test "
              "it on the version's page, or change the bot's settings.") % {"variant": bot.trial_variant}
        )  # fmt: skip
    bot.active_version = version
    bot.save(update_fields=["active_version"])


@transaction.atomic
def retire(bot: Bot) -> None:
    """The bot leaves ladders and lists; its results and replays stay."""
    Bot.objects.filter(pk=bot.pk).update(is_retired=True, active_version=None)


@transaction.atomic
def bring_back(bot: Bot) -> None:
    last = bot.versions.filter(state=CheckState.READY).order_by("-number").first()
    Bot.objects.filter(pk=bot.pk).update(is_retired=False, active_version=last)


def delete(bot: Bot) -> None:
    """Only a bot that never played: games of others must keep their opponents."""
    try:
        with transaction.atomic():
            if bot.owner is not None:
                quotas.lock(bot.owner)  # an upload may count on a file that these versions share, or add a version
            versions = list(bot.versions.all())
            files = [version.archive for version in versions if version.archive]
            Bot.objects.filter(pk=bot.pk).update(active_version=None)
            release(versions)
            bot.delete()
    except ProtectedError:
        raise BotActionError(
            _("%(name)s has played games, and those stay. Retire it instead: it will play no more.")
            % {"name": bot.name}
        ) from None
    # After the commit, which may be that of a caller: files do not come back with a rollback.
    for file in files:
        transaction.on_commit(partial(file.delete, save=False), robust=True)
