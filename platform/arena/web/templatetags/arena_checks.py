"""What the check of an upload says, in the reader's language: it is stored in English, with what it was made of."""

from django import template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arena.bots.models import BotVersion
from referee.doctor.telling import verdict_of
from referee.recognising import recognised
from referee.words import Sentence, said

register = template.Library()


@register.filter
def step_of_check(version: BotVersion) -> str:
    """What is being tried now."""
    return said(_step(version), get_language() or "")


@register.filter
def reason_of_check(version: BotVersion) -> str:
    """Why it waits, or how it ended. Reasons that were written in another way stay as they are."""
    told = verdict_of(version.report) if version.is_final else _step(version)
    if told == version.reason:
        return said(told, get_language() or "")
    return _(version.reason) if version.reason else ""


@register.filter
def how_it_ended(english: str) -> str:
    """What the sandbox says of a program."""
    return said(recognised(english), get_language() or "")


def _step(version: BotVersion) -> str:
    try:
        return Sentence.from_json(version.progress["said"])
    except (KeyError, ValueError):
        return str(version.progress.get("step", ""))
