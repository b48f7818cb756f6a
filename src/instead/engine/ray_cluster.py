"""A Ray cluster as an engine (Ray Core: actors and references; no Ray Data).

Actors keep the state of a job, shards and results are small messages or paths, and results come in the order of the
shards, so that they are bit-identical for any number of workers. The shards of a worker that
dies with its node run again elsewhere, which is safe because what a shard writes is complete or absent.
"""

from __future__ import annotations

import itertools
import logging
import os
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from instead.engine.chosen_engine import Engine
from instead.engine.ray_worker import Worker, made_of, name_of
from instead.engine.threads import processors
from instead.errors import EngineError, InputError

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when Ray is loaded: nothing is sent anywhere
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

try:
    import ray
    from ray import exceptions as gone
except ImportError:
    raise InputError("Ray is not installed: pip install 'instead[ray]', or use --engine local") from None

_EACH = 2
"""Shards with a worker at a time: the next one is there when one is done."""
_AHEAD = 4
"""Shards per worker that may be done before the first one that is not: bounds what waits here."""
_TRIES = 3
_PATIENCE = 120.0
"""Seconds without any worker before the work is given up."""
_LOOK = 1.0
_HERE = "127.0.0.2"
"""Where a cluster of this machine alone listens: nobody else reaches it. Ray takes 127.0.0.1 for another name of the
outward address."""
_STORE = 1 << 30
"""Bytes of the object store of a cluster of this machine."""
_LOST = (
    gone.RayActorError, gone.WorkerCrashedError, gone.NodeDiedError, gone.ObjectLostError, gone.OutOfMemoryError,
    gone.OwnerDiedError, gone.ObjectFetchTimedOutError,
)  # fmt: skip


@dataclass(eq=False)
class _Hand:
    """A worker, and the numbers of the shards it has."""

    actor: Any
    shards: list[int] = field(default_factory=list)


