"""Sentences that the arena stores: in English, and said in the language of whoever reads them.

They are known again by their form, as the referee knows again what the sandbox says (``referee.recognising``). So rows
of every age are said, programs read the same English as ever, and no column tells what a sentence was made of. The
forms are the texts of the catalogue: who stores a sentence marks it there (``engines.words.mark``) and fills it in
after that. What has no such form stays as it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from django.conf import settings
from django.utils.translation import get_language, gettext, override

from arena.settings.environment import PACKAGE
from engines.words import Words, mark

_FIELD = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
_LONGEST = 2000
"""Characters; what is longer is somebody's log."""
_DEEPEST = 3
"""A sentence in a sentence: what was undone, and why."""
_FEWEST_LETTERS = 4
_FEWEST_INSIDE = 10
"""Letters of its own that a form has, and one that begins with a name: or "{bot}: {text}" would be found everywhere."""
_SENTENCES = {"text", "reason", "line", "round_name"}
"""What forms are filled with that is a sentence of the same kind. Names of bots and people are none."""
BETWEEN = "; "
_LISTS = {"steps": mark(" and "), "changed": BETWEEN, "names": ", "}
"""What is several of them, and what stands between two."""
_TERMS = {"format", "seeding", "variant"}
"""Names of the arena's own, and of its games'."""


@dataclass(frozen=True)
class _Form:
    text: str
    pattern: re.Pattern[str]


def said(english: str) -> str:
    """In the language of the reader."""
    language = get_language() or settings.LANGUAGE_CODE
    return english if language.startswith(settings.LANGUAGE_CODE) else _said(english, _DEEPEST)


def in_english(words: Callable[[], object]) -> str:
    """For a sentence that will be stored: a lazy text, or what makes one."""
    with override(settings.LANGUAGE_CODE):
        return str(words())


def filled(text: str, /, **values: object) -> str:
    """A marked text with names in braces, whatever the names hold."""
    return _FIELD.sub(lambda found: str(values[found[1] or found[2]]), text)


def _said(english: str, deepest: int) -> str:
    whole = gettext(english) if english else ""
    known = _known(english) if whole == english else None
    if known is None:
        return whole
    text, values = known
    return filled(gettext(text), **{name: _value(name, value, deepest) for name, value in values.items()})


def _value(name: str, value: str, deepest: int) -> str:
    if name in _LISTS:
        return gettext(_LISTS[name]).join(gettext(part) for part in value.split(_LISTS[name]))
    if name in _TERMS:
        return gettext(value)
    return _said(value, deepest - 1) if name in _SENTENCES and deepest else value


@lru_cache(maxsize=4096)
def _known(english: str) -> tuple[str, dict[str, str]] | None:
    if len(english) <= _LONGEST:
        for form in _forms():
            if found := form.pattern.fullmatch(english):
                return form.text, found.groupdict()
    return None


@cache
def _forms() -> tuple[_Form, ...]:
    """The longest beginning first, for it says most about what a sentence is; then who has more words of its own."""
    shipped = Words(PACKAGE)
    books = [shipped.all_in(code).items() for code, _name in settings.LANGUAGES]
    # Without a context, and without plural forms.
    texts = {text for book in books for text, told in book if isinstance(told, str) and "\x04" not in text}
    forms = [(_literals(text), text) for text in texts if _FIELD.search(text)]
    ordered = sorted(
        ((-len(literals[0]), -sum(map(len, literals)), text) for literals, text in forms if _is_telling(literals))
    )
    return tuple(_Form(text, re.compile(_pattern(text), re.DOTALL)) for _beginning, _whole, text in ordered)


def _literals(text: str) -> list[str]:
    return _FIELD.sub("\x00", text).split("\x00")


def _is_telling(literals: list[str]) -> bool:
    letters = sum(letter.isalpha() for letter in "".join(literals))
    return letters >= (_FEWEST_LETTERS if literals[0] else _FEWEST_INSIDE)


def _pattern(text: str) -> str:
    parts, names, at = [], set[str](), 0
    for field in _FIELD.finditer(text):
        name = field[1] or field[2]
        parts += [re.escape(text[at : field.start()]), f"(?P={name})" if name in names else f"(?P<{name}>.+?)"]
        names.add(name)
        at = field.end()
    return "".join([*parts, re.escape(text[at:])])
