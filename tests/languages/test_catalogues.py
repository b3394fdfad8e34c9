"""The tool behind the catalogues finds every text, and says what is wrong with a translation."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.password_validation import password_validators_help_texts
from django.template import Context, Template
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext, override

from tools import catalogues


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with texts in a page and in code, and a language that nobody translated into."""
    (tmp_path / "views.py").write_text(
        'from x import gettext as _\n_("Play")\nngettext("%(n)d bot", "%(n)d bots", n)\n'
    )
    page = '{% load i18n %}\n  <p>\n {% translate "Play" %}</p>\n'
    (tmp_path / "page.html").write_text(page + "{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}")
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "PACKAGE", tmp_path)
    monkeypatch.setattr(catalogues, "languages", lambda: ["de"])
    monkeypatch.setattr(catalogues, "games", list)
    return tmp_path


Words = dict[str, str | tuple[str, ...]]


def translate(translations: Words) -> None:
    (book,) = catalogues.books()
    catalogue = book.catalogue("de")
    for message in catalogue:
        first = message.id[0] if isinstance(message.id, tuple) else message.id
        if first in translations:
            message.string = translations[first]
    book.po_file("de").write_bytes(catalogues.as_po(catalogue))


ALL: Words = {"Play": "Spielen", "%(n)d bot": ("%(n)d Bot", "%(n)d Bots"), "Hello %(name)s": "Hallo %(name)s"}


def said(*arguments: str) -> tuple[int, list[str]]:
    lines: list[str] = []
    return catalogues.main(list(arguments), lines.append), lines


def test_texts_of_pages_and_code_stand_in_every_catalogue_once(house: Path) -> None:
    assert said()[0] == 0
    (book,) = catalogues.books()
    ids = {message.id for message in book.catalogue("de") if message.id}
    assert ids == {"Play", ("%(n)d bot", "%(n)d bots"), "Hello %(name)s"}


def test_a_complete_catalogue_passes_and_is_compiled(house: Path) -> None:
    said()
    translate(ALL)
    assert said()[1][-1].endswith("0 left to do.")
    assert said("--check") == (0, ["3 texts, 1 languages, 0 left to do."])


@pytest.mark.parametrize(
    ("translation", "complaint"),
    [
        ({"Play": ""}, "not translated: 'Play'"),
        ({"%(n)d bot": ("%(n)d Bot", "")}, "not translated: '%(n)d bot'"),
        ({"Hello %(name)s": "Hallo %(nam)s"}, "unknown named placeholder 'nam': 'Hello %(name)s'"),
        ({"Hello %(name)s": "Hallo"}, "left out %(name)s: 'Hello %(name)s'"),
    ],
)
def test_what_is_missing_or_wrong_is_named(house: Path, translation: Words, complaint: str) -> None:
    said()
    translate({**ALL, **translation})
    said()
    code, lines = said("--check")
    assert (code, lines[0]) == (1, f"{house.name}/de: {complaint}")


def test_a_new_text_makes_the_check_fail_until_the_catalogue_is_made_again(house: Path) -> None:
    said()
    translate(ALL)
    said()
    (house / "more.py").write_text('_("Watch")\n')
    code, lines = said("--check")
    assert code == 1
    assert lines[:2] == [
        f"{house.name}/de: not translated: 'Watch'",
        f"{house.name}/de: the catalogue is older than the texts: run `python -m tools.catalogues`",
    ]
    (house / "more.py").unlink()
    assert said("--check")[0] == 0


def test_a_translation_without_its_compiled_form_fails(house: Path) -> None:
    said()
    translate(ALL)
    said()
    translate({"Play": "Los"})
    assert "compiled" in said("--check")[1][0]


def test_every_catalogue_of_the_arena_and_its_games_is_complete() -> None:
    code, lines = said("--check")
    assert (code, lines[:-1]) == (0, [])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("1 piece of news", "2 pieces of news", "5 pieces of news")),
        ("sk", ("1 novinka", "2 novinky", "5 noviniek")),
        ("cs", ("1 novinka", "2 novinky", "5 novinek")),
        ("de", ("1 Neuigkeit", "2 Neuigkeiten", "5 Neuigkeiten")),
    ],
)
def test_numbers_have_the_right_plural(language: str, words: tuple[str, ...]) -> None:
    with override(language):
        forms = [ngettext("%(count)d piece of news", "%(count)d pieces of news", n) % {"count": n} for n in (1, 2, 5)]
    assert tuple(forms) == words


@pytest.mark.parametrize(
    ("language", "spans"),
    [
        ("en", "5 hours, 44 minutes|1 day, 2 hours"),
        ("sk", "5 hodín, 44 minút|1 deň, 2 hodiny"),
        ("cs", "5 hodin, 44 minut|1 den, 2 hodiny"),
        ("de", "5 Stunden, 44 Minuten|1 Tag, 2 Stunden"),
    ],
)
def test_spans_of_time_have_the_right_plural_also_where_django_has_not(language: str, spans: str) -> None:
    then = datetime(2026, 5, 2, 14, 5, tzinfo=UTC)
    with override(language):
        told = [timesince(then, then + span) for span in (timedelta(hours=5, minutes=44), timedelta(hours=26))]
        assert "|".join(told).replace("\xa0", " ") == spans


@pytest.mark.parametrize(("language", "help_text"), [("sk", "Zabudnuté heslo?"), ("cs", "Zapomenuté heslo?")])
def test_texts_of_others_are_ours_where_ours_has_them(language: str, help_text: str) -> None:
    with override(language):
        assert gettext("Forgot your password?") == help_text
        assert not [text for text in password_validators_help_texts() if "Vaše" in text]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "2 May 2026|2 May 2026, 14:05|2 May|2026-05-02|2 May 2026"),
        ("sk", "2. mája 2026|2. 5. 2026, 14:05|2. 5.|2026-05-02|2. mája 2026"),
        ("cs", "2. května 2026|2. 5. 2026, 14:05|2. 5.|2026-05-02|2. května 2026"),
        ("de", "2. Mai 2026|2. Mai 2026, 14:05|2. Mai|2026-05-02|2. Mai 2026"),
    ],
)
def test_dates_have_the_order_and_the_months_of_the_language(language: str, shown: str) -> None:
    page = Template(
        '{{ at|date:"j F Y" }}|{{ at|date:"j M Y, H:i" }}|{{ at|date:"j M" }}|{{ at|date:"Y-m-d" }}|'
        '{{ at|date:"DATE_FORMAT" }}'
    )
    with override(language):
        assert page.render(Context({"at": datetime(2026, 5, 2, 14, 5, tzinfo=UTC)})) == shown