class Cluster:
    """The connection to a cluster and our workers there. They stay until the end of the `with` block."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._mine = not ray.is_initialized()
        self._jobs = itertools.count()
        self._hands: list[_Hand] = []
        self._starting: dict[Any, _Hand] = {}
        self._looked = 0.0

    def __enter__(self) -> Cluster:
        if self._mine:
            _connect(self.engine)
        return self

    def __exit__(self, *_: object) -> None:
        self._give_up()
        if self._mine:
            ray.shutdown()

    @property
    def workers(self) -> int:
        """How many workers the cluster has room for."""
        resources: Any = ray.cluster_resources  # untyped in Ray
        whole = int(resources().get("CPU", 0))
        return min(whole, self.engine.workers) if self.engine.workers is not None else whole

    def map(
        self,
        function: Callable[[Any, Any], Any],
        state: Any,
        shards: Iterable[Any],
        *,
        in_order: bool = True,
    ) -> Iterator[Any]:
        """Results of function(state, shard), in the order of the shards, or as they are ready."""
        if self.workers < 1:
            raise EngineError("the Ray cluster has no processor to work with; add a node, or use --engine local")
        call = (next(self._jobs), name_of(function), [_kept(state)])
        try:
            yield from self._results(call, enumerate(shards), in_order)
        except BaseException:
            self._give_up()  # nothing runs on after an error or Ctrl-C
            raise

    def _results(  # noqa: PLR0912 - one loop: hand out, wait, take back
        self, call: tuple[Any, ...], source: Iterator[tuple[int, Any]], in_order: bool
    ) -> Iterator[Any]:
        open_: dict[int, Any] = {}  # shards that are not done
        again: deque[int] = deque()
        under_way: dict[Any, tuple[int, _Hand]] = {}
        done: dict[int, Any] = {}
        deaths: Counter[int] = Counter()
        taken, out, more = 0, 0, True
        while more or open_:
            self._hire()
            while again or (more and (not in_order or taken - out < _AHEAD * max(1, len(self._hands)))):
                hand = min(self._hands, key=lambda one: len(one.shards), default=None)
                if hand is None or len(hand.shards) >= _EACH:
                    break
                if again:
                    number = again.popleft()
                else:
                    new = next(source, None)
                    if new is None:
                        more = False
                        break
                    number, taken = new[0], taken + 1
                    open_[number] = new[1]
                under_way[hand.actor.run.remote(*call, open_[number])] = number, hand
                hand.shards.append(number)
            ready, _ = (
                ray.wait([*under_way, *self._starting], timeout=_LOOK) if under_way or self._starting else ([], 0)
            )
            for reference in ready:
                if reference in self._starting:
                    self._welcome(reference)
                    continue
                number, hand = under_way.pop(reference)
                hand.shards.remove(number)
                try:
                    done[number] = ray.get(reference)
                except _LOST as error:
                    deaths[number] += 1
                    if deaths[number] >= _TRIES:
                        raise EngineError(
                            f"a piece of the work ended its worker {_TRIES} times ({_first_line(error)}); "
                            "workers may need more memory, or the pieces must be smaller"
                        ) from None
                    again.append(number)
                    self._dismiss(hand)
                except gone.RayTaskError as error:
                    raise _cause(error) from None
                else:
                    del open_[number]
            if in_order:
                while out in done:
                    yield done.pop(out)
                    out += 1
            else:
                yield from (done.pop(number) for number in list(done))

    def _hire(self) -> None:
        """Start workers up to what the cluster has room for, also on nodes that came later."""
        now = time.monotonic()
        if self._hands and now - self._looked < 5.0:
            return
        if not self._hands and self._looked and not self._starting and now - self._looked < _LOOK:
            return
        self._looked = now
        for _ in range(self.workers - len(self._hands) - len(self._starting)):
            remote = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")(Worker)
            hand = _Hand(remote.remote(self.engine.memory, str(Path.cwd())))
            self._starting[hand.actor.hello.remote()] = hand
        if not self._hands:
            self._wait_for_one(now)

    def _wait_for_one(self, since: float) -> None:
        while not self._hands:
            if time.monotonic() - since > _PATIENCE:
                raise EngineError(
                    f"no worker of the Ray cluster answered within {_PATIENCE:.0f} seconds: all its nodes are gone or "
                    "busy; `ray status` shows them, and the same command goes on where it stopped"
                )
            ready, _ = ray.wait(list(self._starting), timeout=_LOOK) if self._starting else ([], 0)
            for reference in ready:
                self._welcome(reference)
            if not self._starting and not self._hands:
                self._looked = 0.0
                return

    def _welcome(self, reference: Any) -> None:
        """A worker that has started: it must be made of the same versions, or it would make other results."""
        hand = self._starting.pop(reference)
        try:
            theirs = ray.get(reference)
        except _LOST:
            return  # its node went while it started
        except gone.RayTaskError as error:
            raise EngineError(f"a worker could not start: {_first_line(_cause(error))}") from None
        ours = made_of()
        other = [name for name in ours if name != "node" and ours[name] != theirs.get(name)]
        if other:
            told = ", ".join(f"{name} {theirs.get(name)} (here {ours[name]})" for name in other)
            raise EngineError(f"node {theirs['node']} has {told}; install the same versions on all nodes")
        self._hands.append(hand)

    def _dismiss(self, hand: _Hand) -> None:
        if hand in self._hands:
            self._hands.remove(hand)
            self._looked = 0.0  # look for another one at once
        _end(hand)

    def _give_up(self) -> None:
        for hand in (*self._hands, *self._starting.values()):
            _end(hand)
        self._hands, self._starting, self._looked = [], {}, 0.0


def _connect(engine: Engine) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": False}
    try:
        if engine.address is None:
            ray.init(
                num_cpus=engine.workers or processors(), include_dashboard=False, object_store_memory=_STORE,
                _node_ip_address=_HERE, **quiet,
            )  # fmt: skip
            return
        if engine.address != "auto":
            _reach(engine.address)
        ray.init(address=engine.address, **quiet)
    except (ConnectionError, TimeoutError, gone.RpcError) as error:
        raise EngineError(
            f"no Ray cluster answers at {engine.address or 'this machine'} ({_first_line(error)}); start one with "
            "`ray start --head`, join this machine to it with `ray start --address=HOST:PORT`, or use --engine ray"
        ) from None
    except gone.AuthenticationError as error:
        raise EngineError(
            f"the Ray cluster at {engine.address} does not accept this machine's token ({_first_line(error)}); copy "
            "the token of its head node, as Ray's documentation on token authentication says"
        ) from None
    except RuntimeError as error:  # other versions of Ray or Python, a store that has no room
        raise EngineError(f"the Ray cluster cannot be used: {_first_line(error)}") from None


def _reach(address: str) -> None:
    """Knock first: Ray itself waits for minutes where nobody answers."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=5.0):
        pass


def _kept(state: Any) -> Any:
    try:
        return ray.put(state)
    except (gone.ObjectStoreFullError, gone.OutOfDiskError) as error:
        raise _full(error) from None


def _cause(error: Any) -> BaseException:
    """What a worker raised, as it would have been raised here."""
    cause = error.cause if isinstance(error.cause, BaseException) else error
    if isinstance(cause, (gone.ObjectStoreFullError, gone.OutOfDiskError)):
        return _full(cause)
    if isinstance(cause, MemoryError):
        return EngineError(
            "a worker reached its limit of memory; use fewer workers (?workers=), allow each more (?memory=GIB), or "
            "make smaller pieces"
        )
    return cause


def _full(error: BaseException) -> EngineError:
    return EngineError(
        f"the object store of the Ray cluster is full ({_first_line(error)}); start its nodes with a larger "
        "--object-store-memory, or use fewer workers"
    )


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _end(hand: _Hand) -> None:
    try:
        ray.kill(hand.actor, no_restart=True)
    except (gone.RayError, ValueError):
        return  # it is gone already
