"""Names in the order of the reader's alphabet: in Slovak and Czech ch follows h and š follows s, German ä stands by a.

Not every PostgreSQL that the arena runs on knows these orders, and where they come from the system two machines may
disagree. So a name is spelled anew, in letters that plain comparison puts right, in the same way here and in SQL.
"""

from functools import cache
from unicodedata import combining, normalize

from django.db.models import F, Func, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Collate, Lower, Replace
from django.utils.translation import get_language

AFTER = "~"
"""Behind a letter it makes another one that follows it: plain comparison has it after z."""
_OWN_LETTERS = {"sk": ("ä", "č", "ô", "š", "ž"), "cs": ("č", "ř", "š", "ž")}
"""By ISO 639; letters that have their own place. All others stand where they would without their accents."""
_PAIRS = {"sk": {"ch": f"h{AFTER}"}, "cs": {"ch": f"h{AFTER}"}}
_EVERYWHERE = {"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe"}
_STROKES = {"ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d"}
"""To Unicode they are letters of their own, without an accent to take away."""
_ACCENTED = "".join(map(chr, range(0xC0, 0x180)))
"""The letters of Latin-1 and Latin Extended-A, which hold all languages of Europe in Latin script."""


def reader_language() -> str:
    return (get_language() or "en").split("-", maxsplit=1)[0]


def spelled(name: str, language: str) -> str:
    """For ``sorted``."""
    text = name.lower()
    for letters, instead in _replaced(language):
        text = text.replace(letters, instead)
    return text.translate(str.maketrans(*_plain(language)))


def in_order(field: str) -> list[Combinable | str]:
    """For ``order_by``, in the language of the reader; equal ones by the name as it is."""
    language = reader_language()
    text: Combinable = Lower(F(field))
    for letters, instead in _replaced(language):
        text = Replace(text, Value(letters), Value(instead))
    accented, plain = _plain(language)
    text = Func(text, Value(accented), Value(plain), function="translate", output_field=TextField())
    return [Collate(text, "C"), field]


@cache
def _replaced(language: str) -> tuple[tuple[str, str], ...]:
    """Capitals too: a database with the plainest locale makes only A to Z small."""
    own = {
        letter: _bare(letter) + AFTER for small in _OWN_LETTERS.get(language, ()) for letter in (small, small.upper())
    }
    return tuple({**_EVERYWHERE, **_STROKES, **_PAIRS.get(language, {}), **own}.items())


@cache
def _plain(language: str) -> tuple[str, str]:
    letters = [letter for letter in _ACCENTED if len(_bare(letter)) == 1 and _bare(letter) != letter.lower()]
    return "".join(letters), "".join(map(_bare, letters))


def _bare(letter: str) -> str:
    return "".join(sign for sign in normalize("NFKD", letter) if not combining(sign)).lower()
