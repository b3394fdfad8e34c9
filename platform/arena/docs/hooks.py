"""Hooks of MkDocs: pages from elsewhere in the project, one style sheet, and nothing inline in the result.

The arena's content security policy forbids inline script and style, for the documentation as for every other page.
"""

import hashlib
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from arena.docs.sources import menu, pages

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"(^[ ]*```.*?^[ ]*```$)", re.DOTALL | re.MULTILINE)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_SHEET = re.compile(r'[ \t]*<link rel="stylesheet" href="([^"]+)">\n?')
_RELATIVE = re.compile(r"""url\(["']?(?!data:|[#"'])""")
_ALIGNED = re.compile(r' style="text-align: (left|center|right);"')
_MENU = re.compile(
    r'(<nav class="md-nav" data-md-level="\d+" )aria-labelledby="[^"]*"'
    r'(.*?<label class="md-nav__title"[^>]*>\s*<span[^>]*></span>\s*)([^<]+?)(\s*<)',
    re.DOTALL,
)
_SEARCH = 'data-md-component="search" role="dialog"'
_TRANSLATED = re.compile(r"^(.+)\.([a-z]{2,3})\.md$")
"""A page in another language stands beside the English one."""
_FOREIGN_LINK = re.compile(r'<a href="([^"#]*\.([a-z]{2,3})/)')
_GAMES = "Games"
"""What stands in the menu of `mkdocs.yml` for the pages of all games."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The games that are installed take their place in the menu."""
    for door in config.nav or []:
        for entries in door.values():
            if isinstance(entries, list) and _GAMES in entries:
                place = entries.index(_GAMES)
                entries[place : place + 1] = menu(_root(config))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for origin, place in pages(_root(config)).items():
        files.append(File.generated(config, place, content=(_root(config) / origin).read_text()))
    return files


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links are written for people who read the files in the project; here they lead to pages of the site."""
    place = page.file.src_uri
    parts = _FENCE.split(markdown)
    elsewhere = pages(_root(config))
    parts[::2] = [_LINK.sub(lambda link: _in_the_site(link, place, files, elsewhere), text) for text in parts[::2]]
    return "".join(parts)


def _in_the_site(link: "re.Match[str]", place: str, files: Files, elsewhere: dict[str, str]) -> str:
    label, target = link.groups()
    path, mark, anchor = target.partition("#")
    if not path or "://" in path or path.startswith("/"):
        return link[0]
    origins = {place: origin for origin, place in elsewhere.items()}
    origin = origins.get(place, f"docs/{place}")
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
    page = elsewhere.get(wanted, wanted.removeprefix("docs/") if wanted.startswith("docs/") else None)
    if page is not None and files.get_file_from_path(page):
        return f"[{label}]({posixpath.relpath(page, posixpath.dirname(place) or '.')}{mark}{anchor})"
    if origin.startswith("docs/"):
        return link[0]  # MkDocs tells that it leads nowhere
    return str(label)  # a folder of the code, for readers of the project


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Scripts of the theme move into files of their own, its style sheets into one, alignment of cells into classes."""
    here = posixpath.dirname(page.file.dest_uri) or "."

    def moved(text: str, suffix: str) -> str:
        name = f"assets/moved/{hashlib.sha256(text.encode()).hexdigest()[:16]}{suffix}"
        file = Path(config.site_dir, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return posixpath.relpath(name, here)

    sheets = [Path(config.site_dir, posixpath.normpath(f"{here}/{address}")) for address in _SHEET.findall(output)]
    first, *others = _SHEET.split(output)[::2]
    joined = f'    <link rel="stylesheet" href="{moved(_joined(sheets), ".css")}">\n'
    output = "".join([first, joined, *others])
    output = _SCRIPT.sub(lambda script: f'<script src="{moved(script[1], ".js")}"></script>', output)
    return _spoken(_named(_ALIGNED.sub(r' class="aligned-\1"', output)), page.file, config)


def _joined(sheets: list[Path]) -> str:
    """In their order. Their pictures are written into them; one beside them would be looked for in another place."""
    texts = [sheet.read_text(encoding="utf-8").removeprefix('@charset "UTF-8";') for sheet in sheets]
    for sheet, text in zip(sheets, texts, strict=True):
        if _RELATIVE.search(text):
            raise PluginError(f"{sheet.name} names a file by its place: join style sheets in another way.")
    return "\n".join(texts)


def _spoken(output: str, file: File, config: MkDocsConfig) -> str:
    """Says which language the text is in, and where it stands in others. The frame around it is English."""
    found = _TRANSLATED.match(file.src_uri)
    english, own = (f"{found[1]}.md", found[2]) if found else (file.src_uri, "en")
    docs = Path(config.docs_dir)
    others = {match[2]: path for path in docs.glob(f"{english.removesuffix('.md')}.*.md")
              if (match := _TRANSLATED.match(path.name))}  # fmt: skip
    if not others:
        return output
    here = posixpath.dirname(file.dest_uri)
    homes = {"en": english, **{code: path.relative_to(docs).as_posix() for code, path in sorted(others.items())}}
    links = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{posixpath.relpath(home.removesuffix(".md"), here)}/">'
        for code, home in homes.items()
    )
    named = _FOREIGN_LINK.sub(r'<a hreflang="\2" lang="\2" href="\1', output)
    return named.replace("</head>", f"{links}</head>", 1).replace("<article ", f'<article lang="{own}" ', 1)


def _named(output: str) -> str:
    """The theme gives parts of the menu a label without words, and the search none: screen readers cannot tell them."""
    menus = _MENU.sub(r'\1aria-label="\3"\2\3\4', output)
    return menus.replace(_SEARCH, f'{_SEARCH} aria-label="Search"')


def on_post_build(config: MkDocsConfig) -> None:
    """The arena has a page of its own for what is not there."""
    Path(config.site_dir, "404.html").unlink(missing_ok=True)
