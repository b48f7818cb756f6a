"""Weights as tables, and as a part of the model card."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from instead.models.interface import HasWeights
from instead.models.model_folder import weights_of
from instead.models.weight_tables import WeightRow, in_markdown, weight_tables


def row(question: str, asker: str, signal: str, points: float, error: float = 0.1) -> dict[str, Any]:
    return {"question": question, "asker": asker, "part": "taste", "signal": signal, "says": f"it is {signal}",
            "points": points, "error": error}  # fmt: skip


ROWS = [
    row("can it", "all", "near", 0.5),
    row("can it", "all", "linked", -2.0, 0.25),
    row("can it", "all", "idle", 0.0),
    row("would they", "known", "liked", 1.0),
    row("would they", "known", "new", 0.0),
    row("would they", "stranger", "new", -3.0),
]


def test_a_table_for_each_question_and_a_column_for_each_asker() -> None:
    first, second = weight_tables(ROWS)
    assert (first.question, first.askers) == ("can it", ("all",))
    assert [one.signal for one in first.rows] == ["linked", "near"]  # of most weight first; without weight not at all
    assert first.rows[0] == WeightRow("linked", "taste", "it is linked", (-2.0,), (0.25,))
    assert second.askers == ("known", "stranger")
    assert [(one.signal, one.points, one.errors) for one in second.rows] == [
        ("new", (0.0, -3.0), (0.1, 0.1)),
        ("liked", (1.0, None), (0.1, None)),  # not used for strangers
    ]


def test_in_markdown() -> None:
    blocks = in_markdown(weight_tables(ROWS))
    assert [block.splitlines()[0] for block in blocks] == [
        "### Can it?", "| signal | part of the score | what it says | all |",
        "### Would they?", "| signal | part of the score | what it says | known | stranger |",
    ]  # fmt: skip
    assert blocks[1].splitlines()[2] == "| linked | taste | it is linked | -2.00 ± 0.25 |"
    assert blocks[3].splitlines()[2:] == [
        "| new | taste | it is new | +0.00 ± 0.10 | -3.00 ± 0.10 |",
        "| liked | taste | it is liked | +1.00 ± 0.10 |  |",
    ]


def test_only_models_that_can_tell_have_weights() -> None:
    able: Any = SimpleNamespace(weight_rows=lambda: ROWS)
    assert weights_of(able) == weight_tables(ROWS)
    assert isinstance(able, HasWeights)
    silent: Any = SimpleNamespace()
    assert weights_of(silent) == []
    assert weight_tables([]) == []
