"""Scores of A2CF (Eq. 13-19): softmax attention over attributes in one pass, and its gradient by hand.

The attribute-aware vector enters a score only through a product with one weight vector, so it is a weighted mean of
one number per attribute: w . sum_n phi_n a_n = sum_n phi_n c_n with c = A w. One pass gives the numerator
sum e_n c_n and the denominator sum e_n, with e_n = exp(y_qn y_jn / beta). No maximum needs to be subtracted: logits
lie in [1 / beta, N^2 / beta].

Filled matrices are constants while the ranking is learned, so the softmax needs no gradient of its own:
dL/dc_n = sum over rows of g e_n / den.

Everywhere below: `of_query` is y~_q log2(e) / beta, `of_user` is x~_i log2(e) / epsilon, `by_query` is c = A w_s2
and `by_user` is A w_p2. `substitution` and `personalisation` are gamma and 1 - gamma.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import power_of_two, wide_vectors
from instead.kernels.prefetching import AHEAD, ask_for_row

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ZERO, _ONE = np.float32(0), np.float32(1)


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _mean(logit: Floats, row: Floats, number: Floats) -> np.float32:
    """sum_n softmax_n c_n of one pair: the attention-weighted mean of one number per attribute."""
    numerator, denominator = _ZERO, _ZERO
    for n in range(row.size):
        e = power_of_two(logit[n] * row[n])
        denominator += e
        numerator += e * number[n]
    return np.float32(numerator / denominator)


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _both_means(
    of_query: Floats, of_user: Floats, row: Floats, by_query: Floats, by_user: Floats
) -> tuple[np.float32, np.float32]:
    """The same for query and user, over one reading of the item's row."""
    top, bottom, user_top, user_bottom = _ZERO, _ZERO, _ZERO, _ZERO
    for n in range(row.size):
        y = row[n]
        e = power_of_two(of_query[n] * y)
        bottom += e
        top += e * by_query[n]
        e = power_of_two(of_user[n] * y)
        user_bottom += e
        user_top += e * by_user[n]
    return np.float32(top / bottom), np.float32(user_top / user_bottom)


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def score_items(
    items: Ints,
    of_query: Floats,
    of_user: Floats,
    latent: Floats,
    quality: Floats,
    vectors: Floats,
    bias: Floats,
    by_query: Floats,
    by_user: Floats,
    substitution: float,
    personalisation: float,
    out: Floats,
) -> None:
    """Fill out (n,) with f(u, q, j) of one user and one query for items (n,).

    of_query, of_user, by_query, by_user (A,); quality (all items, A) is Y~, vectors (all items, d), bias (all items,).
    `latent` (d,) is gamma w_s1 * v_q + (1 - gamma) w_p1 * u, so that the latent part of both constraints is one dot
    product with v_j. Empty `by_query` or `by_user`: that attention is switched off. Empty `bias`: there is none.

    Rows of a list of candidates lie anywhere, and waiting for them took as long as all arithmetic; so they are asked
    for two items ahead.
    """
    wide_vectors()  # type: ignore[call-arg]
    s, p = np.float32(substitution), np.float32(personalisation)
    for place in range(items.size):
        j = items[place]
        if place + AHEAD < items.size:
            ask_for_row(quality, items[place + AHEAD])
            ask_for_row(vectors, items[place + AHEAD])
        score = bias[j] if bias.size else _ZERO
        vector = vectors[j]
        for k in range(vector.size):
            score += latent[k] * vector[k]
        if by_query.size and by_user.size:
            first, second = _both_means(of_query, of_user, quality[j], by_query, by_user)
            score += s * first + p * second
        elif by_query.size:
            score += s * _mean(of_query, quality[j], by_query)
        elif by_user.size:
            score += p * _mean(of_user, quality[j], by_user)
        out[place] = score


