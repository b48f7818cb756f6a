"""The interface between training loop and trainers. `OneGo` is the trainer of models fitted in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from numpy.typing import NDArray

from instead.material import Material
from instead.models.interface import StoredModel

FIT = "fit"
"""The only stage of a model fitted in one step."""


class Trainer(Protocol):
    """Lists the stages of a round and runs one epoch of a stage."""

    @property
    def switched_off(self) -> list[str]:
        """Parts of the model for which the dataset has no data, in words."""
        ...

    def epochs(self, number: int) -> list[str]:
        """Stages of a round (0, 1, ...), one name per epoch."""
        ...

    def steps(self, stage: str) -> int:
        """Batches of one epoch."""
        ...

    def epoch(self, stage: str, number: int, *, first: bool) -> Iterator[float]:
        """Yields the loss of each batch. `number` counts the epochs of this stage; `first`: the first of its round."""
        ...

    def probe(self, stage: str) -> None:
        """Compute one step's gradients and discard them, to be timed."""
        ...

    def model(self) -> StoredModel:
        """The model with the current parameters."""
        ...

    def state(self) -> dict[str, NDArray[Any]]:
        """Every array that the rest of the training depends on, by name: what a checkpoint stores."""
        ...

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a checkpoint, in place."""
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
        """Does nothing: there is no single step to time."""

    def model(self) -> StoredModel:
        if self._model is None:
            self._model = self._fit()
        return self._model

    def state(self) -> dict[str, NDArray[Any]]:
        return {}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Does nothing: there is no state to resume from."""


TrainerOf = Callable[[Material, Any], Trainer]
