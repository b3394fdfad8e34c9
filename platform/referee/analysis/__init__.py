"""Why a game was won: the line of winning chances, what was luck in it, and what would have been better.

Pure: a replay goes in, plain values come out. The formulas are on the page "How analysis works" (docs/bot-authors).
"""
