"""Imports go one way: a module knows only what stands above it in LAYERS."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "instead"

# The order of docs/design.md. Names on one line do not know each other.
LAYERS: list[set[str]] = [
    {"errors", "html_cards", "money", "progress", "rng"},
    {"records"},
    {"settings"},
    {"labels"},
    {"spoken_texts"},
    {"wording_texts"},
    {"request", "wording"},
    {"languages"},
    {"store"},
    {"engine"},
    {"kernels"},
    {"files"},
    {"reviews"},
    {"mentions", "substitutes"},
    {"matrices", "metrics", "prices"},
    {"material"},
    {"models"},
    {"training", "ranking"},
    {"explanation"},
    {"serving"},
    {"shop"},
    {"batch"},
    {"live"},
    {"evaluation"},
    {"statistics"},
    {"preparation"},
    {"starting"},
    {"refreshing"},
    {"service"},
    {"assistant"},
    {"lab"},
    {"cli"},
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
TORCH_ROOMS = {"lab"}
PRINTING_ROOMS = {"cli"}
PROTOCOL = {"mcp", "mcp_types"}
WEB = {"fastapi", "starlette", "uvicorn", "prometheus_client"}


def rooms() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        top = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if top not in {"__init__", "__main__"}:
            found.append((top, path))
    return found


def imported_rooms(path: Path) -> set[str]:
    """Rooms of instead that a file imports, also inside functions; type-checking imports count too."""
    names: set[str] = set()
    package = ["instead", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names.add(module)
            if module == "instead":
                names.update(f"instead.{alias.name}" for alias in node.names)
    rooms_named = {name.split(".")[1] for name in names if name.startswith("instead.")}
    return rooms_named & {room for room, _ in rooms()}  # `from instead import __version__` is no room


def top_modules(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def test_every_room_has_a_place() -> None:
    assert {room for room, _ in rooms()} <= set(RANK)


@pytest.mark.parametrize(("room", "path"), rooms(), ids=lambda v: str(v.name) if isinstance(v, Path) else v)
def test_imports_go_one_way(room: str, path: Path) -> None:
    for other in imported_rooms(path) - {room}:
        assert RANK[other] < RANK[room], f"{path.relative_to(SOURCE)} may not import instead.{other}"
        assert other != "lab" or room == "cli", "nothing but the command line knows the laboratory"


@pytest.mark.parametrize(("room", "path"), rooms(), ids=lambda v: str(v.name) if isinstance(v, Path) else v)
def test_heavy_and_loud_things_stay_in_their_rooms(room: str, path: Path) -> None:
    modules = top_modules(path)
    assert "torch" not in modules or room in TORCH_ROOMS
    assert not modules & {"typer", "rich"} or room in PRINTING_ROOMS
    assert not modules & WEB or room == "service"
    assert not modules & PROTOCOL or room == "assistant"
    assert not modules & {"pickle", "joblib", "shelve", "marshal"}
    if room not in PRINTING_ROOMS:
        calls = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call)]
        assert not [n for n in calls if isinstance(n.func, ast.Name) and n.func.id in {"print", "eval", "exec"}]


def test_the_assistant_knows_no_addresses_of_http() -> None:
    """What it shares with the service is how a shop is opened, logged and bound to a socket."""
    shared = {"instead.service.live", "instead.service.logs", "instead.service.server"}
    for path in sorted((SOURCE / "assistant").glob("*.py")):
        found = {node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)}
        assert {name for name in found if name and name.startswith("instead.service")} <= shared, path.name


def concrete_models() -> dict[str, str]:
    """Every class that scores, and the room or folder that is its own."""
    found = {}
    for _, path in rooms():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                if "Protocol" not in bases and (methods & {"score", "rows"} or bases & {"SparseScores", "VectorModel"}):
                    found[node.name] = str(path.parent)
    return found


def asked_for(path: Path) -> set[str]:
    """Names of classes that a file compares something's class with."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"isinstance", "issubclass"}
        ):
            names.update(part.id for part in ast.walk(node.args[1]) if isinstance(part, ast.Name))
    return names


def test_models_are_asked_for_abilities_and_not_for_their_class() -> None:
    models = concrete_models()
    assert {"A2CF", "ItemKNN", "Popularity", "Blend", "PMSC", "CLVA", "Sceptre"} <= set(models)
    for _, path in rooms():
        foreign = {name for name in asked_for(path) & set(models) if models[name] != str(path.parent)}
        assert not foreign, f"{path.relative_to(SOURCE)} asks for the class {', '.join(foreign)}"


NAMED_AFTER = {"cli", "settings", "routes"}  # verbs, stages and addresses: files there have the name of what they serve


def test_a_file_name_means_one_thing() -> None:
    seen: dict[str, Path] = {}
    for _, path in rooms():
        if path.name != "__init__.py" and path.parent.name not in NAMED_AFTER:
            assert path.name not in seen, f"{path.relative_to(SOURCE)} and {seen[path.name].relative_to(SOURCE)}"
            seen[path.name] = path
