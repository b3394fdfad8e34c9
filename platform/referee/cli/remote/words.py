"""States and reasons of an arena's API, in the language of this terminal. The API itself speaks English."""

from typing import Any

from referee.cli.output import here
from referee.doctor.telling import verdict_of
from referee.words import Sentence, t

_STATES: dict[str, Sentence] = {
    # of versions
    "waiting": t("waiting"),
    "checking": t("checking"),
    "ready": t("ready"),
    "rejected": t("rejected"),
    # of a bot on a ladder
    "placing": t("placing"),
    "rated": t("rated"),
    "suspended": t("suspended"),
    "paused": t("paused"),
}


def state_word(state: str) -> str:
    """A newer arena may know more of them."""
    return here(_STATES[state]) if state in _STATES else state


def reason_of(version: dict[str, Any]) -> str:
    """Why it waits, or how it ended: said anew where the arena tells what the sentence was made of."""
    told = verdict_of(version.get("report") or {})
    if told == version["reason"]:
        return told
    try:
        step: str = Sentence.from_json((version.get("progress") or {}).get("said") or {})
    except ValueError:
        return str(version["reason"])
    return step if step == version["reason"] else str(version["reason"])
