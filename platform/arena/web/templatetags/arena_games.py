"""Where the style sheet of all pages is."""

from __future__ import annotations

from django import template
from django.urls import reverse

from arena.web.stylesheet import site_key

register = template.Library()


@register.simple_tag
def site_stylesheet() -> str:
    return reverse("site_stylesheet", args=[site_key()])
