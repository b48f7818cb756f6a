"""`POST /v1/recommend`, `/v1/recommend/batch` and `/v1/explain`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from instead.errors import InsteadError
from instead.records import Recommendation
from instead.service.bodies import BatchBody, ExplainBody, GroupLine, Many, RecommendBody, Recommended, Why
from instead.service.keeping import known
from instead.service.live import Loaded
from instead.service.problems import Refusal, of_error
from instead.service.recommending import answered, within
from instead.service.state import Here, Now, State, answer, problems
from instead.shop import grouped
from instead.wording import Wording

router = APIRouter(prefix="/v1", tags=["recommend"])


@router.post(
    "/recommend",
    response_model=Recommended,
    responses=problems(404),
    summary="Substitutes for one item, with reasons",
)
def recommend(asked: RecommendBody, now: Now, here: Here) -> Response:
    """Substitutes for the item being looked at, best first, each with the reasons for and against it.

    Without information about the user the average customer is used; `user_basis` in the answer says what was used.
    What was shown is recorded under its `recommendation_id`, to which events can refer.
    """
    return answer(_recommended(now, asked, here))


@router.post("/recommend/batch", response_model=Many, responses=problems(), summary="Many questions in one request")
def recommend_batch(asked: BatchBody, now: Now, here: Here) -> Response:
    """Each request is answered independently: one unknown item does not affect the others."""
    limit = here.settings.max_batch
    if len(asked.requests) > limit:
        raise Refusal(422, "too-many", f"a batch may have {limit} requests, not {len(asked.requests)}")
    answers, most = sum(one.k for one in asked.requests), here.settings.max_answers
    if answers > most:
        said = f"a batch may ask for {most:,} substitutes in all, not {answers:,}: send fewer requests or a smaller k"
        raise Refusal(422, "too-many", said)
    results: list[dict[str, Any]] = []
    for one in asked.requests:
        try:
            results.append({"recommendation": _recommended(now, one, here), "problem": None})
        except (InsteadError, Refusal) as error:
            results.append({"recommendation": None, "problem": of_error(error)})
    return answer({"results": results})


@router.post("/explain", response_model=Why, responses=problems(404), summary="Why this one, with a comparison table")
def explain(asked: ExplainBody, now: Now, here: Here) -> Response:
    """Reasons for one given substitute, and a table of both items over what this user cares about."""
    within(asked, here)
    now = here.variants.choose(now, asked)[0]
    asked = known(asked, now)
    one = now.shop.why(asked, asked.substitute)
    table = now.shop.side_by_side(asked, asked.substitute, asked.rows) if asked.rows else ()
    return answer({"substitute": one, "comparison": tuple(table), "heads": now.shop.wording.words.heads})


def _recommended(now: Loaded, asked: RecommendBody, here: State) -> Recommendation:
    found, now = answered(now, asked, here)
    return _with_groups(found, now.shop.wording) if asked.grouped else found


def _with_groups(found: Recommendation, wording: Wording) -> Recommended:
    """A recommendation with groups that list item ids, so that each substitute is in the response once."""
    groups = (
        GroupLine(one.attribute, one.text, tuple(each.item for each in one.substitutes))
        for one in grouped(found, wording)
    )
    return Recommended(**{one.name: getattr(found, one.name) for one in fields(found)}, groups=tuple(groups))
