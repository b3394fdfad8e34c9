"""Tournaments that people hold often, to start from: a format with its settings. The game is the organiser's choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Template:
    name: str
    title: str | Promise
    format: str
    settings: Mapping[str, object] = field(default_factory=dict)
    choices: Mapping[str, object] = field(default_factory=dict)


TEMPLATES = (
    Template(
        "evening", _("An evening: Swiss, five rounds"), "swiss", {"rounds": 5}, {"blocks": 5, "most_entrants": 32}
    ),
    Template(
        "cup",
        _("A cup: knockout with a match for third place and a longer final"),
        "single_elimination",
        {"third_place": True},
        {"blocks": 10, "final_blocks": 20},
    ),
    Template(
        "gala",
        _("A gala: double elimination, revealed round by round on a big screen"),
        "double_elimination",
        {},
        {"blocks": 10, "is_staged": True},
    ),
    Template("league", _("A league: everybody meets everybody"), "round_robin", {}, {"blocks": 5, "most_entrants": 16}),
    Template(
        "groups", _("Groups, then a knockout"), "groups_knockout", {"groups": 4}, {"blocks": 5, "final_blocks": 15}
    ),
    Template("tables", _("Tables of three and more: pod Swiss"), "pod_swiss", {"rounds": 5}, {"blocks": 3}),
)


def template_named(name: str) -> Template | None:
    return next((template for template in TEMPLATES if template.name == name), None)
