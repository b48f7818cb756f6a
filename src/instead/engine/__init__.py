"""Where work runs: the same verbs on one processor or several. Knows nothing of reviews.

Everything that runs side by side in this package goes through these verbs, so that one variable bounds it and another
backend can stand behind them (`tests/engine/test_one_door.py` checks that nobody starts pools of their own):

processors()                           threads.py   how many processors this process may use: INSTEAD_THREADS bounds it
in_pieces(work, count, size)           threads.py   compiled loops over range(count), cut at multiples of `size`
one_blas_thread()                      threads.py   holds BLAS to the thread that asks, while our own threads run
product(a, b)                          products.py  a matrix product, rows in pieces
beside(work)                           beside.py    one piece of work while the caller goes on; its result or its error
in_order(function, pieces)             beside.py    a function over pieces, some at a time, results in order
ahead(pieces)                          beside.py    an iterator's next pieces made while the caller works on this one
map_shards(function, state, shards)    pool.py      a function over shards on several processes, with a shared state
hand_on()                              limits.py    INSTEAD_THREADS for polars and BLAS, before they are loaded

What holds for all of them: the results are the same bits on any number of processors; an error or Ctrl-C reaches the
caller when nothing is under way any more; no thread outlives its verb (`in_pieces` keeps its threads for the next
call); with INSTEAD_THREADS=1 threads are not used at all and the calling thread does everything. Verbs called within
one another add their threads up. `processes` of `map_shards` is what the caller asks for; its workers have one thread.
"""
