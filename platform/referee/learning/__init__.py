"""Games as data for learning: every decision with what its seat saw, could do, did, and how the game ended for it.

A replay holds no views: they are made again by the engine (``decisions``), which costs a millisecond or a few and
makes files thirty times as long. So an arena sends and keeps *game lines* (``lines``): who played, and the replay.
``arena export`` makes decisions of them at home and writes them in shards (``shards``). Fields are described in
``docs/bot-authors/data.md``.
"""
