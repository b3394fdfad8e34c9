"""The doctor and the command line speak the language of their reader."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import referee
from engines import Deal, Variant, engine, engines, new_game
from engines.games import Game
from engines.registry import games
from referee.cli import doctor as command
from referee.cli.app import help_of_all_commands
from referee.doctor import Check, Report, Status
from referee.doctor.report import Measured
from referee.doctor.telling import in_language, verdict, verdict_of
from referee.faults import Evidence, FaultKind
from referee.messages import action_words
from referee.recognising import recognised
from referee.words import Sentence, joined, of_terminal, plural, said, t
from sandbox import Limits
from sandbox.report import describe_exit
from sandbox.verdict import timeout_sentence
from tests.referee.cli.arena import Arena
from tools import catalogues

FOLDER = Path(referee.__file__).parent
LANGUAGES = ["sk", "cs", "de"]
FAULT = t('The answer named index {value}, but "legal" had the places 0 to {last}.', value=9, last=3)
REPORT = Report(
    (
        Check("builds", t("builds"), Status.PASS, t("Built in {seconds} s: {runtime}.", seconds=1.5, runtime="python")),
        Check(
            "plays:karma-2",
            t("plays {variant} in every seat", variant="karma-2"),
            Status.FAIL,
            joined(
                plural(
                    "Seat {seat}, after {n} action: {kind}. {fault}",
                    "Seat {seat}, after {n} actions: {kind}. {fault}",
                    2,
                    seat=1,
                    kind="illegal-action",
                    fault=FAULT,
                ),
                t("Its log ends: {last}", last="Log less."),
            ),
            t("Keep less in memory."),
            Evidence("{}", '{"index": 9}', describe_exit(1), "Log less."),
            kind=FaultKind.ILLEGAL_ACTION,
        ),
        Check("repeats", t("repeats itself"), Status.SKIP, t("The bot does not start.")),
    ),
    Measured(games=5, decisions=2, slowest_decision_ms=1.5),
)
STORED = json.loads(json.dumps(REPORT.to_json()))
TOLD = {
    "": ("plays karma-2 in every seat", "Seat 1, after 2 actions: illegal-action.", "5 games, 2 decisions;"),
    "sk": ("hrá karma-2 na každom mieste", "Miesto 1, po 2 akciách: illegal-action.", "5 partií, 2 rozhodnutia;"),
    "cs": ("hraje karma-2 na každém místě", "Místo 1, po 2 akcích: illegal-action.", "5 partií, 2 rozhodnutí;"),
    "de": (
        "spielt karma-2 auf jedem Platz",
        "Platz 1, nach 2 Aktionen: illegal-action.",
        "5 Partien, 2 Entscheidungen;",
    ),
}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ""),
        ({"LANG": "C"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "sk_SK.UTF-8"}, "sk"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "sk_SK.UTF-8", "LC_MESSAGES": "cs_CZ"}, "cs"),
        ({"LANG": "sk_SK.UTF-8", "LC_MESSAGES": "cs_CZ", "LC_ALL": "de_AT@euro"}, "de"),
        ({"LANG": "sk_SK.UTF-8", "LC_ALL": ""}, "sk"),
        ({"LANG": "sk_SK.UTF-8", "LC_ALL": "C"}, ""),
        ({"LANG": "../../etc"}, ""),
        ({"LANG": "sk_SK.UTF-8", "LANGUAGE": "cs:en"}, "cs"),
        ({"LANG": "sk_SK.UTF-8", "LANGUAGE": ""}, "sk"),
        ({"LANG": "hu_HU.UTF-8", "LANGUAGE": "hu:sk:en"}, "sk"),  # the dearest that is spoken here
        ({"LANG": "sk_SK.UTF-8", "LANGUAGE": "en_US:sk"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "cs"}, ""),
    ],
)
def test_the_language_of_a_terminal_is_that_of_its_locale(environment: dict[str, str], language: str) -> None:
    assert of_terminal(environment) == language


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("", ["1 game", "2 games", "5 games"]),
        ("sk", ["1 partia", "2 partie", "5 partií"]),
        ("cs", ["1 partie", "2 partie", "5 partií"]),
        ("de", ["1 Partie", "2 Partien", "5 Partien"]),
        ("xx", ["1 game", "2 games", "5 games"]),
    ],
)
def test_numbers_take_the_right_plural(language: str, words: list[str]) -> None:
    assert [said(plural("{n} game", "{n} games", n), language) for n in (1, 2, 5)] == words


def test_a_sentence_is_plain_english_to_everybody_who_does_not_ask() -> None:
    sentence = t("Built in {seconds} s: {runtime}.", seconds=1.5, runtime="{variant}")
    assert sentence == "Built in 1.5 s: {variant}."
    assert sentence.said("de") == "In 1,5 s gebaut: {variant}."


def test_what_was_stored_can_be_said_later() -> None:
    sentence = REPORT.checks[1].sentence
    assert isinstance(sentence, Sentence)
    again = Sentence.from_json(json.loads(json.dumps(sentence.to_json())))
    assert [again.said(language) for language in ["", *LANGUAGES]] == [
        sentence.said(language) for language in ["", *LANGUAGES]
    ]


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"id": ""},
        {"id": 1},
        {"id": "a", "with": []},
        {"id": "a", "with": {"b": None}},
        {"id": "a", "count": "many"},
    ],
)
def test_what_is_no_sentence_is_refused(stored: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="That"):
        Sentence.from_json(stored)


def test_sentences_in_sentences_end_somewhere() -> None:
    stored: dict[str, object] = {"id": "end"}
    for _ in range(50):
        stored = {"id": "{a}", "with": {"a": stored}}
    with pytest.raises(ValueError, match="That is no sentence"):
        Sentence.from_json(stored)


@pytest.mark.parametrize("language", TOLD)
def test_a_stored_report_is_told_in_the_language_of_its_reader(language: str) -> None:
    title, sentence, _ = TOLD[language]
    told = in_language(STORED["checks"][1], language)
    assert told["title"] == title
    assert told["sentence"].startswith(sentence)
    assert told["sentence"].endswith("Log less."), "the bot's own words stay"
    assert told["evidence"]["stderr_tail"] == "Log less."
    assert (told["evidence"]["exit_reason"] != describe_exit(1)) == bool(language)
    assert said(verdict_of(STORED), language).startswith(f"{title}: {sentence}")


def test_an_older_report_stays_as_it_is() -> None:
    older = {name: value for name, value in STORED["checks"][0].items() if name != "texts"}
    assert in_language(older, "sk") == older


def test_a_text_that_contradicts_its_english_is_not_said() -> None:
    forged = {**STORED["checks"][0], "texts": {"title": {"id": "Log less."}, "fix": {"id": 1}}}
    assert in_language(forged, "sk")["title"] == "builds"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_counts_skips_in_words_of_the_language(language: str) -> None:
    told = verdict([Check("a", t("builds"), Status.SKIP) for _ in range(5)])
    assert told == "Passed every check that could be made; 5 skipped: builds, builds, builds and 2 more."
    assert said(t("builds"), language) in said(told, language)
    assert "skipped" not in said(told, language)


@pytest.mark.parametrize(
    "english",
    [
        describe_exit(1),
        describe_exit(128 + 11),
        describe_exit(128 + 9),
        f"The process is gone before its first answer: {describe_exit(3)}.",
        timeout_sentence(2.0, (2.1, 0.05, 0.1), has_begun=False),
        timeout_sentence(2.0, (2.1, 0.05, 0.1), has_begun=True),
        f"It needed more than its {Limits().memory_mb} MiB of memory.",
    ],
)
def test_what_the_sandbox_says_is_known_again(english: str) -> None:
    known = recognised(english)
    assert known == english
    assert {said(known, language) for language in LANGUAGES}.isdisjoint({english})


def test_what_nobody_knows_stays_english() -> None:
    assert type(recognised("Something new.")) is str


@pytest.mark.parametrize("language", TOLD)
def test_the_doctor_speaks_the_language_of_the_terminal(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setattr(command, "examine", lambda *_, **__: REPORT)
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8" if language else "C")
    ran = arena("doctor", tmp_path, "--requests", tmp_path / "failed.jsonl")
    assert ran.status == 1
    for words in TOLD[language]:
        assert words in ran.out
    assert ("Fix:" in ran.out) is not bool(language)
    assert ("The bot is not ready." in ran.out) is not bool(language)


def test_programs_read_english_in_every_terminal(arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "examine", lambda *_, **__: REPORT)
    monkeypatch.setenv("LC_ALL", "sk_SK.UTF-8")
    ran = arena("doctor", tmp_path, "--json")
    assert json.loads(ran.out)["checks"] == STORED["checks"]
    assert STORED["checks"][0]["title"] == "builds"


def test_an_error_is_told_in_the_language_of_the_terminal(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    ran = arena("play", "karma-2", "house:greedy", "house:greedy", "house:greedy")
    assert ran.status == 2
    assert "Počet botů pro karma-2: 2, ne 3." in ran.err
    assert "Hra 'chess' není." in arena("variants", "chess").err


def test_every_text_of_the_referee_stands_in_its_catalogue() -> None:
    """Also those that the tool would not see, such as in the middle of an f-string."""
    known = {text.id for text in catalogues.referee_texts()} - set(help_of_all_commands())
    texts = {text for path in FOLDER.rglob("*.py") for text in said_in(path)}
    assert None not in texts, "something is said that no catalogue can hold"
    assert texts - set(help_of_all_commands()) == known


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_text_of_a_table_in_the_terminal_stands_in_the_catalogue_of_its_game(game: Game) -> None:
    known = {text.id for text in catalogues.words_of(game)()}
    assert {text for path in game.folder.rglob("*.py") for text in said_in(path)} - {None} <= known


def said_in(path: Path) -> Iterator[object]:
    """Texts of ``t``, ``plural`` and ``mark``, also as methods; None for one that is not written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in {"t", "plural", "mark"}:
                parts = node.args[: 2 if name == "plural" else 1]
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
                yield (tuple(texts) if len(texts) > 1 else texts[0]) if texts else None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--help"], ["Prvých päť minút", "čo sa dá hrať", "Použitie:", "Príkazy", "Nahrá bota", "Zobrazí túto pomoc"]),
        (["play", "--help"], ["Argumenty", "Zahrá jednu partiu", "arena play karma-2 my-bot", "[povinné]"]),
        (["tournament", "--help"], ["Účasť", "z čoho sa dá vyberať", "Turnaje, najnovšie prvé."]),
        (["tournament", "create", "--help"], ["Vypíše turnaj", 'format = "pod_swiss"']),
    ],
)
def test_help_speaks_the_language_of_the_terminal(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, words: list[str], told: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "sk_SK.UTF-8")
    ran = arena(*words)
    assert [text for text in told if text not in ran.out] == []
    assert "Show this message" not in ran.out
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "Show this message" in arena(*words).out, "an English terminal afterwards"


