"""The judging network's loops that are no matrix products: what it sees of each word, and how it looks at a sentence.

A sentence is laid out as rows of numbers, one per word, with an empty row on either side, so that the width-three
convolutions of `network.py` are plain matrix products over all sentences at once.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.tags import BEGIN, INSIDE, is_noun

WORD_BITS = 14
"""Rows of the table of word forms, as a power of two; a form's row is the head of its scrambled hash."""
_SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)
LEVELS = np.array([-2.4, -1.9, -0.9, -1e-6, 1e-6, 0.9, 1.9, 2.4], np.float32)
"""Bounds of the levels of valence."""
TAG, TURN, LEVEL, SAID, MARK, VOICE, ROLE = 0, 28, 38, 47, 74, 77, 85
"""Where the rows of each kind begin in the table of marks: 28 tags, 10 turns, 9 levels of valence, 3 opinion labels
times 9 steps of trust, 3 marks of attribute phrases, 8 bits of the voice, 32 bits of the role."""
MARKS = ROLE + 32
_STEPS = 9
DISTANCES, SIDES = 17, 4
"""Signed distances in words (in steps, the phrase itself in the middle), and for each: in the phrase's clause or not,
an opinion of the phrase or not."""
FEATURES = 17


@njit(inline="always", cache=True)
def distance_step(words):  # type: ignore[no-untyped-def]
    """Row of a signed distance: 0 to 4 words exactly, then up to 6, up to 9, up to 14, more."""
    far = abs(words)
    step = far if far <= 4 else (5 if far <= 6 else (6 if far <= 9 else (7 if far <= 14 else 8)))
    return 8 + step if words > 0 else 8 - step


@njit(inline="always", cache=True)
def form_row(form):  # type: ignore[no-untyped-def]
    return np.int64((form * _SCRAMBLE) >> np.uint64(64 - WORD_BITS))


@njit(cache=True)
def level_of(valence):  # type: ignore[no-untyped-def]
    """How many of LEVELS lie below."""
    level = 0
    while level < LEVELS.size and valence > LEVELS[level]:
        level += 1
    return level


@njit(cache=True)
def lay_out(phrases, starts):  # type: ignore[no-untyped-def]
    """Sentences that hold phrases (m, 3), in order: their numbers (q,), the row at which each begins (q + 1,), and of
    each phrase the place of its sentence among them (m,). Row 0 is empty, and so is one behind every sentence."""
    chosen = np.empty(phrases.shape[0], np.int64)
    rows = np.empty(phrases.shape[0] + 1, np.int64)
    place = np.empty(phrases.shape[0], np.int64)
    q = 0
    s = 0
    rows[0] = 1
    for m in range(phrases.shape[0]):
        while starts[s + 1] <= phrases[m, 0]:
            s += 1
        if q == 0 or chosen[q - 1] != s:
            chosen[q] = s
            rows[q + 1] = rows[q] + starts[s + 1] - starts[s] + 1
            q += 1
        place[m] = q - 1
    return chosen[:q], rows[: q + 1], place


@njit(cache=True)
def mark_phrases(phrases, out):  # type: ignore[no-untyped-def]
    """BIO labels of the phrases, out (words,)."""
    for m in range(phrases.shape[0]):
        for k in range(phrases[m, 0], phrases[m, 1]):
            out[k] = INSIDE
        out[phrases[m, 0]] = BEGIN


@njit(cache=True, fastmath=True)
def see_words(  # type: ignore[no-untyped-def]
    chosen, rows, starts, form, known, tags, turn, valence, opinion, trust, marked, voice, roles,
    form_table, known_table, mark_table, voice_table, role_table, out,
):  # fmt: skip
    """Fill out (rows, d) with what is seen of each word of the chosen sentences: the sum of the rows of its form, of
    what is known of its stem, and of its marks. voice_table (256, d) and role_table (4, 256, d) hold the sums of all
    bits of a byte. Rows between sentences become zero."""
    d = out.shape[1]
    for c in range(d):
        out[0, c] = 0
    for i in range(chosen.size):
        s = chosen[i]
        row = rows[i]
        for k in range(starts[s], starts[s + 1]):
            a = form_table[form_row(form[k])]
            b = known_table[known[k]]
            t = mark_table[TAG + tags[k]]
            u = mark_table[TURN + turn[k]]
            v = mark_table[LEVEL + level_of(valence[k])]
            w = mark_table[SAID + _STEPS * opinion[k] + trust[k]]
            x = mark_table[MARK + marked[k]]
            y = voice_table[voice[k]]
            role = roles[k]
            r0 = role_table[0, role & 255]
            r1 = role_table[1, (role >> 8) & 255]
            r2 = role_table[2, (role >> 16) & 255]
            r3 = role_table[3, (role >> 24) & 255]
            for c in range(d):
                out[row, c] = a[c] + b[c] + t[c] + u[c] + v[c] + w[c] + x[c] + y[c] + r0[c] + r1[c] + r2[c] + r3[c]
            row += 1
        for c in range(d):
            out[row, c] = 0


