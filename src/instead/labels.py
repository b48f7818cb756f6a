"""Labels of the page: headings, buttons, states, what is said to those who cannot see it. English here; other languages
are files of `languages/`. Texts with gaps are checked when a wording is made, not when somebody reads it.
"""

from __future__ import annotations

from string import Formatter
from typing import Self

from pydantic import Field, model_validator

from instead.settings import Settings


class Texts(Settings):
    """Templates with known placeholders: an unknown one is an error when the wording is made, not in a request."""

    @model_validator(mode="after")
    def _known_gaps(self) -> Self:
        for name, field in type(self).model_fields.items():
            given, usual = getattr(self, name), field.default
            if isinstance(usual, str) and not gaps_of(given) <= gaps_of(usual):
                strange = ", ".join(sorted(gaps_of(given) - gaps_of(usual)))
                known = ", ".join(sorted(gaps_of(usual))) or "none"
                raise ValueError(f"{name} has a gap {{{strange}}}; its gaps are: {known}")
            if isinstance(usual, dict) and given.keys() != usual.keys():
                raise ValueError(f"{name} needs a text for each of: {', '.join(usual)}")
        return self


def gaps_of(text: str) -> set[str]:
    """Names of the gaps of a template."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise ValueError(f"{text!r} is no text with gaps ({error})") from None


class StaffWords(Texts):
    """The staff's view."""

    staff_title: str = "Instead: staff"
    staff_heading: str = "How the shop is doing"
    staff_wait: str = "Counting …"
    staff_closed: str = "The staff’s view is closed here"
    staff_closed_text: str = "It can be opened from inside the shop only. Everything else works as usual."
    to_the_shop: str = "To the shop"
    accepted: str = "accepted"
    rejected: str = "rejected"
    accepted_share: str = "of {count} judged suggestions accepted"
    half_faster: str = "half of the answers are faster"
    most_faster: str = "99 of 100 answers are faster"
    data_counts: dict[str, str] = Field(
        default={
            "items": "items",
            "users": "users",
            "reviews": "reviews",
            "attributes": "attributes",
            "mentions": "mentions",
            "links": "links",
            "interactions": "interactions",
        }
    )
    """Counts of the data, by name; others are shown as they are."""
    verdicts_heading: str = "Verdicts, last 14 days"
    verdicts_chart: str = "Verdicts of the last days."
    verdicts_of_day: str = "{day}: {accepted} accepted, {rejected} rejected"
    verdicts_total: str = "{accepted} accepted, {rejected} rejected in all."
    no_verdict: str = "No verdict yet. They come from the buttons on the cards, or from POST /v1/feedback."
    reasons_heading: str = "Reasons that were called wrong"
    reason_shown: str = "Reason shown"
    wrong_column: str = "Called wrong"
    nothing_yet: str = "Nothing to show yet."
    latest_heading: str = "Latest verdicts"
    when: str = "When"
    looked_at_column: str = "Looked at"
    offered_column: str = "Offered"
    verdict_column: str = "Verdict"
    take_apart: str = "Take apart"
    take_apart_of: str = "Take the score apart: {title}"
    model_heading: str = "Model in use"
    model_column: str = "Model"
    model_facts: dict[str, str] = Field(
        default={
            "version": "version",
            "kind": "kind",
            "folder": "folder",
            "since": "in use since",
            "loaded": "loaded in",
            "swaps": "swaps",
        }
    )
    swaps: str = "{done} done, {failed} failed"
    swap_label: str = "Swap to the model in this folder; no request fails meanwhile"
    load: str = "Load"
    loading_beside: str = "Loading beside the one in use …"
    loaded_in: str = "Loaded in {seconds} seconds."
    not_loaded: str = "Not loaded, the old one stays: {why}"
    times_heading: str = "Time of recent answers"
    address_column: str = "Address"
    requests_column: str = "Requests"
    times_note: str = "Measured inside the service, up to 2,048 requests of each address. Prometheus: /metrics"
    data_heading: str = "Data and figures"
    data_column: str = "Data"
    figures_of: str = "Figures are those of {of}."
    figures_of_twin: str = "Trained on everything, so nothing can be measured on it. Figures are those of {of}."
    protocol_column: str = "Protocol"
    figure_column: str = "Figure"
    value_column: str = "Value"
    interval_column: str = "95 % interval"
    no_figures: str = "There are none."
    model_card: str = "Model card"
    sum_heading: str = "What a score is the sum of"
    sum_region: str = "Sum of the score"
    item_looked_at: str = "Item looked at"
    item_offered: str = "Item offered"
    customer_if_known: str = "Customer, if known"
    weights_heading: str = "What the model goes by"
    weights_note: str = (
        "Points between a low and a high value of a signal, by kind of asker, ± the standard error. An error as large "
        "as the points: the data do not say."
    )
    weights_of: str = "Weights: {question}"
    signal_column: str = "Signal"
    became: dict[str, str] = Field(
        default={"clicked": "clicked", "accepted": "accepted", "bought": "bought", "rejected": "refused"}
    )
    """What became of an answer, by name."""
    today_heading: str = "Today, {day}"
    answers_given: str = "answers given"
    rates_note: str = (
        "Of the answers of this day, with the range in which the true rate lies nineteen times out of twenty. What "
        "follows later is added when it comes."
    )
    rate_of: str = "{count} of {of}"
    placed_count: str = "offers placed by a rule of the shop"
    shown_column: str = "Shown"
    unnamed: str = "without a name"
    by_reason_heading: str = "By reason"
    by_reason_note: str = (
        "Offers by the reasons that spoke for them. What spoke against an offer that somebody took anyway counts "
        "nowhere."
    )
    by_category_heading: str = "By category"
    category_column: str = "Category"
    item_column: str = "Item"
    asked_column: str = "Asked for"
    without_heading: str = "Asked for, and nothing good to offer"
    without_note: str = (
        "Answers in which nothing speaks for any offer. More reviews, or more of the same kind in the catalogue, "
        "would help."
    )
    sold_out_heading: str = "Sold out, and asked for"
    sold_out_note: str = "People look at these today, and nobody can buy them."
    none_of_these: str = "None."
    experiments_heading: str = "Experiments"
    no_experiment: str = "None runs."
    variant_column: str = "Variant"
    people_column: str = "People"
    rate_column: str = "Rate"
    refresh_heading: str = "Refreshes"
    no_refresh: str = "None yet: instead refresh makes the next model of what has happened since."
    outcome_column: str = "Outcome"
    because_column: str = "Because"
    running: str = "running"
    ended: str = "ended"
    rules_heading: str = "Rules of the shop"
    no_rule: str = "None: the order is what the model and the reasons say."
    rule_example: str = "Recalled by its maker."
    rule_label: str = "A new rule, or another content for one of these"
    preview: str = "What would change?"
    put_live: str = "Put it live"
    preview_text: str = "{lists} of {queries} lists change, {firsts} first offers; {empty} lists become empty."
    preview_example: str = "{title}: {before} → {after}"
    in_lists: str = "In lists"
    in_front: str = "First"
    rule_column: str = "Rule"
    kind_column: str = "Kind"
    state_column: str = "State"
    offers_column: str = "Items"
    queries_column: str = "Looked at"
    take_out: str = "Take out"
    take_out_of: str = "Take out: {id}"
    in_the_file: str = "in the file"
    rule_gone: str = "{id} is taken out."
    rule_live: str = "{id} counts now."
    no_json: str = "This is no JSON: {why}"
    rule_states: dict[str, str] = Field(
        default={"active": "active", "waiting": "not yet", "over": "over", "off": "off"}
    )
    health_heading: str = "Health of the data"
    health_lines: dict[str, str] = Field(
        default={
            "fresh": "The last event came in {hours} hours ago.",
            "no_events": "No event has come in yet: send them to POST /v1/events.",
            "unknown_items": "{percent} % of today’s events name items that this model does not have.",
            "nobody": "{percent} % of today’s events name neither a user nor a session.",
            "no_price": "{percent} % of the items have no price.",
            "no_category": "{percent} % of the items have no category.",
            "no_reviews": "{percent} % of the items have no review.",
            "sold_out": "{percent} % of the items are sold out or hidden.",
            "model_age": "The newest that the model has learned from is {days} days old.",
        }
    )
    """How the data are, by name; texts with gaps."""


