"""Format recognition of logs: who looked at, put aside or bought which item when."""

from __future__ import annotations

from collections.abc import Mapping

from instead.files.columns import resolve
from instead.files.known_names import ranked
from instead.files.plain_names import plain_name
from instead.files.shape import Shape, mostly
from instead.files.times import is_time
from instead.files.understood import Understood
from instead.substitutes.actions import JD, action_of

VIEW_COLUMNS = ("user", "session", "visitor", "item", "time", "action", "bought", "shown", "shown_prices")
BY_POSITION = ("user", "item", "time", "bought")
JD_LOG, TRIVAGO, GA4 = "JD action log", "trivago sessions", "GA4 events"
_JD_COLUMNS = {"action_time", "user_id", "sku_id", "type"}
_TRIVAGO_COLUMNS = {"session_id", "action_type", "reference", "impressions"}
_GA4_COLUMNS = {"event_name", "event_timestamp", "user_pseudo_id"}


def recognise_events(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """A log that names its events, so that it is none of the tables that have such columns beside others: an item and
    a price make a list of items, unless there is a user, a time and an event as well."""
    found = recognise_views(shape, given)
    if found is None or not shape.has_header or not found.columns.keys() & {"action", "bought"}:
        return None
    return found


def recognise_views(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """A log of looks: a user, a visitor or a session, an item, a time, and optionally what was done."""
    if shape.container in ("lines", "Python literals"):
        return None
    if shape.container != "table" and set(shape.columns) >= _GA4_COLUMNS | {"items"}:
        return _ga4(shape)
    if not shape.has_header:
        return _by_position(shape)
    names = resolve(shape.columns, VIEW_COLUMNS, given, file=shape.file.name, table="views")
    if not {"user", "item", "time"} <= names.keys():
        return None
    keys = set(shape.columns)
    form = f"view log ({shape.container})"
    if keys >= _JD_COLUMNS:
        form = JD_LOG
    elif keys >= _TRIVAGO_COLUMNS:
        form = TRIVAGO
    elif keys >= _GA4_COLUMNS:
        form = f"{GA4} ({shape.container})"
    notes = []
    own = JD if form == JD_LOG else {}
    if "action" in names and "action" not in given and not _is_action(shape, names["action"], own):
        column = names.pop("action")
        if column.lower() != "type":
            notes.append(
                f"{column} has no word for an action that is known, so every row is taken as a look; to say what they "
                f"mean: --map action={column} --action WORD=view (and so on)"
            )
    if form == TRIVAGO:
        notes.append("a click out of the list counts as taking the item")
    if plain_name(names["user"]) in ranked("session"):
        notes.append(f"no column of users: every {names['user']} counts as somebody else")
    return Understood(shape, "views", form, names, _relations(names), tuple(notes))


def _is_action(shape: Shape, column: str, own: Mapping[str, str]) -> bool:
    """Whether a column called `type` or so has words for actions: one in five known is enough under a clear name."""
    words = [str(row[column]) for row in shape.rows if row.get(column) not in (None, "")]
    known = [action_of(word, own) is not None for word in words]
    if column.lower() == "type":
        return mostly(known)
    return not words or sum(known) >= 0.2 * len(words)


def _ga4(shape: Shape) -> Understood:
    """Events as Google Analytics 4 exports them to BigQuery: items and parameters are lists inside an event."""
    names = {
        "user": "user_id",
        "visitor": "user_pseudo_id",
        "session": "event_params",
        "item": "items",
        "time": "event_timestamp",
        "action": "event_name",
    }
    if "user_id" not in shape.columns:
        del names["user"]
    if "event_params" not in shape.columns:
        del names["session"]
    return Understood(shape, "views", GA4, names, ("also_viewed", "buy_after_viewing"))


def _by_position(shape: Shape) -> Understood | None:
    if not 3 <= len(shape.columns) <= 4 or not mostly(is_time(row["c3"]) for row in shape.rows):
        return None
    names = dict(zip(BY_POSITION, shape.columns, strict=False))
    note = f"no header: columns taken as {', '.join(names)} by position (--map changes that)"
    return Understood(shape, "views", "view log (table without header)", names, _relations(names), (note,))


def _relations(names: Mapping[str, str]) -> tuple[str, ...]:
    return ("also_viewed", "buy_after_viewing") if names.keys() & {"bought", "action"} else ("also_viewed",)
