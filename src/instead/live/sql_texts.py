"""What is said to the database, in words that SQLite and PostgreSQL share; `?` stands for a value."""

from __future__ import annotations

VERSION = 1
"""Of the tables. A store with a higher one was made by a newer version of the package."""

EVENT_COLUMNS = (
    "seq", "id", "kind", "time", "received", "user_id", "session", "item", "recommendation_id", "query", "position",
    "verdict", "attributes", "wrong", "comment", "text", "rating", "price", "quantity", "model",
)  # fmt: skip
SHOWN_COLUMNS = ("id", "time", "query", "user_id", "session", "model", "experiment", "variant", "offers")

TABLES = (
    # numbers that count up: every writer takes them within its transaction, and transactions of writers follow each
    # other, so that numbers become visible in order
    "CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
    f"INSERT INTO counters VALUES ('version', {VERSION}), ('events', 0), ('documents', 0) ON CONFLICT DO NOTHING",  # noqa: S608
    """CREATE TABLE IF NOT EXISTS events (
      seq BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, time DOUBLE PRECISION NOT NULL,
      received DOUBLE PRECISION NOT NULL, user_id TEXT, session TEXT, item TEXT, recommendation_id TEXT, query TEXT,
      position INTEGER, verdict TEXT, attributes TEXT NOT NULL, wrong TEXT NOT NULL, comment TEXT NOT NULL,
      text TEXT NOT NULL, rating DOUBLE PRECISION, price DOUBLE PRECISION, quantity INTEGER NOT NULL, model TEXT)""",
    "CREATE INDEX IF NOT EXISTS events_time ON events (time)",
    "CREATE INDEX IF NOT EXISTS events_user ON events (user_id, time) WHERE user_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS events_session ON events (session, time) WHERE session IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS events_answer ON events (recommendation_id) WHERE recommendation_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS events_verdict ON events (time, verdict) WHERE verdict IS NOT NULL",
    """CREATE TABLE IF NOT EXISTS shown (
      id TEXT PRIMARY KEY, time DOUBLE PRECISION NOT NULL, query TEXT NOT NULL, user_id TEXT, session TEXT,
      model TEXT NOT NULL, experiment TEXT NOT NULL, variant TEXT NOT NULL, offers TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS shown_time ON shown (time, id)",
    "CREATE INDEX IF NOT EXISTS shown_user ON shown (user_id) WHERE user_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS shown_session ON shown (session) WHERE session IS NOT NULL",
    # a document that was taken away stays as a row without content, so that whoever reads on sees it go
    """CREATE TABLE IF NOT EXISTS documents (
      kind TEXT NOT NULL, id TEXT NOT NULL, seq BIGINT NOT NULL UNIQUE, content TEXT, PRIMARY KEY (kind, id))""",
)


def marks(count: int) -> str:
    """As many places for values, with commas."""
    return ", ".join("?" * count)


TAKE_NUMBERS = "UPDATE counters SET value = value + ? WHERE name = ? RETURNING value"
NUMBER = "SELECT value FROM counters WHERE name = ?"
ADD_EVENT = f"INSERT INTO events ({', '.join(EVENT_COLUMNS)}) VALUES ({marks(len(EVENT_COLUMNS))})"  # noqa: S608 - our own names
SAID_LATER = "UPDATE events SET wrong = ?, comment = ? WHERE id = ?"
ADD_SHOWN = (
    f"INSERT INTO shown ({', '.join(SHOWN_COLUMNS)}) VALUES ({marks(len(SHOWN_COLUMNS))}) "  # noqa: S608 - our own names
    "ON CONFLICT (id) DO NOTHING"
)
PUT_DOCUMENT = (
    "INSERT INTO documents (kind, id, seq, content) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq, content = excluded.content"
)
DOCUMENTS = "SELECT id, content FROM documents WHERE kind = ? AND content IS NOT NULL ORDER BY id"
DOCUMENT_CHANGES = "SELECT seq, kind, id, content FROM documents WHERE seq > ? ORDER BY seq LIMIT ?"
EVENTS_AFTER = f"SELECT {', '.join(EVENT_COLUMNS)} FROM events WHERE seq > ?"  # noqa: S608 - our own names
BY_NUMBER = " ORDER BY seq LIMIT ?"
SHOWN_FROM = f"SELECT {', '.join(SHOWN_COLUMNS)} FROM shown WHERE "  # noqa: S608 - our own names

# Of somebody: what names them; what their sessions did, unless it names somebody else; what followed from answers to
# them. Sessions and answers are read before anything goes.
SESSIONS_OF = (
    "SELECT session FROM events WHERE user_id = ? AND session IS NOT NULL "
    "UNION SELECT session FROM shown WHERE user_id = ? AND session IS NOT NULL"
)
ANSWERS_TO = "SELECT id FROM shown WHERE user_id = ?"
FORGET = {
    "events": ("DELETE FROM events WHERE user_id = ?", "DELETE FROM events WHERE user_id IS NULL AND session = ?"),
    "shown": ("DELETE FROM shown WHERE user_id = ?", "DELETE FROM shown WHERE user_id IS NULL AND session = ?"),
}
FORGET_FOLLOWING = "DELETE FROM events WHERE user_id IS NULL AND recommendation_id = ?"
EXPIRE = {  # in pieces: others write in between
    "events": "DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE time < ? LIMIT ?)",
    "shown": "DELETE FROM shown WHERE id IN (SELECT id FROM shown WHERE time < ? LIMIT ?)",
}

KINDS_COUNTED = "SELECT kind, COUNT(*) FROM events GROUP BY kind"
SIZES = {
    "shown": "SELECT COUNT(*) FROM shown",
    "documents": "SELECT COUNT(*) FROM documents WHERE content IS NOT NULL",
}
SPAN = "SELECT MIN(time), MAX(time) FROM events"
VERDICTS = "SELECT verdict, COUNT(*) FROM events WHERE verdict IS NOT NULL GROUP BY verdict"
VERDICTS_BY_DAY = "SELECT {day}, verdict, COUNT(*) FROM events WHERE time >= ? AND verdict IS NOT NULL GROUP BY 1, 2"
WRONG = (
    "SELECT value, COUNT(*) FROM events, {each} WHERE verdict IS NOT NULL GROUP BY value "
    "ORDER BY COUNT(*) DESC, value LIMIT ?"
)
LATEST_EVENTS = (
    f"SELECT {', '.join(EVENT_COLUMNS)} FROM events WHERE verdict IS NOT NULL ORDER BY time DESC, seq DESC LIMIT ?"  # noqa: S608
)
