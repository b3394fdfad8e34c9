from arena.api.models.answer import KeptAnswer
from arena.api.models.token import AccessToken

__all__ = ["AccessToken", "KeptAnswer"]
