"""Readers of hand-labelled sentences, to score against. Spans are character offsets in the sentence."""

from __future__ import annotations

import ast
import gzip
import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import orjson

from instead.errors import InputError, UnknownFormat

Span = tuple[int, int]
CHALLENGE_HEAD = "phenomenon\tsentence\tlabels"
SET_ASIDE = "# set aside"
SIGNS = {"positive": 1, "negative": -1, "neutral": 0, "POS": 1, "NEG": -1, "NEU": 0}


@dataclass(frozen=True, slots=True)
class Label:
    """A label of the challenge suite: any one of `terms`, as they stand in the sentence, judged with `sign`."""

    terms: tuple[str, ...]
    sign: int
    optional: bool = False

    def places(self, text: str) -> list[Span]:
        """Where its terms stand in the sentence."""
        return [match.span() for term in self.terms for match in _whole(term).finditer(text)]

    def __str__(self) -> str:
        return f"{'?' * self.optional}{'|'.join(self.terms)} {'+' if self.sign > 0 else '-'}"


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """`terms` are (span, sign), sign `None` for a conflict; `features` are Hu & Liu's words without a place;
    `phenomenon` and `labels` are those of the challenge suite."""

    text: str
    terms: list[tuple[Span, int | None]] = field(default_factory=list)
    opinions: list[Span] = field(default_factory=list)
    triplets: list[tuple[Span, Span, int]] = field(default_factory=list)
    features: list[tuple[str, int]] = field(default_factory=list)
    phenomenon: str = ""
    labels: tuple[Label, ...] = ()


def _whole(term: str) -> re.Pattern[str]:
    """The term as whole words, in any case."""
    return re.compile(rf"(?<!\w){re.escape(term)}(?!\w)", re.IGNORECASE)


def _lines(path: Path) -> list[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()


def read_semeval(path: Path) -> list[GoldSentence]:
    """One JSON object a line: text, terms (term, polarity, span), opinions."""
    out = []
    for line in _lines(path):
        row = orjson.loads(line)
        text = row["text"]
        terms = [((t["span"][0], t["span"][1]), SIGNS.get(t["polarity"])) for t in row.get("terms", [])]
        opinions: list[Span] = []
        for word in row.get("opinions", []):
            opinions.extend(match.span() for match in _whole(word).finditer(text))
        out.append(GoldSentence(text, terms, sorted(set(opinions))))
    return out


def read_aste(path: Path) -> list[GoldSentence]:
    """`words separated by spaces####[([aspect places], [opinion places], 'POS')]`."""
    out = []
    for line in _lines(path):
        text, _, labels = line.partition("####")
        starts, at = [], 0
        for word in text.split(" "):
            starts.append((at, at + len(word)))
            at += len(word) + 1
        triplets = []
        for aspect, opinion, sign in ast.literal_eval(labels):
            triplets.append(
                (
                    (starts[aspect[0]][0], starts[aspect[-1]][1]),
                    (starts[opinion[0]][0], starts[opinion[-1]][1]),
                    SIGNS[sign],
                )
            )
        terms: dict[Span, int | None] = {a: s for a, _, s in triplets}
        out.append(GoldSentence(text, sorted(terms.items()), sorted({o for _, o, _ in triplets}), triplets))
    return out


def read_mams(path: Path) -> list[GoldSentence]:
    """MAMS ATSA: XML with aspectTerm elements."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rb") as file:
        root = ElementTree.fromstring(file.read())  # noqa: S314 - a local gold file
    out = []
    for node in root.iter("sentence"):
        terms = [
            ((int(t.attrib["from"]), int(t.attrib["to"])), SIGNS.get(t.attrib["polarity"]))
            for t in node.iter("aspectTerm")
        ]
        out.append(GoldSentence(node.findtext("text") or "", terms))
    return out


def read_hu_liu(path: Path) -> list[GoldSentence]:
    """`feature[+2], feature[-1][u]##sentence`; features marked [u] or [p] are not in the sentence: left out."""
    out = []
    for line in _lines(path):
        if "##" not in line or line.startswith(("*", "[t]")):
            continue
        labels, _, text = line.partition("##")
        features = []
        for label in labels.split(","):
            match = re.match(r"\s*([^\[\]]+?)\s*\[\s*([+-])\s*\d?\s*\]?(.*)", label)
            if match and not re.search(r"\[[up]\]", match.group(3)):
                features.append((match.group(1).lower(), 1 if match.group(2) == "+" else -1))
        out.append(GoldSentence(text.strip(), features=features))
    return out


def read_challenge(path: Path) -> list[GoldSentence]:
    """`phenomenon<TAB>sentence<TAB>labels` under a header line; `# ` begins a comment. See challenge/README.md."""
    out = []
    for number, line in enumerate(_lines(path)[1:], start=2):
        if not line or line.startswith("# "):
            continue
        cells = line.split("\t")
        if len(cells) != 3 or not cells[0] or not cells[1].strip():
            raise InputError("want a phenomenon, a sentence and labels, parted by tabs", path=path, line=number)
        phenomenon, text, said = cells
        labels = tuple(_label(part.strip(), text, path, number) for part in said.split(";") if part.strip())
        terms: list[tuple[Span, int | None]] = [(one.places(text)[0], one.sign) for one in labels if not one.optional]
        out.append(GoldSentence(text, sorted(set(terms)), phenomenon=phenomenon, labels=labels))
    return out


def _label(said: str, text: str, path: Path, line: int) -> Label:
    match = re.fullmatch(r"(\??)\s*([^?|]+(?:\|[^?|]+)*)\s+([+-])", said)
    if match is None:
        raise InputError(f"label {said!r} is none of 'term +', 'term -', 'a|b +', '?term +'", path=path, line=line)
    terms = tuple(term.strip() for term in match.group(2).split("|"))
    for term in terms:
        if not term or not _whole(term).search(text):
            raise InputError(f"the term {term!r} does not stand in the sentence {text!r}", path=path, line=line)
    return Label(terms, 1 if match.group(3) == "+" else -1, optional=bool(match.group(1)))


def is_challenge(path: Path) -> bool:
    return _lines(path)[:1] == [CHALLENGE_HEAD]


def is_set_aside(path: Path) -> bool:
    """Whether the line below the header says that nobody is to look at the sentences."""
    return is_challenge(path) and "".join(_lines(path)[1:2]).startswith(SET_ASIDE)


def read_gold(path: Path) -> list[GoldSentence]:
    """Pick the reader by the content of the file."""
    if is_challenge(path):
        return read_challenge(path)
    head = "\n".join(_lines(path)[:40])
    if head.lstrip().startswith("<?xml"):
        return read_mams(path)
    if head.lstrip().startswith("{"):
        return read_semeval(path)
    if "####[" in head:
        return read_aste(path)
    if "##" in head:
        return read_hu_liu(path)
    known = "SemEval JSON lines, ASTE, MAMS, Hu & Liu, challenge suite"
    raise UnknownFormat(f"none of the gold formats ({known}) fits", path=path)
