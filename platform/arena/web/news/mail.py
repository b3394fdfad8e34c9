"""News by mail: choose, and end it with one click, without a log-in."""

from __future__ import annotations

from typing import cast

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from arena.accounts.models import User
from arena.news import letters
from arena.news.actions import choose_mail
from arena.news.models import MailChoice, Topic


class MailForm(forms.Form):
    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Send me news of"),
        choices=Topic.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None ticked: no mail. Every mail has a link that ends them all."),
    )
    pause_minutes = forms.TypedChoiceField(
        label=gettext_lazy("How often"), choices=MailChoice.Pause.choices, coerce=int, initial=MailChoice.Pause.HOURLY
    )


@login_required
@require_http_methods(["GET", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    choice = MailChoice.objects.filter(user=user).first()
    initial = {"topics": choice.topics, "pause_minutes": choice.pause_minutes} if choice else None
    form = MailForm(request.POST or None, initial=initial)
    if request.method == "POST":
        form = MailForm(request.POST)
        if form.is_valid():
            choose_mail(user, form.cleaned_data["topics"], form.cleaned_data["pause_minutes"])
            messages.success(request, _("Saved."))
            return redirect("news:mail")
    confirmed = EmailAddress.objects.filter(user=user, verified=True, primary=True).exists()
    context = {"form": form, "is_confirmed": confirmed}
    return render(request, "news/mail.html", context, status=422 if form.errors else 200)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """RFC 8058: mail programs post here. Looking does nothing, because scanners of mail look at every link."""
    user = letters.unsubscribe(token) if request.method == "POST" else letters.reader_of(token)
    if user is None:
        raise Http404
    return render(request, "news/unsubscribe.html", {"is_done": request.method == "POST"})
