"""People of the arena. Everybody may submit bots; organisers run tournaments; staff look after the site."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.accounts.names import PATTERN, VALIDATORS


class Role(models.TextChoices):
    AUTHOR = "author", _("author")
    ORGANISER = "organiser", _("organiser")
    STAFF = "staff", _("staff")


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(name=(username or "").lower())

    def create_user(self, name: str, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(name=name.lower(), email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(name, email, password, **{"role": Role.STAFF, "is_superuser": True, **fields})


class User(AbstractBaseUser, PermissionsMixin):
    name = models.CharField(_("name"), max_length=30, unique=True, validators=VALIDATORS)
    """Stands in addresses and never changes: links to a profile stay right."""
    display_name = models.CharField(_("display name"), max_length=60, blank=True)
    """What pages show; the name, if empty."""
    email = models.EmailField(_("e-mail address"), max_length=254)
    """Private: no page shows it to others.

    Not unique here: anybody may claim an address before it is confirmed, and somebody who changes an unconfirmed one
    has none for a while. That a *confirmed* address belongs to one account is a constraint of allauth's table.
    """
    about = models.TextField(_("about you"), max_length=500, blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True, default="", db_default="")
    """A code of ``settings.LANGUAGES``; empty: never chosen."""
    looked_in_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the dashboard was opened last."""
    away_since = models.DateTimeField(null=True, blank=True, editable=False)
    """The end of the visit before this one: what changed since then is new."""
    wants_rating = models.BooleanField(_("rate my games against house bots"), default=False, db_default=False)
    """As a person at tables; bots have ratings of their own."""
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.AUTHOR)
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Take the tick away instead of deleting an account: results stay whole.")
    )
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    objects = UserManager()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        indexes = (models.Index(fields=["email"], name="accounts_user_email"),)
        constraints = (
            models.CheckConstraint(condition=models.Q(name__regex=PATTERN), name="accounts_user_name_has_right_form"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="accounts_user_role_is_known"),
        )

    def __str__(self) -> str:
        return self.display_name or self.name

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.name])

    @property
    def initial(self) -> str:
        """Stands on the card that serves as a picture of the account."""
        return str(self)[:1].upper()

    @property
    def is_staff(self) -> bool:
        """Asked by Django's admin."""
        return self.role == Role.STAFF

    @property
    def is_organiser(self) -> bool:
        """Staff may do all that organisers may."""
        return self.role in {Role.ORGANISER, Role.STAFF}