@pytest.mark.parametrize(
    ("words", "english", "slovak"),
    [
        (["play"], "Missing argument 'variant'", "Chýba argument 'variant'."),
        (["play", "karma-2", "--nope"], "No such option: --nope", "Voľba --nope nie je"),
        (["play", "karma-2", "a", "--blocks", "-1"], "is not in the range", "-1 nie je v rozsahu x>=0."),
        (["verify", "no-such-file"], "File 'no-such-file' does not exist", "Súbor 'no-such-file' neexistuje."),
        (["nonsense"], "No such command 'nonsense'", "Príkaz 'nonsense' nie je."),
    ],
)
def test_a_wrong_command_line_is_told_in_the_language_of_the_terminal(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, words: list[str], english: str, slovak: str
) -> None:
    assert english in arena(*words).err
    monkeypatch.setenv("LC_ALL", "sk_SK.UTF-8")
    ran = arena(*words)
    assert ran.status == 2
    assert slovak in ran.err
    assert "Použitie: " in ran.err
    assert english not in ran.err


@pytest.mark.parametrize("variant", [rules.variants()[0] for rules in engines()], ids=lambda variant: variant.slug)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_and_actions_are_told_in_every_language(variant: Variant, language: str) -> None:
    """Along a whole game: every decision and every kind of action that comes up in it."""
    state, rules = new_game(variant.slug, Deal.from_text("languages")), engine(variant.game)
    chance = Random(1)
    told = set()
    while not state.is_over():
        seat = state.deciders()[0]
        action = chance.choice(state.legal_actions(seat))
        view = state.view(seat)
        table = rules.render(view, language)
        assert view["decision"] not in table
        assert max(map(len, table.splitlines())) <= 100
        assert (rules.render(view) == table) is False
        told.add((action_words(state, action, language), state.action_name(action)))
        state.apply(action, seat)
    assert "{" not in "".join(words for words, _ in told)
    assert not [words for words, name in told if words == name]
    assert rules.render(state.view(0), language) != rules.render(state.view(0))
