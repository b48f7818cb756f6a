"""Frozen records of the public interface: recommendations, reasons, items. Inside the package data are columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Self

from instead.html_cards import card_html, list_html, table_html


@dataclass(frozen=True, slots=True)
class Review:
    """One user's opinion on one item. `time` is in seconds since 1970, `None` where unknown."""

    user: str
    item: str
    rating: float | None
    time: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """(u, v, a, s) of section 2.2: what a user said about one attribute of an item.

    `start` and `end` are character offsets of the sentence in the review; `None` for imported mentions.
    """

    user: str
    item: str
    attribute: str
    opinion: str
    sentiment: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rejected row and its cause. Lines count from 1 in the decompressed file."""

    file: str
    line: int
    cause: str
    content: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a real review that praises (+1) or blames (-1) an attribute; `about` is its caption. Who
    wrote it is not said: ids of reviewers never leave the shop."""

    text: str
    sentiment: int
    item: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Quality y~ of an item on an attribute, and the reviews behind it. `observed` is False for an estimate.

    `share` is the share of praise that verdicts compare: the posterior mean, drawn towards what is usual of its brand,
    its category and the shop where reviews are few; None where no review mentions the attribute. With a probability of
    0.9 it lies between `low` and `high`. `text` is a sentence of the counts.
    """

    quality: float
    observed: bool
    praised: int
    blamed: int
    quotes: tuple[Quote, ...] = ()
    share: float | None = None
    text: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """An attribute that speaks for or against a substitute: gain = care * (quality of j - quality of q), Eq. 20.

    `verdict` is "better", "comparable", "worse" or "unknown" (not enough reviews to say). `confidence` is the
    probability, given the reviews of both items, that the verdict's direction is right; 0 where there is no evidence.
    `text` is the whole sentence, `verdict_text` the verdict and `said` what reviews of both items say, in one line:
    for places where the attribute's name stands already.

    `source` says what the comparison rests on: "own" reviews of both items, or of one of them, and for the other what
    is usual of its "brand", its "category" or the "shop"; "none" where nothing is said. `pooled`: the counts are those
    of a whole family of attributes. `stated`: the request names the attribute. `why` says why it matters to them.
    """

    attribute: str
    care: float
    care_observed: bool
    query: Standing
    substitute: Standing
    gain: float
    verdict: str
    confidence: float
    text: str
    verdict_text: str = ""
    said: str = ""
    source: str = "own"
    pooled: bool = False
    stated: bool = False
    why: str = ""


class Comparison(tuple[Reason, ...]):
    """The table of two items, a row for each attribute; `heads` are the words over its three columns."""

    heads: tuple[str, ...]

    def __new__(cls, rows: Iterable[Reason] = (), heads: Iterable[str] = ("", "", "")) -> Self:
        made = super().__new__(cls, rows)
        made.heads = tuple(heads)
        return made

    def _repr_html_(self) -> str:
        """In a notebook."""
        return table_html([asdict(row) for row in self], self.heads)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the shop knows of a substitute beside what reviews say, with where it is from; never an estimate.

    `kind`: "price", "stars", "taken", "viewed", "newer", "brand", "category", or the name of a field of the items.
    `value` is the substitute's, `of_query` that of the item being looked at (None where there is nothing to compare),
    `favours` 1 where it speaks for the substitute, -1 against it, 0 for neither. `source`: "catalogue", "reviews",
    "links" or "visits".
    """

    kind: str
    text: str
    value: float | str | None
    of_query: float | str | None
    source: str
    favours: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """An item offered instead of the query, best first. `basis` says what its score rests on: "trained", "few" (1 to 4
    reviews), "new" (none yet: links, title and category place it) or "attributes" (an item added since the training).

    `better`, `comparable` and `worse` count all attributes that reviews of both items judge so, not only the reasons
    that are shown. `notes` are sentences about parts of the request that could not be met; those of a list are in its
    recommendation. `score_parts` are the named parts of the score in points, the largest first and the one that every
    score starts from last, where they were asked for and the model can tell; they add up to it. `basis_text` says in
    words how it was scored, where that is worth saying.

    `facts` stand beside the reasons. `headline` is the one sentence that speaks most for it. `gave_up` says what an
    offer gives up for what the request wants more of (`than`). `available` and `link` are those of `Item`, and so is
    `currency`; `price_text` is the price as readers of this language write it. `placed_by` is the id of the shop's rule
    that moved it, empty where none did, and `placed_text` says so in words.
    """

    item: str
    title: str
    score: float
    text: str
    reasons: tuple[Reason, ...]
    brand: str | None = None
    category: str | None = None
    price: float | None = None
    image: str | None = None
    basis: str = "trained"
    better: int = 0
    comparable: int = 0
    worse: int = 0
    notes: tuple[str, ...] = ()
    score_parts: tuple[tuple[str, float], ...] = ()
    basis_text: str = ""
    facts: tuple[Fact, ...] = ()
    headline: str = ""
    gave_up: str = ""
    available: bool | None = None
    link: str | None = None
    currency: str | None = None
    price_text: str = ""
    placed_by: str = ""
    placed_text: str = ""

    def _repr_html_(self) -> str:
        """In a notebook, as the page's card."""
        return card_html(asdict(self))


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Substitutes for one user and query, best first: `for substitute in recommendation`.

    `user_basis`: "trained", "folded in" (from reviews in the request), "care given", "choices given", "session"
    (history or viewed items, where the model uses them) or "average" (user cold start); `basis_text` says it in words.
    `query_basis`: as the `basis` of a substitute, or "average" for an item that nothing places. `notes` are sentences
    about parts of the request that could not be met. `kind` names what kind of thing is offered, that of the query,
    where the gate on kinds is on and knows it; `kind_text` says so. `keep`: reviews and facts speak for the query
    against everything that could be offered; the substitutes are what comes closest, and `keep_text` says so.
    `recommendation_id` names the answer where it was recorded, so that what follows from it can be tied to it; answers
    that say the same are equal under other names.
    """

    user: str | None
    query: str
    user_basis: str
    query_basis: str
    substitutes: tuple[Substitute, ...]
    notes: tuple[str, ...] = ()
    session: str | None = None
    basis_text: str = ""
    kind: str | None = None
    kind_text: str = ""
    keep: bool = False
    keep_text: str = ""
    recommendation_id: str | None = field(default=None, compare=False)

    def _repr_html_(self) -> str:
        """In a notebook, as the page's cards."""
        return list_html(asdict(self))

    def __iter__(self) -> Iterator[Substitute]:
        return iter(self.substitutes)

    def __len__(self) -> int:
        return len(self.substitutes)

    def __getitem__(self, place: int) -> Substitute:
        return self.substitutes[place]


@dataclass(frozen=True, slots=True)
class Care:
    """How much a user cares about an attribute, 1 to N. `observed` is False for an estimate."""

    attribute: str
    care: float
    observed: bool


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the shop. `reviews` counts training reviews; `standings` are by attribute, most mentioned first.

    `available` says whether it can be ordered, None where the shop's file does not say; `link` is its page in the shop,
    `fields` are structured fields by name (colour, size ...). `currency` is the ISO code of that of the price, None
    where it is not known.
    """

    id: str
    title: str
    brand: str | None = None
    category: str | None = None
    price: float | None = None
    image: str | None = None
    reviews: int = 0
    basis: str = "trained"
    standings: tuple[tuple[str, Standing], ...] = ()
    available: bool | None = None
    link: str | None = None
    fields: tuple[tuple[str, str], ...] = ()
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Category:
    """A category of the shop and how many items are in it."""

    name: str
    items: int


@dataclass(frozen=True, slots=True)
class Group:
    """Substitutes that are better on one attribute; `attribute` is None for those without a supported advantage."""

    attribute: str | None
    text: str
    substitutes: tuple[Substitute, ...]
