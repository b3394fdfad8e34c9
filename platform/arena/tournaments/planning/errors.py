"""What can be wrong with what an organiser or a caller asks for. Every message says what to do next."""


class TournamentError(ValueError):
    """The base of all errors of the pure tournament code."""


class SettingsError(TournamentError):
    """A setting of a format is unknown, of the wrong type or out of range."""


class StateError(TournamentError):
    """Entrants, results or other facts contradict each other or the rules of the format."""
