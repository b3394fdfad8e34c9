"""What callers send about tournaments. Shape and bounds only; the actions decide."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

from ninja import Field, Schema
from pydantic import AfterValidator, AwareDatetime, ConfigDict, ValidationInfo, create_model, field_validator

from arena.api.routes.params import NO_ZERO
from arena.api.schemas import BOT_NAME, SLUG
from arena.tournaments.actions.create import MOST_BLOCKS, MOST_ENTRANTS
from arena.tournaments.actions.entrant_list import MOST_CHARACTERS
from arena.tournaments.fitting import DECIDED_BY_VARIANT
from arena.tournaments.models import SeedingMethod
from arena.tournaments.planning.formats.interface import Format, Preset, StageSetup
from arena.tournaments.planning.registry import FORMATS, PRESETS
from arena.tournaments.planning.standings.registry import TIE_BREAKS
from arena.tournaments.time_zones import time_zones
from engines import variants
from sandbox import RUNTIMES

KINDS: dict[str, Format[Any] | Preset[Any]] = {**FORMATS, **PRESETS}
EARLIEST, LATEST = 2000, 2200
"""Years of a deadline: far from those at which time zones leave the calendar."""


def _one_of(known: Collection[str], what: str) -> AfterValidator:
    def check(name: str) -> str:
        if name not in known:
            raise ValueError(f"There is no {what} {name}; choose from {', '.join(known)}.")
        return name

    return AfterValidator(check)


def _near(moment: datetime) -> datetime:
    if not EARLIEST <= moment.year < LATEST:
        raise ValueError(f"Choose a day between {EARLIEST} and {LATEST}.")
    return moment


ZONES = list(time_zones())
Flag = Annotated[bool, Field(strict=True)]
VARIANTS = [variant.slug for variant in variants()]
VariantName = Annotated[str, _one_of(VARIANTS, "variant"), Field(json_schema_extra={"enum": VARIANTS})]
FormatName = Annotated[str, _one_of(KINDS, "format"), Field(json_schema_extra={"enum": list(KINDS)})]
TournamentName = Annotated[str, Field(min_length=1, max_length=80, pattern=BOT_NAME)]
Runtime = Annotated[str, Field(json_schema_extra={"enum": sorted(RUNTIMES)})]
TieBreakName = Annotated[str, Field(json_schema_extra={"enum": sorted(TIE_BREAKS)})]
NO_OTHERS: dict[str, Any] = {"additionalProperties": False}
"""Names that do not fit the pattern are refused; the document must say so."""
RoundKey = Annotated[str, Field(pattern=r"^[1-9][0-9]?\.[1-9][0-9]{0,3}$")]
Length = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Moment = Annotated[
    AwareDatetime,
    AfterValidator(_near),
    Field(json_schema_extra={"pattern": r"^2[01][0-9]{2}-"}),
]


class Strict(Schema):
    """A misspelt setting must not be ignored: the tournament would be another one."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _whole_numbers(cls, value: object, info: ValidationInfo) -> object:
        """As JSON Schema has it: 3.0 is a whole number, "3" and true are none."""
        hint = cls.model_fields[info.field_name or ""].annotation
        is_dict = get_origin(hint) is dict and info.field_name != "round_times"
        numbers = list(value.values()) if is_dict and isinstance(value, dict) else [value]
        if (is_dict or int in (hint, *get_args(hint))) and any(isinstance(number, bool | str) for number in numbers):
            raise ValueError("This must be a whole number.")
        return value


def _settings_of_formats() -> type[Schema]:
    """Every setting of every format, read off the formats themselves: a new format brings its own."""
    settings: dict[str, Any] = {}
    for kind in KINDS.values():
        hints = get_type_hints(kind.settings)
        for field in fields(kind.settings):
            if field.name not in DECIDED_BY_VARIANT:
                used = [name for name, other in KINDS.items() if field.name in get_type_hints(other.settings)]
                settings[field.name] = (_shape(hints[field.name]), Field(None, description=f"Of {', '.join(used)}."))
    return create_model("FormatSettings", __base__=Strict, __doc__="Settings of the format.", **settings)


def _shape(hint: Any) -> Any:
    text = str(hint)
    if "tuple" in text:
        return Annotated[list[TieBreakName], Field(max_length=20)]
    if hint is bool:
        return Flag
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Annotated[str, Field(json_schema_extra={"enum": [member.value for member in hint]})]
    if "int" in text:
        return Annotated[int, Field(ge=0, le=MOST_ENTRANTS)]
    return Annotated[str, Field(max_length=60, pattern=NO_ZERO)]


if TYPE_CHECKING:
    FormatSettings = Strict
else:
    FormatSettings = _settings_of_formats()


class Stage(Strict):
    format: Annotated[str, _one_of(FORMATS, "format of one stage"), Field(json_schema_extra={"enum": list(FORMATS)})]
    settings: FormatSettings = Field(default_factory=FormatSettings)
    advance: int | None = Field(
        None, ge=1, le=MOST_ENTRANTS, description="How many of each table go on; null for the last stage."
    )

    def setup(self) -> StageSetup:
        return StageSetup(self.format, self.settings.dict(exclude_unset=True), self.advance)