@njit(cache=True, fastmath={"contract"})
def _four_rows(x, kernel, out, k):  # type: ignore[no-untyped-def]
    """Rows k to k + 3 of `times`."""
    d, columns = kernel.shape
    x0, x1, x2, x3 = x[k], x[k + 1], x[k + 2], x[k + 3]
    out0, out1, out2, out3 = out[k], out[k + 1], out[k + 2], out[k + 3]
    for c in range(columns):
        out0[c] = 0
        out1[c] = 0
        out2[c] = 0
        out3[c] = 0
    whole = d - d % 4
    for i in range(0, whole, 4):
        e0, e1, e2, e3 = x0[i], x0[i + 1], x0[i + 2], x0[i + 3]
        f0, f1, f2, f3 = x1[i], x1[i + 1], x1[i + 2], x1[i + 3]
        g0, g1, g2, g3 = x2[i], x2[i + 1], x2[i + 2], x2[i + 3]
        h0, h1, h2, h3 = x3[i], x3[i + 1], x3[i + 2], x3[i + 3]
        for c in range(columns):
            k0, k1, k2, k3 = kernel[i, c], kernel[i + 1, c], kernel[i + 2, c], kernel[i + 3, c]
            out0[c] += e0 * k0 + e1 * k1 + e2 * k2 + e3 * k3
            out1[c] += f0 * k0 + f1 * k1 + f2 * k2 + f3 * k3
            out2[c] += g0 * k0 + g1 * k1 + g2 * k2 + g3 * k3
            out3[c] += h0 * k0 + h1 * k1 + h2 * k2 + h3 * k3
    for i in range(whole, d):
        for c in range(columns):
            out0[c] += x0[i] * kernel[i, c]
            out1[c] += x1[i] * kernel[i, c]
            out2[c] += x2[i] * kernel[i, c]
            out3[c] += x3[i] * kernel[i, c]


@njit(cache=True)
def times(x, kernel, out):  # type: ignore[no-untyped-def]
    """Fill out (n, c) with x (n, d) times kernel (d, c).

    Every row is added up in the same order wherever it stands, so that a review is read alike in any company; the
    products of a library are not. Four rows at a time share what is loaded of the kernel; the last four overlap those
    before them where n is no multiple of four.
    """
    n, d = x.shape
    if n < 4:
        padded = np.zeros((4, d), np.float32)
        padded[:n] = x
        whole = np.empty((4, kernel.shape[1]), np.float32)
        _four_rows(padded, kernel, whole, 0)
        out[:] = whole[:n]
        return
    for k in range(0, n - 3, 4):
        _four_rows(x, kernel, out, k)
    if n % 4:
        _four_rows(x, kernel, out, n - 4)


@njit(cache=True, fastmath=True)
def near_words(y, x, bias, rows, h, mean):  # type: ignore[no-untyped-def]
    """Fill h (n, d) = x_k + relu(y_{k-1} + y_k + y_{k+1} + bias), each y by its own third of the columns of y (n, 3d),
    and mean (sentences, d) of each sentence. Rows between sentences become zero."""
    d = h.shape[1]
    for c in range(d):
        h[0, c] = 0
    for i in range(rows.size - 1):
        first, last = rows[i], rows[i + 1] - 1
        for c in range(d):
            mean[i, c] = 0
            h[last, c] = 0
        for k in range(first, last):
            for c in range(d):
                one = y[k - 1, c] + y[k, d + c] + y[k + 1, 2 * d + c] + bias[c]
                one = x[k, c] + max(one, np.float32(0))
                h[k, c] = one
                mean[i, c] += one
        for c in range(d):
            mean[i, c] /= last - first


@njit(cache=True, fastmath=True)
def far_words(y, bias, whole, rows, z):  # type: ignore[no-untyped-def]
    """Fill z (n, d) = y_{k-1} + y_k + y_{k+1} + bias + whole (sentences, d) of the word's sentence."""
    d = z.shape[1]
    for i in range(rows.size - 1):
        for k in range(rows[i], rows[i + 1] - 1):
            for c in range(d):
                z[k, c] = y[k - 1, c] + y[k, d + c] + y[k + 1, 2 * d + c] + bias[c] + whole[i, c]


@njit(inline="always", cache=True)
def relation(k, a, e, clause, paired):  # type: ignore[no-untyped-def]
    """Row of how word k stands to the phrase [a, e): distance, in its clause, one of its opinions."""
    words = k - a if k < a else (k - e + 1 if k >= e else 0)
    return SIDES * distance_step(words) + 2 * (clause[k] == clause[a]) + paired[k]


@njit(inline="always", cache=True)
def mark_opinions(pairs, order, at, m, paired, mark):  # type: ignore[no-untyped-def]
    """Write `mark` to paired (words,) on the opinions of phrase m, from place `at` of `order` on; where they end."""
    while at < order.size and pairs[order[at], 0] == m:
        for k in range(pairs[order[at], 1], pairs[order[at], 2]):
            paired[k] = mark
        at += 1
    return at


