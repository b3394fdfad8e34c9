"""One's own webhooks: make, look at deliveries, rotate secrets, switch off, delete."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from arena.accounts.models import User
from arena.news import actions
from arena.news.models import Delivery, Kind, Webhook, WebhookAbout
from arena.news.wording import title
from arena.tournaments.models import Tournament
from arena.tournaments.reading import visible_tournaments
from arena.web.paging import page_of


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.URLInput,
        help_text=gettext_lazy("https://…; every piece of news is posted there as JSON, signed."),
    )
    about = forms.ChoiceField(label=gettext_lazy("About"), choices=WebhookAbout.choices)
    tournament = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=gettext_lazy("Tournament"),
        to_field_name="slug",
        required=False,
        help_text=gettext_lazy("Only for a webhook about one tournament."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Kinds of news"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None ticked: all."),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["tournament"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the type checker
        field.queryset = visible_tournaments(user).exclude(state__in=("finished", "cancelled"))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def webhooks(request: HttpRequest) -> HttpResponse:
    """A new secret is in the answer to the form itself and nowhere else."""
    user = cast("User", request.user)
    form = WebhookForm(user, request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            made = actions.create_webhook(
                user, cleaned["url"], cleaned["about"], cleaned["tournament"], cleaned["kinds"]
            )
        except actions.NewsError as reason:
            form.add_error(reason.field if reason.field in form.fields else None, str(reason))
        else:
            secret, form = made.secret, WebhookForm(user)
    context = {"form": form, "secret": secret, "webhooks": user.webhooks.select_related("tournament")}
    return render(request, "news/webhooks.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    hook = _own(request, pk)
    return _page(request, hook)


def _page(request: HttpRequest, hook: Webhook, secret: str = "") -> HttpResponse:
    rows = hook.deliveries.select_related("event__tournament").prefetch_related("attempts", "event__bots")
    page = page_of(request, rows)
    lines = [
        {"delivery": delivery, "title": title(delivery.event), "attempts": delivery.attempts.all()} for delivery in page
    ]
    return render(request, "news/webhook.html", {"hook": hook, "page": page, "lines": lines, "secret": secret})


def _own(request: HttpRequest, pk: int) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("tournament"), pk=pk, owner=cast("User", request.user))


@login_required
@never_cache
@require_POST
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    hook = _own(request, pk)
    if action == "rotate":
        return _page(request, hook, actions.rotate_secret(hook))
    if action == "delete":
        hook.delete()
        messages.success(request, _("The webhook is deleted."))
        return redirect("news:webhooks")
    if action not in ("on", "off"):
        raise Http404
    actions.switch(hook, is_active=action == "on")
    messages.success(request, _("The webhook is switched on.") if action == "on" else _("The webhook is switched off."))
    return redirect("news:webhook", pk)


@login_required
@require_POST
def again(request: HttpRequest, pk: int, delivery: int) -> HttpResponse:
    row = get_object_or_404(Delivery, pk=delivery, webhook=_own(request, pk))
    actions.deliver_again(row)
    messages.success(request, _("It is sent again within seconds."))
    return redirect("news:webhook", pk)
