"""Forms of organisers and entrants. They check shape only; the actions decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Bot
from arena.tournaments.formats.interface import Format, Preset
from arena.tournaments.models import Tournament
from arena.tournaments.registry import FORMATS, PRESETS
from arena.web.games import GAMES
from engines import variants
from sandbox import RUNTIMES

if TYPE_CHECKING:
    from arena.accounts.models import User

    _ModelForm = forms.ModelForm[Tournament]  # the type checker's class takes a parameter, Django's does not
else:
    _ModelForm = forms.ModelForm

_DECIDED_BY_VARIANT = ("pod_size", "last_loses", "exact")


def variant_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    names = {game.slug: game.name for game in GAMES}
    found: dict[str, list[tuple[str, str]]] = {}
    for each in variants():
        found.setdefault(names[each.game], []).append((each.slug, each.title))
    return list(found.items())


def format_choices() -> list[tuple[str, str]]:
    known: list[Format[Any] | Preset[Any]] = [*FORMATS.values(), *PRESETS.values()]
    return [(each.name, f"{each.title}: {each.summary}") for each in known]


class TournamentForm(_ModelForm):
    variant = forms.ChoiceField(label=_("Variant"), choices=variant_choices)
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    options = forms.CharField(
        label=_("Settings of the format"),
        required=False,
        help_text=_("For example: rounds=5, groups=4, third_place=yes. The page on formats lists them."),
    )
    runtimes = forms.MultipleChoiceField(
        label=_("Allowed languages"),
        choices=lambda: [(each.name, each.title) for each in RUNTIMES.values()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all."),
    )

    class Meta:
        model = Tournament
        fields = (
            "name", "description", "variant", "format", "options", "blocks", "final_blocks", "extra_blocks",
            "early_stop", "common_deals", "is_rated", "seeding", "publishes_itself", "deadline", "by_invitation",
            "bots_per_owner", "most_entrants", "runtimes",
        )  # fmt: skip
        widgets = {  # noqa: RUF012 - Django's way
            "description": forms.Textarea(attrs={"rows": 3}),
            "deadline": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["options"] = options_text(self.instance.format_settings)

    def clean_options(self) -> dict[str, object]:
        name = self.cleaned_data.get("format", "")
        return read_options(self.cleaned_data["options"], name)

    def choices(self) -> dict[str, Any]:
        """What the actions take besides name, variant and format."""
        plain = ("name", "variant", "format", "options")
        return {name: value for name, value in self.cleaned_data.items() if name not in plain}

    def _post_clean(self) -> None:
        """The actions check and save, not the model form."""


def read_options(text: str, format_name: str) -> dict[str, object]:
    """ "rounds=5, third_place=yes" as values of the right types."""
    chosen = PRESETS.get(format_name) or FORMATS.get(format_name)
    hints = get_type_hints(chosen.settings) if chosen else {}
    given: dict[str, object] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        name, found, value = (piece.strip() for piece in part.partition("="))
        if not found:
            sentence = _("Write settings as name=value, separated by commas: %(part)s is none.")
            raise forms.ValidationError(sentence, params={"part": part})
        given[name] = _option(value, str(hints.get(name, "")))
    return given


def _option(value: str, hint: str) -> object:
    if "tuple" in hint:
        return value.split()
    if value.lower() in ("yes", "true", "no", "false") and "bool" in hint:
        return value.lower() in ("yes", "true")
    return int(value) if value.lstrip("-").isdigit() else value


def options_text(settings: dict[str, Any]) -> str:
    shown = []
    for name, value in settings.items():
        if name in _DECIDED_BY_VARIANT or value is None:
            continue
        text = " ".join(value) if isinstance(value, list) else {True: "yes", False: "no"}.get(value, value)
        shown.append(f"{name}={text}")
    return ", ".join(shown)


class RegisterForm(forms.Form):
    bot = forms.ModelChoiceField(Bot.objects.none(), label=_("Bot"), empty_label=None)

    def __init__(self, tournament: Tournament, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = next(each.game for each in variants() if each.slug == tournament.variant)
        able = Bot.objects.filter(games__contains=[game], active_version__isnull=False, is_retired=False)
        own = able.filter(owner=user)
        if tournament.may_manage(user):
            own |= able.exclude(house_name="")
        field = self.fields["bot"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        field.queryset = own.exclude(tournament_entries__tournament=tournament).order_by("house_name", "name")
