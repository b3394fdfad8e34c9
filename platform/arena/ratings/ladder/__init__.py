"""The always-on competition: ``rules`` holds its numbers, ``field`` says who may play, ``matchmaking`` who meets whom,
``cycles`` opens and closes, ``suspension`` takes faulting bots out.
"""
