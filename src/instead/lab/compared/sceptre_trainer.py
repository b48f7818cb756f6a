"""Training of Sceptre: topics of the reviews first (EM), then topics and links jointly.

topics   expectation and maximisation of  L_text = sum_iw n_iw log sum_k theta_ik phi_kw                 Eq. S5
joint    minimise  L_s + L_c + mu L_text, each a mean per observation, with L2 on the parameters         Eq. S6

    L_g = - sum_links [log rel(i, j) + log dir(i, j) + log(1 - dir(j, i))] - sum_others log(1 - rel(i, j))    Eq. S7

of g = substitutes and complements, which share theta. The terms of direction are there for links that were given one
way only; since dir has no intercept, 1 - dir(j, i) = dir(i, j), and both are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from instead.engine.threads import in_pieces
from instead.lab.compared.link_pairs import Links, complement_links, strangers, substitute_links
from instead.lab.compared.row_groups import grouped
from instead.lab.compared.sceptre import Sceptre
from instead.lab.compared.sceptre_settings import SCEPTRE_GRID, SceptreSettings
from instead.lab.compared.topic_loops import leanings, link_pulls, shared_sums, through_softmax
from instead.lab.compared.topic_terms import add_topic_pulls, chances, topics_of_items, word_sums
from instead.lab.compared.topic_tree import TopicTree
from instead.material import Material
from instead.models.optimiser import RowAdam
from instead.models.registry import Entry
from instead.models.training_memory import LINK, PATH, training_memory
from instead.rng import stage_rng, stage_seed

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

TOPICS, JOINT = "topics", "joint"
_ITEMS, _PAIRS = 512, 2048  # of one piece of work


@dataclass(frozen=True)
class Drawn:
    """Pairs of one relation in a step: links, then `negatives` sampled pairs for each."""

    left: Ints  # (p,)
    right: Ints  # (p,)
    label: Floats  # (p,) 1 for links
    one_way: NDArray[np.bool_]  # (p,)


def topic_tree(material: Material, settings: SceptreSettings) -> tuple[TopicTree, list[str]]:
    """Topics of categories where there are any, else one set of topics, and the reason why."""
    s, why = settings, []
    if s.categories:
        paths = material.categories
        found = TopicTree.of(paths, s.root_topics, s.node_topics, s.node_items) if paths else None
        if found:
            return found, []
        reason = f"none divides the items and has {s.node_items} or more" if paths else "there are none"
        why = [f"topics of categories: {reason}; {s.topics} topics for all items instead"]
    return TopicTree.flat(material.items, s.topics), why


class SceptreTrainer:
    """Trainer of Sceptre. Deterministic for a seed: every epoch draws from a random stream named after it."""

    def __init__(self, material: Material, settings: SceptreSettings) -> None:
        self.material, self.settings = material, settings
        self.switched_off: list[str] = []
        self.links = self._links()
        self.tree, missing = topic_tree(material, settings)
        self.switched_off += missing
        counts = material.mention_counts.tocsr()
        self.word = counts.indices.astype(np.int64)  # (cells,)
        self.item_start = counts.indptr.astype(np.int64)  # (items + 1,)
        self.item = np.repeat(np.arange(material.items), np.diff(self.item_start))
        self.count = counts.data.astype(np.float32)
        self.running = np.cumsum(counts.data)
        if not self.count.size:
            self.switched_off.append("the topics of reviews: no mentions in training reviews")
        tree, rng = self.tree, stage_rng(settings.seed, "sceptre", "initial")
        self.theta_logits = np.zeros((material.items, tree.width), np.float32)
        self.theta_logits += np.float32(0.1) * rng.standard_normal(self.theta_logits.shape, np.float32)
        share = (counts.sum(axis=0) + 1.0) / (counts.sum() + material.attributes)
        noise = rng.uniform(0.5, 1.5, (material.attributes, tree.topics))
        self.phi_logits = np.log(np.asarray(share).reshape(-1, 1) * noise).astype(np.float32)  # (A, topics)
        relations = len(self.links)
        self.beta = np.full((relations, tree.topics), 8.0, np.float32)
        self.intercept = np.full((relations, 1), -1.0, np.float32)
        self.eta = np.zeros((relations, tree.topics), np.float32)
        rate, decay = settings.learning_rate, settings.weight_decay / settings.batch
        self._steps = {
            "theta_logits": RowAdam(self.theta_logits, rate, decay),
            "phi_logits": RowAdam(self.phi_logits.reshape(1, -1), rate),
            "beta": RowAdam(self.beta.reshape(1, -1), rate, decay),
            "intercept": RowAdam(self.intercept.reshape(1, -1), rate),
            "eta": RowAdam(self.eta.reshape(1, -1), rate, decay),
        }

    def _links(self) -> list[Links]:
        """Substitutes, and complements where there are any."""
        m, s = self.material, self.settings
        links = [substitute_links(m, s.supervision)]
        if s.complements:
            complements = complement_links(m, s.supervision)
            if len(complements):
                links.append(complements)
            else:
                self.switched_off.append("complements: there are none to learn from")
        if s.direction and not any(relation.one_way.any() for relation in links):
            self.switched_off.append("the direction of links: every link goes both ways")
        return links

    # --- the loop ---------------------------------------------------------------------------------------------------

    def epochs(self, number: int) -> list[str]:
        """Stages of a round (0, 1, ...), one name per epoch."""
        topics = self.settings.topic_epochs if number == 0 and self.count.size else 0
        return [TOPICS] * topics + [JOINT] * self.settings.epochs

    def steps(self, stage: str) -> int:
        """Batches of one epoch."""
        return 1 if stage == TOPICS else max(1, -(-sum(map(len, self.links)) // self.settings.batch))

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """One epoch: yields the loss of each batch."""
        if stage == TOPICS:
            yield self.maximise()
            return
        rng = stage_rng(self.settings.seed, "sceptre", JOINT, number)
        for drawn, cells in self._batches(rng, number):
            loss, gradients = self.joint_gradients(drawn, cells)
            self._apply(gradients)
            yield loss

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        if stage == TOPICS:
            self._expected(self.theta(), self.phi())
            return
        drawn, cells = next(self._batches(np.random.default_rng(0), 0))
        self.joint_gradients(drawn, cells)

    def model(self) -> Sceptre:
        """The model with the current parameters, as copies."""
        theta, first = self.theta(self._known_or_typical()), 0
        return Sceptre(
            self.settings, self.tree, theta, self.phi(), self.beta[first].copy(), self.intercept[first].copy(),
            self.eta[first].copy(),
        )  # fmt: skip

    def _known_or_typical(self) -> Floats:
        """(items, W) logits; an item without reviews and links (cold start) has the mean of its category."""
        known = np.diff(self.item_start) > 0
        for relation in self.links:
            known |= relation.graph.degree > 0
        if known.all() or not known.any():
            return self.theta_logits
        logits, path = self.theta_logits.copy(), self.tree.path
        paths = len(self.tree.bases)
        count = np.bincount(path[known], minlength=paths)
        total = np.zeros((paths, logits.shape[1]))
        np.add.at(total, path[known], logits[known])
        some = ~known & (count[path] > 0)  # a category without known items keeps its initial values
        logits[some] = (total / np.maximum(count, 1)[:, None])[path[some]]
        return logits

    # --- topics ------------------------------------------------------------------------------------------------------

    def theta(self, logits: Floats | None = None, rows: Ints | None = None) -> Floats:
        """(items, W) or (n, W) topics of all items or of some."""
        logits = self.theta_logits if logits is None else logits
        return topics_of_items(self.tree, logits if rows is None else logits[rows], rows)

    def phi(self) -> Floats:
        """(A, topics) attributes of topics: every column sums to 1."""
        if not self.phi_logits.size:
            return self.phi_logits.copy()
        values = np.exp(self.phi_logits - self.phi_logits.max(axis=0))
        values /= values.sum(axis=0)
        return np.asarray(values, np.float32)

    def maximise(self) -> float:
        """One pass of expectation maximisation (EM), Eq. S5; returns the negative mean log-likelihood before it."""
        theta, phi = self.theta(), self.phi()
        loss, of_items, of_words = self._expected(theta, phi)
        some = np.float32(self.settings.smoothing)
        self.theta_logits[:] = np.log(theta * of_items + some)
        self.phi_logits[:] = np.log(phi * of_words + np.float32(1e-2))
        return loss

    def _expected(self, theta: Floats, phi: Floats) -> tuple[float, Floats, Floats]:
        """E step: mean loss, and the factors by which the M step multiplies theta (items, W) and phi (A, topics)."""
        tree, path = self.tree, self.tree.path
        chance = chances(tree, path, theta, phi, self.item, self.word)
        loss = -float(self.count @ np.log(chance)) / float(self.count.sum())
        pulls, ratio = np.zeros_like(theta), self.count / chance
        add_topic_pulls(tree, path, phi, self.item_start, np.arange(self.word.size), self.word, ratio, pulls)
        return loss, pulls, word_sums(tree, path, theta, phi, self.item, self.word, ratio)

    # --- links and topics together -----------------------------------------------------------------------------------

    def _batches(self, rng: np.random.Generator, number: int) -> Iterator[tuple[list[Drawn], Ints]]:
        """Pairs of each relation and mentions, step by step; every link once."""
        steps = self.steps(JOINT)
        orders = [rng.permutation(len(relation)) for relation in self.links]
        for step in range(steps):
            drawn = []
            for which, (relation, order) in enumerate(zip(self.links, orders, strict=True)):
                part = order[step * len(order) // steps : (step + 1) * len(order) // steps]
                seed = stage_seed(self.settings.seed, "sceptre", "others", number, step, which)
                drawn.append(self._with_others(relation, part, rng, seed))
            total = self.running[-1] if self.running.size else 0.0
            wanted = self.settings.cells if total and self.settings.text_weight else 0
            yield drawn, np.searchsorted(self.running, rng.uniform(0.0, total, wanted), side="right")

    def _with_others(self, links: Links, part: Ints, rng: np.random.Generator, seed: int) -> Drawn:
        """Links and negative samples; some share an item with the link, so that the loss concerns its ranking."""
        s, items = self.settings, self.material.items
        left, right = links.left[part], links.right[part]
        turned = rng.random(len(part) * s.negatives) < 0.5
        own = np.where(turned, np.repeat(right, s.negatives), np.repeat(left, s.negatives))
        begin = np.where(rng.random(own.size) < s.from_source, own, rng.integers(items, size=own.size))
        begin, other = strangers(begin, links.graph, np.arange(items), seed)
        label = np.repeat(np.array([1, 0], np.float32), [len(part), len(begin)])
        one_way = np.zeros(label.size, np.bool_)
        one_way[: len(part)] = links.one_way[part] & s.direction
        return Drawn(np.concatenate([left, begin]), np.concatenate([right, other]), label, one_way)

    def joint_gradients(self, drawn: list[Drawn], cells: Ints) -> tuple[float, dict[str, Any]]:
        """Loss of a step, Eq. S6, and its gradients by parameter: (rows, gradients) for theta, else one array."""
        item, word = self.item[cells], self.word[cells]
        ends = [end for pairs in drawn for end in (pairs.left, pairs.right)]
        rows, place = np.unique(np.concatenate([*ends, item]), return_inverse=True)
        local = np.split(place, np.cumsum([len(end) for end in ends]))
        path = self.tree.path[rows]
        theta, phi = self.theta(rows=rows), self.phi()
        d_theta = np.zeros_like(theta)
        found: dict[str, Any] = {name: np.zeros_like(getattr(self, name)) for name in ("beta", "intercept", "eta")}
        loss = 0.0
        for which, pairs in enumerate(drawn):
            if len(pairs.left):
                loss += self._link_gradients(
                    which, pairs, local[2 * which], local[2 * which + 1], theta, path, d_theta, found
                )
        if item.size:
            mine, weight = local[-1], np.float32(self.settings.text_weight / item.size)
            chance = chances(self.tree, path, theta, phi, mine, word)
            loss -= float(weight) * float(np.log(chance).sum())
            coefficient = -weight / chance
            start, order = grouped(mine, len(rows))
            add_topic_pulls(self.tree, path, phi, start, order, word, coefficient, d_theta)
            d_phi = word_sums(self.tree, path, theta, phi, mine, word, coefficient)
            found["phi_logits"] = phi * (d_phi - np.einsum("wk,wk->k", phi, d_phi))
        in_pieces(lambda first, last: through_softmax(first, last, theta, d_theta), len(theta), _ITEMS)
        found["theta_logits"] = (rows, d_theta)
        return loss, found

    def _link_gradients(
        self, which: int, pairs: Drawn, left: Ints, right: Ints, theta: Floats, path: Ints, d_theta: Floats,
        found: dict[str, Any],
    ) -> float:  # fmt: skip
        """Adds the gradients of rel and dir of one relation; returns its loss per pair, Eq. S7."""
        tree, beta, eta, count = self.tree, self.beta[which], self.eta[which], left.size
        shape = tree.bases, tree.root, tree.each
        logits, leaning = np.empty(count, np.float32), np.empty(len(theta), np.float32)

        def sums(first: int, last: int) -> None:
            shared_sums(theta, path, *shape, beta, left[first:last], right[first:last], logits[first:last])

        in_pieces(sums, count, _PAIRS)
        logits += self.intercept[which, 0]
        loss = np.logaddexp(0.0, logits).sum() - pairs.label @ logits
        coefficient = (expit(logits) - pairs.label) / np.float32(count)
        lean = np.zeros(len(theta), np.float32)
        if pairs.one_way.any():
            leanings(theta, path, *shape, eta, leaning)
            begin, end = left[pairs.one_way], right[pairs.one_way]
            ahead = leaning[end] - leaning[begin]
            loss += 2.0 * np.logaddexp(0.0, -ahead).sum()
            towards = -2.0 * expit(-ahead) / count
            lean += np.bincount(end, towards, len(theta)) - np.bincount(begin, towards, len(theta))
        start, order = grouped(np.concatenate([left, right]), len(theta))
        other, twice = np.concatenate([right, left]), np.concatenate([coefficient, coefficient])
        d_beta, d_eta = (np.zeros((-(-len(theta) // _ITEMS), tree.topics), np.float32) for _ in range(2))

        def work(first: int, last: int) -> None:
            link_pulls(
                first, last, _ITEMS, start, order, other, twice, lean, theta, path, *shape, beta, eta, d_theta, d_beta,
                d_eta,
            )  # fmt: skip

        in_pieces(work, len(theta), _ITEMS)
        found["beta"][which] = d_beta.sum(axis=0) / 2
        found["eta"][which] = d_eta.sum(axis=0)
        found["intercept"][which] = coefficient.sum()
        return float(loss) / count

    def _apply(self, gradients: dict[str, Any]) -> None:
        for name, gradient in gradients.items():
            if isinstance(gradient, tuple):
                self._steps[name].step(*gradient, unique=True)
            else:
                self._steps[name].step(_WHOLE, gradient.reshape(1, -1), unique=True)

    # --- checkpoints -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, NDArray[Any]]:
        """Every array that the rest of the training depends on, by name; the arrays themselves, not copies."""
        found: dict[str, NDArray[Any]] = {name: getattr(self, name) for name in self._steps}
        for name, optimiser in self._steps.items():
            found |= {f"{name}.{part}": array for part, array in optimiser.state().items()}
        return found

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a checkpoint, in place."""
        for name, array in self.state().items():
            array[...] = state[name]


