"""`/admin/rules`: the rules of the shop's owners, read, kept, taken out, and what they would change."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from instead.errors import InputError
from instead.live.preview import Preview, preview
from instead.live.rules import STORE
from instead.service.live import Loaded
from instead.service.logs import event
from instead.service.problems import Refusal
from instead.service.state import Here, Now, State, answer, problems
from instead.service.steering_bodies import PreviewBody, RulesPage
from instead.settings.rules import Rule

router = APIRouter(prefix="/admin/rules", tags=["staff"])
Name = Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9._:-]+$", description="Id of the rule.")]


@router.get("", response_model=RulesPage, responses=problems(), summary="The shop's rules")
def rules(here: Here, now: Now) -> Response:
    """Every rule in use with what it matches, whether it counts now, and what is wrong with it."""
    return answer(_page(here, now))


@router.post("", response_model=RulesPage, responses=problems(), summary="Read the file of rules again")
def read(here: Here, now: Now) -> Response:
    """Read file and store now instead of within seconds; what cannot be read is refused and changes nothing."""
    here.rules.read()
    event("rules read", count=len(here.rules.current.rules))
    return answer(_page(here, now))


@router.post("/preview", response_model=Preview, responses=problems(), summary="What rules would change")
def show_preview(asked: PreviewBody, here: Here, now: Now) -> Response:
    """Lists with and without: which first offers change, which items gain and lose, with examples."""
    given = {one.id: one for one in asked.rules}
    if len(given) < len(asked.rules):
        raise InputError("two rules have the same id")
    for one in asked.rules:
        if one.margins_file is not None:
            raise InputError(f"rule {one.id!r}: a margins_file is for rules in a file; send margins")
    before = [] if asked.replace else [one for one in here.rules.current.rules if one.id not in asked.remove]
    wanted = {one.id: one for one in before} | given
    at = None
    if asked.at is not None:
        told = asked.at if isinstance(asked.at, datetime) else datetime(asked.at.year, asked.at.month, asked.at.day)
        at = (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
    return answer(preview(now.shop, tuple(wanted.values()), items=asked.items, k=asked.k, at=at))


@router.put("/{name}", response_model=RulesPage, responses=problems(507), summary="Keep a rule and let it count")
def put(name: Name, rule: Rule, here: Here, now: Now) -> Response:
    """A rule in the store: it counts at once here, and within seconds in other services of the same store."""
    if rule.id != name:
        raise InputError(f"the rule is called {rule.id!r}, the address says {name!r}")
    here.rules.put(rule, now.shop.catalogue, time.time())
    event("rule kept", id=name, kind=rule.kind)
    return answer(_page(here, now))


@router.delete("/{name}", response_model=RulesPage, responses=problems(404, 507), summary="Take a rule out")
def remove(name: Name, here: Here, now: Now) -> Response:
    """Take a rule out of the store. Rules of a file are taken out there."""
    if not here.rules.remove(name):
        raise Refusal(404, "unknown-rule", f"there is no rule {name!r} in the store")
    event("rule taken out", id=name)
    return answer(_page(here, now))


def _page(here: State, now: Loaded) -> dict[str, object]:
    live = here.rules
    matched, wrong = live.matched(now.shop.catalogue, time.time())
    return {
        "rules": [
            {
                "rule": one.rule.as_json(),
                "source": live.current.sources.get(one.rule.id, STORE),
                "state": one.state,
                "offers": one.offers,
                "queries": one.queries,
                "problems": [problem.text for problem in wrong if one.rule.id in problem.rules],
            }
            for one in matched
        ],
        "file": None if live.file is None else str(live.file),
        "time": live.current.time,
        "problem": live.problem,
    }
