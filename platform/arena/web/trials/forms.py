"""The form of a test of two versions. It checks shape only; the action decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.bots.models import BotVersion, CheckState
from arena.trials.actions.request import GAIN, NO_REGRESSION
from engines import variants

if TYPE_CHECKING:
    _VersionField = forms.ModelChoiceField[BotVersion]  # the type checker's class takes a parameter, Django's does not
else:
    _VersionField = forms.ModelChoiceField

QUESTIONS = {"gain": GAIN, "no-regression": NO_REGRESSION}


def may_be_tested(version: BotVersion) -> bool:
    return version.state == CheckState.READY and not version.bot.is_retired and _others(version).exists()


def _others(version: BotVersion) -> Any:
    return version.bot.versions.filter(state=CheckState.READY).exclude(pk=version.pk).order_by("-number")


class VersionField(_VersionField):
    def label_from_instance(self, obj: BotVersion) -> str:
        return f"v{obj.number}"


class TrialForm(forms.Form):
    against = VersionField(BotVersion.objects.none(), label=_("Against version"), empty_label=None)
    variant = forms.ChoiceField(label=_("Variant"))
    question = forms.ChoiceField(
        label=_("Question"),
        choices=[
            ("gain", _("Is it better? (0 against 20 points)")),
            ("no-regression", _("Is it at least not worse? (-20 against 0 points)")),
        ],
    )

    def __init__(self, version: BotVersion, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        against, variant = self.fields["against"], self.fields["variant"]
        assert isinstance(against, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(variant, forms.ChoiceField)  # noqa: S101 - for the type checker
        against.queryset = _others(version)
        variant.choices = [(each.slug, _(each.title)) for each in variants() if version.bot.plays(each.game)]
        if version.bot.active_version_id != version.pk:
            self.initial["against"] = version.bot.active_version_id
        self.initial["variant"] = version.bot.trial_variant or None
