"""What was computed last is kept, and not more than asked for, whatever threads do meanwhile."""

from __future__ import annotations

import threading

from instead.models.ranker.recent import Recent


def test_a_value_is_made_once_and_the_oldest_go() -> None:
    made: list[int] = []

    def squared(number: int) -> int:
        made.append(number)
        return number * number

    kept: Recent[int, int] = Recent(3)
    assert [kept.get(number, lambda: squared(number)) for number in (1, 2, 2, 3, 1)] == [1, 4, 4, 9, 1]  # noqa: B023
    assert made == [1, 2, 3]
    kept.get(4, lambda: squared(4))
    assert len(kept) == 3
    kept.get(1, lambda: squared(1))
    assert made == [1, 2, 3, 4, 1]


def test_many_threads_at_once() -> None:
    kept: Recent[int, int] = Recent(2)
    errors: list[BaseException] = []

    def ask(first: int) -> None:
        try:
            for turn in range(3000):
                number = (first + turn) % 7
                if kept.get(number, number.__abs__) != number:
                    raise AssertionError(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not errors
