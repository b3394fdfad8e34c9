"""The rules of every game a second time, to compare the engines with.

An oracle is written from the rules page and the leaflets by somebody who has not read the engine. It shares no line
and no data structure with it, and is slow and plain on purpose: where the two differ, one of them reads the rules
wrong. Compared are, after the deal and after every decision of random games: who is asked, the name of the decision,
the legal actions in their JSON form, every zone with the hidden ones, the events and the view of every seat and of a
spectator, and at the end the ranks.

Run it by hand, for all variants or for some::

    python -m tests.engines.oracles --games 10000 karma-4 diamoniak-2+lockColour

An oracle is a folder ``tests/engines/oracles/<game>/`` that defines ``ORACLE``, a ``Game`` as described in
``tests/engines/oracles/interface.py``, and a line in ``tests/engines/oracles/catalogue.py``.
"""
