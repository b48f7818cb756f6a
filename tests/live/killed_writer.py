"""A process that adds events as fast as it can and says which were acknowledged; made to be killed."""

from __future__ import annotations

import sys
import threading

from instead.live.events import Event
from instead.live.shown import Shown, ShownOffer
from instead.live.store import open_store


def main(address: str, run: str) -> None:
    store = open_store(address)
    door = threading.Lock()

    def write(name: int) -> None:
        place = 0
        while True:
            batch = [f"{run}-{name}-{place}-{part}" for part in range(3)]
            answer = f"r-{run}-{name}-{place}"
            store.record(Shown(answer, 1.0, "q", None, None, "m", (ShownOffer("i", 1.0),)))
            kept = store.add([Event(id=one, kind="click", item="i", recommendation_id=answer) for one in batch])
            with door:
                sys.stdout.write("".join(f"{one.id} {one.seq}\n" for one in kept))
                sys.stdout.flush()
            place += 1

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
