"""Is the new version of a bot better than the old one? Blocks of games until a sequential test can tell.

``plan`` says what is played, ``units`` plays it, ``standing`` says where the test stands. The mathematics is in
``referee.ratings.sprt`` and ``referee.ratings.lead``.
"""
