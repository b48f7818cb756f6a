"""Structured logging: one line per event on stderr, JSON or text. No user ids, no bodies, no keys."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import orjson

LOG = logging.getLogger("instead.service")


class JsonLines(logging.Formatter):
    """`{"time": ..., "level": ..., "event": ..., ...}`, with the fields of `extra={"facts": {...}}` added."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class TextLines(logging.Formatter):
    """The same for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{clock} {record.levelname.lower():<7} {record.getMessage()} {facts}".rstrip()
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


def set_up(form: str, level: str) -> None:
    """Send our log and uvicorn's to stderr in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name in ("instead.service", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], False
        if name != "uvicorn.error":  # it hands its lines on to "uvicorn"
            logger.addHandler(handler)
        else:
            logger.propagate = True
        logger.setLevel(level.upper())


def event(name: str, level: int = logging.INFO, **facts: object) -> None:
    """One line of the log."""
    LOG.log(level, name, extra={"facts": facts})
