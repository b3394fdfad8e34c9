"""Forms of the page on which bots are asked about a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.bots.models import BotVersion
from arena.replays.asking import MOST_ASKED

GAMES = (10, 30, 100)
"""A chance is then known to within 30, 18 or 10 per cent, at two standard errors."""
MOST_LISTED = 200
"""Bots of a list: house and own ones come first, and nobody reads on for thousands."""


class AskForm(forms.Form):
    """Who is asked at one decision."""

    bots = forms.MultipleChoiceField(label=_("Bots"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, allowed: Sequence[BotVersion], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bots"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        field.choices = [(version.pk, str(version)) for version in allowed[:MOST_LISTED]]
        field.help_text = _("At most %(most)d at a time.") % {"most": MOST_ASKED}
        field.initial = [version.pk for version in allowed if version.bot.is_house]


class RestForm(forms.Form):
    """Who sits where in the rest of the game."""

    games = forms.TypedChoiceField(
        label=_("How many times"), coerce=int, choices=[(number, number) for number in GAMES], initial=GAMES[1]
    )

    def __init__(
        self, seats: Sequence[tuple[str, int | None, Sequence[BotVersion]]], *args: Any, **kwargs: Any
    ) -> None:
        """Per seat its label, the version that sat there if it may be chosen, and who else may be."""
        super().__init__(*args, **kwargs)
        for at, (label, present, allowed) in enumerate(seats):
            self.fields[f"seat_{at}"] = forms.ChoiceField(
                label=label,
                choices=[(version.pk, str(version)) for version in allowed[:MOST_LISTED]],
                initial=present,
            )
        self.order_fields([*(f"seat_{at}" for at in range(len(seats))), "games"])

    @property
    def chosen(self) -> list[int]:
        """The version of every seat."""
        return [int(self.cleaned_data[name]) for name in self.fields if name.startswith("seat_")]
