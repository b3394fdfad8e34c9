"""Fields for the settings of formats, read off the formats themselves: a new format brings its own.

Every format has a group of fields for every stage; the page shows the group of the chosen format, and only that one
is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.tournaments.fitting import DECIDED_BY_VARIANT
from arena.tournaments.planning.formats.interface import Format, Preset
from arena.tournaments.planning.registry import FORMATS, PRESETS
from arena.tournaments.planning.standings.registry import TIE_BREAKS

AnyFormat = Format[Any] | Preset[Any]
_LABELS: dict[str, Promise] = {
    "rounds": _("Rounds"),
    "third_place": _("Play for third place"),
    "legs": _("How often each pair meets"),
    "groups": _("Groups"),
    "advance": _("How many go on from each group or table"),
    "knockout": _("Knockout"),
    "strikes": _("Strikes until a bot is out"),
    "every_pod": _("Play every possible table once"),
    "tie_breaks": _("Tie-breaks, in order"),
}


class TieBreaksField(forms.CharField):
    """Names in order, with commas between them."""

    def __init__(self, **options: Any) -> None:
        names = ", ".join(TIE_BREAKS)
        super().__init__(help_text=_("Empty: the usual ones. To choose from: %(names)s") % {"names": names}, **options)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        names = [name.strip() for name in str(value or "").split(",") if name.strip()]
        for name in names:
            if name not in TIE_BREAKS:
                sentence = _("No tie-break is called %(name)s; choose from %(names)s.")
                raise forms.ValidationError(sentence, params={"name": name, "names": ", ".join(TIE_BREAKS)})
        return names


def name_of(stage: int, format_name: str, setting: str) -> str:
    return f"stage{stage}-{format_name}-{setting}"


def choosable(stage: int) -> dict[str, AnyFormat]:
    """Presets are whole tournaments: nothing comes before or after them."""
    return {**FORMATS, **PRESETS} if stage == 1 else {**FORMATS}


def settings_of(chosen: AnyFormat) -> Iterator[tuple[Field[Any], Any]]:
    """What an organiser may choose, with its type."""
    hints = get_type_hints(chosen.settings)
    for setting in fields(chosen.settings):
        if setting.name not in DECIDED_BY_VARIANT:
            yield setting, hints[setting.name]


def fields_for(stage: int) -> dict[str, forms.Field]:
    return {
        name_of(stage, name, setting.name): _field(setting, hint)
        for name, chosen in choosable(stage).items()
        for setting, hint in settings_of(chosen)
    }


def _field(setting: Field[Any], hint: Any) -> forms.Field:
    if isinstance(hint, UnionType):
        hint = next(option for option in get_args(hint) if option is not type(None))
    default = None if setting.default is MISSING else setting.default
    options: dict[str, Any] = {"label": _LABELS.get(setting.name, setting.name.replace("_", " ")), "required": False}
    if get_origin(hint) is tuple:
        return TieBreaksField(**options)
    if hint is bool:
        return forms.BooleanField(initial=default, **options)
    if issubclass(hint, StrEnum):
        choices = [(value.value, _(FORMATS[value].title) if value in FORMATS else value.value) for value in hint]
        return forms.ChoiceField(choices=choices, initial=default, **options)
    usual = _("Empty: as many as suit the field.") if default is None else ""
    return forms.IntegerField(initial=default, min_value=1, max_value=1000, help_text=usual, **options)


def values_of(stage: int, format_name: str, cleaned: Mapping[str, Any]) -> dict[str, object]:
    """The settings of the chosen format; what was left empty is left to the format."""
    chosen = choosable(stage)[format_name]
    values = {
        setting.name: cleaned.get(name_of(stage, format_name, setting.name)) for setting, _ in settings_of(chosen)
    }
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def initial_of(stage: int, format_name: str, settings: Mapping[str, object]) -> dict[str, object]:
    return {name_of(stage, format_name, name): value for name, value in settings.items()}