@njit(cache=True)
def relations(phrases, pairs, place, chosen, starts, clause):  # type: ignore[no-untyped-def]
    """Rows of `relation` of every phrase and word of its sentence, one after the other, and where each phrase's begin
    (m + 1,): training data, made as what is judged later."""
    size = 0
    for m in range(phrases.shape[0]):
        s = chosen[place[m]]
        size += starts[s + 1] - starts[s]
    out = np.empty(size, np.uint8)
    bounds = np.zeros(phrases.shape[0] + 1, np.int64)
    paired = np.zeros(clause.size, np.uint8)
    order = np.argsort(pairs[:, 0], kind="mergesort")
    at = 0
    n = 0
    for m in range(phrases.shape[0]):
        behind = mark_opinions(pairs, order, at, m, paired, 1)
        s = chosen[place[m]]
        for k in range(starts[s], starts[s + 1]):
            out[n] = relation(k, phrases[m, 0], phrases[m, 1], clause, paired)
            n += 1
        bounds[m + 1] = n
        mark_opinions(pairs, order, at, m, paired, 0)
        at = behind
    return out, bounds


@njit(cache=True)
def phrase_features(phrases, worth, pairs, scores, verdict, felt, place, chosen, starts, tags, out):  # type: ignore[no-untyped-def]
    """Fill out (m, FEATURES): what is known of each phrase as a whole.

    The sum of its clause (`felt`) three times, what grammar says of it, its opinions and how well the best of them
    fits, its worth, where it stands, how long its sentence is and how many phrases it shares it with.
    """
    count = np.zeros(phrases.shape[0], np.int64)
    best = np.full(phrases.shape[0], -2.0)
    for n in range(pairs.shape[0]):
        count[pairs[n, 0]] += 1
        best[pairs[n, 0]] = max(best[pairs[n, 0]], scores[n])
    beside = np.zeros(chosen.size, np.int64)
    for m in range(phrases.shape[0]):
        beside[place[m]] += 1
    for m in range(phrases.shape[0]):
        first, last = starts[chosen[place[m]]], starts[chosen[place[m]] + 1]
        a, e, head = phrases[m]
        one = out[m]
        one[0] = min(max(felt[m], -4.0), 4.0) / 2
        one[1] = min(abs(felt[m]), 4.0) / 2
        one[2] = np.tanh(2 * felt[m])
        for kind in range(4):
            one[3 + kind] = verdict[m] == kind
        one[7] = count[m] > 0
        one[8] = min(count[m], 3) / 2
        one[9] = min(max(best[m], -2.0), 6.0) / 3
        one[10] = min(max(worth[m], -5.0), 4.0) / 2
        one[11] = worth[m] > -1.9
        one[12] = min(a - first, 20) / 10
        one[13] = min(last - first, 60) / 20
        one[14] = e - a > 1
        one[15] = min(beside[place[m]], 9) / 3
        one[16] = is_noun(tags[head])


@njit(cache=True, fastmath=True)
def look_around(  # type: ignore[no-untyped-def]
    phrases, pairs, place, chosen, rows, starts, clause, seen, asked, relation_table, look, look_bias, out
):
    """Fill out (m, heads * d) with what each phrase's sentence says of it.

    g_k = relu(seen_k + relation_k + asked) of every word k, weighed by softmax(g_k look + look_bias) of each head; seen
    (rows, d), asked (m, d), relation_table (DISTANCES * SIDES, d), look (heads, d).
    """
    d = seen.shape[1]
    heads = look.shape[0]
    paired = np.zeros(clause.size, np.uint8)
    order = np.argsort(pairs[:, 0], kind="mergesort")
    g = np.empty(d, np.float32)
    total = np.empty(heads, np.float32)
    top = np.empty(heads, np.float32)
    at = 0
    for m in range(phrases.shape[0]):
        behind = mark_opinions(pairs, order, at, m, paired, 1)
        s = chosen[place[m]]
        row = rows[place[m]]
        for h in range(heads):
            total[h] = 0
            top[h] = -1e9
        for c in range(heads * d):
            out[m, c] = 0
        for k in range(starts[s], starts[s + 1]):
            here = seen[row + k - starts[s]]
            beside = relation_table[relation(k, phrases[m, 0], phrases[m, 1], clause, paired)]
            for c in range(d):
                g[c] = max(here[c] + beside[c] + asked[m, c], np.float32(0))
            for h in range(heads):
                score = look_bias[h]
                for c in range(d):
                    score += g[c] * look[h, c]
                if score > top[h]:  # what was weighed so far shrinks
                    shrink = np.exp(top[h] - score)
                    total[h] *= shrink
                    for c in range(d):
                        out[m, h * d + c] *= shrink
                    top[h] = score
                share = np.exp(score - top[h])
                total[h] += share
                for c in range(d):
                    out[m, h * d + c] += share * g[c]
        for h in range(heads):
            for c in range(d):
                out[m, h * d + c] /= total[h]
        mark_opinions(pairs, order, at, m, paired, 0)
        at = behind
