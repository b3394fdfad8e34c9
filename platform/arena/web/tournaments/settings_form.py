"""The form of a tournament: announce one, change one, or begin with the settings of another."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arena.accounts.models import User
from arena.tournaments.actions.audit import ActionError, NotAllowedError
from arena.tournaments.actions.create import clone, create, edit
from arena.tournaments.reading import visible_tournaments
from arena.tournaments.templates import TEMPLATES, template_named
from arena.web.person import person
from arena.web.tournaments.forecast import field_of, forecast_of_form
from arena.web.tournaments.forms import TournamentForm, initial_of_template
from arena.web.tournaments.views import frame, managed_tournament, shown

_TEMPLATES = 30
"""Old tournaments offered as a start for a new one."""


def _user(request: HttpRequest) -> User:
    user = person(request)
    if user is None:
        raise PermissionDenied
    return user


@login_required
def new(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    if not user.is_organiser:
        raise PermissionDenied
    old = visible_tournaments(user).filter(slug=request.GET.get("from", "")).first()
    template = template_named(request.GET.get("template", "")) if old is None else None
    initial = {"name": "", "deadline": None} if old else initial_of_template(template) if template else None
    form = TournamentForm(request.POST or None, instance=old, initial=initial)
    if "forecast" in request.POST:
        return forecast_of_form(request, form, None, {"form": form, "old": old})
    if "more-stages" in request.POST:
        return _more_stages(request, {"form": form, "old": old})
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            made = create(
                user,
                cleaned["name"],
                cleaned["variant"],
                cleaned["format"],
                form.settings(),
                stages=form.stages(),
                round_blocks=form.round_blocks(),
                **form.choices(),
            )
        except ActionError as reason:
            form.add_error(field_of(form, reason), str(reason))
        else:
            return redirect("tournaments:organise", made.slug)
    context = {
        "form": form,
        "old": old,
        "templates": visible_tournaments(user).order_by("-id")[:_TEMPLATES],
        "made_templates": TEMPLATES,
        "chosen_template": template,
    }
    return render(request, "tournaments/edit.html", context, status=422 if form.errors else 200)


@login_required
def change(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = managed_tournament(request, slug)
    form = TournamentForm(request.POST or None, instance=tournament)
    if "forecast" in request.POST:
        return forecast_of_form(request, form, tournament, {**frame(request, tournament, "organise"), "form": form})
    if "more-stages" in request.POST:
        return _more_stages(request, {**frame(request, tournament, "organise"), "form": form})
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            edit(
                tournament.pk,
                _user(request),
                name=cleaned["name"],
                slug=cleaned["variant"],
                format_name=cleaned["format"],
                format_settings=form.settings(),
                stages=form.stages(),
                round_blocks=form.round_blocks(),
                **form.choices(),
            )
        except ActionError as reason:
            form.add_error(field_of(form, reason), str(reason))
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:organise", slug)
    context = {**frame(request, tournament, "organise"), "form": form}
    return render(request, "tournaments/edit.html", context, status=422 if form.errors else 200)


def _more_stages(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The form as it was sent, with one stage more. Nothing is checked yet."""
    context["form"].keep_quiet()
    return render(request, "tournaments/edit.html", context)


@login_required
@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A new draft with the settings of this one; any organiser may."""
    source = shown(request, slug)
    try:
        made = clone(source, _user(request), request.POST.get("name", "") or source.name)
    except NotAllowedError:
        raise PermissionDenied from None
    return redirect("tournaments:edit", made.slug)
