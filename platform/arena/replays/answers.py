"""Answers of workers as pages may show them: their form is looked at, for a worker is not trusted with pages."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.replays.models import Question, QuestionKind, QuestionState

Chance = Annotated[float, Field(ge=0, le=1)]
Word = Annotated[str, Field(max_length=300)]
Count = Annotated[int, Field(ge=0, le=10_000)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Choice(_Told):
    """An action with the chance to win after it, from what the seat knew; none where nobody can judge."""

    name: Word
    chance: Chance | None
    error: Chance | None

    @property
    def percent(self) -> float:
        return 100 * (self.chance or 0)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, in per cent."""
        return 200 * (self.error or 0)


class BotAnswer(Choice):
    label: Word
    fault: Word
    is_same: bool = False
    """As what was played in the game."""


class Asked(_Told):
    decision: Word
    seat: Count
    played: Choice
    answers: Annotated[list[BotAnswer], Field(max_length=20)]


class SideOfRest(_Told):
    ranks: Annotated[list[Count], Field(max_length=20)]
    """How often it took which rank, the first one first."""
    faults: Count
    chance: Chance
    error: Chance

    @property
    def percent(self) -> float:
        return 100 * self.chance

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, in per cent."""
        return 200 * self.error


class Rest(_Told):
    games: Count
    wanted: Count
    sides: Annotated[list[SideOfRest], Field(max_length=20)]


def answer_of(question: Question) -> Asked | Rest | None:
    """None while it is open, and where our side failed: then ``has_failed`` says so."""
    if question.state != QuestionState.DONE:
        return None
    form = Asked if question.kind == QuestionKind.ASK else Rest
    try:
        return form.model_validate(question.answer)
    except ValidationError:
        return None


def has_failed(question: Question) -> bool:
    return not question.is_open and answer_of(question) is None
