"""Pages of tests of versions: for the owner of the bot, and staff who helps out."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from arena.accounts.models import User
from arena.bots.quotas import QuotaError
from arena.replays.trial_luck import without_luck
from arena.trials.actions.move import standing_of
from arena.trials.actions.request import TrialError, request_trial, stop_trial
from arena.trials.models import Trial
from arena.web.bots.submit import own_version
from arena.web.person import person
from arena.web.trials.forms import QUESTIONS, TrialForm
from engines import variant


def _own_trial(request: HttpRequest, pk: int) -> Trial:
    trial = get_object_or_404(Trial.objects.select_related("version__bot", "against"), pk=pk)
    if not trial.version.bot.belongs_to(person(request)):
        raise Http404  # how somebody's versions compare is not even known to be asked
    return trial


@require_GET
def trial_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The evidence between its bounds, refreshed while games are played."""
    trial = _own_trial(request, pk)
    where = standing_of(trial)
    low, high = trial.test.bounds()
    context = {
        "trial": trial,
        "bot": trial.version.bot,
        "variant": variant(trial.variant),
        "where": where,
        "without_luck": without_luck(trial),
        "low": low,
        "high": high,
        "at": round(1000 * (min(max(trial.llr, low), high) - low) / (high - low)),
        "blocks_left": where.units_left(trial.test, trial.plan.games_per_unit)
        if where and not trial.is_final
        else None,
    }
    template = "trials/standing.html" if request.headers.get("HX-Request") else "trials/trial.html"
    return render(request, template, context)


@login_required
@require_POST
def request_test(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    version = own_version(request, slug, number)
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required
    form = TrialForm(version, request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a version, a variant and a question."))
        return redirect(version)
    fields = form.cleaned_data
    try:
        return redirect(
            request_trial(user, version, fields["against"], fields["variant"], QUESTIONS[fields["question"]])
        )
    except (TrialError, QuotaError) as reason:
        messages.error(request, str(reason))
    return redirect(version)


@login_required
@require_POST
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    trial = _own_trial(request, pk)
    if stop_trial(trial.pk):
        messages.success(request, _("The test is stopped."))
    return redirect(trial)