class Choices(Strict):
    """What is left out keeps its value: that of the arena for a new tournament, the present one for an old."""

    settings: FormatSettings = Field(default_factory=FormatSettings, description="Settings of the format.")
    stages: list[Stage] = Field([], max_length=8, description="Your own stages instead of the format's.")
    round_blocks: dict[RoundKey, Length] = Field(
        {},
        max_length=100,
        description="Length of single rounds, by stage and round: 1.3",
        json_schema_extra=NO_OTHERS,
    )
    description: str = Field("", max_length=4000, pattern=NO_ZERO)
    blocks: int = Field(5, ge=1, le=MOST_BLOCKS, description="Of a match.")
    final_blocks: int | None = Field(None, ge=1, le=MOST_BLOCKS, description="Of the final; null: as the others.")
    extra_blocks: int = Field(3, ge=0, le=20, description="At a tie that must be broken.")
    early_stop: Flag = Field(True, description="Stop a series that is settled.")
    common_deals: Flag = Field(True, description="All matches of a round play the same deals.")
    is_rated: Flag = True
    publishes_itself: Flag = Field(True, description="Publish pairings at once.")
    is_staged: Flag = Field(False, description="Show results only when you reveal them, round by round.")
    seeding: SeedingMethod = SeedingMethod.RATING
    by_invitation: Flag = False
    bots_per_owner: int = Field(1, ge=1, le=100)
    most_entrants: int = Field(64, ge=2, le=MOST_ENTRANTS)
    runtimes: list[Runtime] = Field([], max_length=20, description="Allowed languages; empty: all.")
    deadline: Moment | None = Field(None, description="When registration closes.")
    time_zone: Annotated[str, _one_of(ZONES, "time zone"), Field(max_length=64, json_schema_extra={"enum": ZONES})] = (
        Field("UTC", description="In which people read its times.")
    )
    starts_at: Moment | None = Field(None, description="It starts by itself then.")
    check_in_minutes: int | None = Field(
        None, ge=5, le=7 * 24 * 60, description="Check-in opens so long before the start; who does not is taken out."
    )
    fill_to: int | None = Field(
        None, ge=2, le=MOST_ENTRANTS, description="House bots fill the field to this size when registration closes."
    )
    round_times: dict[RoundKey, Moment] = Field(
        {},
        max_length=100,
        description="Matches of a round begin no earlier, by stage and round: 1.3",
        json_schema_extra=NO_OTHERS,
    )

    def choices(self) -> dict[str, Any]:
        """Only what was sent, without what the actions take by a name of its own."""
        choices = self.dict(exclude_unset=True)
        if "stages" in choices:
            choices["stages"] = tuple(stage.setup() for stage in self.stages)
        return {key: value for key, value in choices.items() if key not in {"name", "variant", "format", "settings"}}


class NewTournament(Choices):
    name: TournamentName
    variant: VariantName
    format: FormatName


class TournamentChanges(Choices):
    name: TournamentName = ""
    variant: VariantName = ""
    format: FormatName = ""


class Copy(Strict):
    name: TournamentName


SOMETHING = "^[^\\x00]*[!-~\u00a1-\u167f\u3001-\ud7ff][^\\x00]*$"
"""More than blanks, of whatever kind."""
Sentence = Annotated[str, Field(max_length=1000, pattern=NO_ZERO)]


class Why(Strict):
    reason: Sentence = Field("", description="For the public log.")


class Because(Strict):
    reason: str = Field(min_length=1, max_length=1000, pattern=SOMETHING, description="Entrants will read it.")


class Entry(Strict):
    bot: str = Field(min_length=1, max_length=60, pattern=SLUG, description="Slug.")
    late: Flag = Field(
        False, description="Into a running tournament whose format takes late entries; by the organiser."
    )


class EntrantList(Strict):
    text: str = Field(
        min_length=1, max_length=MOST_CHARACTERS, description="CSV: a bot a line, and a seed if you like."
    )
    invites: Flag = Field(False, description="Invite the authors of these bots.")
    preview: Flag = Field(False, description="Only say what would happen.")


class Fill(Strict):
    size: int = Field(ge=2, le=MOST_ENTRANTS)


class Disqualification(Because):
    results: Literal["played", "losses"] = Field(
        "played", description="How what it played counts in tables; brackets stay as they are."
    )


class Guest(Strict):
    name: str = Field(min_length=1, max_length=30, pattern=SLUG, description="Account name.")


class Deadline(Why):
    deadline: Moment | None = Field(description="Later than the present one; null: none at all.")


class Method(Strict):
    method: SeedingMethod


class Seed(Strict):
    seed: int = Field(ge=1, le=MOST_ENTRANTS)


class Blocks(Strict):
    blocks: int | None = Field(ge=1, le=MOST_BLOCKS, description="Null: the usual length.")


class Swap(Why):
    one: int = Field(ge=1, le=MOST_ENTRANTS, description="Seed of an entrant.")
    other: int = Field(ge=1, le=MOST_ENTRANTS)


class Cascade(Strict):
    cascade: Flag = Field(False, description="Void matches that depend on this one and have begun.")


class Again(Because, Cascade):
    pass


class Undo(Why, Cascade):
    pass


class Ruling(Because, Cascade):
    ranks: dict[Annotated[str, Field(max_length=60, pattern=SLUG)], Annotated[int, Field(ge=1, le=6)]] = Field(
        min_length=2, max_length=6, description="By slug of the bot; 1 is best.", json_schema_extra=NO_OTHERS
    )


class Reveal(Strict):
    match: str = Field(
        "",
        max_length=20,
        pattern=r"^([0-9]+\.[0-9]+\.[0-9]+)?$",
        description="One match of the next round; empty: all of it.",
    )
    round: str = Field(
        "",
        max_length=11,
        pattern=r"^([0-9]+\.[0-9]+)?$",
        description="The round you believe to be next, as stage.round: nothing happens if it is revealed already.",
    )


class RevealAt(Strict):
    at: Moment | None = Field(description="When the next round is revealed by itself; null: when you do.")


class NewAnnouncement(Strict):
    title: str = Field(min_length=1, max_length=120, pattern=SOMETHING)
    text: str = Field("", max_length=4000, pattern=NO_ZERO, description="Plain text; empty lines part paragraphs.")
