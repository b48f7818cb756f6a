"""Changes of the catalogue: put together with what is there, kept in the store, and then part of the shop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from instead.errors import InputError, WrongItem
from instead.live.catalogue_documents import PUT, change_of, described, merged
from instead.live.live_state import LiveState
from instead.models.interface import PlacesItems
from instead.ranking.descriptions import read_change, read_descriptions
from instead.service.problems import Refusal
from instead.service.state import State


@dataclass(slots=True)
class Changed:
    """What a change did."""

    changed: int = 0
    unchanged: int = 0
    unknown: list[str] = field(default_factory=list)


def state_of(here: State) -> LiveState:
    """The state of the model in use."""
    state = here.live.current.state
    if state is None:
        raise Refusal(503, "no-store", "the service has no store to keep changes in")
    return state


def change_items(changes: Mapping[str, Mapping[str, Any]], here: State) -> Changed:
    """Change columns of items that the shop knows; others are named. A wrong value refuses all of them."""
    for place, (item, told) in enumerate(changes.items()):
        try:
            read_change(told)
        except InputError as error:
            raise WrongItem(f"item {item!r}: {error}", place) from None
    with here.live.changing:
        state = state_of(here)
        state.catch_up()
        done, documents = Changed(), {}
        for item, told in changes.items():
            before = state.documents.get(item)
            if item not in state.shop.catalogue and not (before or {}).get(PUT):
                done.unknown.append(item)
                continue
            after = merged(before, told)
            if change_of(after, item, state.shop.catalogue) is None:
                done.unchanged += 1
            else:
                done.changed += 1
            if after != before:
                documents[item] = after
        if documents:
            here.store.put("item", documents)
    here.live.follow()
    here.variants.follow()
    return done


def put_items(descriptions: Mapping[str, Mapping[str, Any]], here: State) -> Changed:
    """Describe items as a whole: those that the shop knows, and new ones, which are placed by what is said of them."""
    with here.live.changing:
        state = state_of(here)
        state.catch_up()
        shop, done = state.shop, Changed()
        new = {item: told for item, told in descriptions.items() if item not in shop.catalogue}
        if new and not isinstance(shop.model, PlacesItems):
            said = f"a {shop.manifest['model']} model cannot place items that it was not trained on"
            raise Refusal(409, "cannot-place", f"{said}: they become part of the shop with the next training")
        read_descriptions([{**told, "item": item} for item, told in new.items()], (), shop.askers.attribute)
        documents = {item: described(told) for item, told in descriptions.items()}
        documents = {item: told for item, told in documents.items() if told != state.documents.get(item)}
        done.changed, done.unchanged = len(documents), len(descriptions) - len(documents)
        if documents:
            here.store.put("item", documents)
    here.live.follow()
    here.variants.follow()
    return done
