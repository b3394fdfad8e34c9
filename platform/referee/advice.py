"""What to do about each kind of fault."""

from referee.conversation import is_hello
from referee.faults import Evidence, FaultKind
from referee.hints import hint
from referee.words import t

_START_UP = t(
    'Answer hello with {"type": "ready", "protocol": 1} before you load or compute anything large, and flush stdout. '
    '"start_ms" in hello says how long the start may take.'
)
_ADVICE = {
    FaultKind.START: t("Run the program by hand: it ended before it answered hello. The end of its log says why."),
    FaultKind.CRASH: t("Mend what the end of its log tells. Where you have no plan, answer any id of legal."),
    FaultKind.TIMEOUT: t(
        'Think until "clock" in the request is nearly used up, not longer: keep your best answer so far and send it. '
        "If you did answer, flush stdout."
    ),
    FaultKind.ILLEGAL_ACTION: t(
        'Take the id from "legal" of the request you are answering; ids of earlier requests and ids of your own are '
        "not legal."
    ),
    FaultKind.PROTOCOL: t(
        "Write exactly one line of JSON to stdout for each message that asks, nothing unasked, and send everything "
        "else to stderr."
    ),
    FaultKind.MEMORY: t(
        'Keep less in memory: bound your tables by "memory_mb" in hello, and free what a decision used.'
    ),
    FaultKind.GAVE_UP: t("Nothing is to be mended: a person left the table."),
}


def advice(kind: FaultKind, evidence: Evidence) -> str:
    """One or two sentences for the bot's author. At hello no clock has been shown yet, so the advice differs."""
    if kind is FaultKind.TIMEOUT and is_hello(evidence.last_request):
        return _START_UP
    if kind in (FaultKind.START, FaultKind.CRASH) and (sentence := hint(evidence.stderr_tail)):
        return sentence
    return _ADVICE[kind]
