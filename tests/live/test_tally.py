"""What became of what was shown, counted from a real store and beside a plain loop."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from instead.live.events import Event
from instead.live.shown import Shown, ShownOffer
from instead.live.store import LiveStore, open_store
from instead.live.tally import tally

NOON = 1_700_000_000.0
SHELF = {"q1": "Phones", "q2": "Phones", "q3": "Kettles"}


def shelf(item: str) -> str:
    return SHELF.get(item, "")


def shown(number: int, query: str, *offers: tuple[str, tuple[tuple[str, str], ...]], time: float = NOON) -> Shown:
    made = tuple(ShownOffer(item, 1.0, reasons, "r1" if item == "pinned" else "") for item, reasons in offers)
    return Shown(f"a{number}", time, query, None, f"s{number}", "m", made, "trial", "AB"[number % 2])


def follows(number: int, kind: str, answer: str, item: str, **more: object) -> Event:
    return Event.model_validate(
        {"id": f"e{number}", "kind": kind, "item": item, "recommendation_id": answer, "time": int(NOON) + 9, **more}
    )


def filled(store: LiveStore) -> None:
    battery, price = (("battery", "better"), ("noise", "worse")), (("price", "better"),)
    store.record(shown(1, "q1", ("x", battery), ("y", price)))
    store.record(shown(2, "q2", ("x", battery), ("pinned", ())))
    store.record(shown(3, "q3", ("z", (("noise", "worse"),))))
    store.record(shown(4, "q1", ("x", battery), time=NOON - 90_000))
    store.add(
        [
            follows(1, "click", "a1", "x"),
            follows(2, "click", "a1", "x"),  # again: an answer is clicked once
            follows(3, "click", "a1", "y"),
            follows(4, "purchase", "a1", "y"),
            follows(5, "verdict", "a2", "x", verdict="rejected", query="q2"),
            follows(6, "click", "a3", "z"),
            follows(7, "click", "a4", "x"),  # of another day
            follows(8, "click", "nobody's", "x"),
        ]
    )


def test_outcomes_by_answer_reason_category_and_place(tmp_path: Path) -> None:
    store = open_store(tmp_path / "live.sqlite")
    filled(store)
    found = tally(store, NOON - 3600, NOON + 3600, shelf)
    store.close()
    assert found.answers.shown == 3
    assert found.answers.became == {"clicked": 2, "bought": 1, "rejected": 1}
    assert {name: one.shown for name, one in found.by_reason.items()} == {"battery": 2, "price": 1}
    assert found.by_reason["battery"].became == {"clicked": 1, "rejected": 1}
    assert found.by_reason["price"].became == {"clicked": 1, "bought": 1}
    assert "noise" not in found.by_reason  # it spoke against what somebody took
    assert found.by_category["Phones"].shown == 2
    assert found.by_category["Kettles"].became == {"clicked": 1}
    assert {place: one.shown for place, one in found.by_place.items()} == {1: 3, 2: 2}
    assert found.by_place[2].became == {"clicked": 1, "bought": 1}
    assert found.by_variant["trial", "B"].shown == 2
    assert found.asked == {"q1": 1, "q2": 1, "q3": 1}
    assert found.without == {"q3": 1}
    assert found.placed == 1


def test_it_is_what_a_plain_loop_counts(tmp_path: Path) -> None:
    rng = random.Random(3)
    answers = [
        shown(n, rng.choice(["q1", "q2", "q3"]), *((f"i{m}", ((rng.choice("abc"), rng.choice(["better", "worse"])),))
              for m in rng.sample(range(9), rng.randint(0, 5))))
        for n in range(300)
    ]  # fmt: skip
    events = []
    for n in range(500):
        answer = rng.choice(answers)
        if answer.offers:
            events.append(
                follows(n, rng.choice(["click", "purchase", "cart"]), answer.id, rng.choice(answer.offers).item)
            )
    store = open_store(tmp_path / "live.sqlite")
    for one in answers:
        store.record(one)
    store.add(events)
    found = tally(store, NOON - 1, NOON + 1, shelf)
    store.close()
    names = {"click": "clicked", "purchase": "bought"}
    told = {(e.recommendation_id, e.item, names[e.kind]) for e in events if e.kind in names}
    assert found.answers.became == Counter(outcome for _, outcome in {(a, o) for a, _, o in told})
    reasons: Counter[tuple[str, str]] = Counter()
    by_id = {one.id: one for one in answers}
    for answer_id, item, outcome in told:
        offer = next(o for o in by_id[str(answer_id)].offers if o.item == item)
        reasons.update((name, outcome) for name, verdict in offer.reasons if verdict == "better")
    assert {(name, o): n for name, one in found.by_reason.items() for o, n in one.became.items()} == dict(reasons)
    bare = Counter(a.query for a in answers if not any(v == "better" for o in a.offers for _, v in o.reasons))
    assert found.without == bare
