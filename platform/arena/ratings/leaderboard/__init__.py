"""The table that people see: ``rows`` is one line of it, for pages and programs; ``standings`` makes the lines from a
fit, with the figures of ``tally`` and ``seat_facts`` beside the rating.
"""
