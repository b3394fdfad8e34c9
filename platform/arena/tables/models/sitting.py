"""Who sits where."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Sitter(models.TextChoices):
    PERSON = "person", _("a person")
    HOUSE = "house", _("a house bot")
    BOT = "bot", _("a bot")
    FREE = "free", _("nobody yet")


class Sitting(models.Model):
    """A seat of a table. A person is known by the account, or by a signed cookie of the browser."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="sittings", db_index=False)
    seat = models.PositiveSmallIntegerField()
    sitter = models.CharField(max_length=6, choices=Sitter.choices)
    house_name = models.CharField(max_length=40, blank=True)
    version = models.ForeignKey(
        "bots.BotVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    """Of an author's bot. Empty when it was deleted since: then the house's quick bot plays on."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="sittings"
    )
    guest = models.CharField(max_length=32, blank=True)
    """The mark of a browser without an account."""
    name = models.CharField(max_length=60, blank=True)
    """As the table shows it."""
    is_host = models.BooleanField(default=False)
    has_left = models.BooleanField(default=False)
    """A house bot plays on for this person, or for this bot after its fault."""
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of its side, when the game is over."""

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="a_chair_is_taken_once"),
            models.CheckConstraint(
                condition=Q(sitter="house", user=None, guest="", is_host=False, version=None) & ~Q(house_name="")
                | Q(sitter="bot", user=None, guest="", is_host=False, house_name="")
                | Q(sitter="free", user=None, guest="", house_name="", version=None)
                | Q(sitter="person", version=None),
                name="a_sitter_is_of_one_sort",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["guest"], name="sittings_of_guest", condition=~Q(guest="")),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of table {self.table_id}"

    @property
    def is_present(self) -> bool:
        """A person who still plays."""
        return self.sitter == Sitter.PERSON and not self.has_left
