"""Every command and every piece of code on every page is run, or it is said why not."""

import configparser
import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from arena.embedded import valkey
from arena.embedded.unprivileged import make_folder
from tests.bots.cast import needs_sandbox
from tests.docs import unrun
from tests.docs.blocks import ALL, PAGES, ROOT, Block, blocks_of
from tests.docs.workplace import Workplace

NOT_RUN = 21
"""Blocks that nothing here can run. Raise it only with a reason that a stranger would accept."""
TO_RUN = [block for block in ALL if not block.delegate and not block.reason and block.note != "picture"]
PAGES_TO_RUN = sorted({block.page for block in TO_RUN if block.language in {"sh", "python"}})


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages_with(what: str) -> list[Path]:
    return sorted({block.page for block in TO_RUN if block.language == "sh" and re.search(what, block.text)})


WITH_ARENA = pages_with(r"arena (submit|status|replay|logs|leaderboard)")
WITH_DATABASE = pages_with(r"manage\.py (?!docs|check)")
WITHOUT_SERVERS = [page for page in PAGES_TO_RUN if page not in {*WITH_ARENA, *WITH_DATABASE}]


def test_the_number_of_blocks_that_are_not_run_does_not_grow() -> None:
    reasons = [f"{block}: {block.reason}" for block in ALL if block.reason]
    assert len(reasons) == NOT_RUN, "\n".join(reasons)
    assert all(len(block.reason.split()) >= 3 for block in ALL if block.reason)


def test_every_fence_is_seen_and_says_its_language() -> None:
    for page in PAGES:
        fences = re.findall(r"^ *```", page.read_text(), re.MULTILINE)
        assert len(fences) == 2 * len(blocks_of(page)), name(page)
    known = {"sh", "python", "json", "yaml", "toml", "ini", "text", "javascript", "cpp", "java"}
    assert {str(block): block.language for block in ALL if block.language not in known} == {}


def test_plain_text_is_a_picture_or_compared_with_what_is_printed() -> None:
    loose = [str(block) for block in ALL if block.language == "text" and block.note not in {"picture", "prints"}]
    assert [each for each in loose if not each.startswith("docs/operators/install.md")] == []


DELEGATES = {
    "tests/starters/test_first_bot_page.py": [
        f"docs/bot-authors/first-bot.{end}" for end in ("cs.md", "de.md", "md", "sk.md")
    ],
    "tests/bots/test_ten_line_bots.py": ["docs/bot-authors/protocol.md"],
    "tests/bots/learner/test_learner.py": ["docs/bot-authors/learning.md"],
    "tests/bots/sdk/test_page.py": ["docs/bot-authors/sdk.md"],
    "tests/sandbox/test_readme.py": ["sandbox/README.md"],
    "tests/docs/test_readme_commands.py": ["README.md"],
    "tests/fourth_game/test_page.py": ["docs/developers/adding-a-game.md"],
    "tests/fourth_game/test_package.py": ["docs/developers/adding-a-game.md"],
    "tests/backups/test_while_games_run.py": ["docs/operators/backup.md"],
    "tests/languages/test_catalogues.py": ["docs/developers/translating.md"],
}
"""Tests that run blocks themselves, and the page that each of them reads or follows."""


def test_blocks_that_other_tests_run_are_left_to_tests_that_do() -> None:
    left: dict[str, set[str]] = {}
    for block in ALL:
        if block.delegate:
            left.setdefault(block.delegate, set()).add(name(block.page))
    assert {test: sorted(pages) for test, pages in left.items()} == DELEGATES
    assert all((ROOT / test).is_file() for test in left)


@pytest.mark.parametrize("block", [block for block in ALL if block.reason], ids=str)
def test_what_cannot_be_run_is_well_formed_and_names_things_that_exist(block: Block) -> None:
    unrun.check(block)


def _read_ini(text: str) -> list[str]:
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser.sections()


READERS: dict[str, Callable[[str], Any]] = {
    "json": json.loads, "yaml": yaml.safe_load, "toml": tomllib.loads, "ini": _read_ini,
}  # fmt: skip


