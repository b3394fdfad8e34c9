"""``python -m tools.catalogues``: brings the catalogues of all languages up to date with the texts in pages and code.

Texts are read from templates, Python and what games say about themselves; new ones are added without a translation, old
ones go. What is left to do is printed; with ``--check`` nothing is written, and anything left to do is an error.
Translations are written with any editor for ``.po`` files; run this again after it, for the arena reads the compiled
``.mo`` beside each.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from arena.tournaments.planning.registry import FORMATS, PRESETS
from arena.tournaments.planning.standings.registry import TIE_BREAKS
from engines.games import Game
from engines.registry import game as game_named
from engines.registry import games
from referee.cli.app import help_of_all_commands
from tools.script_texts import script_texts

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "platform" / "arena"
_KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "mark": None,
}
_REFEREE_KEYWORDS = {"t": None, "plural": (1, 2)}
_TABLE_KEYWORDS = {"mark": None, **_REFEREE_KEYWORDS}
SCRIPTS = "djangojs"
"""The name of the arena's second catalogue, so that a page for people who read carries no texts that it never shows."""
_WIDTH = 120
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Dates change with every run; the same translations give the same files."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|</?[a-z]+|\{\w+\}")
"""What a text is filled with, and the tags in it."""


class Text(NamedTuple):
    id: str | tuple[str, ...]
    """With its plural, if it has one."""
    context: str | None
    place: tuple[str, int]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """A folder of catalogues, one for each language, and the texts that stand in them."""

    locales: Path
    texts: Callable[[], Iterator[Text]]
    domain: str = "django"

    def po_file(self, language: str) -> Path:
        return self.locales / language / "LC_MESSAGES" / f"{self.domain}.po"

    def template(self) -> Catalog:
        catalogue = Catalog(project="karma-arena", version="1", charset="utf-8")
        for text in self.texts():
            catalogue.add(text.id, locations=[text.place], auto_comments=text.notes, context=text.context)
        return catalogue

    def read(self) -> "Book":
        """The same with its texts at hand: to find them takes far longer than all that is done with them."""
        return replace(self, texts=partial(iter, tuple(self.texts())))

    def catalogue(self, language: str) -> Catalog:
        with self.po_file(language).open("rb") as file:
            return read_po(file, locale=language, charset="utf-8")


def books() -> list[Book]:
    """The arena's, of pages and of scripts, the referee's, and one for each game of this repository: a game brings its
    own words."""
    own = [game for game in games() if game.folder.is_relative_to(ROOT)]
    pages = Book(PACKAGE / "locale", page_texts)
    others = [Book(PACKAGE / "locale", arena_scripts, SCRIPTS), Book(referee_folder() / "locale", referee_texts)]
    return [pages, *(book for book in others if any(book.texts())), *map(book_of, own)]


def referee_folder() -> Path:
    return ROOT / "platform" / "referee"


def book_of(game: Game) -> Book:
    return Book(game.folder / "locale", words_of(game))


def words_of(game: Game) -> Callable[[], Iterator[Text]]:
    """All that a game says: about itself on the arena's pages, and in the scripts of its table."""

    def texts() -> Iterator[Text]:
        titles = [variant.title for variant in game.engine.variants()]
        habits = [habit.text for habit in game.questions()]
        lesson = game.first_lesson()
        remarks = [remark.text for remark in lesson.remarks] if lesson else []
        switches = game.engine.options.values()
        for words in (game.title, game.summary, game.seats_sentence, game.skill, *titles, *habits, *remarks, *switches):
            if words:
                yield Text(words, None, (f"{game.name}/game.py", 0), ())
        yield from scripts_in(game.folder, game.folder.parent)
        yield from tables_in(game.folder)

    return texts


def tables_in(folder: Path) -> Iterator[Text]:
    """What a game says in terminals."""
    for path in sorted(folder.rglob("*.py")):
        yield from _marked(path, folder.parent, _TABLE_KEYWORDS)


def arena_scripts() -> Iterator[Text]:
    """What the arena's own scripts say; pages that use them carry it in the reader's language."""
    return scripts_in(PACKAGE / "static" / "js", ROOT)


def scripts_in(folder: Path, root: Path) -> Iterator[Text]:
    for path in sorted(folder.rglob("*.js")):
        for text in script_texts(path.read_text(encoding="utf-8")):
            yield Text(text.id, None, (path.relative_to(root).as_posix(), text.line), ())


def page_texts() -> Iterator[Text]:
    """Every text that pages, forms, messages and mails mark for translation, by file and line."""
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html"), *PACKAGE.rglob("*.txt")]):
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        code = source if path.suffix == ".py" else _calls(templatize(source, origin=name))
        for line, id_, notes, context in extract(
            "python", BytesIO(code.encode()), _KEYWORDS, ["Translators:"], {"encoding": "utf-8"}
        ):
            yield Text(id_, context, (name, line), tuple(notes))
    yield from tournament_texts()


