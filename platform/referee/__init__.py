"""Plays one game: an engine and seats behind channels give a record. Also the bot author's ``arena`` program.

Start at ``referee.game.play_game``. Nothing here knows of Django, a database or a server.
"""
