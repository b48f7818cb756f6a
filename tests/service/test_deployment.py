"""Documentation and container files against what is really there, as far as that can be checked without Docker."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from instead.cli.main import app
from instead.service.application import create
from instead.service.gate import AVERAGE
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.store.folder import written_aside
from tests.service.conftest import Running

ROOT = Path(__file__).parent.parent.parent
DOC = ROOT / "docs" / "service.md"
IN_THE_SMALL_SHOP = {"BREW-0002": "i03", "BREW-0034": "i04", "U00003": "u01", "text=coffee": "text=item"}


def curls() -> list[str]:
    """The curl commands of the documentation, continued lines joined."""
    blocks = re.findall(r"```\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.startswith("curl ")]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
def test_the_curl_examples_work(served: Running) -> None:
    commands = curls()
    assert len(commands) >= 12
    for written in commands:
        command = written.replace("http://127.0.0.1:8000", served.address)
        for there, here in IN_THE_SMALL_SHOP.items():
            command = command.replace(there, here)
        ran = subprocess.run([*shlex.split(command), "--fail-with-body"], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, (command, ran.stdout)
        if "/metrics" not in command:
            assert json.loads(ran.stdout)


def test_the_documentation_names_every_address_and_setting(live: LiveShop, tmp_path: Path) -> None:
    text = DOC.read_text(encoding="utf-8")
    for path in create(live, ServiceSettings(store=str(tmp_path / "live.sqlite"))).openapi()["paths"]:
        written = path.replace("{item}", "{id}").replace("{user}", "{id}")
        assert written in text or path == "/admin/overview", path  # the page's own
    for name in ServiceSettings.model_fields:
        assert f"`{name}`" in text, name
    for name in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        assert (DOC.parent / name).exists(), name


def options_of_serve() -> set[str]:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}).output
    return set(re.findall(r"--[a-z-]+", shown))


def test_the_image_runs_a_command_that_exists() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line.strip() and not line.startswith("#")]
    for kind, rest in steps:
        if kind == "COPY" and "--from" not in rest:
            for name in rest.split()[:-1]:
                assert (ROOT / name).exists(), name
    (command,) = [json.loads(rest) for kind, rest in steps if kind == "CMD"]
    assert command[:2] == ["instead", "serve"]
    settings = dict(word.split("=", 1) for kind, rest in steps if kind == "ENV" for word in rest.split())
    assert settings["INSTEAD_MODEL"].startswith("/models/")
    assert settings["NUMBA_CACHE_DIR"] == "/cache"
    assert {word for word in command if word.startswith("--")} <= options_of_serve()
    assert [rest for kind, rest in steps if kind == "USER"] == ["instead"]
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"!pyproject.toml", "!README.md", "!LICENSE", "!src"} <= set(allowed)
    health = next(rest for kind, rest in steps if kind == "HEALTHCHECK")
    program = json.loads(health.partition("CMD ")[2])[2]
    compile(program, "HEALTHCHECK", "exec")
    assert "/health/ready" in program


def test_the_compose_file_fits_the_image_and_the_proxy() -> None:
    made = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    service, proxy = made["services"]["instead"], made["services"]["proxy"]
    assert "ports" not in service  # only the proxy can be reached
    mounts = {one.rsplit(":", 2 if one.endswith(":ro") else 1)[1]: one for one in service["volumes"]}
    assert service["environment"]["INSTEAD_MODEL"].startswith("/models/${MODEL")
    assert mounts["/models"].startswith("${MODELS")  # the parent: `train --replace` renames what is inside
    assert mounts["/cache"] == "cache:/cache"  # numba's: on a tmpfs every start would compile anew
    assert set(made["volumes"]) == {"store", "cache"}
    assert not any("/cache" in one for one in service["tmpfs"])
    for name in service["environment"]:
        assert name in (ROOT / "src/instead/cli/serve.py").read_text(encoding="utf-8")
    for one in (*service["volumes"], *proxy["volumes"]):
        source = re.sub(r"^\$\{[^}]*\}", "", one).split(":")[0]
        assert not source.startswith("./") or (ROOT / source).is_file(), source
    assert proxy["depends_on"]["instead"]["condition"] == "service_healthy"
    conf = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    assert "server instead:8000;" in conf
    for name in ("nginx.conf", "Caddyfile"):
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        assert "/admin" in text
        assert "/metrics" in text
        assert "/v1/users" in text
        assert AVERAGE in text  # the page asks for it
        assert text.count("{") == text.count("}")
    unit = (ROOT / "deploy" / "instead.service").read_text(encoding="utf-8")
    started = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    assert {word for word in started.split() if word.startswith("--")} <= options_of_serve()
    assert "kill -HUP $MAINPID" in unit


def test_a_new_model_in_a_mounted_parent_is_seen(models: tuple[Path, Path], tmp_path: Path) -> None:
    """What the compose file relies on: `train --replace` renames, and a reload opens what then has the name."""
    place = tmp_path / "models" / "phones"
    shutil.copytree(models[0], place)
    live = LiveShop(place)
    before = live.current.version
    with written_aside(place) as aside:
        shutil.copytree(models[1], aside, dirs_exist_ok=True)
    assert live.reload().version == LiveShop(models[1]).current.version != before


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed here")
@pytest.mark.parametrize(("user", "works"), [(0, True), (0, False), (1000, True)])
def test_make_browser_asks_apt_where_it_may(tmp_path: Path, user: int, works: bool) -> None:
    """The target with nothing but these commands on the machine; each says when it is called."""
    tools, venv, calls = tmp_path / "tools", tmp_path / "venv", tmp_path / "calls"
    (venv / "bin").mkdir(parents=True)
    tools.mkdir()
    (venv / ".dev").touch()
    install = f"cp {tools}/id {tools}/chromium" if works else "exit 1"
    scripts = {
        tools / "id": f"echo {user}",
        tools / "timeout": 'shift; exec "$@"',
        tools / "apt-get": f'echo "apt-get $*" >> {calls}; case "$*" in *install*) {install};; esac',
        venv / "bin" / "playwright": f'echo "playwright $*" >> {calls}; exit 1',
    }
    for path, script in scripts.items():
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    for name in ("ls", "cp"):
        (tools / name).symlink_to(str(shutil.which(name)))
    ran = subprocess.run(
        [str(shutil.which("make")), "-o", f"{venv}/.dev", f"VENV={venv}", "browser"],
        cwd=ROOT,
        env={"PATH": str(tools), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    asked = calls.read_text().splitlines()
    assert any("install -y -qq chromium" in one for one in asked) == (user == 0)
    found = user == 0 and works
    assert any("playwright" in one for one in asked) != found
    assert ("are skipped" in ran.stdout) != found


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed here")
@pytest.mark.parametrize(("user", "there"), [(0, False), (1000, False), (1000, True)])
def test_make_database_asks_apt_where_it_may(tmp_path: Path, user: int, there: bool) -> None:
    tools, calls = tmp_path / "tools", tmp_path / "calls"
    tools.mkdir()
    scripts = {"id": f"echo {user}", "ls": "exit 1", "timeout": 'shift; exec "$@"',
               "apt-get": f'echo "apt-get $*" >> {calls}', **({"initdb": "exit 0"} if there else {})}  # fmt: skip
    for name, script in scripts.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    ran = subprocess.run([str(shutil.which("make")), "database"], cwd=ROOT, env={"PATH": str(tools)},
                         capture_output=True, text=True, check=True)  # fmt: skip
    assert calls.exists() == (user == 0)
    assert user != 0 or "install -y -qq postgresql" in calls.read_text()
    assert ("are skipped" in ran.stdout) != there


def test_the_page_loads_nothing_from_elsewhere() -> None:
    folder = ROOT / "src" / "instead" / "service" / "page"
    names = {path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        for address in re.findall(r"https?://[^\s\"'`)]+", text):
            assert address == "http://www.w3.org/2000/svg", (path.name, address)  # a name, not a place
        for asked in re.findall(r"(?:from |src=|href=)\"(?:\./|page/)([^\"]+)\"", text):
            assert asked in names, (path.name, asked)
        assert not re.search(r"(?:from |src=|href=)\"/", text), path.name  # a proxy may put us below a path
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), path.name
        assert not re.search(r"<[^>]+\s(on\w+|style)=", text if path.suffix == ".html" else ""), path.name