@pytest.mark.parametrize("block", [b for b in ALL if b.language in READERS], ids=str)
def test_data_can_be_read(block: Block) -> None:
    assert READERS[block.language](block.text)


def follow(document: Path, place: Workplace) -> None:
    """All blocks of a page, one after the other."""
    session: dict[str, Any] = {}
    ran = 0
    for block in blocks_of(document):
        if block.language == "python" and ">>>" in block.text:
            _run_session(block, session)
        elif block in TO_RUN:
            place.run(block)
        else:
            continue
        ran += 1
    assert ran, "This page has nothing to run any more: take it out of the list."


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Workplace]:
    folder = tmp_path / "project"
    folder.mkdir()
    environment = {"ARENA_DATA_DIR": str(tmp_path / "data")}
    with Workplace(folder, {"/var/lib/arena": str(tmp_path)}, environment) as place:
        yield place


def _database() -> str:
    given = connection.settings_dict
    return f"postgres://{given['USER']}@{quote(str(given['HOST']), safe='')}/{given['NAME']}"


@pytest.fixture
def own_queue(tmp_path: Path) -> Iterator[str]:
    """Messages of other tests must not reach the workers of a page."""
    tmp_path.chmod(0o711)
    sockets = make_folder(tmp_path / "run")
    server = valkey.start(make_folder(tmp_path / "valkey") / "data", sockets, throw_away=True)
    yield valkey.url(sockets)
    server.stop()


def yaml_block(page: str, title: str = "") -> dict[str, Any]:
    found = [block for block in ALL if name(block.page) == page and block.language == "yaml" and block.title == title]
    assert len(found) == 1
    read: dict[str, Any] = yaml.safe_load(found[0].text)
    return read


@pytest.mark.parametrize(("title", "schema"), [("submit.yml", "github-workflows"), ("gitlab-ci.yml", "gitlab-ci")])
def test_the_pipelines_are_ones_that_their_services_take(title: str, schema: str, tmp_path: Path) -> None:
    (tmp_path / title).write_text(yaml.safe_dump(yaml_block("docs/bot-authors/ci.md", title)).replace("true:", '"on":'))
    checker = str(Path(sys.executable).with_name("check-jsonschema"))
    command = [checker, "--builtin-schema", f"vendor.{schema}", str(tmp_path / title)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.django_db
def test_prometheus_gets_figures_as_its_page_sets_it_up(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a-token-of-the-compose-file"
    (job,) = yaml_block("docs/operators/monitoring.md")["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["127.0.0.1:8000"]}]
    assert set(job["authorization"]) == {"credentials_file"}, "Prometheus then sends it as Bearer"
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"})
    assert answer.status_code == 200
    assert "karma_games" in answer.content.decode()


@needs_sandbox
@pytest.mark.parametrize("document", WITHOUT_SERVERS, ids=name)
def test_pages_that_need_no_server(document: Path, place: Workplace) -> None:
    follow(document, place)


@needs_sandbox
@pytest.mark.parametrize("document", WITH_ARENA, ids=name)
def test_pages_that_talk_to_an_arena(
    document: Path, place: Workplace, author: dict[str, str], game_number: int
) -> None:
    place.env |= author
    place.names["arena replay 1 "] = f"arena replay {game_number} "
    follow(document, place)


@pytest.mark.parametrize("document", WITH_DATABASE, ids=name)
@pytest.mark.django_db(transaction=True)
def test_pages_that_work_on_a_database(document: Path, place: Workplace, own_queue: str, free_port: int) -> None:
    place.env |= {"DATABASE_URL": _database(), "REDIS_URL": own_queue}
    place.names["8000"] = str(free_port)
    follow(document, place)


def _run_session(block: Block, names: dict[str, Any]) -> None:
    """As typed into one Python after the other blocks of the page."""
    test = doctest.DocTestParser().get_doctest(block.text, names, str(block), str(block.page), block.line)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
    names.update(test.globs)
