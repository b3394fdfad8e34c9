"""A tournament: what its organiser chose, and how far it is.

State machine (the only place where it is written down)::

    DRAFT -> REGISTRATION        the organiser opens it
    REGISTRATION -> SEEDED       the organiser closes registration; seeds are proposed
    SEEDED -> REGISTRATION       opened again
    REGISTRATION, SEEDED -> RUNNING  by itself at ``starts_at`` (``actions.timetable``)
    SEEDED -> RUNNING            the organiser starts: versions and seeds freeze, the secret's hash is published
    RUNNING <-> PAUSED           no new games begin; running ones finish and count
    RUNNING, PAUSED -> FINISHED  ``advance``, when the plan is complete; the secret is published
    any but FINISHED -> CANCELLED
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.tournaments.planning.formats.interface import StageSetup
from referee.blocks import secret_commitment

if TYPE_CHECKING:
    from arena.accounts.models import User


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("draft")
    REGISTRATION = "registration", _("open for registration")
    SEEDED = "seeded", _("about to start")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


STARTED = frozenset({TournamentState.RUNNING, TournamentState.PAUSED})
OVER = frozenset({TournamentState.FINISHED, TournamentState.CANCELLED})


class SeedingMethod(models.TextChoices):
    RATING = "rating", _("by rating")
    MANUAL = "manual", _("by hand")
    RANDOM = "random", _("by lot, from the sealed secret")


def _new_secret() -> str:
    return secrets.token_hex(32)


class Tournament(models.Model):
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    description = models.TextField(_("description"), blank=True, max_length=4000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="tournaments"
    )
    state = models.CharField(max_length=12, choices=TournamentState.choices, default=TournamentState.DRAFT)

    variant = models.CharField(max_length=80)
    """Of a full match; smaller pods play the variant of the same game with fewer seats."""
    format = models.CharField(max_length=30)
    """A format or a preset of ``arena.tournaments.planning.registry``."""
    format_settings = models.JSONField(default=dict, blank=True)
    stage_setups = models.JSONField(default=list)
    """[{format, settings, advance}]: what the format amounts to, or the stages somebody put together."""

    blocks = models.PositiveIntegerField(_("blocks per match"), default=5)
    final_blocks = models.PositiveIntegerField(_("blocks of the final"), null=True, blank=True)
    round_blocks = models.JSONField(default=dict, blank=True)
    """Length of single rounds, by "stage.round"."""
    extra_blocks = models.PositiveSmallIntegerField(_("extra blocks at a tie"), default=3)
    early_stop = models.BooleanField(_("stop a series that is settled"), default=True)
    common_deals = models.BooleanField(_("all matches of a round play the same deals"), default=True)
    is_rated = models.BooleanField(_("rated"), default=True)
    publishes_itself = models.BooleanField(_("publish pairings at once"), default=True)
    is_staged = models.BooleanField(_("reveal results round by round"), default=False, db_default=False)
    """Games are played as always; who manages the tournament shows their results when it is time."""
    next_reveal_at = models.DateTimeField(null=True, blank=True)
    """When the next round is revealed by itself; empty: when somebody does."""
    seeding = models.CharField(_("seeding"), max_length=8, choices=SeedingMethod.choices, default=SeedingMethod.RATING)

    by_invitation = models.BooleanField(_("by invitation only"), default=False)
    bots_per_owner = models.PositiveSmallIntegerField(_("bots per author"), default=1)
    most_entrants = models.PositiveIntegerField(_("most entrants"), default=64)
    runtimes = ArrayField(
        models.CharField(max_length=20), verbose_name=_("allowed languages"), default=list, blank=True
    )
    """Empty: all."""
    deadline = models.DateTimeField(_("registration closes"), null=True, blank=True)

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", db_default="UTC")
    """In which its organiser writes times and everybody reads them."""
    starts_at = models.DateTimeField(_("starts by itself at"), null=True, blank=True)
    check_in_minutes = models.PositiveSmallIntegerField(
        _("check-in opens, minutes before the start"), null=True, blank=True
    )
    """Who has not checked in at the start is taken out; empty: nobody needs to."""
    fill_to = models.PositiveIntegerField(_("fill up with house bots to"), null=True, blank=True)
    round_times = models.JSONField(default=dict, blank=True, db_default={})
    """Matches of a round begin no earlier than this, by "stage.round"."""

    secret = models.CharField(max_length=64, default=_new_secret, editable=False)
    """Source of all deals and lots. Sealed: shown when the tournament is over."""
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    """SHA-256 of the secret, published at the start."""
    places = models.JSONField(default=list, blank=True)
    """[[place, seed]] when finished."""
    log_hash = models.CharField(max_length=64, blank=True)
    trouble = models.TextField(blank=True, default="", db_default="")
    """Why ``advance`` fails, for the organiser and staff; empty: it does not."""
    trouble_count = models.PositiveIntegerField(default=0, db_default=0)
    """How often it failed in a row."""
    try_again_at = models.DateTimeField(null=True, blank=True)
    """When it is tried next; pauses grow with every failure."""
    cloned_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(blocks__gte=1), name="a_series_has_a_block"),
            models.CheckConstraint(
                condition=Q(check_in_minutes=None) | Q(starts_at__isnull=False), name="a_check_in_ends_at_a_start"
            ),
            models.CheckConstraint(condition=Q(bots_per_owner__gte=1), name="an_author_may_bring_a_bot"),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "registration", "seeded", "cancelled"]) | ~Q(commitment=""),
                name="a_started_tournament_is_sealed",
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("state"), F("id").desc(), name="tournaments_by_state"),
            models.Index(F("owner"), F("id").desc(), name="tournaments_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:home", args=[self.slug])

    @property
    def source(self) -> str:
        """Its turn in the queue."""
        return f"tournament:{self.pk}"

    @property
    def is_started(self) -> bool:
        return self.state in STARTED

    @property
    def is_over(self) -> bool:
        return self.state in OVER

    @property
    def published_secret(self) -> str:
        """Empty while the seal holds."""
        return self.secret if self.is_over and self.commitment else ""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def check_in_opens(self) -> datetime | None:
        if self.starts_at is None or self.check_in_minutes is None:
            return None
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

    def round_time(self, stage: int, number: int) -> datetime | None:
        """Before when no match of a round begins."""
        text = self.round_times.get(f"{stage}.{number}")
        return datetime.fromisoformat(text) if text else None

    def seal(self) -> str:
        return secret_commitment(self.secret)

    def setups(self) -> tuple[StageSetup, ...]:
        return tuple(_setup(setup) for setup in self.stage_setups)

    def may_manage(self, user: User | None) -> bool:
        """The owner, and staff who help out."""
        if user is None or not user.is_active:
            return False
        return user.is_staff or (user.is_organiser and self.owner_id == user.pk)


def _setup(values: dict[str, Any]) -> StageSetup:
    return StageSetup(values["format"], values["settings"], values["advance"])
