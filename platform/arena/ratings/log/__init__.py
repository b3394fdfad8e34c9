"""The append-only log of rated games: what a game leaves in it (``payloads``), what of it counts (``effective``), the
same in columns (``tables``), and the live Elo that is kept beside it (``lives``). ``arena.ratings.actions`` writes it,
``models.log`` stores it.
"""
