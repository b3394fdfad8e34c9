"""The words of a game in the languages of its players, and of anything else that has a folder of catalogues.

A game says everything in English, as ``t("{name} passes.")``. What that is in other languages stands once, in
``locale/`` of its folder, and everybody reads it there: pages, and scripts by way of the page that uses them.
"""

import gettext
from functools import cache
from pathlib import Path
from typing import Any

PLURALS_KNOWN = 200
"""Numbers whose plural form is told; beyond, the last two digits decide in every language we know of."""


class _Catalogue(gettext.GNUTranslations):
    """One that can be read as a whole."""

    def _parse(self, fp: Any) -> None:
        super()._parse(fp)
        self.texts: dict[Any, str] = dict(self._catalog)  # type: ignore[attr-defined]  # as above
        self.form = self.plural  # type: ignore[attr-defined]  # as above


@cache
def _catalogue(folder: Path, code: str, domain: str) -> _Catalogue | None:
    file = folder / "locale" / code / "LC_MESSAGES" / f"{domain}.mo"
    if not code or not file.is_file():
        return None
    with file.open("rb") as opened:
        return _Catalogue(opened)


def mark(english: str) -> str:
    """A text that is said later: so that it stands in the catalogue."""
    return english


class Speech:
    """One language of one folder, for code that says much in it."""

    def __init__(self, words: "Words", code: str) -> None:
        self._words = words
        self._code = code

    def t(self, english: str, **filling: object) -> str:
        """``{name}`` in it is filled in."""
        return _filled(self._words.text(self._code, english), filling)

    def plural(self, one: str, many: str, n: int, **filling: object) -> str:
        """``{n}`` in it is the number."""
        return _filled(self._words.text(self._code, one, many, n), {"n": n, **filling})


def _filled(text: str, filling: dict[str, object]) -> str:
    for name, value in filling.items():
        text = text.replace("{" + name + "}", str(value))
    return text


class Words:
    """Of one folder."""

    def __init__(self, folder: Path, domain: str = "django") -> None:
        self.folder = folder
        self.domain = domain

    def all_in(self, code: str) -> dict[str, str | list[str]]:
        """English to that language; what has plural forms, by its singular, to all of them in their order."""
        known = _catalogue(self.folder, code, self.domain)
        texts: dict[str, str] = {}
        forms: dict[str, list[str]] = {}
        for key, text in sorted(known.texts.items(), key=str) if known else []:
            if isinstance(key, tuple):
                forms.setdefault(key[0], []).append(text)
            elif key:
                texts[key] = text
        return {**texts, **forms}

    def text(self, code: str, one: str, many: str = "", count: int = 0) -> str:
        """In that language; the English where it does not have it. With ``many``, the form for that number."""
        known = _catalogue(self.folder, code, self.domain)
        if not many:
            return known.gettext(one) if known else one
        if known:
            return known.ngettext(one, many, count)
        return one if count == 1 else many

    def speech(self, code: str) -> "Speech":
        return Speech(self, code)

    def forms_in(self, code: str) -> str:
        """Which plural form each number from 0 on takes, a digit each: ``"1011…"`` where one is the only singular."""
        known = _catalogue(self.folder, code, self.domain)
        return "".join(str(known.form(n)) for n in range(PLURALS_KNOWN)) if known else ""
