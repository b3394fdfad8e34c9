"""What a token may do. Each scope is one sentence on the page where tokens are made."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    READ = "read", _("see what you see: private bots, reports and logs of your own")
    BOTS = "bots", _("create bots, upload versions, choose the active one")
    PRACTICE = "practice", _("ask for practice matches")
    ENTER = "enter", _("enter your bots into tournaments and withdraw them")
    NEWS = "news", _("make webhooks and see what was delivered")
    ORGANISE = "organise", _("announce and run tournaments, if you are an organiser")
