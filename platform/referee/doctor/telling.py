"""A report in the language of its reader, out of what was stored of it."""

from collections.abc import Sequence
from typing import Any

from referee.doctor.report import Check, Status
from referee.recognising import recognised
from referee.words import Sentence, joined, plural, said, t

Json = dict[str, Any]

NAMED_SKIPS = 3
"""The verdict stands in one line of a table; the report below it lists all."""


def in_language(check: Json, language: str) -> Json:
    """A stored check. One of an older report, or of texts that are not ours, stays as it is."""
    told: Json = {name: said(sentence, language) for name, sentence in sentences_of(check).items()}
    evidence = check.get("evidence")
    if evidence:
        told["evidence"] = {**evidence, "exit_reason": said(recognised(evidence.get("exit_reason", "")), language)}
    return {**check, **told}


def sentences_of(check: Json) -> dict[str, Any]:
    """What a stored check says, by field, as far as it can be said in other languages."""
    kept: dict[str, Any] = {}
    for field, stored in check.get("texts", {}).items():
        try:
            sentence = Sentence.from_json(stored)
        except ValueError:
            continue
        if sentence == check.get(field):  # else somebody said two different things
            kept[field] = sentence
    return kept


def verdict_of(report: Json) -> str:
    """Of a stored report."""
    return verdict([_restored(check) for check in report.get("checks", [])])


def _restored(stored: Json) -> Check:
    known = {**stored, **sentences_of(stored)}
    return Check("", known["title"], Status(known["status"]), known["sentence"], known["fix"])


def verdict(checks: Sequence[Check]) -> str:
    """In one sentence, or a few: what a table has room for."""
    failures = [check for check in checks if check.status is Status.FAIL]
    if not failures:
        return _passed([check.title for check in checks if check.status is Status.SKIP])
    first = failures[0]
    found = t("{check}: {found}", check=first.title, found=first.sentence)
    more = plural("({n} more below.)", "({n} more below.)", len(failures) - 1) if len(failures) > 1 else ""
    return joined(found, first.fix, more)


def _passed(skipped: list[str]) -> str:
    if not skipped:
        return t("Passed every check.")
    listed = Sentence.of(
        ", ".join(f"{{{at}}}" for at in range(len(skipped[:NAMED_SKIPS]))),
        {str(at): title for at, title in enumerate(skipped[:NAMED_SKIPS])},
    )
    named: str = listed
    if len(skipped) > NAMED_SKIPS:
        named = t("{shown} and {n} more", shown=listed, n=len(skipped) - NAMED_SKIPS)
    return plural(
        "Passed every check that could be made; {n} skipped: {named}.",
        "Passed every check that could be made; {n} skipped: {named}.",
        len(skipped),
        named=named,
    )
