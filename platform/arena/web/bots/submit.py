"""Submitting a bot and watching its check."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arena.accounts.models import User
from arena.bots import quotas
from arena.bots.actions import check, manage
from arena.bots.actions.manage import BotActionError
from arena.bots.actions.submit import SubmitError, Submitted, submit_new_bot
from arena.bots.actions.submit import submit as submit_version
from arena.bots.archive import UploadError
from arena.bots.checking import WAITS_FOR_SANDBOX
from arena.bots.conditions import conditions
from arena.bots.downloads import program
from arena.bots.models import BotVersion, CheckState
from arena.bots.quotas import QuotaError
from arena.lib.streaming import TooManyDownloadsError
from arena.replays.access import may_read_logs
from arena.replays.looking import note_download, note_logs
from arena.web.bots.forms import SubmitForm
from arena.web.downloads import limited
from arena.web.person import person
from arena.web.trials.forms import TrialForm, may_be_tested
from referee.doctor.telling import in_language
from sandbox import RUNTIMES

SHOWN_TRIALS = 20


def submit(request: HttpRequest) -> HttpResponse:
    user = person(request)
    if user is None:
        return render(request, "bots/submit.html", {"runtimes": RUNTIMES.values(), "conditions": conditions()})
    form = SubmitForm(user, request.POST or None, request.FILES or None, initial={"bot": request.GET.get("bot")})
    if request.method == "POST" and form.is_valid():
        done = _take(user, form)
        if done is not None:
            if not done.is_new:
                messages.info(request, _("The same files were uploaded before: this is that version."))
            return redirect(done.version)
    context = {
        "form": form,
        "usage": quotas.usage(user),
        "limit_uploads": quotas.UPLOADS_PER_DAY,
        "limit_storage": quotas.storage_bytes(),
        "runtimes": RUNTIMES.values(),
        "conditions": conditions(),
        "lack": _what_workers_lack(),
    }
    return render(request, "bots/submit.html", context, status=422 if form.errors else 200)


def _what_workers_lack() -> str:
    """Checks run on other machines than this page, perhaps: their word counts, as it stands at what waits."""
    waiting = BotVersion.objects.filter(state=CheckState.WAITING, reason__startswith=WAITS_FOR_SANDBOX)
    return waiting.values_list("reason", flat=True).first() or ""


def _take(user: User, form: SubmitForm) -> Submitted | None:
    """What goes wrong stands at its field, and what was typed stays."""
    fields: dict[str, Any] = form.cleaned_data
    try:
        if fields.get("bot") is None:
            about = (fields["name"], fields["games"], fields["upload"], fields["changelog"])
            return submit_new_bot(user, *about, ladders=fields["ladders"])
        return submit_version(fields["bot"], fields["upload"], fields["changelog"])
    except SubmitError as reason:
        form.add_error(reason.field or None, str(reason))
    except UploadError as reason:
        form.add_error("upload", str(reason))
    except QuotaError as reason:
        form.add_error(None, str(reason))
    return None


def visible_version(request: HttpRequest, slug: str, number: int) -> BotVersion:
    version = get_object_or_404(
        BotVersion.objects.select_related("bot__owner", "bot__active_version"), bot__slug=slug, number=number
    )
    if not version.bot.is_visible_to(person(request)):
        raise Http404
    return version


def own_version(request: HttpRequest, slug: str, number: int) -> BotVersion:
    version = visible_version(request, slug, number)
    if not version.bot.belongs_to(person(request)):
        raise PermissionDenied
    return version


def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The state of the check, refreshed while it runs; the whole report for the owner."""
    version = visible_version(request, slug, number)
    is_own = may_read_logs(person(request), version.bot)
    if version.report:
        note_logs(person(request), version.bot, request.path)
    stored = version.report.get("checks", []) if version.is_final and is_own else []
    checks = [in_language(check, get_language() or "") for check in stored]
    passed = [check for check in checks if check["status"] == "pass"]
    others = sorted(
        (check for check in checks if check["status"] != "pass"), key=lambda check: check["status"] != "fail"
    )
    context = {"version": version, "bot": version.bot, "is_own": is_own, "passed": passed, "others": others}
    context["total_checks"] = len(checks)
    if is_own:
        context["trials"] = version.trials.select_related("against", "version__bot")[:SHOWN_TRIALS]
        context["trial_form"] = TrialForm(version) if may_be_tested(version) else None
    template = "bots/check.html" if request.headers.get("HX-Request") else "bots/version.html"
    return render(request, template, context)


@login_required
@limited
def download(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    version = own_version(request, slug, number)
    if not version.archive:
        raise Http404
    note_download(person(request), version, request.path)
    try:
        return program(request, version)
    except TooManyDownloadsError:
        messages.error(request, _("You or others are downloading just now. Try again in half a minute."))
        return redirect(version)


@login_required
@require_POST
def activate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    version = own_version(request, slug, number)
    try:
        manage.activate(version)
    except BotActionError as reason:
        messages.error(request, str(reason))
    else:
        messages.success(request, _("Version %(number)d plays from now on.") % {"number": version.number})
    return redirect(version.bot)


@login_required
@require_POST
def check_again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    version = own_version(request, slug, number)
    try:
        if check.check_again(version.pk, person(request)):
            messages.success(request, _("The check runs again."))
    except QuotaError as reason:
        messages.error(request, str(reason))
    return redirect(version)
