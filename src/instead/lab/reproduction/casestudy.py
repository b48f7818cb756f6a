"""Case study: for a few users the query, the recommended item with its reasons, and the user's real review."""

from __future__ import annotations

import re

import numpy as np
import polars as pl

from instead.evaluation.result import Evaluation
from instead.lab.reproduction.report import Part, Quote, Text
from instead.matrices import part_mentions
from instead.models.context import Context
from instead.models.interface import ListsAttributes
from instead.rng import stage_rng
from instead.store.dataset import Dataset

_REASONS = 3  # Z of the paper
_LONGEST = 700


def case_study(
    model: ListsAttributes, dataset: Dataset, evaluation: Evaluation, count: int = 3, seed: int = 0
) -> list[Part]:
    """Cases as the paper chooses them: the chosen item is among the first ten, and its review mentions attributes.

    Distinct users, sampled at random and not selected by hand; those whose review has a text come first.
    """
    frame = evaluation.of("paper").with_columns(rank=1 + pl.col("higher") + pl.col("equal") // 2)
    said = part_mentions(dataset, evaluation.about["part"])
    fit = frame.filter((pl.col("rank") <= 10) & pl.col("interaction").is_in(said["interaction"].unique().to_list()))
    if fit.is_empty():
        return [Text("No test triple has its chosen item among the first ten and a review that mentions an attribute.")]
    length = dataset.reviews().select(pl.col("text").str.len_chars().fill_null(0)).collect()["text"]
    drawn = fit[stage_rng(seed, "case study").permutation(fit.height)].unique("user", maintain_order=True)
    silent = length.gather(drawn["interaction"]) == 0
    parts: list[Part] = []
    for row in drawn[np.argsort(silent.to_numpy(), kind="stable")].head(count).iter_rows(named=True):
        parts += _case(model, dataset, said, row)
    return parts


def _case(model: ListsAttributes, dataset: Dataset, said: pl.DataFrame, row: dict[str, int]) -> list[Part]:
    names = dataset.attributes["attribute"]
    titles = dataset.items["title"].fill_null(dataset.items["item"])
    user, query, chosen = (np.array([row[name]]) for name in ("user", "query", "chosen"))
    gain = model.gains(Context.of_users(user, query), chosen)[0]
    top = np.argsort(-gain, kind="stable")[:_REASONS]
    mine = said.filter(pl.col("interaction") == row["interaction"])
    mentioned = set(mine["attribute"].to_list())
    reasons = [
        f"{'better' if gain[n] > 0 else 'comparable'} {_marked(names[int(n)], int(n) in mentioned)}" for n in top
    ]
    listed = ", ".join(reasons[:-1]) + f", and {reasons[-1]}" if len(reasons) > 1 else reasons[0]
    of_query, of_chosen = titles[row["query"]], titles[row["chosen"]]
    text = (
        f"**{dataset.users['user'][row['user']]}** looks at *{of_query}* and took *{of_chosen}*, which the model ranks "
        f"{row['rank']} of {row['candidates']:,}. Its reasons: {listed}."
    )
    shared = [names[int(n)] for n in top if int(n) in mentioned]
    return [Text(text), Quote(_review(dataset, mine, row["interaction"], shared))]


def _review(dataset: Dataset, mine: pl.DataFrame, interaction: int, shared: list[str]) -> str:
    """The text of the review, shared attributes marked; or its mentions, where the data have no texts."""
    names = dataset.attributes["attribute"]
    signs = {1: "praised", -1: "blamed"}
    listed = sorted({(names[row["attribute"]], signs[row["sentiment"]]) for row in mine.iter_rows(named=True)})
    mentions = "; ".join(f"{_marked(name, name in shared)} {sign}" for name, sign in listed)
    text = dataset.reviews().slice(interaction, 1).select("text").collect()["text"][0]
    if not text:
        return f"(no text in these data) mentions: {mentions}"
    shown = " ".join(str(text)[:_LONGEST].split()) + ("…" if len(str(text)) > _LONGEST else "")
    if shared:  # "battery life" before "battery", and either in the plural, but not "fitness" for "fit"
        words = "|".join(re.escape(name) for name in sorted(shared, key=len, reverse=True))
        shown = re.sub(rf"\b((?:{words})(?:e?s)?)\b", r"==\1==", shown, flags=re.IGNORECASE)
    return f"{shown}\nMentions: {mentions}"


def _marked(name: str, shared: bool) -> str:
    return f"=={name}==" if shared else name
