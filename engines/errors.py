"""What can go wrong at the border of an engine, each with a sentence for the person who sees it.

Every checked call (``play``, ``legal_actions`` of a seat, ``restore``, position constructors) raises one of these
and leaves the state as it was.
"""


class EngineError(Exception):
    """Base of all errors that engines raise on bad input."""


class UnknownVariantError(EngineError):
    """No game, variant or option has that name."""


class BrokenGameError(EngineError):
    """A game is installed and cannot be used: its package fails, or says something impossible about itself."""


class NoGamesError(EngineError):
    """No installed package brings a game: the installation itself is incomplete."""


class UnknownRulesError(EngineError):
    """A version of the rules that the game's engine does not know."""


class UnknownCardError(EngineError):
    """A card name that the game does not have, or more copies of a card than the game has."""


class PositionError(EngineError):
    """A position that the rules cannot produce."""


class WrongSeatError(EngineError):
    """It is not that seat's decision, or there is no such seat."""


class IllegalActionError(EngineError):
    """The action does not exist or does not belong to the present decision."""


class GameOverError(EngineError):
    """The game is finished: there is nothing left to decide."""


class GameNotOverError(EngineError):
    """Ranks are asked of a game that still runs."""


class SavedStateError(EngineError):
    """A saved state that is malformed, or of another variant or rules version."""
