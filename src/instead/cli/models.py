"""`instead models`: lists all models, the data they require and the user features they use."""

from __future__ import annotations

from typing import Any

import typer


def register(app: typer.Typer) -> None:
    app.command("models")(models)


def models(json: bool = typer.Option(False, "--json", help="Print JSON.")) -> None:
    """List the models that `instead train --model` knows."""
    from instead.cli.terminal import out, print_json, table
    from instead.models.registry import DEFAULT, entry_of, names

    rows: list[dict[str, Any]] = []
    for name in names():
        entry = entry_of(name)
        parts = [model for model, _ in entry.made_of(entry.settings.of_preset("default")).values()]
        kind = (
            "reference" if entry.reference else "made of models" if entry.trainer and entry.is_composed else "learned"
        )
        rows.append(
            {
                "model": name,
                "kind": kind,
                "default": name == DEFAULT,
                "needs": sorted({*entry.needs, *(need for part in parts for need in entry_of(part).needs)}),
                "settings": entry.settings.__name__,
                "about": entry.about,
            }
        )
    if json:
        print_json(rows)
        return
    shown = [
        (f"{row['model']}{' *' if row['default'] else ''}", str(row["kind"]), ", ".join(row["needs"]) or "-",
         str(row["about"]))
        for row in rows
    ]  # fmt: skip
    out.print(table("Models", ("model", "kind", "needs", "what it does"), shown))
    out.print("\n* what `instead train` learns unless one is named")
