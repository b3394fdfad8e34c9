"""The games on a page: where their colours are."""

from __future__ import annotations

from django import template
from django.urls import reverse

from arena.web.games import stylesheet_key

register = template.Library()


@register.simple_tag
def games_stylesheet() -> str:
    return reverse("games_stylesheet", args=[stylesheet_key()])
