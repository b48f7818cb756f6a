"""`--engine`: where the shards of a verb are worked on. The engine is in use until the verb ends."""

from __future__ import annotations

from typing import Annotated

import typer

from instead.engine.chosen_engine import VARIABLE, using


def _use(context: typer.Context, engine: str | None) -> str | None:
    if engine is not None and not context.resilient_parsing:
        context.with_resource(using(engine))
    return engine


EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        envvar=VARIABLE,
        callback=_use,
        help="local (default), ray, ray://auto or ray://HOST:PORT, also with ?workers=N&memory=GIB.",
    ),
]
"""An option of every verb whose work can be spread."""
