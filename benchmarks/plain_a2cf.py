"""A2CF as the paper writes it, in plain PyTorch with autograd: slow and obvious.

What `instead` computes by shorter ways is compared with this, in value by the tests and in speed by `a2cf_speed.py`.
Nothing here is rearranged: the network sees every (row, attribute) pair, the attribute-aware vectors have d entries,
and gradients are autograd's. Numbers in brackets are the paper's equations.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from torch import Tensor, nn

from instead.models.a2cf.model import Frozen, Ranking
from instead.models.a2cf.residual import Residual
from instead.settings import A2CFSettings

Ints = NDArray[np.int64]


def tanh_between(r: Tensor, scale: float) -> Tensor:
    """tanh_[1,N] (7)."""
    return (scale - 1) / 2 * torch.tanh(r) + (scale + 1) / 2


class Network(nn.Module):
    """H_l and its output: w . H_l([row; attribute]) through tanh_[1,N] (4-8, 10)."""

    def __init__(self, dimension: int, depth: int, scale: float) -> None:
        super().__init__()
        width = 2 * dimension
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 1)
        self.scale = scale

    def forward(self, row: Tensor, attribute: Tensor) -> Tensor:
        """(B) estimates from vectors of rows (B, d) and of attributes (B, d)."""
        h = torch.cat([row, attribute], dim=1)  # (B, 2d)                              (5)
        for layer in self.layers:
            h = h + torch.relu(layer(h))  #                                            (4)
        return tanh_between(self.out(h).squeeze(1), self.scale)  # (B)                 (6, 8, 10)

    def take(self, net: Residual) -> None:
        """The weights of one of our networks."""
        with torch.no_grad():
            for layer, weight, bias in zip(self.layers, net.weight, net.bias, strict=True):
                assert isinstance(layer, nn.Linear)  # noqa: S101 - a ModuleList does not say what it holds
                layer.weight.copy_(torch.from_numpy(weight))
                layer.bias.copy_(torch.from_numpy(bias))
            self.out.weight.copy_(torch.from_numpy(net.out)[None])
            self.out.bias.copy_(torch.from_numpy(net.offset))


class PlainA2CF(nn.Module):
    """The whole model. Dropout is left out: what is compared has none, or a mask of its own."""

    def __init__(self, settings: A2CFSettings, users: int, items: int, attributes: int) -> None:
        super().__init__()
        self.settings, d = settings, settings.dimension
        self.user, self.item = nn.Embedding(users, d), nn.Embedding(items, d)
        self.attribute = nn.Embedding(attributes, d)  # shared by users and items
        self.user_net = Network(d, settings.depth, settings.scale)  # H^UA, w_x
        self.item_net = Network(d, settings.depth, settings.scale)  # H^IA, w_y
        self.w_s, self.w_p = nn.Parameter(torch.zeros(2 * d)), nn.Parameter(torch.zeros(2 * d))
        self.bias = nn.Parameter(torch.zeros(items)) if settings.item_bias else None

    @classmethod
    def at_filling(cls, settings: A2CFSettings, frozen: Frozen) -> PlainA2CF:
        """The model as it was when the missing cells were filled."""
        model = cls(settings, len(frozen.users), len(frozen.items), len(frozen.attributes))
        model.take_tables(frozen)
        model.user_net.take(frozen.user_net)
        model.item_net.take(frozen.item_net)
        return model

    def take_tables(self, source: Frozen | Ranking) -> None:
        """Our embeddings, and w_s, w_p and the bias if they are there."""
        with torch.no_grad():
            for table, name in ((self.user, "users"), (self.item, "items"), (self.attribute, "attributes")):
                table.weight.copy_(torch.from_numpy(getattr(source, name)))
            if isinstance(source, Ranking):
                self.w_s.copy_(torch.from_numpy(source.substitution))
                self.w_p.copy_(torch.from_numpy(source.personalisation))
                if self.bias is not None:
                    self.bias.copy_(torch.from_numpy(source.bias))

    # --- user-attribute and item-attribute collaborative filtering ---------------------------------------------------

    def attribute_loss(self, x: csr_matrix, y: csr_matrix) -> Tensor:
        """L' = L_UA + L_IA (3, 9) over the observed cells, as a mean instead of a sum (decision C13)."""
        total = torch.zeros(())
        for table, net, cells in ((self.user, self.user_net, x.tocoo()), (self.item, self.item_net, y.tocoo())):
            row, attribute = torch.from_numpy(cells.row.astype(np.int64)), torch.from_numpy(cells.col.astype(np.int64))
            estimate: Tensor = net(table(row), self.attribute(attribute))
            total = total + ((torch.from_numpy(cells.data) - estimate) ** 2).sum()
        count: int = x.nnz + y.nnz
        return total / count

    # --- filling -----------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def care_rows(self, users: Ints, x: csr_matrix) -> Tensor:
        """(n, A) rows of X~ (11)."""
        return self._filled(self.user, self.user_net, users, x)

    @torch.no_grad()
    def quality_rows(self, items: Ints, y: csr_matrix) -> Tensor:
        """(n, A) rows of Y~ (11)."""
        return self._filled(self.item, self.item_net, items, y)

    def _filled(self, table: nn.Embedding, net: Network, rows: Ints, observed: csr_matrix) -> Tensor:
        count = self.attribute.num_embeddings
        row = table(torch.from_numpy(rows)).repeat_interleave(count, dim=0)  # (n A, d)
        estimate = net(row, self.attribute.weight.repeat(len(rows), 1)).reshape(len(rows), count)
        seen = torch.from_numpy(observed[rows].toarray()).to(estimate.dtype)
        return torch.where(seen == 0, estimate, seen)

    # --- the two constraints -----------------------------------------------------------------------------------------

    def aggregated(self, mine: Tensor, quality: Tensor, smoothness: float) -> Tensor:
        """(.., d) attribute-aware vectors: softmax(mine * y~_j / smoothness) (15, 18) times A (14, 17)."""
        attention = torch.softmax(mine * quality / smoothness, dim=-1)  # (.., A)
        return attention @ self.attribute.weight

    def f_s(self, query: Tensor, items: Tensor, of_query: Tensor, quality: Tensor) -> Tensor:
        """f_S(v_q, v_j) = w_s . [v_q * v_j; v~_j] (16): (B, c) for queries (B) and items (B, c).

        `of_query` (B, A) and `quality` (B, c, A) are their rows of Y~. Ablation 3 leaves v~_j out.
        """
        latent: Tensor = self.item(query)[:, None] * self.item(items)  # (B, c, d)
        if not self.settings.item_attributes:
            return latent @ self.w_s[: latent.shape[-1]]
        aggregated = self.aggregated(of_query[:, None], quality, self.settings.beta)
        return torch.cat([latent, aggregated], dim=-1) @ self.w_s

    def f_p(self, user: Tensor, items: Tensor, of_user: Tensor, quality: Tensor) -> Tensor:
        """f_P(u_i, v_j) = w_p . [u_i * v_j; v~_j'] (19): (B, c); `of_user` (B, A) is of X~. Ablation 4: no v~'."""
        latent: Tensor = self.user(user)[:, None] * self.item(items)  # (B, c, d)
        if not self.settings.user_attributes:
            return latent @ self.w_p[: latent.shape[-1]]
        aggregated = self.aggregated(of_user[:, None], quality, self.settings.epsilon)
        return torch.cat([latent, aggregated], dim=-1) @ self.w_p

    def f(
        self, user: Tensor, query: Tensor, items: Tensor, of_user: Tensor, of_query: Tensor, quality: Tensor
    ) -> Tensor:
        """f(u, q, j) (13): (B, c) scores. Ablations 1 and 2 leave one constraint, and only it."""
        s = self.settings
        if not s.substitution:
            score = self.f_p(user, items, of_user, quality)
        elif not s.personalisation:
            score = self.f_s(query, items, of_query, quality)
        else:
            substitution = self.f_s(query, items, of_query, quality)
            score = s.gamma * substitution + (1 - s.gamma) * self.f_p(user, items, of_user, quality)
        return score if self.bias is None else score + self.bias[items]

    @staticmethod
    def bpr_s(scores: Tensor) -> Tensor:
        """L_BPR-S (12): the mean over (triple, negative) pairs; `scores` (B, 1 + J), the chosen item first."""
        return -nn.functional.logsigmoid(scores[:, :1] - scores[:, 1:]).mean()

    @staticmethod
    def gains(of_user: Tensor, of_query: Tensor, of_chosen: Tensor) -> Tensor:
        """Delta = x~_i * y~_j - x~_i * y~_q (20), (n, A)."""
        return of_user * of_chosen - of_user * of_query

    def gradients(self) -> Mapping[str, NDArray[np.floating]]:
        """What autograd left, by our names; zeros where a parameter took no part."""
        named = {
            "users": self.user.weight,
            "items": self.item.weight,
            "attributes": self.attribute.weight,
            "substitution": self.w_s,
            "personalisation": self.w_p,
        }
        if self.bias is not None:
            named["bias"] = self.bias
        return {
            name: (torch.zeros_like(value) if value.grad is None else value.grad).numpy()
            for name, value in named.items()
        }
