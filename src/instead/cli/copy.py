"""`instead copy FROM TO`: a dataset, model or evaluation from a folder to an address, or back."""

from __future__ import annotations

from pathlib import Path

import typer


def register(app: typer.Typer) -> None:
    app.command("copy")(copy)


def copy(
    source: Path = typer.Argument(..., metavar="FROM", help="Finished folder, or the address of one."),
    target: Path = typer.Argument(..., metavar="TO", help="Folder or address (s3://BUCKET/PATH) to put it at."),
    replace: bool = typer.Option(False, help="Replace what stands there; at an address the version before is kept."),
    json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Copy a finished folder to or from an object store, complete or not at all."""
    import shutil

    from rich.markup import escape

    from instead.cli.addresses import here, shown
    from instead.cli.terminal import bars, out, print_json
    from instead.store.addresses import ANY, publish
    from instead.store.folder import check_target, written_aside
    from instead.store.manifest import read_manifest
    from instead.store.object_stores import address_of

    folder, address, version = here(source), address_of(target), None
    kind = str(read_manifest(folder)["kind"])
    if address is None:
        check_target(target, kind, replace=replace)
        with written_aside(target) as aside:
            shutil.copytree(folder, aside, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    else:
        version = publish(folder, address, over=ANY if replace else None, progress=bars).version
    if json:
        print_json({"kind": kind, "from": shown(source), "to": shown(target), "version": version})
        return
    said = "" if version is None else f", version {version}"
    out.print(f"[bold]{escape(shown(target))}[/]: the {kind} of {escape(shown(source))}{said}", soft_wrap=True)
