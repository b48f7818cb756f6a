"""Training of the judging network (src/instead/mentions/network.py): blamed, not judged or praised, phrase by phrase.

Used by scripts/train_mentions.py. The network here is that of `network.py` in PyTorch, with dropout; words are hidden
at random while it learns, so that it leans on grammar and on what is known of kin. Every corpus has a bias of its own
(how much its labellers left out), which the shipped network does without: it judges as the written text is labelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from instead.mentions.known_words import KIN, known_words
from instead.mentions.loops.judging import (
    DISTANCES,
    FEATURES,
    LEVEL,
    MARK,
    MARKS,
    ROLE,
    SAID,
    SIDES,
    TAG,
    TURN,
    VOICE,
    WORD_BITS,
)
from instead.mentions.tags import POLARITIES
from instead.rng import stage_rng
from judged_phrases import UNSURE, Judged

Array = npt.NDArray[Any]
WIDTH, HIDDEN, HEADS = 32, 32, 2
EPOCHS, RATE, DECAY, BATCH = 10, 4e-3, 1e-2, 128
DROPOUT, HIDE_FORM, HIDE_KIN = 0.15, 0.2, 0.1
GRAMMAR = {0: (-0.7, 0.0, 0.7), 1: (0.0, -0.6, 0.0), 5: (0.0, 1.0, 0.0), 6: (0.0, 0.7, 0.0), 7: (0.0, -0.7, 0.0)}
"""Features (`phrase_features`) and the scores they start with: the sum of the clause, its size, grammar's silence, a
place around the judgement, an opinion of its own."""
TRUST = 0.4
"""Added at the end to what the sum of the clause says: of sentences that it has seen ten times the network knows better
than grammar, of new ones less often. Chosen on train and val parts of labelled domains it had no label of, on the
development half of the challenge suite, and on a written file it had not learned from."""
AVERAGED = 2
"""Last epochs whose weights are averaged."""
CORPORA = ("written", "laptops", "restaurants", "mams", "hu-liu", "phrasebook", "taught", "stars")


class Network(nn.Module):
    """`network.py` with dropout."""

    def __init__(self) -> None:
        super().__init__()
        d = WIDTH
        self.form = nn.Embedding(1 << WORD_BITS, d)
        self.known = nn.Linear(KIN, d, bias=False)
        self.marks = nn.Embedding(MARKS, d)
        self.near, self.far = (nn.Conv1d(d, d, 3, padding=1) for _ in range(2))
        self.whole = nn.Linear(d, d, bias=False)
        self.relation = nn.Embedding(DISTANCES * SIDES, d)
        self.look = nn.Linear(d, HEADS)
        self.ask = nn.Linear(HEADS * d, d)
        self.again = nn.Embedding(DISTANCES * SIDES, d)
        self.look_again = nn.Linear(d, HEADS)
        self.hidden = nn.Linear(2 * HEADS * d + FEATURES, HIDDEN)
        self.out = nn.Linear(HIDDEN, POLARITIES)
        self.first = nn.Linear(FEATURES, POLARITIES, bias=False)  # begins as grammar's own opinion
        self.first.weight.data = torch.zeros(POLARITIES, FEATURES)
        for feature, (blame, nothing, praise) in GRAMMAR.items():
            self.first.weight.data[:, feature] = torch.tensor([blame, nothing, praise])
        self.habit = nn.Embedding(len(CORPORA), POLARITIES)
        self.vectors = torch.tensor(known_words().vectors)
        tables = ((self.form, 0.05), (self.marks, 0.25), (self.relation, 0.3), (self.again, 0.3), (self.habit, 0.0))
        for table, spread in tables:
            nn.init.normal_(table.weight, std=spread)

    def forward(self, of: dict[str, Tensor]) -> Tensor:
        """(P, POLARITIES) scores of a batch (`Batches`)."""
        words, kin = self.form(of["form"]), self.vectors[of["known"]]
        if self.training:
            words = words * (torch.rand(of["form"].shape) > HIDE_FORM)[..., None]
            kin = kin * (torch.rand(of["form"].shape) > HIDE_KIN)[..., None]
        x = words + self.known(kin)
        for name, first in (("tag", TAG), ("turn", TURN), ("level", LEVEL), ("said", SAID), ("marked", MARK)):
            x = x + self.marks(of[name] + first)
        x = x + _bits(of["voice"], 8) @ self.marks.weight[VOICE : VOICE + 8]
        x = x + _bits(of["roles"], 32) @ self.marks.weight[ROLE : ROLE + 32]
        there = of["there"][..., None]
        x = F.dropout(x * there, DROPOUT, self.training)
        h = (x + F.relu(self.near(x.transpose(1, 2)).transpose(1, 2))) * there
        mean = h.sum(1) / there.sum(1)
        h = F.dropout(h, DROPOUT, self.training)
        z = self.far(h.transpose(1, 2)).transpose(1, 2) + self.whole(mean)[:, None]
        around = z[of["sentence"]]
        away = of["there"][of["sentence"]][..., None] == 0
        looked = _look(around + self.relation(of["relation"]), self.look, away)
        asked = self.ask(F.dropout(looked, DROPOUT, self.training))[:, None]
        again = _look(around + self.again(of["relation"]) + asked, self.look_again, away)
        seen = F.dropout(torch.cat([looked, again, of["features"]], 1), DROPOUT, self.training)
        scores: Tensor = self.out(F.relu(self.hidden(seen))) + self.first(of["features"])
        scores += self.habit(of["corpus"]) * (of["corpus"] > 0)[:, None]
        return scores


def _look(seen: Tensor, look: nn.Linear, away: Tensor) -> Tensor:
    """(P, heads * d): the words of each phrase's sentence as each head weighs them."""
    g = F.relu(seen)
    share = look(g).masked_fill(away, -1e9).softmax(1)
    return torch.einsum("plh,pld->phd", share, g).flatten(1)


