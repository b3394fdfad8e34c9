"""The style guide: every component on one page, for whoever builds the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from arena.web.games import introductions
from arena.web.paging import page_of
from engines import variants
from engines.registry import games

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


_COLOURS = """
paper surface surface-sunk ink ink-soft line felt felt-deep accent accent-soft brass brass-soft good warn bad info
"""
COLOURS = _COLOURS.split()


class SampleForm(forms.Form):
    """One field of each kind; the address is missing, so that an error shows."""

    name = forms.CharField(label=_("Name of the bot"), help_text=_("3 to 30 letters, digits and hyphens."))
    email = forms.EmailField(label=_("E-mail address"))
    variant = forms.ChoiceField(
        label=_("Variant"), choices=lambda: [(variant.slug, _(variant.title)) for variant in variants()]
    )
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    is_public = forms.BooleanField(label=_("Show the source to everybody"), required=False)


def guide(request: HttpRequest) -> HttpResponse:
    """In production for staff only; others are not told that the page exists."""
    is_staff = not isinstance(request.user, AnonymousUser) and request.user.is_staff
    if settings.ENVIRONMENT.is_production and not is_staff:
        raise Http404
    context = {
        "colours": COLOURS,
        "games": introductions(),
        "examples": [game.engine.variants()[0] for game in games()],
        "form": SampleForm({"name": "Owl", "variant": variants()[0].slug}),
        "page": page_of(request, range(600), 50),
    }
    return render(request, "web/design.html", context)
