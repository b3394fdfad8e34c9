"""Stages, rounds, nodes and plays. Only ``advance`` writes structure.

A node is one match of the plan with its slots: derived, and rewritten when the plan says otherwise. A play is a series
that was really scheduled for a node: a fact. A play is never edited; it becomes void, and the next take is played.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.tournaments.planning.plans import Slot, Source
from arena.tournaments.planning.values import NodeKey, Result


class StageState(models.TextChoices):
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")


class Stage(models.Model):
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=30)
    state = models.CharField(max_length=8, choices=StageState.choices, default=StageState.RUNNING)
    seeds = models.JSONField(default=list)
    """[[seed within the stage, entrant]], best first."""
    lineup = models.JSONField(default=list, blank=True)
    """Lines of a bracket that the organiser arranged; empty: computed."""
    frozen = models.JSONField(default=list, blank=True)
    """[[place, entrant]] when the stage closed."""

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"


def light(path: str) -> tuple[str, ...]:
    """Fields of a stage to defer where every match brings its stage along: lists as long as the field of entrants."""
    return tuple(f"{path}__{name}" for name in ("seeds", "lineup", "frozen"))


class RoundState(models.TextChoices):
    DRAFT = "draft", _("not published")
    PUBLISHED = "published", _("published")
    COMPLETE = "complete", _("complete")


class Round(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=RoundState.choices, default=RoundState.DRAFT)
    is_edited = models.BooleanField(default=False)
    """The organiser changed its pairings: they are taken as they are."""
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_unique")]
        indexes: ClassVar = [models.Index(F("completed_at"), name="rounds_by_end", condition=Q(state="complete"))]

    def __str__(self) -> str:
        return f"round {self.number} of stage {self.stage_id}"


class NodeState(models.TextChoices):
    WAITING = "waiting", _("waiting for entrants")
    READY = "ready", _("ready")
    RUNNING = "running", _("running")
    DECIDED = "decided", _("decided")
    WALKOVER = "walkover", _("walkover")
    BYE = "bye", _("bye")
    SIT_OUT = "sit_out", _("sits out")
    ANNULLED = "annulled", _("annulled")
    VOID = "void", _("void: no longer part of the plan")


class Node(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="nodes")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=NodeState.choices)
    slots = models.JSONField(default=list)
    """[[entrant or null, "stage.round.match:place" or null, is a bye]]; entrants by seed."""
    bracket = models.CharField(max_length=10)
    number_in_bracket = models.PositiveSmallIntegerField(default=1)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    advancing = models.PositiveSmallIntegerField(default=0)
    ranks = models.JSONField(default=list, blank=True)
    """Of the entrants in slot order, once decided in any way."""

    is_veiled = False
    """Not stored: somebody looks who may not know all of it, so takes and rulings stay away too."""

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "number"], name="node_number_is_unique")]

    def __str__(self) -> str:
        return f"match {self.number} of round {self.round_id}"

    @property
    def key(self) -> NodeKey:
        """Needs the round and its stage at hand."""
        return NodeKey(self.round.stage.number, self.round.number, self.number)

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(slot[0] for slot in self.slots if slot[0] is not None)


class PlayState(models.TextChoices):
    OPEN = "open", _("being played")
    DECIDED = "decided", _("decided")
    VOID = "void", _("void")


class Play(models.Model):
    node = models.ForeignKey(Node, on_delete=models.PROTECT, related_name="plays")
    take = models.PositiveSmallIntegerField()
    match = models.OneToOneField("matches.Match", on_delete=models.PROTECT, related_name="play")
    entrants = models.JSONField()
    """Seeds in slot order; the match's entrants have these positions."""
    blocks = models.PositiveIntegerField()
    """Length of the series as it was when the play began."""
    state = models.CharField(max_length=8, choices=PlayState.choices, default=PlayState.OPEN)
    ranks = models.JSONField(default=list, blank=True)
    scores = models.JSONField(default=list, blank=True)
    """Exact fractions as text."""
    games = models.PositiveIntegerField(default=0)
    settled_by = models.CharField(max_length=20, blank=True)
    """What decided it: see ``arena.tournaments.planning.series.Reason``."""
    void_reason = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["take"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["node", "take"], name="take_is_unique"),
            models.UniqueConstraint(fields=["node"], condition=~Q(state="void"), name="one_play_counts"),
            models.CheckConstraint(condition=~Q(state="decided") | ~Q(ranks=[]), name="a_decided_play_has_ranks"),
        ]
        indexes: ClassVar = [models.Index(F("node"), name="open_plays", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"take {self.take} of node {self.node_id}"

    def result(self) -> Result:
        """As the pure code takes it."""
        scores = tuple(Fraction(score) for score in self.scores)
        return Result(self.node.key, tuple(self.entrants), tuple(self.ranks), scores, self.games)


def slot_row(slot: Slot) -> list[object]:
    source = f"{slot.source.node}:{slot.source.place}" if slot.source else None
    return [slot.entrant, source, slot.is_bye]


def read_source(text: str) -> Source:
    """
    >>> read_source("1.2.3:2")
    Source(node=NodeKey(stage=1, round=2, number=3), place=2)
    """
    key, place = text.split(":")
    stage, round_number, match = (int(part) for part in key.split("."))
    return Source(NodeKey(stage, round_number, match), int(place))