def _bits(values: Tensor, count: int) -> Tensor:
    return ((values[..., None] >> torch.arange(count)) & 1).float()


class Batches:
    """Sentences of several corpora in batches of about the same length."""

    def __init__(self, parts: Sequence[Judged]) -> None:
        def joined(columns: Iterable[Array]) -> Array:
            return np.concatenate(list(columns))

        self.size, self.count = joined(p.size for p in parts), joined(p.count for p in parts)
        self.word, self.phrase, self.link = (
            np.cumsum(np.append(0, column))[:-1] for column in (self.size, self.count, self.size * self.count)
        )
        self.names = list(parts[0].words)
        self.words = np.stack([joined(p.words[name] for p in parts) for name in self.names])
        self.relation = joined(p.relation for p in parts)
        none = np.full(POLARITIES, np.nan, np.float32)
        self.phrases = {
            "features": joined(p.features for p in parts),
            "label": joined(p.label for p in parts),
            "may": joined(p.may for p in parts),
            "weight": joined(p.weight for p in parts),
            "chance": joined(np.tile(none, (p.label.size, 1)) if p.chance is None else p.chance for p in parts),
            "sign_only": joined(np.full(p.label.size, p.sign_only) for p in parts),
            "corpus": joined(np.full(p.label.size, CORPORA.index(p.corpus)) for p in parts),
        }

    def one(self, rows: Array) -> dict[str, Tensor]:
        """A batch of sentences, padded to the longest."""
        size, count = self.size[rows], self.count[rows]
        across = np.arange(int(size.max()))
        inside = across < size[:, None]
        words = np.where(inside, self.words[:, np.where(inside, self.word[rows][:, None] + across, 0)], 0)
        sentence = np.repeat(np.arange(rows.size), count)
        nth = np.arange(sentence.size) - np.repeat(np.cumsum(count) - count, count)
        own = self.phrase[rows][sentence] + nth
        there = inside[sentence]
        links = (self.link[rows][sentence] + nth * size[sentence])[:, None] + across
        relation = np.where(there, self.relation[np.where(there, links, 0)], 0).astype(np.int64)
        out = {name: torch.from_numpy(words[at]) for at, name in enumerate(self.names)}
        out |= {name: torch.from_numpy(column[own]) for name, column in self.phrases.items()}
        out |= {"sentence": torch.from_numpy(sentence), "relation": torch.from_numpy(relation)}
        return {**out, "there": torch.from_numpy(inside.astype(np.float32))}

    def epoch(self, rng: np.random.Generator) -> Iterator[dict[str, Tensor]]:
        """All sentences once, in batches of sentences that are about as long, in random order."""
        order = rng.permutation(self.size.size)
        batches = []
        for at in range(0, order.size, 20 * BATCH):
            some = order[at : at + 20 * BATCH]
            some = some[np.argsort(self.size[some], kind="stable")]
            batches += [some[n : n + BATCH] for n in range(0, some.size, BATCH)]
        for n in rng.permutation(len(batches)).tolist():
            yield self.one(batches[n])


