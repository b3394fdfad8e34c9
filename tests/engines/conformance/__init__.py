"""One suite that every game must pass, at every registered variant.

Run it for one game or one variant::

    python -m pytest tests/engines/conformance -k diamoniak
    python -m pytest tests/engines/conformance -k "karma-4 and secrets"

``ENGINE_TEST_FACTOR=20`` multiplies the number of examples that Hypothesis draws.

The suite speaks to games through ``engines.interface`` alone. What it cannot know, a game tells it in
``tests/engines/<game>/hooks.py``:

``EXTRA_VARIANTS: list[str]``
    Slugs with options that are not registered but shall be tested as well, e.g. ``karma-3+strictFollowUp``.

``hidden(state, seat) -> list[Group]``
    The cards that a seat cannot see, read from ``state.save()`` and not from the code of ``resample``. A group maps
    the names of zones to the cards in them; cards of one group can change places without the seat noticing. Cards
    of different groups cannot (e.g. with foresight the own face-down cards are a group of their own). A zone in
    which order matters is several zones of one card each: ``{"draw 0": ["T"], "draw 1": ["4"]}``.

``with_hidden(state, seat, groups) -> State``
    The same state with the hidden cards laid as in ``groups``, made by editing ``state.save()`` and restoring it.
"""
