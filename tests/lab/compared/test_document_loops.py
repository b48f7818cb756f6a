"""Bags of words times a table, and the gradient of the table."""

from __future__ import annotations

import numpy as np
from scipy.sparse import random as random_sparse

from instead.lab.compared.document_loops import (
    rows_times_table,
    rows_times_table_plainly,
    table_gradient,
    table_gradient_plainly,
)
from instead.lab.compared.row_groups import grouped


def test_documents_times_a_table() -> None:
    rng = np.random.default_rng(2)
    documents = random_sparse(20, 9, 0.3, format="csr", dtype=np.float32, random_state=1)
    start, word, value = documents.indptr.astype(np.int64), documents.indices.astype(np.int64), documents.data
    rows, table = rng.permutation(20)[:12], rng.standard_normal((9, 5)).astype(np.float32)
    out = np.zeros((12, 5), np.float32)
    rows_times_table(0, 12, rows, start, word, value, table, out)
    np.testing.assert_allclose(out, rows_times_table_plainly(documents, rows, table), rtol=1e-5, atol=1e-6)
    gradient, found = rng.standard_normal((20, 5)).astype(np.float32), np.zeros((9, 5), np.float32)
    place = np.repeat(np.arange(20), np.diff(start))
    table_gradient(0, 9, *grouped(word, 9), place, value, gradient, found)
    np.testing.assert_allclose(found, table_gradient_plainly(documents, gradient), rtol=1e-5, atol=1e-6)
