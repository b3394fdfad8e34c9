"""The hot statements of the play path, each with the reason why it is SQL and not the ORM.

They run for a whole batch of games at once and touch five tables in one step; the ORM would need a statement for each
table, or for each game. Everything that runs rarely is written with the ORM, in ``actions``.

Rows are locked in one order everywhere: lease, match, block, game, slot, source, group; several of a kind by id.
"""
