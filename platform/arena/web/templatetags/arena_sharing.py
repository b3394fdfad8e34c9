"""What a page says about itself where its link is shown."""

from __future__ import annotations

from typing import Any

from django import template

from arena.web.sharing.cards import Card, site_card

register = template.Library()


@register.inclusion_tag("parts/social.html", takes_context=True)
def social_card(context: dict[str, Any]) -> dict[str, Card]:
    """The page's own, or that of the arena."""
    request = context.get("request")
    return {"card": context.get("card") or site_card(request.path if request is not None else "/")}


@register.simple_tag(takes_context=True)
def card_description(context: dict[str, Any]) -> str:
    card: Card | None = context.get("card")
    return card.description if card is not None else site_card("/").description
