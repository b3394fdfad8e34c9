"""Take an upload: a new version of a bot, or the one that has the same content already."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arena.accounts.models import User
from arena.bots import large_files, nudges, quotas
from arena.bots.archive import Upload
from arena.bots.models import Bot, BotVersion, CheckState
from arena.bots.models.bot import game_names
from arena.bots.unpacked import detect_runtime
from engines import variants

CHECK_PATIENCE = timedelta(minutes=2)
"""A version that no worker has begun to check by then is announced again."""


class SubmitError(ValueError):
    """The bot or version cannot be made; the sentence says what to change. ``field`` names the form's field."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class NameTakenError(SubmitError):
    """Another bot has the name."""


@dataclass(frozen=True)
class Submitted:
    version: BotVersion
    is_new: bool
    """False: the same content was uploaded before, and that version is the answer."""


@transaction.atomic
def create_bot(
    owner: User,
    name: str,
    games: list[str],
    *,
    ladders: Collection[str] = (),
    description: str = "",
    is_private: bool = False,
) -> Bot:
    """A bot without versions. Names are unique in the arena, whatever their case."""
    quotas.require_room_for_bot(owner)
    name = " ".join(name.split())
    slug = slugify(name)
    if not slug:
        raise SubmitError(_("A name needs at least one letter or digit."), "name")
    require_games(games)
    require_ladders(ladders, games)
    try:
        with transaction.atomic():
            return Bot.objects.create(
                owner=owner,
                name=name,
                slug=slug,
                games=sorted(set(games)),
                ladders=sorted(set(ladders)),
                description=description,
                is_private=is_private,
            )
    except IntegrityError:
        raise NameTakenError(
            _("There is a bot called %(name)s already. Choose another name.") % {"name": name}, "name"
        ) from None


@transaction.atomic
def submit_new_bot(
    owner: User, name: str, games: list[str], upload: Upload, changelog: str = "", *, ladders: Collection[str] = ()
) -> Submitted:
    """A new bot with its first version, or neither: a bot without any version is nothing to find later."""
    return submit(create_bot(owner, name, games, ladders=ladders), upload, changelog)


def require_games(games: list[str]) -> None:
    known = game_names()
    unknown = sorted(set(games) - set(known))
    if unknown:
        raise SubmitError(_("Unknown game: %(names)s.") % {"names": ", ".join(unknown)}, "games")
    if not games:
        raise SubmitError(
            _("Say which games the bot plays: at least one of %(all)s.") % {"all": ", ".join(known)}, "games"
        )


def require_ladders(ladders: Collection[str], games: Collection[str]) -> None:
    """Those of its games; none named means all of them."""
    known = {each.slug: each.game for each in variants()}
    for slug in sorted(ladders):
        if slug not in known:
            raise SubmitError(
                _("There is no ladder %(slug)s. There are: %(all)s.") % {"slug": slug, "all": ", ".join(known)},
                "ladders",
            )
        if known[slug] not in games:
            raise SubmitError(
                _("The bot does not play the game of the ladder %(slug)s. Leave out the ladder, or add the game.")
                % {"slug": slug},
                "ladders",
            )


def submit(bot: Bot, upload: Upload, changelog: str = "", now: datetime | None = None) -> Submitted:
    """Store an upload as the bot's next version and have it checked. The same content again changes nothing."""
    now = now or timezone.now()
    same = BotVersion.objects.filter(bot=bot, content_hash=upload.content_hash).first()
    if same is not None:
        return Submitted(same, is_new=False)
    runtime = detect_runtime(upload)
    with transaction.atomic():
        if bot.owner is not None:
            quotas.require_room_for_files(bot.owner, upload)
        # The bot's row is locked, after its owner's: two uploads at once get two numbers, the same content one version.
        bot = Bot.objects.select_for_update().get(pk=bot.pk)
        same = BotVersion.objects.filter(bot=bot, content_hash=upload.content_hash).first()
        if same is not None:
            return Submitted(same, is_new=False)
        if bot.owner is not None:
            quotas.use_build(bot.owner, now)
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        version = BotVersion(
            bot=bot,
            number=last + 1,
            content_hash=upload.content_hash,
            size_bytes=upload.size_bytes,
            file_count=len(upload.files),
            runtime=runtime,
            changelog=changelog,
            state=CheckState.WAITING,
            reason=gettext_noop("Waiting for a worker to build and check it."),
            deadline=now + CHECK_PATIENCE,
        )
        large_files.store(version, upload)
        nudges.version_is_waiting(version.pk)
    return Submitted(version, is_new=True)
