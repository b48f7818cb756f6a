"""Settings of A2CF: the paper's, every switch its ablations need, and how it is trained."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from instead.settings.model import RoundSettings

A2CFPreset = Literal["default", "paper"]

# The class's own values are the default preset. `paper` is as published; where the paper is silent, the decisions of
# docs/model.md. They differ only in how the ranking is optimised, which docs/results/a2cf.md puts figures to.
A2CF_PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "paper": {
        "optimiser": "adam",
        "ranking_rate": 1e-3,
        "weight_decay": 0.0,
        "projection": "shrunk",
        "rounds": 5,
        "patience": 1,
    },
}

# Section 3.5 of the paper. beta and epsilon are powers of d: 0 stands for 1, 1 for d.
A2CF_GRID: dict[str, list[Any]] = {
    "dimension": [16, 32, 64, 128, 256],
    "depth": [1, 2, 3, 4, 5],
    "gamma": [0.1, 0.3, 0.5, 0.7, 0.9],
    "beta_power": [0.0, 0.25, 0.5, 0.75, 1.0],
    "epsilon_power": [0.0, 0.25, 0.5, 0.75, 1.0],
}

LARGEST_LOGIT = 60.0  # exp of it, times a large number and summed over any number of attributes, is still a float32


class A2CFSettings(RoundSettings):
    """Names in brackets are the paper's."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = A2CF_PRESETS

    preset: A2CFPreset = "default"
    """Named set of values to start from: `default`, or `paper`, as published."""
    dimension: int = Field(default=64, ge=1)
    """[d] Length of every embedding."""
    depth: int = Field(default=1, ge=1, le=16)
    """[l] Layers of the residual networks."""
    gamma: float = Field(default=0.7, ge=0.0, le=1.0)
    """[gamma] Weight of the substitution constraint."""
    beta: float = Field(default=8.0, gt=0.0)
    """[beta] Smoothness of the attention between query and item."""
    epsilon: float = Field(default=8.0, gt=0.0)
    """[epsilon] Smoothness of the attention between user and item."""

    substitution: bool = True
    """Ablation 1 when off: f = f_P."""
    personalisation: bool = True
    """Ablation 2 when off: f = f_S."""
    item_attributes: bool = True
    """Ablation 3 when off: f_S without the aggregated attributes."""
    user_attributes: bool = True
    """Ablation 4 when off: f_P without the aggregated attributes."""
    item_bias: bool = False
    """Control: a free bias per item, to test whether the aggregated attributes merely replace one."""

    attribute_epochs: int = Field(default=20, ge=0)
    """[T1] Passes over the observed cells of X and Y in the first round."""
    later_attribute_epochs: int = Field(default=3, ge=0)
    """[T1] The same in later rounds."""
    ranking_epochs: int = Field(default=5, ge=1)
    """[T2] Passes over the training triples in a round."""
    rounds: int = Field(default=8, ge=1)
    """Alternations of both stages at most."""
    patience: int = Field(default=2, ge=1)
    """Early stopping: rounds without a better validation NDCG@10 before training stops."""

    batch: int = Field(default=256, ge=1)
    """Batch size: triples, or cells, of a step."""
    negatives: int = Field(default=5, ge=1)
    """Negative sampling: negatives of a triple."""
    negative_rule: Literal["either", "unvisited"] = "either"
    """`either` is the paper's: not visited by the user, or no substitute of the query. `unvisited`: not visited."""
    dropout: float = Field(default=0.4, ge=0.0, lt=1.0)
    """Dropout rate after each ReLU of the attribute stage."""
    learning_rate: float = Field(default=1e-3, gt=0.0)
    """Learning rate of the attribute stage, which is always trained by Adam."""
    optimiser: Literal["adam", "adagrad"] = "adagrad"
    """Optimiser of the ranking stage; the paper's is Adam."""
    ranking_rate: float = Field(default=0.05, gt=0.0)
    """Learning rate of the ranking stage; 1e-3 in the paper."""
    weight_decay: float = Field(default=1e-4, ge=0.0)
    """Weight decay: L2 on the embeddings of the ranking stage; none in the paper."""
    spread: float = Field(default=0.1, gt=0.0)
    """Standard deviation of initial embeddings."""
    projection: Literal["ones", "shrunk"] = "ones"
    """Initial value of every entry of w_s and w_p: 1, or 1 / sqrt(d)."""
    output_bias: bool = False
    """A bias in the networks' output; the paper writes none."""
    resample_queries: bool = False
    """A new query for every triple and epoch instead of one for all."""
    fold_ridge: float = Field(default=1.0, gt=0.0)
    """Fold-in of new users and items: penalty of the ridge regression, in units of its mean diagonal."""
    fold_sample: int = Field(default=1000, ge=1)
    """Evenly spaced users whose mean is the average user: all of them would have to be read from disk."""

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not (self.substitution or self.personalisation):
            raise ValueError("substitution and personalisation cannot both be off: nothing would be left to rank by")
        for name, value in (("beta", self.beta), ("epsilon", self.epsilon)):
            if self.scale**2 / value > LARGEST_LOGIT:
                raise ValueError(
                    f"{name} is too small: scores up to {self.scale:g} give logits up to {self.scale**2 / value:.0f}, "
                    f"and exp of more than {LARGEST_LOGIT:g} does not fit"
                )
        return self

    @property
    def shares(self) -> tuple[float, float]:
        """gamma and 1 - gamma, or 0 and 1 where an ablation leaves one constraint out."""
        if not self.substitution:
            return 0.0, 1.0
        return (self.gamma, 1.0 - self.gamma) if self.personalisation else (1.0, 0.0)

    @property
    def uses_item_attributes(self) -> bool:
        """Whether v~ (Eq. 14) is part of the score."""
        return self.item_attributes and self.shares[0] > 0

    @property
    def uses_user_attributes(self) -> bool:
        """Whether v~' (Eq. 17) is part of the score."""
        return self.user_attributes and self.shares[1] > 0
