"""Texts of Django and allauth that this site says in words of its own.

They are marked so that its catalogues hold them, and these are searched before those of Django.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

# ``timesince`` and ``timeuntil``: Django's own Slovak has the form of 1.5 hours behind 5 and more.
ngettext_lazy("%(num)d hour", "%(num)d hours", "num")
ngettext_lazy("%(num)d minute", "%(num)d minutes", "num")

# Theirs are formal in Slovak and Czech.
_("Your password can’t be too similar to your other personal information.")
ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
_("Your password can’t be a commonly used password.")
_("Your password can’t be entirely numeric.")
_("Forgot your password?")
_("No security keys have been added.")
