"""The language of each review, told before anything is learned from it.

Most reviews of an English shop are told by a count that costs next to nothing: the share of their words that are common
English. Only the doubtful ones are shown to a language detector (py3langid, its model inside the package).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from instead.mentions.lexicon import lexicon
from instead.mentions.loops.counting import look_up
from instead.mentions.loops.words import NUMERIC, SYMBOL
from instead.mentions.sentences import Split, split_texts
from instead.rng import stage_rng

ENGLISH = "en"
TOO_SHORT = "too short to tell"
"""Of fewer than FEWEST_WORDS words, or such that the detector is at a loss."""
NO_WORDS = "no words"
UNDETERMINED = "und"
"""ISO's code for a script that is not Latin and a language the detector cannot name."""

NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "ms": "Malay", "nl": "Dutch",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak",
    "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "th": "Thai", "tl": "Tagalog", "tr": "Turkish",
    "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
"""Languages that are told apart. Rare ones would win texts full of brands and typing errors from English."""

FEWEST_WORDS = 4
SURE_SHARE = 0.6
"""Share of common English words from which a review is English. Reviews in other languages stay below: they share
names and some short words with English ("die", "no", "a")."""
SURE_CHANCE = 0.5
"""What the detector must give a language; below it is at a loss ("Gotta love amazon GCs!" is Italian with 0.28)."""
SAMPLE = 2_000
"""Reviews whose languages stand for those of all."""
_LEAST_LETTERS = 3  # of another script, to ask about a text of any length: 很好用
_LATIN_END = 0x370  # code points from Greek on are of other scripts
_AT_ONCE = 300_000  # characters split at a time: some 40 bytes of memory each
_LOOKED_AT = 800  # characters the detector is shown: its time grows with them, its sureness does not


