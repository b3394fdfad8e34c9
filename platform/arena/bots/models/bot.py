"""A bot: a named program of an owner. What plays is always one of its versions."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engines import engines

if TYPE_CHECKING:
    from arena.accounts.models import User


def game_names() -> list[str]:
    return [engine.name for engine in engines()]


def competing(to_bot: str = "") -> Q:
    """Bots that compete in public: neither private nor retired. Boards, ladders and counts show these and no others.

    ``to_bot`` leads from the model that is filtered to the bot, e.g. ``version__bot__``.
    """
    return Q(**{f"{to_bot}is_private": False, f"{to_bot}is_retired": False})


class BotQuerySet(models.QuerySet["Bot"]):
    def visible_to(self, user: "User | None") -> "BotQuerySet":
        """Private bots exist for their owner and for staff only."""
        if user is not None and user.is_authenticated and user.is_staff:
            return self
        public = Q(is_private=False)
        if user is not None and user.is_authenticated:
            public |= Q(owner=user)
        return self.filter(public)

    def open_to_practice(self, user: "User | None") -> "BotQuerySet":
        """Bots that this user may play against without asking: those that allow it, and the own ones."""
        allowed = Q(allows_practice=True)
        if user is not None and user.is_authenticated:
            allowed |= Q(owner=user)
        return self.visible_to(user).filter(allowed, active_version__isnull=False, is_retired=False)


class Bot(models.Model):
    """Names are unique in the whole arena: leaderboards and brackets show them alone."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="bots"
    )
    """Empty for house bots, and after the owner deleted the account: results stay, under no name."""
    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(max_length=60, unique=True)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    motto = models.CharField(_("motto"), blank=True, default="", db_default="", max_length=80)
    """Stands under its name."""
    tint = models.PositiveSmallIntegerField(_("colour"), null=True, blank=True)
    """Of its emblem; empty: as its name says."""
    games = ArrayField(models.CharField(max_length=20), verbose_name=_("games it plays"))
    ladders = ArrayField(
        models.CharField(max_length=80), verbose_name=_("ladders"), blank=True, default=list, db_default=[]
    )
    """Variants on whose ladders it plays; empty: all of its games, also those to come."""
    house_name = models.CharField(max_length=20, blank=True)
    """Which program of ``bots.house`` this is; empty for uploaded bots."""
    is_private = models.BooleanField(_("private"), default=False)
    allows_practice = models.BooleanField(_("others may practise against it"), default=True)
    activates_automatically = models.BooleanField(_("a version that passes the check becomes active"), default=True)
    trial_variant = models.CharField(_("test of new versions"), max_length=80, blank=True, default="", db_default="")
    """The variant in which it is tested against the active one before it plays; empty: no test is asked for."""
    is_retired = models.BooleanField(_("retired"), default=False)
    active_version = models.ForeignKey(
        "bots.BotVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BotQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), name="bot_name_is_unique"),
            models.CheckConstraint(condition=Q(tint=None) | Q(tint__lt=6), name="bot_has_a_known_tint"),
            models.CheckConstraint(condition=~Q(games=[]), name="bot_plays_some_game"),
            models.CheckConstraint(condition=Q(house_name="") | Q(owner=None), name="house_bot_has_no_owner"),
        ]
        indexes: ClassVar = [models.Index(F("owner"), F("created_at").desc(), name="bots_of_owner")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("bots:bot", args=[self.slug])

    @property
    def is_house(self) -> bool:
        return bool(self.house_name)

    def is_visible_to(self, user: "User | None") -> bool:
        return not self.is_private or self.belongs_to(user)

    def belongs_to(self, user: "User | None") -> bool:
        """The owner, and staff who help out."""
        if user is None or not user.is_authenticated:
            return False
        return user.is_staff or (self.owner_id is not None and self.owner_id == user.pk)

    def plays(self, game: str) -> bool:
        return game in self.games
