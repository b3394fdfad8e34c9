"""Why something cannot be done at a table, each with a sentence for the person who tried."""


class TableError(Exception):
    """Nothing has changed."""


class StaleError(TableError):
    """The table has moved on since the page was drawn: another tab, another device, a double click."""


class NotSeatedError(TableError):
    """Somebody else's chair, or no chair at all."""


class TooManyError(TableError):
    """A limit of tables is reached."""
