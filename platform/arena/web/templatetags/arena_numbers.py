"""Numbers that say whether they are more or less than nothing."""

from django import template
from django.utils import formats

register = template.Library()


@register.filter
def signed(value: float | None, places: int = 2) -> str:
    """As the reader writes it; zero has no sign."""
    if value is None:
        return "–"
    rounded = round(value, places)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + formats.number_format(abs(rounded), places)