def tournament_texts() -> Iterator[Text]:
    """What formats and tie-breaks are called."""
    registry = PACKAGE / "tournaments" / "planning" / "registry.py"
    if not registry.exists():
        return
    place = (registry.relative_to(ROOT).as_posix(), 0)
    formats = [(known.title, known.summary) for known in FORMATS.values()]
    presets = [(known.title, known.summary) for known in PRESETS.values()]
    for words in chain.from_iterable([*formats, *presets]):
        yield Text(words, None, place, ())
    for tie_break in TIE_BREAKS.values():
        yield Text(tie_break.title, "tie-break", place, ())


def referee_texts() -> Iterator[Text]:
    """What the doctor and the command line say, help of commands included."""
    for path in sorted(referee_folder().rglob("*.py")):
        yield from _marked(path, ROOT, _REFEREE_KEYWORDS)
    helped = referee_folder() / "cli" / "app.py"
    if helped.exists():
        for words in dict.fromkeys(help_of_all_commands()):
            yield Text(words, None, (helped.relative_to(ROOT).as_posix(), 0), ())


def _marked(path: Path, root: Path, keywords: dict[str, tuple[int, int] | None]) -> Iterator[Text]:
    with path.open("rb") as file:
        for line, id_, notes, context in extract("python", file, keywords, [], {"encoding": "utf-8"}):
            yield Text(id_, context, (path.relative_to(root).as_posix(), line), tuple(notes))


def _calls(templatized: str) -> str:
    """A template as calls of the same functions. What lies between them is blank or X, but its indentation is none."""
    return "\n".join(line.lstrip() for line in templatized.split("\n"))


def languages() -> list[str]:
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def updated(book: Book, language: str) -> Catalog:
    """The translations there are, for the texts there are. No guesses: a similar text is another text."""
    wanted = book.template()
    file = book.po_file(language)
    catalogue = book.catalogue(language) if file.exists() else Catalog(locale=language, charset="utf-8")
    catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False, keep_user_comments=True)
    catalogue.obsolete.clear()
    catalogue.project, catalogue.version = wanted.project, wanted.version
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    file = BytesIO()
    # No dates and no line numbers: they change with every edit elsewhere and say nothing to a translator.
    write_po(file, catalogue, width=_WIDTH, omit_header=False, include_lineno=False, ignore_obsolete=True)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(_UNSTEADY)).encode()


_UNSTEADY = tuple(
    f'"{field}' for field in ("POT-Creation", "PO-Revision", "Generated-By", "Last-Tr", "Language-Team", "Report")
)


def as_mo(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def problems(book: Book, language: str) -> list[str]:
    """What keeps a catalogue from being complete, a line each."""
    catalogue = updated(book, language)
    found = [problem for message in catalogue if message.id for problem in _problems(catalogue, message)]
    po, mo = book.po_file(language), book.po_file(language).with_suffix(".mo")
    if not po.exists() or po.read_bytes() != as_po(catalogue):
        found.append("the catalogue is older than the texts: run `python -m tools.catalogues`")
    elif not mo.exists() or mo.read_bytes() != as_mo(catalogue):
        found.append("the compiled catalogue is older than its source: run `python -m tools.catalogues`")
    name = f"{book.locales.parent.name}, scripts" if book.domain == SCRIPTS else book.locales.parent.name
    return [f"{name}/{language}: {problem}" for problem in found]


def _problems(catalogue: Catalog, message: Message) -> Iterator[str]:
    shown = repr(message.id[0] if isinstance(message.id, tuple) else message.id)
    strings = [message.string or ""] if isinstance(message.string, str | None) else list(message.string)
    if not all(strings):
        yield f"not translated: {shown}"
        return
    if message.fuzzy:
        yield f"marked as a guess: {shown}"
    for error in message.check(catalogue):
        yield f"{error}: {shown}"
    # Babel lets a translation leave a placeholder out. Of plurals, "one bot" may; the form for many may not.
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    if missing := _names(ids[-1]) - _names(strings[-1]):
        yield f"left out {', '.join(sorted(missing))}: {shown}"


def _names(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def write(book: Book, language: str) -> None:
    catalogue = updated(book, language)
    po = book.po_file(language)
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_bytes(as_po(catalogue))
    po.with_suffix(".mo").write_bytes(as_mo(catalogue))


def main(arguments: list[str] | None = None, say: Callable[[str], None] = print) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if anything is left to do")
    parser.add_argument("--game", help="only the words of this game, which may come from another package")
    options = parser.parse_args(arguments)
    is_check = options.check
    shown = [book.read() for book in ([book_of(game_named(options.game))] if options.game else books())]
    left: list[str] = []
    for book, language in product(shown, languages()):
        if not is_check:
            write(book, language)
        left += problems(book, language)
    for problem in left:
        say(problem)
    count = sum(len(book.template()) for book in shown)
    say(f"{count} texts, {len(languages())} languages, {len(left)} left to do.")
    return 1 if is_check and left else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    sys.exit(main())
