"""Forms of a bot's owner. They check shape only; the actions decide."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.actions import manage
from arena.bots.archive import Upload, UploadError, read_upload
from arena.bots.conditions import conditions
from arena.bots.models import Bot
from arena.lib.alphabet import in_order
from arena.matches.actions.practice import MAX_BLOCKS
from arena.matches.seating import entrant_counts
from arena.web.games import introductions
from engines import Variant, variants

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Bot]  # the type checker's class takes a parameter, Django's does not
else:
    _ModelForm = forms.ModelForm


MOST_OPPONENTS = 200
"""In a list to choose from; nobody reads a longer one."""


def game_choices() -> list[tuple[str, str]]:
    return [(game.slug, game.name) for game in introductions()]


def ladder_choices() -> list[tuple[str, Any]]:
    return [(variant.slug, _(variant.title)) for variant in variants()]


class UploadField(forms.FileField):
    """A file that is a bot: read and checked here, handed on as an ``Upload``."""

    def clean(self, data: Any, initial: Any = None) -> Upload:
        file = super().clean(data, initial)
        most = conditions().upload_bytes
        if file.size > most:  # before the file is read into memory
            file_too_large = _("The file has %(size).1f MB; at most %(most).1f MB are taken.")
            raise forms.ValidationError(file_too_large, params={"size": file.size / 1e6, "most": most / 1e6})
        try:
            return read_upload(file.name, file.read())
        except UploadError as reason:
            raise forms.ValidationError(str(reason)) from None


class SubmitForm(forms.Form):
    """A new version of an own bot, or a new bot with its first version."""

    bot = forms.ModelChoiceField(
        Bot.objects.none(),
        label=_("Bot"),
        required=False,
        empty_label=_("A new bot"),
    )
    name = forms.CharField(
        label=_("Name of the new bot"),
        max_length=40,
        required=False,
        help_text=_("Unique in the arena; leaderboards show it alone."),
    )
    games = forms.MultipleChoiceField(
        label=_("Games it plays"),
        choices=game_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("The check plays every layout of these games."),
    )
    ladders = forms.MultipleChoiceField(
        label=_("Ladders of the new bot"), choices=ladder_choices, required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Where it plays rated games by itself. None chosen: on all ladders of its games."),
    )  # fmt: skip
    upload = UploadField(
        label=_("Program"),
        help_text=_("A zip of the bot's folder, or one source file. Choose it, or drop it on this form."),
    )
    changelog = forms.CharField(
        label=_("What is new"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Bot.objects.filter(owner=owner, is_retired=False)
        choice = self.fields["bot"]
        assert isinstance(choice, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        choice.queryset = own
        if not own.exists():
            del self.fields["bot"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("bot") is None:
            if not cleaned.get("name"):
                self.add_error("name", _("A new bot needs a name."))
            if not cleaned.get("games"):
                self.add_error("games", _("Choose at least one game."))
        return cleaned


def trial_choices() -> list[tuple[str, Any]]:
    return [("", _("no test")), *((variant.slug, _(variant.title)) for variant in variants())]


def tint_choices() -> list[tuple[str, Any]]:
    words = (_("yellow"), _("blue"), _("red"), _("green"), _("violet"), _("white"))
    return [("", _("as its name says")), *((str(at), word) for at, word in enumerate(words))]


class BotForm(_ModelForm):
    tint = forms.TypedChoiceField(
        label=_("Colour of its emblem"), choices=tint_choices, required=False, coerce=int, empty_value=None
    )
    games = forms.MultipleChoiceField(
        label=_("Games it plays"), choices=game_choices, widget=forms.CheckboxSelectMultiple
    )
    ladders = forms.MultipleChoiceField(
        label=_("Ladders"), choices=ladder_choices, required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Where it plays rated games by itself. None chosen: on all ladders of its games."),
    )  # fmt: skip
    trial_variant = forms.ChoiceField(
        label=_("Test of new versions"), choices=trial_choices, required=False,
        help_text=_("A new version becomes active when it was shown, in this variant, that it is not worse than the "
                    "active one."),
    )  # fmt: skip

    class Meta:
        model = Bot
        fields = manage.EDITABLE
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}  # noqa: RUF012 - Django's way


def _opponent_counts(variant: Variant) -> list[int]:
    """How many opponents may be chosen: fewer than the variant needs are filled up with house bots."""
    counts = entrant_counts(variant)
    return sorted({*range(counts[0]), *(count - 1 for count in counts)})


def opponent_counts(bot: Bot) -> str:
    """For the script that tells how many still fit: JSON by variant."""
    return json.dumps({variant.slug: _opponent_counts(variant) for variant in variants() if bot.plays(variant.game)})


class PracticeForm(forms.Form):
    """A practice match: variant, opponents, number of blocks."""

    variant = forms.ChoiceField(label=_("Variant"))
    opponents = forms.ModelMultipleChoiceField(
        Bot.objects.none(), label=_("Opponents"), widget=forms.CheckboxSelectMultiple,
        help_text=_("As many as the variant has seats for; fewer are filled up with house bots."), required=False,
    )  # fmt: skip
    blocks = forms.IntegerField(
        label=_("Blocks"), min_value=1, max_value=MAX_BLOCKS, initial=1,
        help_text=_("Each block is one deal with every bot in every seat."),
    )  # fmt: skip
    one_game = forms.BooleanField(
        label=_("Only one game"), required=False, help_text=_("A quick look instead of blocks. Luck counts."),
    )  # fmt: skip

    def __init__(self, bot: Bot, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice, opponents = self.fields["variant"], self.fields["opponents"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(opponents, forms.ModelMultipleChoiceField)  # noqa: S101 - for the type checker
        choice.choices = [(variant.slug, _(variant.title)) for variant in variants() if bot.plays(variant.game)]
        # House bots first. The list is cut where it is shown: what is sent is checked against all of them.
        allowed = Bot.objects.open_to_practice(user).exclude(pk=bot.pk).order_by("-house_name", *in_order("name"))
        opponents.queryset = allowed
        opponents.widget.choices = [(opponent.pk, opponent.name) for opponent in allowed[:MOST_OPPONENTS]]
