"""What a tournament will probably say before it is played: thousands of them, played in numpy.

`strengths` draws how strong everybody may really be, `series` plays the matches, one module for each kind of format
says who meets whom, `simulate` strings the stages together, and `report` counts. Nothing here knows Django; the
structure of brackets and schedules is the planner's own, and tests hold the rest against whole simulated tournaments.
"""
