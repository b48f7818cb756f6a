"""Item cold start: embeddings of items that are new since the training, from their reviews, without retraining.

Their observed qualities are Eq. 2; their embeddings come from the ridge regression of `fold_in.py`, fitted on the
trained items; cells without a mention are filled from these embeddings. The rest of the model is unchanged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.a2cf.fold_in import FoldIn, quality_features

Floats = NDArray[np.float32]


def placed_items(
    trained: csr_matrix, ranked: Floats, frozen: Floats, bias: Floats, new: csr_matrix, scale: float, ridge: float
) -> tuple[Floats, Floats, Floats]:
    """Item embeddings of the ranking, those used for filling, and biases, each with the new items appended.

    `trained` and `new` are rows of Y, (items, A) and (n, A); a new item has the mean bias, where there are biases.
    """
    d = ranked.shape[1]
    both = np.concatenate([ranked, frozen], axis=1)
    placed = FoldIn(quality_features(trained, scale), both, ridge).vectors(quality_features(new, scale))
    mean_bias = np.full(len(placed) if bias.size else 0, bias.mean() if bias.size else 0)
    return (
        np.concatenate([ranked, placed[:, :d]]),
        np.concatenate([frozen, placed[:, d:]]),
        np.concatenate([bias, mean_bias]).astype(np.float32),
    )
