"""True choices of logs: which visits make one, which are held out, and that nothing of these reaches training."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.evaluation.evaluate import evaluate
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.shop import load
from instead.store.dataset import Dataset
from instead.substitutes.kind_depth import UNKNOWN
from instead.substitutes.shown_lists import SHOWN_SCHEMA
from instead.substitutes.training import training_graph, training_links, training_visits
from instead.substitutes.true_choices import NOBODY, Found, Visits, true_choices
from instead.substitutes.views import LOG_SCHEMA, ViewLog
from instead.training.train import train
from tests.small_shop import put

ITEMS = pl.Series(["a", "b", "c", "d", "x", "y"])
KINDS = np.array([0, 0, 0, 0, 1, 1])


def found(*steps: str, shown: tuple[str, str] | None = None, kinds: np.ndarray = KINDS, gap: int = 1800) -> Found:
    """The choices of one user's steps: `a` is a look, `a!` an order, `...` a pause."""
    rows, now = [], 1_500_000_000
    for step in steps:
        now += gap + 1 if step == "..." else 60
        if step != "...":
            rows.append(("u", None, step.rstrip("!"), now, "purchase" if step.endswith("!") else "view"))
    lists = [] if shown is None else [("u", None, rows[-1][3], shown[0], list(shown[1]), None)]
    log = ViewLog(
        pl.DataFrame(rows, schema=LOG_SCHEMA, orient="row"), pl.DataFrame(lists, schema=SHOWN_SCHEMA, orient="row")
    )
    settings = PrepareSettings().read
    return true_choices([log], [Visits.of(log, settings)], pl.Series(["u"]), ITEMS, kinds)


def told(made: Found) -> list[tuple[str, str, str, int]]:
    """Query, chosen, what was left, and the place of the chosen item."""
    return [
        (ITEMS[one.query], ITEMS[one.chosen], "".join(ITEMS[item] for item in one.left), one.place)
        for one in made.choices
    ]


def test_the_first_look_is_the_query_and_the_rest_was_left() -> None:
    assert told(found("a", "b", "c", "b!")) == [("a", "b", "c", 0)]
    assert told(found("a", "c", "d", "b!")) == [("a", "b", "cd", 2)]
    assert told(found("a", "b!", "c")) == [("a", "b", "", 0)]  # what comes after the order was no alternative


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (("a!",), "nothing else of the kind looked at before the order"),
        (("b!", "a"), "nothing else of the kind looked at before the order"),
        (("x", "b!"), "nothing else of the kind looked at before the order"),
        (("a", "...", "b!"), "nothing else of the kind looked at before the order"),
        (("c", "a!", "b!"), "orders beside another of the kind"),
        (("a", "b"), "visits"),
    ],
)
def test_what_is_no_choice_is_counted(steps: tuple[str, ...], why: str) -> None:
    made = found(*steps)
    assert made.choices == []
    assert made.why[why] > 0


def test_kinds_are_apart_and_unknown_ones_are_any() -> None:
    assert told(found("a", "x", "b!", "y!")) == [("a", "b", "", 0), ("x", "y", "", 0)]
    unknown = np.full(6, UNKNOWN)
    assert told(found("x", "b!", kinds=unknown)) == [("x", "b", "", 0)]
    assert found("a", "x", "b!", "y!", kinds=unknown).why["orders beside another of the kind"] == 2


def test_a_list_that_was_shown_has_the_alternatives() -> None:
    made = found("a", "b!", shown=("b", "dcbaz"))
    assert told(made) == [("a", "b", "dc", 2)]  # without the query, and without what the shop does not know
    assert made.choices[0].shown
    assert made.why["among a list that was shown"] == 1


def test_a_user_of_the_log_alone_is_nobody() -> None:
    log = ViewLog(
        pl.DataFrame([("v", None, "a", 5, "view"), ("v", None, "b", 6, "purchase")], schema=LOG_SCHEMA, orient="row"),
        pl.DataFrame(schema=SHOWN_SCHEMA),
    )
    made = true_choices([log], [Visits.of(log, PrepareSettings().read)], pl.Series(["u"]), ITEMS, KINDS)
    assert [one.user for one in made.choices] == [NOBODY]


def log_lines(visits: int = 400, seed: int = 3) -> list[str]:
    """Visits of three looks and an order among sixteen items of one shelf, one after the other in time."""
    chance, lines = random.Random(seed), ["user,item,time,bought"]
    for visit in range(visits):
        shelf, now = visit % 3, 1_500_000_000 + 7200 * visit
        first = chance.randrange(16)
        near = [(first + step) % 16 for step in chance.sample(range(5), 4)]  # neighbours on the shelf
        user = f"u{chance.randrange(60):02d}"
        lines += [f"{user},s{shelf}-{item:02d},{now + 60 * at},0" for at, item in enumerate(near)]
        lines.append(f"{user},s{shelf}-{near[2]:02d},{now + 600},1")
    return lines


