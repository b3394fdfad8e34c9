"""What `manage.py check` says about the games that are installed."""

from typing import Any

from django.core.checks import CheckMessage, Warning, register  # noqa: A004 - Django's name for it

from engines.registry import broken_games


@register()
def games_are_usable(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """A warning, not an error: the other games are played on."""
    hint = "Mend or remove the package that brings it. Its ladders and replays rest until then."
    return [Warning(sentence, hint=hint, id="arena.W010") for sentence in broken_games()]
