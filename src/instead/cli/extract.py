"""`instead extract`: attributes and sentiments from the text of reviews."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from instead.cli.engines import EngineName

if TYPE_CHECKING:
    from instead.mentions.seen import Recognised
    from instead.mentions.stage import Extraction


def register(app: typer.Typer) -> None:
    app.command("extract")(extract)


def extract(
    dataset: Path | None = typer.Argument(None, help="Dataset folder written by `instead prepare`, or its address."),
    text: str | None = typer.Option(None, "--text", help="One text instead of a folder; prints its mentions."),
    score: list[Path] = typer.Option([], "--score", help="Gold file to score against (repeatable)."),
    mine: list[Path] = typer.Option(
        [], "--mine", help="Raw text for the vocabulary of --score (default: GOLD itself)."
    ),
    weights: str | None = typer.Option(None, help="Set of weights: all, or without-DOMAIN for honest scores."),
    leave_out: str | None = typer.Option(
        None,
        help="Of --score: laptops, restaurants, hu-liu or nothing, whose labels the weights must not have learned from "
        "(default: told by the sentences of GOLD).",
    ),
    show_errors: bool = typer.Option(
        False, "--show-errors", help="Of --score with a challenge file: print the sentences read wrongly."
    ),
    report: bool = typer.Option(False, "--report", help="Write an HTML page about the extraction into the folder."),
    no_ratings: bool = typer.Option(False, "--no-ratings", help="Leave the stars out of polarity."),
    overrides: Path | None = typer.Option(None, help="TOML file: keep, drop, merge, split, move, rename attributes."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with settings; flags win over it."),
    processes: int | None = typer.Option(None, help="Processes to work with (default 1)."),
    least_worth: float | None = typer.Option(None, help="Score an attribute must pass (default -2)."),
    least_english: float | None = typer.Option(
        None, help="Share of the reviews that must be in English (default 0.5; 0 extracts what English there is)."
    ),
    engine: EngineName = None,
    json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Find what reviews say about which attribute, and whether it is praise."""
    from instead.errors import InputError
    from instead.settings import ExtractSettings

    base = ExtractSettings.from_toml(settings) if settings is not None else ExtractSettings()
    changes: dict[str, Any] = {
        "processes": processes,
        "least_worth": least_worth,
        "least_english": least_english,
        "weights": weights,
    }
    values = base.model_dump() | {name: value for name, value in changes.items() if value is not None}
    if no_ratings:
        values["ratings"] = False
    if leave_out is not None:
        values["weights"] = _leaving_out(leave_out, scored=bool(score), weights=weights)
    chosen = ExtractSettings.checked(values)
    if show_errors and not score:
        raise InputError("--show-errors is for --score with a file of the challenge suite")
    if score:
        said = leave_out is not None or weights is not None or "weights" in base.model_fields_set
        _score(score, mine, chosen, said=said, errors=show_errors, json=json)
    elif text is not None:
        _one_text(text, chosen, dataset, json=json)
    elif dataset is not None:
        _stage(dataset, chosen, overrides, report=report, json=json)
    else:
        raise InputError("name a dataset folder, or give --text or --score")


def _stage(dataset: Path, settings: Any, overrides: Path | None, *, report: bool, json: bool) -> None:
    from instead.cli.addresses import changing, shown
    from instead.cli.terminal import bars, out, print_json
    from instead.mentions.extraction_report import write_report
    from instead.mentions.stage import extract as run
    from instead.store.dataset import Dataset

    with changing(dataset) as (folder, at):
        done = run(folder, settings=settings, overrides=overrides, progress=bars, at=at)
        page = write_report(Dataset.open(folder)) if report else None
    place = None if page is None else f"{shown(dataset)}/{page.name}"
    if json:
        print_json({"stages": done.stages, "report": place})
        return
    show(done)
    if place is not None:
        out.print(f"report: {place}")


def show(done: Extraction) -> None:
    """Print counts after each stage, and the most mentioned attributes."""
    from instead.cli.terminal import out, table
    from instead.mentions.extraction_report import funnel

    out.print(table("Extraction", ("stage", "count"), [(n, f"{c:,}") for n, c in funnel(done.stages)], right=(1,)))
    top = done.attributes.select("attribute", "mentions", "positive").sort("mentions", descending=True).head(15)
    rows = [(a, f"{m:,}", f"{p / m:.0%}") for a, m, p in top.iter_rows()]
    out.print()
    out.print(table("Attributes (training)", ("attribute", "mentions", "praise"), rows, right=(1, 2)))


