"""JSON from people we do not trust.

Stricter than the standard library: one object, valid UTF-8, no NaN, no duplicate keys, no deep nesting, no huge
numbers. The library's own parser does the rest of the work; what is checked here is what it lets through.
"""

import json
from typing import Any

from referee.words import t

MAX_BYTES = 64 * 1024
"""As long as a line of a bot may be (``sandbox.Limits.line_bytes``)."""
MAX_DEPTH = 16
"""An answer has some dozen bytes and two levels; Python's parser would recurse as deep as a bot asks it to."""
MAX_DIGITS = 18
"""Longer integers do not fit the 64 bits that other languages have."""


class StrictJsonError(ValueError):
    """The text is not acceptable; the message says why, for the author of the text."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def parse_object(line: bytes) -> dict[str, Any]:
    """The JSON object of one line. Raises ``StrictJsonError`` and nothing else."""
    if len(line) > MAX_BYTES:
        raise StrictJsonError(t("it is {size} bytes long; at most {most} are allowed", size=len(line), most=MAX_BYTES))
    text = _decode(line)
    _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_small, parse_float=_finite
        )
    except StrictJsonError:
        raise
    except ValueError as error:
        raise StrictJsonError(t("it is not JSON ({error})", error=str(error))) from error
    if not isinstance(value, dict):
        raise StrictJsonError(t("it is JSON, but not an object in curly braces"))
    return value


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StrictJsonError(t("it is not UTF-8 (byte {byte})", byte=error.start)) from error


def _check_depth(text: str) -> None:
    """Before parsing, because a parser that recurses is what deep nesting attacks."""
    depth = 0
    in_string = False
    escaped = False
    for sign in text:
        if in_string:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                in_string = False
        elif sign == '"':
            in_string = True
        elif sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise StrictJsonError(t("it is nested deeper than {most} levels", most=MAX_DEPTH))
        elif sign in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise StrictJsonError(t("it names a key twice"))
    return fields


def _refuse(constant: str) -> float:
    raise StrictJsonError(t("{constant} is not JSON", constant=constant))


def _small(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise StrictJsonError(t("it holds a number of more than {most} digits", most=MAX_DIGITS))
    return int(digits)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise StrictJsonError(t("the number {number} is too large", number=text[:20]))
    return value
