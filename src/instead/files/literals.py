"""Parses lines that are Python literals, as in the 2014 Amazon metadata: `{'asin': '...', 'price': 9.49}`.

No code is evaluated. A line is rewritten as JSON by exchanging the quotes of its strings; a line that does not become
valid JSON goes through `ast.literal_eval`, which builds constants only. The rewriting is several times faster, and a
test checks that both give the same result.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import orjson

from instead.files.blocks import Block
from instead.files.jsonlines import LONG_NUMBER, decode, mended, numbered_lines
from instead.files.rejects import RejectLog

# A stretch in which every string is in single quotes and holds neither quotes nor backslashes, then one string that is
# otherwise. The stretch is possessive: read left to right, a quote inside a string never starts one.
_STRETCH = re.compile(rb"""((?:[^'"]++|'[^'"\\]*+')*+)("(?:[^"\\]++|\\.)*+"|'(?:[^'\\]++|\\.)*+'|$)""", re.DOTALL)


def objects(block: Block, file: str, log: RejectLog) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's dictionary with its line number; lines that are not dictionaries of constants go to the log."""
    tally = log.tally(file)
    for number, raw in numbered_lines(block):
        body = raw.strip()
        if not body:
            continue
        tally.rows += 1
        try:
            try:
                value = parse(body)
            except UnicodeDecodeError:  # bytes that are not UTF-8 become U+FFFD and the row is kept
                value = parse(body.decode("utf-8", "replace").encode())
                tally.repaired["bytes that are not UTF-8 replaced"] += 1
        except ValueError as error:
            log.reject(file, number, f"not a Python literal ({error})", decode(raw), kind="not a Python literal")
            continue
        if not isinstance(value, dict):
            cause = f"not a dictionary but {type(value).__name__}"
            log.reject(file, number, cause, decode(raw), kind="not a dictionary")
            continue
        yield number, value


def parse(body: bytes) -> Any:
    """One literal. Raises ValueError with the reason."""
    if LONG_NUMBER.search(body):  # orjson rounds integers of more than 64 bits
        return parse_slowly(body)
    try:
        if b'"' not in body and b"\\" not in body:  # one stretch
            return orjson.loads(body.replace(b"'", b'"'))
        return orjson.loads(_STRETCH.sub(_as_json, body))
    except (ValueError, TypeError, SyntaxError):  # orjson's errors are the first two
        return parse_slowly(body)


def _as_json(found: re.Match[bytes]) -> bytes:
    plain, odd = found.groups()
    if b"\\" in odd:
        odd = orjson.dumps(ast.literal_eval(odd.decode()))
    elif odd.startswith(b"'"):
        odd = b'"' + odd[1:-1].replace(b'"', b'\\"') + b'"'
    return bytes(plain.replace(b"'", b'"') + odd)


def parse_slowly(body: bytes) -> Any:
    """The slow reference of `parse`."""
    text = body.decode()
    try:
        value = ast.literal_eval(text)
        return mended(value) if "\\u" in text.lower() else value
    except SyntaxError as error:
        raise ValueError(error.msg) from None
    except (ValueError, MemoryError, RecursionError, TypeError) as error:
        raise ValueError(str(error).split(":")[0] or type(error).__name__) from None
