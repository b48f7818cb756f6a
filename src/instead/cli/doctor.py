"""`instead doctor`: checks the installation and says what to do about problems."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


# Package -> what it is for. Extras are reported but not required.
_CORE = (
    "numpy",
    "scipy",
    "numba",
    "polars",
    "pydantic",
    "typer",
    "rich",
    "orjson",
    "threadpoolctl",
    "matplotlib",
    "fastapi",
    "uvicorn",
    "prometheus_client",
)
_TOOLS = {
    "mcp": "mcp",
    "ray": "ray",
    "fsspec": "remote",
    "ruff": "dev",
    "mypy": "dev",
    "pytest": "dev",
    "hypothesis": "dev",
}
_LOW_MEMORY = 4 << 30
_LOW_DISK = 2 << 30


def doctor(json: bool = typer.Option(False, "--json", help="Print JSON.")) -> None:
    """Report versions, threads and memory, what is missing and what to do."""
    import os
    import platform
    import shutil
    from pathlib import Path

    from instead import __version__
    from instead.cli.terminal import out, print_json
    from instead.engine.limits import POOLS, THREADS, cores, processors_allowed
    from instead.errors import InputError
    from instead.store.memory import GIB, available_memory, total_memory

    missing, advice, versions = [], [], {}
    for name in (*_CORE, *_TOOLS):
        found = _version_of(name)
        versions[name] = found
        if found is None and name in _CORE:
            missing.append(name)
            advice.append(f"{name} is missing: pip install instead (or, in a checkout, make demo)")
    try:
        used = processors_allowed()
    except InputError as error:
        used = 0
        advice.append(str(error))
    if available_memory() < _LOW_MEMORY:
        advice.append("less than 4 GiB of memory is free: large shops may be refused; close other programs")
    disk = shutil.disk_usage(Path.cwd()).free
    if disk < _LOW_DISK:
        advice.append("less than 2 GiB of disk is free here")
    compile_problem = _numba_problem() if not missing else None
    if compile_problem:
        advice.append(f"Numba cannot compile ({compile_problem}): reinstall numba and llvmlite")
    cache = _cache_problem()
    if cache:
        advice.append(cache)
    healthy = not missing and compile_problem is None and used > 0
    facts = {
        "instead": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "processors_used": used,
        "memory_total_gib": round(total_memory() / GIB, 1),
        "memory_available_gib": round(available_memory() / GIB, 1),
        "disk_free_gib": round(disk / GIB, 1),
        "packages": versions,
        "threads": {name: os.environ.get(name) for name in (THREADS, *POOLS)},
        "missing": missing,
        "advice": advice,
        "healthy": healthy,
    }
    if json:
        print_json(facts)
    else:
        out.print(f"instead {__version__}, Python {facts['python']}, {facts['platform']}")
        out.print(
            f"{cores()} cores, {facts['memory_available_gib']} of {facts['memory_total_gib']} GiB memory free, "
            f"{facts['disk_free_gib']} GiB disk free here"
        )
        limits = [f"{name}={value}" for name, value in facts["threads"].items() if value]  # type: ignore[attr-defined]
        out.print("threads: " + (", ".join(limits) if limits else f"no limits set, all {cores()} cores are used"))
        width = max(map(len, versions)) + 2
        for name, found in versions.items():
            state = found or ("[bold red]missing[/]" if name in _CORE else f"not installed (extra {_TOOLS[name]})")
            out.print(f"  {name:<{width}}{state}")
        for line in advice:
            out.print(f"[bold yellow]![/] {line}")
        out.print("[bold green]Ready.[/]" if healthy else "[bold red]Not ready.[/]")
    raise typer.Exit(0 if healthy else 1)


def _version_of(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _numba_problem() -> str | None:
    """Compile a trivial function, to find a broken LLVM early."""
    try:
        from numba import njit

        return None if njit(lambda x: x + 1)(1) == 2 else "wrong result"
    except Exception as error:
        return str(error).splitlines()[0]


def _cache_problem() -> str | None:
    """Whether the cache of compiled loops beside the package is writable; otherwise every run compiles them again."""
    import os
    from pathlib import Path

    import instead

    folder = Path(instead.__file__).parent / "kernels"
    if os.access(folder, os.W_OK) or os.environ.get("NUMBA_CACHE_DIR"):
        return None
    return f"{folder} is not writable: set NUMBA_CACHE_DIR to a folder of yours, or every run compiles for some seconds"
