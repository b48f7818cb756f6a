"""The sentences of the report that explain its tables."""

from __future__ import annotations

VALUES = (
    "Values are means over model seeds; in brackets 95 % intervals, resampling users. `*`: differs from A2CF with "
    "p < 0.01, paired bootstrap over users, Holm's correction over the table. Both are about other users of these "
    "trainings and this split: what another seed gives is seen in the column of seeds, what other queries give is not "
    "seen here. Nothing was chosen by test figures: the best round of a training is the one with the best validation "
    "NDCG@10."
)
GRAPH = "The paper does not tell the density of its substitute graph, on which results depend first of all. Here: "
TUNING = (
    "Every model had the same number of trials on validation triples: its preset first, then steps through its grid, "
    "one setting at a time, kept when NDCG@10 rose. Model seed 0, the schedule of all trainings; a walk that comes to "
    "rest early has fewer trials. The best one, in bold, is the model's line in Table 2; `A2CF, tuned` is a line of "
    "its own, and ablations and sensitivity start from the preset. Presets had been chosen on validation triples of "
    "`toys_and_games` before, A2CF's with more care than the others'."
)
RANKING = (
    "The reference lines need no training; graph ones use every substitute pair that is not reserved, or (triples "
    "only) the pairs of training triples. Read the table with them in mind: in this protocol negatives are easy, and "
    "what replaces the query matters more than who asks. The paper's own figures come from other data, another graph "
    "and untold tuning."
)
STANDING = (
    "Why so. The paper's protocol asks which items are linked to the query. Where the link graph is dense "
    "(toys_and_games: 28 substitutes an item), common neighbours answer that without learning, and a system is as "
    "good as the part of the graph it can hold. PMSC has a free vector per item; SPEM's vectors must reconstruct co-"
    "purchases as well. Sceptre's are shares of topics, none below 0, with one weight per topic. CLVA's are made of "
    "reviews alone: items that are described alike are alike to it, and one that nobody has described is like every "
    "other; only CLVA looks at the user. Where hardly a graph is left (cell_phones: 3.7 substitutes an item, 69 % of "
    "the pairs reserved), free vectors have nothing to learn from and it is the reviews that know: then Sceptre and "
    "CLVA are ahead of PMSC, SPEM and A2CF, and plain TF-IDF over attributes is ahead of them all. The paper prints "
    "figures for the four on graphs whose density it does not tell, and does not say what they were trained on; "
    "`triples only` shows how much that alone can matter. PMSC and SPEM are reconstructions from short descriptions "
    "(docs/compared_systems.md)."
)
ENDED = (
    "A training stops when validation gets no better, or when the schedule ends. Where the best round is the last, "
    "the schedule ended it, and the line may be lower than the model could be."
)
FILTERED = (
    "**Filtered**: the same without negatives that are known substitutes of the query. The positive is never a known "
    "neighbour, so a model could gain by avoiding all of them; here it cannot."
)
FULL = (
    "**Full**: the whole catalogue instead of 1,000 negatives; true substitutes of the query compete, which count as "
    "errors. `substitutes@10` is the share of true substitutes among the first ten. At most 5,000 triples."
)
CHOICE = (
    "**Choice** is the question of a shop: all ten replace the query and all ten pairs are equally unknown. Chance is "
    "0.10, 0.30 and 0.29. Of the compared systems only CLVA knows users. One model seed."
)
EXPLANATIONS = (
    "ATC joins two skills by a harmonic mean: AP, how far up the list of 500 attributes those stand that the user's "
    "real review mentions, and NDCG of the ranking. The gain list ranks by advantage over the query, the measure asks "
    "what will be mentioned; lists sorted by how often things are mentioned are therefore hard to beat, and stand here "
    "as references with A2CF's own ranking. `precision@3` is what a user would see."
)
CLAIMS = (
    'The paper says "better" where the gain is above 0, estimated cells included. The honest style says it '
    "where reviews of both items support it with a probability of 0.8, and most of the time nothing. Two judges from "
    "held-out reviews: the user's own later words on the attribute (praise), and later mentions of both items "
    "(comparison: of two that disagree, which item is praised). `all` is the base rate, `neither` what was left "
    "unsaid, `shown` what stands among the first three, and `agreement` the area under the curve: 0.5 is guessing."
)
ABLATIONS = (
    "`no attributes, free item bias` is a control: the aggregated attributes enter a score as one number per item and "
    "context, so they might merely stand in for a bias."
)
SENSITIVITY = "One setting at a time, the others at their defaults, one model seed; d = 64, so that d^0.5 = 8."
CASES = (
    "Three users, drawn at random among those whose chosen item is ranked in the first ten; cases whose review has a "
    "text come first. Attributes in both the reasons and the review are marked."
)