def _one_text(text: str, settings: Any, dataset: Path | None, *, json: bool) -> None:
    from rich.text import Text

    from instead.cli.addresses import here
    from instead.cli.terminal import out, print_json
    from instead.errors import EmptyResult
    from instead.mentions.extractor import Extractor
    from instead.mentions.stage import training_texts
    from instead.store.dataset import Dataset

    if dataset is None:
        try:
            extractor = Extractor.for_one_text(text, settings)
        except EmptyResult as nothing:  # a text may well judge nothing
            if json:
                print_json([])
            else:
                out.print(f"no mentions: {nothing}", highlight=False, markup=False, soft_wrap=True)
            return
    else:
        texts, ratings = training_texts(Dataset.open(here(dataset)), settings)
        extractor = Extractor.fit(texts, ratings, settings=settings)
    found = extractor.mentions(text)
    if json:
        print_json(found.drop("review").to_dicts())
        return
    if found.is_empty():
        out.print("no mentions")
    shown = Text(text)
    for row in found.iter_rows(named=True):
        colour = "green" if row["sentiment"] > 0 else "red"
        part = text[row["start"] : row["end"]].lower()
        for word, style in ((row["attribute"], f"bold {colour}"), (row["opinion"], colour)):
            at = part.find(word) if word else -1
            if at >= 0:
                shown.stylize(style, row["start"] + at, row["start"] + at + len(word))
    out.print(shown)
    for row in found.iter_rows(named=True):
        sign = "+" if row["sentiment"] > 0 else "-"
        out.print(
            f"{sign} {row['attribute']}  {row['opinion'] or '(no opinion word)'}  {row['confidence']:.2f}",
            highlight=False,
        )


def _leaving_out(domain: str, *, scored: bool, weights: str | None) -> str:
    from instead.errors import InputError
    from instead.mentions.seen import DOMAINS

    if domain not in (*DOMAINS, "nothing"):
        raise InputError(f"--leave-out wants {', '.join(DOMAINS)} or nothing, not {domain!r}")
    if not scored:
        raise InputError("--leave-out is for --score, where weights must not know the answers")
    if weights is not None:
        raise InputError("--weights and --leave-out both choose the weights: give one of them")
    return "all" if domain == "nothing" else f"without-{domain}"


def _score(gold: list[Path], mine: list[Path], settings: Any, *, said: bool, errors: bool, json: bool) -> None:
    from instead.cli.challenge import as_records, check_errors_may_be_shown, score_challenge, show_challenge
    from instead.cli.terminal import out, print_json, table
    from instead.errors import InputError
    from instead.mentions.gold import is_challenge, read_gold
    from instead.mentions.score import score_files
    from instead.mentions.seen import recognise

    if errors:
        check_errors_may_be_shown(gold)
    rows, used, challenges = [], [], []
    for path in gold:
        known = recognise([sentence.text for sentence in read_gold(path)])
        chosen = settings if said else settings.model_copy(update={"weights": known.cleanest()})
        about = {"gold": path.name, "weights": chosen.weights, "sentences": known.sentences,
                 "recognised": known.of_domain(), "seen": known.seen(chosen.weights)}  # fmt: skip
        used.append((path.name, chosen.weights, known))
        if not is_challenge(path):
            rows += [(about, name, value) for name, value in score_files(path, mine, chosen).items()]
        elif mine:
            raise InputError("--mine is not for the challenge suite, which is read with its own words", path=path)
        else:
            challenges.append((about, score_challenge(path, chosen)))
    if json:
        found = [{**a, "measure": n, "precision": v.precision, "recall": v.recall, "f1": v.f1} for a, n, v in rows]
        print_json(found + [record for a, read in challenges for record in as_records(a, read, errors=errors)])
        return
    if rows:
        cells = [(a["gold"], a["weights"], n, *(f"{x:.3f}" for x in (v.precision, v.recall, v.f1))) for a, n, v in rows]
        head = ("gold", "weights", "measure", "precision", "recall", "F1")
        out.print(table("Against labels made by hand", head, cells, right=(3, 4, 5)))
        out.print()
    for a, read in challenges:
        show_challenge(a["gold"], read, errors=errors)
        out.print()
    for name, weights, known in used:
        _say_seen(name, weights, known, said=said)


def _say_seen(name: str, weights: str, known: Recognised, *, said: bool) -> None:
    """Print which weights are used and why, with a warning if they were trained on the labels scored here (leakage)."""
    from rich.markup import escape

    from instead.cli.terminal import out

    found = ", ".join(f"{count:,} of {domain}" for domain, count in known.of_domain().items()) or "none"
    of = f"of its {known.sentences:,} sentences the labelled data have {found}"
    why = f"as you said; {of}" if said else f"because {of}"
    out.print(f"{escape(name)}: weights [bold]{weights}[/], {why}.", soft_wrap=True)
    seen = known.seen(weights)
    if not seen:
        return
    better = known.cleanest()
    advice = f"{better} has learned from {known.seen(better):,}" if better != weights else "no other set from fewer"
    out.print(
        f"[bold red]NOT A FAIR SCORE[/]: {weights} has learned from {seen:,} of the {known.sentences:,} sentences; "
        f"{advice}.",
        soft_wrap=True,
    )
