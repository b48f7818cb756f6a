"""`instead feed ADDRESS`: have a service read the shop's product files again."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    app.command("feed")(feed)


def feed(
    address: str = typer.Argument("http://127.0.0.1:8000", help="Address of the service."),
    key: str | None = typer.Option(None, "--key", envvar="INSTEAD_ADMIN_KEY", help="Key of the staff."),
    json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Have a service read its product files (setting `feed`) again: prices, stock, descriptions, new items."""
    from instead.cli.terminal import out, print_json
    from instead.service.client import Client

    with Client(address, key=key, timeout=600.0) as service:
        done = service.read_feed()
    if json:
        print_json(done)
        return
    out.print(
        f"{done['items']:,} items read, {done['changed']:,} changed, {done['added']:,} of them new, "
        f"{len(done['unknown']):,} unknown to the shop"
    )
