"""A plain re-implementation of Sentires' scheme (Zhang et al. 2014), the alternative the extractor is compared with.

Facts it follows: noun patterns as features, stop lists, a lowest frequency, adjectives within five words as
opinions, negators, inverting conjunctions, and the polarity of a (feature, opinion) pair balanced between a seed
lexicon and the review's rating. The part-of-speech tags are those of our own tagger; everything else is written out
in plain Python. The lexicon of seeds is our general one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from instead.mentions.gold import GoldSentence
from instead.mentions.loops.words import stem_plain
from instead.mentions.score import Score, compare, locate_features
from instead.mentions.sentences import read_page
from instead.mentions.tags import is_adjective, is_noun
from instead.mentions.valences.general_valences import general_valences

WINDOW = 5
NEGATORS = {"not", "no", "hardly", "never", "seldom", "merely", "n't"}
INVERTERS = {"but", "yet", "however", "nevertheless", "nonetheless", "whereas"}
STOP = {"one", "thing", "way", "time", "lot", "bit", "day", "year", "month", "everything", "something", "anything"}


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    tag: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A feature (first word, end), its opinion (place) and the sign."""

    review: int
    feature: tuple[int, int]
    opinion: tuple[int, int]
    name: str
    word: str
    sign: int


@dataclass
class Scheme:
    lowest: int = 4
    compound: int = 10
    features: Counter[str] = field(default_factory=Counter)
    learned: dict[tuple[str, str], int] = field(default_factory=dict)
    seeds: dict[str, float] = field(default_factory=general_valences)

    def sentences(self, texts: Sequence[str]) -> list[tuple[int, list[Word]]]:
        """Tagged sentences with the number of their review."""
        page = read_page(texts)
        out = []
        review = page.review_of_sentence.tolist()
        for number in range(page.starts.size - 1):
            base = int(page.offsets[review[number]])
            words = []
            for i in range(page.starts[number], page.starts[number + 1]):
                a, b = int(page.words.start[i]), int(page.words.end[i])
                words.append(Word(page.text[a:b].lower(), int(page.tags[i]), a - base, b - base))
            out.append((review[number], words))
        return out

    def runs(self, words: list[Word]) -> list[tuple[int, int]]:
        """Noun patterns: N, N N, N N N."""
        found, i = [], 0
        while i < len(words):
            j = i
            while j < len(words) and is_noun(words[j].tag) and words[j].text[0].isalpha():
                j += 1
            if i < j <= i + 3 and not (j == i + 1 and words[i].text in STOP):
                found.append((i, j))
            i = max(j, i + 1)
        return found

    def fit(self, texts: Sequence[str], ratings: Sequence[float | None] | None = None) -> Scheme:
        """Count features, then let the stars sign the pairs that the seeds do not know."""
        parsed = self.sentences(texts)
        for _, words in parsed:
            self.features.update(_name(words, run) for run in self.runs(words))
        if ratings is not None:
            votes: dict[tuple[str, str], int] = defaultdict(int)
            for pair in self._pairs(parsed):
                stars = ratings[pair.review]
                if stars is not None and stars != 3:
                    votes[pair.name, pair.word] += 1 if stars > 3 else -1
            self.learned = {key: 1 if vote >= 0 else -1 for key, vote in votes.items()}
        return self

    def pairs(self, texts: Sequence[str]) -> list[Pair]:
        return self._pairs(self.sentences(texts))

    def _pairs(self, parsed: list[tuple[int, list[Word]]]) -> list[Pair]:
        out = []
        for review, words in parsed:
            for a, e in self.runs(words):
                name = _name(words, (a, e))
                if self.features[name] < (self.lowest if e - a == 1 else min(self.compound, self.lowest * 3)):
                    continue
                near = [
                    k for k in range(max(0, a - WINDOW), min(len(words), e + WINDOW)) if _is_opinion(words, k, a, e)
                ]
                if not near:
                    continue
                at = min(near, key=lambda k: (a - k if k < a else k - e + 1, k))
                span = (words[a].start, words[e - 1].end)
                said = (words[at].start, words[at].end)
                out.append(Pair(review, span, said, name, words[at].text, self.sign(words, name, at, a)))
        return out

    def sign(self, words: list[Word], name: str, at: int, a: int) -> int:
        """Seed first, then what the stars taught, then praise; negation and inversion turn it round."""
        seed = self.seeds.get(words[at].text, 0.0)
        sign = (1 if seed > 0 else -1) if seed else self.learned.get((name, words[at].text), 1)
        if any(w.text in NEGATORS for w in words[max(0, at - 3) : at]):
            sign = -sign
        if any(w.text in INVERTERS for w in words[min(a, at) : max(a, at)]):
            sign = -sign
        return sign


def _name(words: list[Word], run: tuple[int, int]) -> str:
    return " ".join(stem_plain(w.text) for w in words[run[0] : run[1]])


def _is_opinion(words: list[Word], k: int, a: int, e: int) -> bool:
    return is_adjective(words[k].tag) and not a <= k < e


def score_scheme(gold: Sequence[GoldSentence], mined: Sequence[str]) -> dict[str, Score]:
    """The rows of instead.mentions.score for this scheme, lowest frequency one as the gold sets are small."""
    scheme = Scheme(lowest=1, compound=1).fit(mined)
    texts = [s.text.replace("\n", " ") for s in gold]
    pairs = scheme.pairs(texts)
    if any(s.features for s in gold):
        placed = [locate_features(s) for s in gold]
        truth = {(row, stem_plain(f.split()[-1])) for row, s in enumerate(gold) for f, _ in s.features}
        heads = {(p.review, p.name.split()[-1]) for p in pairs}
        return {"features, head match": compare(truth, heads), "polarity of given terms": _polarity(scheme, placed)}
    signed = [(r, *span, sign) for r, s in enumerate(gold) for span, sign in s.terms if sign in (1, -1)]
    out = {
        "aspects": compare(((r, *span) for r, s in enumerate(gold) for span, _ in s.terms),
                           ((p.review, *p.feature) for p in pairs)),
        "end to end": compare(signed, ((p.review, *p.feature, p.sign) for p in pairs)),
        "polarity of given terms": _polarity(scheme, gold),
    }  # fmt: skip
    if any(s.triplets for s in gold):
        truth3 = ((r, *a, *o, sign) for r, s in enumerate(gold) for a, o, sign in s.triplets)
        out["triplets"] = compare(truth3, ((p.review, *p.feature, *p.opinion, p.sign) for p in pairs))
    return out


def _polarity(scheme: Scheme, gold: Sequence[GoldSentence]) -> Score:
    """Sign of a given term by the nearest adjective in the window; praise where there is none."""
    right = total = 0
    by_review: dict[int, list[list[Word]]] = defaultdict(list)
    for review, words in scheme.sentences([s.text.replace("\n", " ") for s in gold]):
        by_review[review].append(words)
    for row, sentence in enumerate(gold):
        for (start, end), sign in sentence.terms:
            if sign not in (1, -1):
                continue
            total += 1
            guess = 1
            for words in by_review[row]:
                inside = [k for k, w in enumerate(words) if w.start < end and w.end > start]
                if inside:
                    a, e = inside[0], inside[-1] + 1
                    near = [k for k in range(max(0, a - WINDOW), min(len(words), e + WINDOW))
                            if _is_opinion(words, k, a, e)]  # fmt: skip
                    if near:
                        at = min(near, key=lambda k: (a - k if k < a else k - e + 1, k))
                        guess = scheme.sign(words, "", at, a)
                    break
            right += guess == sign
    return Score(right, total, total)
