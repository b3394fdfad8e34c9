"""Names of accounts: part of addresses (`/u/alice/`), so plain, lower case, and never a word of the site's own."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

PATTERN = r"^[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,29}$"

_RESERVED_WORDS = """
about account accounts admin administrator api arena bot bots design docs help house house-bots leaderboard leaderboards
live login logout me moderator new official organiser replay replays root settings signup staff static submit support
system tournament tournaments user users
"""
RESERVED = frozenset(_RESERVED_WORDS.split())

has_right_form = RegexValidator(
    PATTERN,
    _("Use 3 to 30 lower-case letters, digits and single hyphens, beginning and ending with a letter or digit."),
    code="name_form",
)


def is_not_reserved(name: str) -> None:
    if name in RESERVED:
        raise ValidationError(
            _("“%(name)s” is kept for the arena itself. Choose another name."), "name_reserved", {"name": name}
        )


VALIDATORS: list[Callable[[str], None]] = [has_right_form, is_not_reserved]
