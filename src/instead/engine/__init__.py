"""Parallel execution: the same functions on one processor, several threads or processes, or a cluster.

All parallel work of this package goes through these functions, so that one variable bounds it and the backend can be
exchanged (`tests/engine/test_one_door.py` checks that no other module starts pools):

processors()                           threads.py   how many processors this process may use: INSTEAD_THREADS bounds it
in_pieces(work, count, size)           threads.py   compiled loops over range(count), cut at multiples of `size`
one_blas_thread()                      threads.py   limits BLAS to the calling thread, while our own threads run
product(a, b)                          products.py  a matrix product, rows in pieces
beside(work)                           beside.py    one background task (future); its result or its error
in_order(function, pieces)             beside.py    an ordered parallel map with bounded look-ahead (back-pressure)
ahead(pieces)                          beside.py    prefetching: an iterator's next pieces are made by another thread
map_shards(function, state, shards)    pool.py      a function over shards on several processes, with a shared state
spread(function, state, pieces)        spread.py    an ordered parallel map on threads, or on a cluster
using(engine)                          chosen_engine.py  where `map_shards` and `spread` work: here, or on a Ray cluster
hand_on()                              limits.py    INSTEAD_THREADS for polars and BLAS, before they are loaded

For all of them: results are bit-identical on any number of processors; an error or Ctrl-C reaches the caller when no
work is running any more; no thread outlives its call (`in_pieces` keeps its threads for the next call); with
INSTEAD_THREADS=1 no threads are started and the calling thread does everything. Nested calls add up their threads.
`processes` of `map_shards` is set by the caller; its workers have one thread.
"""
