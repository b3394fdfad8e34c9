"""Numbers as the reader writes them, points of tournaments among them, and words for what settled a match there."""

from django import template
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from arena.tournaments.planning.series import Reason
from arena.tournaments.reading import local_points

register = template.Library()
register.filter("local_points", local_points)

_SETTLED_BY: dict[str, str | Promise] = {
    Reason.SCORE: pgettext_lazy("settled by", "points"),
    Reason.EARLY_STOP: pgettext_lazy("settled by", "points, before all blocks were played"),
    Reason.EXTRA_BLOCKS: pgettext_lazy("settled by", "extra blocks"),
    Reason.FEWER_FAULTS: pgettext_lazy("settled by", "fewer faults"),
    Reason.PROGRESS: pgettext_lazy("settled by", "progress"),
    Reason.SEED: pgettext_lazy("settled by", "seed"),
}


@register.filter
def settled_by_title(reason: str) -> str:
    """Behind "Settled by"."""
    return str(_SETTLED_BY.get(reason, reason))


@register.filter
def signed(value: float | None, places: int = 2) -> str:
    """As the reader writes it; zero has no sign."""
    if value is None:
        return "–"
    rounded = round(value, places)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + formats.number_format(abs(rounded), places)
