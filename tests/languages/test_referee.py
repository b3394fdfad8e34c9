"""The doctor and the command line speak the language of their reader."""

import ast
import json
from pathlib import Path

import pytest

import referee
from referee.cli import doctor as command
from referee.doctor import Check, Report, Status
from referee.doctor.report import Measured
from referee.doctor.telling import in_language, verdict, verdict_of
from referee.faults import Evidence, FaultKind
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
    known = {text.id for text in catalogues.referee_texts()}
    written = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("t", "plural"):
                texts = [
                    word.value
                    for word in node.args[: 2 if node.func.id == "plural" else 1]
                    if isinstance(word, ast.Constant)
                ]
                assert texts, f"{path.name}:{node.lineno} says something that no catalogue can hold"
                written.add(tuple(texts) if len(texts) > 1 else texts[0])
    assert written == known
