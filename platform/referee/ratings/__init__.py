"""The mathematics of ratings, without Django: the service fits its leaderboards with it, and ``arena refit`` the same
results on anybody's machine, to the same bits.

``fit`` is the rating that orders a leaderboard, ``elo`` the live Elo, ``sprt`` the test whether a new version is
better. ``games`` and ``table`` are the two forms in which games come in: one by one, and in columns.
"""
