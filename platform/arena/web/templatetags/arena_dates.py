"""Dates in the order of the reader's language: every template has this ``date`` in the place of Django's.

Templates write ``date:"j M Y, H:i"``, as English has it; ``DATE_FORMAT`` is the day with its whole month. Slovak, Czech
and German put a point behind a number that counts; Slovak and Czech bend the month beside a day, and write short months
as numbers.
"""

from typing import Any

from django import template
from django.template.defaultfilters import date as plain
from django.utils.translation import pgettext_lazy

from arena.lib.alphabet import reader_language

register = template.Library()

_IN_OTHERS = {
    "sk": {"j F": "j. E", "j M Y": "j. n. Y", "j M": "j. n."},
    "cs": {"j F": "j. E", "j M Y": "j. n. Y", "j M": "j. n."},
    "de": {"j F": "j. E", "j M": "j. M"},
}
"""By ISO 639; the longer before the shorter. A language that is not here has the English order."""
_BESIDE_A_DAY = (
    pgettext_lazy("alt. month", "January"),
    pgettext_lazy("alt. month", "February"),
    pgettext_lazy("alt. month", "March"),
    pgettext_lazy("alt. month", "April"),
    pgettext_lazy("alt. month", "May"),
    pgettext_lazy("alt. month", "June"),
    pgettext_lazy("alt. month", "July"),
    pgettext_lazy("alt. month", "August"),
    pgettext_lazy("alt. month", "September"),
    pgettext_lazy("alt. month", "October"),
    pgettext_lazy("alt. month", "November"),
    pgettext_lazy("alt. month", "December"),
)
"""For ``E``, where Django looks for the same texts: its own Slovak months are not bent."""


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, pattern: str | None = None) -> str:
    """Of a moment, a day or nothing."""
    orders = _IN_OTHERS.get(reader_language(), {})
    shape = "j F Y" if pattern == "DATE_FORMAT" else pattern or ""
    found = next((english for english in orders if english in shape), None)
    if found is None:
        return str(plain(value, shape or pattern))
    return str(plain(value, shape.replace(found, orders[found].replace("E", _month(value)))))


def _month(value: Any) -> str:
    """As letters that a pattern takes for themselves; nothing has no month."""
    month = getattr(value, "month", None)
    return "".join(f"\\{letter}" for letter in str(_BESIDE_A_DAY[month - 1])) if month else ""
