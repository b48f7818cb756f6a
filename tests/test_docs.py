"""Nothing that a user can name is missing from the documentation, and no page points to something that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import typer

import instead
import settings_page
from instead.cli.main import app
from instead.labels import Texts
from instead.models.registry import names
from instead.request import Request
from instead.settings import Filters, Settings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
EVERYTHING = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
VERBS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_readme(verb: str) -> None:
    assert f"`instead {verb}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_has_a_help(verb: str) -> None:
    command = typer.main.get_command(app).commands[verb]  # type: ignore[attr-defined]
    assert command.help
    silent = [parameter.name for parameter in command.params if not getattr(parameter, "help", None)]
    assert not silent, f"instead {verb}: {', '.join(silent)}"


@pytest.mark.parametrize("name", [name for name in instead.__all__ if name != "__version__"])
def test_every_public_name_is_in_the_docs(name: str) -> None:
    assert re.search(rf"`{name}`", (DOCS / "python.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", Filters.model_fields)
def test_every_filter_is_described(name: str) -> None:
    assert f"`{name}`" in (DOCS / "recommending.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", Request.model_fields)
def test_every_field_of_a_request_is_described(name: str) -> None:
    assert f"`{name}`" in (DOCS / "recommending.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_every_model_is_described(name: str) -> None:
    assert f"`{name}`" in EVERYTHING


def test_the_page_of_settings_is_what_the_settings_say() -> None:
    written = settings_page.PAGE.read_text(encoding="utf-8")
    assert written == settings_page.page(), "run scripts/settings_page.py"


def test_every_setting_says_what_it_does() -> None:
    for _, kind in settings_page.sections():
        if issubclass(kind, Texts):
            continue  # a text says it by itself
        silent = [name for name, field in kind.model_fields.items() if not field.description]
        assert not silent, f"{kind.__name__}: {', '.join(silent)}"


def test_every_settings_class_has_a_section() -> None:
    """Also one that somebody adds and forgets here; bases of others, and what a test made, need none."""
    known, waiting, found = {kind for _, kind in settings_page.sections()}, [Settings], set()
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("instead.") and not kind.__subclasses__():
                found.add(kind)
    service_only = {kind for kind in found if kind.__module__.startswith("instead.service")}
    assert found - known - service_only == set()


LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith(("http:", "https:", "#", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve()
        assert there.exists(), f"{page.name}: {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{page.name}: no heading {anchor} in {path}"


def anchors(page: Path) -> set[str]:
    """Headings as links name them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


NAMED = re.compile(r"`((?:src/instead/)?[a-z_0-9]+(?:/[a-z_0-9]+)*\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_files_that_pages_name_are_there(page: Path) -> None:
    for name in NAMED.findall(page.read_text(encoding="utf-8")):
        places = (ROOT / name, ROOT / "src" / "instead" / name)
        inside = [*ROOT.glob(f"src/**/{name}"), *ROOT.glob(f"tests/**/{name}")] if "/" not in name else []
        assert any(place.is_file() for place in places) or inside, f"{page.name}: {name}"


def test_every_room_is_in_the_design() -> None:
    design = (DOCS / "design.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "instead"
    rooms = [path.name + "/" for path in source.iterdir() if path.is_dir() and (path / "__init__.py").is_file()]
    files = [path.name for path in source.glob("*.py") if path.name != "__init__.py"]
    missing = [room for room in rooms + files if f"{room}" not in design]
    assert not missing


def test_every_module_says_what_it_is() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