@lru_cache(maxsize=1)
def detector() -> Any:
    """py3langid's model held to NAMES; reading it takes a second or two, so only who has a doubtful text does."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415

    made = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    made.set_languages(list(NAMES))
    return made


class Told(NamedTuple):
    """Languages of some texts."""

    codes: list[str]  # of the language, or TOO_SHORT or NO_WORDS
    looks_english: npt.NDArray[np.bool_]  # (texts) whether most of its words are common English

    def foreign(self) -> npt.NDArray[np.bool_]:
        """Texts in another language than English."""
        return np.array([is_foreign(code) for code in self.codes], bool)

    def teaches_nothing(self) -> npt.NDArray[np.bool_]:
        """Foreign texts, and those too short to tell that do not look English: "Gute Qualität", "Klang super"."""
        short = np.array([code == TOO_SHORT for code in self.codes], bool)
        return np.asarray(self.foreign() | (short & ~self.looks_english))


def languages_in(texts: Sequence[str], split: Split) -> Told:
    """Languages of texts whose words `split` holds."""
    words = split.words
    known = lexicon()
    row = np.empty(words.form.size, np.int32)
    look_up(words.form, known.slot_key, known.slot_row, row)
    first = np.searchsorted(words.start, split.offsets)

    def per_text(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        total = np.concatenate([np.zeros(1, np.int64), np.cumsum(values, dtype=np.int64)])
        return np.asarray(total[first[1:]] - total[first[:-1]])

    word = (words.flags & (NUMERIC | SYMBOL)) == 0
    letters = (words.end - words.start) * word
    other_script = (words.tail & np.uint64(0xFFFF)) >= _LATIN_END  # by the last letter
    count, common = per_text(word), per_text(word & (known.common[row] > 0))
    other_letters = per_text(letters * other_script)
    strange = (other_letters >= _LEAST_LETTERS) & (2 * other_letters > per_text(letters))
    long_enough = count >= FEWEST_WORDS
    looks_english = common >= SURE_SHARE * count
    codes: list[str] = np.where(count == 0, NO_WORDS, np.where(long_enough, ENGLISH, TOO_SHORT)).tolist()
    for place in np.flatnonzero(strange | (long_enough & ~looks_english)).tolist():
        codes[place] = _asked(texts[place], strange=bool(strange[place]))
    return Told(codes, looks_english)


def _asked(text: str, *, strange: bool) -> str:
    """What the detector says of a doubtful text; `strange`: most of its letters are not Latin."""
    code, chance = detector().classify(text[:_LOOKED_AT])
    if strange:
        return UNDETERMINED if code == ENGLISH else str(code)
    return str(code) if code == ENGLISH or chance >= SURE_CHANCE else TOO_SHORT


def languages(texts: Sequence[str]) -> list[str]:
    """Of each text: the code of its language, TOO_SHORT or NO_WORDS."""
    codes: list[str] = []
    first, size = 0, 0
    for place, text in enumerate(texts, 1):
        size += len(text)
        if size >= _AT_ONCE or place == len(texts):
            codes += languages_in(texts[first:place], split_texts(texts[first:place])).codes
            first, size = place, 0
    return codes


def is_foreign(code: str) -> bool:
    """Whether a review of this code is in another language than English."""
    return code not in (ENGLISH, TOO_SHORT, NO_WORDS)


def counted(codes: Iterable[str]) -> dict[str, int]:
    """Reviews by code, the most frequent first."""
    return dict(sorted(Counter(codes).items(), key=lambda pair: (-pair[1], pair[0])))


def language_stages(codes: Iterable[str]) -> Counter[str]:
    """Counts of a stage that told languages apart: every review is in one of the first four."""
    counts = Counter(codes)
    foreign = foreign_counts(counts)
    stages = Counter({
        "reviews without words": counts[NO_WORDS],
        "reviews too short to tell their language": counts[TOO_SHORT],
        "reviews in English": counts[ENGLISH],
        "reviews not in English": sum(foreign.values()),
    })  # fmt: skip
    stages.update({f"reviews in {name_of(code)}": count for code, count in foreign.items()})
    return stages


def sample_rows(count: int, seed: int) -> npt.NDArray[np.uint32]:
    """Rows of a sample of `count` texts, in their order."""
    if count <= SAMPLE:
        return np.arange(count, dtype=np.uint32)
    return np.sort(stage_rng(seed, "languages").choice(count, SAMPLE, replace=False)).astype(np.uint32)


def sample_languages(texts: Sequence[str], seed: int = 0) -> dict[str, int]:
    """Reviews by code in a sample of some texts."""
    return counted(languages([texts[row] for row in sample_rows(len(texts), seed).tolist()]))


class TextSample:
    """SAMPLE to twice as many texts of those that come in pieces: evenly spread, the same however they are cut."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._step = 1
        self._seen = 0

    def add(self, texts: pl.Series) -> None:
        """Keep those whose number, counted over all pieces, is a multiple of a step that doubles as texts get many."""
        texts = texts.filter(texts.str.len_bytes() > 0)
        self.texts += texts.gather_every(self._step, (-self._seen) % self._step).to_list()
        self._seen += texts.len()
        while len(self.texts) > 2 * SAMPLE:
            self.texts, self._step = self.texts[::2], self._step * 2


def foreign_counts(counts: Mapping[str, int]) -> dict[str, int]:
    """The other languages among counts by code."""
    return {code: count for code, count in counts.items() if is_foreign(code)}


def name_of(code: str) -> str:
    """A code in words."""
    return NAMES.get(code, "another script" if code == UNDETERMINED else code)


def spoken(counts: Mapping[str, int]) -> str:
    """Counts by code in one line: "950 English, 40 German, 10 too short to tell (of 1,000 looked at)"."""
    shown = ", ".join(f"{count:,} {name_of(code)}" for code, count in counts.items())
    return f"{shown} (of {sum(counts.values()):,} looked at)"


def mostly_foreign(counts: Mapping[str, int], least_english: float = 0.5) -> str | None:
    """One sentence if the share of English among the reviews whose language can be told is below `least_english`."""
    foreign = foreign_counts(counts)
    told = sum(foreign.values()) + counts.get(ENGLISH, 0)
    if not told or counts.get(ENGLISH, 0) >= least_english * told:
        return None
    named = ", ".join(f"{name_of(code)} {count / told:.0%}" for code, count in list(foreign.items())[:3])
    return (
        f"{sum(foreign.values()) / told:.0%} of the reviews are not in English ({named}; of {told:,} looked at), and "
        "attributes are extracted from English alone"
    )
