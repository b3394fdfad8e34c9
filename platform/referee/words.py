"""What the referee says to people, in their language.

``t("{name} has no files.", name=folder)`` is the English sentence, a text like any other: logs and programs get
it as it is. It remembers what it was made of, so that whoever shows it to a person can have it said in their language.
Translations are in ``locale/`` beside this module.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from engines.words import Words

Json = dict[str, Any]
Argument = str | int | float
"""Numbers with a fraction are shown to one digit of it, with the comma or point of the language."""

_WORDS = Words(Path(__file__).parent)
_FIELD = re.compile(r"\{(\w+)\}")
_DEEPEST = 6
"""Sentences in sentences: more than anything of ours has, few enough for whatever somebody else has stored."""
_POINT = {"": ".", "en": "."}
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that says anything, as every program reads them."""
_ASKED = "LANGUAGE"
"""Languages with colons between them, the dearest first. It goes before the locale, unless that is ``C``."""


class Sentence(str):
    """English, and what it was made of."""

    id: str
    many: str
    """The text for more than one; empty where no number decides."""
    number: int
    arguments: Mapping[str, Argument]

    @classmethod
    def of(cls, id_: str, arguments: Mapping[str, Argument], many: str = "", count: int = 0) -> Self:
        text = cls(_filled(_WORDS.text("", id_, many, count), arguments, ""))
        text.id, text.many, text.number, text.arguments = id_, many, count, dict(arguments)
        return text

    def said(self, language: str) -> str:
        return _filled(_WORDS.text(language, self.id, self.many, self.number), self.arguments, language)

    def to_json(self) -> Json:
        """To be kept, and said later to whoever asks."""
        number = {"many": self.many, "count": self.number} if self.many else {}
        given = {
            name: value.to_json() if isinstance(value, Sentence) else value for name, value in self.arguments.items()
        }
        return {"id": self.id, **number, **({"with": given} if given else {})}

    @classmethod
    def from_json(cls, stored: Json, deepest: int = _DEEPEST) -> Self:
        """Raises ``ValueError`` where it was not ``to_json`` that wrote it."""
        given = stored.get("with", {}) if isinstance(stored, dict) and deepest else None
        if given is None:
            raise ValueError("That is no sentence.")
        id_, many, count = stored.get("id"), stored.get("many", ""), stored.get("count", 0)
        if not (isinstance(id_, str) and id_ and isinstance(many, str) and isinstance(count, int)):
            raise ValueError("That sentence has no text.")
        if not isinstance(given, dict) or not all(isinstance(one, str | int | float | dict) for one in given.values()):
            raise ValueError("That sentence is filled with something else than texts and numbers.")
        arguments = {
            name: cls.from_json(value, deepest - 1) if isinstance(value, dict) else value
            for name, value in given.items()
        }
        return cls.of(id_, arguments, many, count)


def t(english: str, **arguments: Argument) -> Sentence:
    return Sentence.of(english, arguments)


def plural(one: str, many: str, count: int, **arguments: Argument) -> Sentence:
    """``{n}`` in them is the number."""
    return Sentence.of(one, {"n": count, **arguments}, many, count)


def joined(*texts: str) -> str:
    """One after the other, each a sentence of its own."""
    told = [text for text in texts if text]
    if len(told) < 2:
        return "".join(told)
    return Sentence.of(
        " ".join(f"{{{at}}}" for at in range(len(told))), {str(at): text for at, text in enumerate(told)}
    )


def said(text: str, language: str) -> str:
    """A text that is no sentence of ours is the same in every language."""
    return text.said(language) if isinstance(text, Sentence) else text


def translated(english: str, language: str) -> str:
    """A text that stands in the catalogue without being a sentence here."""
    return _WORDS.text(language, english)


def is_spoken(language: str) -> bool:
    """Has anybody translated into it?"""
    return bool(_WORDS.forms_in(language))


def of_terminal(environment: Mapping[str, str] | None = None) -> str:
    """The language that somebody's terminal is set to, such as ``sk``; empty for English, ``C`` and nothing at all."""
    known = os.environ if environment is None else environment
    locale = _code(next((known[name] for name in _LOCALE if known.get(name)), ""))
    asked = list(filter(None, map(_code, known.get(_ASKED, "").split(":")))) if locale else []
    return next((code for code in asked if code == "en" or is_spoken(code)), asked[0] if asked else locale)


def _code(locale: str) -> str:
    code = re.split(r"[_.@]", locale)[0].lower()
    return code if len(code) in (2, 3) and code.isalpha() else ""


def _filled(text: str, arguments: Mapping[str, Argument], language: str) -> str:
    """Not by ``format``: texts hold JSON, and whoever stored them may not have been us."""
    return _FIELD.sub(lambda found: _shown(arguments.get(found[1], found[0]), language), text)


def _shown(value: Argument, language: str) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".replace(".", _POINT.get(language, ","))
    return said(value, language) if isinstance(value, str) else str(value)
