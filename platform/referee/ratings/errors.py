"""What the rating functions refuse, each with a sentence that says what to hand in instead."""


class RatingInputError(ValueError):
    """A value that no finished game or sensible setting can have."""


class FitError(RatingInputError):
    """The games at hand have no finite best fit under the chosen settings."""
