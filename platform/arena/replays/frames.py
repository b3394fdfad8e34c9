"""A replay as frames to draw: what one perspective may see after every action. Pure.

The engine decides what is seen: views and events come from it alone, for the perspective asked for. What is not in
them (names of actions, clocks) is added only for seats whose view the perspective has: the name of an action may name a
hidden card. Frames are told as differences, because most of a table stays as it is from one action to the next.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from arena.replays.perspective import Perspective
from engines import PUBLIC, State, engine, variant
from engines.errors import EngineError
from referee.clock import SeatClock, TimeControl
from referee.replay import Replay, ReplayAction
from referee.verify import first_state

Json = dict[str, Any]

FORMAT = 2
"""Part of every cache key and ETag: raise it when the shape of the answer changes."""
MOST_LEGAL_NAMES = 60
"""Paying a witch can be done in hundreds of ways; beyond this many only their number is told."""
_SECRET_KEYS = ("seed", "events")


class FramesError(ValueError):
    """The replay cannot be shown, with a sentence for the visitor."""


def frames(replay: Replay, perspective: Perspective) -> Json:
    """Everything the viewer needs. Raises ``FramesError``."""
    steps = _steps(replay, perspective)
    return {**_head(replay, perspective), "steps": steps}


def text_at(replay: Replay, perspective: Perspective, step: int, language: str = "") -> str:
    """The table after ``step`` actions, as the engine renders it for terminals."""
    state = state_at(replay, step)
    render = engine(state.variant.game).render
    if not perspective.shows_all:
        return render(state.view(perspective.seat), language)
    return "\n\n".join(render(state.view(seat), language) for seat in range(state.variant.seats))


def state_at(replay: Replay, step: int) -> State:
    """The state after ``step`` actions, with its log of events."""
    state = _first_state(replay)
    for action in replay.actions[:step]:
        _play(state, action)
    return state


def _head(replay: Replay, perspective: Perspective) -> Json:
    played = variant(replay.variant)
    return {
        "format": FORMAT,
        "game": played.game,
        "variant": played.slug,
        "title": played.title,
        "as": str(perspective),
        "seats": [{"name": seat.name, "version": seat.version} for seat in replay.seats],
        "sides": [list(side) for side in played.sides],
        "ranks": list(replay.ranks),
        "termination": replay.termination.value,
        "faults": [
            {"seat": fault.seat, "kind": fault.kind.value, "after": fault.after_actions} for fault in replay.faults
        ],
    }


def _first_state(replay: Replay) -> State:
    try:
        return first_state(replay)
    except EngineError as error:
        raise FramesError(_("This game cannot be shown: %(reason)s") % {"reason": error}) from error


def _play(state: State, action: ReplayAction) -> None:
    try:
        state.play(action.seat, action.action)
    except EngineError as error:
        raise FramesError(
            _("The stored game does not follow the rules, so it cannot be shown: %(reason)s") % {"reason": error}
        ) from error


def _steps(replay: Replay, perspective: Perspective) -> list[Json]:
    state = _first_state(replay)
    camera = Camera(state, perspective)
    # A replay does not say by which clock it was played: every game of the arena has the usual one.
    clocks = [SeatClock(TimeControl()) for _ in replay.seats]
    upcoming: list[ReplayAction | None] = [*replay.actions, None]
    steps = []
    for following in upcoming:
        step = camera.picture()
        if following is not None:
            step["next"] = _decision(state, following, perspective, clocks[following.seat])
            clocks[following.seat].charge(following.charged_ms)
            _play(state, following)
        steps.append(step)
    return steps


class Camera:
    """Takes a picture of a state and remembers the last one, so that each tells only what is new."""

    def __init__(self, state: State, perspective: Perspective) -> None:
        self._state = state
        self._perspective = perspective
        self._view: Json = {}
        self._open: Json = {}
        self._seen = 0

    def picture(self) -> Json:
        view = self._state.view(PUBLIC if self._perspective.shows_all else self._perspective.seat)
        step: Json = {"view": difference(self._view, view), "events": self._new_events()}
        self._view = view
        if self._perspective.shows_all:
            cards = all_cards(self._state)
            step["open"] = difference(self._open, cards)
            self._open = cards
        return step

    def _new_events(self) -> list[Json]:
        state, since = self._state, self._seen
        self._seen = state.event_count()
        if not self._perspective.shows_all:
            return state.events(self._perspective.seat, since)
        merged: list[Json] = state.events(PUBLIC, since)
        for seat in range(state.variant.seats):
            for event, seen in zip(merged, state.events(seat, since), strict=True):
                event.update(seen)
        return merged


def all_cards(state: State) -> Json:
    """The state as the engine saves it, face-down cards included, without the seed of the deal."""
    saved = state.clone().save()
    return {key: value for key, value in saved.items() if key not in _SECRET_KEYS}


def _decision(state: State, action: ReplayAction, perspective: Perspective, clock: SeatClock) -> Json:
    """The decision that is made next, as far as the perspective may know it."""
    decision: Json = {"seat": action.seat, "decision": state.decision()}
    if not perspective.knows(action.seat):
        return decision
    legal = state.legal_actions(action.seat)
    decision["action"] = state.action_name(action.action)
    decision["ms"] = action.charged_ms
    decision["clock"] = clock.shown()
    decision["legal"] = [state.action_name(action_id) for action_id in legal[:MOST_LEGAL_NAMES]]
    decision["legal_count"] = len(legal)
    return decision


def difference(before: Json, after: Json) -> Json:
    """Fields that are new or other; of a list of seats only those seats, by number, with their own differences."""
    changed: Json = {}
    for key, value in after.items():
        if key not in before:
            changed[key] = value
        elif before[key] != value:
            changed[key] = _seats(before[key], value) if key == "seats" and _is_by_seat(before[key], value) else value
    return changed


def _is_by_seat(*lists: Any) -> bool:
    """Saved states are the games' own: what they call seats need not be a list of objects."""
    whole = all(isinstance(values, list) and all(isinstance(seat, dict) for seat in values) for values in lists)
    return whole and len({len(values) for values in lists}) == 1


def _seats(before: list[Json], after: list[Json]) -> dict[str, Json]:
    return {
        str(number): difference(one, other)
        for number, (one, other) in enumerate(zip(before, after, strict=True))
        if one != other
    }
