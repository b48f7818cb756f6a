"""A model in the making: what the training loop asks of it. `OneGo` is the trainer of a model that needs no rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from numpy.typing import NDArray

from instead.material import Material
from instead.models.interface import StoredModel

FIT = "fit"
"""The only stage of a model that is computed in one go."""


class Trainer(Protocol):
    """Says which stages a round has and runs one epoch of a stage."""

    @property
    def switched_off(self) -> list[str]:
        """Parts of the model that these data offer nothing for, in words."""
        ...

    def epochs(self, number: int) -> list[str]:
        """Stages of a round (0, 1, ...), one name per epoch."""
        ...

    def steps(self, stage: str) -> int:
        """Batches of one epoch."""
        ...

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """Losses batch by batch. `number` counts this stage's epochs over all rounds; `first` of them in its round."""
        ...

    def probe(self, stage: str) -> None:
        """The work of one step without its effect: to be timed."""
        ...

    def model(self) -> StoredModel:
        """The model as it stands."""
        ...

    def state(self) -> dict[str, NDArray[Any]]:
        """Every array that the rest of the training depends on, by name."""
        ...

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to a state, in place."""
        ...


class OneGo:
    """Computes a model in one step: one round, one epoch, nothing to resume."""

    def __init__(self, fit: Callable[[], StoredModel]) -> None:
        self._fit = fit
        self._model: StoredModel | None = None
        self.switched_off: list[str] = []

    def epochs(self, number: int) -> list[str]:
        return [FIT]

    def steps(self, stage: str) -> int:
        return 1

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """Yields 0: there is no loss."""
        self.model()
        yield 0.0

    def probe(self, stage: str) -> None:
        """Nothing: what is done once cannot be tried out for less."""

    def model(self) -> StoredModel:
        if self._model is None:
            self._model = self._fit()
        return self._model

    def state(self) -> dict[str, NDArray[Any]]:
        return {}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Nothing was begun that could go on."""


TrainerOf = Callable[[Material, Any], Trainer]
