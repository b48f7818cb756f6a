"""Templates of reasons and notes in English, with named gaps, and labels that stand around them: what `wording.py`
fills. Another language is the same texts in another file (`languages/`).
"""

from __future__ import annotations

from pydantic import Field

from instead.labels import PageWords, Texts
from instead.spoken_texts import SpokenTexts

BETTER, COMPARABLE, WORSE, UNKNOWN = "better", "comparable", "worse", "unknown"
NOTHING = "nothing"
"""In a summary: the verdict on a wish of which no review speaks."""


class Words(PageWords):
    """Labels of page and terminal: what `labels.py` has, and what stands around reasons. The caller fills the gaps."""

    this_one: str = "this suggestion"
    looked_at: str = "what you are looking at"
    estimated: str = "estimated"
    this_one_short: str = "this one"
    looked_at_short: str = "looked at"
    whose: str = "{whose}: {text}"
    happy: str = "{praised} of {reviews}"
    """Beside a bar: how many of those who mention it are happy."""
    alike: str = "mixed"
    uncertain: str = "how uncertain"
    attribute: str = "Attribute"
    care: str = "Care"
    substitute: str = "This one"
    query: str = "You are looking at"
    verdict: str = "So it is"
    estimate_mark: str = "est."
    no_review: str = "no review"
    table: str = (
        "How many of those who mention it are happy. Where reviews are few, bars are drawn to what is usual; the pale "
        "part is how uncertain they are."
    )
    terminal_table: str = (
        "▮ share of those who mention it and are happy; ~ estimated, no review says so; percentages: how likely the "
        "verdict is right"
    )
    nothing_to_compare: str = "Nothing to compare: reviews say too little of both."
    less: str = "{amount} less"
    more: str = "{amount} more"
    same_price: str = "same price"
    no_price: str = "no price"
    cares: tuple[str, str, str, str, str] = ("not at all", "a little", "somewhat", "a lot", "very much")
    """How much something matters, from 1 to the top of the scale."""
    unspoken: str = "No review here speaks of “{name}”."
    left_out: str = "No review here speaks of “{name}”, so that wish is left out."
    stranger: str = "We have not met this customer: the average is shown."
    best: str = "Best for you now"
    score_part: str = "Part of the score"
    points: str = "Points"
    score: str = "Score"
    no_parts: str = "This model does not say what its scores are the sum of."

    @property
    def heads(self) -> tuple[str, str, str]:
        """Over the columns of a comparison."""
        return self.attribute, self.substitute, self.query


