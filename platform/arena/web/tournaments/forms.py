"""Forms of organisers and entrants. They check shape only; the actions decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BoundField
from django.forms.utils import ErrorDict
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from arena.bots.models import Bot
from arena.lib.alphabet import in_order
from arena.tournaments.actions.create import MOST_BLOCKS
from arena.tournaments.models import Tournament
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import PRESETS
from arena.tournaments.templates import Template
from arena.tournaments.time_zones import time_zones
from arena.web.games import introductions
from arena.web.tournaments import format_fields
from engines import variants
from sandbox import RUNTIMES

if TYPE_CHECKING:
    from arena.accounts.models import User

    _ModelForm = forms.ModelForm[Tournament]  # the type checker's class takes a parameter, Django's does not
else:
    _ModelForm = forms.ModelForm

LEAST_STAGES, MOST_STAGES = 3, 8
"""Shown at first; one more can be asked for until all are there."""
_SPARE_LENGTHS = 3
"""Empty lines for rounds of another length."""


def variant_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    names = {game.slug: game.name for game in introductions()}
    choices: dict[str, list[tuple[str, str]]] = {}
    for variant in variants():
        choices.setdefault(names[variant.game], []).append((variant.slug, str(_(variant.title))))
    return list(choices.items())


def format_choices(stage: int) -> list[tuple[str, str]]:
    return [(name, f"{_(kind.title)}: {_(kind.summary)}") for name, kind in format_fields.choosable(stage).items()]


@dataclass(frozen=True)
class FormatGroup:
    """The fields of one format in one stage."""

    name: str
    title: str
    fields: list[BoundField]


@dataclass(frozen=True)
class StageGroup:
    number: int
    choice: BoundField
    groups: list[FormatGroup]
    advance: BoundField | None
    """How many go on from the stage before."""


def _moment_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class TournamentForm(_ModelForm):
    time_zone = forms.CharField(
        label=_("Time zone"),
        initial="UTC",
        required=False,
        help_text=_("Of all times here, and of those that visitors read: for example Europe/Berlin."),
    )
    variant = forms.ChoiceField(label=_("Variant"), choices=variant_choices)
    format = forms.ChoiceField(label=_("Format"), choices=lambda: format_choices(1))
    runtimes = forms.MultipleChoiceField(
        label=_("Allowed languages"),
        choices=lambda: [(runtime.name, runtime.title) for runtime in RUNTIMES.values()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all."),
    )

    basics = ("name", "description", "variant")
    series = ("blocks", "final_blocks", "extra_blocks", "early_stop", "common_deals", "is_rated")
    times = ("time_zone", "deadline", "starts_at", "check_in_minutes")
    entry = (
        "by_invitation",
        "bots_per_owner",
        "most_entrants",
        "fill_to",
        "runtimes",
        "seeding",
        "publishes_itself",
        "is_staged",
    )

    class Meta:
        model = Tournament
        fields = (
            "name", "description", "variant", "format", "blocks", "final_blocks", "extra_blocks", "early_stop",
            "common_deals", "is_rated", "seeding", "publishes_itself", "is_staged", "deadline", "by_invitation",
            "bots_per_owner", "most_entrants", "runtimes", "time_zone", "starts_at", "check_in_minutes", "fill_to",
        )  # fmt: skip
        labels = {"name": pgettext_lazy("of a tournament", "Name")}  # noqa: RUF012 - as below
        widgets = {  # noqa: RUF012 - Django's way
            "description": forms.Textarea(attrs={"rows": 3}),
            "deadline": _moment_input(),
            "starts_at": _moment_input(),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._chosen = tuple(self.fields)
        self.stage_count = self._stage_count()
        for stage in range(1, self.stage_count + 1):
            self.fields.update(format_fields.fields_for(stage))
            if stage > 1:
                self._add_stage(stage)
        lengths = self._kept_lines()
        self.lengths = len(lengths) + _SPARE_LENGTHS
        for line in range(self.lengths):
            self._add_length(line)
        if self.instance.pk:
            self._fill(lengths)

    def _stage_count(self) -> int:
        """Of a form that was sent, as many as it had, and one more if that was asked for."""
        if self.is_bound:
            sent = 1 + sum(f"stage{stage}" in self.data for stage in range(2, MOST_STAGES + 1))
            wanted = max(sent, LEAST_STAGES) + ("more-stages" in self.data)
        else:
            wanted = max(LEAST_STAGES, len(self.instance.stage_setups))
        return min(wanted, MOST_STAGES)

    @property
    def may_have_more_stages(self) -> bool:
        return self.stage_count < MOST_STAGES

    def _kept_lines(self) -> list[tuple[str, int | None, datetime | None]]:
        """Rounds with a length or a time of their own."""
        if not self.instance.pk:
            return []
        tournament = self.instance
        keys = sorted({*tournament.round_blocks, *tournament.round_times})
        return [
            (key, tournament.round_blocks.get(key), tournament.round_time(*(int(part) for part in key.split("."))))
            for key in keys
        ]

    def _add_stage(self, stage: int) -> None:
        none = ("", _("nothing: the tournament is over"))
        self.fields[f"stage{stage}"] = forms.ChoiceField(
            label=_("Then"), choices=[none, *format_choices(stage)], required=False
        )
        self.fields[f"advance{stage - 1}"] = forms.IntegerField(
            label=_("How many go on"),
            required=False,
            min_value=1,
            max_value=1000,
            help_text=_("From each group, or from the one table of the stage before."),
        )

    def _add_length(self, line: int) -> None:
        for part, label, most in (
            ("stage", _("Stage"), MOST_STAGES),
            ("round", _("Round"), 1000),
            ("blocks", _("Blocks"), MOST_BLOCKS),
        ):
            field = forms.IntegerField(label=label, required=False, min_value=1, max_value=most)
            self.fields[f"length{line}-{part}"] = field
        self.fields[f"length{line}-time"] = forms.DateTimeField(
            label=_("Not before"), required=False, widget=_moment_input()
        )

    def _fill(self, lengths: list[tuple[str, int | None, datetime | None]]) -> None:
        """Settings of an old tournament, or of a draft that is changed."""
        tournament = self.instance
        for name in ("deadline", "starts_at"):
            if self.initial.get(name):
                self.initial[name] = _wall(self.initial[name], tournament.zone)
        self.initial.update(format_fields.initial_of(1, tournament.format, tournament.format_settings))
        if tournament.format not in PRESETS:
            for number, setup in enumerate(tournament.setups()[: self.stage_count], start=1):
                self.initial.update(format_fields.initial_of(number, setup.format, setup.settings))
                if number > 1:
                    self.initial[f"stage{number}"] = setup.format
                self.initial[f"advance{number}"] = setup.advance
        for line, (key, blocks, time) in enumerate(lengths):
            stage, round_number = key.split(".")
            wall = _wall(time, tournament.zone) if time else None
            for part, value in (("stage", stage), ("round", round_number), ("blocks", blocks), ("time", wall)):
                self.initial[f"length{line}-{part}"] = value

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        cleaned["time_zone"] = cleaned.get("time_zone") or "UTC"
        # A name that nobody knows is refused by the action, with the others.
        zone = ZoneInfo(cleaned["time_zone"] if cleaned["time_zone"] in time_zones() else "UTC")
        for name in ("deadline", "starts_at", *(f"length{line}-time" for line in range(self.lengths))):
            if cleaned.get(name):
                cleaned[name] = _in_zone(cleaned[name], zone)
        for line in range(self.lengths):
            number, *rest = [cleaned.get(f"length{line}-{part}") for part in ("round", "blocks", "time")]
            if bool(number) != any(rest):
                self.add_error(f"length{line}-round", _("Say which round, and how many blocks or when."))
        for stage in range(2, self.stage_count + 1):
            self._clean_stage(stage, cleaned)
        return cleaned

    def _clean_stage(self, stage: int, cleaned: dict[str, Any]) -> None:
        if not cleaned.get(f"stage{stage}"):
            return
        if cleaned.get("format") in PRESETS:
            self.add_error(f"stage{stage}", _("This format has its own stages; choose a format of one stage first."))
        elif stage > 2 and not cleaned.get(f"stage{stage - 1}"):
            self.add_error(f"stage{stage}", _("Choose the stage before this one first."))
        if not cleaned.get(f"advance{stage - 1}"):
            self.add_error(f"advance{stage - 1}", _("Say how many go on."))

    def choices(self) -> dict[str, Any]:
        """What the actions take besides name, variant and format."""
        plain = ("name", "variant", "format")
        chosen = {name: self.cleaned_data[name] for name in self._chosen if name not in plain}
        return {**chosen, "round_times": self.round_times()}

    def settings(self) -> dict[str, object]:
        return format_fields.values_of(1, self.cleaned_data["format"], self.cleaned_data)

    def stages(self) -> tuple[StageSetup, ...]:
        """Stages that the organiser put together; empty: those of the format."""
        cleaned = self.cleaned_data
        names = [cleaned["format"], *(cleaned.get(f"stage{n}") for n in range(2, self.stage_count + 1))]
        chosen = [name for name in names if name]
        if len(chosen) == 1:
            return ()
        return tuple(
            StageSetup(
                name,
                format_fields.values_of(number, name, cleaned),
                cleaned.get(f"advance{number}") if number < len(chosen) else None,
            )
            for number, name in enumerate(chosen, start=1)
        )

    def round_blocks(self) -> dict[str, int]:
        cleaned = self.cleaned_data
        lines = [
            [cleaned.get(f"length{line}-{part}") for part in ("stage", "round", "blocks")]
            for line in range(self.lengths)
        ]
        return {f"{stage or 1}.{number}": blocks for stage, number, blocks in lines if number and blocks}

    def round_times(self) -> dict[str, datetime]:
        cleaned = self.cleaned_data
        lines = [
            [cleaned.get(f"length{line}-{part}") for part in ("stage", "round", "time")] for line in range(self.lengths)
        ]
        return {f"{stage or 1}.{number}": time for stage, number, time in lines if number and time}

    def stage_groups(self) -> Iterator[StageGroup]:
        for stage in range(1, self.stage_count + 1):
            groups = []
            for name, chosen in format_fields.choosable(stage).items():
                own = [
                    self[format_fields.name_of(stage, name, setting.name)]
                    for setting, _ in format_fields.settings_of(chosen)
                ]
                groups.append(FormatGroup(name, str(_(chosen.title)), own))
            choice = self["format"] if stage == 1 else self[f"stage{stage}"]
            yield StageGroup(stage, choice, groups, self[f"advance{stage - 1}"] if stage > 1 else None)

    def length_lines(self) -> list[list[BoundField]]:
        parts = ("stage", "round", "blocks", "time")
        return [[self[f"length{line}-{part}"] for part in parts] for line in range(self.lengths)]

    def parts(self, names: tuple[str, ...]) -> list[BoundField]:
        return [self[name] for name in names]

    def basic_fields(self) -> list[BoundField]:
        return self.parts(self.basics)

    def series_fields(self) -> list[BoundField]:
        return self.parts(self.series)

    def time_fields(self) -> list[BoundField]:
        return self.parts(self.times)

    def entry_fields(self) -> list[BoundField]:
        return self.parts(self.entry)

    def keep_quiet(self) -> None:
        """Show what was sent without a word about what is missing: somebody is still writing."""
        self._errors = ErrorDict()

    def _post_clean(self) -> None:
        """The actions check and save, not the model form."""


def initial_of_template(template: Template) -> dict[str, Any]:
    settings = format_fields.initial_of(1, template.format, template.settings)
    return {"format": template.format, **settings, **template.choices}


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """What a clock of the zone shows."""
    return moment.astimezone(zone).replace(tzinfo=None)


def _in_zone(moment: datetime, zone: ZoneInfo) -> datetime:
    """What somebody wrote who looks at a clock of the zone."""
    return localtime(moment).replace(tzinfo=zone)


class RegisterForm(forms.Form):
    bot = forms.ModelChoiceField(Bot.objects.none(), label=_("Bot"), empty_label=None)

    def __init__(self, tournament: Tournament, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = next(variant.game for variant in variants() if variant.slug == tournament.variant)
        able = Bot.objects.filter(games__contains=[game], active_version__isnull=False, is_retired=False)
        own = able.filter(owner=user)
        if tournament.may_manage(user):
            own |= able.exclude(house_name="")
        field = self.fields["bot"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        field.queryset = own.exclude(tournament_entries__tournament=tournament).order_by(
            "house_name", *in_order("name")
        )
