"""Comparative sentences: is the direction read right? Used by scripts/results_extraction.py.

COQE (cameras): aspects of which a sentence says that the subject is better or worse. compsent19 (brands, Jindal & Liu's
and others' sentences): the first object is better or worse than the second. The term is given, the sign is asked; where
grammar says that the sentence speaks of another product, what it says of the attribute is turned back, because these
labels are about the subject of the sentence, whoever made it.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from instead.mentions.attributes import clauses
from instead.mentions.findings import judge_phrases
from instead.mentions.opinions import read
from instead.mentions.tags import AFTER_THAN, OF_OTHERS
from instead.mentions.weights import Weights

Asked = tuple[str, tuple[int, int], int]
"""A sentence, the place of a term in it, and whether it is better (1) or worse (-1)."""


def coqe(path: Path) -> list[Asked]:
    """Aspects with a preference; sentences whose words are separated by blanks."""
    out: list[Asked] = []
    text = ""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if not line.startswith("[["):
                text = line.rpartition("\t")[0].rstrip()
                continue
            aspect = line.strip()[1:-1].split(";")[2]
            preference = re.search(r"\[(-?\d)\]\]", line)
            places = [int(number) - 1 for number in re.findall(r"(\d+)&&", aspect)]
            words = text.split(" ")
            if places and preference and preference[1] in ("1", "-1") and places[-1] < len(words):
                ends = np.cumsum([len(word) + 1 for word in words]) - 1
                first = int(ends[places[0]]) - len(words[places[0]])
                out.append((text, (first, int(ends[places[-1]])), int(preference[1])))
    return out


def compsent(path: Path, part: str) -> list[Asked]:
    """First objects that are better or worse than the second, where they stand in the sentence."""
    out: list[Asked] = []
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["part"] == part and row["label"] in ("BETTER", "WORSE"):
                text = row["sentence"]
                found = re.search(rf"(?<!\w){re.escape(row['object_a'])}(?!\w)", text, re.IGNORECASE)
                if found:
                    out.append((text, found.span(), 1 if row["label"] == "BETTER" else -1))
    return out


def directions_right(asked: Sequence[Asked], weights: Weights) -> tuple[int, int]:
    """How many directions are read right, of how many."""
    reading = read([text.replace("\n", " ") for text, _, _ in asked], weights)
    signs: dict[tuple[int, int], int] = {}
    for row, (_, span, sign) in enumerate(asked):
        first, end = reading.page.words_in(row, *span)
        if end > first:
            signs[first, end] = sign
    phrases = np.array([(a, e, e - 1) for a, e in sorted(signs)], np.int64)
    found = judge_phrases(reading, phrases, None, weights)
    voice = clauses(reading).voice[phrases[:, 0]]
    said = np.where((voice & OF_OTHERS) > 0, -found.sign, found.sign)
    said = np.where(((voice & AFTER_THAN) > 0) & (found.felt != 0), np.sign(found.felt), said)
    truth = np.array([signs[key] for key in sorted(signs)])
    return int((said == truth).sum()), truth.size