class PageWords(StaffWords):
    """The storefront."""

    page_title: str = "Instead"
    page_title_of: str = "Instead of {title}"
    page_about: str = "Substitutes that suit you, and why."
    page_description: str = "Try this instead: substitutes that suit you, and why."
    skip: str = "Skip to the content"
    start_page: str = "Instead, start page"
    search_label: str = "Search for an item"
    search_hint: str = "What are you looking at?"
    search: str = "Search"
    views: str = "Views"
    shop: str = "Shop"
    staff: str = "Staff"
    choose_language: str = "Language"
    no_script: str = "This page needs JavaScript. The service itself does not: see /openapi.json."
    sizes: str = "{items} items, {attributes} things that matter, {users} customers"
    sizes_plain: str = "{items} items, {users} customers"
    hero: str = "Looking at one thing?"
    hero_instead: str = "Try this instead."
    hero_text: str = (
        "Pick what you are looking at, say what matters to you, and see what would suit you instead, in the words of "
        "people who bought it."
    )
    hero_plain: str = "Pick what you are looking at, and see what to take instead."
    most_talked: str = "Most talked about"
    what_there_is: str = "What there is"
    see_all: str = "See what there is"
    found_for: str = "Found for “{text}”"
    found_near: str = "Nothing is called “{text}”; this comes near"
    found_said: str = "{count} items found for {text}."
    found_more_said: str = "{count} or more items found for {text}."
    categories: str = "Categories"
    in_category: str = "In “{name}”"
    category_size: str = "{count} items"
    nothing_found: str = "Nothing found for “{text}”"
    nothing_found_said: str = "Nothing found."
    other_words: str = "Try fewer or other words."
    shop_empty: str = "The shop is empty"
    show_more: str = "Show more"
    review_count: str = "{count} reviews"
    one_review: str = "1 review"
    unknown_heading: str = "We do not have that item"
    unknown_text: str = "Nothing here is called “{item}”."
    unknown_near: str = "Perhaps you mean one of these:"
    try_this: str = "Try this"
    instead: str = "instead"
    suggestions: str = "Try this instead"
    suggestions_said: str = "{count} suggestions."
    first_said: str = "First: {title}. {text}"
    first_now: str = "{title} is first now. {text}"
    changed_places: str = "{count} suggestions changed places."
    order_stays: str = "The order stays as it was."
    moved_up: str = "up {places}"
    moved_down: str = "down {places}"
    moved_new: str = "new"
    because_you: str = "Because {why}."
    evidence: str = "What reviews say"
    take_it: str = "I’d take this"
    embed_heading: str = "Instead of this, you could take"
    embed_keep_heading: str = "What comes closest to this"
    not_for_me: str = "Not for me"
    compare: str = "Compare in full"
    about_title: str = "{what}: {title}"
    taken: str = "✓ Noted: you would take this one"
    taken_said: str = "Noted: you would take {title}."
    refused: str = "“{title}” is gone."
    which_wrong: str = "Which reason was wrong?"
    wrong_price: str = "the price"
    wrong_other: str = "something else"
    wrong_thanks: str = "Thank you, that is noted."
    dismiss: str = "Close"
    comparison: str = "Comparison"
    comparing: str = "Comparing …"
    better_than_this: str = "Better {attribute} than this"
    cheaper_than_this: str = "Like this, but cheaper"
    in_order: str = "Best first"
    in_groups: str = "By what is better"
    order_label: str = "Order of the suggestions"
    kind_only: str = "Only {kind}"
    any_kind: str = "Things of any kind"
    same_kind: str = "Only the same kind"
    show_anything: str = "Show anything"
    looked_at_label: str = "What you are looking at"
    what_matters: str = "What matters to you"
    who_you_are: str = "Who you are"
    shopping_as: str = "Shopping as"
    average_customer: str = "the average customer"
    something_else: str = "Something else?"
    for_example: str = "e.g. {attribute}"
    add: str = "Add"
    did_you_mean: str = "Did you mean:"
    another_word: str = "Try another word."
    as_it_was: str = "Back to how it was"
    away: str = "The shop does not answer just now. We keep trying."
    away_heading: str = "The shop does not answer"
    away_text: str = "Perhaps it is just being restarted. This page goes on by itself when it is back."
    try_again: str = "Try again"
    failed: str = "That did not work"
    failed_why: str = "That did not work. {why}"
    busy: str = "The shop is very busy just now."
    broken: str = "Something went wrong in the shop."
    closed_address: str = "This address is closed here (status {status})."
    somebody: str = "Somebody"
    looks_at: str = "{who} looks at {title}"
    try_instead: str = "Try instead, {basis}:"
    closest: str = "What comes closest"
    """Over offers to somebody who had better keep to what they are looking at."""
    closest_for: str = "What comes closest, {basis}:"
    instead_of: str = "instead of {title}"
    why_in_full: str = "Why one of them, in full:"
    note: str = "note"
    key_heading: str = "This shop asks for a key"
    key_wrong: str = "That key does not fit here."
    key: str = "Key"
    open: str = "Open"
