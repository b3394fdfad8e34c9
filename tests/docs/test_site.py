"""The documentation as a site: built strictly, served at /docs/, and quiet under the content security policy."""

import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from arena.docs import building, sources
from engines.registry import games
from tests.docs.blocks import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `manage.py docs` builds it; a warning is an error."""
    import subprocess

    out = tmp_path_factory.mktemp("site")
    command = [str(part) for part in building.command(ROOT, out)]
    done = subprocess.run(command, cwd=ROOT, env=building.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture
def served(site: Path, settings: Settings, client: Client) -> Client:
    settings.DOCS_SITE = site
    return client


def test_every_page_of_the_project_is_a_page_of_the_site(site: Path) -> None:
    written = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    for page in [*written, *map(Path, sources.pages(ROOT).values())]:
        folder = page.parent if page.name == "README.md" else page.with_suffix("")
        assert (site / folder / "index.html").is_file(), page


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        html = page.read_text()
        assert "<script>" not in html, page
        assert " style=" not in html, page
        assert "<style" not in html, page
        loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', html)
        assert loaded == [], page


def test_lists_and_code_came_out_as_such(site: Path) -> None:
    """Markdown needs an empty line before a list, and four blanks before code inside of one."""
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<p>[^<]*\n\s*(?:- |\d\. )", text), page
        assert "```" not in re.sub(r"<(pre|code)\b.*?</\1>", "", text, flags=re.DOTALL), page


@pytest.mark.parametrize("page", ["bot-authors/first-bot", "organisers/first-tournament"])
def test_first_steps_say_which_language_they_are_in_and_where_the_others_are(site: Path, page: str) -> None:
    homes = {"en": page, **{code: f"{page}.{code}" for code in ("cs", "de", "sk")}}
    for own, home in homes.items():
        html = (site / home / "index.html").read_text()
        assert f'<article lang="{own}" ' in html
        told = dict(re.findall(r'<link rel="alternate" hreflang="(\w+)" href="([^"]+)">', html))
        assert {code: (site / home / to).resolve() for code, to in told.items()} == {
            code: site / other for code, other in homes.items()
        }
        links = re.findall(r'<a hreflang="(\w+)" lang="\w+" href="\.\./([^"]+)/"', html)
        assert dict(links) == {
            code: other.rpartition("/")[2] for code, other in homes.items() if code not in {own, "en"}
        }


def test_it_is_served_with_folders_files_and_types(served: Client) -> None:
    front = served.get("/docs/")
    assert front.status_code == 200
    assert "Four doors" in b"".join(front.streaming_content).decode()  # type: ignore[attr-defined]  # a file
    assert served.get("/docs/operators").headers["Location"] == "/docs/operators/"
    assert served.get("/docs/search/search_index.json").headers["Content-Type"] == "application/json"
    assert "default-src 'none'" in served.get("/docs/operators/backup/").headers["Content-Security-Policy"]


def test_a_page_has_one_style_sheet_that_is_kept_for_good_and_texts_travel_compressed(served: Client) -> None:
    headers = {"accept-encoding": "gzip"}
    page = served.get("/docs/operators/backup/", headers=headers)
    assert (page.headers["Content-Encoding"], page.headers["Content-Type"]) == ("gzip", "text/html")
    html = gzip.decompress(page.content).decode()
    [sheet] = re.findall(r'<link rel="stylesheet" href="\.\./\.\./([^"]+)"', html)
    styles = served.get(f"/docs/{sheet}", headers=headers)
    assert "immutable" in styles.headers["Cache-Control"]
    text = gzip.decompress(styles.content).decode()
    assert ".md-header" in text
    assert text.endswith((ROOT / "docs/images/site.css").read_text())
    assert "immutable" not in page.headers["Cache-Control"]
    since = {"if-modified-since": page.headers["Last-Modified"]}
    assert served.get("/docs/operators/backup/", headers=since).status_code == 304
    plain = served.get(f"/docs/{sheet}", headers={"accept-encoding": "identity"})
    assert b"".join(plain.streaming_content).decode() == text  # type: ignore[attr-defined]  # a file


@pytest.mark.parametrize("path", ["no/such/page/", "../manage.py", "%2e%2e/manage.py", "..%2f..%2fetc/passwd"])
def test_what_is_not_there_is_not_found(served: Client, path: str) -> None:
    assert served.get(f"/docs/{path}").status_code == 404


def test_without_a_site_the_page_says_which_command_builds_it(
    settings: Settings, client: Client, tmp_path: Path
) -> None:
    settings.DOCS_SITE = tmp_path
    answer = client.get("/docs/operators/")
    assert answer.status_code == 404
    assert "<code>python3 manage.py docs</code>" in answer.content.decode()


def test_every_page_of_the_arena_links_to_it(client: Client, db: None) -> None:
    assert 'href="/docs/"' in client.get("/").content.decode()


def test_a_change_of_any_source_asks_for_a_new_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sources.files(ROOT):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    moved = [replace(game, folder=tmp_path / "engines" / game.name) for game in games()]
    monkeypatch.setattr(sources, "games", lambda: moved)
    before = sources.fingerprint(tmp_path)
    (tmp_path / "engines/karma/strategy.md").write_text("# Another strategy")
    assert sources.fingerprint(tmp_path) != before
    assert sources.fingerprint(ROOT, "9.9") != sources.fingerprint(ROOT, "9.8")
