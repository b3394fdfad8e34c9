"""The games as environments that programs for learning know.

``vector`` needs numpy alone: many games at once, the fastest. ``aec`` and ``rounds`` are for PettingZoo, ``single`` for
Gymnasium (one seat against house bots), ``openspiel`` for OpenSpiel. All of them tell a seat the same numbers
(``shapes``) and know the same actions: every id means the same in all states of a game.
"""