def loss_of(scores: Tensor, of: dict[str, Tensor]) -> Tensor:
    """Cross-entropy with the labels; an optional label allows its sign and none.

    A teacher's chances take the place of labels; the stars' sign is one of praise against blame.
    """
    log = scores.log_softmax(1)
    some = torch.logaddexp(log[:, 0], log[:, 2])
    label, may = of["label"].long(), of["may"].long()
    own = log.gather(1, (label.clamp(-1, 1) + 1)[:, None])[:, 0]
    each = torch.where(may != 0, -torch.logaddexp(log[:, 1], log.gather(1, (may + 1)[:, None])[:, 0]), -own)
    each = torch.where(of["sign_only"], some - own, each)
    taught = -(of["chance"].nan_to_num() * log).sum(1)
    each = torch.where(of["chance"][:, 0].isnan(), each, taught)
    weight = of["weight"].float() * (label != UNSURE)
    return (weight * each).sum() / weight.sum().clamp(min=1.0)


def train_network(parts: Sequence[Judged], *, epochs: int = EPOCHS, seed: int = 7) -> dict[str, Array]:
    """The arrays `net_*` of `Weights`."""
    torch.set_num_threads(1)  # sums are the same on every machine
    torch.manual_seed(seed)
    rng = stage_rng(seed, "network")
    network, batches = Network(), Batches(parts)
    steps = epochs * (sum(part.size.size for part in parts) // BATCH + 2)
    descent = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY, fused=True)
    rate = torch.optim.lr_scheduler.OneCycleLR(descent, RATE, total_steps=steps, pct_start=0.15)
    mean = torch.optim.swa_utils.AveragedModel(network)
    network.train()
    for epoch in range(epochs):
        for batch in batches.epoch(rng):
            descent.zero_grad()
            loss_of(network(batch), batch).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            descent.step()
            rate.step()
            if epoch >= epochs - AVERAGED:
                mean.update_parameters(network)
    return arrays_of(trusting(mean.module))  # type: ignore[arg-type]


def trusting(network: Network) -> Network:
    """The network with TRUST added to what the sum of the clause says: against the other sign, not for being judged."""
    first = network.first.weight.data
    first[:, 0] += TRUST * torch.tensor([-1.0, 0.0, 1.0])
    first[1, 1] += TRUST
    return network


def arrays_of(network: Network) -> dict[str, Array]:
    """As `network.py` names and turns them: rows come in, columns go out."""
    kernel = {name: getattr(network, name).weight.permute(1, 2, 0).flatten(1) for name in ("near", "far")}
    found = {
        "form": network.form.weight, "known": network.known.weight.T, "marks": network.marks.weight,
        "near": kernel["near"], "near_bias": network.near.bias, "far": kernel["far"], "far_bias": network.far.bias,
        "whole": network.whole.weight.T, "relation": network.relation.weight, "look": network.look.weight,
        "look_bias": network.look.bias, "ask": network.ask.weight.T, "ask_bias": network.ask.bias,
        "again": network.again.weight, "look_again": network.look_again.weight,
        "look_again_bias": network.look_again.bias, "hidden": network.hidden.weight.T,
        "hidden_bias": network.hidden.bias,
        "out": network.out.weight.T, "out_bias": network.out.bias, "first": network.first.weight.T,
    }  # fmt: skip
    return {f"net_{name}": np.ascontiguousarray(one.detach().numpy(), np.float32) for name, one in found.items()}
