"""Live Elo: one update per game, for trends and for finding opponents. Pure, without Django.

``k`` holds the K factor, ``live`` the update of one game, ``fold`` that of a whole pool in schedule order.
"""
