"""What the arena stores in English, readers read in their language: logs, reasons, news, troubles."""

import ast
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from arena.lib.stored_words import said
from arena.news import wording
from arena.news.collecting import collect_tournament
from arena.news.models import Event
from arena.settings.environment import PACKAGE
from arena.tournaments.actions import lifecycle, registration, undo
from arena.tournaments.actions.create import edit
from arena.tournaments.models import Tournament
from arena.tournaments.running import trouble
from tests.tournament_engine import cast

STORING = {"log": 3, "drop": 1, "stop": 1, "cancel": 1, "end": 2, "_queue_again": 2, "_queue": 1}
"""What stores a sentence, and which of its arguments it is."""


@pytest.mark.parametrize(
    ("stored", "german"),
    [
        ("Entered Abacus.", "Abacus angemeldet."),
        ("Entered Abacus from round 3 on.", "Abacus ab Runde 3 angemeldet."),
        ("Entered {count} %(name)s.", "{count} %(name)s angemeldet."),
        ("Undid: Withdrew Resumed.", "Rückgängig gemacht: Resumed zurückgezogen."),
        ("Changed: variant; bots per author.", "Geändert: Variante; Bots pro Autor."),
        ("Changed: nothing.", "Geändert: nichts."),
        (
            "Stage 2 has 3 entrants, so there is no match for third place and there are fewer groups.",
            "Phase 2 hat zu wenige Teilnehmer (3), darum entfällt das Spiel um Platz drei und gibt es weniger Gruppen.",
        ),
        ("Replayed: Resumed.", "Neu gespielt: Resumed."),
        (
            "Created as a draft: Double elimination, Diamoniak, 2 seats.",
            "Als Entwurf angelegt: Doppel-K.-o., Diamoniak, 2 Plätze.",
        ),
        ("Created as a draft: Groups, diamoniak-2.", "Als Entwurf angelegt: Gruppen, diamoniak-2."),
        ("Waiting for a free worker.", "Wartet auf einen freien Worker."),
        (
            "Played again soon after a failure of ours: Worker w-1:77 gave no sign of life for 61 s.",
            "Wird bald wiederholt, der Fehler lag bei uns: Der Worker w-1:77 gab 61 s lang kein Lebenszeichen.",
        ),
        ("Somebody's own words: {these}", "Somebody's own words: {these}"),
        ("Entered " + "x" * 3000 + ".", "Entered " + "x" * 3000 + "."),
        ("", ""),
    ],
)
def test_a_sentence_is_known_again_by_its_form(stored: str, german: str) -> None:
    with override("en"):
        assert said(stored) == stored
    with override("de"):
        assert said(stored) == german


@pytest.mark.django_db
def test_the_log_the_trouble_and_the_news_of_a_tournament_are_told_in_the_language_of_who_reads(client: Client) -> None:
    """Whatever language the organiser who caused them reads."""
    olga = cast.organiser()
    with override("cs"):
        cup = cast.opened(olga, cast.field(4), "swiss", settings={"rounds": 1})
        given = {"slug": cup.variant, "format_name": cup.format, "format_settings": cup.format_settings}
        edit(cup.pk, olga, name="Jarní pohár", **given)
        registration.close_registration(cup.pk, olga)
        lifecycle.start(cup.pk, olga)
        lifecycle.pause(cup.pk, olga, "Kaffee")
        undo.undo(cup.pk, olga)
        collect_tournament(Tournament.objects.get(pk=cup.pk), timezone.now())
    trouble.note(cup.pk, RuntimeError("the disk is full"), timezone.now())
    texts = set(cup.audit.values_list("text", flat=True))
    assert {"Created as a draft: Swiss system, Diamoniak, 2 seats.", "Changed: name.",
            "Undid: Paused: running games finish, no new ones begin."} <= texts  # fmt: skip
    client.force_login(olga)
    page = client.get(reverse("tournaments:audit", args=[cup.slug]), headers={"Accept-Language": "de"}).content.decode()
    for words in ("Als Entwurf angelegt: Schweizer System, Diamoniak, 2 Plätze.", "Geändert: Name.",
                  "Anmeldung geöffnet.", "Rückgängig gemacht: Angehalten: Laufende Partien", "Setzliste: nach Wertung.",
                  "Hier ist die Arena gescheitert (RuntimeError: the disk is full)."):  # fmt: skip
        assert words in page
    assert [text for text in texts if text in page] == []
    published = Event.objects.get(kind="round.published")
    assert published.data["round_name"] == "Round 1"
    with override("de"):
        assert wording.title(published).endswith(": Paarungen – Runde 1")


def test_nothing_is_stored_that_no_catalogue_holds() -> None:
    loose = [place for path in sorted(PACKAGE.rglob("*.py")) for place in unmarked(path.read_text(), path.name)]
    assert loose == []
    assert list(unmarked('log(cup, by, "seed", f"Moved {bot}.")\ncancel(pk, "Over.")', "x.py")) == ["x.py:1", "x.py:2"]


def unmarked(source: str, name: str) -> Iterator[str]:
    """Calls that store a sentence written out on the spot, or one in the language of whoever asked for it."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        at = STORING.get(called, len(node.args))
        sentence = node.args[at] if at < len(node.args) else None
        is_gettext = isinstance(sentence, ast.Call) and isinstance(sentence.func, ast.Name) and sentence.func.id == "_"
        is_text = isinstance(sentence, ast.Constant) and isinstance(sentence.value, str)
        if is_gettext or is_text or isinstance(sentence, ast.JoinedStr):
            yield f"{name}:{node.lineno}"
