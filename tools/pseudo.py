"""A language that nobody speaks: English with accents, a third longer. Shows texts that were never marked, and places
that are too narrow for any other language.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog

from tools.catalogues import Book, as_mo, as_po, updated

CODE = "eo"
"""Esperanto's place: the libraries know its plurals and dates, and the arena does not speak it."""
_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;|https?://\S+|\S+@\S+)")
"""What a text is filled with, tags and addresses."""
_ACCENTS = str.maketrans("aeiouycdnrsztlAEIOUYCDNRSZTL", "áéíóúýčďňřšžťľÁÉÍÓÚÝČĎŇŘŠŽŤĽ")
_SYLLABLES = "óš éľ íň áť úř ýž "


def pseudo(text: str) -> str:
    """The same text, longer and accented.

    >>> pseudo("%(n)d bots of <b>{name}</b>")
    '%(n)d bóťš óf <b>{name}</b> óš é'
    """
    parts = _KEPT.split(text)
    said = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    more = (_SYLLABLES * (letters // len(_SYLLABLES) + 1))[: letters // 3].rstrip()
    return f"{said} {more}" if more else said


def translate(catalogue: Catalog) -> None:
    for message in catalogue:
        if isinstance(message.id, str) and message.id:
            message.string = pseudo(message.id)
        elif not isinstance(message.id, str):
            message.string = tuple(pseudo(message.id[min(at, 1)]) for at in range(catalogue.num_plurals))


def write(books: Iterable[Book], folder: Path) -> list[Path]:
    """A folder of catalogues for each book below this one."""
    made = []
    for book in books:
        home = folder / book.locales.parent.name
        po = Book(home / "locale", book.texts, book.domain).po_file(CODE)
        catalogue = updated(book, CODE)
        translate(catalogue)
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_bytes(as_po(catalogue))
        po.with_suffix(".mo").write_bytes(as_mo(catalogue))
        made.append(home)
    return list(dict.fromkeys(made))
