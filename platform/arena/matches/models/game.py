"""A game, its seats, and every attempt to play it.

State machine (the only place where it is written down)::

    QUEUED -> LEASED            a worker claims it, with others in a batch  matches.actions.claim
    LEASED -> DONE              the holder of the lease hands in a result   matches.actions.hand_in
    LEASED -> PAUSED            our fault, or an expired lease of this game alone: a void attempt
    PAUSED -> QUEUED            its pause is over; pauses grow
    LEASED -> QUEUED            an expired lease of several games, of which nobody knows which one was played;
                                or the batch took longer than thought: given back without an attempt
    LEASED -> STUCK             too many void attempts: waits for staff, never a loss for anybody
    QUEUED, PAUSED -> FORFEITED an entrant faulted too often in this match: scored as its fault, not run
    any open -> CANCELLED       the match was cancelled
    STUCK -> QUEUED             staff gives it another try, or its deadline passes: one more attempt by itself
"""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class GameState(models.TextChoices):
    QUEUED = "queued", _("queued")
    LEASED = "leased", _("being played")
    PAUSED = "paused", _("pausing after a failure of ours")
    DONE = "done", _("done")
    FORFEITED = "forfeited", _("scored without being played")
    STUCK = "stuck", _("stuck: our fault, staff is told")
    CANCELLED = "cancelled", _("cancelled")


DEFAULT_MS = 50
"""The expected cost of a game between versions nobody has seen play."""
FINAL_STATES = frozenset({GameState.DONE, GameState.FORFEITED, GameState.CANCELLED})


class Game(models.Model):
    # Its index begins the unique one below: a second would be written at every change of state.
    block = models.ForeignKey("matches.Block", on_delete=models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField()
    """Rotation within the block."""
    source = models.CharField(max_length=80)
    """Copied from the match: the queue reads this table alone."""
    variant = models.CharField(max_length=80)
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    """Of the block's seed and the salt: public from the beginning."""
    state = models.CharField(max_length=10, choices=GameState.choices, default=GameState.QUEUED)
    reason = models.TextField(blank=True)
    """Why it is where it is, in a sentence for people."""
    queued_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    """When the present state is overdue; the reaper looks at it then. Empty in final states, and while a worker has it:
    then the deadline is that of the lease."""
    bots = ArrayField(models.BigIntegerField(), default=list)
    """Uploaded bots at the table, sorted: the queue passes over those at their cap without a look at the seats."""
    expected_ms = models.PositiveIntegerField(default=DEFAULT_MS)
    """What it should cost a worker, as learned from earlier games (``GameCost``) when it was scheduled."""
    plays_alone = models.BooleanField(default=False)
    """A worker died while it held this game among others. Until one is known to be to blame, each is a batch of one."""

    lease_token = models.UUIDField(null=True, blank=True)
    attempt_count = models.PositiveIntegerField(default=0)
    void_count = models.PositiveIntegerField(default=0)

    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    termination = models.CharField(max_length=10, blank=True)
    ranks = models.JSONField(null=True, blank=True)
    """Per side."""
    progress = models.JSONField(null=True, blank=True)
    decision_count = models.PositiveIntegerField(default=0)
    transcript_hash = models.CharField(max_length=64, blank=True)
    payload_hash = models.CharField(max_length=64, blank=True)
    """Of everything handed in: a repeat gets the same answer, another result is refused."""
    replay = models.ForeignKey(
        "matches.StoredReplay", on_delete=models.PROTECT, null=True, blank=True, related_name="games"
    )

    class Meta:
        ordering: ClassVar = ["block", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["block", "number"], name="game_number_is_unique"),
            models.CheckConstraint(
                condition=Q(state="leased", lease_token__isnull=False) | (~Q(state="leased") & Q(lease_token=None)),
                name="a_lease_belongs_to_a_leased_game",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "leased", "paused", "stuck"], ranks=None)
                | Q(state__in=["done", "forfeited"], ranks__isnull=False)
                | Q(state="cancelled"),
                name="a_result_belongs_to_a_final_game",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["leased", "done", "forfeited", "cancelled"]) | Q(deadline__isnull=False),
                name="a_waiting_game_has_a_deadline",
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("source"), F("queued_at"), F("id"), name="queue_order", condition=Q(state="queued")),
            models.Index(
                F("source"), F("bots"), F("queued_at"), F("id"), name="queue_lanes", condition=Q(state="queued")
            ),
            models.Index(F("deadline"), name="waiting_games", condition=Q(state__in=["queued", "paused", "stuck"])),
            models.Index(F("lease_token"), name="leased_games", condition=Q(state="leased")),
            # Lists of finished games go on where they stopped, in all, of one variant, or of those with a fault.
            models.Index(F("finished_at").desc(), F("id").desc(), name="games_by_end", condition=Q(state="done")),
            models.Index(
                F("variant"),
                F("finished_at").desc(),
                F("id").desc(),
                name="games_of_variant",
                condition=Q(state="done"),
            ),
            models.Index(
                F("finished_at").desc(),
                F("id").desc(),
                name="games_with_fault",
                condition=Q(state="done", termination="fault"),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("matches:game", args=[self.pk])

    @property
    def is_final(self) -> bool:
        return self.state in FINAL_STATES


class Seat(models.Model):
    """Who sat where, and how it went for them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey("matches.Entrant", on_delete=models.CASCADE, related_name="seats")
    # `games_of_version` begins with it: an index of its own would be one more entry for every seat.
    version = models.ForeignKey("bots.BotVersion", on_delete=models.PROTECT, related_name="seats", db_index=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    """2 (n - 1) P of the side, an exact integer."""
    fault = models.CharField(max_length=20, blank=True)
    fault_sentence = models.TextField(blank=True)
    evidence = models.JSONField(default=dict, blank=True)
    """Last request, last answer, exit reason, stderr: for the owner and staff, nobody else."""
    clock = models.JSONField(default=dict, blank=True)
    """Own time in ms: total, slowest decision, what was left of the bank, start-up, memory."""

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="seat_is_taken_once")]
        indexes: ClassVar = [models.Index(F("version"), F("game").desc(), name="games_of_version")]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"


class AttemptOutcome(models.TextChoices):
    RUNNING = "running", _("running")
    RESULT = "result", _("result")
    BOT_FAULT = "bot-fault", _("a bot's fault")
    VOID = "void", _("void: our fault")
    FENCED = "fenced", _("came too late: another attempt had taken over")
    CANCELLED = "cancelled", _("stopped: the match was cancelled")


class Attempt(models.Model):
    """One try of a worker, written when it ends and kept for good: the ledger of faults is read from here.

    While it runs the game's lease says so; see ``arena.matches.reading.attempts_of``.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    number = models.PositiveIntegerField()
    token = models.UUIDField()
    """Of the lease, which other games of the batch share."""
    worker = models.CharField(max_length=120)
    outcome = models.CharField(max_length=10, choices=AttemptOutcome.choices, default=AttemptOutcome.RUNNING)
    cause = models.TextField(blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="attempt_number_is_unique")]
        indexes: ClassVar = [models.Index(F("outcome"), F("started_at").desc(), name="attempts_by_outcome")]

    def __str__(self) -> str:
        return f"attempt {self.number} of game {self.game_id}"

    @property
    def lasted_s(self) -> float | None:
        return None if self.ended_at is None else (self.ended_at - self.started_at).total_seconds()
