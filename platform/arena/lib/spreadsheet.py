"""Cells of CSV files that people open in a spreadsheet."""


def cell(value: object) -> object:
    """A spreadsheet must not take a bot's name for a formula.

    >>> cell("=1+1"), cell("Ace"), cell(7)
    ("'=1+1", 'Ace', 7)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
