"""The outcome of a check from a restricted worker: written down there, looked at and taken in by the control side."""

from typing import Annotated, Any, Literal, Self

import orjson
import structlog
from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from arena.bots import check_statements
from arena.bots.actions.check import CheckLease, finish_check, postpone_check
from arena.bots.models import BotVersion, CheckDelivery, CheckState
from arena.lib import prepared
from referee.words import Sentence

Json = dict[str, Any]

MOST = 20
"""Of one task; the next comes in a second."""
_LONGEST_TEXT = 20_000
"""Bytes of what one text was made of: the longest English, twice."""
_log = structlog.get_logger(__name__)

ToldText = Annotated[str, Field(max_length=10_000)]
Word = Annotated[str, Field(max_length=200)]


class ToldCheck(BaseModel):
    """As ``referee.doctor.report.Check`` writes itself: pages show it as it is."""

    model_config = ConfigDict(extra="forbid")

    id: Word
    title: ToldText
    status: Literal["pass", "hint", "fail", "skip"]
    sentence: ToldText
    fix: ToldText
    hello: Annotated[str, Field(max_length=200_000)]
    evidence: dict[Word, Annotated[str, Field(max_length=200_000)]] | None
    texts: dict[Literal["title", "sentence", "fix"], dict[Word, Any]] = Field(default_factory=dict)

    @field_validator("texts")
    @classmethod
    def _can_be_said(cls, texts: dict[str, Json]) -> dict[str, Json]:
        for stored in texts.values():
            if len(orjson.dumps(stored)) > _LONGEST_TEXT:
                raise ValueError("A text is longer than any of the doctor's.")
            Sentence.from_json(stored)
        return texts


class ToldReport(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Word
    version: int
    passed: bool
    void: Literal[False]
    runtime: Word
    measured: dict[Word, bool | int | float]
    checks: Annotated[list[ToldCheck], Field(max_length=1000)]


class Told(BaseModel):
    """``passed`` is open where the arena failed: the upload waits and is not blamed."""

    model_config = ConfigDict(extra="forbid")

    passed: bool | None
    reason: ToldText
    report: ToldReport | None

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if self.passed and not (self.report and self.report.passed):
            raise ValueError("No report says that it passed.")
        return self


def deliver_check(lease: CheckLease, passed: bool | None, reason: str, report: dict[str, Any]) -> bool:
    """The worker's side. False: the lease was lost."""
    payload = {"passed": passed, "reason": reason, "report": report or None}
    values = {"token": lease.token, "payload": orjson.dumps(payload).decode()}
    return bool(prepared.rows(check_statements.DELIVER, values))


def accept_checks() -> int:
    """The control side's: everything that has arrived. One that cannot be taken in stops nobody else's."""
    taken = 0
    for pk in list(CheckDelivery.objects.values_list("pk", flat=True)[:MOST]):
        try:
            taken += _accept_one(pk)
        except Exception:  # whatever a worker wrote: the lease runs out, and another one checks
            _log.exception("check_delivery_failed", delivery=pk)
            CheckDelivery.objects.filter(pk=pk).delete()
    return taken


@transaction.atomic
def _accept_one(pk: int) -> bool:
    delivery = CheckDelivery.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
    if delivery is None:
        return False
    delivery.delete()
    checked = BotVersion.objects.filter(check_token=delivery.token, state=CheckState.CHECKING)
    version_id = checked.values_list("pk", flat=True).first()
    if version_id is None:
        _log.warning("check_too_late", role=delivery.role)
        return False
    lease = CheckLease(version_id, delivery.token)
    try:
        told = Told.model_validate(delivery.payload)
    except ValidationError as error:
        _log.error("check_not_readable", role=delivery.role, version=version_id, error=str(error)[:2000])
        return postpone_check(lease, "Our own failure, tried again soon: what the worker found cannot be read.")
    if told.passed is None:
        return postpone_check(lease, told.reason)
    report = told.report.model_dump() if told.report else {}
    return finish_check(lease, passed=told.passed, reason=told.reason, report=report)
