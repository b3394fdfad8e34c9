"""Names of actions as the reader says them. Stored ones are the engine's own, which are also the English ones."""

from __future__ import annotations

from django.conf import settings

from arena.lib.alphabet import reader_language
from arena.matches import replay_store
from arena.matches.models import StoredReplay
from engines.errors import EngineError
from referee.analysis.asking import AskingError, Position, position_at
from referee.messages import action_words


def in_words(position: Position, name: str) -> str:
    language, state = reader_language(), position.state
    if language == settings.LANGUAGE_CODE:
        return name
    named = (action for action in state.legal_actions(position.seat) if state.action_name(action) == name)
    action = next(named, None)
    return name if action is None else action_words(state, action, language)


def names_at(stored: StoredReplay, names: dict[int, tuple[str, str]]) -> dict[int, tuple[str, str]]:
    """Of actions at some steps of a replay. Rules may have gone on since: then as they were stored."""
    if reader_language() == settings.LANGUAGE_CODE or not names:
        return names
    replay = replay_store.load(stored)
    try:
        positions = {step: position_at(replay, step) for step in names}
    except (AskingError, EngineError):
        return names
    return {
        step: (in_words(positions[step], one), in_words(positions[step], other)) for step, (one, other) in names.items()
    }
