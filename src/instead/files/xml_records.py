"""Reads the records of an XML feed one after the other: `item` of RSS, `entry` of Atom, `product` and the like.

Streaming, with bounded memory, and without anything that a document could declare: entities and what a document type
has inside are refused, nothing outside the file is ever opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from instead.errors import InputError
from instead.files.opening import RawFile
from instead.progress import Advance

RECORDS = frozenset({"item", "entry", "product", "offer", "shopitem", "record", "row"})
"""Names of the elements that are records, whatever their case."""
DETAIL = "product_detail"
"""Elements of a record that hold a name and a value of a structured field."""
LONGEST_RECORD = 16 << 20
_PIECE = 1 << 18


@dataclass
class _Collector:
    """What the parser has found since it was last asked."""

    done: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    depth: int = 0
    record_at: int = 0
    """Depth of the record that is open; 0: none."""
    line: int = 0
    values: dict[str, tuple[bool, str]] = field(default_factory=dict)
    """Name -> (whether it had a prefix, text)."""
    name: str = ""
    text: list[str] = field(default_factory=list)
    held: int = 0
    detail: dict[str, str] = field(default_factory=dict)
    details: list[tuple[str, str]] = field(default_factory=list)

    def start(self, parser: expat.XMLParserType, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if not self.record_at:
            if _local(tag).lower() in RECORDS and self.depth > 1:
                self.record_at, self.line = self.depth, parser.CurrentLineNumber
                self.values, self.details, self.held = {}, [], 0
            return
        self.text.clear()
        if self.depth == self.record_at + 1:
            self.name, self.detail = tag, {}
            if attributes.get("href") and attributes.get("rel", "alternate") == "alternate":  # a link of Atom
                self.keep(tag, attributes["href"])

    def characters(self, data: str) -> None:
        if self.record_at and self.depth > self.record_at:
            self.text.append(data)
            self.held += len(data)

    def end(self, tag: str) -> None:
        if self.record_at and self.depth == self.record_at + 1:
            if _local(tag) == DETAIL:
                if len(self.detail) == 2:
                    self.details.append((self.detail["attribute_name"], self.detail["attribute_value"]))
            else:
                self.keep(self.name, "".join(self.text).strip())
            self.text.clear()
        elif self.record_at and self.depth == self.record_at + 2:
            if _local(self.name) == DETAIL and _local(tag) in ("attribute_name", "attribute_value"):
                self.detail[_local(tag)] = "".join(self.text).strip()
            self.text.clear()
        elif self.record_at and self.depth == self.record_at:
            found = {name: text for name, (_, text) in self.values.items()}
            for name, value in self.details:
                found.setdefault(name, value)
            self.done.append((self.line, found))
            self.record_at = 0
        self.depth -= 1

    def keep(self, tag: str, text: str) -> None:
        """The first text of a name stays; `g:id` comes before the `id` of Atom."""
        name, prefixed = _local(tag), ":" in tag
        before = self.values.get(name)
        if text and (before is None or not before[1] or (prefixed and not before[0])):
            self.values[name] = (prefixed, text)


def _local(tag: str) -> str:
    """A name without its prefix: prefixes are what the author of a feed likes, and often not even declared."""
    return tag.rpartition(":")[2]


def records(file: RawFile, advance: Advance | None = None) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, texts by name) of every record. A file that ends in the middle sets `damage`, as a cut-off gzip does."""
    found = _Collector()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def refuse(*_: object) -> None:
        raise InputError(
            "declares entities of its own, which is refused: a feed needs none, and they can be made to fill memory",
            path=file.path,
            line=parser.CurrentLineNumber,
        )

    def doctype(name: str, system: str | None, public: str | None, inside: int) -> None:
        if name.lower() == "html":
            raise InputError(
                "this is a web page (HTML), not a feed; was it downloaded without being signed in?", path=file.path
            )
        if inside:
            refuse()

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = lambda tag, attributes: found.start(parser, tag, attributes)
    parser.CharacterDataHandler = found.characters
    parser.EndElementHandler = found.end
    try:
        for piece in file.stream(advance):
            for start in range(0, len(piece), _PIECE):
                parser.Parse(piece[start : start + _PIECE], False)
                yield from found.done
                found.done.clear()
                if found.record_at and found.held > LONGEST_RECORD:
                    raise InputError(
                        f"a record of more than {LONGEST_RECORD >> 20} MiB; is this a product feed?",
                        path=file.path,
                        line=found.line,
                    )
        if not file.damage:
            parser.Parse(b"", True)
            yield from found.done
    except expat.ExpatError as error:
        cause = expat.errors.messages.get(error.code, str(error.code))
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            file.damage = f"the XML ends in the middle (line {error.lineno})"
            return
        raise InputError(f"damaged XML ({cause})", path=file.path, line=error.lineno) from None
