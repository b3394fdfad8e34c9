"""The running half: facts out of the database, the planner's answer back into it, series to the workers.

Begin with `advance.advance`: the one function that moves a tournament on. What people do to a tournament is in
`arena.tournaments.actions`; every action ends in the same function.
"""
