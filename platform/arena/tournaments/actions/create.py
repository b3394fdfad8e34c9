"""Make a tournament, change what was chosen while that is still possible, or copy the choices of an old one."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.lib.stored_words import BETWEEN, filled, in_english
from arena.tournaments.actions.audit import ActionError, NotAllowedError, log, managed
from arena.tournaments.fitting import complete_settings
from arena.tournaments.models import Tournament, TournamentState
from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import FORMATS, PRESETS, get_format, stages_of
from arena.tournaments.planning.shrinking import check_setups
from arena.tournaments.refusals import told
from arena.tournaments.time_zones import time_zones
from engines import variant
from engines.errors import UnknownVariantError
from engines.words import mark
from sandbox import RUNTIMES

MOST_BLOCKS = 500
"""Of a match. With two seats these are a thousand games, in which a lead of 30 points is seen (54 % with a standard
error of 1.6 %)."""
MOST_ENTRANTS = 1024
"""Arbitrary: ten rounds of knock-out. Plans are computed anew after every result and pages show whole tables, so ten
times as many would be felt."""
CHOICES = (
    "description",
    "blocks",
    "final_blocks",
    "extra_blocks",
    "early_stop",
    "common_deals",
    "is_rated",
    "publishes_itself",
    "is_staged",
    "seeding",
    "by_invitation",
    "bots_per_owner",
    "most_entrants",
    "runtimes",
    "deadline",
    "time_zone",
    "starts_at",
    "check_in_minutes",
    "fill_to",
    "round_times",
)
"""What an organiser may choose besides name, variant and format."""
_COPIED = tuple(name for name in CHOICES if name not in ("deadline", "starts_at", "check_in_minutes", "round_times"))
_CALLED = {
    "variant": mark("variant"),
    "format": mark("format"),
    "format_settings": mark("settings of the format"),
    "stage_setups": mark("stages"),
    "round_blocks": mark("blocks of single rounds"),
    "round_times": mark("times of rounds"),
}
"""What has no name in the form."""
_LOGGED = ("name", "variant", "format", "format_settings", "stage_setups", "round_blocks", *CHOICES)


def create(
    by: User,
    name: str,
    slug: str,
    format_name: str,
    format_settings: Mapping[str, object] | None = None,
    *,
    stages: Sequence[StageSetup] = (),
    round_blocks: Mapping[str, int] | None = None,
    **choices: Any,
) -> Tournament:
    """A draft. ``slug`` is the variant; ``stages`` replaces the stages of the format by your own.

    ``round_blocks`` is the length of single rounds' series, by "stage.round".
    """
    if not by.is_organiser:
        raise NotAllowedError(_("Only organisers announce tournaments. Staff can make you one."))
    tournament = Tournament(name=_name(name), owner=by)
    _choose(tournament, slug, format_name, format_settings or {}, stages)
    _apply(tournament, choices)
    _set_lengths(tournament, round_blocks or {})
    with transaction.atomic():
        tournament.slug = _free_slug(tournament.name)
        tournament.save()
        title = (FORMATS.get(format_name) or PRESETS[format_name]).title
        text = mark("Created as a draft: {format}, {variant}.")
        log(tournament, by, "create", filled(text, format=title, variant=variant(slug).title))
    return tournament


def imagine(
    tournament: Tournament | None, *, slug: str, format_name: str, format_settings: Mapping[str, object],
    stages: Sequence[StageSetup] | None = None, round_blocks: Mapping[str, int] | None = None, **choices: Any,
) -> Tournament:  # fmt: skip
    """A tournament as it would be with these settings, checked like any other and never saved: for forecasts."""
    imagined = copy(tournament) if tournament is not None else Tournament()
    _choose(imagined, slug, format_name, format_settings, stages)
    _apply(imagined, {name: value for name, value in choices.items() if name != "name"})
    if round_blocks is not None:
        _set_lengths(imagined, round_blocks)
    return imagined


def edit(
    tournament_id: int, by: User, *, name: str, slug: str, format_name: str, format_settings: Mapping[str, object],
    stages: Sequence[StageSetup] | None = None, round_blocks: Mapping[str, int] | None = None, **choices: Any,
) -> Tournament:  # fmt: skip
    """Change anything while nobody has been seeded.

    Without ``stages``, own stages stay as long as variant, format and settings do; ``()`` goes back to the format's.
    """
    with managed(tournament_id, by, TournamentState.DRAFT, TournamentState.REGISTRATION) as tournament:
        before = {field: _plain(getattr(tournament, field)) for field in _LOGGED}
        if slug != tournament.variant and tournament.entrants.exists():
            raise ActionError(
                _("Bots have registered already; make another tournament for another variant."), "variant"
            )
        tournament.name = _name(name)
        _choose(tournament, slug, format_name, format_settings, stages)
        _apply(tournament, choices)
        if round_blocks is not None:
            _set_lengths(tournament, round_blocks)
        tournament.save()
        changed = [field for field, old in before.items() if _plain(getattr(tournament, field)) != old]
        text = mark("Changed: {changed}.") if changed else mark("Changed: nothing.")
        log(tournament, by, "edit", filled(text, changed=BETWEEN.join(map(_called, changed))))
        return tournament


def clone(source: Tournament, by: User, name: str) -> Tournament:
    """A new draft with the settings of an old tournament; entrants, seeds and the secret are its own."""
    copied = {field: getattr(source, field) for field in _COPIED}
    stages = source.setups()
    lengths = source.round_blocks
    made = create(
        by, name, source.variant, source.format, source.format_settings, stages=stages, round_blocks=lengths, **copied
    )
    Tournament.objects.filter(pk=made.pk).update(cloned_from=source)
    made.refresh_from_db()
    return made


def _choose(
    tournament: Tournament,
    slug: str,
    format_name: str,
    choices: Mapping[str, object],
    stages: Sequence[StageSetup] | None,
) -> None:
    try:
        variant(slug)
    except UnknownVariantError as reason:
        raise ActionError(str(reason), "variant") from None
    chosen = PRESETS.get(format_name) or FORMATS.get(format_name)
    try:
        settings = complete_settings(chosen, slug, choices) if chosen else {}
        if stages is None and (slug, format_name, settings) == _chosen(tournament):
            stages = tournament.setups()
        setups = tuple(_complete(setup, slug) for setup in stages or stages_of(format_name, settings))
        check_setups(setups)
    except SettingsError as reason:
        raise ActionError(told(reason), "format") from None
    tournament.variant, tournament.format, tournament.format_settings = slug, format_name, dict(settings)
    tournament.stage_setups = [
        {"format": setup.format, "settings": dict(setup.settings), "advance": setup.advance} for setup in setups
    ]


def _chosen(tournament: Tournament) -> tuple[str, str, dict[str, object]]:
    return tournament.variant, tournament.format, tournament.format_settings


def _complete(setup: StageSetup, slug: str) -> StageSetup:
    chosen = get_format(setup.format)
    settings = complete_settings(chosen, slug, setup.settings)
    chosen.read(settings)
    return StageSetup(setup.format, settings, setup.advance)


def _set_lengths(tournament: Tournament, lengths: Mapping[str, int]) -> None:
    most = {"most": MOST_BLOCKS}
    for key, blocks in lengths.items():
        stage, _dot, number = key.partition(".")
        if not (stage.isdecimal() and number.isdecimal() and int(number) >= 1):
            raise ActionError(_("Name a round by stage and number, like 1.3."), "round_blocks")
        if not 1 <= int(stage) <= len(tournament.stage_setups):
            raise ActionError(_("There is no stage %(stage)s.") % {"stage": stage}, "round_blocks")
        if not 1 <= blocks <= MOST_BLOCKS:
            raise ActionError(_("A round has 1 to %(most)d blocks a match.") % most, "round_blocks")
    tournament.round_blocks = {f"{int(key.split('.')[0])}.{int(key.split('.')[1])}": n for key, n in lengths.items()}


def _apply(tournament: Tournament, choices: Mapping[str, Any]) -> None:
    for field, value in choices.items():
        if field not in CHOICES:
            raise ActionError(_("There is no choice called %(name)s.") % {"name": field}, field)
        setattr(tournament, field, value)
    for field, least, most in (
        ("blocks", 1, MOST_BLOCKS),
        ("final_blocks", 1, MOST_BLOCKS),
        ("extra_blocks", 0, 20),
        ("bots_per_owner", 1, 100),
        ("most_entrants", 2, MOST_ENTRANTS),
        ("check_in_minutes", 5, 7 * 24 * 60),
        ("fill_to", 2, MOST_ENTRANTS),
    ):
        value = getattr(tournament, field)
        if value is not None and not least <= value <= most:
            raise ActionError(_("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most}, field)
    unknown = [runtime for runtime in tournament.runtimes if runtime not in RUNTIMES]
    if unknown:
        raise ActionError(_("There is no language called %(name)s.") % {"name": unknown[0]}, "runtimes")

    _check_times(tournament)


def _check_times(tournament: Tournament) -> None:
    if tournament.time_zone not in time_zones():
        words = {"name": tournament.time_zone}
        raise ActionError(_("There is no time zone called %(name)s; an example is Europe/Berlin.") % words, "time_zone")
    if tournament.check_in_minutes is not None and tournament.starts_at is None:
        raise ActionError(_("Say when the tournament starts: check-in ends then."), "starts_at")
    if tournament.starts_at and tournament.deadline and tournament.deadline > tournament.starts_at:
        raise ActionError(_("Registration must close before the start."), "deadline")
    times: dict[str, str] = {}
    for key, time in tournament.round_times.items():
        stage, _dot, number = key.partition(".")
        if not (
            stage.isdecimal() and number.isdecimal() and int(number) and 1 <= int(stage) <= len(tournament.stage_setups)
        ):
            raise ActionError(_("Name a round by stage and number, like 1.3."), "round_times")
        times[f"{int(stage)}.{int(number)}"] = time if isinstance(time, str) else time.isoformat()
    tournament.round_times = times


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not slugify(name):
        raise ActionError(_("Give the tournament a name with a letter or a digit in it."), "name")
    return name[:80]


def _free_slug(name: str) -> str:
    base = slugify(name)[:50]
    # "new" is the address of the form.
    taken = {"new", *Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, list | tuple) else value


def _called(field: str) -> str:
    known = {each.name: each for each in Tournament._meta.fields}
    return _CALLED.get(field) or in_english(lambda: known[field].verbose_name)
