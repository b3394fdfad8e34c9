"""The rating that orders the leaderboard: one fit over all games of a pool, and how sure it is. Pure, without Django.

``batch`` is the door: ``fit(games, anchors)``. From games to numbers it goes through ``columns`` (arrays),
``connection`` (who is connected to an anchor), ``stages`` and ``choices`` (results as choices, counted),
``likelihood``, ``newton`` and ``solve`` (the best ratings), ``covariance`` (how much the blocks disagree).
``rank_range`` and ``places`` say what that means for the order of a board.
"""