def sceptre_memory(material: Material, settings: SceptreSettings) -> dict[str, int]:
    """Bytes by part, for the category tree of this dataset."""
    m, s, number = material, settings, np.dtype(np.float32).itemsize
    tree = topic_tree(material, settings)[0]
    theta, phi = m.items * tree.width * number, m.attributes * tree.topics * number
    links = 0 if m.source is None or s.supervision == "triples" else m.source.links.height
    pairs = (m.graph.edges if s.supervision == "graph" else len(m.user)) + (links if s.complements else 0)
    touched = min(m.items, 2 * s.batch * (1 + s.negatives) + s.cells)
    return training_memory(
        material,
        settings,
        model={
            "topics of items": theta,
            "attributes of topics": phi,
            "optimisers": 2 * (theta + phi) + 8 * m.items,
            "links": LINK * links,
            "pairs": 33 * pairs,  # both ends, and as a graph
            "mentions": 28 * m.quality.nnz + 12 * m.quality.nnz,  # the trainer's, and counts as they were read
            "categories": 0 if m.source is None else PATH * m.items,
        },
        working={
            "a step": 4 * (max(touched * tree.width * number, theta) + phi) + 16 * m.quality.nnz,
            "an epoch": 8 * pairs,
        },
        judged=2 * theta + 2 * phi,
        scored=36,
        weights=theta + phi,
    )


_WHOLE = np.zeros(1, np.int64)  # a weight is a table of one row


ENTRY = Entry(
    "sceptre",
    SceptreSettings,
    lambda settings, arrays, parts: Sceptre.from_arrays(settings, arrays),
    sceptre_memory,
    trainer=lambda material, settings, parts: SceptreTrainer(material, settings),
    grid=SCEPTRE_GRID,
    needs=("triples", "mentions"),
    about="topics of reviews that predict links (KDD 2015)",
)
