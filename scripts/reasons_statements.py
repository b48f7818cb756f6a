"""Reasons as a ranking of statements, for docs/results/reasons.md: what the user then wrote, beside plain frequencies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from instead.evaluation.lists import FrequencyList, ItemList, RandomList, UserList
from instead.evaluation.statements import MEASURES, HeldOutReviews, lead, listed, statement_table
from instead.explanation.statement_order import StatementOrder
from instead.matrices import training_counts, training_mentions
from instead.models.context import Context
from instead.request import Request
from instead.shop import Shop
from instead.store.dataset import Dataset
from reasons_shops import Made
from reasons_tables import Figures, head, line, within
