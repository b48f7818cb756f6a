"""Personalised, explained substitute recommendation.

The public names below load on first use, so that `import instead` costs neither polars nor numba. It does hand
INSTEAD_THREADS on to them, because they read how many threads they may start when they are loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from instead.engine.limits import hand_on

hand_on()

__version__ = "0.3.0"

if TYPE_CHECKING:
    from instead.errors import EmptyResult as EmptyResult
    from instead.errors import FolderError as FolderError
    from instead.errors import InputError as InputError
    from instead.errors import InsteadError as InsteadError
    from instead.errors import ServiceError as ServiceError
    from instead.errors import UnknownItem as UnknownItem
    from instead.evaluation.evaluate import evaluate as evaluate
    from instead.evaluation.final import train_final as train_final
    from instead.evaluation.result import Evaluation as Evaluation
    from instead.lab.reproduction.reproduce import reproduce as reproduce
    from instead.mentions.extractor import Extractor as Extractor
    from instead.mentions.stage import extract as extract
    from instead.models.model_folder import ModelFolder as ModelFolder
    from instead.preparation.inspection import inspect_file as inspect_file
    from instead.preparation.prepare import prepare as prepare
    from instead.records import Mention as Mention
    from instead.records import Recommendation as Recommendation
    from instead.records import Review as Review
    from instead.refreshing.refresh import Refreshed as Refreshed
    from instead.refreshing.refresh import refresh as refresh
    from instead.request import Request as Request
    from instead.service.client import Client as Client
    from instead.service.embedding import sign_user as sign_user
    from instead.settings import A2CFSettings as A2CFSettings
    from instead.settings import ExtractSettings as ExtractSettings
    from instead.settings import Filters as Filters
    from instead.settings import PrepareSettings as PrepareSettings
    from instead.settings import RankerSettings as RankerSettings
    from instead.shop import Shop as Shop
    from instead.shop import grouped as grouped
    from instead.shop import load as load
    from instead.starting.start import Started as Started
    from instead.starting.start import start as start
    from instead.statistics import table_one as table_one
    from instead.store.dataset import Dataset as Dataset
    from instead.training.train import train as train
    from instead.wording import Wording as Wording

_HOME = {
    "A2CFSettings": "instead.settings",
    "Client": "instead.service.client",
    "Dataset": "instead.store.dataset",
    "EmptyResult": "instead.errors",
    "ExtractSettings": "instead.settings",
    "Evaluation": "instead.evaluation.result",
    "Extractor": "instead.mentions.extractor",
    "Filters": "instead.settings",
    "FolderError": "instead.errors",
    "InputError": "instead.errors",
    "InsteadError": "instead.errors",
    "Mention": "instead.records",
    "ModelFolder": "instead.models.model_folder",
    "PrepareSettings": "instead.settings",
    "RankerSettings": "instead.settings",
    "Recommendation": "instead.records",
    "Refreshed": "instead.refreshing.refresh",
    "Request": "instead.request",
    "Review": "instead.records",
    "ServiceError": "instead.errors",
    "Shop": "instead.shop",
    "Started": "instead.starting.start",
    "UnknownItem": "instead.errors",
    "Wording": "instead.wording",
    "evaluate": "instead.evaluation.evaluate",
    "extract": "instead.mentions.stage",
    "grouped": "instead.shop",
    "inspect_file": "instead.preparation.inspection",
    "load": "instead.shop",
    "prepare": "instead.preparation.prepare",
    "refresh": "instead.refreshing.refresh",
    "reproduce": "instead.lab.reproduction.reproduce",
    "sign_user": "instead.service.embedding",
    "start": "instead.starting.start",
    "table_one": "instead.statistics",
    "train": "instead.training.train",
    "train_final": "instead.evaluation.final",
}

__all__ = [  # noqa: RUF022 - grouped by use
    "start", "Started", "refresh", "Refreshed",
    "prepare", "inspect_file", "extract", "Extractor", "Dataset", "PrepareSettings", "ExtractSettings", "table_one",
    "train", "train_final", "load", "Shop", "Request", "Recommendation", "Filters", "Wording", "grouped", "ModelFolder",
    "RankerSettings", "A2CFSettings", "evaluate", "Evaluation", "reproduce", "Client",
    "Review", "Mention",
    "InsteadError", "InputError", "EmptyResult", "FolderError", "UnknownItem", "ServiceError",
    "__version__",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'instead' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
