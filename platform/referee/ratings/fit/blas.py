"""Linear algebra on one thread: the same doubles on any number of cores.

It is also quicker where games are played beside it: threads that wait for a core another process holds cost more than
they bring (measured: a factor of ten and more on two busy cores).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from scipy import linalg
from threadpoolctl import ThreadpoolController

# The controller knows the libraries that are loaded when it is made, so these two have to be.
_LOADED = (np, linalg)
_CONTROLLER = ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    with _CONTROLLER.limit(limits=1, user_api="blas"):
        yield