class Templates(Texts):
    """Texts of one language."""

    language: str = Field(default="en", pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    """Tag of the language (BCP 47), as browsers name it."""
    language_name: str = "English"
    """As its speakers call it."""
    decimal_mark: str = "."
    """Before the decimals of a number."""
    group_mark: str = ","
    """Between thousands."""
    money_sign: str = "{sign}{amount}"
    """An amount in a currency that has a sign of its own ..."""
    money_code: str = "{code}\u00a0{amount}"
    """... and in one that is shown by its code."""
    words: Words = Words()
    spoken: SpokenTexts = SpokenTexts()
    paper: str = (
        "Based on the item {query} you are currently browsing, we recommend you to try {substitute} instead because it "
        "comes with: {reasons}."
    )
    """Eq. 21, word for word."""
    paper_reason: str = "{adjective} {attribute}"
    better: str = "better {attributes}"
    comparable: str = "comparable {attributes}"
    worse: str = "but worse {attributes}"
    only_worse: str = "worse {attributes}"
    all_told: str = "of all that reviews compare, it is {counts}"
    """Where more speaks for or against an item than is shown."""
    all_better: str = "better in {count}"
    all_worse: str = "worse in {count}"
    nothing: str = "{grounds}; reviews of the two do not say which is better at what"
    unplaced: str = "Nothing is known yet of the item you are looking at; offered by what is known of you"
    without_reviews: str = "{grounds}; the model has no reviews at hand to compare"
    grounds: dict[str, str] = Field(
        default={
            "any": "Close to what you are looking at as a whole",
            "ranker": "Ranked by what replaces what you are looking at and by what people like you take",
            "item-knn": "Ranked by what people took who had what you had or look at",
            "popularity": "Ranked by how many people took it",
            "recent-popularity": "Ranked by how many people took it of late",
            "category-popularity": "Popular in the category of what you are looking at",
            "attribute-tf-idf": "Its reviews speak of the same things",
            "adamic-adar": "Ranked by links with what you are looking at",
            "resource-allocation": "Ranked by links with what you are looking at",
            "2-hop": "Ranked by links with what you are looking at",
            "3-hop": "Ranked by links with what you are looking at",
            "3-hop-indirect": "Ranked by links with what you are looking at",
            "title-tf-idf": "Ranked by titles like that of what you are looking at",
            "category-tf-idf": "Ranked by categories shared with what you are looking at",
            "ials": "Ranked by the taste that what you had shows",
            "walks": "Ranked by links with what you are looking at",
            "listed": "Ranked by links with what you are looking at",
            "complement-steps": "Ranked by links with what you are looking at",
            "owned-substitutes": "Ranked by links with what you had or look at",
            "bought-together": "Ranked by what is bought together with what you had or look at",
            "exposure": "Ranked by where it can be met",
            "attribute-gain": "Ranked by what reviews say of it",
            "mean-stars": "Ranked by how people rated it",
            "same-brand": "Ranked by brand: that of what you are looking at first",
            "price-distance": "Ranked by price: near that of what you are looking at first",
            "your-time": "Ranked by what people took when you were here",
            "random": "Drawn at random",
            "blend": "Ranked by several models together",
        }
    )
    """What an offer rests on where reviews give no reason, by model; `any` for all others."""
    reason: str = "{verdict} {attribute}: {said}"
    unknown: str = (
        "{attribute}: too little is said to compare; {of_substitute} (the item you are looking at: {of_query})"
    )
    verdicts: dict[str, str] = Field(
        default={BETTER: "better", COMPARABLE: "comparable", WORSE: "worse", UNKNOWN: "not clear"}
    )
    user_bases: dict[str, str] = Field(
        default={
            "trained": "for what is known of this customer",
            "folded in": "for what you have written",
            "care given": "for what matters to you",
            "choices given": "for what you chose before",
            "session": "for what you had and have looked at",
            "average": "for the average customer",
        }
    )
    """For whom a list is, by `user_basis`."""
    item_bases: dict[str, str] = Field(
        default={
            "trained": "",
            "few": "few reviews",
            "new": "no reviews yet",
            "attributes": "new: placed by what its reviews say",
            "average": "new: nothing is known of it yet",
        }
    )
    """How an item came to its score, by `basis`, where that is worth saying."""
    praised: str = "praised in {praised} of {reviews} reviews that mention it"
    all_praised: str = "praised in all {reviews} reviews that mention it"
    none_praised: str = "blamed in all {reviews} reviews that mention it"
    both_praised: str = "praised in both reviews that mention it"
    both_blamed: str = "blamed in both reviews that mention it"
    one_praised: str = "praised in the one review that mentions it"
    one_blamed: str = "blamed in the one review that mentions it"
    mixed: str = "praised and blamed alike"
    estimated: str = "estimated at {quality:.1f} of {scale:g}, not mentioned in reviews"
    both_sides: str = "{praised} of {reviews} who mention it are happy; the other {other_praised} of {other_reviews}"
    """Both items in one line, for a place beside the attribute's name."""
    this_alone: str = "{praised} of {reviews} who mention it are happy; nobody says of the other, {usual}"
    """Where no review of the item being looked at speaks of it ..."""
    other_alone: str = "nobody says of this one, {usual}; the other {other_praised} of {other_reviews} happy"
    """... or none of the substitute."""
    usual: dict[str, str] = Field(
        default={
            "brand": "so it is taken as usual for its brand",
            "category": "so it is taken as usual for its kind",
            "shop": "so it is taken as usual here",
        }
    )
    """What stands in for an item of which no review speaks."""
    either_side: str = "{of_substitute}; the other: {of_query}"
    too_few: str = "too few reviews to say"
    unspoken: str = "no reviews speak of it"
    reason_unspoken: str = "{attribute}: no reviews speak of it"
    all_unspoken: str = "no reviews speak of {attributes}"
    not_clear: str = "reviews do not decide {attributes}"
    why_stated: str = "you asked for it"
    why_written: str = "you mentioned it in {count} reviews"
    why_written_once: str = "you mentioned it in a review"
    headline: str = "Better {attribute}: {said}"
    cheaper: str = "{amount} less ({percent} % cheaper)"
    dearer: str = "{amount} more ({percent} % dearer)"
    same_price: str = "the same price"
    stars: str = "{stars} of 5 stars from {count}, the other {other} from {other_count}"
    taken: str = "{percent} % of those who looked at this took it"
    viewed_together: str = "looked at together in {count} visits"
    bought_after: str = "bought by people who looked at this"
    also_viewed: str = "looked at by people who looked at this"
    newer: str = "newer: first reviewed in {year}, the other in {other}"
    same_brand: str = "also by {brand}"
    in_stock: str = "in stock"
    field_same: str = "same {name}: {value}"
    field_other: str = "{name}: {value} instead of {other}"
    field_larger: str = "larger {name}: {value} instead of {other}"
    field_smaller: str = "smaller {name}: {value} instead of {other}"
    sold_out: str = "sold out at the moment"
    kind: str = "Nothing but {kind}"
    kind_by_title: str = "Nothing but the same kind of thing: {kind}"
    none_of_kind: str = "Nothing of the same kind can be offered; other kinds are left out."
    few_of_kind: str = "Only {count} of the same kind can be offered; other kinds are left out."
    held_back: str = "{count} are left out, because reviews call them worse in more than better."
    keep: str = "Reviews speak for the one you are looking at; these come closest."
    """Where reviews and facts speak against everything that could be offered ..."""
    keep_alone: str = "Reviews speak for the one you are looking at: nothing that could be offered is better."
    """... and nothing is offered."""
    gave_up: str = "For that it gives up {given}."
    gave_up_nothing: str = "For that it gives up nothing that reviews or prices tell of."
    gives_attribute: str = "some {attribute}"
    gives_price: str = "{amount}"
    gives_unshown: str = "something in {count} attributes that are not shown"
    gives_one_unshown: str = "something in one attribute that is not shown"
    none_better: str = "Nothing offered is known to be better in {attributes}: what comes nearest is shown."
    fewer_than: str = "{count} of those offered are known to be better in {attributes}."
    group_cheaper: str = "Cheaper and about as good"
    group_cheaper_only: str = "Cheaper"
    group_stars: str = "Better rated"
    comparatives: dict[str, str] = Field(
        default={
            "noise": "Quieter",
            "weight": "Lighter",
            "comfort": "More comfortable",
            "durability": "Lasts longer",
            "ease of use": "Easier to use",
            "cleaning": "Easier to clean",
            "setup": "Easier to set up",
            "installation": "Easier to install",
            "speed": "Faster",
            "value": "Better value",
        }
    )
    """Headings over offers that are better on an attribute, where the language has a word of its own for it."""
    quote_of_substitute: str = "A customer on the {attribute} of this one"
    quote_of_query: str = "A customer on the {attribute} of what you are looking at"
    quote_of_item: str = "A customer on its {attribute}"
    score_parts: dict[str, str] = Field(
        default={
            "start": "start",
            "closeness": "closeness",
            "exposure": "exposure",
            "your taste": "your taste",
            "gain": "gain",
            "popularity": "popularity",
            "timeliness": "timeliness",
            "price": "price",
            "substitution": "substitution",
            "personalisation": "personalisation",
            "shared category": "shared category",
        }
    )
    """Named parts of a score; a model's other names are shown as they are."""
    gain_better: str = "better {attribute}"
    """The part of a score that one attribute adds, above 0 ..."""
    gain_worse: str = "worse {attribute}"
    """... and below."""
    gain_rest: str = "rest of the gain"
    part_points: str = "{part} {points:+.2f}"
    score_sum: str = "{parts}: {score:.2f} in all"
    """What a score is the sum of, in one line."""
    group: str = "Better {attribute}"
    ungrouped: str = "Close as a whole"
    last: str = " and "
    comma: str = ", "
    paper_last: str = ", and "
    stop: str = "; "
    unknown_user: str = "User {user!r} is not known to this model: the average care of all users stands in."
    unknown_items: str = "{strange:,} of {count:,} items they had or looked at are not known to this model."
    viewed_ignored: str = "This model does not look at what somebody has just viewed."
    history_ignored: str = "This model does not look at what somebody had; those items are only left out."
    chosen_ignored: str = "This model does not look at earlier choices."
    reviews_without_attributes: str = "The reviews given mention no attribute that this shop knows."
    placed_by_reviews: str = "{query} came after the training: it is placed by what its reviews say."
    placed_without_reviews: str = "{query} has no reviews yet: it is placed by links, title and category."
    placed_by_nothing: str = "Nothing places {query}: no link, title, category or review; the average item stands in."
    no_reviews_kept: str = "No review texts were read here, so reasons rest on what else is known."
    unknown_stock: str = "{strange:,} of {count:,} ids in stock are not known to this model."
    unknown_excluded: str = "{strange:,} of {count:,} ids to exclude are not known to this model."
    unknown_category: str = "No item is in a category {category!r}."
    unknown_brands: str = "No item is of the brand {brands}."
    unknown_brands_excluded: str = "No item is of the brand {brands}, which was to be excluded."
    no_category: str = "The query has no category, so the wish for the same one was left aside."
    no_price: str = "The query has no price, so the wish for nothing dearer was left aside."
    other_currency: str = "{count:,} items are not priced in {currency} and were left out: prices are not converted."
    no_currency: str = "a known currency"
    all_alike: str = "Nothing tells these items apart for this request: they stand in the order of the catalogue."
    nothing_left: str = "The filters leave no item to offer."
    rules_leave_nothing: str = "The shop's own rules leave nothing to offer here."
    placed_by_shop: str = "placed by the shop"
    """On an offer that a rule of the shop's owners moved."""
    missing_query: str = "The query is missing: this row names no item."
    unknown_query: str = "unknown item {query!r}."
    near_queries: str = "unknown item {query!r}. Did you mean {near}?"
    outcomes: dict[str, str] = Field(default={"clicked": "clicks", "accepted": "acceptances", "purchased": "purchases"})
    """What an experiment counts, by outcome."""
    experiment_better: str = (
        "{variant} is better than {control} by {low} to {high} points of {what}; it may be stopped."
    )
    """Verdicts on experiments; points are hundredths of those who were shown something."""
    experiment_worse: str = "{variant} is worse than {control} by {low} to {high} points of {what}; it may be stopped."
    experiment_alike: str = (
        "{variant} and {control} do not differ by more than {largest} points of {what}, which is all that matters; it "
        "may be stopped."
    )
    experiment_open: str = "No difference of {variant} and {control} larger than {largest} points of {what} so far."
    experiment_early: str = (
        "Too early to tell of {variant} ({what}): {units} of those who were shown something have had their time, and "
        "{least} in each variant and some outcomes are needed."
    )
    experiment_off: str = (
        "The assignment is off: {counts} units where shares are {shares}. Figures mean nothing until that is mended."
    )
    experiment_mixed: str = "The assignment is off: {count} units were given more than one variant."
    price_words: tuple[str, ...] = ("price", "prices", "pricing", "price point", "price tag", "cost", "costs")
    """Attributes on which the shop knows better than its reviews."""