def prepared(folder: Path, *more: Path) -> Dataset:
    settings = PrepareSettings(negatives=20, choice_decoys=2)
    return prepare([put(folder / "views.csv", log_lines()), *more], out=folder / "data", settings=settings)


def test_nothing_of_held_out_visits_reaches_training(tmp_path: Path) -> None:
    """A dataset of the log cut at the first held-out visit has the very same links, and knows no later order."""
    data = prepared(tmp_path)
    split = data.split("observed")
    assert split.about["triples"] == {"train": 320, "validation": 40, "test": 40}
    begin = split.about["begin"]
    lines = log_lines()
    earlier = [line for line in lines[1:] if int(line.split(",")[2]) < begin]
    assert len(earlier) < len(lines) - 1
    (tmp_path / "cut").mkdir()
    cut = prepare(
        [put(tmp_path / "cut" / "views.csv", [lines[0], *earlier])], out=tmp_path / "cut" / "data",
        settings=PrepareSettings(negatives=20, choice_decoys=2, validation=0.001, test=0.001),
    )  # fmt: skip
    held = data.interactions.filter(pl.col("part") > 0)
    names = data.items["item"].to_list(), data.users["user"].to_list()
    hidden = {(names[1][user], names[0][item]) for user, item in held.select("user", "item").iter_rows()}
    ours = set(training_links(data, "observed").select("source", "target", "relation", "visits").iter_rows())
    whole = set(data.links.select("source", "target", "relation", "visits").iter_rows())
    assert ours < whole | ours
    assert ours != whole
    before = {(source, target, relation): visits for source, target, relation, visits
              in cut.links.select("source", "target", "relation", "visits").iter_rows()}  # fmt: skip
    assert all(visits <= before[source, target, relation] for source, target, relation, visits in ours)
    times = data.times.to_numpy()
    train_rows = data.interactions["part"].to_numpy() == 0
    assert times[train_rows].max() < begin
    visits = training_visits(data)
    for user, chosen in split.triples("test").select("user", "chosen").iter_rows():
        assert visits[user, chosen] == 0
        assert (names[1][user], names[0][chosen]) in hidden


def test_training_choices_say_which_links_rest_on_them(tmp_path: Path) -> None:
    data = prepared(tmp_path)
    split = data.split("observed")
    assert split.resting is not None
    links = training_links(data, "observed")
    numbers = {item: number for number, item in enumerate(data.items["item"].to_list())}
    count = {
        tuple(sorted((numbers[source], numbers[target]))): visits
        for source, target, visits in links.filter(relation="also_viewed")
        .select("source", "target", "visits")
        .iter_rows()
    }
    train_rows = split.triples("train")
    for triple, low, high in split.resting.iter_rows():
        assert count[low, high] == 2  # one visit less and it is no link
        assert triple < train_rows.height
    assert split.digest() == split.about["hash"]


def test_links_that_files_give_are_reserved(tmp_path: Path) -> None:
    links = ["source,target"]
    for shelf in range(3):
        links += [
            f"s{shelf}-{item:02d},s{shelf}-{(item + step) % 16:02d}" for item in range(16) for step in (1, 2, 3, 4)
        ]
    data = prepared(tmp_path, put(tmp_path / "links.csv", links))
    split, graph = data.split("observed"), training_graph(data, "observed")
    assert len(split.reserved)
    for query, chosen, case in split.triples("test").select("query", "chosen", "case").iter_rows():
        left = split.candidates("test")[case]
        for item in (chosen, *left[left < len(data.items)].tolist()):
            assert item not in graph.of(query)


def test_true_choices_are_learned_from_and_judged_by(tmp_path: Path) -> None:
    data = prepared(tmp_path)
    assert data.manifest["observed"]["choices"] == 400
    model = train(data, out=tmp_path / "model", split="observed")
    figures = evaluate(model, data)
    assert sorted(figures.protocols) == ["observed", "observed_choice"]
    assert figures.figures("observed")["HR@10"] > 2 * 10 / 48
    assert figures.of("observed_choice").height == 40
    assert figures.about["positions"]["chance"] == pytest.approx(1 / 3)
    assert figures.about["positions"]["HR@1"] == {
        "first of the list": 0.0,
        "last of the list": 0.0,
    }  # the third of four
    assert len(load(model.folder).recommend(None, "s0-03", 5)) == 5
    again = evaluate(model, data, tell_time=True)
    assert again.of("observed").height == 40


def test_few_choices_are_no_split(tmp_path: Path) -> None:
    data = prepare([put(tmp_path / "views.csv", log_lines(15))], out=tmp_path / "data")
    assert "observed" not in data.splits
    assert data.manifest["observed"]["choices"] == 15