def score_items_plainly(
    items: Ints,
    of_query: Floats,
    of_user: Floats,
    latent: Floats,
    quality: Floats,
    vectors: Floats,
    bias: Floats,
    by_query: Floats,
    by_user: Floats,
    substitution: float,
    personalisation: float,
    out: Floats,
) -> None:
    """The twin of `score_items` in NumPy."""
    out[:] = vectors[items] @ latent
    if bias.size:
        out += bias[items]
    for share, logit, number in ((substitution, of_query, by_query), (personalisation, of_user, by_user)):
        if number.size:
            e = np.exp2(logit * quality[items])
            out += share * (e @ number) / e.sum(axis=1)


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _keep(logit: Floats, row: Floats, number: Floats, kept: Floats) -> tuple[np.float32, np.float32]:
    """`_mean` that keeps e_n for the gradient; the mean, and 1 / sum e_n."""
    top, bottom = _ZERO, _ZERO
    for n in range(row.size):
        e = power_of_two(logit[n] * row[n])
        kept[n] = e
        bottom += e
        top += e * number[n]
    return np.float32(top / bottom), np.float32(_ONE / bottom)


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _keep_both(
    of_query: Floats, of_user: Floats, row: Floats, by_query: Floats, by_user: Floats, e_query: Floats, e_user: Floats
) -> tuple[np.float32, np.float32, np.float32, np.float32]:
    """The same for query and user, over one reading of the item's row."""
    top, bottom, user_top, user_bottom = _ZERO, _ZERO, _ZERO, _ZERO
    for n in range(row.size):
        y = row[n]
        e = power_of_two(of_query[n] * y)
        e_query[n] = e
        bottom += e
        top += e * by_query[n]
        e = power_of_two(of_user[n] * y)
        e_user[n] = e
        user_bottom += e
        user_top += e * by_user[n]
    return (
        np.float32(top / bottom),
        np.float32(_ONE / bottom),
        np.float32(user_top / user_bottom),
        np.float32(_ONE / user_bottom),
    )


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def ranking_gradient(
    users: Floats,
    query: Ints,
    items: Ints,
    care: Floats,
    quality: Floats,
    vectors: Floats,
    bias: Floats,
    substitute_weight: Floats,
    personal_weight: Floats,
    by_query: Floats,
    by_user: Floats,
    substitution: float,
    personalisation: float,
    beta_factor: float,
    epsilon_factor: float,
    rows: int,
    d_user: Floats,
    d_query: Floats,
    d_item: Floats,
    d_score: Floats,
    d_substitute_weight: Floats,
    d_personal_weight: Floats,
    d_by_query: Floats,
    d_by_user: Floats,
) -> float:
    """The pairwise ranking loss BPR-S (Eq. 12) over some triples of a batch: its sum; gradients go into the d_ arrays.

    `users` (B, d) are the vectors of the triples' users and `care` (B, A) their filled rows; `items` (B, 1 + J) holds
    the chosen item first, then its negatives. `rows` is the number of (triple, negative) pairs of the whole batch,
    of whose losses the mean is taken. `*_factor` is log2(e) / beta and / epsilon. The d_ arrays of weights and
    attributes are added to, those of vectors and scores overwritten.
    """
    triples, width = items.shape
    dimension = vectors.shape[1]
    attributes = quality.shape[1]
    with_query, with_user = by_query.size > 0, by_user.size > 0
    s, p = np.float32(substitution), np.float32(personalisation)
    of_query, of_user = np.empty(attributes, np.float32), np.empty(attributes, np.float32)
    e_query = np.empty((width if with_query else 0, attributes), np.float32)
    e_user = np.empty((width if with_user else 0, attributes), np.float32)
    share_query, share_user = np.empty(width, np.float32), np.empty(width, np.float32)
    latent, mix = np.empty(dimension, np.float32), np.empty(dimension, np.float32)
    score = np.empty(width, np.float32)
    total = 0.0
    for t in range(triples):
        q = query[t]
        u, v = users[t], vectors[q]
        for k in range(dimension):
            latent[k] = s * substitute_weight[k] * v[k] + p * personal_weight[k] * u[k]
        if with_query:
            y_q = quality[q]
            for n in range(attributes):
                of_query[n] = np.float32(beta_factor) * y_q[n]
        if with_user:
            for n in range(attributes):
                of_user[n] = np.float32(epsilon_factor) * care[t, n]
        for place in range(width):
            j = items[t, place]
            value = bias[j] if bias.size else _ZERO
            for k in range(dimension):
                value += latent[k] * vectors[j, k]
            if with_query and with_user:
                first, share_query[place], second, share_user[place] = _keep_both(
                    of_query, of_user, quality[j], by_query, by_user, e_query[place], e_user[place]
                )
                value += s * first + p * second
            elif with_query:
                first, share_query[place] = _keep(of_query, quality[j], by_query, e_query[place])
                value += s * first
            elif with_user:
                second, share_user[place] = _keep(of_user, quality[j], by_user, e_user[place])
                value += p * second
            score[place] = value
        # dL/df of the chosen item and of its negatives; log(1 + exp(-x)) without overflow on either side
        d_score[t, 0] = _ZERO
        for place in range(1, width):
            x = np.float64(score[0] - score[place])
            small = np.exp(-abs(x))
            total += np.log1p(small) + max(-x, 0.0)
            g = np.float32((small if x >= 0 else 1.0) / (1.0 + small) / rows)
            d_score[t, place] = g
            d_score[t, 0] -= g
        for k in range(dimension):
            mix[k] = _ZERO
        for place in range(width):
            g = d_score[t, place]
            j = items[t, place]
            for k in range(dimension):
                mix[k] += g * vectors[j, k]
                d_item[t, place, k] = g * latent[k]
        for k in range(dimension):
            d_query[t, k] = s * substitute_weight[k] * mix[k]
            d_user[t, k] = p * personal_weight[k] * mix[k]
            d_substitute_weight[k] += s * v[k] * mix[k]
            d_personal_weight[k] += p * u[k] * mix[k]
        if with_query:
            for place in range(width):
                factor, kept = d_score[t, place] * s * share_query[place], e_query[place]
                for n in range(attributes):
                    d_by_query[n] += factor * kept[n]
        if with_user:
            for place in range(width):
                factor, kept = d_score[t, place] * p * share_user[place], e_user[place]
                for n in range(attributes):
                    d_by_user[n] += factor * kept[n]
    return total
