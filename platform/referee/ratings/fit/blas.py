"""Linear algebra on one thread: the same doubles on any number of cores.

It is also quicker where games are played beside it: threads that wait for a core another process holds cost more than
they bring (measured: a factor of ten and more on two busy cores).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

from threadpoolctl import ThreadpoolController

_LIBRARIES = ("numpy", "scipy.linalg")
"""Those that bring linear algebra of their own."""


@contextmanager
def one_thread() -> Iterator[None]:
    with _controller().limit(limits=1, user_api="blas"):
        yield


@cache
def _controller() -> ThreadpoolController:
    """It knows the libraries that are loaded when it is made, so all have to be."""
    for library in _LIBRARIES:
        import_module(library)
    return ThreadpoolController()
